/**
 * What contacts may give in a step. A contact found anew, or seen from farther on its way, can be deeper than the one it goes on from, and
 * then a pair of bodies gives more energy than it holds. Where other pairs lose as much in the same step that is how bodies come out of each
 * other, and so it is where the motion loses as much. Where neither is so contacts have made energy, and the step is solved again with contacts that begin it less deep: pairs that gave
 * too much, by o_i [J] each, take back their part of the gain G [J],
 *   d <- d - G o_i / (N_i sum o),   N_i [N] the normal force of the pair as the step ends
 * since by so much less do they push bodies out, with that force. What held a body still holds it: nothing but the gain is taken.
 */
import { GrowableFloat64 } from '../base/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { AreaContacts } from './area-contacts.ts';
import * as area from './area-contacts.ts';
import type { PointContacts } from './point-contacts.ts';
import * as point from './point-contacts.ts';

/** Of the gain: what is taken back at first, and that many times as much whenever something is left of it. */
const TAKEN = 1.1;
const MORE = 4;

/** Energies of a step [J]: what it took out of the motion, which contacts may give; gains below this are what the solution leaves. */
export const EASED = 0;
export const UNKNOWN_GAIN = 1;

export class EnergyBudget {
  /** by pair of bodies: what it gave that it did not hold [J] */
  private readonly over = new GrowableFloat64(64);
  /** by pair of bodies: normal force [N], then how much less deep its contacts begin [m] */
  private readonly back = new GrowableFloat64(64);
  private gain = 0.5;

  /**
   * No pair holds more than it held and was given in the step h since: contacts found anew bring no energy.
   */
  bound(contacts: Contacts, { h }: { readonly h: number }, energies: Float64Array): void {
    const { held, stored, power } = contacts.ledger;
    this.over.resize(stored.length);
    let loss = energies[EASED];
    for (let i = 0; i < stored.length; i++) {
      const before = i < held.length ? held.data[i] : 0;
      const given = before + h * power.data[i];
      stored.data[i] = Math.max(0, Math.min(stored.data[i], given));
      this.over.data[i] = Math.max(0, -given);
      loss += given - stored.data[i];
    }
    this.gain = loss < -energies[UNKNOWN_GAIN] ? -loss : 0;
  }

  /** After bound(): did contacts make energy? Then those that did begin the step less deep; round: how often before. */
  takeBack(contacts: Contacts, points: PointContacts, areas: AreaContacts, round: number): boolean {
    if (this.gain === 0) return false;
    this.lower(contacts, points, areas, round);
    return true;
  }

  private lower(contacts: Contacts, points: PointContacts, areas: AreaContacts, round: number): void {
    const { over, back } = this;
    back.resize(over.length);
    back.data.fill(0);
    let taken = TAKEN * this.gain;
    for (let k = 0; k < round; k++) taken *= MORE;
    let total = 0;
    for (let i = 0; i < over.length; i++) total += over.data[i];
    const ofPoint = (i: number): number => points.links.data[point.LINK_STRIDE * i + point.KEY];
    const ofArea = (p: number): number => contacts.bodyPair.data[areas.links.data[area.LINK_STRIDE * p + area.PAIR]];
    for (let i = 0; i < points.count; i++) {
      if (ofPoint(i) >= 0) back.data[ofPoint(i)] += points.data.data[point.POINT_STRIDE * i + point.PUSH];
    }
    for (let p = 0; p < areas.count; p++) back.data[ofArea(p)] += areas.data.data[area.PATCH_STRIDE * p + area.PUSH];
    for (let i = 0; i < over.length; i++) {
      const N = back.data[i];
      back.data[i] = N > 0 && total > 0 ? (taken * over.data[i]) / (total * N) : 0;
    }
    for (let i = 0; i < points.count; i++) {
      if (ofPoint(i) >= 0) lessDeep(points.data.data, point.POINT_STRIDE * i + point.DEPTH, back, ofPoint(i));
    }
    for (let p = 0; p < areas.count; p++) {
      for (let k = areas.first(p); k < areas.last(p); k += area.POINT_STRIDE)
        lessDeep(areas.points.data, k + area.REST, back, ofArea(p));
    }
  }
}

/**
 * A contact that begins the step less deep, at the least just touching: then it pushes nobody out, and still holds what comes closer. With a
 * gap instead it would let go: crates sank into each other by what was taken back in every step.
 */
function lessDeep(data: Float64Array, o: number, back: GrowableFloat64, pair: number): void {
  const depth = data[o];
  if (depth > 0) data[o] = Math.max(0, depth - back.data[pair]);
}
