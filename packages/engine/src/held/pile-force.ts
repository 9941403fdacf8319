/** The law of a held contact, pile-contacts.ts. */
import { exp } from '../math/index.ts';
import {
  C_AHEAD,
  C_BRISTLE,
  C_DRAG,
  C_IDLE,
  C_LAGGED,
  C_LOAD,
  C_MATRIX,
  C_MOVE,
  C_MU,
  C_NORMAL,
  C_NOW,
  C_PLACE_A,
  C_PLACE_B,
  C_PUSH,
  C_RUB,
  C_SLIPS,
  C_SLOPE,
  G_BRISTLE,
  G_DWELL,
  G_S0,
  G_S1,
  G_SHARE,
  G_STRIBECK,
  L_A,
  L_AT_A,
  L_AT_B,
  L_B,
  L_SLOT,
  L_STRIDE,
  type PileSet,
} from './pile-set.ts';

const BREAKAWAY = 0.02; // as in contact/strand.ts

/** Step [s], and the part of C_AHEAD at which forces are taken: as numbers of a call they would be boxed. */
export const forceAt: Float64Array = new Float64Array(2);
const weight = new Float64Array(4);

/** of the contact last looked at: force on B [N] */
export const contactOn: Float64Array = new Float64Array(3);

/** Share of the static limit as in contact/strand.ts, for the slip so far. */
export function shareOf(set: PileSet, g: number, o: number, h: number): number {
  const C = set.contacts.data;
  const G = set.groups.data;
  if (!(G[g + G_STRIBECK] > 0)) return C[o + C_SLIPS] === 1 ? 0 : 1;
  let along = 0;
  let move2 = 0;
  for (let r = 0; r < 3; r++) {
    along += C[o + C_MOVE + r] * C[o + C_NORMAL + r];
    move2 += C[o + C_MOVE + r] * C[o + C_MOVE + r];
  }
  const st = exp(-Math.max(0, move2 - along * along) / (h * h * G[g + G_STRIBECK] * G[g + G_STRIBECK]));
  const share0 = G[g + G_SHARE];
  const dwell = G[g + G_DWELL];
  if (!(dwell > 0)) return st;
  const x = h / (st >= share0 ? dwell : BREAKAWAY * dwell);
  return share0 + (x / (1 + x)) * (st - share0);
}

/** Force of contact o into contactOn, where forceAt says; keep: force and matrix into its columns. False: it does nothing. */
export function contactForce(set: PileSet, g: number, o: number, keep: boolean): boolean {
  const C = set.contacts.data;
  const G = set.groups.data;
  const nx = C[o + C_NORMAL];
  const ny = C[o + C_NORMAL + 1];
  const nz = C[o + C_NORMAL + 2];
  const h = forceAt[0];
  const ahead = forceAt[1] * h * h;
  const x = C[o + C_MOVE] + ahead * C[o + C_AHEAD];
  const y = C[o + C_MOVE + 1] + ahead * C[o + C_AHEAD + 1];
  const z = C[o + C_MOVE + 2] + ahead * C[o + C_AHEAD + 2];
  const along = x * nx + y * ny + z * nz;
  const load = C[o + C_LOAD] - C[o + C_SLOPE] * along;
  const push = load > 0 ? load : 0;
  if (keep) C[o + C_NOW] = load;
  if (push === 0 && !(C[o + C_LAGGED] > 0) && C[o + C_DRAG] === 0) {
    contactOn[0] = 0;
    contactOn[1] = 0;
    contactOn[2] = 0;
    if (keep && C[o + C_IDLE] === 0) idle(C, o);
    return false;
  }
  const tx = x - along * nx;
  const ty = y - along * ny;
  const tz = z - along * nz;
  const N = C[o + C_LAGGED];
  const s0 = G[g + G_S0];
  const s1 = G[g + G_S1] / h;
  let gx = 0;
  let gy = 0;
  let gz = 0;
  let zx = 0;
  let zy = 0;
  let zz = 0;
  let size = 0;
  const mu = C[o + C_MU];
  if (N > 0 && mu > 0) {
    zx = G[g + G_BRISTLE];
    zy = G[g + G_BRISTLE + 1];
    zz = G[g + G_BRISTLE + 2];
    const zn = zx * nx + zy * ny + zz * nz;
    zx += tx - zn * nx;
    zy += ty - zn * ny;
    zz += tz - zn * nz;
    gx = s0 * zx + s1 * tx;
    gy = s0 * zy + s1 * ty;
    gz = s0 * zz + s1 * tz;
    size = Math.sqrt(gx * gx + gy * gy + gz * gz);
  }
  const slips = size > mu;
  const short = slips ? mu / size : 1;
  const rub = N * short;
  const drag = C[o + C_DRAG] / h;
  contactOn[0] = push * nx - rub * gx - drag * tx;
  contactOn[1] = push * ny - rub * gy - drag * ty;
  contactOn[2] = push * nz - rub * gz - drag * tz;
  if (!keep) return true;
  C[o + C_IDLE] = 0;
  C[o + C_PUSH] = push;
  C[o + C_RUB] = rub * gx + drag * tx;
  C[o + C_RUB + 1] = rub * gy + drag * ty;
  C[o + C_RUB + 2] = rub * gz + drag * tz;
  // what slips keeps the bristle at its limit
  const kept = slips && s0 > 0 ? mu / (s0 * size) : 1;
  C[o + C_BRISTLE] = kept * (slips ? gx : zx);
  C[o + C_BRISTLE + 1] = kept * (slips ? gy : zy);
  C[o + C_BRISTLE + 2] = kept * (slips ? gz : zz);
  C[o + C_SLIPS] = slips || !(N > 0) ? 1 : 0;
  const stick = rub * (s0 + s1);
  const side = stick + drag;
  const out = (load > 0 ? C[o + C_SLOPE] : 0) - side;
  const across = slips ? stick / (size * size) : 0;
  const m = o + C_MATRIX;
  C[m] = side + out * nx * nx - across * gx * gx;
  C[m + 1] = out * nx * ny - across * gx * gy;
  C[m + 2] = out * nx * nz - across * gx * gz;
  C[m + 3] = side + out * ny * ny - across * gy * gy;
  C[m + 4] = out * ny * nz - across * gy * gz;
  C[m + 5] = side + out * nz * nz - across * gz * gz;
  return true;
}

