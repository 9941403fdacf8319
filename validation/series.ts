/** What cases read off recorded columns: extremes, crossings, and thresholds found by bisection. */
import type { CaseRun } from 'hawser/cases';

export function largest(values: ArrayLike<number>): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) if (!(values[i] <= most)) most = values[i]; // NaN wins, and then fails every row
  return most;
}

export function largestSize(values: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) if (!(Math.abs(values[i]) <= most)) most = Math.abs(values[i]);
  return most;
}

/** The column at time t, straight between rows; NaN outside. */
export function interpolate(time: ArrayLike<number>, values: ArrayLike<number>, t: number): number {
  let [low, high] = [0, time.length - 1];
  if (!(t >= time[low] && t <= time[high])) return Number.NaN;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (time[middle] <= t) low = middle;
    else high = middle;
  }
  return values[low] + ((values[high] - values[low]) * (t - time[low])) / (time[high] - time[low]);
}

/** Times at which the column passes the level, upwards (+1) or downwards (-1); straight between rows. */
export function crossings(
  time: ArrayLike<number>,
  values: ArrayLike<number>,
  level: number,
  direction: 1 | -1,
): readonly number[] {
  const found: number[] = [];
  for (let i = 1; i < values.length; i++) {
    const before = direction * (values[i - 1] - level);
    const after = direction * (values[i] - level);
    if (before < 0 && after >= 0) found.push(time[i - 1] + ((time[i] - time[i - 1]) * before) / (before - after));
  }
  return found;
}

/** The value between low (holds) and high (does not) at which `holds` changes, to within `width`. */
export async function threshold(
  low: number,
  high: number,
  width: number,
  holds: (value: number) => Promise<boolean>,
): Promise<number> {
  if (!(await holds(low)) || (await holds(high))) return Number.NaN;
  let [a, b] = [low, high];
  while (b - a > width) {
    const middle = 0.5 * (a + b);
    if (await holds(middle)) a = middle;
    else b = middle;
  }
  return 0.5 * (a + b);
}

/** The run, when it reached its end; otherwise the failure is the case's. */
export function completed(run: CaseRun): CaseRun {
  if (run.status !== 'complete') throw new Error(run.failure ?? 'the run ended early');
  return run;
}

/** Nodes of a cable in a recording with the positions of all. */
export function nodesOf({ recording }: CaseRun, cable: string): number {
  const known = new Set(recording.names.map(({ name }) => name));
  let count = 0;
  while (known.has(`cable.${cable}.node-${count}.position.x`)) count++;
  return count;
}

/**
 * A coordinate of a cable at a part of its length, whatever its elements; a cubic through the four nodes about that. The recording has
 * positions of nodes and ranges of arc.
 */
export function alongCable(run: CaseRun, cable: string, part: number, axis: 'x' | 'y' | 'z', row: number): number {
  const { recording } = run;
  const at = (what: string): number => recording.column(`cable.${cable}.${what}`)[row];
  const count = nodesOf(run, cable);
  const arcs = Array.from({ length: count }, (_, i) => at(`range-${i}.arc`));
  const wanted = part * arcs[count - 1];
  const after = Math.max(
    1,
    arcs.findIndex((arc) => arc >= wanted),
  );
  const first = Math.min(Math.max(0, after - 2), Math.max(0, count - 4));
  const near = Array.from({ length: Math.min(4, count) }, (_, k) => first + k);
  return near.reduce((sum, i) => {
    const weight = near.reduce((w, j) => (j === i ? w : (w * (wanted - arcs[j])) / (arcs[i] - arcs[j])), 1);
    return sum + weight * at(`node-${i}.position.${axis}`);
  }, 0);
}
