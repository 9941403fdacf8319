// Solids in quarter turns go along, across and about their faces, from 0.2 mm to 3 cm deep in each other: does the force of contact by volume jump
// anywhere? Every way is walked in 160 steps; the five steps whose change fits least to their neighbours' are quartered 18 times.
//   node benchmarks/studies/aligned-ways.mjs [--ways 2500] [--seed 13] [--friction]
// Prints JSON: ways that met, the largest jump over the largest force, ways with more than 1e-8. Ends with 1 when there are any.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('../../packages/engine/dist/', import.meta.url));
const load = (file) => import(path.join(root, file));
const { SolidMeshes, VolumePair } = await load('proximity/volume/volume-pair.js');
const { PATCH_STRIDE, PatchList } = await load('proximity/volume/patch-list.js');
const { makePatchForce, makePatchLaw, makePatchMotion, patchForce } = await load('contact/index.js');
const { boxMesh, cylinderMesh, extrudedMesh, pocketMesh, tubeMesh } = await load('geometry/index.js');
const { Random } = await load('base/index.js');

const { values } = parseArgs({
  options: {
    ways: { type: 'string', default: '2500' },
    seed: { type: 'string', default: '13' },
    friction: { type: 'boolean', default: false },
  },
});
const ways = Number(values.ways);
const random = new Random(Number(values.seed));
const LARGEST = 1e-8;
const UPRIGHT = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const SOLIDS = {
  box: boxMesh(0.2, 0.16, 0.12),
  cube: boxMesh(0.2, 0.2, 0.2),
  plate: boxMesh(0.3, 0.3, 0.02),
  angle: extrudedMesh([-0.1, -0.1, 0.1, -0.1, 0.1, -0.02, -0.02, -0.02, -0.02, 0.1, -0.1, 0.1], 0.15),
  comb: extrudedMesh(
    [
      [-0.1, -0.05, 0.1, -0.05, 0.1, 0.05, 0.06, 0.05, 0.06, 0, 0.02, 0],
      [0.02, 0.05, -0.02, 0.05, -0.02, 0, -0.06, 0, -0.06, 0.05, -0.1, 0.05],
    ].flat(),
    0.15,
  ),
  pocket: pocketMesh({ size: [0.2, 0.2, 0.1], pocket: [0.1, 0.1, 0.06] }),
  nut: cylinderMesh({ radius: 0.1, length: 0.15, sides: 6 }),
  frustum: frustum(0.2, 0.15, 0.15),
  tube: tubeMesh({ outer: 0.12, inner: 0.07, length: 0.1, sides: 12 }),
};

const found = [];
let met = 0;
let largest = 0;
for (let i = 0; i < ways; i++) {
  const [a, b] = [pick(Object.keys(SOLIDS)), pick(Object.keys(SOLIDS))];
  const contact = contactOf(SOLIDS[a], SOLIDS[b], values.friction);
  const way = wayOf(contact);
  if (way === undefined) continue;
  const jump = largestJump((s) => contact(...way(s)));
  met++;
  largest = Math.max(largest, jump);
  if (!(jump < LARGEST)) found.push({ way: i, solids: [a, b], jump });
}
console.log(
  JSON.stringify({ ways, seed: Number(values.seed), friction: values.friction, met, largest, found }, null, 2),
);
process.exitCode = found.length > 0 ? 1 : 0;

function pick(list) {
  return list[Math.floor(random.between(0, list.length))];
}

/** Force and torque about the origin, over 0.1 m, on B at a place, A standing in the origin. */
function contactOf(a, b, friction) {
  const shapes = [a, b].map(({ positions, triangles }, body) => ({
    shape: { kind: 'mesh', positions, triangles },
    body,
    position: [0, 0, 0],
    rotation: UPRIGHT,
  }));
  const pair = new VolumePair(shapes[0], shapes[1], new SolidMeshes());
  const list = new PatchList();
  const law = { ...makePatchLaw(), stiffness: 1e8, muStatic: 0.4, muKinetic: 0.4, s0: 1e4 };
  const motion = makePatchMotion();
  if (friction) motion.displacement.set([0.9, 0.3, 0, 0, 0, 0]);
  const force = makePatchForce();
  return (at, rotation) => {
    list.clear();
    const rotations = Float64Array.from([...UPRIGHT, ...rotation]);
    pair.meet(list, Float64Array.from([0, 0, 0, ...at]), rotations, new Float64Array(12));
    const wrench = [0, 0, 0, 0, 0, 0];
    for (let p = 0; p < list.count; p++) {
      const [x, y, z, nx, ny, nz] = list.data.subarray(PATCH_STRIDE * p, PATCH_STRIDE * p + 6);
      const own = list.data[PATCH_STRIDE * p + 9] === 1 ? list.normals : undefined;
      motion.normal.set([nx, ny, nz]);
      patchForce(force, list.points, list.start[p], list.start[p + 1], law, motion, friction, false, own);
      const [fx, fy, fz, mx, my, mz] = force.wrench;
      [fx, fy, fz, mx + y * fz - z * fy, my + z * fx - x * fz, mz + x * fy - y * fx].forEach((value, k) => {
        wrench[k] += k < 3 ? value : value / 0.1;
      });
    }
    return wrench;
  };
}

