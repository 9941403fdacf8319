/** What held contacts leave behind when their step has found its end: history of patches, powers, energy held. */
import type { ContactPatches } from '../proximity/index.ts';
import {
  C_BRISTLE,
  C_MOVE,
  C_NORMAL,
  C_PUSH,
  C_RUB,
  C_SLIPS,
  C_STRIDE,
  G_FRESH,
  G_KEY,
  G_ONSET,
  G_S0,
  G_STRIDE,
  L_FIRST,
  L_PAIR,
  L_SLOT,
  L_STRIDE,
  type PileSet,
} from './pile-set.ts';
import { shareOf } from './pile-force.ts';
import {
  H_BRISTLE,
  H_COUNTED,
  H_DEPTH,
  H_FORCE,
  H_FRESH,
  H_FRICTION,
  H_KEY,
  H_NORMAL,
  H_ONSET,
  H_PAIR,
  H_SHARE,
  H_SLIP_SPEED,
  H_SLIPS,
  H_SPEED,
  H_STRIDE,
  T_FOUNDATION,
  T_MODULUS_A,
  T_MODULUS_B,
  T_STRIDE,
} from '../contacts/index.ts';
import type { Workspace } from '../stage/index.ts';

/** The step h ends: patches that carry are remembered, in the order of their keys. */
export function rememberPile(w: Workspace, set: PileSet, h: number): void {
  const { touch } = w;
  touch.blank = false;
  touch.power.fill(0);
  touch.stored.fill(0);
  touch.active = 0;
  touch.deepest = 0;
  touch.solidHistory.begin();
  touch.strandHistory.begin();
  const C = set.contacts.data;
  const G = set.groups.data;
  const L = set.links.data;
  for (let group = 0; group < set.groupCount; group++) {
    const l = L_STRIDE * group;
    const g = G_STRIDE * group;
    const solid = L[l + L_SLOT] >= 0;
    const history = solid ? touch.solidHistory : touch.strandHistory;
    const end = L[l + L_STRIDE + L_FIRST];
    let sum = 0;
    for (let k = L[l + L_FIRST]; k < end; k++) sum += C[C_STRIDE * k + C_PUSH];
    if (!(sum > 0)) continue;
    const t = history.add();
    const kept = history.trial.data;
    const pair = L[l + L_PAIR];
    let slips = 0;
    for (let k = L[l + L_FIRST]; k < end; k++) {
      const o = C_STRIDE * k;
      const push = C[o + C_PUSH];
      const part = push / sum;
      let along = 0;
      for (let r = 0; r < 3; r++) along += C[o + C_MOVE + r] * C[o + C_NORMAL + r];
      let rub = 0;
      let slide = 0;
      let bent = 0;
      for (let r = 0; r < 3; r++) {
        const f = push * C[o + C_NORMAL + r] - C[o + C_RUB + r];
        const across = C[o + C_MOVE + r] - along * C[o + C_NORMAL + r];
        kept[t + H_FORCE + r] += f;
        kept[t + H_BRISTLE + r] += part * C[o + C_BRISTLE + r];
        touch.power[pair] -= (f * C[o + C_MOVE + r]) / h;
        rub += C[o + C_RUB + r] * C[o + C_RUB + r];
        slide += across * across;
        bent += C[o + C_BRISTLE + r] * C[o + C_BRISTLE + r];
      }
      touch.stored[pair] += 0.5 * push * G[g + G_S0] * bent;
      kept[t + H_NORMAL] += push;
      kept[t + H_FRICTION] += Math.sqrt(rub);
      kept[t + H_SHARE] += part * shareOf(set, g, o, h);
      kept[t + H_SPEED] -= (part * along) / h;
      kept[t + H_SLIP_SPEED] = Math.max(kept[t + H_SLIP_SPEED], Math.sqrt(slide) / h);
      if (C[o + C_SLIPS] === 1) slips += part;
    }
    kept[t + H_KEY] = G[g + G_KEY];
    kept[t + H_ONSET] = Math.max(0, G[g + G_ONSET]);
    kept[t + H_SLIPS] = slips > 0.5 ? 1 : 0;
    kept[t + H_PAIR] = pair;
    kept[t + H_FRESH] = G[g + G_FRESH];
    touch.active++;
  }
}

/** Energy that the overlaps hold where everything is now, and how deep they are; patches are those found there. */
export function storeOverlap(w: Workspace): void {
  const { touch } = w;
  if (touch.table.solids) store(w, touch.solidPatches, true);
  if (touch.table.strands) store(w, touch.strandPatches, false);
}

function store(w: Workspace, patches: ContactPatches, solid: boolean): void {
  const { touch } = w;
  const { trial } = solid ? touch.solidHistory : touch.strandHistory;
  let t = 0; // both are in the order of their keys
  const { curves, laws, table, model, ends } = touch;
  for (let p = 0; p < patches.count; p++) {
    const a = patches.elementA[p];
    const b = patches.elementB[p];
    const cable = curves.cable[a];
    const row = solid
      ? table.onShape[cable * model.shapes.length + b]
      : table.onCable[cable * table.cables + curves.cable[b]];
    const q = T_STRIDE * row;
    const rA = curves.radius[a];
    const rB = solid ? rA : curves.radius[b];
    const stiffness =
      laws[q + T_FOUNDATION] > 0
        ? laws[q + T_FOUNDATION]
        : 1 / (rA / laws[q + T_MODULUS_A] + rB / laws[q + T_MODULUS_B]);
    const pair = solid
      ? touch.pairOnSlot[cable * model.slotCount + model.shapes[b].body]
      : touch.pairOnCable[cable * table.cables + curves.cable[b]];
    let sum = 0;
    for (let i = patches.pointStart[p]; i < patches.pointStart[p + 1]; i++) {
      const part = solid
        ? ends.onSolid(a, patches.pointU, i, b)
        : ends.between(a, patches.pointU, i, b, patches.pointW, i);
      // integral of the lens over the depth, contact/strand.ts
      const area = patches.lens[i];
      const power = area > 0 ? (patches.chord[i] * patches.depth[i]) / area : 1.5;
      sum += part * patches.weight[i] * area * patches.depth[i] * (4 / 35 + 5 / (7 * (1 + power)));
    }
    touch.stored[pair] += stiffness * sum;
    if (!(sum > 0)) continue;
    const depth = -patches.separation[p];
    if (depth > touch.deepest) touch.deepest = depth;
    while (t < trial.length && trial.data[t + H_KEY] < patches.key[p]) t += H_STRIDE;
    if (t === trial.length || trial.data[t + H_KEY] !== patches.key[p]) continue;
    trial.data[t + H_DEPTH] = depth;
    trial.data[t + H_COUNTED] = depth;
  }
}
