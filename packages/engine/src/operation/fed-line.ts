/** Lines fed by gear: a cable at its fed end, or a spring at its end a. */
import { BuildError } from '../base/index.ts';
import { type Cable, START, tautSlopeAt } from '../bodies/index.ts';
import type { LineGive } from '../marine/index.ts';
import type { SteeredFunction } from '../math/index.ts';
import { type Attachments, type CableItem, type LineRef, type Model, SPRING_STRIDE } from '../model/index.ts';

/** Interface of the workspace for gear. */
export interface GearView {
  readonly position: Float64Array;
  readonly rotation: Float64Array;
  readonly velocity: Float64Array;
  readonly acceleration: Float64Array;
  readonly springs: { readonly tension: Float64Array; readonly held: Uint8Array };
}

export interface FedLine {
  readonly input: SteeredFunction;
  /** the model's own number of it */
  readonly cable: number;
  readonly spring: number;
  readonly end: 'start' | 'end';
  /** [N] tension at the fed end, at the last evaluation */
  tension(view: GearView): number;
  /** true: its other end is held */
  holds(view: GearView): boolean;
  /** its compliance within a step h [s]; one record, overwritten by each call */
  give(h: number): LineGive;
  /** slot of the holder of the fed end (-1: none), its point from the centre of mass, unit vector from there along the line, world */
  holder(): number;
  readonly point: Float64Array;
  along(out: Float64Array, view: GearView): void;
}

export function fedLine(model: Model, items: readonly CableItem[], ends: Attachments, line: LineRef): FedLine {
  if ('cable' in line) {
    const item = items[line.cable];
    if (item === undefined) {
      throw new BuildError('no-cable', `must name one of ${items.length} cables, found ${line.cable}`, ['line']);
    }
    return cableLine(item, line.cable, ends, lengthOf(model.gravity));
  }
  const springs = model.spec.forces.filter((force) => force.kind === 'spring');
  const k = springs.indexOf(model.spec.forces[line.spring] as (typeof springs)[number]);
  if (k < 0) throw new BuildError('no-spring', `must name a spring among the forces, found ${line.spring}`, ['line']);
  return springLine(model, k);
}

function springLine({ springs }: Model, k: number): FedLine {
  const o = SPRING_STRIDE * k;
  const [stiffness, damping] = springs.data.subarray(o + 6, o + 8);
  const give = { sudden: stiffness, steady: stiffness, lag: stiffness > 0 ? damping / stiffness : 0, sag: 0 };
  const A = springs.slotA[k];
  const B = springs.slotB[k];
  return {
    input: springs.length[k],
    cable: -1,
    spring: k,
    end: 'start',
    tension: ({ springs }) => springs.held[k] * springs.tension[k],
    holds: ({ springs }) => springs.held[k] === 1,
    give: (h) => {
      give.sudden = stiffness + (2 * damping) / h;
      return give;
    },
    holder: () => A,
    point: springs.data.subarray(o, o + 3),
    along: (out, { position, rotation }) => {
      let square = 0;
      for (let i = 0; i < 3; i++) {
        let d = position[3 * B + i] - position[3 * A + i];
        for (let j = 0; j < 3; j++) {
          d +=
            rotation[9 * B + 3 * i + j] * springs.data[o + 3 + j] - rotation[9 * A + 3 * i + j] * springs.data[o + j];
        }
        out[i] = d;
        square += d * d;
      }
      const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
      for (let i = 0; i < 3; i++) out[i] *= scale;
    },
  };
}

/**
 * Stiffness of the elements in series, and that of a wave that does not reach the far end within the step: sqrt(EA mu) over the step.
 */
function cableLine({ cable, feed, name }: CableItem, index: number, ends: Attachments, weight: number): FedLine {
  if (!feed) {
    throw new BuildError('no-pay', `cable "${name}" must be one that is paid out; say which end`, ['line']);
  }
  const give = { sudden: 0, steady: 0, lag: 0, sag: 0 };
  const stiffness = new Float64Array(1); // [N] of an element at its tension
  const first = feed.end === START;
  const k = 2 * index + (first ? 0 : 1);
  const far = 2 * index + (first ? 1 : 0);
  const fed = (): number => (first ? 0 : cable.elementCount - 1);
  return {
    input: feed.length,
    cable: index,
    spring: -1,
    end: first ? 'start' : 'end',
    // the small compression of a folding slack rope is no tension
    tension: () => (cable.slackRatio[fed()] === 1 ? cable.tension[fed()] : Math.max(0, cable.tension[fed()])),
    holds: () => ends.active[far] === 1 && cable.gaps === 0, // a parted line is only a stub
    give: (h) => {
      let soft = 0;
      let softSudden = 0;
      let slow = 0;
      let length = 0;
      let mass = 0;
      for (let j = 0; j < cable.elementCount; j++) {
        stiffness[0] = cable.tension[j];
        tautSlopeAt(stiffness, 0, cable, j);
        const part = cable.restLength[j] / stiffness[0];
        soft += part;
        slow += part * cable.axialDamping[j];
        length += cable.restLength[j];
        mass += cable.restLength[j] * cable.massPerLength[j];
        // an element's damper adds 2 tau/h to its stiffness, as that of a spring does
        softSudden += part / (1 + (2 * cable.axialDamping[j]) / h);
      }
      const j = fed();
      stiffness[0] = cable.tension[j];
      tautSlopeAt(stiffness, 0, cable, j);
      give.sudden = 1 / softSudden + Math.sqrt(stiffness[0] * cable.massPerLength[j]) / h;
      give.steady = 1 / soft;
      give.lag = slow / soft;
      give.sag = (weight * weight * mass * mass * length * levelPart(cable)) / 12;
      return give;
    },
    holder: () => (ends.active[k] === 1 ? ends.slot[k] : -1),
    point: ends.point.subarray(3 * k, 3 * k + 3),
    along: (out) => {
      const here = 4 * (first ? 0 : cable.nodeCount - 1);
      const next = 4 * (first ? 1 : cable.nodeCount - 2);
      let square = 0;
      for (let i = 0; i < 3; i++) {
        out[i] = cable.q[next + i] - cable.q[here + i];
        square += out[i] * out[i];
      }
      const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
      for (let i = 0; i < 3; i++) out[i] *= scale;
    },
  };
}

/** Squared horizontal part of the direction between its ends: a vertical wire does not sag. */
function levelPart({ q, nodeCount }: Cable): number {
  const e = 4 * (nodeCount - 1);
  const x = q[e] - q[0];
  const y = q[e + 1] - q[1];
  const z = q[e + 2] - q[2];
  const level = x * x + y * y;
  const square = level + z * z;
  return square > 0 ? level / square : 0;
}

function lengthOf(v: Float64Array): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}
