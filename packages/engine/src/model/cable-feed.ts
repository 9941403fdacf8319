/**
 * Cables whose length is a given function of time: a winch at one end pays out or hauls in. Within a step the element at that end changes
 * its length; between steps it is split or merged (bodies/cable/length.ts).
 *
 * Energy that enters with the material, by the terms of the ledger: with V the rate of length, mu mass by length, psi strain energy by
 * length, e the stretched over the unstretched length of the end element,
 *   V (psi - T e)  +  F.v of the flow  -  v.M'v/2  -  M'g.x
 * The first term is the work of the tension at the drum and the strain energy of the material; the others are kinetic and potential energy.
 */
import { BuildError } from '../base/index.ts';
import {
  type Cable,
  type CableEnd,
  canPart,
  END,
  isGap,
  MOST_PARTINGS,
  mergeNode,
  NODES_A_PARTING,
  overloaded,
  partElement,
  setEndLength,
  splitElement,
  START,
  strainEnergyAt,
} from '../bodies/index.ts';
import { LOCAL_STRIDE, localWeights } from '../geometry/index.ts';
import { compileFunction, type Inputs } from '../math/index.ts';
import { elementMap } from './cable-curve.ts';
import type { CableItem, Feed } from './cable-item.ts';
import type { CableSpec } from './spec.ts';

/** Shortest length of the end element, as a part of the nominal one. */
const SHORTEST = 0.1;
/**
 * An end element shorter than this part of the nominal one is merged with the next. The shorter the element, the less the merger moves the
 * line between the other nodes, which could otherwise enter a rail below it.
 */
export const MERGED = 0.2;
const value = new Float64Array(3);

export function spareNodes({ pieces, pay, refine }: CableSpec): number {
  const elements = pieces.reduce((sum, piece) => sum + piece.elements, 0);
  const parts = pieces.some(({ rope }) => rope.breakLoad !== undefined) ? MOST_PARTINGS * NODES_A_PARTING : 0;
  const refined = parts + (refine ? Math.max(0, refine.most - elements) : 0);
  if (!pay) return refined;
  const now = pieces.reduce((sum, { length }) => sum + length, 0);
  return refined + nodesToCome(pay.longest - now, nominalLength(pieces, pay.end));
}

/** Number of nodes that this additional length of rope may need. */
function nodesToCome(more: number, nominal: number): number {
  return Math.ceil(Math.max(0, more) / nominal) + 2;
}

/** [m] of the element at the end that is fed: those paid out are as long */
function nominalLength(pieces: CableSpec['pieces'], end: 'start' | 'end'): number {
  const { length, elements, spacing } = pieces[end === 'start' ? 0 : pieces.length - 1];
  if (spacing === undefined) return length / elements;
  let sum = 0;
  for (let k = 0; k < elements; k++) sum += spacing[k];
  return (length * spacing[end === 'start' ? 0 : elements - 1]) / sum;
}

export function makeFeed(cable: Cable, given: CableSpec, inputs: Inputs): Feed {
  const { pay, pieces, name } = given;
  if (!pay) throw new BuildError('no-pay', `cable "${name}" is not fed`);
  const length = inputs.add(`cable.${name}.length`, compileFunction(pay.length));
  length.evaluate(0, value, 0);
  const now = cable.totalLength;
  if (!(Math.abs(value[0] - now) <= 1e-6 * now)) {
    throw new BuildError(
      'feed-length',
      `must be the length of cable "${name}" at the start, ${now} m, at t = 0; found ${value[0]} m`,
      ['length'],
    );
  }
  const nominal = nominalLength(pieces, pay.end);
  const feed: Feed = {
    end: pay.end === 'start' ? START : END,
    length,
    nominal,
    longest: pay.longest,
    shortest: SHORTEST * nominal,
    others: 0,
  };
  settleFeed(cable, feed);
  return feed;
}

/** Called after nodes were added or removed. */
export function settleFeed(cable: Cable, feed: Feed): void {
  const j = feed.end === START ? 0 : cable.elementCount - 1;
  let sum = 0;
  for (let i = 0; i < cable.elementCount; i++) if (i !== j) sum += cable.materialLength[i];
  feed.others = sum;
  feed.shortest = SHORTEST * feed.nominal + beyondGap(cable, feed.end);
}

/** [m] of rope that a winch cannot haul in: all beyond the place where the cable has parted. */
function beyondGap(cable: Cable, end: CableEnd): number {
  if (cable.gaps === 0) return 0;
  const last = cable.elementCount - 1;
  let near = 0;
  for (let k = 0; k <= last && !isGap(cable, end === START ? k : last - k); k++) {
    near += cable.materialLength[end === START ? k : last - k];
  }
  return cable.totalLength - near;
}

