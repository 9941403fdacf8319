/** The page's side of its workers. */
import { partWorker } from '../files/parts.ts';
import type { DeskReply, DeskRequest, FromSession, Numbered, ToSession } from './messages.ts';

let spare: Worker | undefined;

/** Prepares a worker of the engine for the next run: its script is read while the user views the model. */
export function prepareEngine(): void {
  spare ??= partWorker('engine');
}

function engineWorker(): Worker {
  const worker = spare ?? partWorker('engine');
  spare = undefined;
  return worker;
}

/** [ms] after which an unresponsive desk worker is replaced */
const PATIENCE = 60_000;

/** Sends requests; a desk worker that dies or hangs is replaced. */
export class Desk {
  #worker: Worker | undefined;
  #next = 1;
  readonly #waiting = new Map<number, (reply: DeskReply) => void>();

  ask(body: DeskRequest): Promise<DeskReply> {
    const id = this.#next++;
    const worker = this.#open();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#replace('it took longer than a minute'), PATIENCE);
      this.#waiting.set(id, (reply) => {
        clearTimeout(timer);
        resolve(reply);
      });
      const message: Numbered<DeskRequest> = { id, body };
      worker.postMessage(message);
    });
  }

  #open(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = partWorker('engine');
    worker.onmessage = ({ data }: MessageEvent<Numbered<DeskReply>>) => {
      this.#waiting.get(data.id)?.(data.body);
      this.#waiting.delete(data.id);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#replace(event.message);
    };
    this.#worker = worker;
    return worker;
  }

  #replace(reason: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const resolve of waiting) resolve({ kind: 'broken', message: `the check was given up: ${reason}` });
  }
}

/** A run in a worker of its own. */
export class SessionLink {
  readonly #worker: Worker = engineWorker();

  constructor(receive: (message: FromSession) => void) {
    this.#worker.onmessage = ({ data }: MessageEvent<FromSession>) => receive(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      receive({ kind: 'broken', message: event.message });
    };
  }

  send(message: ToSession): void {
    this.#worker.postMessage(message);
  }

  end(): void {
    this.#worker.terminate();
  }
}
