/**
 * The energy ledger. Every element absorbs power p = -F.w and holds what it can give back; what it absorbed and no longer
 * holds is dissipated. Drivers, prescribed bodies, loads and efforts put work in.
 *   imbalance = (kinetic + potential + absorbed - work)(t) - (the same)(0)
 * An impact shorter than its step is taken as inelastic: what that step loses is booked as dissipated by impacts, and so is what cables
 * lose that snap taut in one.
 * The imbalance is zero in exact integration; what remains is the integrator's own loss or gain.
 * Powers are summed with the weights of the integrator, so that the ledger sees the step as the integrator does.
 */
import { GrowableFloat64 } from '../base/index.ts';
import { kineticEnergy } from '../bodies/index.ts';
import { feedPower, measureCables } from './cable-forces.ts';
import type { CableItem } from './cable-item.ts';
import { attachmentPower } from './cable-rows.ts';
import { measureJointPower } from './constraints.ts';
import { touchName } from './touch-probes.ts';
import type { Workspace } from './workspace.ts';

/** Of all bodies and cables [J]. */
export function kineticOf(w: Workspace): number {
  const { model, velocity, inertiaW } = w;
  let sum = w.cables.any ? measureCables(w).kinetic : 0;
  for (let i = 0; i < model.dynamicCount; i++) sum += kineticEnergy(i, velocity, model.mass, inertiaW);
  return sum;
}

/** Parts of what bodies have in motion and height below which a step cannot tell a gain: errors of theirs, and rounding. */
const OF_BODIES = 1e-2;
const OF_HEIGHT = 1e-7;
/** A step of cables that loses this part of what they hold and it exchanges, and no damper did, absorbed a blow. */
const SNAP = 0.01;

export interface EnergyLedger {
  /** all [J] */
  kinetic: number;
  /** of weight, zero at the world origin */
  potential: number;
  /** held by springs, stops, contacts and bristles */
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

/** Does a cable get and lose energy by its ends and itself alone? */
function isDry({ fluid, seabed, feed, relaxing }: CableItem): boolean {
  return !fluid && !seabed && !feed && !relaxing;
}

/** Sums over time of the powers of all elements: load, joints, springs, actions, cables, hulls, cables in touch, body pairs, in this order. */
export class EnergySums {
  /** see gains(); a number that a call takes would be boxed */
  readonly mostGain: Float64Array = new Float64Array(1);
  readonly sums: GrowableFloat64 = new GrowableFloat64(64);
  /** powers at the committed state, weighted sum of those of inner stages, now */
  readonly start: GrowableFloat64 = new GrowableFloat64(64);
  readonly inner: GrowableFloat64 = new GrowableFloat64(64);
  private readonly end: GrowableFloat64 = new GrowableFloat64(64);
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
    this.lost = new Float64Array(w.cables.items.length);
  }

  /** Powers of the trial state become those of the start. Rows and forces must have been evaluated there. */
  readStart(): void {
    this.gather(this.start);
  }

  /** A step is tried, or tried anew. */
  beginStep(): void {
    this.inner.data.fill(0);
  }

  /** Adds the powers of an inner stage of the step under way, with the weight weights[at]: a number handed over would be boxed. */
  addInner(weights: Float64Array, at: number): void {
    const weight = weights[at];
    this.gather(this.end);
    this.inner.resize(Math.max(this.inner.length, this.end.length));
    const sum = this.inner.data;
    const p = this.end.data;
    for (let k = 0; k < this.end.length; k++) sum[k] += weight * p[k];
  }

  /** Work of the step under way that no power tells [J]. */
  addWork(work: number): void {
    this.inner.resize(Math.max(this.inner.length, 1));
    this.inner.data[0] += work / this.w.h;
  }

  private gather(out: GrowableFloat64): void {
    const { w } = this;
    const { joints, springs, actions } = w.model;
    measureJointPower(w);
    const pairs = w.contacts.power.length;
    const { items } = w.cables;
    const hulls = w.hulls.items;
    const touch = w.touch.power;
    const fixed = 1 + joints.count + springs.count + actions.count + items.length + hulls.length + touch.length;
    out.resize(fixed + pairs);
    this.sums.resize(Math.max(this.sums.length, out.length));
    const p = out.data;
    let k = 0;
    p[k++] = w.loadPower + (items.length > 0 ? attachmentPower(w) + feedPower(w) : 0);
    for (let i = 0; i < joints.count; i++) p[k++] = w.jointPower[i];
    for (let i = 0; i < springs.count; i++) p[k++] = w.springPower[i];
    for (let i = 0; i < actions.count; i++) p[k++] = w.actionPower[i];
    for (let i = 0; i < items.length; i++) p[k++] = items[i].power;
    for (let i = 0; i < hulls.length; i++) p[k++] = hulls[i].power;
    for (let i = 0; i < touch.length; i++) p[k++] = touch[i];
    for (let i = 0; i < pairs; i++) p[k++] = w.contacts.power.data[i];
  }

