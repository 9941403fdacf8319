/**
 * Waits for a server that went away, because others restart it; reports when it takes longer than a restart, and when the server is back.
 */
import { wallSeconds } from '../clock.ts';

/** [s] absence of a server before it is reported: a restart takes less */
const RESTART = 5;

export class Outage {
  readonly #where: string;
  readonly #tell: (line: string) => void;
  #since: number | undefined;
  #told = false;

  constructor(where: string, tell: (line: string) => void) {
    this.#where = where;
    this.#tell = tell;
  }

  /** A request was not answered. */
  away(reason: string): void {
    const now = wallSeconds();
    this.#since ??= now;
    if (this.#told || now - this.#since < RESTART) return;
    this.#told = true;
    this.#tell(`${this.#where} does not answer (${reason}); waiting for it, nothing is lost meanwhile`);
  }

  back(): void {
    if (this.#told) this.#tell(`${this.#where} answers again`);
    this.#since = undefined;
    this.#told = false;
  }
}
