/** What a call costs, for scenes that time parts of the engine. */

const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return 1e-6 * (user + system);
};

/** [s] of processor time a call, the best of several rounds: a shared machine only ever adds to it. */
export function cost(call: (k: number) => void, calls: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 9; round++) {
    const start = cpu();
    for (let k = 0; k < calls; k++) call(k);
    best = Math.min(best, (cpu() - start) / calls);
  }
  return best;
}
