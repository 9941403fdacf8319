/**
 * The cables of a model: the offsets of their nodes among the unknowns (four numbers for each node, after the bodies), the water around
 * them, and their attachments. Cables own their tensions and frames (bodies/cable); positions and velocities of nodes belong to the state,
 * like those of bodies. A cable that is paid out has room for all the nodes it may get: nodes that do not exist yet are unknowns of unit
 * mass without forces.
 */
import { at, BuildError } from '../base/index.ts';
import {
  beginCreep,
  type Cable,
  CableEnergy,
  followRest,
  freshCreep,
  restWithCreep,
  EndCoupling,
  FluidSamples,
  makeCable,
  Refiner,
  refreshProperties,
  relaxLengths,
  commitCreep,
  creepWithin,
  relaxWithin,
  settleCreep,
  Seabed,
} from '../bodies/index.ts';
import type { Sea } from '../marine/index.ts';
import { attachmentColumns, type Attachments, endOf, makeAttachments } from './cable-ends.ts';
import { feedCable, makeFeed, settleFeed, spareNodes } from './cable-feed.ts';
import type { CableItem, Feed } from './cable-item.ts';
import type { Inputs } from '../math/index.ts';
import type { Model } from './model.ts';
import { placeCable } from './cable-placing.ts';
import { CableWater } from './cable-water.ts';
import type { CableSpec, ModelSpec } from './spec.ts';

/** Time in which rest lengths shortened by a merger of two elements return to the material's [s]. */
const RELAXATION = 1;

type CableModel = Pick<Model, 'spec' | 'slotOfBody' | 'centre' | 'inputs'>;

export class CableSet {
  readonly items: readonly CableItem[];
  readonly attachments: Attachments;
  /** room for nodes of all cables */
  readonly nodeCount: number;
  /** first multiplier of the attachments */
  firstRow = 0;
  readonly sea: Sea | undefined;
  /** grows when nodes are added or removed */
  version = 0;
  /** w.moves of the trial for which the energies hold; -1: they are out of date. */
  measuredAt = -1;
  /** true in convex steps: lengths change by the secant over the step, and matrices are symmetric (Evaluation) */
  symmetric = false;
  /** time of the trial and of the last accepted step [s]; NaN: that of the next trial */
  private time = 0;
  private accepted = Number.NaN;
  private resting = false;

  constructor(
    { spec, slotOfBody, centre, inputs }: CableModel,
    sea: Sea | undefined,
    firstUnknown: number,
    firstBlock: number,
  ) {
    this.sea = sea;
    const list = spec.cables ?? [];
    let at4 = firstUnknown;
    let block = firstBlock;
    this.items = list.map((cable, i) => {
      const item = at('cables', () => at(i, () => makeItem(spec, cable, inputs)));
      item.at = at4;
      item.block = block;
      at4 += 4 * item.cable.capacity;
      block += item.cable.capacity;
      return item;
    });
    this.nodeCount = block - firstBlock;
    const counts = this.items.map(({ cable }) => cable.nodeCount);
    this.attachments = makeAttachments(list, counts, slotOfBody, centre);
  }

  get any(): boolean {
    return this.items.length > 0;
  }

  /** Puts every cable into its initial shape: the given one, or the static shape between its ends. */
  place(position: Float64Array, rotation: Float64Array, spec: ModelSpec): void {
    (spec.cables ?? []).forEach((cable, i) => {
      const place = (): void =>
        placeCable(this.items[i], i, this.attachments, cable, position, rotation, spec, this.sea);
      at('cables', () => at(i, place));
    });
  }

  /**
   * Sets nodes from their positions at the start of the step (q0), displacements and velocities (both indexed from the first unknown), and
   * the fed lengths of time t. False: nothing changed.
   */
  move(
    q0: Float64Array,
    u: Float64Array,
    velocity: Float64Array,
    bodySize: number,
    clock: { readonly time: number },
  ): boolean {
    this.time = clock.time;
    const t = this.time;
    if (Number.isNaN(this.accepted)) this.accepted = t;
    let stirred = false;
    for (let k = 0; k < this.items.length; k++) {
      const { cable, at: first, feed, relaxing, rest0 } = this.items[k];
      const { q, v } = cable;
      const from = first - bodySize;
      for (let i = 0; i < 4 * cable.nodeCount; i++) {
        const x = q0[from + i] + u[first + i];
        const y = velocity[first + i];
        if (q[i] !== x || v[i] !== y) stirred = true;
        q[i] = x;
        v[i] = y;
      }
      if (relaxing || feed || cable.creep) stirred = true;
      if (cable.creep && !this.resting) creepWithin(cable, t - this.accepted);
      if (relaxing) relaxWithin(cable, rest0, t - this.accepted, RELAXATION, fedElement(this.items[k]));
      if (feed) feedCable(cable, feed, t);
    }
    return stirred;
  }

