/** How close strands come, whether they touch or not. */
import { describe, expect, test } from 'vitest';
import { cable, line, ROPE, workspace } from '../../test/cables.ts';
import { body, model, place, read, shape, turn, WORLD } from '../../test/support.ts';
import { Simulation } from '../dynamics/index.ts';
import type { CableSpec } from '../model/index.ts';

/** A cable laid along points of a curve at equal steps of its parameter. */
function laid(name: string, elements: number, point: (t: number) => number[], diameter = 0.02): CableSpec {
  const nodes = Array.from({ length: elements + 1 }, (_, i) => point(i / elements));
  let length = 0;
  for (let i = 1; i <= elements; i++) length += Math.hypot(...nodes[i].map((x, k) => x - nodes[i - 1][k]));
  return { name, pieces: [{ rope: { ...ROPE, diameter }, length, elements }], shape: nodes.flat() };
}

function still(cables: CableSpec[], bodies: Parameters<typeof model>[0] = [WORLD]): Simulation {
  return new Simulation(model(bodies, { gravity: [0, 0, 0], cables }));
}

describe('of cables', () => {
  test('crossing lines: the common perpendicular less both radii, once, and half way between', () => {
    const a = cable('a', 2, 8, { shape: line([-1, 0, 0], [1, 0, 0], 8) });
    const b = cable('b', 2, 8, { shape: line([0.1, -1, 0.3], [0.1, 1, 0.3], 8) });
    const s = still([a, b]);
    expect(read(s, 'separation.a~b.least')[0]).toBeCloseTo(0.28, 12);
    expect(read(s, 'separation.a~b.count')[0]).toBe(0); // beyond ten diameters
    const at = read(s, 'separation.a~b.point');
    for (const [k, x] of [0.1, 0, 0.15].entries()) expect(at[k]).toBeCloseTo(x, 9);
    // a straight cable has no second strand of its own: as far as it is long
    expect(read(s, 'separation.a~a.least')[0]).toBeCloseTo(2, 12);
    expect(read(s, 'separation.a~a.count')[0]).toBe(0);
  });

  test('it follows the nodes, and overlap is negative', () => {
    const a = cable('a', 2, 8, { shape: line([-1, 0, 0], [1, 0, 0], 8) });
    const b = cable('b', 2, 8, { shape: line([0.1, -1, 0.3], [0.1, 1, 0.3], 8) });
    const s = still([a, b]);
    expect(read(s, 'separation.a~b.least')[0]).toBeCloseTo(0.28, 12);
    const { q } = workspace(s).cables.items[1].cable;
    for (let i = 0; i <= 8; i++) q[4 * i + 2] = 0.015;
    expect(read(s, 'separation.a~b.least')[0]).toBeCloseTo(-0.005, 12);
    expect(read(s, 'separation.a~b.count')[0]).toBe(1);
  });

  test('turns of a helix: the distance of its curve, found to the fourth power of the element', () => {
    const [radius, pitch, turns] = [0.2, 0.08, 3];
    const helix = (t: number): number[] => {
      const phi = 2 * Math.PI * turns * t;
      return [radius * Math.cos(phi), radius * Math.sin(phi), (pitch * phi) / (2 * Math.PI)];
    };
    // least of (2 R sin(x/2))^2 + (p x/2 pi)^2 near one turn
    let exact = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 200_000; i++) {
      const x = 5.5 + i * 1e-5;
      exact = Math.min(exact, Math.hypot(2 * radius * Math.sin(x / 2), (pitch * x) / (2 * Math.PI)));
    }
    const error = (elements: number): number =>
      Math.abs(read(still([laid('coil', elements, helix)]), 'separation.coil~coil.least')[0] - (exact - 0.02));
    expect(error(48)).toBeLessThan(2e-4);
    expect(error(96)).toBeLessThan(2e-5);
  });

  test('three legs across a line: all three places, nearest first', () => {
    const legs = [
      [-0.5, 0.2],
      [0, 0.1],
      [0.5, 0.15],
    ];
    // up, down and up again, heights constant along each leg
    const nodes = legs.flatMap(([x, z], k) =>
      Array.from({ length: 9 }, (_, i) => [x, (k % 2 === 0 ? 1 : -1) * (i / 4 - 1), z]),
    );
    const lengths = nodes.slice(1).map((p, i) => Math.hypot(...p.map((x, r) => x - nodes[i][r])));
    const pieces = lengths.map((length) => ({ rope: ROPE, length, elements: 1 }));
    const across: CableSpec = { name: 'across', pieces, shape: nodes.flat() };
    const s = still([cable('line', 2, 16, { shape: line([-1, 0, 0], [1, 0, 0], 16) }), across]);
    const found = ['least', 'second', 'third'].map((name) => read(s, `separation.line~across.${name}`)[0]);
    for (const [k, height] of [0.1, 0.15, 0.2].entries()) expect(found[k]).toBeCloseTo(height - 0.02, 12);
    expect(read(s, 'separation.line~across.count')[0]).toBe(3);
    // legs of 2 m from y = 1 down, up, down: each crosses the line in its middle; 0.5 m and a bit from one leg to the next
    const joint = Math.hypot(0.5, 0.1);
    const arcs = [3 + joint, 5 + joint + Math.hypot(0.5, 0.05), 1];
    for (const [k, [x, z]] of [legs[1], legs[2], legs[0]].entries()) {
      const of = `separation.line~across.minimum-${k}`;
      expect(read(s, `${of}.distance`)[0]).toBeCloseTo(found[k], 12);
      expect(read(s, `${of}.arc`)[0]).toBeCloseTo(1 + x, 9);
      expect(read(s, `${of}.other-arc`)[0]).toBeCloseTo(arcs[k], 9);
      for (const [r, at] of [x, 0, 0.5 * z].entries()) expect(read(s, `${of}.point`)[r]).toBeCloseTo(at, 9);
    }
  });
});

