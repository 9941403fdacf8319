/**
 * Adds balls to free space, largest first: branch and bound over a grid of cells. The cell with the largest bound (`cell-queue.ts`) is
 * examined again, divided into eight, or, once the room at its centre is 2/3 of the bound, used as the start of a climb.
 */
import { GrowableInt32, Random } from '../../base/index.ts';
import { Ascent } from './ascent.ts';
import { CELL_STRIDE, CellQueue, UNSEEN } from './cell-queue.ts';
import type { FreeSpace } from './free-space.ts';

/**
 * Largest share by which bounds are lowered, in proportion to the number of balls in a region: in plates and round bodies many places are
 * equally good, and balls must not crowd where the search happens to begin.
 */
const EVEN = 0.01;

/** A climb starts from a cell when D at its centre is at least this share of the bound, so that no ball could be much larger. */
const ENOUGH = 2 / 3;

const LEVELS = 48;

/**
 * Number of cells examined before the search is abandoned, in all, and additionally for each ball wanted. Boxes, tubes and tori take 30 to
 * 100 a ball; a tube with a wall of a fiftieth of its radius takes 250 000 before the first, a ball of 1280 facets, which the first one
 * nearly fills, 1 700 000 before the second, and what is thinner any number.
 */
const MOST_CELLS = 2_000_000;
const MOST_CELLS_A_BALL = 300;

/** `stamp` of a cell not examined yet, cut from a cell whose centre lies inside the solid. */
const BESIDE = UNSEEN - 1;

/** Options besides the space to be filled. Lengths in metres. */
export interface FillPlan {
  /** half extents of the box about the origin that holds the space */
  readonly half: readonly [number, number, number];
  readonly count: number;
  readonly minRadius: number;
  /** coordinates and radii are whole multiples of it */
  readonly step: number;
  readonly seed: number;
}

/** Ends with `count` balls or without room for a ball of `minRadius`; or earlier, with the reason. */
export function fill(space: FreeSpace, plan: FillPlan): 'done' | 'too-long' | 'not-sound' {
  return new Filler(space, plan).run();
}

class Filler {
  readonly #space: FreeSpace;
  readonly #plan: FillPlan;
  readonly #queue = new CellQueue();
  readonly #ascent = new Ascent();
  /** by first cell: balls placed from it and its parts */
  readonly #ballsOf = new GrowableInt32();
  /** half edges and half diagonal of a cell by level */
  readonly #hx = new Float64Array(LEVELS);
  readonly #hy = new Float64Array(LEVELS);
  readonly #hz = new Float64Array(LEVELS);
  readonly #diagonal = new Float64Array(LEVELS);
  /** false: D jumps */
  #sound = true;

  constructor(space: FreeSpace, plan: FillPlan) {
    this.#space = space;
    this.#plan = plan;
    this.#firstCells();
  }

