/**
 * A step of bodies held together by joints, as one minimum over the velocities v at its end,
 *   1/2 v^T M v - v.(P0 + h Q) + h l(v)   with   J v = J v_k - Phi_k/h
 * where contacts (link-contacts.ts), joints and masses are taken at an iterate: velocities v_k and the poses they lead to. P0 is the momentum
 * where the step began, Q weight and loads. Taken anew at its own solution until that stays, joints hold to rounding, and contacts are
 * where bodies are.
 */
import { timesMass } from '../bodies/index.ts';
import { addTransposed, evaluateRows, timesJacobian } from './constraints.ts';
import { addJoints, beginMatrix } from './evaluate.ts';
import { addGravity, addLoads, addPull } from './forces.ts';
import { checkLinks } from './link-check.ts';
import { LinkContacts } from './link-contacts.ts';
import { placeTrial, type Workspace } from './workspace.ts';

export class LinkSystem {
  readonly contacts: LinkContacts;
  /** right side of J v = rate */
  private readonly rate: Float64Array;
  private readonly w: Workspace;
  private readonly momentum: Float64Array;
  private readonly push: Float64Array;
  private readonly open: Float64Array;

  /** Throws BuildError for models it cannot carry. */
  constructor(w: Workspace) {
    checkLinks(w.model, w.gear.any);
    this.w = w;
    this.contacts = new LinkContacts(w);
    this.rate = new Float64Array(w.multiplierCount);
    this.open = new Float64Array(w.multiplierCount);
    this.momentum = new Float64Array(w.bodySize);
    this.push = new Float64Array(w.bodySize);
  }

  /** The workspace stands at the start of a step. */
  begin(): void {
    const { w } = this;
    timesMass(this.momentum, w.velocity, w.model.mass, w.inertiaW, w.model.dynamicCount);
    this.contacts.begin();
  }

  /** The iterate: poses where velocities v lead; joints, contacts, masses and loads there. */
  lineUp(v: Float64Array): void {
    const { w, rate } = this;
    const { h } = w;
    for (let i = 0; i < w.bodySize; i++) {
      w.velocity[i] = v[i];
      w.u[i] = h * v[i];
    }
    placeTrial(w);
    for (let i = w.bodySize; i < v.length; i++) v[i] = w.velocity[i];
    evaluateRows(w, false);
    timesJacobian(w, rate, v);
    for (let i = 0; i < rate.length; i++) rate[i] -= w.rows.phi[i] / h;
    this.contacts.lineUp();
    this.applyLoads();
    for (let i = 0; i < w.bodySize; i++) this.push[i] = this.momentum[i] + h * w.force[i];
  }

  private applyLoads(): void {
    const { w } = this;
    w.force.fill(0);
    w.loadPower = 0;
    addGravity(w);
    if (w.model.loads.count > 0) addLoads(w, false);
    if (w.pull.slot >= 0) addPull(w, w.pull);
  }

  /** slope = M v - P0 - h Q - h f(v) + J^T mu, mu impulses of joints; with the matrix: and that, into w.matrix.lu. */
  evaluate(slope: Float64Array, v: Float64Array, impulse: Float64Array, withMatrix: boolean): void {
    const { w, push } = this;
    const { h } = w;
    if (withMatrix) beginMatrix(w, 0);
    w.force.fill(0);
    this.contacts.addForces(w.force, v, withMatrix ? w.matrix.lu.values : undefined, false);
    timesMass(slope, v, w.model.mass, w.inertiaW, w.model.dynamicCount);
    for (let i = 0; i < w.bodySize; i++) slope[i] -= push[i] + h * w.force[i];
    addTransposed(w, slope, impulse);
    if (withMatrix) addJoints(w, false);
  }

  /** out = what J v lacks */
  lack(out: Float64Array, o: number, v: Float64Array): void {
    timesJacobian(this.w, this.open, v);
    for (let i = 0; i < this.open.length; i++) out[o + i] = this.rate[i] - this.open[i];
  }

  /** The step ends with velocities v: what it did to contacts, and forces there. */
  end(v: Float64Array, impulse: Float64Array): void {
    const { w } = this;
    this.contacts.clear();
    this.applyLoads();
    this.contacts.addForces(w.force, v, undefined, true);
    for (let i = 0; i < impulse.length; i++) w.lambda[i] = impulse[i] / w.h;
    for (let i = 0; i < w.bodySize; i++) {
      w.velocity[i] = v[i];
      w.u[i] = w.h * v[i];
    }
    placeTrial(w);
    evaluateRows(w, false);
  }
}
