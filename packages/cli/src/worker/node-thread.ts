/** The thread of openInWorker in Node. */
import { parentPort } from 'node:worker_threads';
import { serveSim } from '@hawser/sim';

const port = parentPort;
if (port) {
  serveSim(
    {
      post: (message, transfer) => port.postMessage(message, transfer as never),
      listen: (hear) => void port.on('message', hear),
      close: () => port.close(),
    },
    { now: () => performance.now(), after: (milliseconds, act) => void setTimeout(act, milliseconds) },
  );
}
