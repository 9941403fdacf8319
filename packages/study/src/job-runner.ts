/**
 * Carries out one run of a study with a warm engine: files are read, meshes parsed and the scenario validated once; each run only changes
 * values. The result depends on the job alone; clocks come from outside and measure the cost.
 */
import {
  type AssetLoader,
  compileLoaded,
  compileScenario,
  formatIssue,
  type LoadedScenario,
  loadScenario,
  prepareRun,
  type Readers,
  runScenarioAsync,
} from '@hawser/scenario';
import type { StudyJob } from './jobs.ts';
import { type LossSpec, LossWatch } from './loss.ts';
import { type MeasureSpec, takeMeasures } from './measure.ts';
import type { Row } from './row.ts';

/** What all runs of a study share. */
export interface SharedTask {
  readonly scenarioFile: string;
  readonly base: readonly string[];
  readonly channels: readonly string[];
  readonly measures: readonly MeasureSpec[];
  /** criterion that ends a run early; missing: none */
  readonly loss?: LossSpec;
}

/** Environment of a run. */
export interface Surroundings {
  /** [s] processor time, or wall-clock time where that is not available */
  cpuSeconds(): number;
  /** [s] */
  wallSeconds(): number;
  /** lets messages arrive */
  breathe(): Promise<void>;
}

/** [s] wall-clock time between two checks for messages during a run */
const BREATHE_EVERY = 0.1;

export class JobRunner {
  readonly #task: SharedTask;
  readonly #loader: AssetLoader;
  readonly #readers: Readers;
  /** overrides: recorded channels of every run */
  readonly #recorded: readonly string[];
  readonly #loaded: LoadedScenario | undefined;
  readonly #around: Surroundings;

  constructor(task: SharedTask, loader: AssetLoader, readers: Readers, around: Surroundings) {
    this.#task = task;
    this.#loader = cachedLoader(loader);
    this.#readers = cachedReaders(readers);
    this.#recorded = [`output.channels=${JSON.stringify(task.channels)}`, 'output.touches=false'];
    this.#loaded = loadScenario(task.scenarioFile, this.#loader, [...task.base, ...this.#recorded]);
    this.#around = around;
  }

  /** `goOn` is called ten times a second; undefined when it returned false. */
  async run(job: StudyJob, goOn: () => boolean): Promise<Row | undefined> {
    const { measures } = this.#task;
    const { cpuSeconds, wallSeconds, breathe } = this.#around;
    const begun = cpuSeconds();
    const { id, key, values, numbers } = job;
    const none = { reasons: [], measures: measures.map(() => null), simulated: 0, steps: 0, hash: '' };
    const row = (rest: Omit<Row, 'id' | 'key' | 'values' | 'numbers' | 'cpu'>): Row => ({
      id,
      key,
      values,
      numbers,
      ...rest,
      cpu: Number((cpuSeconds() - begun).toFixed(4)),
    });
    const { overrides } = job;
    const last = overrides.some((text) => text.startsWith('output')) ? this.#recorded : []; // repeated after those of the job
    const compiled =
      this.#loaded === undefined
        ? compileScenario({
            file: this.#task.scenarioFile,
            loader: this.#loader,
            readers: this.#readers,
            set: [...this.#task.base, ...overrides, ...this.#recorded],
          })
        : compileLoaded(this.#loaded, this.#readers, [...overrides, ...last]);
    const prepared = compiled.ok ? prepareRun(compiled.compiled) : compiled;
    if (!prepared.ok) {
      const first = prepared.issues.find(({ severity }) => severity === 'error') ?? prepared.issues[0];
      return row({ ...none, status: 'refused', failure: formatIssue(first) });
    }
    let breathed = wallSeconds();
    let cancelled = false;
    const watch = this.#task.loss && new LossWatch(this.#task.loss);
    const result = await runScenarioAsync(prepared.prepared, {
      cpuSeconds,
      frames: false,
      ...(watch && { shouldStop: (run) => watch.look(run) }),
      due: () => wallSeconds() - breathed >= BREATHE_EVERY,
      breathe: async () => {
        await breathe();
        breathed = wallSeconds();
        cancelled = !goOn();
        return !cancelled;
      },
    });
    const lost = result.status === 'interrupted' ? watch?.lost : undefined;
    if (cancelled || (result.status === 'interrupted' && lost === undefined)) return undefined;
    const stands = lost ?? result.operation;
    const { values: measured, peaks } = takeMeasures(measures, result);
    return row({
      status: lost === undefined ? (result.status as 'complete' | 'failed') : 'lost',
      ...(result.failure && { failure: `${result.failure.subject}: ${result.failure.message}` }),
      ...(stands && { verdict: stands.verdict }),
      reasons: stands?.reasons ?? [],
      measures: measured,
      ...(peaks && { peaks }),
      simulated: result.summary.simulatedTime,
      steps: result.summary.steps,
      hash: result.summary.hash,
    });
  }
}

/** Files are read once. */
function cachedLoader(loader: AssetLoader): AssetLoader {
  const known = new Map<string, Uint8Array | undefined>();
  return {
    ...loader,
    read: (file) => {
      if (!known.has(file)) known.set(file, loader.read(file));
      return known.get(file);
    },
  };
}

/** Meshes and tables are parsed once and never modified. */
function cachedReaders(readers: Readers): Readers {
  const meshes = new Map<Uint8Array, ReturnType<Readers['mesh']>>();
  const tables = new Map<Uint8Array, ReturnType<Readers['table']>>();
  return {
    mesh: (bytes, name, options) => {
      const mesh = meshes.get(bytes) ?? readers.mesh(bytes, name, options);
      meshes.set(bytes, mesh);
      return mesh;
    },
    table: (bytes, name) => {
      const table = tables.get(bytes) ?? readers.table(bytes, name);
      tables.set(bytes, table);
      return table;
    },
  };
}
