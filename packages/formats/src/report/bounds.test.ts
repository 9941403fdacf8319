import type { Frames, Scenery, SceneryPart } from '@hawser/record';
import { expect, test } from 'vitest';
import { extentOf, viewOf } from './bounds.ts';

/** A rectangle of half sides a and b in the x-y plane, tipped about y. */
function face(a: number, b: number, tip = 0): SceneryPart {
  const corners = [
    [-a, -b],
    [a, -b],
    [a, b],
    [-a, b],
  ];
  const positions = corners.flatMap(([x, y]) => [x * Math.cos(tip), y, -x * Math.sin(tip)]);
  const look = { colour: '#888888', opacity: 1, normals: new Float32Array(0) };
  return { name: 'face', positions: Float32Array.from(positions), indices: Uint32Array.of(0, 1, 2, 0, 2, 3), ...look };
}

/** A plate of 1 m that rises by 1 m over something fixed. */
function scene(ground: SceneryPart): { frames: Frames; scenery: Scenery } {
  const frames = {
    bodies: ['plate'],
    time: Float64Array.of(0, 1),
    poses: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0),
  };
  const bodies = [
    { name: 'ground', fixed: true, parts: [ground] },
    { name: 'plate', fixed: false, parts: [face(0.5, 0.5)] },
  ];
  return { frames, scenery: { bodies } };
}

function sees(ground: SceneryPart): { fits: boolean; width: number } {
  const { frames, scenery } = scene(ground);
  const { bounds, backdrop } = extentOf(frames, scenery);
  return { fits: !backdrop.has(ground), width: bounds.max[0] - bounds.min[0] };
}

test('extent: a level floor is a backdrop as soon as it is larger than what moves', () => {
  expect(sees(face(4, 4))).toEqual({ fits: false, width: 1 });
  expect(sees(face(0.4, 0.4))).toEqual({ fits: true, width: 1 }); // a tile under it is part of the scene
});

test('extent: a slope belongs to the picture unless it is without end', () => {
  expect(sees(face(3, 3, 0.3)).fits).toBe(true);
  expect(sees(face(40, 40, 0.3)).fits).toBe(false);
});

test('small bodies at work beside a long one are looked at from their side, and fill the picture', () => {
  const box = (x: number, y: number, z: number): SceneryPart => ({
    name: 'box',
    colour: '#888888',
    opacity: 1,
    positions: Float32Array.from(
      [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z]),
    ),
    normals: new Float32Array(0),
    indices: Uint32Array.of(0, 1, 2),
  });
  const scenery = {
    bodies: [
      { name: 'ship', fixed: false, parts: [box(50, 8, 5)] },
      { name: 'boat', fixed: false, parts: [box(3, 1, 1)] },
      { name: 'painter#0', fixed: false, parts: [] },
    ],
  };
  const view = (y: number, speed = 0, x = 10, bodies = scenery.bodies): ReturnType<typeof viewOf> => {
    const poses = Float64Array.from(
      [0, 1].flatMap((t) => [speed * t, 0, 0.1 * t, 1, 0, 0, 0, x + speed * t, y, t, 1, 0, 0, 0]),
    );
    return viewOf({ bodies: ['ship', 'boat'], time: Float64Array.of(0, 1), poses }, { bodies });
  };
  expect(view(12, 0, 10, scenery.bodies.slice(0, 2)).room).toBeUndefined(); // a buoy beside a barge: nothing is at work
  expect(Math.sin(view(12).azimuth)).toBeGreaterThan(0.5); // from +y
  expect(Math.sin(view(-12).azimuth)).toBeLessThan(-0.5);
  expect(view(12).room).toEqual({ min: [7, 11, -1], max: [13, 13, 2] });
  expect(view(0).room).toBeUndefined(); // amidships there is no side
  expect(view(150).room).toBeUndefined(); // far off, the scene is more than the ship
  expect(view(12).follow).toBeUndefined();
  // a ship that makes way: the eye goes along, and the room is what is seen from her
  const under = view(12, 300);
  expect(under.follow).toBe('ship');
  expect(under.room).toEqual({ min: [7, 11, -1], max: [13, 13, 2] });
  // over the stern: looked at from astern, a little to one side
  const astern = view(0, 0, -54);
  expect(astern.room).toEqual({ min: [-57, -1, -1], max: [-51, 1, 2] });
  expect(Math.cos(astern.azimuth)).toBeLessThan(-0.5);
});
