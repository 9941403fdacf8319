/**
 * A step of bodies held together by joints, as one minimum over the velocities v at its end,
 *   1/2 v^T M v - v.(P0 + h Q) + h l(v)   with   J v = J v_k - Phi_k/h
 * where contacts (link-contacts.ts), joints and masses are taken at an iterate: velocities v_k and the poses they lead to. P0 is the momentum
 * where the step began, Q weight and loads. Taken anew at its own solution until that stays, joints hold to rounding, and contacts are
 * where bodies are.
 */
import { timesMass } from '../bodies/index.ts';
import { LINE_HERE, LINE_PART, LINE_START } from '../math/index.ts';
import { addTransposed, evaluateRows, timesJacobian } from './constraints.ts';
import { addJoints, beginMatrix } from './evaluate.ts';
import { addGravity, addLoads, addPull } from './forces.ts';
import { checkLinks } from './link-check.ts';
import { LinkContacts } from './link-contacts.ts';
import { LinkStiffness } from './link-stiffness.ts';
import { placeTrial, type Workspace } from './workspace.ts';

export class LinkSystem {
  readonly contacts: LinkContacts;
  /** right side of J v = rate */
  private readonly rate: Float64Array;
  private readonly w: Workspace;
  private readonly momentum: Float64Array;
  private readonly push: Float64Array;
  private readonly open: Float64Array;
  private readonly stiffness: LinkStiffness;
  /** slope along a line but for contacts: where it begins, and how it grows */
  private readonly onLine = new Float64Array(2);

  /** Throws BuildError for models it cannot carry. */
  constructor(w: Workspace) {
    checkLinks(w.model, w.gear.any);
    this.w = w;
    this.contacts = new LinkContacts(w);
    this.rate = new Float64Array(w.multiplierCount);
    this.open = new Float64Array(w.multiplierCount);
    this.stiffness = new LinkStiffness(w);
    this.momentum = new Float64Array(w.bodySize);
    this.push = new Float64Array(w.bodySize);
  }

  /** The workspace stands at the start of a step. */
  begin(): void {
    const { w } = this;
    timesMass(this.momentum, w.velocity, w.model.mass, w.inertiaW, w.model.dynamicCount);
    this.contacts.begin();
    this.stiffness.clear();
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

  /** After lineUp(v): joints that pull turn along with their bodies, by the impulses they gave last. */
  stiffen(v: Float64Array, impulse: Float64Array): void {
    this.stiffness.take(v, impulse);
  }

  private applyLoads(): void {
    const { w } = this;
    w.force.fill(0);
    w.loadPower = 0;
    addGravity(w);
    if (w.model.loads.count > 0) addLoads(w, false);
    if (w.pull.slot >= 0) addPull(w, w.pull);
  }

  /** slope = M v - P0 - h Q - h f(v) + J^T mu + K (v - v_k), mu impulses of joints; with the matrix: and that, into w.matrix.lu. */
  evaluate(slope: Float64Array, v: Float64Array, impulse: Float64Array, withMatrix: boolean): void {
    const { w, push } = this;
    const { h } = w;
    if (withMatrix) beginMatrix(w, 0);
    w.force.fill(0);
    this.contacts.addForces(w.force, v, withMatrix ? w.matrix.lu.values : undefined, false);
    timesMass(slope, v, w.model.mass, w.inertiaW, w.model.dynamicCount);
    for (let i = 0; i < w.bodySize; i++) slope[i] -= push[i] + h * w.force[i];
    addTransposed(w, slope, impulse);
    this.stiffness.addTo(slope, v);
    if (!withMatrix) return;
    addJoints(w, false);
    this.stiffness.addBlocks();
  }

  /**
   * A line is going to be searched, from v along `way`, which keeps to the joints: line[LINE_START] is the slope where it begins. All but
   * contacts goes straight along it.
   */
  noteLine(line: Float64Array, v: Float64Array, way: Float64Array): void {
    const { w, onLine } = this;
    timesMass(w.force, way, w.model.mass, w.inertiaW, w.model.dynamicCount);
    this.stiffness.addTimes(w.force, way);
    let rise = 0;
    for (let i = 0; i < w.bodySize; i++) rise += w.force[i] * way[i];
    this.contacts.noteLine(v, way);
    line[LINE_PART] = 0;
    line[LINE_HERE] = 0;
    this.contacts.alongLine(line);
    onLine[0] = line[LINE_START] - line[LINE_HERE];
    onLine[1] = rise;
  }

  /** line[LINE_HERE] = the slope along the line noted at its part line[LINE_PART] */
  lookAlong(line: Float64Array): void {
    line[LINE_HERE] = this.onLine[0] + line[LINE_PART] * this.onLine[1];
    this.contacts.alongLine(line);
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
