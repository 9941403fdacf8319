/**
 * The cables of a model: where their nodes stand among the unknowns (four numbers a node, after the bodies), what they are in,
 * and what holds their ends. Cables own their tensions and frames (bodies/cable); positions and velocities of nodes belong to
 * the state like those of bodies. An attachment is three rows more: the node stays at a point of a body. One that is let go
 * keeps its rows, with nothing in them.
 */
import { at, BuildError } from '../base/index.ts';
import {
  type Cable,
  CableEnergy,
  type CableSurroundings,
  END,
  EndCoupling,
  FluidSamples,
  makeCable,
  placeNodes,
  Seabed,
  solveStatics,
  START,
  startShape,
} from '../bodies/index.ts';
import type { CableSpec, ModelSpec, WaterSpec } from './spec.ts';

export interface CableItem {
  readonly name: string;
  readonly cable: Cable;
  /** first of its numbers among the unknowns, and first of its blocks in the stage matrix */
  at: number;
  block: number;
  readonly around: CableSurroundings;
  readonly fluid: FluidSamples | undefined;
  readonly seabed: Seabed | undefined;
  readonly energy: CableEnergy;
  readonly coupling: EndCoupling;
  /** absorbed now [W], held now [J] */
  power: number;
  stored: number;
  /** offsets of its blocks in the matrix, five a node */
  readonly offsets: Int32Array;
}

/** Ends in columns. */
export interface Attachments {
  readonly count: number;
  readonly cable: Int32Array;
  /** node of the cable */
  readonly node: Int32Array;
  readonly slot: Int32Array;
  /** [m] point from the centre of mass, body axes */
  readonly point: Float64Array;
  /** 1: holds */
  readonly active: Uint8Array;
  /** 1: the direction is held too; direction and director in body axes (6 numbers) */
  readonly clamped: Uint8Array;
  readonly direction: Float64Array;
  /** blocks: diagonal, (row, node), (node, row), (row, body), (body, row); -1 where there is none */
  readonly blocks: Int32Array;
}
export const ATTACHMENT_BLOCKS = 5;

export class CableSet {
  readonly items: readonly CableItem[];
  readonly attachments: Attachments;
  readonly nodeCount: number;
  /** first multiplier of the attachments */
  firstRow = 0;
  readonly water: WaterSpec | undefined;

  constructor(spec: ModelSpec, slotOfBody: Int32Array, centre: Float64Array, firstUnknown: number, firstBlock: number) {
    this.water = spec.water;
    const list = spec.cables ?? [];
    let at4 = firstUnknown;
    let block = firstBlock;
    this.items = list.map((cable, i) => {
      const item = at('cables', () => at(i, () => makeItem(spec, cable)));
      item.at = at4;
      item.block = block;
      at4 += 4 * item.cable.nodeCount;
      block += item.cable.nodeCount;
      return item;
    });
    this.nodeCount = block - firstBlock;
    this.attachments = makeAttachments(list, this.items, slotOfBody, centre);
  }

  get any(): boolean {
    return this.items.length > 0;
  }

  /** Puts every cable into its shape at the start: the one given, or that of rest between its ends. */
  place(position: Float64Array, rotation: Float64Array, spec: ModelSpec): void {
    (spec.cables ?? []).forEach((cable, i) => {
      at('cables', () => at(i, () => placeCable(this, i, cable, position, rotation, spec)));
    });
  }

  /** Nodes from where the step began (q0), displacements and velocities; the last two from the first unknown on. */
  move(q0: Float64Array, u: Float64Array, velocity: Float64Array, bodySize: number): void {
    for (let k = 0; k < this.items.length; k++) {
      const { cable, at: first } = this.items[k];
      const { q, v } = cable;
      const from = first - bodySize;
      for (let i = 0; i < 4 * cable.nodeCount; i++) {
        q[i] = q0[from + i] + u[first + i];
        v[i] = velocity[first + i];
      }
    }
  }

  commit(): void {
    for (const { cable, seabed } of this.items) {
      cable.commit();
      seabed?.commit(cable);
    }
  }

  rewind(): void {
    for (const { cable } of this.items) cable.rewind();
  }

  /** Numbers besides positions and velocities that a restart needs. */
  save(): Float64Array {
    const out: number[] = [];
    for (const { cable, seabed } of this.items) {
      for (const column of keptColumns(cable, seabed)) out.push(...column);
    }
    out.push(...this.attachments.active);
    return Float64Array.from(out);
  }

