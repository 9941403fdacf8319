/** What is drawn along a cable. */
import { describe, expect, test } from 'vitest';
import { cable, line, ROPE, workspace } from '../../test/cables.ts';
import { body, CONTACT, model, read, shape } from '../../test/support.ts';
import { Simulation } from '../dynamics/index.ts';

const held = { body: 0, point: [0, 0, 0] as const };

test('along a rope that hangs: arc from 0 to its length, tension the weight below, no curvature', () => {
  const s = new Simulation(model([], { cables: [cable('rope', 10, 20, { start: held })] }));
  for (let i = 0; i <= 20; i++) {
    expect(read(s, `cable.rope.range-${i}.arc`)[0]).toBeCloseTo(0.5 * i, 12);
    expect(read(s, `cable.rope.range-${i}.curvature`)[0]).toBeCloseTo(0, 9);
  }
  // elements carry what hangs below their middle; at a node the mean is the weight below the node, at the ends all of it and none
  for (let i = 0; i <= 20; i++) {
    expect(read(s, `cable.rope.range-${i}.tension`)[0]).toBeCloseTo(0.5 * 9.81 * (10 - 0.5 * i), 6);
  }
  for (const all of ['start.tension', 'tension-max']) expect(read(s, `cable.rope.${all}`)[0]).toBeCloseTo(49.05, 6);
  for (const none of ['end.tension', 'tension-min']) expect(read(s, `cable.rope.${none}`)[0]).toBeCloseTo(0, 6);
  expect(s.probes.every((p) => !p.name.includes('.range-') || p.detail === true)).toBe(true);
  expect(s.probes.some((p) => p.name.endsWith('.twist'))).toBe(false);
});

test('a slack rope has no tension, whatever it is pushed with; a rod has', () => {
  for (const [slackRatio, least] of [
    [undefined, 0],
    [1, -50],
  ] as const) {
    const rope = { ...ROPE, slackRatio };
    const s = new Simulation(
      model([], { cables: [{ name: 'rope', pieces: [{ rope, length: 10, elements: 20 }], start: held }] }),
    );
    const { tension } = workspace(s).cables.items[0].cable;
    tension.fill(-50, 3);
    expect(read(s, 'cable.rope.tension-min')[0]).toBe(least);
    for (const channel of ['element-9', 'range-9']) expect(read(s, `cable.rope.${channel}.tension`)[0]).toBe(least);
    expect(read(s, 'cable.rope.end.tension')[0]).toBeLessThanOrEqual(least === 0 ? 0 : -1e-9);
    expect(read(s, 'cable.rope.end.tension')[0]).toBeGreaterThanOrEqual(least);
    expect(read(s, 'cable.rope.element-1.tension')[0]).toBeGreaterThan(0);
  }
});

test('a rope that is bent pushes where it is curved, by no more than its bending carries: T + EI kappa^2/2 >= 0', () => {
  const [radius, bending] = [0.5, 2]; // [m], [N m^2]
  const shape = Array.from({ length: 21 }, (_, i) => {
    const angle = (i * Math.PI) / 40;
    return [radius * Math.sin(angle), 0, radius * (1 - Math.cos(angle))];
  });
  const rope = { ...ROPE, bendingStiffness: bending };
  const pieces = [{ rope, length: (radius * Math.PI) / 2, elements: 20 }];
  const s = new Simulation(model([], { cables: [{ name: 'rope', pieces, shape: shape.flat() }] }));
  const { tension } = workspace(s).cables.items[0].cable;
  const carries = bending / (2 * radius * radius);
  for (const [pushed, reported] of [
    [-1, -1],
    [-50, -carries],
  ]) {
    tension.fill(pushed);
    expect(read(s, 'cable.rope.element-9.tension')[0]).toBeCloseTo(reported, 1); // the arc is one of 20 chords
  }
});

test('curvature of an arc, and twist of a rod turned evenly', () => {
  const radius = 2;
  const shape = Array.from({ length: 21 }, (_, i) => {
    const angle = 0.05 * i;
    return [radius * Math.sin(angle), 0, radius * (1 - Math.cos(angle))];
  }).flat();
  const rope = { ...ROPE, bendingStiffness: 10, torsionalStiffness: 5 };
  const s = new Simulation(
    model([], {
      gravity: [0, 0, 0],
      cables: [{ name: 'rod', pieces: [{ rope, length: 2, elements: 20 }], start: held, shape }],
    }),
  );
  // 2 tan(0.025) over the chord of 0.05 rad
  expect(read(s, 'cable.rod.range-10.curvature')[0]).toBeCloseTo(1 / radius, 3);
  expect(read(s, 'cable.rod.range-0.curvature')[0]).toBe(0);
  const { q } = workspace(s).cables.items[0].cable;
  for (let i = 0; i < 20; i++) q[4 * i + 3] = 0.03 * i;
  expect(read(s, 'cable.rod.range-10.twist')[0]).toBeCloseTo(0.03 / 0.1, 3);
});

test.each([
  ['start', 0],
  ['end', 16],
] as const)('a cantilever clamped at its %s bends most there: w L^2/(2 EI)', (end, node) => {
  const rope = { ...ROPE, bendingStiffness: 1000 };
  const clamp = { ...held, direction: [1, 0, 0] as const };
  const s = new Simulation(
    model([], { cables: [{ name: 'rod', pieces: [{ rope, length: 2, elements: 16 }], [end]: clamp }] }),
  );
  // of 16 elements a hundredth of it; the rod sags by 1 % of its length, which moment and shape hardly see
  const root = (0.5 * 9.81 * 2 * 2) / (2 * 1000);
  expect(read(s, `cable.rod.range-${node}.curvature`)[0] / root).toBeCloseTo(1, 2);
  expect(read(s, 'cable.rod.curvature-max')[0]).toBe(read(s, `cable.rod.range-${node}.curvature`)[0]);
});