describe('of a cable from solids', () => {
  const shapes = [
    ['box', shape({ kind: 'box', half: [0.1, 0.2, 0.3] }), 0.5 - 0.1],
    ['sphere', shape({ kind: 'sphere', radius: 0.2 }), 0.5 - 0.2],
    ['cylinder', shape({ kind: 'cylinder', radius: 0.15, halfLength: 0.4 }), 0.5 - 0.15],
    [
      'hull',
      shape({ kind: 'hull', points: [0.3, 0, 0, -0.3, 0, 0, 0, 0.3, 0, 0, -0.3, 0, 0, 0, 0.3, 0, 0, -0.3] }),
      0.5 - 0.3,
    ],
  ] as const;
  test.each(shapes)('an upright line beside a %s: its surface, less the radius', (_, what, gap) => {
    const s = still(
      [cable('line', 2, 7, { shape: line([0.5, 0, -1.1], [0.5, 0, 0.9], 7) })],
      [WORLD, body('block', { kind: 'fixed', shapes: [what] })],
    );
    expect(read(s, 'separation.line~block.least')[0]).toBeCloseTo(gap - 0.01, 7);
    expect(read(s, 'separation.line~block.point')[0]).toBeCloseTo(0.5, 12);
  });

  test('a body that is turned and moved takes its shape along', () => {
    const block = body('block', {
      kind: 'fixed',
      placement: place([1, 0, 0], turn([0, 1, 0], Math.PI / 4)),
      shapes: [shape({ kind: 'box', half: [0.1, 0.1, 0.1] })],
    });
    const s = still([cable('line', 2, 7, { shape: line([0.5, 0, -1], [0.5, 0, 1], 7) })], [WORLD, block]);
    expect(read(s, 'separation.line~block.least')[0]).toBeCloseTo(0.5 - 0.1 * Math.SQRT2 - 0.01, 7);
  });
});

test('recorded only when asked for by name', () => {
  const s = still([cable('a', 2, 8, { shape: line([-1, 0, 0], [1, 0, 0], 8) })]);
  const found = s.probes.filter(({ name }) => name.startsWith('separation.'));
  expect(found.length).toBeGreaterThan(0);
  expect(found.every(({ detail }) => detail === true)).toBe(true);
});
