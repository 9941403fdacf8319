/** A worker whose script is still being unpacked when it is made: what is sent to it waits. */
import { engineScript } from '../files/packs.ts';

export class LateWorker {
  onmessage: (event: MessageEvent) => void = () => {};
  /** the reason, for people */
  onerror: (message: string) => void = () => {};
  #worker: Worker | undefined;
  #waiting: unknown[] = [];
  #ended = false;

  constructor() {
    engineScript().then(
      (address) => this.#start(new Worker(address)),
      (error: Error) => this.onerror(error.message),
    );
  }

  #start(worker: Worker): void {
    if (this.#ended) {
      worker.terminate();
      return;
    }
    this.#worker = worker;
    worker.onmessage = (event) => this.onmessage(event);
    worker.onerror = (event) => {
      event.preventDefault();
      this.onerror(event.message);
    };
    for (const message of this.#waiting) worker.postMessage(message);
    this.#waiting = [];
  }

  postMessage(message: unknown): void {
    if (this.#worker === undefined) this.#waiting.push(message);
    else this.#worker.postMessage(message);
  }

  terminate(): void {
    this.#ended = true;
    this.#worker?.terminate();
  }
}
