/** Lines that gear feeds: a cable at its fed end, or a spring at its end a. */
import { BuildError } from '../base/index.ts';
import { START } from '../bodies/index.ts';
import type { SteeredFunction } from '../math/index.ts';
import type { Attachments } from './cable-ends.ts';
import type { CableItem } from './cable-item.ts';
import type { LineRef } from './gear-spec.ts';
import { type Model, SPRING_STRIDE } from './model.ts';

/** What gear reads of the workspace. */
export interface GearView {
  readonly position: Float64Array;
  readonly rotation: Float64Array;
  readonly velocity: Float64Array;
  readonly acceleration: Float64Array;
  readonly springTension: Float64Array;
  readonly springHeld: Uint8Array;
}

export interface FedLine {
  readonly input: SteeredFunction;
  /** the model's own number of it */
  readonly cable: number;
  readonly spring: number;
  readonly end: 'start' | 'end';
  /** [N] at the fed end, as last evaluated */
  tension(view: GearView): number;
  /** [N/m] as a change of length within a step h [s] feels it */
  stiffness(h: number): number;
  /** slot that holds the fed end (-1: none), its point from the centre of mass, unit vector from there along the line, world */
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
    return cableLine(item, line.cable, ends);
  }
  const springs = model.spec.forces.filter((force) => force.kind === 'spring');
  const k = springs.indexOf(model.spec.forces[line.spring] as (typeof springs)[number]);
  if (k < 0) throw new BuildError('no-spring', `must name a spring among the forces, found ${line.spring}`, ['line']);
  return springLine(model, k);
}

function springLine({ springs }: Model, k: number): FedLine {
  const o = SPRING_STRIDE * k;
  const [stiffness, damping] = springs.data.subarray(o + 6, o + 8);
  const A = springs.slotA[k];
  const B = springs.slotB[k];
  return {
    input: springs.length[k],
    cable: -1,
    spring: k,
    end: 'start',
    tension: ({ springTension, springHeld }) => springHeld[k] * springTension[k],
    stiffness: (h) => stiffness + (2 * damping) / h,
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
 * Elements in series, and what a wave takes up that does not reach the far end within the step: EA mu under the root, over
 * the step.
 */
function cableLine({ cable, feed, name }: CableItem, index: number, ends: Attachments): FedLine {
  if (!feed) {
    throw new BuildError('no-pay', `cable "${name}" must be one that is paid out; say which end`, ['line']);
  }
  const first = feed.end === START;
  const k = 2 * index + (first ? 0 : 1);
  const fed = (): number => (first ? 0 : cable.elementCount - 1);
  return {
    input: feed.length,
    cable: index,
    spring: -1,
    end: first ? 'start' : 'end',
    tension: () => cable.tension[fed()],
    stiffness: (h) => {
      let give = 0;
      // an element's damper adds 2 tau/h to its stiffness, as that of a spring does
      for (let j = 0; j < cable.elementCount; j++) {
        give += cable.restLength[j] / (cable.EA[j] * (1 + (2 * cable.axialDamping[j]) / h));
      }
      const j = fed();
      return 1 / give + Math.sqrt(cable.EA[j] * cable.massPerLength[j]) / h;
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
