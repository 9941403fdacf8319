/** Initial shape of cables: at rest, in still water with its current. */
import { BuildError } from '../base/index.ts';
import {
  beginCreep,
  type Cable,
  END,
  followRest,
  freshCreep,
  layWithCreep,
  placeNodes,
  restWithCreep,
  solveStatics,
  START,
  startShape,
  type StaticsOptions,
  type StaticsResult,
  tensionAt,
} from '../bodies/index.ts';
import type { Sea } from '../marine/index.ts';
import { type Attachments, worldDirections, worldPoint } from './cable-ends.ts';
import type { CableItem } from './cable-item.ts';
import { sampleWater } from './sea-cables.ts';
import type { CableSpec, ModelSpec } from './spec.ts';

export function placeCable(
  item: CableItem,
  index: number,
  attachments: Attachments,
  given: CableSpec,
  position: Float64Array,
  rotation: Float64Array,
  spec: Pick<ModelSpec, 'gravity' | 'water'>,
  sea: Sea | undefined,
): void {
  const { cable } = item;
  const n = cable.nodeCount;
  const held = new Uint8Array(4 * cable.capacity);
  const place: (number[] | undefined)[] = [undefined, undefined];
  const leaves: (number[] | undefined)[] = [undefined, undefined];
  for (let k = 0; k < attachments.count; k++) {
    if (attachments.cable[k] !== index) continue;
    if (attachments.active[k] === 0) continue;
    const side = attachments.end[k] === 0 ? START : END;
    place[side] = worldPoint(attachments, k, position, rotation);
    for (let r = 0; r < 3; r++) held[4 * attachments.node[k] + r] = 1;
    if (attachments.clamped[k] === 0) continue;
    const [d, director] = worldDirections(attachments, k, rotation);
    cable.clamp(side, d, director);
    leaves[side] = side === START ? d : d.map((x) => -x);
  }
  for (let i = 0; i < n; i++) if (!cable.hasTwist || i === n - 1) held[4 * i + 3] = 1;
  // a round rope whose rotation is not held may have any twist angle: keep the present one
  if (!cable.hasNaturalBend && leaves[0] === undefined && leaves[1] === undefined) held[3] = 1;
  const points = new Float64Array(3 * n);
  const tension = new Float64Array(n);
  const from = place[0] ?? place[1];
  if (given.shape !== undefined) {
    if (given.shape.length !== 3 * n) {
      throw new BuildError('shape', `must be x, y, z of ${n} nodes, found ${given.shape.length} numbers`, ['shape']);
    }
    points.set(given.shape);
  } else if (from === undefined) {
    throw new BuildError('no-end', 'a cable with two free ends needs a shape to start from', ['shape']);
  } else {
    if (item.fluid) sampleWater(item, sea, true);
    const weight = meanWeight(item, spec);
    const bed = bedUnder(item, from, place[1]);
    const loads = { weight, ...(bed !== undefined && { bed }) };
    // a cable that hangs from its end only is laid out from there, then reversed
    const forward = place[0] !== undefined;
    const other = forward ? place[1] : undefined;
    const leaving = other ? undefined : leaves[forward ? START : END];
    const ends = { start: from, ...(other && { end: other }), ...(leaving && { leaving }) };
    startShape(points, tension, cable, ends, loads);
    if (!forward) reverse(points, tension, n);
    liftOntoBed(item, points);
    // set it exactly: rounding, or a bed above a held end, would shift it
    if (place[0]) points.set(place[0], 0);
    if (place[1]) points.set(place[1], 3 * (n - 1));
  }
  placeNodes(cable, points);
  cable.tension.set(tension.subarray(0, n));
  if (given.shape !== undefined) {
    followLengths(cable);
    return;
  }
  const result = solveRest(item, held, sea);
  if (!result.ok) {
    throw new BuildError(
      'no-rest',
      `cable "${given.name}" has found no position of rest (node ${result.node} is off by ${result.residual.toPrecision(3)} of the load); ` +
        'give it a shape to start from, or look for an end that pulls it far too tight',
    );
  }
}

