/** Rendering tier: full with a graphics card, lite with software rendering. */

export type Tier = 'full' | 'lite' | 'none';

const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render|mesa offscreen/i;

/** The tier, and the canvas it was found with where the picture can be drawn on the same one. */
export interface Graphics {
  readonly tier: Tier;
  /** as options of a renderer; empty: it makes its own */
  readonly begun: { readonly canvas?: HTMLCanvasElement; readonly context?: WebGL2RenderingContext };
}

/** Capability of this browser. `none`: no WebGL, so the still picture stays. `lite` or `full` after the # of the address overrides it. */
export function detectGraphics(): Graphics {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2', LITE);
  if (context === null) return { tier: 'none', begun: {} };
  const names = context.getExtension('WEBGL_debug_renderer_info');
  const renderer = String(context.getParameter(names === null ? context.RENDERER : names.UNMASKED_RENDERER_WEBGL));
  const tier = wantedTier() ?? (SOFTWARE.test(renderer) ? 'lite' : 'full');
  // where a processor draws, a second context waits for the first
  if (tier === 'lite') return { tier, begun: { canvas, context } };
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return { tier, begun: {} };
}

/** those that three.js asks for by itself, without smooth edges */
const LITE: WebGLContextAttributes = { alpha: true, depth: true, stencil: false, antialias: false };

/** What the address asks for, alone or beside a scenario: #scenario=top&full. */
export function wantedTier(): 'lite' | 'full' | undefined {
  const wanted = /(?:^#|&)(lite|full)(?=&|$)/.exec(location.hash)?.[1];
  return wanted === 'lite' || wanted === 'full' ? wanted : undefined;
}
