/**
 * The space inside a mesh that is not yet filled by balls: D(x) = min(distance to the surface, distances to the balls), positive where it
 * is free. D is 1-Lipschitz and falls only when a ball is added.
 *
 * Balls lie in grids by size: level l holds radii from top/2^(l+1) to top/2^l in cells as wide as its largest ball, found by a hash; newest
 * first, so that a caller who knows D before ball number n searches later balls only.
 */
import { GrowableFloat64, GrowableInt32 } from '../../base/index.ts';
import { treeMesh } from '../bvh/tree-mesh.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { MeshDistance } from '../solid/mesh-distance.ts';

const LEAF = 4;
const BUCKETS = 1 << 16;
const LEVELS = 40; // radii down to 1e-12 of the largest
const WIDTH = 5; // of a grid's cells over its largest radius

export class FreeSpace {
  readonly surface: MeshDistance;
  /** x, y, z, radius [m] of each ball */
  readonly balls: GrowableFloat64 = new GrowableFloat64(4096);
  /** after `toBalls`: the nearest ball, -1 when none was within the limit */
  ball = -1;
  readonly #top: number;
  readonly #level: GrowableInt32 = new GrowableInt32(1024);
  readonly #next: GrowableInt32 = new GrowableInt32(1024);
  readonly #heads: Int32Array = new Int32Array(BUCKETS).fill(-1);
  /** balls of each level in the order they came, for scans of levels with fewer balls than cells to look into */
  readonly #ofLevel: GrowableInt32[] = [];

  /** top: no ball is larger [m] */
  constructor(mesh: TriangleMesh, top: number) {
    this.surface = new MeshDistance(treeMesh(mesh, LEAF));
    this.#top = top;
    for (let l = 0; l < LEVELS; l++) this.#ofLevel.push(new GrowableInt32(16));
  }

  get count(): number {
    return this.#next.length;
  }

  add(x: number, y: number, z: number, radius: number): void {
    const index = this.count;
    let level = 0;
    let largest = this.#top;
    while (radius <= 0.5 * largest && level < LEVELS - 1) {
      largest *= 0.5;
      level++;
    }
    const cell = WIDTH * largest;
    const bucket = bucketOf(level, Math.floor(x / cell), Math.floor(y / cell), Math.floor(z / cell));
    this.balls.push(x);
    this.balls.push(y);
    this.balls.push(z);
    this.balls.push(radius);
    this.#level.push(level);
    this.#next.push(this.#heads[bucket]);
    this.#heads[bucket] = index;
    this.#ofLevel[level].push(index);
  }

  /**
   * Distance to the nearest ball [m], negative inside it, if below `limit`, otherwise `limit`. Only balls from number `since` on are
   * searched.
   */
  toBalls(x: number, y: number, z: number, limit: number, since: number): number {
    const balls = this.balls.data;
    const next = this.#next.data;
    const levels = this.#level.data;
    let best = limit;
    this.ball = -1;
    let largest = this.#top;
    for (let level = 0; level < LEVELS; level++, largest *= 0.5) {
      const list = this.#ofLevel[level];
      if (list.length === 0 || list.data[list.length - 1] < since) continue;
      const reach = best + largest;
      if (reach <= 0) continue;
      const cell = WIDTH * largest;
      const perAxis = Math.floor((2 * reach) / cell) + 2;
      if (perAxis * perAxis * perAxis > list.length) {
        for (let k = list.length - 1; k >= 0; k--) {
          const i = list.data[k];
          if (i < since) break;
          const d = ballDistance(balls, 4 * i, x, y, z, best);
          if (d < best) {
            best = d;
            this.ball = i;
          }
        }
        continue;
      }
      const ix1 = Math.floor((x + reach) / cell);
      const iy1 = Math.floor((y + reach) / cell);
      const iz1 = Math.floor((z + reach) / cell);
      for (let ix = Math.floor((x - reach) / cell); ix <= ix1; ix++) {
        for (let iy = Math.floor((y - reach) / cell); iy <= iy1; iy++) {
          for (let iz = Math.floor((z - reach) / cell); iz <= iz1; iz++) {
            for (let i = this.#heads[bucketOf(level, ix, iy, iz)]; i >= since; i = next[i]) {
              if (levels[i] !== level) continue;
              const d = ballDistance(balls, 4 * i, x, y, z, best);
              if (d < best) {
                best = d;
                this.ball = i;
              }
            }
          }
        }
      }
    }
    return best;
  }

