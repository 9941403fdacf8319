import { expect, test } from 'vitest';
import { bytesPerCall } from '../../../test/allocation.ts';
import { boxMesh, linkMesh, type ShapeSpec } from '../../geometry/index.ts';
import type { CollisionShape } from '../built-shape.ts';
import { PatchList } from '../volume/patch-list.ts';
import type { SolidPair } from '../volume/solid-pair.ts';
import { LinkLinkPair } from './link-link-pair.ts';
import { LinkSolidPair } from './link-solid-pair.ts';

const D = 0.062;
const FORM = { bar: D, length: 6 * D, width: 3.6 * D, stud: 0.6 * D };
const UPRIGHT = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const CROSSED = [0.12, -0.993, 0, 0.993, 0.12, 0, 0, 0, 1];
const LINK: ShapeSpec = { kind: 'mesh', ...linkMesh({ ...FORM, bends: 6, barSides: 8 }), link: FORM };
const BOX: ShapeSpec = { kind: 'mesh', ...boxMesh(1, 1, 0.2) };

function shape(spec: ShapeSpec, body: number): CollisionShape {
  return { shape: spec, body, position: [0, 0, 0], rotation: UPRIGHT };
}

const linked = (): SolidPair => new LinkLinkPair(shape(LINK, 0), shape(LINK, 1));
const onBox = (): SolidPair => new LinkSolidPair(shape(LINK, 0), shape(BOX, 1));
const onPlane = (): SolidPair => new LinkSolidPair(shape(LINK, 0), shape({ kind: 'half-space' }, 1));

// heights at which the bars just touch: one link pulled against the other, the crown on the box, on the plane
test.each([
  ['links that touch', linked(), 4 * D + 4e-4, 1],
  ['links that nearly touch', linked(), 4 * D - 4e-3, 0],
  ['a link on a box', onBox(), -3 * D - 0.1 + 5e-4, 1],
  ['a link over a box', onBox(), -3 * D - 0.1 - 3e-3, 0],
  ['a link on a plane', onPlane(), -3 * D + 5e-4, 1],
  ['a link over a plane', onPlane(), -3 * D - 3e-3, 0],
])('no allocation: a look at %s', (_, pair, height, patches) => {
  const list = new PatchList();
  const position = new Float64Array(6);
  const rotation = Float64Array.from([...UPRIGHT, ...(height > 0 ? CROSSED : UPRIGHT)]);
  const velocity = new Float64Array(12);
  const most = Float64Array.of(0.01);
  let turn = 0;
  const look = (): void => {
    list.clear();
    turn = (turn + 1) % 7;
    position[5] = height + 1e-7 * turn;
    pair.meet(list, position, rotation, velocity, most);
  };
  look();
  expect(list.count).toBe(patches);
  if (patches === 0) expect(list.apart).toBeGreaterThan(1e-3);
  const { heap, buffers } = bytesPerCall(look, 8, 200);
  expect(heap).toBeLessThan(8);
  expect(buffers).toBeLessThanOrEqual(0);
});
