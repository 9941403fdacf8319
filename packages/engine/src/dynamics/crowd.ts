/**
 * When `auto` takes convex steps. Where many bodies touch, blows follow each other so fast that the general step, whose length is that of the
 * shortest of them for all, hardly comes on. Counted in iterations, which repeat, not in seconds, which do not. Where blows are absorbed
 * the general step knows no more of them than the convex one, which is taken before they meet.
 */
import { mayTakeConvex, smallestBody, wholeStep } from '../convex/index.ts';
import type { Workspace } from '../stage/index.ts';

/** Bodies, and contacts that act, from which on they are many. */
const MANY = 20;
/** Iterations over which the general step is judged, and the time an iteration should come on by [s]: a convex step comes on by 3e-4 to 5e-3. */
const JUDGED = 100;
const PACE = 2e-4;
/** [m] that bodies at rest move by in the longest step, and the part of its size that a body may move by in a convex step */
const REST = 1e-8;
const FAR = 0.2;

export class Crowd {
  /** are there enough bodies, joined by nothing but contact? */
  readonly possible: boolean;
  /** numbers that a checkpoint holds: iterations counted, and time they came on by [s] */
  readonly counted: Float64Array = new Float64Array(2);
  /** has the general step fallen behind? */
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

  /** Where blows are absorbed anyway: is a crowd about to touch? Contacts of the step to come have been looked for. */
  get meets(): boolean {
    return this.absorbs && this.near >= MANY;
  }

  /** Does nothing touch any more, or where blows are absorbed, is nothing near? */
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

  /** The convex step takes over, or is left. */
  begin(): void {
    this.crawls = false;
    this.counted.fill(0);
  }

  /** The length to try after a convex step, to state.nextStep [s]: bodies at rest need no short ones, fast ones must not go through others. */
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
