/**
 * The energy ledger. Every element absorbs power p = -F.w and stores recoverable energy; energy that it absorbed and no longer stores is
 * dissipated. Drivers, prescribed bodies, loads and efforts put work in.
 *   imbalance = (kinetic + potential + absorbed - work)(t) - (the same)(0)
 * An impact shorter than its step is treated as inelastic: the loss of that step is booked as dissipated by impacts, and so is the loss of
 * cables that snap taut within a step. The imbalance is zero in exact integration; what remains is the integrator's own loss or gain.
 * Powers are summed with the weights of the integrator, so that the ledger sees the step as the integrator does.
 */
import { GrowableFloat64 } from '../base/index.ts';
import { kineticEnergy } from '../bodies/index.ts';
import { feedPower, measureCables } from './cable-forces.ts';
import { attachmentPower } from './cable-rows.ts';
import { measureJointPower } from './constraints.ts';
import { touchName } from '../contacts/index.ts';
import { gatherStored, StepBooks } from './step-books.ts';
import type { Workspace } from './workspace.ts';

/** Of all bodies and cables [J]. */
export function kineticOf(w: Workspace): number {
  const { model, velocity, inertiaW } = w;
  let sum = w.cables.any ? measureCables(w)[0] : 0;
  for (let i = 0; i < model.dynamicCount; i++) sum += kineticEnergy(i, velocity, model.mass, inertiaW);
  return sum;
}

/** Parts of kinetic and potential energy below which a gain in a step cannot be detected: integration errors, and rounding. */
const OF_BODIES = 1e-2;
const OF_HEIGHT = 1e-7;
/** Part of all kinetic and dissipated energy for which a step need not account. */
const OF_THE_RUN = 1e-3;
/** Error bound of a sum of powers, as a part of the change of a power over a step times the step: 1/6 for a parabola. */
const UNSURE = 1 / 6;
/** A step in which cables lose this part of their stored and exchanged energy, without dampers, absorbed a snap. */
const SNAP = 0.01;

export interface EnergyLedger {
  /** all [J] */
  kinetic: number;
  /** potential energy of weight, zero at the world origin */
  potential: number;
  /** stored in springs, stops, contacts and bristles */
  elastic: number;
  dissipated: number;
  /** put in by drivers, prescribed bodies, loads and efforts */
  work: number;
  /** kinetic + potential + elastic */
  total: number;
  /** total + dissipated - work at the start */
  initial: number;
  imbalance: number;
}

/**
 * Sums over time of the powers of all elements, in this order: load, joints, springs, actions, cables, water and bed around cables, hulls,
 * strand contacts, body pairs.
 */
export class EnergySums {
  /** see gains(); an array, because a number argument would be boxed */
  readonly mostGain: Float64Array = new Float64Array(1);
  /** see findLeak() */
  readonly leak: Float64Array = new Float64Array(1);
  readonly sums: GrowableFloat64 = new GrowableFloat64(64);
  /** powers at the committed state, weighted sum of those of inner stages, now */
  readonly start: GrowableFloat64 = new GrowableFloat64(64);
  readonly inner: GrowableFloat64 = new GrowableFloat64(64);
  private readonly end: GrowableFloat64 = new GrowableFloat64(64);
  private readonly held: GrowableFloat64 = new GrowableFloat64(64);
  private readonly books: StepBooks;
  private readonly w: Workspace;
  initial = 0;
  readonly ledger: EnergyLedger = {
    kinetic: 0,
    potential: 0,
    elastic: 0,
    dissipated: 0,
    work: 0,
    total: 0,
    initial: 0,
    imbalance: 0,
  };

  constructor(w: Workspace) {
    this.w = w;
    this.books = new StepBooks(w);
  }

  /** Powers of the trial state become those of the start. Rows and forces must have been evaluated there. */
  readStart(): void {
    this.gather(this.start);
  }

  /** A step is tried, or repeated. */
  beginStep(): void {
    this.inner.data.fill(0);
  }

  /**
   * Adds the powers of an inner stage of the step under way, with the weight weights[at]; an array, because a number argument would be
   * boxed.
   */
  addInner(weights: Float64Array, at: number): void {
    const weight = weights[at];
    this.gather(this.end);
    this.inner.resize(Math.max(this.inner.length, this.end.length));
    const sum = this.inner.data;
    const p = this.end.data;
    for (let k = 0; k < this.end.length; k++) sum[k] += weight * p[k];
  }

  /** Work of the step under way that is contained in no power [J]. */
  addWork(work: number): void {
    this.inner.resize(Math.max(this.inner.length, 1));
    this.inner.data[0] += work / this.w.h;
  }