/** Height of the bed under the lower end [m]. */
function bedUnder(
  { seabed }: CableItem,
  from: readonly number[],
  other: readonly number[] | undefined,
): number | undefined {
  if (seabed === undefined) return undefined;
  if (seabed.grid === undefined) return seabed.spec.height;
  const [x, y] = other !== undefined && other[2] < from[2] ? other : from;
  seabed.grid.sample(seabed.below, x, y);
  return seabed.below[0] + seabed.spec.height;
}

/** Lifts nodes below a bed of heights onto the bed. */
function liftOntoBed({ cable, seabed }: CableItem, points: Float64Array): void {
  if (seabed?.grid === undefined) return;
  for (let i = 0; i < cable.nodeCount; i++) {
    seabed.grid.sample(seabed.below, points[3 * i], points[3 * i + 1]);
    const radius = 0.5 * cable.diameter[Math.min(i, cable.elementCount - 1)];
    points[3 * i + 2] = Math.max(points[3 * i + 2], seabed.below[0] + seabed.spec.height + radius);
  }
}

/** Iterations in which the linearised curves of creeping ropes become tangent to them at the static tensions. */
const ROUNDS = 30;

function solveRest(item: CableItem, held: Uint8Array, sea: Sea | undefined): StaticsResult {
  const { cable } = item;
  const options: StaticsOptions = {
    held,
    sample: () => {
      if (item.fluid) sampleWater(item, sea, true);
    },
  };
  if (cable.creep === undefined) return solveStatics(cable, item.around, options);
  freshCreep(cable);
  followRest(cable);
  for (let round = 1; ; round++) {
    restWithCreep(cable);
    const result = solveStatics(cable, item.around, options);
    let largest = 0;
    for (let j = 0; j < cable.elementCount; j++) largest = Math.max(largest, cable.tension[j]);
    const change = followRest(cable);
    if (!result.ok || (change > 1e-6 * largest && round < ROUNDS)) {
      if (result.ok) continue;
      return result;
    }
    beginCreep(cable);
    return result;
  }
}

function reverse(points: Float64Array, tension: Float64Array, n: number): void {
  for (let i = 0; i < n >> 1; i++) {
    const j = n - 1 - i;
    for (let r = 0; r < 3; r++) [points[3 * i + r], points[3 * j + r]] = [points[3 * j + r], points[3 * i + r]];
  }
  tension.subarray(0, n - 1).reverse();
}

/** Tensions of the lengths between the nodes as placed. */
function followLengths(cable: Cable): void {
  for (let j = 0; j < cable.elementCount; j++) {
    const o = 4 * j;
    const { q } = cable;
    const x = q[o + 4] - q[o];
    const y = q[o + 5] - q[o + 1];
    const z = q[o + 6] - q[o + 2];
    const strain = Math.sqrt(x * x + y * y + z * z) / cable.restLength[j] - 1;
    cable.tension[j] = strain;
    if (cable.creep && cable.ropes[cable.ropeOf[j]].creep)
      cable.tension[j] = layWithCreep(cable, cable.creep, j, strain);
    else if (strain > 0 && cable.curveOf[j] >= 0) tensionAt(cable.tension, j, cable, j);
    else cable.tension[j] = Math.max(0, strain) * cable.EA[j];
  }
  cable.commit();
  beginCreep(cable);
}

/** Weight in the water by length, mean over the cable [N/m]. */
function meanWeight({ cable }: CableItem, spec: Pick<ModelSpec, 'gravity' | 'water'>): number[] {
  let mass = 0;
  for (let j = 0; j < cable.elementCount; j++) {
    const wet = spec.water ? spec.water.density * cable.area[j] : 0;
    mass += (cable.massPerLength[j] - wet) * cable.materialLength[j];
  }
  return spec.gravity.map((g) => (g * mass) / cable.totalLength);
}
