/** Nodes that come and go at a fed end, where the rope lies over something. */
import { expect, test } from 'vitest';
import { cable, workspace } from '../../test/cables.ts';
import { body, CONTACT, model, place, read, shape, STEEL, turn } from '../../test/support.ts';
import type { CableSpec, ContactParametersSpec, ModelSpec } from '../model/index.ts';
import { EnergySums, type Workspace } from '../stage/index.ts';
import { Simulation } from './index.ts';

const R = 0.15;
const HALF = 0.01; // of the rope

/** A rod of so many sides along y, 1 m long, none of its edges on top. */
function polygonRail(sides: number): ReturnType<typeof shape> {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const y of [-0.5, 0.5]) {
    for (let i = 0; i < sides; i++) {
      const angle = (2 * Math.PI * (i + 0.37)) / sides;
      positions.push(R * Math.sin(angle), y, R * Math.cos(angle));
    }
  }
  positions.push(0, -0.5, 0, 0, 0.5, 0);
  for (let i = 0; i < sides; i++) {
    const j = (i + 1) % sides;
    triangles.push(i, j, sides + i, j, sides + j, sides + i, 2 * sides, j, i, 2 * sides + 1, sides + i, sides + j);
  }
  return shape({ kind: 'mesh', positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) });
}

/** A rope from a fed end at the left, level, over a rail and down to a load; `to`: its length after 1.5 s. */
function overRail(to: number, elements = 14, sides = 0, defaults: ContactParametersSpec = {}): ModelSpec {
  const rope = {
    massPerLength: 0.3,
    axialStiffness: 2e5,
    diameter: 2 * HALF,
    axialDamping: 5e-3,
    bendingStiffness: 0.02,
  };
  const top = R + HALF - 1e-4;
  const [level, down] = [0.6, 0.5];
  const length = level + (Math.PI / 2) * top + down;
  const nodes = Array.from({ length: elements + 1 }, (_, i) => {
    const s = (i * length) / elements;
    const angle = (s - level) / top;
    if (angle <= 0) return [s - level, 0, top];
    if (angle <= Math.PI / 2) return [top * Math.sin(angle), 0, top * Math.cos(angle)];
    return [top, 0, -(s - level - (Math.PI / 2) * top)];
  });
  const line: CableSpec = {
    ...cable('rope', length, elements),
    pieces: [{ rope, length, elements }],
    shape: nodes.flat(),
    start: { body: 0, point: [-level, 0, top] },
    end: { body: 2, point: [0, 0, 0] },
    pay: {
      end: 'start',
      length: { kind: 'ramp', from: length, to: length + to, start: 0.3, duration: 1.5 },
      longest: 3,
    },
  };
  const across = place([0, 0, 0], turn([1, 0, 0], Math.PI / 2));
  const rail = body('rail', {
    kind: 'fixed',
    shapes: [sides > 0 ? polygonRail(sides) : shape({ kind: 'cylinder', radius: R, halfLength: 0.5 }, across)],
  });
  const load = body('load', { mass: 5, placement: place([top, 0, -down]) });
  return model([rail, load], {
    contacts: { ...CONTACT, defaults },
    materials: [STEEL],
    cables: [line],
    solver: { step: 2e-3, assemble: true },
  });
}

test.each([
  ['hauled in', -0.35],
  ['paid out', 0.35],
])(
  'a rope over a rail, %s through splits and merges: not laid into the rail, not thrown off, the ledger closes',
  (_, to) => {
    const simulation = new Simulation(overRail(to));
    const nodes = workspace(simulation).cables.items[0].cable.nodeCount;
    let [resting, deepest, lightest] = [0, 0, Number.POSITIVE_INFINITY];
    while (simulation.time < 2) {
      const result = simulation.step(2);
      if (!result.ok) throw new Error(result.message);
      const depth = read(simulation, 'contact.rope~rail.depth')[0];
      if (simulation.time < 0.3) resting = Math.max(resting, depth);
      else {
        deepest = Math.max(deepest, depth);
        lightest = Math.min(lightest, read(simulation, 'contact.rope~rail.normal-force')[0]);
      }
    }
    expect(workspace(simulation).cables.items[0].cable.nodeCount).not.toBe(nodes);
    expect(resting).toBeGreaterThan(0);
    expect(deepest).toBeLessThan(2 * resting);
    expect(lightest).toBeGreaterThan(0.2 * 5 * 9.81);
    const { work, imbalance } = simulation.energy;
    // 5 kg by 0.35 m and friction on the rail
    expect(Math.abs(work)).toBeGreaterThan(5);
    expect(Math.abs(imbalance)).toBeLessThan(0.02 * Math.abs(work));
  },
);

test.each([
  [24, 28],
  [48, 14],
])(
  'over a rail of %d facets, %d elements, each over more than one: steps are taken whole, nothing chatters',
  (sides, elements) => {
    const simulation = new Simulation(overRail(-0.35, elements, sides));
    let [before, jump, pressed] = [0, 0, 0];
    while (simulation.time < 0.7) {
      const result = simulation.step(0.7);
      if (!result.ok) throw new Error(result.message);
      const force = read(simulation, 'contact.rope~rail.normal-force')[0];
      if (simulation.time > 0.4) {
        jump = Math.max(jump, Math.abs(force - before));
        pressed = Math.max(pressed, force);
      }
      before = force;
    }
    // integrated in one go along each element, dips at edges came and went: steps of 6 us, and jumps of 60 % of the force
    expect(simulation.stats.rejected).toBe(0);
    expect(jump).toBeLessThan(0.2 * pressed);
  },
);

test.each([12, 48])('hauled over a rail of %d facets without friction, edges hold nothing back', (sides) => {
  const simulation = new Simulation(overRail(-0.35, 28, sides, { friction: 'none' }));
  const lost = (): number => {
    let sum = 0;
    for (const { name, dissipated } of simulation.dissipationByElement())
      if (name.startsWith('contact')) sum += dissipated;
    return sum;
  };
  let before = 0;
  while (simulation.time < 1.6) {
    const result = simulation.step(1.6);
    if (!result.ok) throw new Error(result.message);
    if (simulation.time < 0.4) before = lost();
  }
  // damped by how fast each point comes to an edge and leaves it, they took 13 and 6 % of the work; 0.1 % is left of swings of the load
  expect(Math.abs(lost() - before)).toBeLessThan(0.005 * simulation.energy.work);
});

test('what cables in touch hold more after their nodes changed is work of what changed them; less is lost', () => {
  const stored = Float64Array.from([3, 5]);
  const none = { count: 0, length: 0 };
  const w = {
    model: { joints: { count: 2 }, springs: { count: 1 }, actions: { count: 0 } },
    cables: { items: [{}] },
    hulls: { items: [] },
    touch: { stored, power: none },
  } as unknown as Workspace;
  const sums = new EnergySums(w);
  sums.sums.resize(8);
  sums.sums.data.fill(0);
  sums.keepTouch();
  stored.set([3.5, 4]);
  sums.bookTouch();
  // 1 drivers and loads, 2 joints, 1 spring, 1 cable, what is around it, then the two pairs
  expect([...sums.sums.data.subarray(0, 8)]).toEqual([0.5, 0, 0, 0, 0, 0, 0.5, 0]);
});
