/**
 * A server that went away is waited for, since others start it again; who waits is told of it once it takes longer than a
 * restart does, and when the server is back.
 */
import { wallSeconds } from '../clock.ts';

/** [s] a server may be away before somebody is told: a restart takes less */
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

  /** A question was not answered. */
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