  /** Called when a step is accepted. */
  commit(step: { readonly h: number }): void {
    this.accepted = this.time;
    this.measuredAt = -1;
    for (let k = 0; k < this.items.length; k++) {
      const item = this.items[k];
      const { cable, seabed, feed, refiner } = item;
      if (!this.resting) commitCreep(cable);
      cable.commit();
      if (this.resting) {
        followRest(cable);
        restWithCreep(cable);
      } else settleCreep(cable);
      seabed?.commit(cable);
      if (feed) relaxEnd(cable, fedElement(item), step.h);
      if (feed || refiner) noteLengths(item);
    }
  }

  /** While a static position is sought, creeping ropes follow their static curves. */
  rest(looking: boolean): void {
    this.resting = looking;
    for (const { cable } of this.items) {
      if (!looking) beginCreep(cable);
      else {
        // earlier positions of bodies were guesses; a rope must not remember their loads
        freshCreep(cable);
        followRest(cable);
        restWithCreep(cable);
      }
    }
  }

  rewind(): void {
    for (let k = 0; k < this.items.length; k++) this.items[k].cable.rewind();
  }

  /** After nodes were added or removed: updates the nodes of attachments at the end. */
  recount(): void {
    this.version++;
    this.measuredAt = -1;
    const a = this.attachments;
    for (let k = 0; k < a.count; k++) {
      if (a.end[k] === 1) a.node[k] = this.items[a.cable[k]].cable.nodeCount - 1;
    }
  }

  /** Tells each cable whether its ends are clamped. */
  holdDirections(): void {
    this.measuredAt = -1; // a clamped end resists bending
    const a = this.attachments;
    for (let k = 0; k < a.count; k++) {
      const { cable } = this.items[a.cable[k]];
      const clamped = a.active[k] === 1 && a.clamped[k] === 1;
      cable.holdsDirection[endOf(a, k)] = clamped;
      cable.holdsTurn[endOf(a, k)] = clamped;
    }
  }

  /** Numbers that a restart needs besides positions and velocities. */
  save(): Float64Array {
    const out: number[] = [];
    for (const item of this.items) {
      out.push(item.cable.nodeCount);
      for (const [column, from, to] of keptColumns(item)) {
        for (let i = 0; i < column.length; i++) out.push(i >= from && i < to ? column[i] : 0);
      }
    }
    for (const column of attachmentColumns(this.attachments)) out.push(...column);
    return Float64Array.from(out);
  }

  restore(saved: Float64Array): void {
    let o = 0;
    const take = (column: Float64Array | Int32Array | Uint8Array): void => {
      column.set(saved.subarray(o, o + column.length));
      o += column.length;
    };
    for (const item of this.items) {
      const { cable, feed } = item;
      cable.nodeCount = saved[o++];
      for (const [column] of keptColumns(item)) take(column);
      // without twist no evaluation writes these values: keep them
      cable.direction.set(cable.direction0);
      cable.director.set(cable.director0);
      cable.refTwist.set(cable.refTwist0);
      refreshProperties(cable, 0, cable.elementCount);
      settleCreep(cable);
      if (feed) settleFeed(cable, feed);
    }
    for (const column of attachmentColumns(this.attachments)) take(column);
    this.accepted = Number.NaN;
    for (const item of this.items) if (item.feed || item.refiner) noteLengths(item);
    this.recount();
    this.holdDirections();
    this.rewind();
  }
}

/** A column, and its meaningful part: room for future nodes holds arbitrary values. */
type Kept = readonly [column: Float64Array | Int32Array, from: number, to: number];

function keptColumns(item: CableItem): Kept[] {
  const { cable, seabed } = item;
  const { nodeCount: n, elementCount: m } = cable;
  const fed = fedElement(item);
  const own: Kept[] = [
    [cable.tension0, 0, m],
    [cable.direction0, 3, 3 * n], // nodes of held ends follow their holders
    [cable.director0, 3, 3 * n],
    [cable.refTwist0, 0, n],
    [cable.ropeOf, 0, m],
    [cable.restLength, 0, m],
    [cable.restRate, fed, fed + 1], // lengths of the others follow within a step
    [cable.materialLength, 0, m],
  ];
  const { creep } = cable;
  if (creep) own.push([creep.slow, 0, m], [creep.largest, 0, m], [creep.at, 0, m]);
  if (cable.ropes.length > cable.kinds) own.push([cable.proven, 0, 1]);
  if (seabed) own.push([seabed.bristle0, 0, 3 * n], [seabed.position0, 0, 3 * n]);
  return own;
}

