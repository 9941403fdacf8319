/** One line: done, running, failed, rate, time left. */
import type { ProgressStream } from '../progress.ts';

export interface StudyState {
  readonly done: number;
  /** at most */
  readonly most: number;
  readonly running: number;
  readonly failed: number;
  readonly noGo: number;
  /** runs made by this process, and [s] wall-clock time since the start of its first */
  readonly made: number;
  readonly elapsed: number;
}

const BAR_WIDTH = 24;
const REDRAW = 0.2;
const LOG_EVERY = 5;

/** [s] remaining at the present pace; NaN while unknown. */
export function timeLeft({ done, most, made, elapsed, running }: StudyState): number {
  if (made === 0 || elapsed <= 0) return Number.NaN;
  const perRun = elapsed / (made + running / 2); // runs under way count as half done
  return Math.max(0, (most - done - running / 2) * perRun);
}

export function studyLine(state: StudyState, columns: number = 200): string {
  const { done, most, running, failed, noGo, made, elapsed } = state;
  const part = most > 0 ? Math.min(1, done / most) : 1;
  const filled = Math.round(part * BAR_WIDTH);
  const rate = elapsed > 0 ? made / elapsed : 0;
  const parts = [
    `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${String(Math.floor(part * 100)).padStart(3)} %`,
    `${done} of ${most} runs`,
    `${running} running`,
    `${noGo} no-go`,
    `${failed} failed`,
    rate >= 1 || rate === 0 ? `${rate.toPrecision(3)}/s` : `${(60 * rate).toPrecision(3)}/min`,
  ];
  const left = timeLeft(state);
  if (Number.isFinite(left) && done < most) parts.push(`${clockText(left)} left`);
  return parts.join('  ').slice(0, Math.max(10, columns - 1));
}

export class StudyProgress {
  readonly #stream: ProgressStream;
  #drawn = Number.NEGATIVE_INFINITY;
  #open = false;

  constructor(stream: ProgressStream) {
    this.#stream = stream;
  }

  update(state: StudyState, now: number): void {
    if (now - this.#drawn < (this.#stream.isTTY ? REDRAW : LOG_EVERY)) return;
    this.#drawn = now;
    this.#draw(state);
  }

  finish(state: StudyState): void {
    this.#draw(state);
    if (this.#open) this.#stream.write('\n');
    this.#open = false;
  }

  #draw(state: StudyState): void {
    if (!this.#stream.isTTY) {
      this.#stream.write(`${studyLine(state)}\n`);
      return;
    }
    this.#stream.write(`\r\u001b[2K${studyLine(state, this.#stream.columns ?? 80)}`);
    this.#open = true;
  }
}

export function clockText(value: number): string {
  const whole = Math.ceil(value);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  if (whole < 48 * 3600) return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
  return `${Math.round(whole / 86400)} days`;
}