  /** D [m], positive in free space. */
  distance(x: number, y: number, z: number): number {
    const d = this.surface.inside(x, y, z);
    return d <= 0 ? d : this.toBalls(x, y, z, d, 0);
  }

  /** Surface and balls nearer than `limit`: distance and unit vector away from each, four numbers, at most `room`; count. */
  gather(out: Float64Array, x: number, y: number, z: number, limit: number, room: number): number {
    let count = this.surface.gather(out, x, y, z, limit, room);
    const balls = this.balls.data;
    const next = this.#next.data;
    let largest = this.#top;
    for (let level = 0; level < LEVELS; level++, largest *= 0.5) {
      const list = this.#ofLevel[level];
      if (list.length === 0) continue;
      const reach = limit + largest;
      const cell = WIDTH * largest;
      const perAxis = Math.floor((2 * reach) / cell) + 2;
      if (perAxis * perAxis * perAxis > list.length) {
        for (let k = 0; k < list.length && count < room; k++) {
          count += pushBall(out, 4 * count, balls, 4 * list.data[k], x, y, z, limit);
        }
        continue;
      }
      const ix1 = Math.floor((x + reach) / cell);
      const iy1 = Math.floor((y + reach) / cell);
      const iz1 = Math.floor((z + reach) / cell);
      for (let ix = Math.floor((x - reach) / cell); ix <= ix1; ix++) {
        for (let iy = Math.floor((y - reach) / cell); iy <= iy1; iy++) {
          for (let iz = Math.floor((z - reach) / cell); iz <= iz1; iz++) {
            for (let i = this.#heads[bucketOf(level, ix, iy, iz)]; i >= 0 && count < room; i = next[i]) {
              // hash buckets are shared: take only balls of this cell, or some would appear twice
              const o = 4 * i;
              if (this.#level.data[i] !== level) continue;
              if (Math.floor(balls[o] / cell) !== ix) continue;
              if (Math.floor(balls[o + 1] / cell) !== iy || Math.floor(balls[o + 2] / cell) !== iz) continue;
              count += pushBall(out, 4 * count, balls, o, x, y, z, limit);
            }
          }
        }
      }
    }
    return count;
  }
}

function bucketOf(level: number, ix: number, iy: number, iz: number): number {
  const h = Math.imul(ix, 73856093) ^ Math.imul(iy, 19349663) ^ Math.imul(iz, 83492791) ^ Math.imul(level, 668265263);
  return (h ^ (h >>> 15)) & (BUCKETS - 1);
}

/** |x - c| - r, or `limit` where that is more */
function ballDistance(balls: Float64Array, o: number, x: number, y: number, z: number, limit: number): number {
  const dx = x - balls[o];
  const dy = y - balls[o + 1];
  const dz = z - balls[o + 2];
  const reach = limit + balls[o + 3];
  const d2 = dx * dx + dy * dy + dz * dz;
  return reach <= 0 || d2 >= reach * reach ? limit : Math.sqrt(d2) - balls[o + 3];
}

function pushBall(
  out: Float64Array,
  at: number,
  balls: Float64Array,
  o: number,
  x: number,
  y: number,
  z: number,
  limit: number,
): number {
  const dx = x - balls[o];
  const dy = y - balls[o + 1];
  const dz = z - balls[o + 2];
  const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (!(d - balls[o + 3] < limit) || d === 0) return 0;
  out[at] = d - balls[o + 3];
  out[at + 1] = dx / d;
  out[at + 2] = dy / d;
  out[at + 3] = dz / d;
  return 1;
}