  restore(saved: Float64Array): void {
    let o = 0;
    for (const { cable, seabed } of this.items) {
      for (const column of keptColumns(cable, seabed)) {
        column.set(saved.subarray(o, o + column.length));
        o += column.length;
      }
    }
    for (let k = 0; k < this.attachments.count; k++) this.attachments.active[k] = saved[o + k];
    this.rewind();
  }
}

function keptColumns(cable: Cable, seabed: Seabed | undefined): Float64Array[] {
  const own = [cable.tension, cable.tension0, cable.direction0, cable.director0, cable.refTwist0];
  const lengths = [cable.restLength, cable.restRate, cable.materialLength];
  return seabed ? [...own, ...lengths, seabed.bristle0, seabed.position0] : [...own, ...lengths];
}

function makeItem(spec: ModelSpec, given: CableSpec): CableItem {
  const gravity = Float64Array.from(spec.gravity);
  const size = Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
  const cable = makeCable({ pieces: given.pieces, massConsistency: given.massConsistency ?? 0, gravity: size });
  const fluid = spec.water ? new FluidSamples(cable.capacity) : undefined;
  const seabed = given.seabed ? new Seabed(given.seabed, cable.capacity) : undefined;
  return {
    name: given.name,
    cable,
    at: 0,
    block: 0,
    around: { gravity, ...(fluid && { fluid }), ...(seabed && { seabed }) },
    fluid,
    seabed,
    energy: new CableEnergy(cable.capacity),
    coupling: new EndCoupling(),
    power: 0,
    stored: 0,
    offsets: new Int32Array(5 * cable.nodeCount).fill(-1),
  };
}

function makeAttachments(
  list: readonly CableSpec[],
  items: readonly CableItem[],
  slotOfBody: Int32Array,
  centre: Float64Array,
): Attachments {
  const ends = list.flatMap((cable, i) =>
    [cable.start, cable.end].map((end, side) => ({ i, side, end })).filter(({ end }) => end !== undefined),
  );
  const count = ends.length;
  const out: Attachments = {
    count,
    cable: new Int32Array(count),
    node: new Int32Array(count),
    slot: new Int32Array(count),
    point: new Float64Array(3 * count),
    active: new Uint8Array(count).fill(1),
    clamped: new Uint8Array(count),
    direction: new Float64Array(6 * count),
    blocks: new Int32Array(ATTACHMENT_BLOCKS * count).fill(-1),
  };
  ends.forEach(({ i, side, end }, k) => {
    if (end === undefined) return;
    const body = end.body;
    if (!Number.isInteger(body) || body < 0 || body >= slotOfBody.length) {
      throw new BuildError('no-body', `must name one of ${slotOfBody.length} bodies, found ${body}`, [
        'cables',
        i,
        side === 0 ? 'start' : 'end',
      ]);
    }
    const slot = slotOfBody[body];
    out.cable[k] = i;
    out.node[k] = side === 0 ? 0 : items[i].cable.nodeCount - 1;
    out.slot[k] = slot;
    for (let j = 0; j < 3; j++) out.point[3 * k + j] = end.point[j] - centre[3 * slot + j];
    if (end.direction === undefined) return;
    out.clamped[k] = 1;
    const d = end.direction;
    const size = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    const across = perpendicular(d);
    for (let j = 0; j < 3; j++) {
      out.direction[6 * k + j] = d[j] / size;
      out.direction[6 * k + 3 + j] = across[j];
    }
  });
  return out;
}

/** A unit vector across d. */
function perpendicular(d: readonly number[]): number[] {
  const smallest =
    Math.abs(d[0]) <= Math.abs(d[1]) && Math.abs(d[0]) <= Math.abs(d[2]) ? 0 : Math.abs(d[1]) <= Math.abs(d[2]) ? 1 : 2;
  const e = [0, 1, 2].map((i) => (i === smallest ? 1 : 0));
  const c = [d[1] * e[2] - d[2] * e[1], d[2] * e[0] - d[0] * e[2], d[0] * e[1] - d[1] * e[0]];
  const size = Math.sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
  return c.map((x) => x / size);
}

