/** Ropes laid by words: as long as closed forms say, clear of themselves and of posts, whatever the sizes. */
import { Random } from '@hawser/engine';
import { expect, test } from 'vitest';
import { memoryLoader } from '../assets.ts';
import { compileScenario } from '../compile.ts';
import { formatIssue } from '../issues.ts';
import { closestTurns } from './overlap.ts';

const readers = { mesh: () => ({ ok: false, message: '' }), table: () => ({ ok: false, message: '' }) } as never;

function compile(text: string) {
  return compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), readers, set: [] });
}

function cableOf(text: string) {
  const result = compile(text);
  if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
  const cable = result.compiled.spec.cables?.[0];
  if (cable?.shape === undefined) throw new Error('no shape');
  const nodes = Array.from({ length: cable.shape.length / 3 }, (_, i): [number, number, number] => {
    const at = (k: number): number => (cable.shape as readonly number[])[3 * i + k];
    return [at(0), at(1), at(2)];
  });
  return { cable, nodes, length: cable.pieces.reduce((sum, piece) => sum + piece.length, 0) };
}

function messages(text: string): string {
  const result = compile(text);
  return result.ok ? '' : result.issues.map(formatIssue).join('\n');
}

const upright = (radius: number, x: number, y = 0): string =>
  `{ cylinder: { radius: ${radius}, length: 4 }, at: [${x}, ${y}, 0] }`;

const world = (d: number, shapes: string, lay: string): string => `hawser: 1
ropes: { line: { mass: 1 kg/m, stiffness: 1 MN, diameter: ${d} } }
bodies: { posts: { fixed: true, shapes: [${shapes}] } }
cables: { line: { rope: line, lay: [${lay}] } }
`;

/** [m] of a turn: radius of post and half the rope, and what curved elements of 6 deg, or half a diameter, lie within it where straight runs meet it */
function laid(R: number, d: number): number {
  const r = R + d / 2;
  return r + Math.max((Math.PI / 30) * r, d / 2) ** 2 / (16 * r);
}

test('round turns about one post: two tangents, an arc and the turns, as long as the helix', () => {
  const [R, d, turns] = [0.2, 0.03, 3];
  const r = laid(R, d);
  const { length, nodes } = cableOf(
    world(d, upright(R, 0), `[-3, ${-r}, 0], { round: posts, turns: ${turns}, turning: anticlockwise }, [3, ${-r}, 0]`),
  );
  // comes and leaves along the same line y = -r: whole turns, climbing by 1.05 d each
  const rise = 1.05 * d * turns;
  const arc = 2 * Math.PI * r * turns;
  const tails = Math.sqrt(9 + (rise / 2) ** 2);
  expect(Math.abs(length / (Math.sqrt(arc * arc + rise * rise) + 2 * tails) - 1)).toBeLessThan(1e-4); // chords of a degree: 1.3e-5
  const heights = nodes.map(([, , z]) => z);
  expect(Math.max(...heights)).toBeCloseTo(rise / 2, 6);
});

test('figure-eights on two posts: each as long as two arcs and two crossing tangents, clear of itself where they cross', () => {
  for (const [R, S, apart, d, count] of [
    [0.15, 0.15, 0.8, 0.04, 3],
    [0.3, 0.1, 1.1, 0.05, 4],
    [0.05, 0.08, 0.3, 0.012, 2.5],
  ]) {
    const lay = (n: number): string =>
      `[-3, ${R + d / 2}, 0], { figure eights: ${n}, round: [posts.a, posts.b], at: 0, lead: 0 m }, [${apart + 4}, 0.9, 0]`;
    const shapes = `${upright(R, 0).replace('{', '{ name: a,')}, ${upright(S, apart).replace('{', '{ name: b,')}`;
    // flat, turns lie in each other: said, with the place
    expect(messages(world(d, shapes, lay(count)))).toMatch(/turns that lie clear of each other.*found/);
    const [r, s] = [R + d / 2, S + d / 2];
    const lean = Math.asin((r + s) / apart);
    const round = (r + s) * (Math.PI + 2 * lean) + 2 * Math.sqrt(apart * apart - (r + s) ** 2);
    const climbing = (n: number) => cableOf(world(d, shapes, lay(n).replace(', at: 0, lead: 0 m', '')));
    const [less, more] = [climbing(count), climbing(count + 1)];
    const near = closestTurns(more.nodes, d);
    expect(near?.distance).toBeGreaterThan(0.98 * d);
    // one figure more: its length, climb included; what comes and leaves changes by less than the climb
    expect(Math.abs((more.length - less.length) / round - 1)).toBeLessThan(0.02);
  }
});

