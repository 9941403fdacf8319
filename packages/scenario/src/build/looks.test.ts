import type { Scenery } from '@hawser/record';
import { expect, test } from 'vitest';
import { compileScenario } from '../compile.ts';
import { memoryLoader } from '../assets.ts';
import { chainElement } from './chain/chain-look.ts';

const TEXT = `
hawser: 1
environment: { water: { surface: 0 m } }
ropes:
  chain: { look: chain, mass: 20 kg/m, stiffness: 10 MN, diameter: 0.18 m }
  line: { mass: 0.2 kg/m, stiffness: 20 kN, diameter: 14 mm }
bodies:
  deck: { fixed: true, position: [0, 0, 3 m], rotation: { yaw: 90 deg }, shapes: [{ box: [4 m, 4 m, 0.2 m] }] }
  boat: { mass: 200 kg, inertia: [50, 50, 50], position: [9 m, 0, 1 m], shapes: [{ box: [2 m, 1 m, 1 m] }] }
cables:
  mooring: { rope: chain, length: 10 m, elements: 4, from: { body: deck }, to: { body: boat } }
  tag: { rope: line, length: 12 m, elements: 3, from: { body: deck, point: [0, 1 m, 1.1 m] }, to: { body: boat } }
deckhands:
  bosun: { cable: tag, rope: 20 m, hands: 1.1 m }
run: { duration: 1 s }
`;

function scenery(): Scenery {
  const result = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': TEXT }), readers: {}, set: [] });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.compiled.scenery;
}

test('a rope with the look of a chain is drawn as links as wide as its diameter, every other one turned by a quarter', () => {
  const mesh = chainElement(0.18, 2);
  const [x, y] = [0, 1].map((axis) => {
    const own = mesh?.positions.filter((_, i) => i % 3 === axis) ?? [];
    return Math.max(...own) - Math.min(...own);
  });
  // five corners around a bar: at the least cos 36 degrees of its radius is inside the true width
  for (const width of [x, y]) {
    expect(width).toBeLessThanOrEqual(0.18 + 1e-6);
    expect(width).toBeGreaterThan(0.18 - 0.05 * (1 - Math.cos(Math.PI / 5)) * 2);
  }
  expect(chainElement(0.01, 2)).toBeUndefined(); // 180 links in an element: none could be told from the next
  const body = scenery().bodies.find(({ name }) => name === 'mooring#0');
  expect(body?.parts.map(({ name }) => name)).toEqual(['links']);
});

test('a deckhand is drawn as a person on the deck: feet on it, hands at the line, facing the far end of the line', () => {
  const deck = scenery().bodies.find(({ name }) => name === 'deck');
  const person = deck?.parts.filter(({ name }) => name.startsWith('deckhand bosun')) ?? [];
  const points = person.flatMap(({ positions }) => [...positions]);
  const of = (axis: number): number[] => points.filter((_, i) => i % 3 === axis);
  // the grip is at [0, 1, 1.1] of a deck turned by a quarter: [-1, 0, 4.1] of the world; its fixed bodies are drawn there
  expect(Math.min(...of(2))).toBeGreaterThan(3 - 0.02);
  expect(Math.min(...of(2))).toBeLessThan(3.01);
  expect(Math.max(...of(2))).toBeCloseTo(3 + 1.85, 1);
  const hands = person.find(({ name }) => name.endsWith('skin'));
  const nearest = Math.min(
    ...Array.from({ length: (hands?.positions.length ?? 0) / 3 }, (_, i) =>
      Math.hypot(...[-1, 0, 4.1].map((g, k) => (hands?.positions[3 * i + k] ?? 0) - g)),
    ),
  );
  expect(nearest).toBeLessThan(0.06);
  // the boat is towards +x, so the body is behind the hands
  const jacket = person.find(({ name }) => name.endsWith('jacket'));
  const middle = [...(jacket?.positions ?? [])].filter((_, i) => i % 3 === 0);
  expect(middle.reduce((sum, x) => sum + x, 0) / middle.length).toBeLessThan(-1.2);
});
