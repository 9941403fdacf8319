/** The worker of openInWorker in a page. */
import { serveSim } from '@hawser/sim';

const scope = globalThis as unknown as {
  postMessage(message: unknown, transfer: readonly unknown[]): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  close(): void;
};

serveSim(
  {
    post: (message, transfer = []) => scope.postMessage(message, transfer),
    listen: (hear) => {
      scope.onmessage = ({ data }) => hear(data);
    },
    close: () => scope.close(),
  },
  { now: () => performance.now(), after: (milliseconds, act) => void setTimeout(act, milliseconds) },
);