  /** Before a step: remembers the imbalance, should the step absorb an impact. */
  noteStart(): void {
    const { items } = this.w.cables;
    const { imbalance, kinetic, potential, total } = this.balance(false);
    this.before = imbalance;
    this.kineticBefore = kinetic;
    this.potentialBefore = potential;
    this.totalBefore = total;
    const first = this.firstCable();
    for (let i = 0; i < this.lost.length; i++) this.lost[i] = this.sums.data[first + i] - items[i].stored;
  }

  private firstCable(): number {
    const { joints, springs, actions } = this.w.model;
    return 1 + joints.count + springs.count + actions.count;
  }

  /**
   * A step of cables was committed. Their powers change too much within it to be summed where it is longer than waves along them take,
   * but what they lost is known better: nothing without dampers, with them no less than nothing and no more than all. What a step
   * lost beyond that is the integrator's; where it is a large part a cable snapped taut, or went on ringing from it, and it is booked
   * like an impact.
   */
  settleCables(): void {
    const { lost } = this;
    const { cables, contacts, touch } = this.w;
    const s = this.sums.data;
    const first = this.firstCable();
    this.balance(false);
    let taken = 0;
    for (let i = 0; i < cables.items.length; i++) {
      const item = cables.items[i];
      const dry = isDry(item);
      lost[i] = dry ? s[first + i] - item.stored - lost[i] : 0;
      if (dry && (lost[i] < 0 || !item.cable.damped)) {
        s[first + i] -= lost[i];
        lost[i] = 0;
      }
      taken += lost[i];
    }
    const more = this.balance(false).imbalance - this.before;
    if (contacts.active + touch.active > 0) return;
    if (more > 0 && taken > 0) {
      const part = Math.min(1, more / taken);
      for (let i = 0; i < cables.items.length; i++) s[first + i] -= part * lost[i];
    }
    if (-more > SNAP * this.scale) this.impactLoss -= more;
  }

  /**
   * The trial as it stands, a step from where noteStart() was: has it more energy than what drives it put in, by more than the part mostGain[0] of
   * what cables hold and the step exchanges? Powers of elements are not asked: those of a stiff cable change too much within a step.
   */
  gains(weights: readonly [number, number]): boolean {
    const { h, model, cables } = this.w;
    this.scale = Number.POSITIVE_INFINITY; // what water and winches put in is known less well than what a step may gain or snap
    for (let i = 0; i < cables.items.length; i++) if (!isDry(cables.items[i])) return false;
    this.gather(this.end);
    this.start.resize(this.end.length);
    this.inner.resize(this.end.length);
    let work = 0;
    for (let k = 0; k <= model.joints.count; k++) {
      work += h * (weights[0] * this.start.data[k] + this.inner.data[k] + weights[1] * this.end.data[k]);
    }
    const { total, kinetic, potential } = this.balance(false);
    let scale = Math.abs(work) + Math.abs(kinetic - this.kineticBefore) + Math.abs(potential - this.potentialBefore);
    scale += OF_BODIES * kinetic + OF_HEIGHT * Math.abs(potential);
    for (let i = 0; i < cables.items.length; i++)
      scale += cables.items[i].energy.kinetic + Math.abs(cables.items[i].stored);
    this.scale = scale;
    return total - this.totalBefore - work > this.mostGain[0] * scale;
  }

  /**
   * The trial as it stands, a step from where noteStart() was: energy that would be unaccounted for, as a part of what motion,
   * height, drivers and elements exchange in the step.
   */
  leak(weights: readonly [number, number]): number {
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
    const { imbalance, kinetic, potential } = this.balance(false);
    const lost = imbalance - this.before + h * change;
    const all = h * exchanged + Math.abs(kinetic - this.kineticBefore) + Math.abs(potential - this.potentialBefore);
    return all > 0 ? lost / all : 0;
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
    for (let k = 0; k < this.end.length; k++) {
      s[k] += w0 * p0[k] + h * p1[k] + w1 * p2[k];
      p0[k] = p2[k];
    }
  }

  /** Energy balance of the present state; `first` sets the reference. */
  balance(first: boolean): EnergyLedger {
    const { w, ledger } = this;
    const { model } = w;
    const { joints, springs, actions } = model;
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
      kinetic += cables.kinetic;
      potential += cables.potential;
    }
    let elastic = 0;
    for (let i = 0; i < w.cables.items.length; i++) elastic += w.cables.items[i].stored;
    for (let i = 0; i < w.hulls.items.length; i++) elastic += w.hulls.items[i].stored;
    for (let i = 0; i < springs.count; i++) elastic += w.springStored[i];
    for (let i = 0; i < actions.count; i++) elastic += w.actionStored[i];
    for (let i = 0; i < w.touch.stored.length; i++) elastic += w.touch.stored[i];
    for (let i = 0; i < w.contacts.stored.length; i++) elastic += w.contacts.stored.data[i];
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

