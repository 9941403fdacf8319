/**
 * The cables of a model: where their nodes stand among the unknowns (four numbers a node, after the bodies), what they are in,
 * and what holds their ends. Cables own their tensions and frames (bodies/cable); positions and velocities of nodes belong to
 * the state like those of bodies. A cable that is paid out has room for all the nodes it may get: those it does not have yet
 * are unknowns of unit mass that nothing moves.
 */
import { at } from '../base/index.ts';
import {
  type Cable,
  CableEnergy,
  EndCoupling,
  FluidSamples,
  makeCable,
  refreshProperties,
  relaxLengths,
  Seabed,
} from '../bodies/index.ts';
import type { Sea } from '../marine/index.ts';
import { attachmentColumns, type Attachments, endOf, makeAttachments } from './cable-ends.ts';
import { feedCable, makeFeed, settleFeed, spareNodes } from './cable-feed.ts';
import type { CableItem } from './cable-item.ts';
import type { Inputs } from '../math/index.ts';
import type { Model } from './model.ts';
import { placeCable } from './cable-placing.ts';
import { CableWater } from './cable-water.ts';
import type { CableSpec, ModelSpec } from './spec.ts';

/** Time in which lengths that a merge of two elements left short come back to the material [s]. */
const RELAXATION = 1;

type CableModel = Pick<Model, 'spec' | 'slotOfBody' | 'centre' | 'inputs'>;

export class CableSet {
  readonly items: readonly CableItem[];
  readonly attachments: Attachments;
  /** room for nodes in all */
  readonly nodeCount: number;
  /** first multiplier of the attachments */
  firstRow = 0;
  readonly sea: Sea | undefined;

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

  /** Puts every cable into its shape at the start: the one given, or that of rest between its ends. */
  place(position: Float64Array, rotation: Float64Array, spec: ModelSpec): void {
    (spec.cables ?? []).forEach((cable, i) => {
      const place = (): void =>
        placeCable(this.items[i], i, this.attachments, cable, position, rotation, spec, this.sea);
      at('cables', () => at(i, place));
    });
  }

  /**
   * Nodes from where the step began (q0), displacements and velocities; the last two from the first unknown on. Lengths as
   * they are fed at time t.
   */
  move(q0: Float64Array, u: Float64Array, velocity: Float64Array, bodySize: number, t: number): void {
    for (let k = 0; k < this.items.length; k++) {
      const { cable, at: first, feed } = this.items[k];
      const { q, v } = cable;
      const from = first - bodySize;
      for (let i = 0; i < 4 * cable.nodeCount; i++) {
        q[i] = q0[from + i] + u[first + i];
        v[i] = velocity[first + i];
      }
      if (feed) feedCable(cable, feed, t);
    }
  }

  /** A step h is accepted. */
  commit(h: number): void {
    for (const { cable, seabed, feed } of this.items) {
      cable.commit();
      seabed?.commit(cable);
      if (feed) relaxLengths(cable, h, RELAXATION);
    }
  }

  rewind(): void {
    for (const { cable } of this.items) cable.rewind();
  }

  /** After nodes have come or gone: attachments at the end find their node again. */
  recount(): void {
    const a = this.attachments;
    for (let k = 0; k < a.count; k++) {
      if (a.end[k] === 1) a.node[k] = this.items[a.cable[k]].cable.nodeCount - 1;
    }
  }

  /** Cables as their attachments hold them: clamped, or not. */
  holdDirections(): void {
    const a = this.attachments;
    for (let k = 0; k < a.count; k++) {
      const { cable } = this.items[a.cable[k]];
      const clamped = a.active[k] === 1 && a.clamped[k] === 1;
      cable.holdsDirection[endOf(a, k)] = clamped;
      cable.holdsTurn[endOf(a, k)] = clamped;
    }
  }

  /** Numbers besides positions and velocities that a restart needs. */
  save(): Float64Array {
    const out: number[] = [];
    for (const { cable, seabed } of this.items) {
      out.push(cable.nodeCount);
      for (const [column, from, to] of keptColumns(cable, seabed)) {
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
    for (const { cable, seabed, feed } of this.items) {
      cable.nodeCount = saved[o++];
      for (const [column] of keptColumns(cable, seabed)) take(column);
      // what no evaluation writes, for want of twist, is accepted as it is
      cable.direction.set(cable.direction0);
      cable.director.set(cable.director0);
      cable.refTwist.set(cable.refTwist0);
      refreshProperties(cable, 0, cable.elementCount);
      if (feed) settleFeed(cable, feed);
    }
    for (const column of attachmentColumns(this.attachments)) take(column);
    this.recount();
    this.holdDirections();
    this.rewind();
  }
}

/** A column, and the part of it that means something: rooms for nodes to come hold what happens to be there. */
type Kept = readonly [column: Float64Array | Int32Array, from: number, to: number];

function keptColumns(cable: Cable, seabed: Seabed | undefined): Kept[] {
  const { nodeCount: n, elementCount: m } = cable;
  const own: Kept[] = [
    [cable.tension0, 0, m],
    [cable.direction0, 3, 3 * n], // those of held ends follow their holders
    [cable.director0, 3, 3 * n],
    [cable.refTwist0, 0, n],
    [cable.ropeOf, 0, m],
    [cable.restLength, 0, m],
    [cable.restRate, 0, m],
    [cable.materialLength, 0, m],
  ];
  if (seabed) own.push([seabed.bristle0, 0, 3 * n], [seabed.position0, 0, 3 * n]);
  return own;
}

/** Nodes a cable may come to have. */
export function cableRoom(given: CableSpec): number {
  return 1 + given.pieces.reduce((sum, { elements }) => sum + elements, 0) + spareNodes(given);
}

function makeItem(spec: ModelSpec, given: CableSpec, inputs: Inputs): CableItem {
  const gravity = Float64Array.from(spec.gravity);
  const size = Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
  const cable = makeCable({
    pieces: given.pieces,
    massConsistency: given.massConsistency ?? 0,
    gravity: size,
    spareNodes: spareNodes(given),
  });
  const feed = given.pay ? at('pay', () => makeFeed(cable, given, inputs)) : undefined;
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
    energy: new CableEnergy(cable.capacity),
    coupling: new EndCoupling(),
    power: 0,
    feedPower: 0,
    stored: 0,
    offsets: new Int32Array(5 * cable.capacity).fill(-1),
  };
}
