/** Impacts of point contacts: their rate follows from the law (contact/normal.ts) and the effective mass of the pair. */
import { findImpactDepth, findImpactRate, makeImpact } from '../../contact/index.ts';
import type { Trial } from '../../trial/index.ts';
import {
  IMPACT_GAP,
  IMPACT_PAIR,
  IMPACT_RATE,
  IMPACT_SPEED,
  IMPACTS_AHEAD,
  IMPACTS_UNDER_WAY,
  type ImpactList,
  type ImpactsWanted,
} from '../source.ts';
import { contactStiffness } from './contact-forces.ts';
import { EXPONENT } from './pair-laws.ts';
import { type Contacts, HISTORY, TRIAL } from './contacts.ts';

const impact = makeImpact();

/** K/m and n of element i. */
function findStrength(contacts: Contacts, trial: Trial, i: number): void {
  const { set } = contacts;
  const { mass, dynamicCount } = trial.model;
  const A = set.bodyA[i];
  const B = set.bodyB[i];
  const lightness = (A < dynamicCount ? 1 / mass[A] : 0) + (B < dynamicCount ? 1 / mass[B] : 0);
  impact.strength = contactStiffness(contacts, i) * lightness;
  impact.exponent = contacts.laws.data[contacts.lawStride * set.pair[i] + EXPONENT];
}

export function pointRateOfChanges(contacts: Contacts, list: ImpactList, trial: Trial): void {
  const { set } = contacts;
  const now = contacts.trial.data;
  for (let i = 0; i < set.count; i++) {
    const before = set.depth[i];
    const depth = now[TRIAL * i + 4];
    if (before > 0 === depth > 0) continue;
    findStrength(contacts, trial, i);
    impact.depth = Math.max(before, depth);
    findImpactRate(impact);
    if (impact.rate > list.fastest) list.fastest = impact.rate;
  }
}

export function listPointImpacts(contacts: Contacts, list: ImpactList, trial: Trial, wanted: ImpactsWanted): void {
  const { set } = contacts;
  const history = contacts.history.data;
  const now = contacts.trial.data;
  for (let i = 0; i < set.count; i++) {
    const before = set.depth[i];
    const depth = now[TRIAL * i + 4];
    let speed: number;
    if (wanted === IMPACTS_AHEAD) {
      speed = history[HISTORY * i + 3];
      if (!(before <= 0) || -before >= trial.h * speed) continue;
    } else if (wanted === IMPACTS_UNDER_WAY) {
      speed = Math.abs(now[TRIAL * i + 5]);
      if (!(depth > 0)) continue;
    } else {
      if (before > 0 === depth > 0) continue;
      speed = before > 0 ? Math.abs(now[TRIAL * i + 5]) : history[HISTORY * i + 3];
    }
    if (speed < list.slowest) continue;
    findStrength(contacts, trial, i);
    impact.speed = speed;
    findImpactDepth(impact);
    if (wanted === IMPACTS_UNDER_WAY) impact.depth = Math.max(depth, impact.depth);
    findImpactRate(impact);
    const o = list.add();
    const { data } = list.columns;
    data[o + IMPACT_RATE] = impact.rate;
    data[o + IMPACT_GAP] = -before;
    data[o + IMPACT_SPEED] = speed;
    data[o + IMPACT_PAIR] = set.pair[i];
  }
}
