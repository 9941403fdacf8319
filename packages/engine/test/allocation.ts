/** What a call leaves behind on the heap and in buffers, for tests that say: nothing. */

interface Memory {
  readonly heapUsed: number;
  readonly arrayBuffers: number;
}
const { process } = globalThis as unknown as { process: { memoryUsage(): Memory } };

export interface Bytes {
  /** numbers, records, views */
  heap: number;
  /** of typed arrays */
  buffers: number;
}

/**
 * Bytes a call: the least of many series of calls, because the runner and the compiler allocate as well, and code not yet
 * optimised boxes every number. Ends when a series leaves no more than `enough` on the heap and no buffer.
 */
export function bytesPerCall(f: () => void, enough: number, calls = 20, most = 100): Bytes {
  const least: Bytes = { heap: Number.POSITIVE_INFINITY, buffers: Number.POSITIVE_INFINITY };
  for (let series = 0; series < most && (least.heap > enough || least.buffers > 0); series++) {
    const before = process.memoryUsage();
    for (let call = 0; call < calls; call++) f();
    const after = process.memoryUsage();
    least.buffers = Math.min(least.buffers, (after.arrayBuffers - before.arrayBuffers) / calls);
    const grown = (after.heapUsed - before.heapUsed) / calls;
    if (grown >= 0) least.heap = Math.min(least.heap, grown); // a collection in between hides growth
  }
  return least;
}
