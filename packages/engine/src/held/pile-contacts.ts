/**
 * Forces of contacts held through a step, for any displacements of it, and their part of its matrix. Per contact, with n from A to B and
 * the displacement U of B against A in the step, D = -n.U:
 *   force on B   F = N n - T - s U_t/h,   N = max(0, N_0 + k D)
 *   T = N' g,    g = s0 z + s1 U_t/h, not longer than mu,   z the bristle as the step began, and U_t
 * N_0 and k [N/m] are force and slope of the law where the step begins (pile-find.ts). With the N' of an iterate before, all forces are
 * slopes of one convex function of U (Castro et al. 2022, 2023), and so is its part along an increment, in which Newton's method searches.
 * Points move, and forces act, as on the chords of their elements: the curves find contacts (local-spline.ts), but four nodes a point
 * would fill the matrix three times as much.
 */
import { GrowableInt32 } from '../base/index.ts';
import type { BlockCholesky } from '../linalg/index.ts';
import { addBlocks, addToNodes, contactForce, contactOn, forceAt, shareOf } from './pile-force.ts';
import {
  C_AHEAD,
  C_DRAG,
  C_FALL,
  C_IDLE,
  C_LAGGED,
  C_LEVER,
  C_LOAD,
  C_MATRIX,
  C_MOVE,
  C_MU,
  C_NORMAL,
  C_NOW,
  C_PUSH,
  C_RUB,
  C_PLACE_A,
  C_PLACE_B,
  C_SLOPE,
  C_STRIDE,
  G_MU_KINETIC,
  G_MU_STATIC,
  G_SLIPPED,
  G_STRIBECK,
  G_STRIDE,
  L_A,
  L_AT_A,
  L_AT_B,
  L_B,
  L_FIRST,
  L_SLOT,
  L_STRIDE,
  PileSet,
} from './pile-set.ts';

const WANTED = 1;
const LAID = 2;
const GROWTH = 1.35;

export class PileContacts {
  readonly set: PileSet = new PileSet();
  /** offsets of the blocks of each group: ten pairs of its four nodes */
  private blocks: Int32Array = new Int32Array(0);
  /** by group: WANTED, LAID where it has blocks */
  private laid: Uint8Array = new Uint8Array(0);
  /** contacts that did something when forces were taken last, and those that do within the increment at hand; each with its group */
  private readonly on: GrowableInt32 = new GrowableInt32(128);
  private readonly may: GrowableInt32 = new GrowableInt32(128);

  /** A step begins: no group has blocks. */
  begin(): void {
    const { groupCount } = this.set;
    if (this.laid.length < groupCount) {
      this.laid = new Uint8Array(2 * groupCount);
      this.blocks = new Int32Array(20 * groupCount);
    }
    this.laid.fill(0, 0, groupCount);
  }

  /** Marks groups whose matrix, of the last forces, has numbers in it. True: some have no blocks yet. */
  wantBlocks(): boolean {
    const { laid, on } = this;
    const C = this.set.contacts.data;
    let more = false;
    for (let i = 0; i < on.length; i += 2) {
      const group = on.data[i + 1];
      if (laid[group] !== 0) continue;
      const m = on.data[i] + C_MATRIX;
      if (C[m] === 0 && C[m + 3] === 0 && C[m + 5] === 0) continue;
      laid[group] = WANTED;
      more = true;
    }
    return more;
  }

  /** Marked groups between strands. */
  wanted(): number {
    const { set, laid } = this;
    let n = 0;
    for (let g = 0; g < set.groupCount; g++) if (laid[g] !== 0 && set.links.data[L_STRIDE * g + L_B] >= 0) n++;
    return n;
  }

  /** Marks groups, in the order of their nodes, that stand in keys[from...to] as couple() wrote them. */
  retain(keys: Int32Array, from: number, to: number): void {
    const L = this.set.links.data;
    let k = from;
    for (let g = 0; g < this.set.groupCount; g++) {
      const a = L[L_STRIDE * g + L_A];
      const b = L[L_STRIDE * g + L_B];
      if (b < 0) continue;
      while (k < to && (keys[k] < a || (keys[k] === a && keys[k + 1] < b))) k += keys[k + 1] === keys[k] + 1 ? 6 : 8;
      if (k < to && keys[k] === a && keys[k + 1] === b && this.laid[g] === 0) this.laid[g] = WANTED;
    }
  }

