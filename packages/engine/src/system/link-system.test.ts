/** The convex function of a step of bodies held by joints: along a line, and with joints that pull. */
import { expect, test } from 'vitest';
import { workspace } from '../../test/cables.ts';
import { chain, ROD } from '../../test/rods.ts';
import { CONTACT, Draw, FLOOR, model, run } from '../../test/support.ts';
import { Simulation } from '../dynamics/index.ts';
import { LINE_HERE, LINE_PART, LINE_START } from '../math/index.ts';
import { addTransposed } from './constraints.ts';
import { LinkSystem } from './link-system.ts';
import type { Workspace } from './workspace.ts';

/** Rods over a floor, the first one held. */
function over(count: number, from: readonly [number, number, number], down: boolean): Simulation {
  const { rods, joints } = chain(count, from, down);
  const ignore = rods.flatMap((_, i) => rods.slice(i + 1).map((_, k): [number, number] => [i + 1, i + k + 2]));
  return new Simulation(
    model([FLOOR, ...rods], { joints, contacts: { ...CONTACT, ignore }, solver: { integrator: 'heap', step: 5e-3 } }),
  );
}

/** One more step of the same, from where the last one ended, lined up at its velocities. */
function lineUp(w: Workspace): { system: LinkSystem; v: Float64Array; impulse: Float64Array } {
  const system = new LinkSystem(w);
  const v = w.velocity.slice();
  const impulse = w.lambda.map((x) => w.h * x);
  system.begin();
  system.lineUp(v);
  system.stiffen(v, impulse);
  return { system, v, impulse };
}

test('slopes looked at along a line are those of the whole evaluation', () => {
  const s = over(8, [0, 0, 0.4], false);
  run(s, 0.35);
  const w = workspace(s);
  expect(s.stats.contacts).toBeGreaterThan(2);
  const { system, v, impulse } = lineUp(w);
  const draw = new Draw(7);
  const way = v.map((_, i) => (i < w.bodySize ? draw.between(-0.2, 0.2) : 0));
  const slope = new Float64Array(w.bodySize);
  const slopeAt = (part: number): number => {
    system.evaluate(
      slope,
      v.map((x, i) => x + part * way[i]),
      impulse,
      false,
    );
    return slope.reduce((sum, x, i) => sum + x * way[i], 0);
  };
  const line = new Float64Array(3);
  line[LINE_START] = slopeAt(0);
  system.noteLine(line, v, way);
  for (const part of [0, 0.1, 0.37, 1, 1.5]) {
    line[LINE_PART] = part;
    system.lookAlong(line);
    const expected = slopeAt(part);
    expect(Math.abs(line[LINE_HERE] - expected)).toBeLessThan(1e-11 * Math.max(1, Math.abs(expected)));
  }
});

test('joints that pull along their levers: what their impulses lack grows as they do when bodies turn', () => {
  const s = over(4, [0, 0, 3], true);
  run(s, 0.1);
  const w = workspace(s);
  const { system, v, impulse } = lineUp(w);
  const [zero, slope] = [new Float64Array(w.bodySize), new Float64Array(w.bodySize)];
  system.evaluate(zero, v, impulse, false);
  const delta = 1e-3; // [rad/s]: over the step 5e-6 rad, whose square is the error
  for (let i = 0; i < w.bodySize; i++) {
    if (i % 6 < 3) continue;
    const turned = v.slice();
    turned[i] += delta;
    // as the function has it, masses set aside
    system.evaluate(slope, turned, impulse, false);
    const stiff = slope.map((x, r) => (x - zero[r] - (r === i ? delta * massOf(w, i) : 0)) / delta);
    // as the joints themselves have it, at poses that are turned
    const [before, after] = [new Float64Array(w.bodySize), new Float64Array(w.bodySize)];
    addTransposed(w, before, impulse);
    system.lineUp(turned);
    addTransposed(w, after, impulse);
    system.lineUp(v);
    for (let r = 0; r < w.bodySize; r++) {
      expect(stiff[r]).toBeCloseTo((after[r] - before[r]) / delta, 9);
    }
  }
  // the weight of all four below the first joint, of three below its other end: h (4 + 3) m g h ROD/2
  const top = slopeByTurn(system, w, v, impulse, 4, delta);
  expect(top).toBeCloseTo((7 * ROD * 9.81 * 5e-3 * 5e-3 * ROD) / 2, 7);
});

/** Inertia about the axis of entry i: rods hang along their x, so y and z of the world are across. */
function massOf(w: Workspace, i: number): number {
  const k = (i % 6) - 3;
  return w.inertiaW[9 * Math.floor(i / 6) + 4 * k];
}

function slopeByTurn(
  system: LinkSystem,
  w: Workspace,
  v: Float64Array,
  impulse: Float64Array,
  i: number,
  delta: number,
): number {
  const [zero, slope] = [new Float64Array(w.bodySize), new Float64Array(w.bodySize)];
  system.evaluate(zero, v, impulse, false);
  const turned = v.slice();
  turned[i] += delta;
  system.evaluate(slope, turned, impulse, false);
  return (slope[i] - zero[i]) / delta - massOf(w, i);
}