/** Sets the lengths of time t. */
export function feedCable(cable: Cable, feed: Feed, t: number): void {
  feed.length.evaluate(t, value, 0);
  const own = Math.max(value[0] - feed.others, 0.5 * feed.shortest);
  setEndLength(cable, feed.end, own, value[1]);
}

/** [m] at time t */
export function feedLength(feed: Feed, t: number): number {
  feed.length.evaluate(t, value, 0);
  return value[0];
}

/**
 * Between steps: adds and removes nodes until the end element suits both the present length and that at the end of the next step [m]. Cable
 * and bed are at the accepted state. touches: the end is in contact, and new nodes are placed on the contact curve, not on its chord, which
 * would cut into the solid below. Returns true if anything changed.
 */
export function fitElements(item: CableItem, feed: Feed, now: number, next: number, touches: boolean): boolean {
  const { cable } = item;
  const { nominal, end } = feed;
  let changed = false;
  for (;;) {
    const own = now - feed.others;
    const least = Math.min(own, next - feed.others);
    const j = end === START ? 0 : cable.elementCount - 1;
    if (least > 1.5 * nominal && cable.nodeCount < cable.capacity) {
      const fraction = end === START ? 1 - nominal / own : nominal / own;
      splitElement(cable, j, fraction, touches ? pointOfCurve(cable, j, fraction) : undefined);
      bedGains(item, j + 1);
    } else if (least < MERGED * nominal && cable.elementCount > 1 && !isGap(cable, end === START ? 1 : j - 1)) {
      const i = end === START ? 1 : cable.nodeCount - 2;
      mergeNode(cable, i);
      bedLoses(item, i);
    } else return changed;
    settleFeed(cable, feed);
    changed = true;
  }
}

const map = new Float64Array(LOCAL_STRIDE);
const weights = new Float64Array(4);
const onCurve = new Float64Array(3);

/** Point [m] at u of element j, on the contact curve. */
function pointOfCurve(cable: Cable, j: number, u: number): Float64Array {
  const { q, nodeCount } = cable;
  elementMap(map, 0, cable, j);
  localWeights(weights, 0, map, 0, Float64Array.of(u), 0);
  onCurve.fill(0);
  for (let k = 0; k < 4; k++) {
    const i = j - 1 + k;
    if (i < 0 || i >= nodeCount) continue;
    for (let r = 0; r < 3; r++) onCurve[r] += weights[k] * q[4 * i + r];
  }
  return onCurve;
}

/** Updates the bed's memory after node i was added. */
function bedGains({ cable, seabed }: CableItem, i: number): void {
  if (!seabed) return;
  for (const x of [seabed.bristle0, seabed.position0]) {
    x.copyWithin(3 * (i + 1), 3 * i, 3 * (cable.nodeCount - 1));
    for (let r = 0; r < 3; r++) x[3 * i + r] = x === seabed.position0 ? cable.q[4 * i + r] : 0;
  }
}

/** Updates the bed's memory after node i was removed. */
function bedLoses({ cable, seabed }: CableItem, i: number): void {
  if (!seabed) return;
  for (const x of [seabed.bristle0, seabed.position0]) x.copyWithin(3 * i, 3 * (i + 1), 3 * (cable.nodeCount + 1));
}

/** [s] that a wave takes along element j of a cable */
export { crossingTime } from '../bodies/index.ts';

/** The element of a cable whose tension exceeds its break load; -1: none, or no room for another parting. */
export function partingElement(cable: Cable): number {
  const j = overloaded(cable);
  return j >= 0 && canPart(cable) ? j : -1;
}

/**
 * Between steps: element j of a cable parts; `tell` is called for each added node. A winch keeps the end it feeds: where that element
 * parts, the winch continues to feed the piece next to the drum.
 */
export function partCable(item: CableItem, j: number, tell: (kind: 'split', node: number) => void): void {
  const { cable, feed } = item;
  partElement(cable, j);
  for (let node = j + 1; node <= j + NODES_A_PARTING; node++) {
    bedGains(item, node);
    tell('split', node);
  }
  if (feed) settleFeed(cable, feed);
}

/** Most elements added or removed between two steps. */
const MOST_CHANGES = 16;

/**
 * Between steps, after the refiner has found a change to make: adapts the elements of a cable at the accepted state to its bending and
 * contacts. `tell` is called for each element added or removed.
 */
export function refineElements(item: CableItem, tell: (kind: 'split' | 'merge', node: number) => void): void {
  const { cable, refiner, feed } = item;
  if (!refiner) return;
  for (let k = 0; k < MOST_CHANGES && (k === 0 || wantsRefining(item)); k++) {
    const { kind, node } = refiner.change;
    if (kind === 'none') return;
    refiner.apply(cable);
    if (kind === 'split') bedGains(item, node);
    else bedLoses(item, node);
    if (feed) settleFeed(cable, feed);
    tell(kind, node);
  }
}

