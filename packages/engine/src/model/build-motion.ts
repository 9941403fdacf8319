/** The sea of a model, and bodies that follow functions of time or the waves. */
import { at, BuildError } from '../base/index.ts';
import type { PrescribedMotion } from '../bodies/index.ts';
import { RaoMotion, type RaoSpec, Sea } from '../marine/index.ts';
import {
  type CompiledFunction,
  FunctionSum,
  compileFunction,
  cos,
  type Inputs,
  quaternionToMatrix,
  sin,
  type TimeFunction,
} from '../math/index.ts';
import type { BodySpec, ModelSpec } from './spec.ts';

/** Waves, current and wind can be scaled from outside: `sea.waves`, `sea.current`, `sea.wind` are factors on the values of the model. */
export function buildSea({ water, gravity: g }: ModelSpec, inputs: Inputs): Sea | undefined {
  if (!water) return undefined;
  const size = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  const sea = at('water', () => new Sea(water, size));
  const led = (name: string): CompiledFunction =>
    inputs.add(`sea.${name}`, compileFunction({ kind: 'constant', value: 1 }));
  if (water.surface !== undefined) sea.levels.lead({ waves: led('waves'), current: led('current'), wind: led('wind') });
  return sea;
}

/** Inputs through which an outside program leads a body: `lead.ship.x` and so on, displacements and rotations added to its placement. */
export const LED_AXES = ['x', 'y', 'z', 'roll', 'pitch', 'yaw'] as const;

export function ledInput(body: string, axis: (typeof LED_AXES)[number]): string {
  return `lead.${body}.${axis}`;
}

export function buildMotion(body: BodySpec, sea: Sea | undefined, inputs: Inputs): PrescribedMotion | undefined {
  if (body.kind !== 'prescribed') return undefined;
  const m = body.motion ?? {};
  const compile = (f: TimeFunction | undefined): CompiledFunction | undefined => (f ? compileFunction(f) : undefined);
  const rotation0 = new Float64Array(9);
  quaternionToMatrix(rotation0, 0, body.placement.rotation, 0);
  const still = compileFunction({ kind: 'constant', value: 0 });
  const own = m.outside
    ? LED_AXES.map((axis) => inputs.add(ledInput(body.name, axis), still))
    : [m.x, m.y, m.z, m.roll, m.pitch, m.yaw].map(compile);
  return {
    functions: m.rao ? withWaves(own, m.rao, sea, body, rotation0) : own,
    position0: Float64Array.from(body.placement.position),
    rotation0,
    centre: Float64Array.from(body.centreOfMass),
  };
}

/** Adds the motion in the sea. The heading moves from the placement into the yaw. */
function withWaves(
  own: readonly (CompiledFunction | undefined)[],
  rao: RaoSpec,
  sea: Sea | undefined,
  body: BodySpec,
  rotation0: Float64Array,
): CompiledFunction[] {
  if (!sea?.hasWaves) {
    throw new BuildError('no-waves', `body "${body.name}" moves with waves, and there are none`, ['motion', 'rao']);
  }
  const { functions } = at('motion', () => at('rao', () => new RaoMotion(rao, sea, body.placement.position)));
  const c = cos(rao.heading);
  const s = sin(rao.heading);
  for (let j = 0; j < 3; j++) {
    const x = rotation0[j];
    const y = rotation0[3 + j];
    rotation0[j] = c * x + s * y;
    rotation0[3 + j] = c * y - s * x;
  }
  return functions.map((f, i) => {
    const mine = own[i];
    return mine ? new FunctionSum([f, mine]) : f;
  });
}
