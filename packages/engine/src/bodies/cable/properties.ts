/**
 * Properties of elements and nodes from ropes and lengths. Where two ropes meet, a node's bending and twist are those of two
 * half elements in series: l/EI adds. A held end has half an element (using a whole one would lose an order of accuracy).
 */
import { PI } from '../../math/index.ts';
import { curveBegin, curveSize } from './axial-curve.ts';
import { type Cable, END, START } from './cable.ts';
import { displacedArea, polarInertia, SLACK_RATIO } from './rope.ts';

/** Computes properties for elements [from, to) and their nodes. */
export function refreshProperties(cable: Cable, from: number, to: number): void {
  for (let j = from; j < to; j++) {
    const rope = cable.ropes[cable.ropeOf[j]];
    const l = cable.restLength[j];
    const EI = rope.bendingStiffness ?? 0;
    cable.EA[j] = rope.axialStiffness;
    cable.slackRatio[j] = rope.slackRatio ?? SLACK_RATIO;
    cable.bucklingStrain[j] = (rope.bucklingLoad ?? (PI * PI * EI) / (l * l)) / rope.axialStiffness;
    // a table applies only above the end of the bend
    const width = Math.min(
      (rope.slackTension ?? cable.slackTension) / rope.axialStiffness,
      0.5 * curveBegin(rope.tensionTable),
    );
    cable.bendWidth[j] = Math.max(width, 1e-12);
    cable.curveOf[j] = curveStart(cable, cable.ropeOf[j]);
    cable.axialDamping[j] = rope.axialDamping ?? 0;
    cable.massPerLength[j] = rope.massPerLength;
    cable.diameter[j] = rope.diameter;
    cable.area[j] = displacedArea(rope);
    cable.dragNormal[j] = rope.dragNormal ?? 0;
    cable.dragTangential[j] = rope.dragTangential ?? 0;
    cable.addedNormal[j] = rope.addedMassNormal ?? 0;
    cable.addedTangential[j] = rope.addedMassTangential ?? 0;
  }
  refreshLengths(cable, from, to);
  cable.tangent.fill(0); // assembly writes only the entries that this kind of cable has
  cable.hasBending = false;
  cable.hasTwist = false;
  cable.hasNaturalBend = false;
  cable.damped = false;
  cable.gaps = 0;
  for (let j = 0; j < cable.elementCount; j++) {
    const rope = cable.ropes[cable.ropeOf[j]];
    const EI = rope.bendingStiffness ?? 0;
    if (EI > 0) cable.hasBending = true;
    if (cable.ropeOf[j] >= cable.kinds) cable.gaps++;
    if (rope.creep || rope.axialDamping || rope.bendingDamping || rope.torsionalDamping) cable.damped = true;
    if ((rope.torsionalStiffness ?? 0) > 0) cable.hasTwist = true;
    const natural = rope.naturalCurvature;
    if (EI > 0 && natural && (natural[0] !== 0 || natural[1] !== 0)) cable.hasNaturalBend = true;
  }
  if (cable.hasNaturalBend) cable.hasTwist = true;
}

/** Offset of the curve of a rope in cable.curves; -1: none. */
function curveStart(cable: Cable, rope: number): number {
  let from = 0;
  for (let k = 0; k < rope; k++) from += curveSize(cable.ropes[k].tensionTable);
  return curveSize(cable.ropes[rope].tensionTable) > 0 ? from : -1;
}

/** Values that depend on lengths only: masses and stiffnesses of the nodes at elements [from, to). */
export function refreshLengths(cable: Cable, from: number, to: number): void {
  const last = cable.nodeCount - 1;
  for (let j = from; j < to; j++) {
    const rope = cable.ropes[cable.ropeOf[j]];
    const l = cable.restLength[j];
    if (rope.bucklingLoad === undefined) {
      cable.bucklingStrain[j] = (PI * PI * (rope.bendingStiffness ?? 0)) / (l * l * rope.axialStiffness);
    }
    cable.spinInertia[j] = polarInertia(rope) * cable.materialLength[j];
  }
  for (let i = from; i <= to; i++) {
    const before = i > 0;
    const after = i < last;
    let mass = 0;
    if (before) mass += 0.5 * cable.massPerLength[i - 1] * cable.materialLength[i - 1];
    if (after) mass += 0.5 * cable.massPerLength[i] * cable.materialLength[i];
    cable.mass[i] = mass;
    nodeStiffness(cable, i, before, after);
  }
}

function nodeStiffness(cable: Cable, i: number, before: boolean, after: boolean): void {
  let bendGive = 0;
  let twistGive = 0;
  let length = 0;
  let natural1 = 0;
  let natural2 = 0;
  let turn = 0;
  let bendTime = 0;
  let twistTime = 0;
  for (let side = 0; side < 2; side++) {
    if (side === 0 ? !before : !after) continue;
    const j = side === 0 ? i - 1 : i;
    const rope = cable.ropes[cable.ropeOf[j]];
    const half = 0.5 * cable.restLength[j];
    length += half;
    bendGive += half / (rope.bendingStiffness ?? 0);
    twistGive += half / (rope.torsionalStiffness ?? 0);
    natural1 += half * (rope.naturalCurvature?.[0] ?? 0);
    natural2 += half * (rope.naturalCurvature?.[1] ?? 0);
    turn += half * (rope.naturalTwist ?? 0);
    bendTime += half * (rope.bendingDamping ?? 0);
    twistTime += half * (rope.torsionalDamping ?? 0);
  }
  // 1/(half/0) = 0: no stiffness on one side leaves none
  cable.bendRatio[i] = 1 / bendGive;
  cable.twistRatio[i] = 1 / twistGive;
  cable.bendDamping[i] = (cable.bendRatio[i] * bendTime) / length;
  cable.twistTime[i] = twistTime / length;
  cable.naturalBend[2 * i] = natural1;
  cable.naturalBend[2 * i + 1] = natural2;
  cable.naturalTwist[i] = turn;
}

/** Whether node i resists bending, and twist: every inner node, and ends that are held. */
export function nodeBends(cable: Cable, i: number): boolean {
  if (i === 0) return cable.holdsDirection[START];
  if (i === cable.nodeCount - 1) return cable.holdsDirection[END];
  return true;
}

export function nodeTwists(cable: Cable, i: number): boolean {
  if (i === 0) return cable.holdsTurn[START];
  if (i === cable.nodeCount - 1) return cable.holdsTurn[END];
  return true;
}
