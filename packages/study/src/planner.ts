/**
 * Chooses the next run. A plan may depend on results (early stop, bisection), but never on the number of parallel runs or their order of
 * completion: every case is a sequence of batches of fixed size, evaluated when a batch is complete. The same study therefore makes the
 * same runs on one core and on a hundred machines, and a killed study continues by replaying its plan.
 */
import { type Axis, indicesOf, pointAt, pointCount, type Value } from './plan.ts';
import { amountText, readAmount, unitFactor } from './quantity.ts';
import { meanInterval, moments, shareInterval } from './statistics.ts';
import type { Find, Stop } from './types.ts';

export interface Job {
  readonly key: string;
  readonly point: ReadonlyMap<string, Value>;
}

export interface Outcome {
  readonly go: boolean;
  /** by the name of the measure */
  measure(name: string): number;
}

export interface Planner {
  /** Undefined: nothing can be started before the next outcome, or all is done. */
  next(): Job | undefined;
  tell(key: string, outcome: Outcome): void;
  readonly finished: boolean;
  /** of runs, at most */
  readonly most: number;
  /** for a bisection: result of each case */
  readonly found: readonly FoundLimit[];
}

export interface FoundLimit {
  /** of the case, in the order of the study */
  readonly index: number;
  /** of the other variables */
  readonly case: ReadonlyMap<string, Value>;
  /** the highest value with go and the lowest with no-go; missing: none in the range */
  readonly go?: number;
  readonly noGo?: number;
}

const digits = (value: number, width: number): string => String(value).padStart(width, '0');

/** Every point once. */
export class GridPlanner implements Planner {
  readonly most: number;
  readonly found: readonly FoundLimit[] = [];
  readonly #axes: readonly Axis[];
  #next = 0;
  #told = 0;

  constructor(axes: readonly Axis[]) {
    this.#axes = axes;
    this.most = pointCount(axes);
  }