/** A contact that does not touch: more than half of those in a heap. */
function idle(C: Float64Array, o: number): void {
  C[o + C_IDLE] = 1;
  C[o + C_PUSH] = 0;
  C[o + C_SLIPS] = 1;
  for (let r = 0; r < 3; r++) {
    C[o + C_RUB + r] = 0;
    C[o + C_BRISTLE + r] = 0;
    C[o + C_MATRIX + r] = 0;
    C[o + C_MATRIX + 3 + r] = 0;
  }
}

/** out += sign f at the nodes of B, -= at those of A, by their weights. */
export function addToNodes(out: Float64Array, set: PileSet, l: number, o: number, sign: number): void {
  const C = set.contacts.data;
  const L = set.links.data;
  const x = sign * contactOn[0];
  const y = sign * contactOn[1];
  const z = sign * contactOn[2];
  const a = L[l + L_AT_A];
  const s = C[o + C_PLACE_A];
  const r = 1 - s;
  out[a] -= r * x;
  out[a + 1] -= r * y;
  out[a + 2] -= r * z;
  out[a + 4] -= s * x;
  out[a + 5] -= s * y;
  out[a + 6] -= s * z;
  if (L[l + L_SLOT] >= 0) return;
  const b = L[l + L_AT_B];
  const t = C[o + C_PLACE_B];
  const q = 1 - t;
  out[b] += q * x;
  out[b + 1] += q * y;
  out[b + 2] += q * z;
  out[b + 4] += t * x;
  out[b + 5] += t * y;
  out[b + 6] += t * z;
}

/** values += h^2 times the matrix of contact o, in the blocks of its group; h is that of forceAt. */
export function addBlocks(
  values: Float64Array,
  size: number,
  set: PileSet,
  blocks: Int32Array,
  group: number,
  o: number,
): void {
  const C = set.contacts.data;
  const L = set.links.data;
  const m = o + C_MATRIX;
  if (C[m] === 0 && C[m + 3] === 0 && C[m + 5] === 0) return;
  const b = forceAt[0] * forceAt[0];
  const xx = b * C[m];
  const xy = b * C[m + 1];
  const xz = b * C[m + 2];
  const yy = b * C[m + 3];
  const yz = b * C[m + 4];
  const zz = b * C[m + 5];
  const l = L_STRIDE * group;
  weight[0] = 1 - C[o + C_PLACE_A];
  weight[1] = C[o + C_PLACE_A];
  weight[2] = C[o + C_PLACE_B] - 1;
  weight[3] = -C[o + C_PLACE_B];
  const count = L[l + L_SLOT] >= 0 ? 2 : 4;
  const shift = L[l + L_B] - L[l + L_A] - 2; // node i of B is node i + shift of A
  let k = 10 * group;
  for (let i = 0; i < count; i++) {
    for (let j = 0; j <= i; j++) {
      const to = blocks[k++];
      if (to < 0) continue;
      // a node that stands on both sides counts twice in its own block
      const s = (i >= 2 && j < 2 && j === i + shift ? 2 : 1) * weight[i] * weight[j];
      values[to] += s * xx;
      values[to + 1] += s * xy;
      values[to + 2] += s * xz;
      values[to + size] += s * xy;
      values[to + size + 1] += s * yy;
      values[to + size + 2] += s * yz;
      values[to + 2 * size] += s * xz;
      values[to + 2 * size + 1] += s * yz;
      values[to + 2 * size + 2] += s * zz;
    }
  }
}
