/** Makes a cable of lengths of rope, and places its nodes. */
import { BuildError, formatPath } from '../../base/index.ts';
import { Cable } from './cable.ts';
import { resetFrames } from './frames.ts';
import { gapOf } from './parting.ts';
import { refreshProperties } from './properties.ts';
import { checkCable, type RopeLength, type RopeSpec } from './rope.ts';

export interface CableOptions {
  readonly pieces: readonly RopeLength[];
  /** capacity for nodes that pay-out or refinement may add; default zero */
  readonly spareNodes?: number;
  /** 0 lumped, 1 consistent (default 0); 0.5 cancels the leading error of waves along a taut line */
  readonly massConsistency?: number;
  /** weight per mass that scales the default slack tension [m/s^2] */
  readonly gravity?: number;
}

/** Throws BuildError with all faults found by checkCable. All nodes start at the origin: place them with placeNodes. */
export function makeCable(options: CableOptions): Cable {
  const issues = checkCable(options.pieces, ['pieces']);
  if (issues.length === 1) throw new BuildError(issues[0].code, issues[0].message, issues[0].path);
  if (issues.length > 1) {
    throw new BuildError(
      issues[0].code,
      issues.map((issue) => `${formatPath(issue.path)}: ${issue.message}`).join('; '),
    );
  }
  const ropes: RopeSpec[] = [];
  let elements = 0;
  let weight = 0;
  let softest = Number.POSITIVE_INFINITY;
  for (const { rope, length, elements: count } of options.pieces) {
    if (!ropes.includes(rope)) ropes.push(rope);
    elements += count;
    weight += length * rope.massPerLength * (options.gravity ?? 9.81);
    softest = Math.min(softest, rope.axialStiffness);
  }
  const kinds = ropes.length;
  if (ropes.some(({ breakLoad }) => breakLoad !== undefined)) ropes.push(...ropes.map(gapOf));
  const nodes = elements + 1;
  const cable = new Cable(ropes, kinds, nodes, nodes + (options.spareNodes ?? 0), options.massConsistency ?? 0);
  let j = 0;
  for (const piece of options.pieces) {
    let sum = 0;
    for (let k = 0; k < piece.elements; k++) sum += piece.spacing?.[k] ?? 1;
    for (let k = 0; k < piece.elements; k++, j++) {
      cable.ropeOf[j] = ropes.indexOf(piece.rope);
      cable.restLength[j] = (piece.length * (piece.spacing?.[k] ?? 1)) / sum;
      cable.materialLength[j] = cable.restLength[j];
    }
  }
  cable.slackTension = weight > 0 ? 1e-3 * weight : 1e-6 * softest;
  refreshProperties(cable, 0, elements);
  return cable;
}

/** Puts the nodes at points (3 numbers each), at rest, without twist; tensions are left to the first solve. */
export function placeNodes(cable: Cable, points: ArrayLike<number>): void {
  for (let i = 0; i < cable.nodeCount; i++) {
    for (let k = 0; k < 3; k++) cable.q[4 * i + k] = points[3 * i + k];
    cable.q[4 * i + 3] = 0;
  }
  cable.v.fill(0);
  cable.a.fill(0);
  if (!resetFrames(cable)) {
    throw new BuildError(
      'nodes-coincide',
      'two neighbouring nodes lie on top of each other; give every element a length',
    );
  }
  cable.commit();
}
