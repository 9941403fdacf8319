/** Energies of a cable and the power of its dampers, at the last evaluation of the trial. */
import { strainEnergyAt, tensionAt } from './axial.ts';
import { creepEnergy } from './creep.ts';
import { dampedRate, foldEnergy } from './bending.ts';
import type { Cable } from './cable.ts';
import { isBetween, SHORT, SHORT_FORCE } from './elastic.ts';
import { timesMass } from './mass.ts';
import { NodeWork } from './node-work.ts';
import { nodeBends, nodeTwists } from './properties.ts';
import { naturalBendOf } from './twist.ts';

export class CableEnergy {
  stretch = 0;
  bending = 0;
  twist = 0;
  kinetic = 0;
  /** potential energy of weight, relative to height 0 */
  potential = 0;
  /** [W] */
  stretchPower = 0;
  bendingPower = 0;
  twistPower = 0;
  private readonly work: NodeWork = new NodeWork();
  private readonly momentum: Float64Array;
  private readonly natural: Float64Array = new Float64Array(3);
  private readonly at: Float64Array = new Float64Array(3);

  constructor(capacity: number) {
    this.momentum = new Float64Array(4 * capacity);
  }

  get elastic(): number {
    return this.stretch + this.bending + this.twist;
  }

  get dissipation(): number {
    return this.stretchPower + this.bendingPower + this.twistPower;
  }

  measure(cable: Cable, gravity: Float64Array): void {
    this.measureStretch(cable);
    this.measureNodes(cable);
    timesMass(this.momentum, cable.v, cable);
    this.kinetic = 0;
    this.potential = 0;
    const turns = cable.hasTwist ? 4 : 3;
    for (let i = 0; i < cable.nodeCount; i++) {
      const o = 4 * i;
      const used = i < cable.nodeCount - 1 ? turns : 3;
      for (let r = 0; r < used; r++) this.kinetic += 0.5 * this.momentum[o + r] * cable.v[o + r];
      for (let r = 0; r < 3; r++) this.potential -= cable.mass[i] * gravity[r] * cable.q[o + r];
    }
  }

  private measureStretch(cable: Cable): void {
    const { length, restLength, direction, rate } = cable;
    const { at } = this;
    this.stretch = 0;
    this.stretchPower = 0;
    for (let j = 0; j < cable.elementCount; j++) {
      const k = 3 * j + 3;
      const l = restLength[j];
      const strain = length[j + 1] / l - 1;
      const along = direction[k] * rate[k] + direction[k + 1] * rate[k + 1] + direction[k + 2] * rate[k + 2];
      const speed = along - (length[j + 1] * cable.restRate[j]) / l;
      at[0] = strain;
      at[1] = strain;
      at[2] = strain + (cable.axialDamping[j] * speed) / l;
      strainEnergyAt(at, 0, cable, j);
      for (let k = 1; k < 3; k++) tensionAt(at, k, cable, j);
      const creeps = cable.creep !== undefined && cable.ropes[cable.ropeOf[j]].creep !== undefined && at[1] > 0;
      this.stretch +=
        cable.creep && creeps ? cable.materialLength[j] * creepEnergy(cable, cable.creep, j, at[1]) : l * at[0];
      const room = SHORT - length[j + 1] / l;
      if (room > 0 && isBetween(cable, j)) this.stretch += (SHORT_FORCE / 3) * cable.EA[j] * l * room * room * room;
      this.stretchPower += (at[2] - at[1]) * speed;
    }
  }

  private measureNodes(cable: Cable): void {
    const { work, natural } = this;
    this.bending = 0;
    this.twist = 0;
    this.bendingPower = 0;
    this.twistPower = 0;
    if (!cable.hasBending && !cable.hasTwist) return;
    work.withTangent = false;
    for (let i = 0; i < cable.nodeCount; i++) {
      const bends = nodeBends(cable, i);
      const twists = cable.hasTwist && nodeTwists(cable, i);
      if (!bends && !twists) continue;
      work.load(cable, i);
      const { kb, rate1, rate2 } = work;
      const B = bends ? cable.bendRatio[i] : 0;
      if (B > 0) this.bending += B * foldEnergy(work.X, cable.hasNaturalBend);
      if (B > 0 && twists && cable.hasNaturalBend) {
        naturalBendOf(natural, work, cable, i);
        const n1 = cable.naturalBend[2 * i];
        const n2 = cable.naturalBend[2 * i + 1];
        this.bending += B * (0.5 * (n1 * n1 + n2 * n2) - kb[0] * natural[0] - kb[1] * natural[1] - kb[2] * natural[2]);
      }
      if (twists) {
        const m = work.turn2 - work.turn1 + cable.refTwist[i] - cable.naturalTwist[i];
        this.twist += 0.5 * cable.twistRatio[i] * m * m;
        let speed = work.spin2 - work.spin1;
        for (let r = 0; r < 3; r++) speed += 0.5 * kb[r] * (rate1[r] / work.L1 + rate2[r] / work.L2);
        this.twistPower += cable.twistRatio[i] * cable.twistTime[i] * speed * speed;
      }
      if (B > 0 && cable.bendDamping[i] > 0) {
        this.bendingPower += cable.bendDamping[i] * dampedRate(work, twists);
      }
    }
  }
}