/** Nodes a cable may come to have. */
export function cableRoom(given: CableSpec): number {
  return 1 + given.pieces.reduce((sum, { elements }) => sum + elements, 0) + spareNodes(given);
}

/** The element at the feeding end, or -1. */
function fedElement({ cable, feed }: CableItem): number {
  return feed === undefined ? -1 : feed.end === 0 ? 0 : cable.elementCount - 1;
}

/** That element returns to the material's length between steps; within steps its feed sets its length. */
function relaxEnd(cable: Cable, j: number, h: number): void {
  const missing = cable.materialLength[j] - cable.restLength[j];
  if (missing === 0) return;
  relaxLengths(cable, h, RELAXATION, j, j + 1);
}

/** Stores the rest lengths of an accepted step, or after nodes were added or removed, as the start of the next step. */
export function noteLengths(item: CableItem): void {
  const { cable, rest0 } = item;
  const fed = fedElement(item);
  item.relaxing = false;
  for (let j = 0; j < cable.elementCount; j++) {
    const missing = cable.materialLength[j] - cable.restLength[j];
    if (j !== fed && Math.abs(missing) > 1e-12 * cable.restLength[j]) item.relaxing = true;
    rest0[j] = cable.restLength[j];
    if (j !== fed) cable.restRate[j] = 0;
  }
}

/** Cables whose elements differ in length, now or later; they are drawn as equal pieces. */
export function drawnEvenly({ pieces, refine }: CableSpec): boolean {
  return (
    refine !== undefined || pieces.some(({ spacing, rope }) => spacing !== undefined || rope.breakLoad !== undefined)
  );
}

function makeRefiner({ name, refine, pieces }: CableSpec, capacity: number): Refiner | undefined {
  if (!refine) return undefined;
  const { sharp, straight, shortest, longest, inContact, most } = refine;
  const elements = pieces.reduce((sum, piece) => sum + piece.elements, 0);
  const wrong = (expected: string): BuildError =>
    new BuildError('refine', `must have ${expected} for cable "${name}", found ${JSON.stringify(refine)}`);
  if (!(straight > 0 && sharp >= 2 * straight && sharp < 2)) throw wrong('0 < 2 straight <= sharp < 2 rad');
  if (!(shortest > 0 && longest >= shortest)) throw wrong('0 < shortest <= longest [m]');
  if (!(Number.isInteger(most) && most >= elements)) throw wrong(`at least its ${elements} elements as "most"`);
  if (inContact !== undefined && !(inContact >= shortest)) throw wrong('shortest <= inContact [m]');
  const options = { refineAngle: sharp, coarsenAngle: straight, shortest, longest };
  return new Refiner(inContact === undefined ? options : { ...options, inContact }, capacity);
}

function makeItem(spec: ModelSpec, given: CableSpec, inputs: Inputs): CableItem {
  const [x, y, z] = spec.gravity;
  const size = Math.sqrt(x * x + y * y + z * z);
  const cable = makeCable({
    pieces: given.pieces,
    massConsistency: given.massConsistency ?? 0,
    gravity: size,
    spareNodes: spareNodes(given),
  });
  if (cable.creep && (given.pay || given.refine)) {
    const found = given.pay ? 'pay' : 'refine';
    throw new BuildError('creep', `a cable with a rope that creeps cannot be paid out or refined, found "${found}"`, [
      found,
    ]);
  }
  const feed = given.pay ? at('pay', () => makeFeed(cable, given, inputs)) : undefined;
  return itemAround(spec, given, cable, feed);
}

/** A cable with the water around it. */
export function itemAround(
  spec: Pick<ModelSpec, 'gravity' | 'water'>,
  given: CableSpec,
  cable: Cable,
  feed?: Feed,
): CableItem {
  const gravity = Float64Array.from(spec.gravity);
  const fluid = spec.water ? new FluidSamples(cable.capacity) : undefined;
  const seabed = given.seabed ? new Seabed(given.seabed, cable.capacity) : undefined;
  return {
    name: given.name,
    cable,
    at: 0,
    block: 0,
    around: { gravity, ...(fluid && { fluid }), ...(seabed && { seabed }) },
    fluid,
    water: new CableWater(fluid ? cable.capacity : 0),
    seabed,
    feed,
    refiner: given.refine && at('refine', () => makeRefiner(given, cable.capacity)),
    rest0: new Float64Array(cable.capacity),
    relaxing: false,
    drawnEvenly: drawnEvenly(given),
    energy: new CableEnergy(cable.capacity),
    coupling: new EndCoupling(),
    power: 0,
    outsidePower: 0,
    feedPower: 0,
    stored: 0,
    width: 4,
    offsets: new Int32Array(5 * cable.capacity).fill(-1),
  };
}
