/**
 * `hawser run --profile`: processor time by cause. The engine has no clock; it stores the cause of its present work in one integer
 * (Simulation.effort). A second thread samples it a thousand times a second; the share of samples is the share of time. Counts of the
 * engine itself are the same in every repetition and are in run.json; shares of time are printed only.
 */
import { Worker } from 'node:worker_threads';
import type { Simulation } from '@hawser/engine';
import { type CostSummary, leadingCosts } from '@hawser/record';
import { cpuSeconds } from './clock.ts';
import { type Output, short, table } from './output.ts';

/** Program of the second thread: samples and counts until stopped. [0]: cause, [1]: stop. */
const WATCH = `
const { parentPort, workerData } = require('node:worker_threads');
const cells = new Int32Array(workerData);
const found = new Map();
while (Atomics.wait(cells, 1, 0, 1) === 'timed-out') found.set(cells[0], (found.get(cells[0]) ?? 0) + 1);
parentPort.postMessage([...found]);
`;

/** Lines of a table. */
const MOST_LINES = 12;
/** Smallest share of the time that is printed. */
const SMALLEST = 0.005;

export class Profile {
  readonly #simulation: Simulation;
  readonly #cells: Int32Array;
  readonly #worker: Worker;
  readonly #found: Promise<readonly (readonly [number, number])[]>;
  /** [s] processor time in steps, by the cause of their length */
  readonly #inSteps = new Map<number, number>();
  readonly #begun: number = cpuSeconds();
  #noted: number = cpuSeconds();
  #spent = 0;
  #samples: readonly (readonly [number, number])[] = [];

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    const shared = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
    this.#cells = new Int32Array(shared);
    simulation.effort.now = this.#cells;
    this.#worker = new Worker(WATCH, { eval: true, workerData: shared });
    this.#found = new Promise((resolve) => {
      this.#worker.once('message', resolve);
      this.#worker.once('error', () => resolve([]));
    });
  }

  /** After a step: adds its time to the cause of its length. */
  noteStep(): void {
    const now = cpuSeconds();
    const { limiter } = this.#simulation.effort;
    this.#inSteps.set(limiter, (this.#inSteps.get(limiter) ?? 0) + now - this.#noted);
    this.#noted = now;
  }

  async end(): Promise<void> {
    this.#spent = cpuSeconds() - this.#begun;
    Atomics.store(this.#cells, 1, 1);
    Atomics.notify(this.#cells, 1);
    this.#samples = await this.#found;
    await this.#worker.terminate();
  }

  print(out: Output, costs: readonly CostSummary[]): void {
    const byName = new Map(costs.map((cost) => [cost.name, cost]));
    const shares = this.#shares(this.#samples);
    out.print(`what cost: ${short(this.#spent, 3)} s of processor time`);
    const lines = shares.map(([name, share]) => {
      const cost = byName.get(name);
      return [name, percent(share), count(cost?.looks), count(cost?.laws)];
    });
    for (const line of table(['worked for', 'time', 'looks', 'laws'], lines, [1, 2, 3])) out.print(`  ${line}`);
    const limits = new Map(this.#shares([...this.#inSteps]));
    const rows = leadingCosts(costs, ({ steps, retries }) => steps + retries, MOST_LINES).map((cost) => [
      cost.name,
      percent(limits.get(cost.name) ?? 0),
      count(cost.steps),
      count(cost.retries),
    ]);
    for (const line of table(['steps were no longer because of', 'time', 'steps', 'done again'], rows, [1, 2, 3]))
      out.print(`  ${line}`);
    const moved = leadingCosts(costs, ({ iterations }) => iterations, MOST_LINES);
    if (moved.length === 0) return;
    const all = costs.reduce((sum, { iterations }) => sum + iterations, 0);
    const last = moved.map(({ name, iterations }) => [name, percent(iterations / all), count(iterations)]);
    for (const line of table(['moved most in iterations', 'share', 'iterations'], last, [1, 2])) out.print(`  ${line}`);
  }

  /** Parts of the whole by name, the largest first, the small ones together. */
  #shares(found: readonly (readonly [number, number])[]): (readonly [string, number])[] {
    const byName = new Map<string, number>();
    let all = 0;
    for (const [who, part] of found) {
      const name = this.#simulation.effortName(who);
      byName.set(name, (byName.get(name) ?? 0) + part);
      all += part;
    }
    return [...byName]
      .map(([name, part]) => [name, part / all] as const)
      .filter(([, share]) => share >= SMALLEST)
      .sort((a, b) => b[1] - a[1])
      .slice(0, 2 * MOST_LINES);
  }
}

function percent(share: number): string {
  return `${short(100 * share, 2)} %`;
}

function count(number: number | undefined): string {
  return number === undefined || number === 0 ? '' : String(number);
}
