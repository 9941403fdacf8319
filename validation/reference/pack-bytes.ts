/**
 * A packing as bytes and back, for files that ship with scenarios: 40 bytes a ball. Nothing is lost: coordinates are whole
 * multiples of the packing's step already. All little-endian.
 *
 *   0  "HSP1"                      4  count of balls         8  count of normals     12  0
 *  16  origin x, y, z  float64    40  step  float64         48  volume of the solid  float64
 *  56  normals x, y, z  float64;  centres x, y, z  int32;  radii  int32;  faces  int32;  weights  float32;
 *     areas  float32;  feet x, y, z  int32
 */
import { BuildError } from '@hawser/engine';
import type { SpherePacking } from '@hawser/engine/parts';

const MAGIC = 0x31505348; // "HSP1"
const HEAD = 56;
const BALL = 40;

export function packingToBytes(packing: SpherePacking): Uint8Array {
  const { count, centres, radii, weights, faces, normals, areas, feet, meshVolume, origin, step } = packing;
  const bytes = new Uint8Array(HEAD + 8 * normals.length + BALL * count);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, count, true);
  view.setUint32(8, normals.length / 3, true);
  origin.forEach((x, k) => {
    view.setFloat64(16 + 8 * k, x, true);
  });
  view.setFloat64(40, step, true);
  view.setFloat64(48, meshVolume, true);
  let at = HEAD;
  for (const x of normals) {
    view.setFloat64(at, x, true);
    at += 8;
  }
  for (let i = 0; i < 3 * count; i++, at += 4) view.setInt32(at, Math.round((centres[i] - origin[i % 3]) / step), true);
  for (let i = 0; i < count; i++, at += 4) view.setInt32(at, Math.round(radii[i] / step), true);
  for (let i = 0; i < count; i++, at += 4) view.setInt32(at, faces[i], true);
  for (let i = 0; i < count; i++, at += 4) view.setFloat32(at, weights[i], true);
  for (let i = 0; i < count; i++, at += 4) view.setFloat32(at, areas[i], true);
  for (let i = 0; i < 3 * count; i++, at += 4) view.setInt32(at, Math.round((feet[i] - origin[i % 3]) / step), true);
  return bytes;
}

/** Throws BuildError for bytes that are no packing. */
export function packingFromBytes(bytes: Uint8Array): SpherePacking {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const refuse = (found: string): never => {
    throw new BuildError('packing-bytes', `expected a sphere packing (HSP1), found ${found}; pack the mesh again`);
  };
  if (bytes.length < HEAD) return refuse(`${bytes.length} bytes`);
  if (view.getUint32(0, true) !== MAGIC) return refuse('another kind of file');
  const count = view.getUint32(4, true);
  const normalCount = view.getUint32(8, true);
  const length = HEAD + 24 * normalCount + BALL * count;
  if (count === 0) return refuse('no balls');
  if (bytes.length !== length) return refuse(`${bytes.length} bytes where ${count} balls take ${length}`);
  const origin: [number, number, number] = [0, 0, 0];
  for (let k = 0; k < 3; k++) origin[k] = view.getFloat64(16 + 8 * k, true);
  const step = view.getFloat64(40, true);
  const meshVolume = view.getFloat64(48, true);
  if (!(step > 0 && meshVolume > 0 && origin.every(Number.isFinite) && Number.isFinite(step * meshVolume))) {
    return refuse(`step ${step} m and volume ${meshVolume} m^3`);
  }
  let at = HEAD;
  const normals = new Float64Array(3 * normalCount);
  for (let i = 0; i < normals.length; i++, at += 8) normals[i] = view.getFloat64(at, true);
  const centres = new Float64Array(3 * count);
  for (let i = 0; i < 3 * count; i++, at += 4) centres[i] = origin[i % 3] + step * view.getInt32(at, true);
  const radii = new Float64Array(count);
  for (let i = 0; i < count; i++, at += 4) radii[i] = step * view.getInt32(at, true);
  const faces = new Int32Array(count);
  for (let i = 0; i < count; i++, at += 4) faces[i] = view.getInt32(at, true);
  const weights = new Float64Array(count);
  for (let i = 0; i < count; i++, at += 4) weights[i] = view.getFloat32(at, true);
  const areas = new Float64Array(count);
  for (let i = 0; i < count; i++, at += 4) areas[i] = view.getFloat32(at, true);
  const feet = new Float64Array(3 * count);
  for (let i = 0; i < 3 * count; i++, at += 4) feet[i] = origin[i % 3] + step * view.getInt32(at, true);
  for (let i = 0; i < count; i++) {
    if (!(radii[i] > 0)) return refuse(`ball ${i} with a radius of ${radii[i]} m`);
    if (faces[i] < -1 || faces[i] >= normalCount) return refuse(`ball ${i} against face ${faces[i]} of ${normalCount}`);
    if (!(areas[i] >= 0 && Number.isFinite(areas[i]))) return refuse(`ball ${i} with ${areas[i]} m^2 of the surface`);
    if (!(weights[i] > 0 && Number.isFinite(weights[i]))) return refuse(`ball ${i} with the weight ${weights[i]}`);
  }
  return { count, centres, radii, weights, faces, normals, areas, feet, meshVolume, origin, step };
}