test.each([
  ['start', 1],
  ['end', -1],
] as const)('a cantilever bears on its %s with w L^2/2, about the axis its weight turns it', (end, side) => {
  const rope = { ...ROPE, bendingStiffness: 1000 };
  const clamp = { ...held, direction: [1, 0, 0] as const };
  const s = new Simulation(
    model([], { cables: [{ name: 'rod', pieces: [{ rope, length: 2, elements: 16 }], [end]: clamp }] }),
  );
  // weights at the nodes have the moment of the even load; the sag, a slope of 0.65 %, takes 1e-5 off their levers
  const [x, y, z] = read(s, `cable.rod.${end}.moment`);
  expect((side * y) / (0.5 * 0.5 * 9.81 * 2 * 2)).toBeCloseTo(1, 4);
  for (const none of [x, z]) expect(none).toBeCloseTo(0, 9);
  const other = end === 'start' ? 'end' : 'start';
  expect(read(s, `cable.rod.${other}.moment`)).toEqual(new Float64Array(3));
});

describe('tension at an end', () => {
  /** 10 m that hang: 46.6 N in the first of ten elements, 41.7 N in the next, 49.05 N at the top. */
  const hanging = (): Simulation => new Simulation(model([], { cables: [cable('rope', 10, 10, { start: held })] }));
  const top = (s: Simulation): number => read(s, 'cable.rope.start.tension')[0];

  test('a jerk on the holder, either way, is not one of the rope', () => {
    const s = hanging();
    const { lambda, cables } = workspace(s);
    const at = cables.firstRow + 2;
    const pull = lambda[at];
    expect(pull).toBeCloseTo(-49.05, 6);
    lambda[at] = pull - 1000;
    expect(top(s)).toBeCloseTo(49.05, 6); // no more than the elements lead to
    lambda[at] = pull + 1000;
    expect(top(s)).toBeCloseTo(9.5 * 0.5 * 9.81, 6); // that of the element
  });

  test('a wave in the next element is not one at the end', () => {
    const s = hanging();
    const { tension } = workspace(s).cables.items[0].cable;
    tension[1] = 0;
    expect(top(s)).toBeCloseTo(49.05, 6); // no more than the holder feels
    tension[1] = 1000;
    expect(top(s)).toBeCloseTo(tension[0], 6);
  });
});

test('a straight line given as a shape has no curvature', () => {
  const shape = line([0, 0, 0], [10, 0, 0], 20);
  const s = new Simulation(model([], { cables: [cable('rope', 10, 20, { start: held, shape })] }));
  expect(read(s, 'cable.rope.curvature-max')[0]).toBeCloseTo(0, 12);
});

test('a rod turned evenly is drawn turned: z along its elements, x by its turn further at each', () => {
  const rope = { ...ROPE, bendingStiffness: 10, torsionalStiffness: 5 };
  const s = new Simulation(
    model([], {
      gravity: [0, 0, 0],
      cables: [{ name: 'rod', pieces: [{ rope, length: 2, elements: 8 }], start: held }],
    }),
  );
  const { cable: rod } = workspace(s).cables.items[0];
  const axis = (j: number, of: 'x' | 'z'): number[] => {
    const [w, x, y, z] = read(s, `rod#${j}.rotation`);
    return of === 'x'
      ? [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)]
      : [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
  };
  const start = axis(3, 'x');
  const along = axis(3, 'z');
  for (let r = 0; r < 3; r++) expect(along[r]).toBeCloseTo(rod.direction[3 * 4 + r], 12);
  rod.q[4 * 3 + 3] += 0.4;
  const after = axis(3, 'x');
  expect(start.reduce((sum, value, i) => sum + value * after[i], 0)).toBeCloseTo(Math.cos(0.4), 12);
  // right-handed about the element
  const cross = [0, 1, 2].map((r) => start[(r + 1) % 3] * after[(r + 2) % 3] - start[(r + 2) % 3] * after[(r + 1) % 3]);
  expect(cross.reduce((sum, value, i) => sum + value * along[i], 0)).toBeCloseTo(Math.sin(0.4), 12);
});

test('a rope pressed a millimetre into a plate: area and volume of the patch, and what presses on each metre', () => {
  const [r, depth, length] = [0.5 * ROPE.diameter, 1e-3, 1];
  const nodes = line([-0.5, 0, 0.1 + r - depth], [0.5, 0, 0.1 + r - depth], 10);
  const plate = body('plate', { kind: 'fixed', shapes: [shape({ kind: 'box', half: [2, 1, 0.1] })] });
  const s = new Simulation(
    model([plate], { contacts: CONTACT, gravity: [0, 0, 0], cables: [cable('rope', length, 10, { shape: nodes })] }),
  );
  const chord = 2 * Math.sqrt(2 * r * depth - depth * depth);
  const segment = r * r * Math.acos(1 - depth / r) - 0.5 * (r - depth) * chord;
  expect(read(s, 'contact.rope~plate.area')[0] / (chord * length)).toBeCloseTo(1, 6);
  expect(read(s, 'contact.rope~plate.volume')[0] / (segment * length)).toBeCloseTo(1, 6);
  const normal = read(s, 'contact.rope~plate.normal-force')[0];
  expect(normal).toBeGreaterThan(1);
  for (let i = 0; i <= 10; i++) expect(read(s, `cable.rope.range-${i}.load`)[0] / (normal / length)).toBeCloseTo(1, 6);
});