  run(): ReturnType<typeof fill> {
    const { count, minRadius } = this.#plan;
    const queue = this.#queue;
    const space = this.#space;
    let left = MOST_CELLS + MOST_CELLS_A_BALL * count;
    while (queue.length > 0 && space.count < count) {
      if (!this.#sound) return 'not-sound';
      if (left-- === 0) return 'too-long';
      const cell = queue.pop();
      const level = queue.level.data[cell];
      const d = this.#look(cell);
      const bound = this.#bound(cell, d);
      const key = this.#key(cell, bound);
      if (bound < minRadius) {
        queue.release(cell);
      } else if (key < queue.top) {
        queue.push(cell, key);
      } else if (d < ENOUGH * bound && level < LEVELS - 1) {
        this.#cut(cell, d);
      } else if (this.#climbFrom(cell, d)) {
        queue.push(cell, this.#key(cell, bound));
      } else if (bound > 1.01 * minRadius && level < LEVELS - 1) {
        this.#cut(cell, d); // the ball was too small, but the cell may have room for one
      } else {
        queue.release(cell);
      }
    }
    return 'done';
  }

  /** Adds the largest ball near the centre of a cell; false when it is smaller than wanted. */
  #climbFrom(cell: number, d: number): boolean {
    if (!(d > 0)) return false;
    const cells = this.#queue.cells.data;
    const o = CELL_STRIDE * cell;
    const reach = Math.min(d, this.#diagonal[this.#queue.level.data[cell]]);
    this.#ascent.climb(this.#space, cells[o], cells[o + 1], cells[o + 2], d, reach);
    this.#ascent.settle(this.#space);
    if (!this.#addBall()) return false;
    this.#ballsOf.data[this.#queue.root.data[cell]]++;
    return true;
  }

  /** A grid over the box with cells no longer than half its shortest side, at most some 30 000 of them. */
  #firstCells(): void {
    const { half, seed, minRadius } = this.#plan;
    const random = new Random(seed);
    let size = Math.min(half[0], half[1], half[2]);
    const cellsOf = (h: number): number => Math.max(1, Math.ceil((2 * h) / size));
    while (cellsOf(half[0]) * cellsOf(half[1]) * cellsOf(half[2]) > 30000) size *= 1.25;
    const edge = half.map((h) => (2 * h) / cellsOf(h));
    const more = seed === 0 ? 0 : 1; // a shifted grid needs one more
    const counts = half.map((h) => cellsOf(h) + more);
    const from = half.map((h, k) => -h - more * random.uniform() * edge[k]);
    let scale = 0.5;
    for (let level = 0; level < LEVELS; level++, scale *= 0.5) {
      const hx = scale * edge[0];
      const hy = scale * edge[1];
      const hz = scale * edge[2];
      this.#hx[level] = hx;
      this.#hy[level] = hy;
      this.#hz[level] = hz;
      this.#diagonal[level] = Math.sqrt(hx * hx + hy * hy + hz * hz);
    }
    for (let ix = 0; ix < counts[0]; ix++) {
      for (let iy = 0; iy < counts[1]; iy++) {
        for (let iz = 0; iz < counts[2]; iz++) {
          const cell = this.#queue.make(0);
          this.#queue.root.data[cell] = this.#ballsOf.length;
          this.#ballsOf.push(0);
          const cells = this.#queue.cells.data;
          const o = CELL_STRIDE * cell;
          cells[o] = from[0] + (ix + 0.5) * edge[0];
          cells[o + 1] = from[1] + (iy + 0.5) * edge[1];
          cells[o + 2] = from[2] + (iz + 0.5) * edge[2];
          // no obstacle known: one farther away than any can be
          cells[o + 3] = cells[o];
          cells[o + 4] = cells[o + 1];
          cells[o + 5] = cells[o + 2];
          cells[o + 6] = -4 * (half[0] + half[1] + half[2]);
          const bound = this.#bound(cell, this.#look(cell));
          if (bound >= minRadius) this.#queue.push(cell, this.#key(cell, bound));
          else this.#queue.release(cell);
        }
      }
    }
  }

  /** D at the centre of a cell, and its obstacle brought up to date. Negative inside a ball and outside the solid. */
  #look(cell: number): number {
    const space = this.#space;
    const cells = this.#queue.cells.data;
    const o = CELL_STRIDE * cell;
    const x = cells[o];
    const y = cells[o + 1];
    const z = cells[o + 2];
    const dx = x - cells[o + 3];
    const dy = y - cells[o + 4];
    const dz = z - cells[o + 5];
    let d = Math.sqrt(dx * dx + dy * dy + dz * dz) - cells[o + 6];
    const stamp = this.#queue.stamp.data[cell];
    this.#queue.stamp.data[cell] = space.count;
    if (d <= 0) return d; // inside a ball: no other obstacle can be nearer
    if (stamp < 0) {
      // the surface is nearer than any known obstacle, or the centre is inside: search all balls
      const toSurface = space.surface.inside(x, y, z, d * (1 + 1e-9));
      if (toSurface <= 0) {
        if (stamp === BESIDE) this.#compare(0, toSurface, this.#queue.level.data[cell]);
        this.#queue.stamp.data[cell] = UNSEEN;
        return toSurface;
      }
      if (toSurface < d) {
        d = toSurface;
        cells[o + 3] = space.surface.px;
        cells[o + 4] = space.surface.py;
        cells[o + 5] = space.surface.pz;
        cells[o + 6] = 0;
        this.#queue.triangle.data[cell] = space.surface.triangle;
      }
    }
    const toBalls = space.toBalls(x, y, z, d, Math.max(0, stamp));
    if (space.ball >= 0) {
      d = toBalls;
      const b = 4 * space.ball;
      const balls = space.balls.data;
      cells[o + 3] = balls[b];
      cells[o + 4] = balls[b + 1];
      cells[o + 5] = balls[b + 2];
      cells[o + 6] = balls[b + 3];
      this.#queue.triangle.data[cell] = -1;
    }
    return d;
  }

  /** No ball with its centre in the cell is larger than this. */
  #bound(cell: number, d: number): number {
    const level = this.#queue.level.data[cell];
    const plain = d + this.#diagonal[level];
    if (this.#queue.stamp.data[cell] === UNSEEN) return plain; // outside: the obstacle says nothing
    return Math.min(plain, this.#room(cell, level));
  }

  /**
   * D is known at two centres half a diagonal of this level apart. Apart from rounding it changes by no more than their distance; where it
   * jumps, the orientations of faces are inconsistent.
   */
  #compare(more: number, less: number, level: number): void {
    if (more - less > this.#diagonal[level] + 1e-9 * this.#diagonal[0]) this.#sound = false;
  }

  #key(cell: number, bound: number): number {
    const balls = this.#ballsOf.data[this.#queue.root.data[cell]];
    return bound * (1 - (EVEN * balls) / (balls + 8));
  }

  /** From the farthest corner of the cell to its obstacle. */
  #room(cell: number, level: number): number {
    const cells = this.#queue.cells.data;
    const o = CELL_STRIDE * cell;
    const hx = this.#hx[level];
    const hy = this.#hy[level];
    const hz = this.#hz[level];
    const triangle = this.#queue.triangle.data[cell];
    if (triangle >= 0) return this.#space.surface.farthest(triangle, cells[o], cells[o + 1], cells[o + 2], hx, hy, hz);
    const dx = Math.abs(cells[o] - cells[o + 3]) + hx;
    const dy = Math.abs(cells[o + 1] - cells[o + 4]) + hy;
    const dz = Math.abs(cells[o + 2] - cells[o + 5]) + hz;
    return Math.sqrt(dx * dx + dy * dy + dz * dz) - cells[o + 6];
  }