test('sixty sets of posts, ropes and turns: laid clear of posts and of itself, or one sentence', () => {
  const random = new Random(20260);
  const pick = (a: number, b: number): number => a + (b - a) * random.uniform();
  let laid = 0;
  for (let k = 0; k < 60; k++) {
    const d = pick(0.005, 0.06);
    const [R, S] = [pick(1.5, 10) * d, pick(1.5, 10) * d];
    const apart = (R + S + d) * pick(1.1, 3);
    const shapes = `${upright(R, 0).replace('{', '{ name: a,')}, ${upright(S, apart).replace('{', '{ name: b,')}`;
    const kind = Math.floor(pick(0, 3));
    const n = Math.floor(pick(1, 5));
    const step = [
      `{ figure eights: ${n}, round: [posts.a, posts.b] }`,
      `{ round: [posts.a, posts.b], turns: ${n} }`,
      `{ round: posts.a, turns: ${n} }`,
    ][kind];
    const text = world(
      d,
      shapes,
      `[${-pick(1, 4)}, ${pick(-1, 1)}, 0], ${step}, [${pick(1, 2) - apart}, ${pick(2, 4)}, ${pick(-0.3, 0.3)}]`,
    );
    const said = messages(text);
    if (said !== '') {
      expect(said).toMatch(/expected .*found/);
      continue;
    }
    laid++;
    const { nodes } = cableOf(text);
    for (const [x, y] of nodes) {
      for (const [radius, at] of [
        [R, 0],
        [S, apart],
      ]) {
        expect(Math.hypot(x - at, y)).toBeGreaterThan((radius + d / 2) * (1 - 1e-3));
      }
    }
    expect(closestTurns(nodes, d)?.distance ?? d).toBeGreaterThan(0.95 * d);
  }
  expect(laid).toBeGreaterThan(30);
});

test('over a sheave between two bodies: half a turn on the near side, a quarter over a fairlead, whatever way its axis points', () => {
  for (const roll of [90, -90]) {
    const text = `hawser: 1
ropes: { line: { mass: 1 kg/m, stiffness: 1 MN, diameter: 20 mm } }
bodies:
  sheave: { fixed: true, position: [0, 0, 5], shapes: [{ cylinder: { radius: 0.24 m, length: 0.2 m }, rotation: { roll: ${roll} deg } }] }
  load: { mass: 10 kg, inertia: [1, 1, 1], position: [0.25, 0, 1], points: { eye: [0, 0, 0] } }
cables: { line: { rope: line, from: { body: world, point: [-0.25, 0, 0] }, to: { body: load, point: eye }, lay: [{ round: sheave }] } }
`;
    const r = laid(0.24, 0.02);
    const tails = Math.sqrt(25 + 0.25 ** 2 - r * r) + Math.sqrt(16 + 0.25 ** 2 - r * r);
    const lean =
      Math.atan2(0.25, 5) +
      Math.atan2(0.25, 4) -
      Math.atan2(r, Math.sqrt(25 + 0.25 ** 2 - r * r)) -
      Math.atan2(r, Math.sqrt(16 + 0.25 ** 2 - r * r));
    expect(Math.abs(cableOf(text).length - (tails + (Math.PI - lean) * r))).toBeLessThan(1e-4);
  }
});

test('turns on a cleat: under one horn, across the top, under the other; crossings lie on each other', () => {
  const d = 0.016;
  const text = world(
    d,
    '{ cylinder: { radius: 20 mm, length: 0.5 m }, rotation: { pitch: 90 deg } }',
    '[-0.1, 1, -0.1], { cleat turns: 2, round: posts, under: 0.1 m }, [0.1, -1, -0.2]',
  );
  const { nodes } = cableOf(text);
  const top = nodes.filter(([x, , z]) => z > 0.02 && Math.abs(x) < 0.03);
  // four crossings: one on the bar, three more a diameter higher each
  expect(Math.max(...top.map(([, , z]) => z))).toBeGreaterThan(0.02 + 3.3 * d);
  const low = nodes.filter(([, y, z]) => z < -0.02 && Math.abs(y) < 0.02).map(([x]) => x);
  expect(Math.min(...low)).toBeLessThan(-0.09);
  expect(Math.max(...low)).toBeGreaterThan(0.09);
  expect(closestTurns(nodes, d)?.distance).toBeGreaterThan(0.9 * d);
});

test('what is wrong is said at its place', () => {
  const post = upright(0.1, 0);
  const said = (lay: string): string => messages(world(0.02, post, lay));
  expect(said('[-1, 0, 0], { round: bollard }, [1, 0, 0]')).toMatch(/lay\[1\]\.round.*bollard/);
  expect(said('[-1, 0, 0], { round: posts, figure eights: 2 }, [1, 0, 0]')).toMatch(/two posts for figure-eights/);
  expect(said('[0.05, 0, 0], { round: posts, turns: 2 }, [1, 0, 0]')).toMatch(
    /lay\[1\].*0.1101 m from its axis.*0.05 m/,
  );
  expect(said('[-1, 0, 0], { round: posts, turns: 2.5 }, [1, 0, 0]')).toMatch(/whole turns/);
  expect(said('{ round: posts, turns: 2 }, [1, 0, 0]')).toMatch(/a point at the start/);
  expect(said('[-1, 0, 0], { round: posts, turns: 30, lead: 0.2 m }, [1, 0, 0]')).toMatch(
    /turns on "posts", which is 4 m long/,
  );
});
