/** What `import ... from 'hawser/worker'` gives in a page: a model in a worker of its own. docs/api.md. */
import { type InWorkerOptions, type OpenedInWorker, openThrough } from '@hawser/sim';

export type { Frame, InWorkerOptions, OpenedInWorker, WorkerSim } from '@hawser/sim';

/** As much of a page's Worker as is used. */
interface PageWorker {
  postMessage(message: unknown, transfer: readonly unknown[]): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  terminate(): void;
}

export interface PageOptions extends InWorkerOptions {
  /** a worker that runs `hawser/worker-thread`; made from that module if left out, which pages from a disk cannot do */
  readonly worker?: PageWorker;
}

/** Opens a scenario, its text or plain data with its files, in a worker of its own. */
export function openInWorker(source: string | object, options: PageOptions = {}): Promise<OpenedInWorker> {
  const { worker: given, ...rest } = options;
  const { Worker } = globalThis as unknown as { Worker: new (url: URL, options: { type: 'module' }) => PageWorker };
  const worker = given ?? new Worker(new URL('./browser-thread.js', import.meta.url), { type: 'module' });
  return openThrough(
    {
      post: (message, transfer = []) => worker.postMessage(message, transfer),
      listen: (hear) => {
        worker.onmessage = ({ data }) => hear(data);
      },
      close: () => worker.terminate(),
    },
    source,
    rest,
  );
}
