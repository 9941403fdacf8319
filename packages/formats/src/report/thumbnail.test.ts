import { type Frames, Recording, type Scenery, type SceneryPart } from '@hawser/record';
import { expect, test } from 'vitest';
import { renderThumbnailSvg } from './thumbnail.ts';

const FACES = [
  0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
];

/** A box, faces outwards. */
function box(colour: string, from: readonly number[], to: readonly number[]): SceneryPart {
  const positions = Array.from({ length: 8 }, (_, i) =>
    [0, 1, 2].map((axis) => ((i >> axis) & 1 ? to : from)[axis]),
  ).flat();
  const look = { colour, opacity: 1, normals: new Float32Array(0) };
  return { name: colour, positions: Float32Array.from(positions), indices: Uint32Array.from(FACES), ...look };
}

/** Still bodies, and a mark that moves so that there is something to look at. */
function drawn(parts: readonly SceneryPart[], water?: number): string {
  const frames: Frames = {
    bodies: ['mark'],
    time: Float64Array.of(0, 1),
    poses: Float64Array.of(0, 0, 3, 1, 0, 0, 0, 0.5, 0.5, 3.5, 1, 0, 0, 0),
  };
  const scenery: Scenery = {
    bodies: [
      ...parts.map((part, i) => ({ name: `still ${i}`, fixed: true, parts: [part] })),
      { name: 'mark', fixed: false, parts: [box('#0000ff', [-1, -1, -1], [1, 1, 1])] },
    ],
  };
  const nothing = new Recording([], Float64Array.of(0, 1), []);
  return renderThumbnailSvg(nothing, frames, scenery, water === undefined ? {} : { water });
}

const places = (svg: string, colour: string): number[] =>
  [...svg.matchAll(new RegExp(`fill="${colour}"`, 'g'))].map(({ index }) => index);

test('a box shows three of its faces: one closed border of six corners, and three edges', () => {
  const svg = drawn([box('#ff0000', [-2, -2, 0], [2, 2, 1])]);
  const [, border, edges] = /<path d="([^"]*)" fill="#ff0000"[^>]*\/><path d="([^"]*)"/.exec(svg) ?? [];
  expect(border.match(/[ML]/g)?.length).toBe(6);
  expect(edges.match(/M/g)?.length).toBe(3);
});

test('a part that is not convex shows what stands between its arms, and separate pieces are painted apart', () => {
  const arms = [box('#ff0000', [-3, -1, 0], [-2, 1, 4]), box('#ff0000', [2, -1, 0], [3, 1, 4])];
  const two: SceneryPart = {
    ...arms[0],
    positions: Float32Array.from(arms.flatMap(({ positions }) => [...positions])),
    indices: Uint32Array.from([...FACES, ...FACES.map((corner) => corner + 8)]),
  };
  expect(places(drawn([two]), '#ff0000').length).toBe(2);
});

test('what is below the water is painted before its surface, what is above after it', () => {
  const hull = box('#ff0000', [-2, -2, -1], [2, 2, 1]);
  const svg = drawn([hull, box('#00ff00', [-2, -2, -3], [2, 2, -2])], 0);
  const [surface] = places(svg, '#a9c9d6');
  const [wet, dry] = places(svg, '#ff0000');
  expect(places(svg, '#ff0000').length).toBe(2);
  expect(wet).toBeLessThan(surface);
  expect(dry).toBeGreaterThan(surface);
  expect(places(svg, '#00ff00').every((at) => at < surface)).toBe(true);
  expect(places(drawn([hull]), '#ff0000').length).toBe(1); // no water, no cut
});

test('a deck hides what lies wholly below it, also where that is nearer to the eye by its farthest point', () => {
  const deck = box('#ff0000', [-6, -6, 1], [6, 6, 1.2]);
  const below = box('#00ff00', [0, -5, -1], [1, -4, 0.5]); // near the eye, which looks from -y
  const svg = drawn([deck, below]);
  expect(places(svg, '#00ff00')[0]).toBeLessThan(places(svg, '#ff0000')[0]);
});