  private gather(out: GrowableFloat64): void {
    const { w } = this;
    const { joints, springs, actions } = w.model;
    measureJointPower(w);
    const pairs = w.contacts.ledger.power.length;
    const { items } = w.cables;
    const hulls = w.hulls.items;
    const touch = w.touch.power;
    const fixed = 1 + joints.count + springs.count + actions.count + 2 * items.length + hulls.length + touch.length;
    out.resize(fixed + pairs);
    this.sums.resize(Math.max(this.sums.length, out.length));
    const p = out.data;
    let k = 0;
    p[k++] = w.loadPower + (items.length > 0 ? attachmentPower(w) + feedPower(w) : 0);
    for (let i = 0; i < joints.count; i++) p[k++] = w.joints.power[i];
    for (let i = 0; i < springs.count; i++) p[k++] = w.springs.power[i];
    for (let i = 0; i < actions.count; i++) p[k++] = w.actions.power[i];
    for (let i = 0; i < items.length; i++) p[k++] = items[i].power;
    for (let i = 0; i < items.length; i++) p[k++] = items[i].outsidePower;
    for (let i = 0; i < hulls.length; i++) p[k++] = hulls[i].power;
    for (let i = 0; i < touch.length; i++) p[k++] = touch[i];
    for (let i = 0; i < pairs; i++) p[k++] = w.contacts.ledger.power.data[i];
  }

  /** Before a step: stores the state of the ledger. */
  noteStart(): void {
    const { imbalance, kinetic, potential, total } = this.balance(false);
    this.before = imbalance;
    this.scale = Number.POSITIVE_INFINITY;
    this.kineticBefore = kinetic;
    this.potentialBefore = potential;
    this.totalBefore = total;
    this.books.begin(this.sums, 1 + this.w.model.joints.count);
  }

  private firstCable(): number {
    const { joints, springs, actions } = this.w.model;
    return 1 + joints.count + springs.count + actions.count;
  }

  /**
   * A step was committed: books its loss of kinetic energy that no power contains (step-books.ts). blow: the step treated an impact as
   * inelastic. Losses without a known cause, and those of cables that snap taut, go to impactLoss.
   */
  settle(blow: boolean): void {
    const { books, sums, w } = this;
    const first = 1 + w.model.joints.count;
    if (!books.clamp(sums, first)) return;
    const { gap } = books;
    gap[0] = this.balance(false).imbalance - this.before + this.overbooked;
    this.overbooked = 0;
    if (gap[0] > 0) {
      books.takeBack(sums, first);
      this.overbooked = gap[0];
    } else if (gap[0] < 0) {
      books.book(sums, first, blow);
      const snapped = w.cables.any && -gap[0] > SNAP * this.scale;
      if (blow || snapped) this.impactLoss -= gap[0];
    }
  }

  /**
   * The present trial, one step after noteStart(): has it gained energy beyond the work put in, by more than the part mostGain[0] of the
   * energy stored in cables and exchanged in the step? Energies of cables, springs and joints are known at the end of the step; the powers
   * of a stiff cable change too much within a step to be used. Energies absorbed by water, beds and contacts and put in by winches are
   * known by powers alone; these sums may be wrong by a part of the change of those powers.
   */
  gains(weights: readonly [number, number]): boolean {
    const { h, model, cables } = this.w;
    this.gather(this.end);
    const { length } = this.end;
    this.start.resize(length);
    this.inner.resize(length);
    const p0 = this.start.data;
    const p1 = this.inner.data;
    const p2 = this.end.data;
    let work = 0;
    for (let k = 0; k <= model.joints.count; k++) work += h * (weights[0] * p0[k] + p1[k] + weights[1] * p2[k]);
    const { total, kinetic, potential } = this.balance(false);
    let scale = Math.abs(work) + Math.abs(kinetic - this.kineticBefore) + Math.abs(potential - this.potentialBefore);
    scale += OF_BODIES * kinetic + OF_HEIGHT * Math.abs(potential);
    let more = total - this.totalBefore - work;
    let unsure = 0;
    for (let i = 0; i < cables.items.length; i++) {
      const { energy, stored, feed, relaxing } = cables.items[i];
      scale += energy.kinetic + Math.abs(stored);
      if (feed !== undefined || relaxing) unsure = UNSURE * h * Math.abs(p2[0] - p0[0]);
    }
    const elements = 1 + model.joints.count;
    const { before } = this.books;
    for (let k = this.firstCable() + cables.items.length; k < length; k++) {
      const i = k - elements;
      const absorbed = h * (weights[0] * p0[k] + p1[k] + weights[1] * p2[k]);
      more += absorbed - this.held.data[i] + (i < before.length ? before.data[i] : 0);
      scale += Math.abs(absorbed);
      unsure += UNSURE * h * Math.abs(p2[k] - p0[k]);
    }
    this.scale = scale;
    return more > this.mostGain[0] * scale + unsure;
  }

