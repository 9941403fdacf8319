/** Adds the contribution of one element between two bodies to the stage matrix. Blocks are 6 x 6, row-major: (v, omega). */

const scratch = new Float64Array(6);

/**
 * values[offset] += s J_i^T D J_j with J = [1, -[r]x] at the levers r_i = r[i...], r_j = r[j...] and D a 3 x 3 (row-major in
 * d[0..8]). Levers, forces and weights come in arrays, because V8 boxes number arguments of calls that are not inlined.
 */
export function addLeverBlock(
  values: Float64Array,
  offset: number,
  s: number,
  r: Float64Array,
  i: number,
  j: number,
  d: Float64Array,
): void {
  const ix = r[i];
  const iy = r[i + 1];
  const iz = r[i + 2];
  const jx = r[j];
  const jy = r[j + 1];
  const jz = r[j + 2];
  const d00 = s * d[0];
  const d01 = s * d[1];
  const d02 = s * d[2];
  const d10 = s * d[3];
  const d11 = s * d[4];
  const d12 = s * d[5];
  const d20 = s * d[6];
  const d21 = s * d[7];
  const d22 = s * d[8];
  // G = -D [r_j]x
  const g00 = d02 * jy - d01 * jz;
  const g01 = d00 * jz - d02 * jx;
  const g02 = d01 * jx - d00 * jy;
  const g10 = d12 * jy - d11 * jz;
  const g11 = d10 * jz - d12 * jx;
  const g12 = d11 * jx - d10 * jy;
  const g20 = d22 * jy - d21 * jz;
  const g21 = d20 * jz - d22 * jx;
  const g22 = d21 * jx - d20 * jy;
  values[offset] += d00;
  values[offset + 1] += d01;
  values[offset + 2] += d02;
  values[offset + 3] += g00;
  values[offset + 4] += g01;
  values[offset + 5] += g02;
  values[offset + 6] += d10;
  values[offset + 7] += d11;
  values[offset + 8] += d12;
  values[offset + 9] += g10;
  values[offset + 10] += g11;
  values[offset + 11] += g12;
  values[offset + 12] += d20;
  values[offset + 13] += d21;
  values[offset + 14] += d22;
  values[offset + 15] += g20;
  values[offset + 16] += g21;
  values[offset + 17] += g22;
  // [r_i]x D and [r_i]x G
  values[offset + 18] += iy * d20 - iz * d10;
  values[offset + 19] += iy * d21 - iz * d11;
  values[offset + 20] += iy * d22 - iz * d12;
  values[offset + 21] += iy * g20 - iz * g10;
  values[offset + 22] += iy * g21 - iz * g11;
  values[offset + 23] += iy * g22 - iz * g12;
  values[offset + 24] += iz * d00 - ix * d20;
  values[offset + 25] += iz * d01 - ix * d21;
  values[offset + 26] += iz * d02 - ix * d22;
  values[offset + 27] += iz * g00 - ix * g20;
  values[offset + 28] += iz * g01 - ix * g21;
  values[offset + 29] += iz * g02 - ix * g22;
  values[offset + 30] += ix * d10 - iy * d00;
  values[offset + 31] += ix * d11 - iy * d01;
  values[offset + 32] += ix * d12 - iy * d02;
  values[offset + 33] += ix * g10 - iy * g00;
  values[offset + 34] += ix * g11 - iy * g01;
  values[offset + 35] += ix * g12 - iy * g02;
}

/** values[offset] += w p q^T, p and q of six numbers at p[i..], q[j..]. */
export function addOuter(
  values: Float64Array,
  offset: number,
  w: number,
  p: Float64Array,
  i: number,
  q: Float64Array,
  j: number,
): void {
  for (let r = 0; r < 6; r++) {
    const a = w * p[i + r];
    const o = offset + 6 * r;
    for (let c = 0; c < 6; c++) values[o + c] += a * q[j + c];
  }
}

/**
 * Rotational 3 x 3 part += sign p[w] (r f^T - (r.f) 1), r = p[i...], f = p[j...]: how the moment r x f of a fixed force turns
 * with the body.
 */
export function addLeverTurn(
  values: Float64Array,
  offset: number,
  sign: number,
  p: Float64Array,
  w: number,
  i: number,
  j: number,
): void {
  const s = sign * p[w];
  const rx = p[i];
  const ry = p[i + 1];
  const rz = p[i + 2];
  const fx = p[j];
  const fy = p[j + 1];
  const fz = p[j + 2];
  const dot = rx * fx + ry * fy + rz * fz;
  values[offset + 21] += s * (rx * fx - dot);
  values[offset + 22] += s * rx * fy;
  values[offset + 23] += s * rx * fz;
  values[offset + 27] += s * ry * fx;
  values[offset + 28] += s * (ry * fy - dot);
  values[offset + 29] += s * ry * fz;
  values[offset + 33] += s * rz * fx;
  values[offset + 34] += s * rz * fy;
  values[offset + 35] += s * (rz * fz - dot);
}

/** force[6 slot ..] += s (f, r x f) */
export function addForce(
  force: Float64Array,
  slot: number,
  s: number,
  fx: number,
  fy: number,
  fz: number,
  rx: number,
  ry: number,
  rz: number,
): void {
  scratch[0] = fx;
  scratch[1] = fy;
  scratch[2] = fz;
  scratch[3] = rx;
  scratch[4] = ry;
  scratch[5] = rz;
  addLeverForce(force, slot, s, scratch, 0, 3);
}

/** As addForce, with the force at p[f] and its lever at p[r]. */
export function addLeverForce(
  force: Float64Array,
  slot: number,
  s: number,
  p: Float64Array,
  f: number,
  r: number,
): void {
  const k = 6 * slot;
  force[k] += s * p[f];
  force[k + 1] += s * p[f + 1];
  force[k + 2] += s * p[f + 2];
  force[k + 3] += s * (p[r + 1] * p[f + 2] - p[r + 2] * p[f + 1]);
  force[k + 4] += s * (p[r + 2] * p[f] - p[r] * p[f + 2]);
  force[k + 5] += s * (p[r] * p[f + 1] - p[r + 1] * p[f]);
}
