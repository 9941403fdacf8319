/** Impacts of contacts over an area. omega = sqrt(k_v A/m), with the foundation k_v, the area A and the effective mass m of the pair. */
import type { Trial } from '../../trial/index.ts';
import { contactFoundation, contactHysteresis } from '../points/contact-forces.ts';
import type { Contacts } from '../points/contacts.ts';
import {
  IMPACT_GAP,
  IMPACT_LATE,
  IMPACT_PAIR,
  IMPACT_QUICKER,
  IMPACT_RATE,
  IMPACT_SPEED,
  IMPACT_TURNS,
  IMPACTS_MET,
  type ImpactList,
  type ImpactsWanted,
} from '../source.ts';
import {
  PATCH_AREA,
  PATCH_DEPTH,
  PATCH_FRESH,
  PATCH_KEPT,
  PATCH_NORMAL,
  PATCH_ONSET,
  PATCH_PAIR,
  PATCH_POINT_W,
  PATCH_SPEED,
} from './patch-contacts.ts';
import { relativeMotion } from './patch-wrench.ts';

/** from both centres of mass to a patch (6); motion of B against A there (6) */
const levers = new Float64Array(6);
const motion = new Float64Array(6);
/** results passed between the functions below: omega [1/s], distance [m]. A number passed or returned would be boxed. */
const found = new Float64Array(2);
const RATE = 0;
const CLOSER = 1;

/** omega of a patch kept at p[o...], to found[RATE]. */
function findRate(contacts: Contacts, trial: Trial, p: Float64Array, o: number): void {
  const pair = p[o + PATCH_PAIR];
  const { bodyA, bodyB } = contacts.scene.solidPair(pair);
  const { mass, dynamicCount: n } = trial.model;
  const lightness = (bodyA < n ? 1 / mass[bodyA] : 0) + (bodyB < n ? 1 / mass[bodyB] : 0);
  found[RATE] = Math.sqrt(contactFoundation(contacts, pair) * p[o + PATCH_AREA] * lightness);
}

/** Writes to found[CLOSER] the approach of the bodies of a trial patch along its normal since the start of the step. */
function findApproach(contacts: Contacts, trial: Trial, p: Float64Array, o: number): void {
  const { bodyA, bodyB } = contacts.scene.solidPair(p[o + PATCH_PAIR]);
  const { position, rotation, u } = trial;
  for (let k = 0; k < 3; k++) {
    levers[k] = p[o + PATCH_POINT_W + k] - position[3 * bodyA + k];
    levers[3 + k] = p[o + PATCH_POINT_W + k] - position[3 * bodyB + k];
  }
  relativeMotion(motion, u, 6 * bodyA, 6 * bodyB, levers, 0, 3);
  let along = 0;
  for (let k = 0; k < 3; k++) {
    const r = 9 * bodyA + 3 * k;
    const n = PATCH_NORMAL + o;
    along += motion[k] * (rotation[r] * p[n] + rotation[r + 1] * p[n + 1] + rotation[r + 2] * p[n + 2]);
  }
  found[CLOSER] = -along;
}

/** Did a patch open or close? The rate of the fastest that did. */
export function patchRateOfChanges(contacts: Contacts, list: ImpactList, trial: Trial): void {
  const { patches } = contacts;
  for (let o = 0; o < patches.trial.length; o += PATCH_KEPT) {
    if (patches.trial.data[o + PATCH_FRESH] !== 1) continue;
    findRate(contacts, trial, patches.trial.data, o);
    if (found[RATE] > list.fastest) list.fastest = found[RATE];
  }
  for (let i = 0; i < patches.continued.length; i++) {
    if (patches.continued.data[i] !== 0) continue;
    findRate(contacts, trial, patches.committed.data, PATCH_KEPT * i);
    if (found[RATE] > list.fastest) list.fastest = found[RATE];
  }
}

/** Lists patches met or under way. None is predicted, because a patch is not known before it exists. */
export function listPatchImpacts(contacts: Contacts, list: ImpactList, trial: Trial, wanted: ImpactsWanted): void {
  const { patches, searchTime } = contacts;
  const p = patches.trial.data;
  for (let o = 0; o < patches.trial.length; o += PATCH_KEPT) {
    const onset = p[o + PATCH_ONSET];
    let speed = p[o + PATCH_SPEED];
    let gap = 0;
    if (wanted === IMPACTS_MET) {
      if (p[o + PATCH_FRESH] !== 1) continue;
      // gap at the start of the step: the approach minus the depth. The depth alone does not suffice: at the end of a step much longer than
      // the impact the body has been stopped, or has rebounded
      findApproach(contacts, trial, p, o);
      gap = found[CLOSER] - p[o + PATCH_DEPTH];
      speed = Math.max(onset, gap / (trial.time - searchTime));
    }
    if (Math.abs(speed) < list.slowest) continue;
    findRate(contacts, trial, p, o);
    // A damper makes the impact faster: the speed begins to fall as v0 (1 - (1 + d) (omega t)^2/2), so with a restitution of 0.1,
    // d = 10, a step for the spring alone would miss most of the blow.
    const part = speed <= 0 ? 0 : speed < onset ? speed / onset : 1;
    const d = part * contactHysteresis(contacts, p[o + PATCH_PAIR], onset);
    const at = list.add();
    const impact = list.columns.data;
    impact[at + IMPACT_RATE] = found[RATE];
    impact[at + IMPACT_QUICKER] = Math.sqrt(1 + d);
    impact[at + IMPACT_GAP] = gap;
    impact[at + IMPACT_SPEED] = speed;
    impact[at + IMPACT_LATE] = 1;
    impact[at + IMPACT_PAIR] = p[o + PATCH_PAIR];
    impact[at + IMPACT_TURNS] = speed > 0 && onset >= list.slowest ? 1 : 0;
  }
}
