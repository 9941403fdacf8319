/**
 * Which way the cells under a region look, sorted into few directions: the one with the largest volume first, all within SPREAD
 * of the mean around it, then the largest of the rest. Each point keeps its own normal; directions only say which points share
 * a brush and a speed at onset.
 */

/** Cosine of the angle around a direction that goes with it. */
const SPREAD = 0.7;
const MOST_DIRECTIONS = 12;
/** A direction with less than this part of the volume goes with the nearest other. */
const SMALL = 0.02;

const lead = new Float64Array(3 * MOST_DIRECTIONS);
const sum = new Float64Array(MOST_DIRECTIONS);

/**
 * Fills group by cell, from normals (3 each, from A to B) and volumes; how many groups there are. Cells without volume go with
 * the nearest direction.
 */
export function sortDirections(group: Int32Array, normals: Float64Array, volumes: Float64Array, count: number): number {
  group.fill(-1, 0, count);
  let total = 0;
  for (let i = 0; i < count; i++) total += Math.max(0, volumes[i]);
  let groups = 0;
  let rest = total;
  while (groups < MOST_DIRECTIONS && rest > SMALL * total) {
    let largest = -1;
    for (let i = 0; i < count; i++) {
      if (group[i] < 0 && volumes[i] > 0 && (largest < 0 || volumes[i] > volumes[largest])) largest = i;
    }
    if (largest < 0) break;
    for (let k = 0; k < 3; k++) lead[3 * groups + k] = normals[3 * largest + k];
    for (let round = 0; round < 2; round++) meanAround(groups, group, normals, volumes, count);
    sum[groups] = 0;
    for (let i = 0; i < count; i++) {
      if (group[i] >= 0 || (i !== largest && along(groups, normals, i) < SPREAD)) continue;
      group[i] = groups;
      sum[groups] += Math.max(0, volumes[i]);
    }
    rest -= sum[groups];
    groups++;
  }
  groups = Math.max(1, groups);
  for (let i = 0; i < count; i++) {
    if (group[i] >= 0) continue;
    group[i] = 0;
    for (let g = 1; g < groups; g++) if (along(g, normals, i) > along(group[i], normals, i)) group[i] = g;
  }
  return groups;
}

function along(g: number, normals: Float64Array, i: number): number {
  return lead[3 * g] * normals[3 * i] + lead[3 * g + 1] * normals[3 * i + 1] + lead[3 * g + 2] * normals[3 * i + 2];
}

function meanAround(g: number, group: Int32Array, normals: Float64Array, volumes: Float64Array, count: number): void {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < count; i++) {
    if (group[i] >= 0 || !(volumes[i] > 0) || along(g, normals, i) < SPREAD) continue;
    x += volumes[i] * normals[3 * i];
    y += volumes[i] * normals[3 * i + 1];
    z += volumes[i] * normals[3 * i + 2];
  }
  const size = Math.sqrt(x * x + y * y + z * z);
  if (!(size > 0)) return;
  lead[3 * g] = x / size;
  lead[3 * g + 1] = y / size;
  lead[3 * g + 2] = z / size;
}