  next(): Job | undefined {
    if (this.#next >= this.most) return undefined;
    const index = this.#next++;
    return { key: digits(index, 9), point: pointAt(this.#axes, indicesOf(this.#axes, index)) };
  }

  tell(): void {
    this.#told++;
  }

  get finished(): boolean {
    return this.#told >= this.most;
  }
}

/** A case: batches of jobs go out, their outcomes come back in the same order. */
type Case = Generator<readonly Job[], void, readonly Outcome[]>;

interface Open {
  readonly body: Case;
  jobs: readonly Job[];
  outcomes: (Outcome | undefined)[];
  sent: number;
  left: number;
}

/** Number of cases open at once; more would need memory without benefit. */
const MOST_OPEN = 512;

/** Many cases side by side, each with a plan of its own. */
export class CasePlanner implements Planner {
  readonly most: number;
  readonly found: FoundLimit[] = [];
  readonly #cases: number;
  readonly #start: (index: number) => Case;
  readonly #open: Set<Open> = new Set();
  readonly #waiting: Map<string, { readonly open: Open; readonly index: number }> = new Map();
  #next = 0;

  constructor(cases: number, most: number, start: (index: number) => Case) {
    this.#cases = cases;
    this.most = most;
    this.#start = start;
  }

  next(): Job | undefined {
    for (;;) {
      for (const open of this.#open) {
        if (open.sent >= open.jobs.length) continue;
        const index = open.sent++;
        const job = open.jobs[index];
        this.#waiting.set(job.key, { open, index });
        return job;
      }
      if (this.#next >= this.#cases || this.#open.size >= MOST_OPEN) return undefined;
      const open: Open = { body: this.#start(this.#next++), jobs: [], outcomes: [], sent: 0, left: 0 };
      this.#open.add(open);
      this.#go(open, open.body.next());
    }
  }

  tell(key: string, outcome: Outcome): void {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) return;
    this.#waiting.delete(key);
    const { open, index } = waiting;
    open.outcomes[index] = outcome;
    if (--open.left === 0) this.#go(open, open.body.next(open.outcomes as Outcome[]));
  }

  get finished(): boolean {
    return this.#next >= this.#cases && this.#open.size === 0;
  }

  #go(open: Open, step: IteratorResult<readonly Job[], void>): void {
    if (step.done) {
      this.#open.delete(open);
      return;
    }
    open.jobs = step.value;
    open.outcomes = new Array(step.value.length);
    open.sent = 0;
    open.left = step.value.length;
  }
}

const split = (axes: readonly Axis[]): { cases: readonly Axis[]; seeds: readonly Axis[] } => ({
  cases: axes.filter(({ kind }) => kind !== 'seeds'),
  seeds: axes.filter(({ kind }) => kind === 'seeds'),
});

/** Repeats every case until the interval of its share or mean is narrow enough. `unit` is that of the measure. */
export function stopPlanner(axes: readonly Axis[], stop: Stop, unit: string): Planner {
  const { cases, seeds } = split(axes);
  const repeats = pointCount(seeds);
  const count = pointCount(cases);
  const width = widthOf(stop, unit);
  function* body(index: number): Case {
    const point = pointAt(cases, indicesOf(cases, index));
    const outcomes: Outcome[] = [];
    for (let done = 0; done < repeats; ) {
      const batch = Math.min(done === 0 ? Math.max(stop.least, stop.batch) : stop.batch, repeats - done);
      outcomes.push(...(yield repeated(digits(index, 8), point, seeds, done, batch)));
      done += batch;
      if (intervalWidth(stop, outcomes) <= width) return;
    }
  }
  return new CasePlanner(count, count * repeats, body);
}

function widthOf({ width }: Stop, unit: string): number {
  const amount = readAmount(width);
  return amount === undefined ? 0 : amount.number * (unitFactor(amount.unit, unit) ?? 1);
}

function intervalWidth({ of, confidence }: Stop, outcomes: readonly Outcome[]): number {
  if (of === 'go') {
    const { low, high } = shareInterval(outcomes.filter(({ go }) => go).length, outcomes.length, confidence);
    return high - low;
  }
  const values = outcomes.map((outcome) => outcome.measure(of)).filter(Number.isFinite);
  const { low, high } = meanInterval(moments(values), confidence);
  return high - low;
}

function repeated(
  prefix: string,
  point: ReadonlyMap<string, Value>,
  seeds: readonly Axis[],
  from: number,
  count: number,
): Job[] {
  return Array.from({ length: count }, (_, i) => {
    const repeat = pointAt(seeds, indicesOf(seeds, from + i));
    return { key: `${prefix}.${digits(from + i, 6)}`, point: new Map([...point, ...repeat]) };
  });
}

/**
 * Bisection along one variable: between the ends of its range, until go and no-go are no farther apart than `within`. A value is go when
 * enough of its repetitions are; repetition ends as soon as this is decided. The ends of the range are tested only when the search reaches
 * them.
 */
export function findPlanner(axes: readonly Axis[], find: Find, unit: string): Planner {
  const along = axes.find(({ names }) => names.includes(find.along)) as Axis;
  const { cases, seeds } = split(axes.filter((axis) => axis !== along));
  const count = pointCount(cases);
  const repeats = pointCount(seeds);
  const needed = Math.max(1, Math.ceil(find.share * repeats - 1e-9));
  const within = withinOf(find, unit);
  const from = along.at(0)[0].number as number;
  const to = along.at(along.count - 1)[0].number as number;
  const most = Math.ceil(Math.log2(Math.max(2, (to - from) / within))) + 2;
  const planner = new CasePlanner(count, count * repeats * most, body);
  return planner;

  function* body(index: number): Case {
    const point = pointAt(cases, indicesOf(cases, index));
    let trial = 0;
    function* goes(value: number): Generator<readonly Job[], boolean, readonly Outcome[]> {
      const at = new Map(point).set(find.along, { text: amountText(value, unit), number: value });
      const prefix = `${digits(index, 8)}.${digits(trial++, 3)}`;
      let go = 0;
      for (let done = 0; done < repeats; ) {
        const batch = Math.min(find.batch, repeats - done);
        const outcomes = yield repeated(prefix, at, seeds, done, batch);
        done += batch;
        go += outcomes.filter((outcome) => outcome.go).length;
        if (go >= needed || done - go > repeats - needed) break;
      }
      return go >= needed;
    }
    let low = from;
    let high = to;
    let lowGoes = false;
    let highFails = false;
    while (high - low > within * (1 + 1e-9)) {
      const middle = Number(((low + high) / 2).toPrecision(12));
      if (yield* goes(middle)) {
        low = middle;
        lowGoes = true;
      } else {
        high = middle;
        highFails = true;
      }
    }
    if (!lowGoes) lowGoes = yield* goes(low);
    if (!highFails) highFails = !(yield* goes(high));
    const top = highFails ? (lowGoes ? low : undefined) : high;
    planner.found.push({
      index,
      case: point,
      ...(top !== undefined && { go: top }),
      ...(highFails && { noGo: lowGoes ? high : low }),
    });
  }
}

function withinOf({ within }: Find, unit: string): number {
  const amount = readAmount(within);
  return amount === undefined ? Number.POSITIVE_INFINITY : amount.number * (unitFactor(amount.unit, unit) ?? 1);
}
