/** Ctrl-C and SIGTERM: the first ends the run and keeps its results, the second ends the program immediately. */
const SIGNALS: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143 };

export class Interrupt {
  #asked = false;
  readonly #onSignal = (signal: NodeJS.Signals): void => {
    if (this.#asked) process.exit(SIGNALS[signal] ?? 1); // flushed data can be recovered from the stream
    this.#asked = true;
  };

  constructor() {
    for (const signal of Object.keys(SIGNALS)) process.on(signal, this.#onSignal);
  }

  get asked(): boolean {
    return this.#asked;
  }

  close(): void {
    for (const signal of Object.keys(SIGNALS)) process.off(signal, this.#onSignal);
  }
}
