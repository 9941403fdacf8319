/**
 * The link of a chain as a round bar about a middle line: two straights and two half circles (Dopico (anchor), fig. 5), and the stud
 * across. Frame of the link: z along it, x across, y normal to its plane. The line is divided into pieces, each with a parameter t from 0
 * to 1:
 *   0 .. 5  around the link: straight at +x, quarters (+x, +z), (-x, +z), straight at -x, quarters (-x, -z), (+x, -z)
 *   6       the stud
 * On a quarter t is tan(phi/2), phi from the x axis to the z axis, as in arc-triangle.ts.
 */
import { type BoxTree, buildBoxTree, type LinkForm } from '../../geometry/index.ts';

export const PIECES = 7;
export const STUD = 6;

/** Signs of x and z of each piece of the loop; straights lie at z = 0. */
const SIGN_X = [1, 1, -1, -1, -1, 1] as const;
const SIGN_Z = [0, 1, 1, 0, -1, -1] as const;
/** 1: t runs in the direction of the loop */
const ALONG = [1, 1, 0, 0, 1, 0] as const;

export class LinkCurve {
  /** [m] of the bar and of the stud; of the half circles of the middle line; half of the straights */
  readonly bar: number = 0.5; // a double from the start, so that reading it is never boxed
  readonly stud: number = 0.5;
  readonly bend: number = 0.5;
  readonly half: number = 0.5;
  /** boxes around the pieces with their bar; its primitives are pieces */
  readonly tree: BoxTree;
  /** [m] ball about each piece, with its bar: middle (3), radius */
  readonly balls: Float64Array = new Float64Array(4 * PIECES);
  /** [m] of the bar, by piece */
  readonly radius: Float64Array = new Float64Array(PIECES);
  /** existing pieces: a ring has no straights */
  readonly pieces: readonly number[];

  constructor({ bar, length, width, stud }: LinkForm) {
    this.bar = bar / 2;
    this.stud = (stud ?? 0) / 2;
    this.bend = (width - bar) / 2;
    this.half = Math.max(0, (length - width) / 2);
    this.radius.fill(this.bar);
    this.radius[STUD] = this.stud;
    const pieces: number[] = [];
    const bounds: number[] = [];
    for (let piece = 0; piece < PIECES; piece++) {
      if ((this.isStraight(piece) && this.half === 0) || (piece === STUD && this.stud === 0)) continue;
      pieces.push(piece);
      const at = new Float64Array(9);
      for (let k = 0; k < 3; k++) {
        at[3 * k] = k / 2;
        this.pointAt(at, 3 * k, piece);
      }
      const r = this.radius[piece];
      const low = [0, 1, 2].map((k) => Math.min(at[k], at[6 + k]) - r);
      const high = [0, 1, 2].map((k) => Math.max(at[k], at[6 + k]) + r);
      bounds.push(...low, ...high);
      let reach = 0;
      for (let k = 0; k < 3; k++) {
        this.balls[4 * piece + k] = 0.5 * (at[k] + at[6 + k]);
        const half = 0.5 * (at[k] - at[6 + k]);
        reach += half * half;
      }
      // the quarter deviates from its chord by less than half of that
      this.balls[4 * piece + 3] = Math.sqrt(reach) + r;
    }
    this.pieces = pieces;
    this.tree = buildBoxTree(Float64Array.from(bounds), 1);
  }

  isStraight(piece: number): boolean {
    return piece === 0 || piece === 3;
  }

  isQuarter(piece: number): boolean {
    return piece !== STUD && !this.isStraight(piece);
  }

  runsAlong(piece: number): boolean {
    return piece === STUD || ALONG[piece] === 1;
  }

  /** Writes the point of the middle line, frame of the link, over its parameter t at out[o]. */
  pointAt(out: Float64Array, o: number, piece: number): void {
    const t = out[o];
    out[o + 1] = 0;
    if (piece === STUD) {
      out[o] = this.bend * (2 * t - 1);
      out[o + 2] = 0;
      return;
    }
    const x = SIGN_X[piece];
    const z = SIGN_Z[piece];
    if (z === 0) {
      out[o] = x * this.bend;
      out[o + 2] = this.half * (2 * t - 1);
      return;
    }
    const scale = this.bend / (1 + t * t);
    out[o] = x * scale * (1 - t * t);
    out[o + 2] = z * (this.half + 2 * scale * t);
  }

  /** Writes the length of the middle line per t [m] over the parameter t at p[o]. */
  stretchAt(p: Float64Array, o: number, piece: number): void {
    const t = p[o];
    if (piece === STUD) p[o] = 2 * this.bend;
    else p[o] = SIGN_Z[piece] === 0 ? 2 * this.half : (2 * this.bend) / (1 + t * t);
  }

  /** Transforms a triangle from the frame of the link to that of arcTriangle for this quarter. */
  seenFromQuarter(out: Float64Array, piece: number, c: Float64Array, o: number): void {
    const x = SIGN_X[piece];
    const z = SIGN_Z[piece];
    for (let k = 0; k < 9; k += 3) {
      out[k] = x * c[o + k];
      out[k + 1] = z * c[o + k + 2] - this.half;
      out[k + 2] = c[o + k + 1];
    }
  }

  /** Both ends of a straight or of the stud. */
  endsOf(out: Float64Array, piece: number): void {
    out[0] = 0;
    out[3] = 1;
    this.pointAt(out, 0, piece);
    this.pointAt(out, 3, piece);
  }

  /** Writes to out the point of the loop nearest to p, then the squared distance [m^2]. */
  nearest(out: Float64Array, p: Float64Array): void {
    const { bend, half } = this;
    const x = p[0];
    const y = p[1];
    const z = p[2];
    if (z <= half && z >= -half) {
      out[0] = x < 0 ? -bend : bend;
      out[1] = 0;
      out[2] = z;
    } else {
      const middle = z > 0 ? half : -half;
      const v = z - middle;
      const rho = Math.sqrt(x * x + v * v);
      const scale = bend / rho; // v is not zero here
      out[0] = x * scale;
      out[1] = 0;
      out[2] = middle + v * scale;
    }
    const dx = x - out[0];
    const dz = z - out[2];
    out[3] = dx * dx + y * y + dz * dz;
  }
}

const made = new WeakMap<LinkForm, LinkCurve>();

/** Made once for each form. */
export function curveOf(form: LinkForm): LinkCurve {
  const found = made.get(form) ?? new LinkCurve(form);
  made.set(form, found);
  return found;
}
