/**
 * User actions on a running simulation: pulling a point of a body or a node of a cable, changing a target, ordering a winch. All go through
 * the engine's controls, so that checkpoints contain them and the ledger books their work.
 */
import { BuildError, type ModelSpec, type Probe, type Simulation } from '@hawser/engine';
import type { Grab, HandAct, HandEntry } from './hand-log.ts';

/** [rad/s] natural frequency of the spring between pointer and held point, and its damping ratio */
const STIFFNESS = 9;
const DAMPING = 0.9;
/** largest pull as a multiple of the weight */
const MOST_PULL = 25;
const GRAVITY = 9.81;
/** Effective mass of a pulled node, as a part of its cable. */
const CABLE_SHARE = 0.3;
/** largest part of a node's speed that the pull may remove in a step: a constant force in a step must not overshoot */
const MOST_DAMPING = 0.3;
/** [unit/s], [s] when a hand moves a target */
const MOVES: Readonly<Record<string, { readonly rate: number; readonly duration: number }>> = {
  rad: { rate: 0.5, duration: 0.4 },
  m: { rate: 1, duration: 0.4 },
};

/** Present state of a winch: length out [m], speed [m/s], tension [N]. */
export interface WinchState {
  readonly length: number;
  readonly speed: number;
  readonly tension: number;
}

/** Unit of a target, by its name. */
export function targetUnit(name: string): string {
  if (/\.angle$/.test(name)) return 'rad';
  if (/\.(?:displacement|length)$/.test(name)) return 'm';
  return /\.torque\.[xyz]$/.test(name) ? 'N m' : 'N';
}

export class Hands {
  readonly #simulation: Simulation;
  readonly #probes: ReadonlyMap<string, Probe>;
  readonly #targets: readonly string[];
  readonly #winches: readonly string[];
  readonly #state = new Float64Array(13); // position, rotation, velocity, angular velocity
  readonly #one = new Float64Array(1);
  readonly #force: [number, number, number] = [0, 0, 0];
  #grab: Grab | null = null;
  /** actions done, in order */
  #log: HandEntry[] = [];
  /** actions to be repeated, and number already repeated */
  readonly #again: readonly HandEntry[];
  #done = 0;

  /** `targets`: those whose values are asked for; `again`: acts of an earlier run, to be done at their instants. */
  constructor(simulation: Simulation, targets: readonly string[] = [], again: readonly HandEntry[] = []) {
    this.#again = again;
    this.#simulation = simulation;
    this.#probes = new Map(simulation.probes.map((probe) => [probe.name, probe]));
    this.#targets = targets;
    this.#winches = (simulation.spec.winches ?? []).map(({ name }) => name);
  }

  /** true once a user has acted on the run */
  get used(): boolean {
    return this.#log.length > 0;
  }

  /** all user actions so far, in order */
  get acts(): readonly HandEntry[] {
    return this.#log;
  }

  /** [N] of the pull now */
  get pull(): number {
    return Math.hypot(...this.#force);
  }

  /** Carries out an action now and records it; actions rejected by the engine (BuildError) are not recorded. */
  act(act: HandAct): void {
    this.#carryOut(act);
    this.#log.push({ time: this.#simulation.time, act });
  }

  #carryOut(act: HandAct): void {
    const { controls, operation, time } = this.#simulation;
    switch (act.do) {
      case 'grab':
        this.#hold(act.grab);
        break;
      case 'lead': {
        controls.setTarget(act.target, act.value, MOVES[targetUnit(act.target)] ?? {});
        break;
      }
      case 'winch':
        if (act.speed === 0) controls.winch(act.winch, 'brake');
        else controls.winch(act.winch, 'speed', act.speed);
        break;
      case 'hand':
        controls.hand(act.hand, act.order, act.target);
        break;
      case 'let go':
        controls.letGo(act.hand);
        break;
      case 'hook':
        if (act.hooked) controls.hook(act.line);
        else controls.unhook(act.line);
        break;
      case 'script':
        operation.hold(act.held, time);
        break;
      case 'order':
        operation.give(act.order, time);
        break;
    }
  }