/** Is there an element to split, or a pair to merge? The fed element, and the room for rope to be paid out, are left to the winch. */
export function wantsRefining({ cable, refiner, feed }: CableItem): boolean {
  if (!refiner || cable.gaps > 0) return false; // its curve would run across the gap
  if (feed) {
    refiner.fed = feed.end === START ? 0 : cable.elementCount - 1;
    refiner.reserve = nodesToCome(feed.longest - cable.totalLength, feed.nominal);
  }
  return refiner.find(cable);
}

/**
 * Kinetic energy not contained in nodal velocities [J]: material enters at v_in = v_0 + V e/l, while the entry node has v_0. When a new
 * node there receives the velocity of the material, this energy appears; it is work of the winch.
 */
export function hiddenEnergy({ cable, feed }: CableItem): number {
  const V = feed ? cable.feedRate[feed.end] : 0;
  if (!feed || V === 0) return 0;
  const j = feed.end === START ? 0 : cable.elementCount - 1;
  const outer = 4 * (feed.end === START ? 0 : cable.elementCount);
  const inner = 4 * (feed.end === START ? 1 : cable.elementCount - 1);
  const { q, v } = cable;
  const pull = V / cable.restLength[j];
  const s = cable.massConsistency / 6;
  let sum = 0;
  for (let r = 0; r < 3; r++) {
    const vi = v[inner + r];
    const vo = v[outer + r];
    const entering = vo + pull * (q[inner + r] - q[outer + r]);
    sum += 0.5 * (entering * entering - vo * vo) - s * ((entering - vi) * (entering - vi) - (vo - vi) * (vo - vi));
  }
  return 0.5 * cable.massPerLength[j] * cable.materialLength[j] * sum;
}

/** Computes item.feedPower, and the share of item.power due to feeding. Call it after an evaluation. */
export function measureFeed(item: CableItem, gravity: Float64Array): void {
  const { cable, feed } = item;
  item.feedPower = 0;
  const V = feed ? cable.feedRate[feed.end] : 0;
  if (!feed || V === 0) return;
  const j = feed.end === START ? 0 : cable.elementCount - 1;
  const outer = 4 * (feed.end === START ? 0 : cable.elementCount);
  const inner = 4 * (feed.end === START ? 1 : cable.elementCount - 1);
  const { q, v, restLength, tension, length } = cable;
  const m = cable.massPerLength[j] * V;
  const pull = V / restLength[j];
  let flow = 0;
  let brought = 0;
  let square = 0;
  for (let r = 0; r < 3; r++) {
    const vi = v[inner + r];
    const vo = v[outer + r];
    const gain = vo + pull * (q[inner + r] - q[outer + r]) - vi;
    flow += m * ((gain / 6 + 0.5 * vi) * vi + (gain / 3 + 0.5 * vo) * vo);
    brought -= 0.5 * m * (0.5 * (vi * vi + vo * vo) + gravity[r] * (q[inner + r] + q[outer + r]));
    square += (vo - vi) * (vo - vi);
  }
  brought += (0.5 * m * cable.massConsistency * square) / 6;
  const e = length[j + 1] / restLength[j];
  value[0] = e - 1;
  strainEnergyAt(value, 0, cable, j);
  const atDrum = V * (value[0] - tension[j] * e);
  item.power += flow + atDrum;
  item.feedPower = flow + brought + atDrum;
}

/** The same for rest lengths that return to the material's: their change brings V (psi - T e), as at a drum. */
export function measureRelaxing(item: CableItem): void {
  const { cable, feed } = item;
  const { restLength, restRate, length, tension } = cable;
  const fed = feed === undefined ? -1 : feed.end === START ? 0 : cable.elementCount - 1;
  for (let j = 0; j < cable.elementCount; j++) {
    if (j === fed || restRate[j] === 0) continue;
    const e = length[j + 1] / restLength[j];
    value[0] = e - 1;
    strainEnergyAt(value, 0, cable, j);
    const brought = restRate[j] * (value[0] - tension[j] * e);
    item.power += brought;
    item.feedPower += brought;
  }
}

/** out += M'v, the change of momentum by changing mass. */
export function addMassRate(out: Float64Array, item: CableItem): void {
  const { cable, feed, at } = item;
  const V = feed ? cable.feedRate[feed.end] : 0;
  if (!feed || V === 0) return;
  const j = feed.end === START ? 0 : cable.elementCount - 1;
  const m = cable.massPerLength[j] * V;
  const s = cable.massConsistency / 6;
  for (let r = 0; r < 3; r++) {
    const o = 4 * j + r;
    const a = cable.v[o];
    const b = cable.v[o + 4];
    out[at + o] += m * (0.5 * a + s * (b - a));
    out[at + o + 4] += m * (0.5 * b - s * (b - a));
  }
}