  /** Adds the pairs of nodes that marked groups couple; those of one element are coupled anyway. Returns how many numbers there are. */
  couple(edges: Int32Array, length: number, grow: (least: number) => Int32Array): number {
    const L = this.set.links.data;
    let list = edges;
    let n = length;
    for (let g = 0; g < this.set.groupCount; g++) {
      const b = L[L_STRIDE * g + L_B];
      if (this.laid[g] === 0 || b < 0) continue;
      if (n + 8 > list.length) list = grow(n + 8);
      const a = L[L_STRIDE * g + L_A];
      for (let i = a; i <= a + 1; i++) {
        for (let j = b; j <= b + 1; j++) {
          if (i === j) continue;
          list[n++] = i;
          list[n++] = j;
        }
      }
    }
    return n;
  }

  /** Where the blocks of each marked group are, in a matrix that has its pattern. all: of those too that had some. False: it has no place for one. */
  lay(lu: BlockCholesky, all: boolean): boolean {
    const L = this.set.links.data;
    for (let g = 0; g < this.set.groupCount; g++) {
      if (this.laid[g] === 0 || (this.laid[g] === LAID && !all)) continue;
      const a = L[L_STRIDE * g + L_A];
      const b = L[L_STRIDE * g + L_B];
      let k = 10 * g;
      for (let i = 0; i < 4; i++) {
        const row = i < 2 ? a + i : b + i - 2;
        const none = i >= 2 && b < 0;
        for (let j = 0; j <= i; j++) {
          const offset = none ? -1 : lu.blockOffset(row, j < 2 ? a + j : b + j - 2);
          if (offset < 0 && !none) return false;
          this.blocks[k++] = offset;
        }
      }
      this.laid[g] = LAID;
    }
    return true;
  }

  /**
   * Friction is bounded by the forces at the displacements now, if they are no more than GROWTH times those before: iterates overshoot.
   * first: by the forces the contacts were found with.
   */
  bound(h: number, first: boolean): void {
    const { set } = this;
    const C = set.contacts.data;
    const G = set.groups.data;
    const L = set.links.data;
    for (let group = 0; group < set.groupCount; group++) {
      const g = G_STRIDE * group;
      const end = L[L_STRIDE * (group + 1) + L_FIRST];
      for (let k = L[L_STRIDE * group + L_FIRST]; k < end; k++) {
        const o = C_STRIDE * k;
        if (!first) {
          const n = o + C_NORMAL;
          const along = C[o + C_MOVE] * C[n] + C[o + C_MOVE + 1] * C[n + 1] + C[o + C_MOVE + 2] * C[n + 2];
          const push = Math.max(0, C[o + C_LOAD] - C[o + C_SLOPE] * along);
          C[o + C_LAGGED] = Math.min(push, GROWTH * (C[o + C_LAGGED] + C[o + C_FALL]));
        }
        if (!(C[o + C_LAGGED] > 0)) continue;
        let mu = G[g + G_SLIPPED] === 1 ? G[g + G_MU_KINETIC] : G[g + G_MU_STATIC];
        if (G[g + G_STRIBECK] > 0)
          mu = G[g + G_MU_KINETIC] + (G[g + G_MU_STATIC] - G[g + G_MU_KINETIC]) * shareOf(set, g, o, h);
        C[o + C_MU] = mu;
      }
    }
  }

