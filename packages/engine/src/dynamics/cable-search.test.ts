/** The search of the documents instead of the tree, chosen for a run. */
import { expect, test } from 'vitest';
import { cable, line, ROPE, workspace } from '../../test/cables.ts';
import { body, CONTACT, FLOOR, model, place, read, run, shape, STEEL, WORLD } from '../../test/support.ts';
import type { CableSearch, SolidSearch } from '../proximity/index.ts';
import { Simulation } from './index.ts';

/** Two ropes across a third that lies on the floor. */
function across(cableSearch: CableSearch): Simulation {
  const rope = { ...ROPE, bendingStiffness: 0.05, bendingDamping: 0.02 };
  const laid = (name: string, from: number[], to: number[]) =>
    cable(name, 1, 10, { pieces: [{ rope, length: 1, elements: 10 }], shape: line(from, to, 10) });
  return new Simulation(
    model([FLOOR], {
      contacts: { ...CONTACT, cableSearch },
      materials: [STEEL],
      cables: [
        laid('under', [-0.5, 0, 0.01], [0.5, 0, 0.01]),
        laid('over', [0.2, -0.5, 0.035], [0.2, 0.5, 0.035]),
        laid('slanting', [-0.5, -0.4, 0.035], [0.1, 0.4, 0.035]),
      ],
      solver: { step: 2e-3 },
    }),
  );
}

/** All its numbers: positions and twists. */
function nodes(s: Simulation, name: string): Float64Array | undefined {
  return workspace(s).cables.items.find((item) => item.name === name)?.cable.q;
}

test('random starts find the few places where ropes cross: bit for bit what the tree finds', () => {
  const tree = across('tree');
  const mls = across('mls-dist');
  run(tree, 0.06);
  run(mls, 0.06);
  expect(read(mls, 'contact.under~over.normal-force')[0]).toBeGreaterThan(0.1);
  expect(read(mls, 'contact.under~slanting.normal-force')[0]).toBeGreaterThan(0.1);
  for (const name of ['under', 'over', 'slanting']) expect(nodes(mls, name)).toEqual(nodes(tree, name));
});

/** The values of a checkpoint without its last column, the counts of work: a resumed run searches once more for contacts that the other run still holds. */
function withoutCounts(bytes: Uint8Array): Uint8Array {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const start = text.indexOf('{"model"');
  const end = text.indexOf('\n', start);
  const { columns } = JSON.parse(text.slice(start, end)) as { columns: [string, number][] };
  const [name, length] = columns[columns.length - 1];
  expect(name).toBe('effort');
  return bytes.slice(end + 1, bytes.length - 8 * length);
}

test('continued from a checkpoint it draws the same numbers and tracks the same pairs', () => {
  const a = across('mls-dist');
  run(a, 0.03);
  const b = across('mls-dist');
  b.load(a.save());
  run(a, 0.06);
  run(b, 0.06);
  expect(b.hash()).toBe(a.hash());
  expect(withoutCounts(b.save())).toEqual(withoutCounts(a.save())); // the search is in it
});

/** A rope falls over a box, a drum and a hull that stand on the floor. */
function over(solidSearch: SolidSearch): Simulation {
  const rope = { ...ROPE, bendingStiffness: 0.05, bendingDamping: 0.02 };
  const fixed = (name: string, what: Parameters<typeof shape>[0], at: number[]) =>
    body(name, { kind: 'fixed', placement: place(at), shapes: [shape(what)] });
  const roof = [-0.1, 0.1].flatMap((y) => [-0.1, 0, 0.1].map((x) => [x, y, x === 0 ? 0.1 : -0.1])).flat();
  const bodies = [
    FLOOR,
    fixed('box', { kind: 'box', half: [0.05, 0.1, 0.1] }, [-0.4, 0, 0.1]),
    fixed('drum', { kind: 'cylinder', radius: 0.08, halfLength: 0.1 }, [0, 0, 0.1]),
    fixed('roof', { kind: 'hull', points: roof }, [0.4, 0, 0.1]),
  ];
  return new Simulation(
    model(bodies, {
      contacts: { ...CONTACT, solidSearch },
      materials: [STEEL],
      cables: [
        cable('rope', 1, 24, {
          pieces: [{ rope, length: 1.2, elements: 24 }],
          shape: line([-0.6, 0, 0.24], [0.6, 0.01, 0.24], 24),
        }),
      ],
      solver: { step: 2e-3 },
    }),
  );
}

test('random points find where a rope falls on solids: bit for bit what the tree finds', () => {
  const tree = over('tree');
  const random = over('stochastic');
  expect(workspace(tree).touch.onSolids.random).toBeUndefined();
  expect(workspace(random).touch.onSolids.random).toHaveLength(4);
  run(tree, 0.2);
  run(random, 0.2);
  for (const solid of ['box', 'drum', 'roof']) {
    expect(read(tree, `contact.rope~${solid}.normal-force`)[0]).toBeGreaterThan(0.01);
  }
  expect(nodes(random, 'rope')).toEqual(nodes(tree, 'rope'));
});

test('continued from a checkpoint random points go on from where they were', () => {
  const a = over('stochastic');
  run(a, 0.05);
  const b = over('stochastic');
  b.load(a.save());
  run(a, 0.1);
  run(b, 0.1);
  expect(b.hash()).toBe(a.hash());
  expect(withoutCounts(b.save())).toEqual(withoutCounts(a.save()));
});

test('what random points have not found does not pass unseen: a rope at 60 m/s comes to rest on a plate of 4 mm, or the run ends as passed', () => {
  for (let k = 0; k < 12; k++) {
    const plate = body('plate', {
      kind: 'fixed',
      placement: place([0, 0, 0]),
      shapes: [shape({ kind: 'box', half: [0.5, 0.5, 0.002] })],
    });
    const rope = { ...ROPE, bendingStiffness: 0.05, bendingDamping: 0.02 };
    const s = new Simulation(
      model([WORLD, plate], {
        contacts: { ...CONTACT, solidSearch: 'stochastic' },
        materials: [STEEL],
        cables: [
          cable('rope', 1, 12, {
            pieces: [{ rope, length: 0.6, elements: 12 }],
            shape: line([-0.3, 0.01 * k, 0.03 + 0.002 * k], [0.3, 0.02, 0.03], 12),
          }),
        ],
        solver: { step: 1e-3 },
      }),
    );
    const w = workspace(s);
    const { at, cable: thrown } = w.cables.items[0];
    const { velocity } = (s as unknown as { state: { velocity: Float64Array } }).state;
    for (let i = 0; i < thrown.nodeCount; i++) velocity[at + 4 * i + 2] = -60;
    let result = s.step(0.01);
    while (result.ok && s.time < 0.01) result = s.step(0.01);
    if (!result.ok) {
      expect(result.reason).toBe('passed');
      continue;
    }
    for (let i = 0; i < thrown.nodeCount; i++) expect(thrown.q[4 * i + 2]).toBeGreaterThan(0);
  }
});