  /** What elements hold at the start counts as absorbed before it. */
  private takeStored(): void {
    const { w } = this;
    const { joints, springs, actions } = w.model;
    const s = this.sums.data;
    let k = 1 + joints.count;
    for (let i = 0; i < springs.count; i++) s[k++] += w.springStored[i];
    for (let i = 0; i < actions.count; i++) s[k++] += w.actionStored[i];
    const cables = w.cables.items;
    const hulls = w.hulls.items;
    for (let i = 0; i < cables.length; i++) s[k++] += cables[i].stored;
    for (let i = 0; i < hulls.length; i++) s[k++] += hulls[i].stored;
    for (let i = 0; i < w.touch.stored.length; i++) s[k++] += w.touch.stored[i];
    for (let i = 0; i < w.contacts.stored.length; i++) s[k++] += w.contacts.stored.data[i];
  }

  /** lost in impacts shorter than their step [J] */
  impactLoss = 0;
  private held = new Float64Array(0); // by cables in touch, before nodes change
  private before = 0; // imbalance before the last step
  private kineticBefore = 0;
  private potentialBefore = 0;
  private totalBefore = 0;
  private readonly lost: Float64Array; // by cables before the last step, then in it [J]
  private scale: number = Number.POSITIVE_INFINITY; // what a gain or loss of the last trial is measured by

  /** The step just committed absorbed an impact: its loss belongs to the contact, a gain would not. */
  bookImpact(): void {
    const now = this.balance(false).imbalance;
    if (now < this.before) this.impactLoss += this.before - now;
    this.before = this.balance(false).imbalance;
  }

  /** Cable k has other elements than before, which took `lost` of its kinetic and potential energy [J]. */
  bookCable(k: number, lost: number): void {
    this.sums.data[this.firstCable() + k] += lost;
  }

  /** The same of a cable that is fed: `brought` is of the material that a winch moves, and so is what came without a source [J]. */
  bookFeed(k: number, lost: number, brought: number): void {
    this.sums.data[0] += brought + Math.max(0, -lost);
    this.bookCable(k, Math.max(0, lost));
  }

  /** Before nodes of cables come or go: what cables in touch hold now. */
  keepTouch(): void {
    const { stored } = this.w.touch;
    if (this.held.length !== stored.length) this.held = new Float64Array(stored.length);
    this.held.set(stored);
  }

  /** After it: what they hold more because their curves run elsewhere is work of what changed them; less is lost. */
  bookTouch(): void {
    const { model, cables, hulls, touch } = this.w;
    const first =
      1 + model.joints.count + model.springs.count + model.actions.count + cables.items.length + hulls.items.length;
    for (let i = 0; i < this.held.length; i++) {
      const more = touch.stored[i] - this.held[i];
      if (!(more > 0)) continue;
      this.sums.data[first + i] += more;
      this.sums.data[0] += more;
    }
  }

  /** Spring k was hooked on and holds this at once [J]: work of who did it. */
  bookSpring(k: number, stored: number): void {
    this.sums.data[1 + this.w.model.joints.count + k] += stored;
    this.sums.data[0] += stored;
  }

  /** A catch has bent cable k, which holds so much more now [J]: work of what caught it. Less is lost. */
  bookBent(k: number, more: number): void {
    if (!(more > 0)) return;
    this.bookCable(k, more);
    this.sums.data[0] += more;
  }

  /** What each spring, joint action and body pair has dissipated so far. */
  dissipation(): { name: string; dissipated: number }[] {
    const { w } = this;
    const { spec, joints, springs, actions, bodyOfSlot } = w.model;
    const out: { name: string; dissipated: number }[] = [];
    const s = this.sums.data;
    let k = 1 + joints.count;
    const names = spec.forces.filter((force) => force.kind === 'spring').map((force) => force.name);
    for (let i = 0; i < springs.count; i++)
      out.push({ name: `force.${names[i]}`, dissipated: s[k++] - w.springStored[i] });
    for (let i = 0; i < actions.count; i++) {
      out.push({ name: `joint.${spec.joints[actions.joint[i]].name}`, dissipated: s[k++] - w.actionStored[i] });
    }
    for (const item of w.cables.items) out.push({ name: `cable.${item.name}`, dissipated: s[k++] - item.stored });
    for (const item of w.hulls.items) out.push({ name: `water.${item.name}`, dissipated: s[k++] - item.stored });
    for (let i = 0; i < w.touch.pairs.length; i++) {
      out.push({ name: touchName(w, i), dissipated: s[k++] - w.touch.stored[i] });
    }
    for (let i = 0; i < w.contacts.power.length; i++) {
      const a = spec.bodies[bodyOfSlot[w.contacts.pairSlotA.data[i]]].name;
      const b = spec.bodies[bodyOfSlot[w.contacts.pairSlotB.data[i]]].name;
      const absorbed = k < this.sums.length ? s[k] : 0;
      k++;
      out.push({ name: `contact.${a}~${b}`, dissipated: absorbed - w.contacts.stored.data[i] });
    }
    if (this.impactLoss > 0) out.push({ name: 'impacts and snaps shorter than a step', dissipated: this.impactLoss });
    return out;
  }
}
