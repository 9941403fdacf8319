/**
 * Steps for heaps of bodies: contacts by volume are looked for once a step, where bodies would be at its end, and held (first
 * order in time; impacts are absorbed). The velocities at the end are the minimum of a convex function (system/heap-system.ts), found
 * by Newton's method with a search along its line, island by island. Friction goes by the normal forces of the iterate before for LAGS rounds.
 */
import { HeapSystem, type Workspace } from '../system/index.ts';
import type { InnerStages } from './contact-events.ts';
import type { Integrator } from './integrators.ts';
import { IslandSearch } from './island-search.ts';
import type { StageSolver } from './stage.ts';
import type { State } from './state.ts';

/** Rounds in which friction learns of new normal forces. */
const LAGS = 4;
/** [m] increments that move no point of a body by more than this over a step are none, unless the model says */
const TOLERANCE = 1e-5;

/** A step that gains energy is solved anew, at most so many times. */
const AGAIN = 6;

export class HeapStep implements Integrator {
  readonly weights: readonly [number, number] = [0, 1];
  error = 0;
  absorbed = false;
  readonly errorPower = 2;
  private readonly solver: StageSolver;
  private readonly state: State;
  private readonly w: Workspace;
  private readonly system: HeapSystem;
  private readonly tolerance: number;
  private readonly v: Float64Array;
  private readonly tried: Float64Array;
  private readonly slope: Float64Array;
  private readonly increment: Float64Array;
  private readonly search = new IslandSearch();
  /** by island: largest way of a point [m], 1 when it is found */
  private readonly size: Float64Array;
  private readonly rest: Uint8Array;

  constructor(solver: StageSolver, state: State) {
    const { w, options } = solver;
    this.solver = solver;
    this.state = state;
    this.w = w;
    this.system = new HeapSystem(w);
    this.tolerance = options.newtonTolerance === 'auto' ? TOLERANCE : options.newtonTolerance;
    this.v = new Float64Array(w.velocity.length);
    this.tried = new Float64Array(w.velocity.length);
    this.slope = new Float64Array(w.bodySize);
    this.increment = new Float64Array(w.bodySize);
    this.size = new Float64Array(w.model.dynamicCount);
    this.rest = new Uint8Array(w.model.dynamicCount);
  }

  advance(_inner: InnerStages): boolean {
    const { h } = this.w;
    const { solver, state, system, v, w } = this;
    w.matrix.needed = false;
    system.begin();
    this.absorbed = system.patches.count > 0;
    v.set(system.guess);
    if (!this.minimise()) return false;
    system.end(v);
    for (let round = 0; round < AGAIN && this.absorbed && system.takeGain(round); round++) {
      if (!this.minimise()) return false;
      system.end(v);
    }
    for (let i = 0; i < w.bodySize; i++) solver.x[i] = (v[i] - state.velocity[i]) / h;
    return true;
  }

  private minimise(): boolean {
    const { solver, system, v, tried, slope, increment, w, search, rest } = this;
    const n = w.bodySize;
    const { islandOf: island, islands } = system;
    tried.set(v);
    rest.fill(0);
    for (let iteration = 1; iteration <= solver.options.maxIterations; iteration++) {
      solver.iterations++;
      solver.factorisations++;
      system.evaluate(slope, v, true, rest);
      for (let i = 0; i < n; i++) increment[i] = rest[island[i]] === 1 ? 0 : -slope[i];
      const failed = system.solve(increment, rest);
      if (failed >= 0) {
        solver.failure = 'singular';
        solver.subject = failed;
        return false;
      }
      if (!this.measure()) {
        solver.failure = 'not-finite';
        return false;
      }
      // small increments are taken whole: slopes along them are rounding
      let left = 0;
      for (let k = 0; k < islands; k++) {
        if (rest[k] === 0 && this.size[k] <= this.tolerance && (iteration > 1 || system.fresh[k] === 0)) rest[k] = 1;
        if (rest[k] === 0) left++;
      }
      if (left === 0 || system.patches.count === 0) {
        for (let i = 0; i < n; i++) v[i] += increment[i];
        return true;
      }
      search.begin(islands, island, slope, increment, rest);
      do {
        for (let i = 0; i < n; i++) tried[i] = v[i] + search.part[island[i]] * increment[i];
        system.evaluate(slope, tried, false, search.done);
      } while (!search.take(slope, increment));
      v.set(tried);
      if (iteration <= LAGS) system.patches.lag();
    }
    solver.failure = 'diverged';
    return false;
  }

  /** Largest ways of points over the step by the increments, by island; false where one is not finite. */
  private measure(): boolean {
    const { increment, size, solver, system } = this;
    const { h } = this.w;
    size.fill(0);
    let most = 0;
    for (let body = 0; body < system.island.length; body++) {
      const i = 6 * body;
      const x = increment[i];
      const y = increment[i + 1];
      const z = increment[i + 2];
      const rx = increment[i + 3];
      const ry = increment[i + 4];
      const rz = increment[i + 5];
      const turn = system.reach[body] * Math.sqrt(rx * rx + ry * ry + rz * rz);
      const way = h * (Math.sqrt(x * x + y * y + z * z) + turn);
      const k = system.island[body];
      if (!(way <= size[k])) size[k] = way;
      if (way <= most) continue;
      most = way;
      solver.subject = body;
    }
    return most < Number.POSITIVE_INFINITY;
  }

  remember(): void {
    this.state.x.set(this.solver.x);
  }
}
