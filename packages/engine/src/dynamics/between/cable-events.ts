/** Events of cables between steps: ends are caught and released, elements are added and removed as a cable is fed. */
import { BuildError } from '../../base/index.ts';
import {
  clampAsItLies,
  type EventSpec,
  feedLength,
  type HolderSpec,
  holdAt,
  letGo,
  type ModelSpec,
  worldPoint,
  type CableEndName,
} from '../../model/index.ts';
import { evaluateRows, timesJacobian, type Workspace } from '../../stage/index.ts';
import { applyCorrection, factorMass } from '../project.ts';
import type { StageSolver } from '../stage.ts';
import { rewind, type State } from '../state.ts';

/** Default duration of drawing in an end that was caught at a distance from its point [s]. */
const WITHIN = 1;
/** Ends within this distance are not drawn in [m]. */
const NEAR = 1e-9;

/** Events in the order of their times. */
export function checkedEvents(spec: ModelSpec): readonly EventSpec[] {
  const events = spec.events ?? [];
  const cables = spec.cables?.length ?? 0;
  events.forEach(({ at, cable }, i) => {
    if (!(at >= 0 && at < Number.POSITIVE_INFINITY)) {
      throw new BuildError('event-time', `must be a time from 0 on [s], found ${at}`, ['events', i, 'at']);
    }
    if (!Number.isInteger(cable) || cable < 0 || cable >= cables) {
      throw new BuildError('no-cable', `must name one of ${cables} cables, found ${cable}`, ['events', i, 'cable']);
    }
  });
  return [...events].sort((p, q) => p.at - q.at);
}

/**
 * From now on the end is held at a point of a body. Velocities are those after an inelastic catch: the impulse acts on node and body at one
 * point, so momentum is conserved. The caller computes accelerations again.
 */
export function catchEnd(
  w: Workspace,
  state: State,
  solver: StageSolver,
  cable: number,
  end: CableEndName,
  holder: HolderSpec,
): void {
  const { model, cables } = w;
  const { attachments: a } = cables;
  const k = 2 * cable + (end === 'start' ? 0 : 1);
  const item = cables.items[cable];
  if (a.active[k] === 1) {
    throw new BuildError('end-held', `the ${end} of cable "${item.name}" is held already; let it go first`);
  }
  if (!Number.isInteger(holder.body) || holder.body < 0 || holder.body >= model.slotOfBody.length) {
    throw new BuildError('no-body', `must name one of ${model.slotOfBody.length} bodies, found ${holder.body}`);
  }
  rewind(w, state);
  const slot = model.slotOfBody[holder.body];
  holdAt(a, k, holder, slot, model.centre);
  const point = worldPoint(a, k, w.position, w.rotation);
  const q = item.cable.q;
  const gap = [0, 1, 2].map((r) => q[4 * a.node[k] + r] - point[r]);
  const distance = Math.sqrt(gap[0] * gap[0] + gap[1] * gap[1] + gap[2] * gap[2]);
  const ownLength = item.cable.restLength[end === 'start' ? 0 : item.cable.elementCount - 1];
  const reach = holder.reach ?? ownLength;
  if (!(distance <= reach)) {
    letGo(a, k);
    throw new BuildError(
      'out-of-reach',
      `the ${end} of cable "${item.name}" is ${show(distance)} m from the point of body ` +
        `"${model.spec.bodies[holder.body].name}" that is to hold it, at t = ${show(state.time)} s; within reach is ${show(reach)} m. ` +
        'Bring them together first, or allow a longer reach',
    );
  }
  if (!clampAsItLies(a, k, item.cable, w.rotation)) {
    letGo(a, k);
    throw new BuildError(
      'clamp-folds',
      `the clamp that is to hold the ${end} of cable "${item.name}" points against it, at t = ${show(state.time)} s, and would fold it back on itself. ` +
        'Turn the direction round: it is that in which the cable leaves its start, and arrives at its end',
    );
  }
  if (distance > NEAR) {
    const R = 9 * slot;
    for (let i = 0; i < 3; i++) {
      a.gap[3 * k + i] = w.rotation[R + i] * gap[0] + w.rotation[R + 3 + i] * gap[1] + w.rotation[R + 6 + i] * gap[2];
    }
    a.drawn[2 * k] = state.time;
    a.drawn[2 * k + 1] = holder.within ?? WITHIN;
  }
  cables.holdDirections();
  w.matrix.relayCables();
  projectVelocities(w, state, solver);
  state.lastStep = 0;
}

/** Releases the end. */
export function releaseEnd(w: Workspace, state: State, cable: number, end: CableEndName): void {
  const { attachments: a, items } = w.cables;
  const k = 2 * cable + (end === 'start' ? 0 : 1);
  if (a.active[k] === 0) throw new BuildError('end-free', `the ${end} of cable "${items[cable].name}" is free already`);
  letGo(a, k);
  w.cables.holdDirections();
  for (let r = 0; r < 3; r++) state.lambda[w.cables.firstRow + 3 * k + r] = 0;
  w.matrix.relayCables();
  state.lastStep = 0;
}

/** Projects state.velocity onto all rows, with the mass as metric. */
function projectVelocities(w: Workspace, state: State, solver: StageSolver): void {
  rewind(w, state);
  evaluateRows(w, false);
  if (!factorMass(w, solver))
    throw new BuildError('singular', 'the joints and the ends of cables cannot be solved for');
  const rate = new Float64Array(w.multiplierCount);
  for (let round = 0; round < 20; round++) {
    timesJacobian(w, rate, w.velocity);
    let most = 0;
    for (let i = 0; i < rate.length; i++) {
      rate[i] += w.rows.phiT[i];
      most = Math.max(most, Math.abs(rate[i]));
    }
    if (most < 1e-13) break;
    applyCorrection(w, solver, rate, w.velocity);
  }
  for (let i = 0; i < w.size; i++) state.velocity[i] = w.velocity[i];
}

/** Why a cable cannot be fed over the next step h, or undefined. */
export function feedFault(w: Workspace, state: State, h: number): { subject: string; message: string } | undefined {
  const { items, attachments } = w.cables;
  for (let k = 0; k < items.length; k++) {
    const { feed, name, cable } = items[k];
    if (!feed) continue;
    const next = feedLength(feed, state.time + h);
    const slack = 1e-9 * feed.longest;
    const loose = attachments.active[2 * k + feed.end] === 0 && Math.abs(next - cable.totalLength) > slack;
    if (!loose && next <= feed.longest + slack && next >= feed.shortest) continue;
    const subject = `cable ${name}`;
    const when = `at t = ${show(state.time + h)} s cable "${name}" is asked to be ${show(next)} m long`;
    if (loose) {
      const end = feed.end === 0 ? 'start' : 'end';
      const message = `${when}, but nothing holds its ${end}, where it is fed: what let go of it can feed it no more. Let its length stay from then on, or let go of its other end.`;
      return { subject, message };
    }
    const message =
      next > feed.longest
        ? `${when}, but there are only ${show(feed.longest)} m of it: it is paid out to its end. Pay out less, or give it more length.`
        : `${when}; it cannot be hauled in below ${show(feed.shortest)} m, ${cable.gaps > 0 ? 'where it has parted' : 'a tenth of an element'}. Haul in less.`;
    return { subject, message };
  }
  return undefined;
}

function show(x: number): string {
  return String(Number(x.toPrecision(4)));
}
