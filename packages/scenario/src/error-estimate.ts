/**
 * The error of positions at the end of a run, from a companion: the same model with steps about twice as long, from the same start to the
 * same end. With a method of order p and r times as many steps, the errors of the two have the ratio 1 to r^p, so the error of the run is
 * their difference over r^p - 1 (Hairer et al. 1993, II.4). The estimate is global: it includes the growth of early errors. It applies to
 * mechanisms, without contact, slip or control: in other models a longer step meets other impacts, and `--trust` compares number by number.
 * The companion costs half of the run.
 */
import { type ModelSpec, Simulation, type SolverSpec } from '@hawser/engine';

export interface ErrorEstimate {
  /** [m] the largest of all bodies at the end: of the origin, and of points as far from it as the radius of gyration */
  readonly error: number;
  /** [m] the largest displacement of one of them from its start */
  readonly motion: number;
}

/** `run` is at its end and was run from the start. Undefined: no estimate is possible for this model, or the companion fails. */
export function estimateError(run: Simulation): ErrorEstimate | undefined {
  const { spec } = run;
  if (!run.smooth || (spec.director?.script.length ?? 0) > 0 || (spec.events?.length ?? 0) > 0) return undefined;
  const companion = new Simulation({ ...spec, solver: coarser(spec.solver, run.errorPower) });
  if (!companion.smooth) return undefined;
  const [mine, its] = [new Poses(run), new Poses(companion)];
  const start = its.read();
  let motion = 0;
  while (companion.time < run.time) {
    if (!companion.step(run.time).ok) return undefined;
    motion = Math.max(motion, its.apart(start, its.read()));
  }
  // after a change of method there is no single order
  if (companion.order !== run.order) return undefined;
  const ratio = run.stats.steps / companion.stats.steps;
  if (!(ratio > LEAST_RATIO)) return undefined;
  return { error: mine.apart(mine.read(), its.read()) / (ratio ** run.order - 1), motion };
}

/** Smallest ratio of the companion's steps for which the comparison is meaningful. */
const LEAST_RATIO = 1.3;

/** Steps twice as long. */
function coarser(solver: SolverSpec, power: number): SolverSpec {
  const maxStep = 2 * solver.maxStep;
  if (solver.step !== 'auto') return { ...solver, step: 2 * solver.step, maxStep };
  return { ...solver, tolerance: solver.tolerance * 2 ** power, maxStep };
}

/** Poses of bodies: seven numbers each, position and quaternion. */
class Poses {
  readonly #read: ((out: Float64Array, o: number) => void)[] = [];
  readonly #reach: number[] = [];

  constructor({ probes, spec }: { readonly probes: Simulation['probes']; readonly spec: ModelSpec }) {
    const byName = new Map(probes.map((probe) => [probe.name, probe]));
    for (const { name, kind, mass, inertia } of spec.bodies) {
      const [position, rotation] = [byName.get(`${name}.position`), byName.get(`${name}.rotation`)];
      if (kind !== 'dynamic' || !position || !rotation) continue;
      this.#reach.push(Math.sqrt(Math.max(inertia[0], inertia[1], inertia[2]) / mass));
      this.#read.push((out, o) => {
        position.read(out, o);
        rotation.read(out, o + 3);
      });
    }
  }

  read(): Float64Array {
    const out = new Float64Array(7 * this.#read.length);
    this.#read.forEach((read, i) => {
      read(out, 7 * i);
    });
    return out;
  }

  /** [m] the largest distance of a body in two pictures, with twice the part of its quaternions that differs times its reach */
  apart(a: Float64Array, b: Float64Array): number {
    let most = 0;
    for (let i = 0; i < this.#reach.length; i++) {
      let way = 0;
      let same = 0;
      let opposite = 0;
      for (let k = 7 * i; k < 7 * i + 3; k++) way += (a[k] - b[k]) ** 2;
      for (let k = 7 * i + 3; k < 7 * i + 7; k++) {
        same += (a[k] - b[k]) ** 2;
        opposite += (a[k] + b[k]) ** 2;
      }
      most = Math.max(most, Math.sqrt(way), 2 * this.#reach[i] * Math.sqrt(Math.min(same, opposite)));
    }
    return most;
  }
}