  /**
   * The present trial, one step after noteStart(): writes to leak[0] the energy that would be unaccounted for, over the energy exchanged in
   * the step by motion, height, drivers and elements; negative: lost. An amount that is small against all energy ever moved or dissipated
   * counts less.
   */
  findLeak(weights: readonly [number, number]): void {
    const { h } = this.w;
    this.gather(this.end);
    const { length } = this.end;
    this.start.resize(length);
    this.inner.resize(length);
    const drivers = 1 + this.w.model.joints.count;
    let change = 0;
    let exchanged = 0;
    for (let k = 0; k < length; k++) {
      const part = weights[0] * this.start.data[k] + this.inner.data[k] + weights[1] * this.end.data[k];
      change += k < drivers ? -part : part;
      exchanged += Math.abs(part);
    }
    const { imbalance, kinetic, potential, dissipated } = this.balance(false);
    const lost = imbalance - this.before + h * change;
    const all = h * exchanged + Math.abs(kinetic - this.kineticBefore) + Math.abs(potential - this.potentialBefore);
    const known = all + OF_THE_RUN * (kinetic + Math.abs(dissipated));
    this.leak[0] = known > 0 ? lost / known : 0;
  }

  /** After commit(): writes to leak[0] the energy that the step leaves unaccounted for [J]. */
  findGap(): void {
    this.leak[0] = this.balance(false).imbalance - this.before;
  }

  /** A step h is accepted: adds h (w0 start + inner stages + w1 end), and end becomes start. */
  commit(weights: readonly [number, number]): void {
    const { h } = this.w;
    this.gather(this.end);
    this.start.resize(this.end.length);
    this.inner.resize(this.end.length);
    const s = this.sums.data;
    const p0 = this.start.data;
    const p1 = this.inner.data;
    const p2 = this.end.data;
    const w0 = h * weights[0];
    const w1 = h * weights[1];
    const { exchanged } = this.books;
    exchanged.resize(Math.max(exchanged.length, this.end.length));
    for (let k = 0; k < this.end.length; k++) {
      s[k] += w0 * p0[k] + h * p1[k] + w1 * p2[k];
      exchanged.data[k] = Math.abs(w0 * p0[k]) + Math.abs(h * p1[k]) + Math.abs(w1 * p2[k]);
      p0[k] = p2[k];
    }
  }

  /** Energy balance of the present state; `first` sets the reference. */
  balance(first: boolean): EnergyLedger {
    const { w, ledger } = this;
    const { model } = w;
    const { joints } = model;
    let kinetic = 0;
    let potential = 0;
    const g = model.gravity;
    for (let i = 0; i < model.dynamicCount; i++) {
      kinetic += kineticEnergy(i, w.velocity, model.mass, w.inertiaW);
      potential -=
        model.mass[i] * (g[0] * w.position[3 * i] + g[1] * w.position[3 * i + 1] + g[2] * w.position[3 * i + 2]);
    }
    if (w.cables.any) {
      const cables = measureCables(w);
      kinetic += cables[0];
      potential += cables[1];
    }
    gatherStored(w, this.held);
    let elastic = 0;
    for (let i = 0; i < this.held.length; i++) elastic += this.held.data[i];
    if (first) this.takeStored();
    const s = this.sums.data;
    let work = this.sums.length > 0 ? s[0] : 0;
    for (let i = 0; i < joints.count; i++) work += s[1 + i];
    let absorbed = 0;
    for (let k = 1 + joints.count; k < this.sums.length; k++) absorbed += s[k];
    ledger.kinetic = kinetic;
    ledger.potential = potential;
    ledger.elastic = elastic;
    ledger.work = work;
    ledger.dissipated = absorbed - elastic + this.impactLoss;
    ledger.total = kinetic + potential + elastic;
    const now = kinetic + potential + absorbed + this.impactLoss - work;
    if (first) {
      this.initial = now;
      ledger.initial = ledger.total;
    }
    ledger.imbalance = now - this.initial;
    return ledger;
  }

  /** Energy stored in elements at the start counts as absorbed before it. */
  private takeStored(): void {
    const first = 1 + this.w.model.joints.count;
    for (let i = 0; i < this.held.length; i++) this.sums.data[first + i] += this.held.data[i];
  }

