/** Points of a flat face below a plane, turned into the world. */

/** Numbers a point of a patch: place (3) [m], signed volume [m^3], vector area of the surface there, looking along n (3) [m^2]. */
export const POINT_STRIDE = 7;
/** Numbers a point of a flat face: place (3) [m], area [m^2]. */
export const FACE_STRIDE = 4;

/**
 * Points of the face, FACE_STRIDE numbers each, to out[o...], POINT_STRIDE each: depth times area times cosine is what they hold. m: rotation
 * (row-major at r); plane: normal (3), height [m], cosine between the face looking outwards and the plane looking down, 1 where the
 * face is A's, -1 where B's; q[j...]: outward normal of the face.
 */
export function writeFace(
  out: Float64Array,
  o: number,
  m: Float64Array,
  r: number,
  p: Float64Array,
  count: number,
  plane: Float64Array,
  q: Float64Array,
  j: number,
): void {
  const r0 = m[r];
  const r1 = m[r + 1];
  const r2 = m[r + 2];
  const r3 = m[r + 3];
  const r4 = m[r + 4];
  const r5 = m[r + 5];
  const r6 = m[r + 6];
  const r7 = m[r + 7];
  const r8 = m[r + 8];
  const mx = plane[0];
  const my = plane[1];
  const mz = plane[2];
  const height = plane[3];
  const cosine = plane[4];
  const sign = plane[5];
  const nx = sign * (r0 * q[j] + r1 * q[j + 1] + r2 * q[j + 2]);
  const ny = sign * (r3 * q[j] + r4 * q[j + 1] + r5 * q[j + 2]);
  const nz = sign * (r6 * q[j] + r7 * q[j + 1] + r8 * q[j + 2]);
  for (let i = 0; i < count; i++) {
    const k = FACE_STRIDE * i;
    const t = o + POINT_STRIDE * i;
    const x = p[k];
    const y = p[k + 1];
    const z = p[k + 2];
    const part = p[k + 3];
    out[t] = r0 * x + r1 * y + r2 * z;
    out[t + 1] = r3 * x + r4 * y + r5 * z;
    out[t + 2] = r6 * x + r7 * y + r8 * z;
    out[t + 3] = part * cosine * (height - (mx * x + my * y + mz * z));
    out[t + 4] = part * nx;
    out[t + 5] = part * ny;
    out[t + 6] = part * nz;
  }
}