  /** d: D at its centre */
  #cut(cell: number, d: number): void {
    const queue = this.#queue;
    const parent = CELL_STRIDE * cell;
    const level = queue.level.data[cell] + 1;
    for (let octant = 0; octant < 8; octant++) {
      const child = queue.make(level);
      const cells = queue.cells.data;
      const o = CELL_STRIDE * child;
      cells[o] = cells[parent] + (octant & 1 ? this.#hx[level] : -this.#hx[level]);
      cells[o + 1] = cells[parent + 1] + (octant & 2 ? this.#hy[level] : -this.#hy[level]);
      cells[o + 2] = cells[parent + 2] + (octant & 4 ? this.#hz[level] : -this.#hz[level]);
      cells[o + 3] = cells[parent + 3];
      cells[o + 4] = cells[parent + 4];
      cells[o + 5] = cells[parent + 5];
      cells[o + 6] = cells[parent + 6];
      queue.triangle.data[child] = queue.triangle.data[cell];
      queue.root.data[child] = queue.root.data[cell];
      // a centre outside the solid has a bound only after it was examined
      let bound = 0;
      if (queue.stamp.data[cell] === UNSEEN) {
        const here = this.#look(child);
        this.#compare(here, d, level);
        bound = this.#bound(child, here);
      } else {
        bound = this.#room(child, level);
        queue.stamp.data[child] = BESIDE;
      }
      if (bound >= this.#plan.minRadius) queue.push(child, this.#key(child, bound));
      else queue.release(child);
    }
    queue.release(cell);
  }

  /** The largest ball about the grid point next to where the climb ended, its radius rounded down. */
  #addBall(): boolean {
    const { step, minRadius } = this.#plan;
    const x = step * Math.round(this.#ascent.x / step);
    const y = step * Math.round(this.#ascent.y / step);
    const z = step * Math.round(this.#ascent.z / step);
    const radius = step * Math.floor(this.#space.distance(x, y, z) / step);
    if (!(radius >= minRadius)) return false;
    this.#space.add(x, y, z, radius);
    return true;
  }
}