  /** lost in impacts shorter than their step [J] */
  impactLoss = 0;
  /** booked so far in excess of losses [J]: subtracted from later bookings, as where a cable alternately loses and gains */
  overbooked = 0;
  private heldTouch = new Float64Array(0); // by cables in touch, before nodes change
  private before = 0; // imbalance before the last step
  private kineticBefore = 0;
  private potentialBefore = 0;
  private totalBefore = 0;
  private scale: number = Number.POSITIVE_INFINITY; // reference for the gain or loss of the last trial

  /** The committed step absorbed an impact: its loss belongs to the contact; a gain would not. */
  bookImpact(): void {
    const now = this.balance(false).imbalance;
    if (now < this.before) this.impactLoss += this.before - now;
    this.before = this.balance(false).imbalance;
  }

  /** The elements of cable k changed, which took `lost` of its kinetic and potential energy [J]. */
  bookCable(k: number, lost: number): void {
    this.sums.data[this.firstCable() + k] += lost;
  }

  /**
   * The same for a fed cable: `brought` is the energy of the material that the winch moves [J]; energy without another source counts to the
   * winch, too.
   */
  bookFeed(k: number, lost: number, brought: number): void {
    this.sums.data[0] += brought + Math.max(0, -lost);
    this.bookCable(k, Math.max(0, lost));
  }

  /** Before nodes of cables are added or removed: stores the present energy of strand contacts. */
  keepTouch(): void {
    const { stored } = this.w.touch;
    if (this.heldTouch.length !== stored.length) this.heldTouch = new Float64Array(stored.length);
    this.heldTouch.set(stored);
  }

  /** Afterwards: a higher energy of strand contacts, due to changed curves, is work of the change; a lower one is lost. */
  bookTouch(): void {
    const { cables, hulls, touch } = this.w;
    const first = this.firstCable() + 2 * cables.items.length + hulls.items.length;
    for (let i = 0; i < this.heldTouch.length; i++) {
      const more = touch.stored[i] - this.heldTouch[i];
      if (!(more > 0)) continue;
      this.sums.data[first + i] += more;
      this.sums.data[0] += more;
    }
  }

  /** Spring k was hooked on and stores this energy at once [J]: work of the event. */
  bookSpring(k: number, stored: number): void {
    this.sums.data[1 + this.w.model.joints.count + k] += stored;
    this.sums.data[0] += stored;
  }

  /** A catch has bent cable k, which stores this much more energy now [J]: work of the catch. A decrease is lost. */
  bookBent(k: number, more: number): void {
    if (!(more > 0)) return;
    this.bookCable(k, more);
    this.sums.data[0] += more;
  }

  /** Energy dissipated so far by each spring, joint action and body pair. */
  dissipation(): { name: string; dissipated: number }[] {
    const { w } = this;
    const { spec, joints, springs, actions, bodyOfSlot } = w.model;
    const out: { name: string; dissipated: number }[] = [];
    const s = this.sums.data;
    let k = 1 + joints.count;
    const names = spec.forces.filter((force) => force.kind === 'spring').map((force) => force.name);
    for (let i = 0; i < springs.count; i++)
      out.push({ name: `force.${names[i]}`, dissipated: s[k++] - w.springs.stored[i] });
    for (let i = 0; i < actions.count; i++) {
      out.push({ name: `joint.${spec.joints[actions.joint[i]].name}`, dissipated: s[k++] - w.actions.stored[i] });
    }
    const cables = w.cables.items;
    for (const item of cables) {
      out.push({ name: `cable.${item.name}`, dissipated: s[k] + s[k + cables.length] - item.stored });
      k++;
    }
    k += cables.length;
    for (const item of w.hulls.items) out.push({ name: `water.${item.name}`, dissipated: s[k++] - item.stored });
    for (let i = 0; i < w.touch.pairs.length; i++) {
      out.push({ name: touchName(w.touch, i), dissipated: s[k++] - w.touch.stored[i] });
    }
    for (let i = 0; i < w.contacts.ledger.power.length; i++) {
      const a = spec.bodies[bodyOfSlot[w.contacts.ledger.slotA.data[i]]].name;
      const b = spec.bodies[bodyOfSlot[w.contacts.ledger.slotB.data[i]]].name;
      const absorbed = k < this.sums.length ? s[k] : 0;
      k++;
      out.push({ name: `contact.${a}~${b}`, dissipated: absorbed - w.contacts.ledger.stored.data[i] });
    }
    if (this.impactLoss > 0) out.push({ name: 'impacts and snaps shorter than a step', dissipated: this.impactLoss });
    return out;
  }
}
