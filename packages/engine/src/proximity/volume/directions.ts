/**
 * The directions of a region of two surfaces, and the assignment of its fans to them: first the largest face with all fans within SPREAD of
 * their mean, then the largest of the others, and so on. Fans without such a direction are assigned to the nearest face.
 */
import { GrowableInt32 } from '../../base/index.ts';
import type { FanList } from '../mesh-mesh/fans.ts';

/** Cosine of the largest angle of fans around their direction. */
const SPREAD = 0.7;
export const MOST_DIRECTIONS = 12;
/** Fans below this part of the surface have no reliable normal because of rounding. */
const SLIVER = 1e-9;
/** Directions are sought until only this part of the surface remains. */
const REST = 0.01;

const FREE = -2;
const NOWHERE = -1;

/** Fills directions (3 each, from A to B) and the groups of the region's fans; returns the number of directions. */
export function findDirections(
  directions: Float64Array,
  fansA: FanList,
  fansB: FanList,
  groupA: Int32Array,
  groupB: Int32Array,
  r: number,
): number {
  const surface = free(fansA, groupA, r);
  free(fansB, groupB, r);
  let rest = surface;
  let count = 0;
  while (count < MOST_DIRECTIONS && rest > REST * surface) {
    if (!largestFan(directions, 3 * count, fansA, groupA, r)) break;
    for (let round = 0; round < 2; round++) meanAround(directions, 3 * count, fansA, groupA, r);
    rest -= take(directions, count, fansA, groupA, r, 1);
    take(directions, count, fansB, groupB, r, -1);
    count++;
  }
  for (let g = 0; g < count; g++) heights[g] = meanHeight(directions, g, fansA, groupA, r);
  leftOver(directions, count, fansA, groupA, r);
  leftOver(directions, count, fansB, groupB, r);
  return count;
}

const normal = new Float64Array(4); // twice the vector area of a fan, and its size

function fanNormal(points: Float64Array, i: number): void {
  const k = 9 * i;
  const ux = points[k + 3] - points[k];
  const uy = points[k + 4] - points[k + 1];
  const uz = points[k + 5] - points[k + 2];
  const vx = points[k + 6] - points[k];
  const vy = points[k + 7] - points[k + 1];
  const vz = points[k + 8] - points[k + 2];
  normal[0] = uy * vz - uz * vy;
  normal[1] = uz * vx - ux * vz;
  normal[2] = ux * vy - uy * vx;
  normal[3] = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
}

/** Clears the groups of all fans of the region and sets slivers aside; returns twice the area of the others. */
function free(fans: FanList, group: Int32Array, r: number): number {
  let sum = 0;
  for (let i = 0; i < fans.count; i++) {
    if (fans.region[i] !== r) continue;
    fanNormal(fans.points, i);
    sum += normal[3];
  }
  for (let i = 0; i < fans.count; i++) {
    if (fans.region[i] !== r) continue;
    fanNormal(fans.points, i);
    group[i] = normal[3] > SLIVER * sum ? FREE : NOWHERE;
  }
  return sum;
}

/** Direction of the largest fan without a group; inverted fans count with their sign. */
function largestFan(directions: Float64Array, o: number, fans: FanList, group: Int32Array, r: number): boolean {
  let most = 0;
  for (let i = 0; i < fans.count; i++) {
    if (fans.region[i] !== r || group[i] !== FREE) continue;
    fanNormal(fans.points, i);
    if (normal[3] <= most) continue;
    most = normal[3];
    for (let k = 0; k < 3; k++) directions[o + k] = (fans.sign[i] * normal[k]) / normal[3];
  }
  return most > 0;
}

function meanAround(directions: Float64Array, o: number, fans: FanList, group: Int32Array, r: number): void {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < fans.count; i++) {
    if (fans.region[i] !== r || group[i] !== FREE) continue;
    fanNormal(fans.points, i);
    const dot = normal[0] * directions[o] + normal[1] * directions[o + 1] + normal[2] * directions[o + 2];
    if (fans.sign[i] * dot < SPREAD * normal[3]) continue;
    x += normal[0];
    y += normal[1];
    z += normal[2];
  }
  const size = Math.sqrt(x * x + y * y + z * z);
  if (!(size > 0)) return;
  directions[o] = x / size;
  directions[o + 1] = y / size;
  directions[o + 2] = z / size;
}

/** Assigns ungrouped fans along direction g (sign = -1: against it) to it; returns twice their area. */
function take(directions: Float64Array, g: number, fans: FanList, group: Int32Array, r: number, sign: number): number {
  let sum = 0;
  for (let i = 0; i < fans.count; i++) {
    if (fans.region[i] !== r || group[i] !== FREE) continue;
    fanNormal(fans.points, i);
    const dot = normal[0] * directions[3 * g] + normal[1] * directions[3 * g + 1] + normal[2] * directions[3 * g + 2];
    if (sign * fans.sign[i] * dot < SPREAD * normal[3]) continue;
    group[i] = g;
    sum += normal[3];
  }
  return sum;
}

const heights = new Float64Array(MOST_DIRECTIONS);

/** Mean height of A's fans of direction g along it. */
function meanHeight(directions: Float64Array, g: number, fans: FanList, group: Int32Array, r: number): number {
  let area = 0;
  let moment = 0;
  for (let i = 0; i < fans.count; i++) {
    if (fans.region[i] !== r || group[i] !== g) continue;
    fanNormal(fans.points, i);
    area += normal[3];
    moment += normal[3] * fanHeight(directions, g, fans.points, i);
  }
  return area > 0 ? moment / area : 0;
}

/** Of the middle of a fan along direction g. */
function fanHeight(directions: Float64Array, g: number, p: Float64Array, i: number): number {
  const k = 9 * i;
  return (
    (directions[3 * g] * (p[k] + p[k + 3] + p[k + 6]) +
      directions[3 * g + 1] * (p[k + 1] + p[k + 4] + p[k + 7]) +
      directions[3 * g + 2] * (p[k + 2] + p[k + 5] + p[k + 8])) /
    3
  );
}

/** the group of each triangle, and the round of its assignment */
const went = new GrowableInt32();
const round = new GrowableInt32();
let rounds = 0;

/**
 * The remaining fans, rims and ends of the layer, close the volume at the face with the nearest plane. All fans of a triangle are assigned
 * there, including subtracted ones.
 */
function leftOver(directions: Float64Array, count: number, fans: FanList, group: Int32Array, r: number): void {
  rounds++;
  for (let i = 0; i < fans.count; i++) {
    if (fans.region[i] !== r || group[i] !== FREE) continue;
    const t = fans.triangle[i];
    if (t >= went.length) {
      went.resize(t + 1);
      round.resize(t + 1);
    }
    if (round.data[t] !== rounds) {
      round.data[t] = rounds;
      let least = Number.POSITIVE_INFINITY;
      for (let g = 0; g < count; g++) {
        const distance = Math.abs(fanHeight(directions, g, fans.points, i) - heights[g]);
        if (distance >= least) continue;
        least = distance;
        went.data[t] = g;
      }
    }
    group[i] = went.data[t];
  }
}