/** From where they touch so deep: along an axis, tilting about it, along it while tilted, or along two. */
function wayOf(contact) {
  let rotation = UPRIGHT;
  for (const axis of AXES) {
    const quarter = (Math.PI / 2) * Math.floor(random.between(0, 4));
    rotation = product(turned(axis, quarter), rotation).map(Math.round);
  }
  const kind = Math.floor(random.between(0, 4));
  const m = Math.floor(random.between(0, 3));
  const k = Math.floor(random.between(0, 3));
  const base = AXES.map(() => 0.02 * Math.round(random.between(-8, 8)));
  const lifted = (z) => base.map((x, i) => (i === k ? z : x));
  let z = 0.4;
  while (z > -0.4 && size(contact(lifted(z), rotation)) < 1) z -= 0.004;
  const from = lifted(z + 0.004 - pick([2e-4, 2e-3, 0.01, 0.03]));
  const off = random.between(-1e-4, 1e-4);
  if (z <= -0.4) return undefined;
  return (s) => {
    const at = [...from];
    if (kind === 1) at[k] += 0.004 * (s - 0.5);
    else at[m] += 0.06 * (s - 0.5) + off;
    if (kind === 3) at[(m + 1) % 3] += 0.03 * (s - 0.37);
    const tilt = kind === 1 ? 0.1 * (s - 0.43) : kind === 2 ? 0.03 : 0;
    return [at, product(turned(AXES[m], tilt), rotation)];
  };
}

function largestJump(at, steps = 160, levels = 18) {
  const values = Array.from({ length: steps + 1 }, (_, i) => at(i / steps));
  const scale = Math.max(...values.map(size));
  const changes = values.slice(1).map((f, i) => minus(f, values[i]));
  const odd = changes.map((c, i) =>
    Math.min(...[i - 1, i + 1].filter((j) => j >= 0 && j < steps).map((j) => size(minus(c, changes[j])))),
  );
  const suspects = odd.map((_, i) => i).sort((i, j) => odd[j] - odd[i]);
  let worst = 0;
  for (const i of suspects.slice(0, 5)) {
    let [low, high] = [i / steps, (i + 1) / steps];
    let ends = [values[i], values[i + 1]];
    for (let level = 0; level < levels; level++) {
      const places = [0, 1, 2, 3, 4].map((q) => low + ((high - low) * q) / 4);
      const five = [ends[0], ...places.slice(1, 4).map(at), ends[1]];
      const four = [0, 1, 2, 3].map((q) => minus(five[q + 1], five[q]));
      const mean = four[0].map((_, n) => four.reduce((sum, v) => sum + v[n], 0) / 4);
      const away = four.map((v) => size(minus(v, mean)));
      const q = away.indexOf(Math.max(...away));
      [low, high, ends] = [places[q], places[q + 1], [five[q], five[q + 1]]];
    }
    worst = Math.max(worst, size(minus(ends[1], ends[0])));
  }
  return scale > 1e-4 ? worst / scale : 0;
}

function size(a) {
  return Math.hypot(...a);
}

function minus(a, b) {
  return a.map((x, k) => x - b[k]);
}

function product(a, b) {
  return UPRIGHT.map((_, i) =>
    [0, 1, 2].reduce((sum, k) => sum + a[3 * Math.floor(i / 3) + k] * b[3 * k + (i % 3)], 0),
  );
}

function turned([x, y, z], angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const m = 1 - c;
  return [
    [c + x * x * m, x * y * m - z * s, x * z * m + y * s],
    [y * x * m + z * s, c + y * y * m, y * z * m - x * s],
    [z * x * m - y * s, z * y * m + x * s, c + z * z * m],
  ].flat();
}

function frustum(base, top, height) {
  const ring = (width, z) =>
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].flatMap(([x, y]) => [(x * width) / 2, (y * width) / 2, z]);
  const sides = [0, 1, 2, 3].flatMap((i) => [i, (i + 1) % 4, 4 + ((i + 1) % 4), i, 4 + ((i + 1) % 4), 4 + i]);
  return {
    positions: Float64Array.from([...ring(base, -height / 2), ...ring(top, height / 2)]),
    triangles: Int32Array.from([0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, ...sides]),
  };
}
