/** Vectors and matrices of six: force and moment at the centre of mass, row-major 6 x 6. */

/** out = (d, r x d) */
export function leverArm(out: Float64Array, x: number, y: number, z: number, rx: number, ry: number, rz: number): void {
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = ry * z - rz * y;
  out[4] = rz * x - rx * z;
  out[5] = rx * y - ry * x;
}

/** Derivative of a force and moment that turn with the body: -d(dth x F) = [F]x dth, the same for the moment. */
export function addTurn6(stiffness: Float64Array, force: Float64Array): void {
  for (let half = 0; half < 2; half++) {
    const o = 18 * half + 3;
    const x = force[3 * half];
    const y = force[3 * half + 1];
    const z = force[3 * half + 2];
    stiffness[o + 1] -= z;
    stiffness[o + 2] += y;
    stiffness[o + 6] += z;
    stiffness[o + 8] -= x;
    stiffness[o + 12] -= y;
    stiffness[o + 13] += x;
  }
}

const turned = new Float64Array(36);

/** out = T m T^T with T = [R 0; 0 R]: a 6 x 6 of body axes in world axes. */
export function turn6(out: Float64Array, m: Float64Array, R: Float64Array, r: number): void {
  for (let i = 0; i < 2; i++) {
    for (let j = 0; j < 2; j++) {
      const o = 18 * i + 3 * j;
      for (let a = 0; a < 3; a++) {
        for (let b = 0; b < 3; b++) {
          turned[o + 6 * a + b] =
            R[r + 3 * a] * m[o + b] + R[r + 3 * a + 1] * m[o + 6 + b] + R[r + 3 * a + 2] * m[o + 12 + b];
        }
      }
      for (let a = 0; a < 3; a++) {
        for (let b = 0; b < 3; b++) {
          const s = o + 6 * a;
          out[s + b] = turned[s] * R[r + 3 * b] + turned[s + 1] * R[r + 3 * b + 1] + turned[s + 2] * R[r + 3 * b + 2];
        }
      }
    }
  }
}

const row = new Float64Array(6);

/** to += J^T D J, J = [1, -[r]x], D a 3 x 3: a tensor that acts at the end of the lever r. */
export function addPoint6(to: Float64Array, D: Float64Array, rx: number, ry: number, rz: number): void {
  for (let i = 0; i < 3; i++) {
    // row i of D J: (D_i, r x D_i)
    leverArm(row, D[3 * i], D[3 * i + 1], D[3 * i + 2], rx, ry, rz);
    // it adds to the force i, and with the lever to the moments
    const ax = i === 0 ? 0 : i === 1 ? -rz : ry;
    const ay = i === 0 ? rz : i === 1 ? 0 : -rx;
    const az = i === 0 ? -ry : i === 1 ? rx : 0;
    for (let c = 0; c < 6; c++) {
      to[6 * i + c] += row[c];
      to[18 + c] += ax * row[c];
      to[24 + c] += ay * row[c];
      to[30 + c] += az * row[c];
    }
  }
}

/** out = m, given at a point, for another point from which `lever` leads to it: T^T m T, T = [1, -[lever]x; 0, 1]. */
export function shift6(m: ArrayLike<number>, lever: ArrayLike<number>): Float64Array {
  const [x, y, z] = [lever[0], lever[1], lever[2]];
  const skew = [0, -z, y, z, 0, -x, -y, x, 0];
  const T = new Float64Array(36);
  for (let i = 0; i < 6; i++) T[7 * i] = 1;
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) T[6 * i + 3 + j] = -skew[3 * i + j];
  const half = new Float64Array(36);
  const out = new Float64Array(36);
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < 6; j++) for (let k = 0; k < 6; k++) half[6 * i + j] += m[6 * i + k] * T[6 * k + j];
  }
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < 6; j++) for (let k = 0; k < 6; k++) out[6 * i + j] += T[6 * k + i] * half[6 * k + j];
  }
  return out;
}
