/** How much a graphics driver can take: full where it is hardware, lite where a processor draws the pixels. */

export type Tier = 'full' | 'lite' | 'none';

const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render|mesa offscreen/i;

/** What this browser can do. `none`: no WebGL, so the still picture stays. `lite` or `full` behind the # of the address decides. */
export function detectTier(): Tier {
  const canvas = document.createElement('canvas');
  const gl = canvas.getContext('webgl2', { failIfMajorPerformanceCaveat: false });
  if (gl === null) return 'none';
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  const renderer = String(gl.getParameter(names === null ? gl.RENDERER : names.UNMASKED_RENDERER_WEBGL));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return wantedTier() ?? (SOFTWARE.test(renderer) ? 'lite' : 'full');
}

/** What the address asks for, alone or beside a scenario: #scenario=top&full. */
export function wantedTier(): 'lite' | 'full' | undefined {
  const wanted = /(?:^#|&)(lite|full)(?=&|$)/.exec(location.hash)?.[1];
  return wanted === 'lite' || wanted === 'full' ? wanted : undefined;
}