function placeCable(
  set: CableSet,
  index: number,
  given: CableSpec,
  position: Float64Array,
  rotation: Float64Array,
  spec: ModelSpec,
): void {
  const item = set.items[index];
  const { cable } = item;
  const { attachments } = set;
  const n = cable.nodeCount;
  const held = new Uint8Array(4 * cable.capacity);
  const place: (number[] | undefined)[] = [undefined, undefined];
  for (let k = 0; k < attachments.count; k++) {
    if (attachments.cable[k] !== index) continue;
    const side = attachments.node[k] === 0 ? START : END;
    place[side] = worldPoint(attachments, k, position, rotation);
    for (let r = 0; r < 3; r++) held[4 * attachments.node[k] + r] = 1;
    if (attachments.clamped[k] === 0) continue;
    const [d, director] = worldDirections(attachments, k, rotation);
    cable.clamp(side, d, director);
  }
  for (let i = 0; i < n; i++) if (!cable.hasTwist || i === n - 1) held[4 * i + 3] = 1;
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
    if (item.fluid) sampleWater(item, set.water);
    const weight = meanWeight(item, spec);
    const bed = given.seabed?.height;
    const loads = { weight, ...(bed !== undefined && { bed }) };
    // a cable that hangs from its end only is laid out from there, and turned round
    const forward = place[0] !== undefined;
    const other = forward ? place[1] : undefined;
    startShape(points, tension, cable, { start: from, ...(other && { end: other }) }, loads);
    if (!forward) reverse(points, tension, n);
  }
  placeNodes(cable, points);
  cable.tension.set(tension.subarray(0, n));
  if (given.shape !== undefined) {
    followLengths(cable);
    return;
  }
  const result = solveStatics(cable, item.around, {
    held,
    sample: () => {
      if (item.fluid) sampleWater(item, set.water);
    },
  });
  if (!result.ok) {
    throw new BuildError(
      'no-equilibrium',
      `cable "${given.name}" has found no position of rest (node ${result.node} is off by ${result.residual.toPrecision(3)} of the load); ` +
        'give it a shape to start from, or look for an end that pulls it far too tight',
    );
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
    cable.tension[j] = Math.max(0, strain) * cable.EA[j];
  }
  cable.commit();
}

/** Weight in the water by length, mean over the cable [N/m]. */
function meanWeight({ cable }: CableItem, spec: ModelSpec): number[] {
  let mass = 0;
  for (let j = 0; j < cable.elementCount; j++) {
    const wet = spec.water ? spec.water.density * cable.area[j] : 0;
    mass += (cable.massPerLength[j] - wet) * cable.materialLength[j];
  }
  return spec.gravity.map((g) => (g * mass) / cable.totalLength);
}

export function worldPoint(a: Attachments, k: number, position: Float64Array, rotation: Float64Array): number[] {
  const s = a.slot[k];
  return [0, 1, 2].map((i) => {
    const r = 9 * s + 3 * i;
    return (
      position[3 * s + i] +
      rotation[r] * a.point[3 * k] +
      rotation[r + 1] * a.point[3 * k + 1] +
      rotation[r + 2] * a.point[3 * k + 2]
    );
  });
}

function worldDirections(a: Attachments, k: number, rotation: Float64Array): [number[], number[]] {
  const s = 9 * a.slot[k];
  const turned = (o: number): number[] =>
    [0, 1, 2].map(
      (i) =>
        rotation[s + 3 * i] * a.direction[o] +
        rotation[s + 3 * i + 1] * a.direction[o + 1] +
        rotation[s + 3 * i + 2] * a.direction[o + 2],
    );
  return [turned(6 * k), turned(6 * k + 3)];
}

/** Depth over which a surface runs through a rope, so that buoyancy does not jump [m]. */
const SURFACE = 0.05;

/** What surrounds the nodes where they are now. */
export function sampleWater(item: CableItem, water: WaterSpec | undefined): void {
  const { fluid, cable } = item;
  if (!fluid || !water) return;
  for (let i = 0; i < cable.nodeCount; i++) {
    const under = water.surface === undefined ? SURFACE : water.surface - cable.q[4 * i + 2];
    const wet = under >= SURFACE ? 1 : under <= -SURFACE ? 0 : 0.5 + (0.5 * under) / SURFACE;
    fluid.density[i] = wet * water.density;
    fluid.densitySlope[i] = wet > 0 && wet < 1 ? (-0.5 * water.density) / SURFACE : 0;
    for (let r = 0; r < 3; r++) {
      fluid.velocity[3 * i + r] = water.current[r];
      fluid.acceleration[3 * i + r] = 0;
    }
  }
}
