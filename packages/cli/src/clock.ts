/** [s] of processor time this process has used, all its threads. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** [s] of a monotonic clock. */
export function wallSeconds(): number {
  return performance.now() / 1e3;
}
