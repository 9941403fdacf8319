/**
 * Decides when `auto` takes convex steps. Where many bodies touch, impacts follow each other so fast that the general step, whose length
 * suits the shortest of them, hardly advances. The decision counts iterations, which are reproducible, not seconds. Where impacts are
 * absorbed, the general step resolves them no better than the convex step, which is then taken before the bodies meet.
 */
import { mayTakeConvex, smallestBody, wholeStep } from '../convex/index.ts';
import type { Workspace } from '../stage/index.ts';

/** Number of bodies, and of active contacts, that make a crowd. */
const MANY = 20;
/**
 * Number of iterations over which the general step is judged, and the time that an iteration should advance [s]: a convex step advances by
 * 3e-4 to 5e-3 for each iteration.
 */
const JUDGED = 100;
const PACE = 2e-4;
/** [m] distance that bodies at rest move in the longest step, and largest distance of a body in a convex step as a part of its size */
const REST = 1e-8;
const FAR = 0.2;

export class Crowd {
  /** true: there are enough bodies, connected by contact only */
  readonly possible: boolean;
  /** numbers in a checkpoint: iterations counted, and time advanced by them [s] */
  readonly counted: Float64Array = new Float64Array(2);
  /** true: the general step has fallen behind */
  crawls = false;
  private readonly w: Workspace;
  private readonly whole: number;
  private readonly size: number;
  private readonly reach: Float64Array;

  constructor(w: Workspace) {
    const { model } = w;
    const { solver } = model.spec;
    const asked = solver.integrator === 'auto' && solver.step === 'auto';
    this.w = w;
    this.possible = asked && w.allContacts.any && model.dynamicCount >= MANY && mayTakeConvex(model);
    this.whole = this.possible ? wholeStep(model) : 0;
    this.size = this.possible ? smallestBody(model) : 0;
    this.reach = new Float64Array(model.dynamicCount);
    for (let i = 0; i < model.dynamicCount; i++) {
      const I = Math.max(model.inertia[6 * i], model.inertia[6 * i + 1], model.inertia[6 * i + 2]);
      this.reach[i] = 2 * Math.sqrt(I / model.mass[i]);
    }
  }

  /** Records one committed general step and its Newton iterations. */
  note(iterations: number): void {
    const { counted, w } = this;
    if (!this.isCrowd()) {
      counted.fill(0);
      return;
    }
    counted[0] += iterations;
    counted[1] += w.h;
    if (counted[0] < JUDGED) return;
    this.crawls = counted[1] < PACE * counted[0];
    counted.fill(0);
  }

  /** Where impacts are absorbed anyway: is a crowd about to touch? The contact search of the coming step has been done. */
  get meets(): boolean {
    return this.absorbs && this.near >= MANY;
  }

  /** Does nothing touch any more or, where impacts are absorbed, is nothing near? */
  get isOver(): boolean {
    return this.w.contacts.active === 0 && !(this.absorbs && this.near > 0);
  }

  private get absorbs(): boolean {
    return this.possible && this.w.model.spec.solver.impacts === 'absorb';
  }

  private get near(): number {
    const { set, scene } = this.w.contacts;
    return set.count + scene.near.length;
  }

  /** Are enough contacts active? With `impacts: resolve` only contacts between free bodies count: bodies that bounce one by one do not slow the general step. */
  private isCrowd(): boolean {
    const { contacts, model } = this.w;
    if (model.spec.solver.impacts === 'absorb') return contacts.active >= MANY;
    return contacts.active >= MANY && contacts.betweenFree() >= MANY;
  }

  /** Switches to the convex step, or away from it. */
  begin(): void {
    this.crawls = false;
    this.counted.fill(0);
  }

  /**
   * Writes the length to try after a convex step to state.nextStep [s]: bodies at rest need no short steps, fast ones must not pass through
   * others.
   */
  chooseNext(state: { nextStep: number }, shortened: boolean): void {
    const { w, whole } = this;
    const { maxStep } = w.model.spec.solver;
    let fastest = 0;
    for (let i = 0; i < w.model.dynamicCount; i++) {
      const k = 6 * i;
      const v = w.velocity;
      const speed = Math.sqrt(v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2]);
      const spin = Math.sqrt(v[k + 3] * v[k + 3] + v[k + 4] * v[k + 4] + v[k + 5] * v[k + 5]);
      fastest = Math.max(fastest, speed + this.reach[i] * spin);
    }
    if (shortened) state.nextStep = w.h;
    else if (fastest * maxStep <= REST) state.nextStep = Math.min(maxStep, 2 * Math.max(state.nextStep, whole));
    else state.nextStep = Math.min(whole, 2 * state.nextStep, (FAR * this.size) / fastest);
  }
}