  /** Displacements of the step so far, w.u. */
  move(u: Float64Array): void {
    const { set } = this;
    const C = set.contacts.data;
    const L = set.links.data;
    for (let group = 0; group < set.groupCount; group++) {
      const l = L_STRIDE * group;
      const slot = L[l + L_SLOT];
      const end = L[l + L_STRIDE + L_FIRST];
      for (let k = L[l + L_FIRST]; k < end; k++) {
        const o = C_STRIDE * k;
        const a = L[l + L_AT_A];
        const s = C[o + C_PLACE_A];
        const r = 1 - s;
        let x = -r * u[a] - s * u[a + 4];
        let y = -r * u[a + 1] - s * u[a + 5];
        let z = -r * u[a + 2] - s * u[a + 6];
        if (slot < 0) {
          const b = L[l + L_AT_B];
          const t = C[o + C_PLACE_B];
          const q = 1 - t;
          x += q * u[b] + t * u[b + 4];
          y += q * u[b + 1] + t * u[b + 5];
          z += q * u[b + 2] + t * u[b + 6];
        } else {
          const i = 6 * slot;
          const rx = C[o + C_LEVER];
          const ry = C[o + C_LEVER + 1];
          const rz = C[o + C_LEVER + 2];
          x += u[i] + u[i + 4] * rz - u[i + 5] * ry;
          y += u[i + 1] + u[i + 5] * rx - u[i + 3] * rz;
          z += u[i + 2] + u[i + 3] * ry - u[i + 4] * rx;
        }
        C[o + C_MOVE] = x;
        C[o + C_MOVE + 1] = y;
        C[o + C_MOVE + 2] = z;
      }
    }
  }

  /** Adds forces for the displacements in C_MOVE. */
  addForces(force: Float64Array, h: number): void {
    const { set, on } = this;
    const C = set.contacts.data;
    const L = set.links.data;
    forceAt[0] = h;
    forceAt[1] = 0;
    on.clear();
    for (let group = 0; group < set.groupCount; group++) {
      const l = L_STRIDE * group;
      const end = L[l + L_STRIDE + L_FIRST];
      for (let k = L[l + L_FIRST]; k < end; k++) {
        const o = C_STRIDE * k;
        // most do nothing, as before
        if (C[o + C_IDLE] === 1 && !(C[o + C_LAGGED] > 0) && C[o + C_DRAG] === 0) {
          const n = o + C_NORMAL;
          const along = C[o + C_MOVE] * C[n] + C[o + C_MOVE + 1] * C[n + 1] + C[o + C_MOVE + 2] * C[n + 2];
          const load = C[o + C_LOAD] - C[o + C_SLOPE] * along;
          C[o + C_NOW] = load;
          if (!(load > 0)) continue;
        }
        if (!contactForce(set, G_STRIDE * group, o, true)) continue;
        on.push(o);
        on.push(group);
        if (contactOn[0] !== 0 || contactOn[1] !== 0 || contactOn[2] !== 0) addToNodes(force, set, l, o, 1);
      }
    }
  }

  /** Adds the matrix of the last forces, blocks of `size`. */
  addMatrix(values: Float64Array, size: number, h: number): void {
    const { on } = this;
    forceAt[0] = h;
    for (let i = 0; i < on.length; i += 2) addBlocks(values, size, this.set, this.blocks, on.data[i + 1], on.data[i]);
  }

  /** out += C dx for the increment in C_AHEAD, C the matrix of the last forces. */
  timesMatrix(out: Float64Array, h: number): void {
    const { set, on } = this;
    const C = set.contacts.data;
    const b = h * h;
    for (let i = 0; i < on.length; i += 2) {
      const o = on.data[i];
      const m = o + C_MATRIX;
      const x = C[o + C_AHEAD];
      const y = C[o + C_AHEAD + 1];
      const z = C[o + C_AHEAD + 2];
      contactOn[0] = -b * (C[m] * x + C[m + 1] * y + C[m + 2] * z);
      contactOn[1] = -b * (C[m + 1] * x + C[m + 3] * y + C[m + 4] * z);
      contactOn[2] = -b * (C[m + 2] * x + C[m + 4] * y + C[m + 5] * z);
      if (contactOn[0] !== 0 || contactOn[1] !== 0 || contactOn[2] !== 0)
        addToNodes(out, set, L_STRIDE * on.data[i + 1], o, -1);
    }
  }

