/**
 * Energy budget of contacts in a step. A recomputed contact, or one evaluated further along the path, can be deeper than the one it
 * continues; the pair then releases more energy than it stored. This is acceptable where other pairs, or the motion, lose as much in the
 * same step, as when bodies are pushed apart. Otherwise contacts have created energy, and the step is solved again with shallower contacts:
 * pairs with an excess o_i [J] return their part of the gain G [J],
 *   d <- d - G o_i / (N_i sum o),   N_i [N] the normal force of the pair as the step ends
 * because the work of pushing bodies out falls by this much. Supporting forces remain: only the gain is removed.
 */
import { GrowableFloat64 } from '../base/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { AreaContacts } from './area-contacts.ts';
import * as area from './area-contacts.ts';
import type { PointContacts } from './point-contacts.ts';
import * as point from './point-contacts.ts';

/** Part of the gain removed at first, and factor on it for each further attempt. */
const TAKEN = 1.1;
const MORE = 4;

/** Energies of a step [J]: loss of the motion, which contacts may release; and gain below which it is solution error. */
export const EASED = 0;
export const UNKNOWN_GAIN = 1;

export class EnergyBudget {
  /** by pair of bodies: released energy beyond the stored one [J] */
  private readonly over = new GrowableFloat64(64);
  /** by pair of bodies: normal force [N], then reduction of the initial depth of its contacts [m] */
  private readonly back = new GrowableFloat64(64);
  private gain = 0.5;

  /**
   * Limits the energy of each pair to its previous one plus the energy received in the step h: recomputed contacts add no energy.
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

  /** After bound(): did contacts create energy? Then reduces their initial depth; round: number of earlier attempts. */
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
 * Reduces the initial depth of a contact, at most to zero: it then pushes nothing out, but still resists approach. A gap instead would
 * release it: crates then sank into each other by the reduction of every step.
 */
function lessDeep(data: Float64Array, o: number, back: GrowableFloat64, pair: number): void {
  const depth = data[o];
  if (depth > 0) data[o] = Math.max(0, depth - back.data[pair]);
}