  /** Takes hold of something, or releases it. */
  #hold(wanted: Grab | null): void {
    this.#grab = wanted;
    if (wanted === null) this.#let();
  }

  /** Before a step: repeats due actions, then computes the force for the present positions, which is constant in the step. */
  update(): void {
    const { time } = this.#simulation;
    while (this.#done < this.#again.length && this.#again[this.#done].time <= time)
      this.act(this.#again[this.#done++].act);
    const grab = this.#grab;
    if (grab === null) return;
    const { spec, controls } = this.#simulation;
    const node = nodeOf(grab, spec);
    try {
      if (node === undefined) {
        const body = spec.bodies.find(({ name }) => name === grab.body);
        this.#readPoint(grab);
        this.#spring(grab, (body?.mass ?? 0) * grab.strength, Number.POSITIVE_INFINITY);
        controls.pull({ body: grab.body, point: grab.point, force: this.#force });
      } else {
        this.#probes.get(`cable.${node.cable}.node-${node.node}.position`)?.read(this.#state, 0);
        this.#probes.get(`cable.${node.cable}.node-${node.node}.velocity`)?.read(this.#state, 7);
        const { mass, nodes } = weightOf(this.#simulation, node.cable);
        const damping = (MOST_DAMPING * mass) / nodes / Math.max(1e-6, this.#simulation.stats.lastStep);
        this.#spring(grab, CABLE_SHARE * mass * grab.strength, damping);
        controls.pull({ cable: node.cable, node: node.node, force: this.#force });
      }
    } catch (error) {
      if (!(error instanceof BuildError)) throw error; // a node that has been hauled in, for one
      this.#hold(null);
    }
  }

  /** The run went back to t: discards later actions. */
  rewind(t: number): void {
    this.#log = this.#log.filter(({ time }) => time < t);
    this.#done = this.#again.filter(({ time }) => time < t).length;
    this.#grab = null;
    this.#force.fill(0);
  }

  /** Targets now, in the order given. */
  values(): number[] {
    return this.#targets.map((name) => this.#simulation.controls.target(name));
  }

  winches(): WinchState[] {
    const read = (name: string): number => {
      this.#probes.get(name)?.read(this.#one, 0);
      return this.#one[0];
    };
    return this.#winches.map((name) => ({
      length: read(`winch.${name}.length`),
      speed: read(`winch.${name}.speed`),
      tension: read(`winch.${name}.tension`),
    }));
  }

  #let(): void {
    this.#force.fill(0);
    this.#simulation.controls.pull(null);
  }

  /** Position and velocity of the held point of a body into #state 0..2 and 7..9. */
  #readPoint(grab: Grab): void {
    const b = this.#state;
    this.#probes.get(`${grab.body}.position`)?.read(b, 0);
    this.#probes.get(`${grab.body}.rotation`)?.read(b, 3);
    this.#probes.get(`${grab.body}.velocity`)?.read(b, 7);
    this.#probes.get(`${grab.body}.angular-velocity`)?.read(b, 10);
    const [x, y, z] = grab.point;
    const [w, i, j, k] = [b[3], b[4], b[5], b[6]];
    const [tx, ty, tz] = [2 * (j * z - k * y), 2 * (k * x - i * z), 2 * (i * y - j * x)];
    const rx = x + w * tx + j * tz - k * ty;
    const ry = y + w * ty + k * tx - i * tz;
    const rz = z + w * tz + i * ty - j * tx;
    const [wx, wy, wz] = [b[10], b[11], b[12]];
    b[0] += rx;
    b[1] += ry;
    b[2] += rz;
    b[7] += wy * rz - wz * ry;
    b[8] += wz * rx - wx * rz;
    b[9] += wx * ry - wy * rx;
  }

  /** A damped spring scaled by a mass [kg], with a bound on its damping [N s/m]. */
  #spring(grab: Grab, mass: number, mostDamping: number): void {
    const damping = Math.min(mostDamping, 2 * DAMPING * STIFFNESS * mass);
    for (let axis = 0; axis < 3; axis++) {
      const toTarget = grab.target[axis] - this.#state[axis];
      this.#force[axis] = mass * STIFFNESS * STIFFNESS * toTarget - damping * this.#state[7 + axis];
    }
    const most = MOST_PULL * mass * GRAVITY;
    const scale = Math.min(1, most / Math.max(1e-300, this.pull));
    for (let axis = 0; axis < 3; axis++) this.#force[axis] *= scale;
  }
}

/** The node of a cable that a hand holds: the nearer end of the element it took, unless a body holds it there. */
function nodeOf({ body, point }: Grab, { cables = [] }: ModelSpec): { cable: string; node: number } | undefined {
  const drawn = /^(.+)#(\d+)$/s.exec(body);
  if (drawn === null) return undefined;
  const [, cable, element] = drawn;
  const spec = cables.find(({ name }) => name === cable);
  const last = spec?.pieces.reduce((sum, { elements }) => sum + elements, 0);
  const nearer = Number(element) + (point[2] > 0 ? 1 : 0);
  const held = (nearer === 0 && spec?.start !== undefined) || (nearer === last && spec?.end !== undefined);
  return { cable, node: held ? Number(element) + (point[2] > 0 ? 0 : 1) : nearer };
}

/** [kg] of a cable, and how many nodes carry it. */
function weightOf({ spec }: Simulation, name: string): { mass: number; nodes: number } {
  const cable = (spec.cables ?? []).find((candidate) => candidate.name === name);
  let [mass, nodes] = [0, 1];
  for (const { rope, length, elements } of cable?.pieces ?? []) {
    mass += rope.massPerLength * length;
    nodes += elements;
  }
  return { mass, nodes };
}