  /** The displacements so far, `by` times C_AHEAD on. */
  advance(by: number): void {
    const C = this.set.contacts.data;
    const end = C_STRIDE * this.set.count;
    for (let o = 0; o < end; o += C_STRIDE) {
      C[o + C_MOVE] += by * C[o + C_AHEAD];
      C[o + C_MOVE + 1] += by * C[o + C_AHEAD + 1];
      C[o + C_MOVE + 2] += by * C[o + C_AHEAD + 2];
    }
  }

  /** Curvature of the contacts' function along the increment in C_AHEAD, with the matrices of the last forces. */
  curvature(h: number): number {
    const { on } = this;
    const C = this.set.contacts.data;
    let sum = 0;
    for (let i = 0; i < on.length; i += 2) {
      const o = on.data[i];
      const x = C[o + C_AHEAD];
      const y = C[o + C_AHEAD + 1];
      const z = C[o + C_AHEAD + 2];
      const m = o + C_MATRIX;
      sum +=
        x * (C[m] * x + 2 * (C[m + 1] * y + C[m + 2] * z)) + y * (C[m + 3] * y + 2 * C[m + 4] * z) + z * C[m + 5] * z;
    }
    return h * h * sum;
  }

  /** Its slope along the increment where the last forces are. */
  slopeNow(): number {
    const { on } = this;
    const C = this.set.contacts.data;
    let sum = 0;
    for (let i = 0; i < on.length; i += 2) {
      const o = on.data[i];
      const push = C[o + C_PUSH];
      const n = o + C_NORMAL;
      const f = o + C_RUB;
      const d = o + C_AHEAD;
      sum -=
        (push * C[n] - C[f]) * C[d] + (push * C[n + 1] - C[f + 1]) * C[d + 1] + (push * C[n + 2] - C[f + 2]) * C[d + 2];
    }
    return sum;
  }

  /**
   * Displacements a unit of the increment of x, into C_AHEAD; notes which contacts may do something within it: normal forces go straight along it.
   */
  foresee(u: Float64Array, h: number): void {
    const { set, may } = this;
    const C = set.contacts.data;
    const L = set.links.data;
    may.clear();
    for (let group = 0; group < set.groupCount; group++) {
      const l = L_STRIDE * group;
      const end = L[l + L_STRIDE + L_FIRST];
      const a = L[l + L_AT_A];
      const b = L[l + L_SLOT] < 0 ? L[l + L_AT_B] : -1;
      for (let k = L[l + L_FIRST]; k < end; k++) {
        const o = C_STRIDE * k;
        const s = C[o + C_PLACE_A];
        const r = 1 - s;
        let x = -r * u[a] - s * u[a + 4];
        let y = -r * u[a + 1] - s * u[a + 5];
        let z = -r * u[a + 2] - s * u[a + 6];
        if (b >= 0) {
          const t = C[o + C_PLACE_B];
          const q = 1 - t;
          x += q * u[b] + t * u[b + 4];
          y += q * u[b + 1] + t * u[b + 5];
          z += q * u[b + 2] + t * u[b + 6];
        }
        C[o + C_AHEAD] = x;
        C[o + C_AHEAD + 1] = y;
        C[o + C_AHEAD + 2] = z;
        if (C[o + C_IDLE] === 1) {
          const n = o + C_NORMAL;
          const ahead = h * h * (x * C[n] + y * C[n + 1] + z * C[n + 2]);
          // with room for what rounds otherwise
          if (C[o + C_NOW] - C[o + C_SLOPE] * ahead < -1e-9 * C[o + C_SLOPE]) continue;
        }
        may.push(o);
        may.push(group);
      }
    }
  }

  /** Its slope along the increment, a part of it ahead, of those noted. */
  slope(h: number, part: number): number {
    const { set, may } = this;
    const C = set.contacts.data;
    forceAt[0] = h;
    forceAt[1] = part;
    let sum = 0;
    for (let i = 0; i < may.length; i += 2) {
      const o = may.data[i];
      if (!contactForce(set, G_STRIDE * may.data[i + 1], o, false)) continue;
      sum -= contactOn[0] * C[o + C_AHEAD] + contactOn[1] * C[o + C_AHEAD + 1] + contactOn[2] * C[o + C_AHEAD + 2];
    }
    return sum;
  }
}
