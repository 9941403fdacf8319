/** What `import ... from 'hawser/worker'` gives in Node: a model in a thread of its own. docs/api.md. */
import { Worker } from 'node:worker_threads';
import { type InWorkerOptions, type OpenedInWorker, openThrough } from '@hawser/sim';

export type { Frame, InWorkerOptions, OpenedInWorker, WorkerSim } from '@hawser/sim';

/** Opens a scenario, its text or plain data with its files, in a worker of its own. */
export function openInWorker(source: string | object, options: InWorkerOptions = {}): Promise<OpenedInWorker> {
  // a program given by `node --input-type=module -e` has no file, the thread has
  const execArgv = process.execArgv.filter((flag) => !flag.startsWith('--input-type'));
  const worker = new Worker(new URL('./node-thread.js', import.meta.url), { execArgv });
  return openThrough(
    {
      post: (message, transfer) => worker.postMessage(message, transfer as never),
      listen: (hear) => {
        worker.on('message', hear);
        worker.on('error', ({ message }) =>
          hear({ kind: 'ended', outcome: { ok: false, reason: 'worker', subject: 'worker', time: 0, message } }),
        );
      },
      close: () => void worker.terminate(),
    },
    source,
    options,
  );
}
