/** The progress bar: one line on a terminal, a line now and then elsewhere (a log, a pipe). */
import type { Simulation } from '@hawser/engine';
import { short } from './output.ts';

export interface ProgressState {
  /** [s] simulated, from where to where, and now */
  readonly start: number;
  readonly end: number;
  readonly time: number;
  /** [s] of wall clock since the start */
  readonly elapsed: number;
  /** [s] last accepted step */
  readonly step: number;
  /** Newton iterations of the last step */
  readonly iterations: number;
  /** [J] energy that the ledger cannot account for */
  readonly drift: number;
}

/** Progress of a simulation that began at `start` [s], after a wall-clock time [s]. */
export function progressOf(
  { time, stats, energy }: Simulation,
  start: number,
  end: number,
  elapsed: number,
): ProgressState {
  return { start, end, time, elapsed, step: stats.lastStep, iterations: stats.lastIterations, drift: energy.imbalance };
}

/** What the bar needs of a stream; a test gives its own. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const BAR_WIDTH = 24;
/** [s] between two drawings of the bar, and between two lines where there is no terminal */
const REDRAW = 0.1;
const LOG_EVERY = 5;
/** [s] earlier the pace does not predict the rest */
const SETTLED = 1;

/** The whole line, cut to `columns` characters so that a terminal never wraps it. */
export function progressLine(state: ProgressState, columns: number = 200): string {
  const span = state.end - state.start;
  const fraction = span > 0 ? Math.min(1, Math.max(0, (state.time - state.start) / span)) : 1;
  const filled = Math.round(fraction * BAR_WIDTH);
  const ratio = state.elapsed > 0 ? (state.time - state.start) / state.elapsed : 0;
  const left = ratio > 0 ? (state.end - state.time) / ratio : Number.NaN;
  const parts = [
    `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${String(Math.floor(fraction * 100)).padStart(3)} %`,
    `t ${fixedTime(state.time, span)}/${short(state.end, 4)} s`,
    `${short(ratio, 3)}x real time`,
    `step ${seconds(state.step)}`,
    `${state.iterations} iterations`,
    `energy drift ${state.drift.toExponential(1)} J`,
  ];
  if (fraction < 1 && Number.isFinite(left) && state.elapsed >= SETTLED) parts.push(`${clock(left)} left`);
  return parts.join('  ').slice(0, Math.max(10, columns - 1));
}

export class Progress {
  readonly #stream: ProgressStream;
  #drawn = Number.NEGATIVE_INFINITY;
  #logged = 0;
  #open = false;

  constructor(stream: ProgressStream) {
    this.#stream = stream;
  }

  /** Draws when due; cheap enough to be called after every few steps. */
  update(state: ProgressState): void {
    if (this.#stream.isTTY) {
      if (state.elapsed - this.#drawn < REDRAW) return;
      this.#drawn = state.elapsed;
      this.#draw(state);
    } else if (state.elapsed - this.#logged >= LOG_EVERY) {
      this.#logged = state.elapsed;
      this.#stream.write(`${progressLine(state)}\n`);
    }
  }

  /** Draws the last state and ends the line, so that later output starts on a new one. */
  finish(state: ProgressState): void {
    if (this.#stream.isTTY) this.#draw(state);
    this.close();
  }

  /** Ends the line without drawing, before other output. */
  close(): void {
    if (this.#open) this.#stream.write('\n');
    this.#open = false;
  }

  #draw(state: ProgressState): void {
    this.#stream.write(`\r\u001b[2K${progressLine(state, this.#stream.columns ?? 80)}`);
    this.#open = true;
  }
}

/** Simulated time with as many decimals as the length of the run makes readable, so that the line does not jump. */
function fixedTime(time: number, span: number): string {
  return time.toFixed(span >= 100 ? 1 : span >= 1 ? 2 : 4);
}

function seconds(value: number): string {
  if (value >= 1 || value === 0) return `${short(value, 3)} s`;
  if (value >= 1e-3) return `${short(value * 1e3, 3)} ms`;
  return `${short(value * 1e6, 3)} us`;
}

function clock(value: number): string {
  const whole = Math.ceil(value);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  if (whole < 48 * 3600) return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
  return whole < 1000 * 86400 ? `${Math.round(whole / 86400)} days` : 'years';
}
