/** One interactive run: runs, waits, steps, goes back to a checkpoint. Recorded data are sent immediately. */
import { BuildError, drawnEvenly } from '@hawser/engine';
import { type LineRange, POSE_SIZE, type StreamSource } from '@hawser/record';
import { compileScenario, type Issue, type PreparedRun, prepareRun, Run } from '@hawser/scenario';
import { handFileOf, readHands } from '@hawser/scenario';
import { Hands } from '@hawser/scenario';
import type { FromSession, Project, Tick, ToSession } from './messages.ts';
import { modelView, readPoses } from './model-view.ts';
import { loaderOf, readers } from './project.ts';

/** [ms] of computing between two checks for messages */
const SLICE = 8;
/** [ms] between two evaluations of the operation's state */
const OPERATION_EVERY = 700;
/** number of evenly spread checkpoints of a run */
const CHECKPOINTS = 40;
/** [s] longest wait of a run that is ahead of its pace */
const LONGEST_WAIT = 0.02;

export type Post = (message: FromSession) => void;

interface Checkpoint {
  readonly state: Uint8Array;
  /** [s] */
  readonly time: number;
  /** along lines up to then */
  readonly ranges: readonly LineRange[];
}

interface Loaded {
  readonly prepared: PreparedRun;
  readonly hands: Hands;
  readonly readPose: (out: Float64Array) => void;
  run: Run;
}

export class Session {
  readonly #post: Post;
  #loaded: Loaded | undefined;
  #running = false;
  #over = false;
  #pace = 0;
  /** [ms] and [s] from which the pace is counted */
  #paceFrom: readonly [number, number] = [0, 0];
  #computed = 0; // [ms]
  #recent: { readonly time: number; readonly computed: number }[] = [];
  #lastTick = 0;
  #lastOperation = 0;
  #tickEvery = 33; // [ms]
  #blocks: Uint8Array[] = [];
  #header: Uint8Array | undefined;
  #checkpoints: Checkpoint[] = [];
  readonly #channel = new MessageChannel();

  constructor(post: Post) {
    this.#post = post;
    this.#channel.port1.onmessage = () => this.#slice();
  }

  receive(message: ToSession): void {
    if (message.kind === 'load') {
      this.#tickEvery = message.tickEvery;
      this.#load(message.project, message.set ?? [], message.pace);
      return;
    }
    const loaded = this.#loaded;
    if (loaded === undefined) return;
    switch (message.kind) {
      case 'go':
        this.#go();
        break;
      case 'pause':
        this.#running = false;
        this.#tick(loaded);
        break;
      case 'step':
        this.#running = false;
        this.#advance(loaded);
        this.#tick(loaded);
        break;
      case 'stop':
        this.#finish(loaded);
        break;
      case 'pace':
        this.#setPace(message.pace);
        break;
      case 'rewind':
        this.#rewind(loaded, message.checkpoint);
        break;
      case 'act':
        this.#order(() => loaded.hands.act(message.act));
        break;
    }
  }

  /** An order rejected by the engine is reported; the run continues without it. */
  #order(give: () => void): void {
    try {
      give();
    } catch (error) {
      if (!(error instanceof BuildError)) throw error;
      this.#post({ kind: 'declined', message: error.message });
    }
  }

  #load(project: Project, set: readonly string[], pace: number): void {
    const compiled = compileScenario({ file: project.main, loader: loaderOf(project), readers, set: [...set] });
    if (!compiled.ok) {
      this.#post({ kind: 'refused', issues: compiled.issues });
      return;
    }
    const result = prepareRun(compiled.compiled);
    if (!result.ok) {
      this.#post({ kind: 'refused', issues: result.issues });
      return;
    }
    const file = handFileOf(project.main);
    const written = project.files[file];
    const again = written === undefined ? { entries: [] } : readHands(asText(written));
    if ('fault' in again) {
      this.#post({ kind: 'refused', issues: [fileIssue(file, again.fault)] });
      return;
    }
    const prepared = withRanges(result.prepared);
    const model = modelView(prepared);
    const first = prepared.simulation.save();
    this.#loaded = {
      prepared,
      hands: new Hands(
        prepared.simulation,
        model.targets.map(({ name }) => name),
        again.entries,
      ),
      readPose: readPoses(prepared),
      run: this.#makeRun(prepared),
    };
    this.#pace = pace;
    this.#checkpoints = [{ state: first, time: prepared.simulation.time, ranges: this.#loaded.run.ranges }];
    this.#post({ kind: 'ready', model, warnings: prepared.warnings, resolved: compiled.compiled.scenario });
    this.#post({ kind: 'checkpoint', index: 0, time: prepared.simulation.time });
    this.#tick(this.#loaded);
  }

  #makeRun(prepared: PreparedRun, from?: Checkpoint): Run {
    const end = prepared.compiled.scenario.run.duration;
    return new Run(prepared, {
      sink: {
        write: (bytes) => {
          const copy = bytes.slice();
          this.#header ??= copy.slice();
          this.#blocks.push(copy);
        },
        // rows live on the page; what the run reads back at its end is a recording without any
        readBack: () => this.#nothing(),
      },
      checkpointEvery: end / CHECKPOINTS,
      onCheckpoint: (bytes, time) => {
        this.#checkpoints.push({ state: bytes.slice(), time, ranges: this.#loaded?.run.ranges ?? [] });
        this.#post({ kind: 'checkpoint', index: this.#checkpoints.length - 1, time });
      },
      touches: true,
      cpuSeconds: () => this.#computed / 1000,
      ...(from && { resume: { state: from.state, ranges: from.ranges } }),
    });
  }

  #go(): void {
    if (this.#over || this.#running) return;
    this.#running = true;
    this.#setPace(this.#pace);
    this.#channel.port2.postMessage(null);
  }

  #setPace(pace: number): void {
    this.#pace = pace;
    this.#paceFrom = [performance.now(), this.#loaded?.prepared.simulation.time ?? 0];
    this.#recent = [];
  }

  /** Computes for a moment, then lets messages in. */
  #slice(): void {
    const loaded = this.#loaded;
    if (loaded === undefined || !this.#running) return;
    const begun = performance.now();
    let wait = 0;
    while (this.#running && performance.now() - begun < SLICE) {
      if (this.#pace > 0) {
        const due = this.#paceFrom[1] + (this.#pace * (performance.now() - this.#paceFrom[0])) / 1000;
        const ahead = (loaded.prepared.simulation.time - due) / this.#pace;
        if (ahead > 0) {
          wait = Math.min(LONGEST_WAIT, ahead);
          break;
        }
        // do not catch up after a delay
        if (ahead < -0.5) this.#setPace(this.#pace);
      }
      if (!this.#advance(loaded)) return;
    }
    if (performance.now() - this.#lastTick >= this.#tickEvery) this.#tick(loaded);
    if (wait > 0) setTimeout(() => this.#slice(), 1000 * wait);
    else this.#channel.port2.postMessage(null);
  }

  /** One step; false when the run is over. */
  #advance(loaded: Loaded): boolean {
    if (this.#over) return false;
    const begun = performance.now();
    this.#order(() => loaded.hands.update());
    const more = loaded.run.advance();
    this.#computed += performance.now() - begun;
    if (!more) this.#finish(loaded);
    return more;
  }

  #tick(loaded: Loaded): void {
    const { run, prepared, hands } = loaded;
    const { simulation } = prepared;
    if (!this.#over) run.flush();
    const { time, stats, energy } = simulation;
    const { initial, kinetic, potential, elastic, dissipated, work, imbalance } = energy;
    const pose = new Float64Array(POSE_SIZE * prepared.bodies.length);
    loaded.readPose(pose);
    const blocks = this.#blocks;
    this.#blocks = [];
    this.#recent.push({ time, computed: this.#computed });
    if (this.#recent.length > 30) this.#recent.shift();
    const tick: Tick = {
      kind: 'tick',
      running: this.#running,
      time,
      end: run.end,
      step: stats.lastStep,
      iterations: stats.lastIterations,
      steps: stats.steps,
      rejected: stats.rejected,
      contacts: stats.contacts,
      ratio: this.#ratio(),
      computed: this.#computed / 1000,
      energy: { initial, kinetic, potential, elastic, dissipated, work, imbalance },
      pose,
      blocks,
      pull: hands.pull,
      led: hands.values(),
      winches: hands.winches(),
      held: simulation.operation.held,
    };
    this.#lastTick = performance.now();
    if (this.#lastTick - this.#lastOperation < OPERATION_EVERY && this.#running) {
      this.#post(tick);
      return;
    }
    this.#lastOperation = this.#lastTick;
    const operation = this.#over ? undefined : run.operation;
    // copied, not transferred: a thread that has lost a buffer computes more slowly (docs/decisions/017)
    const ranges = run.ranges;
    this.#post({ ...tick, ranges, ...(operation && { operation }) });
  }

  #ratio(): number {
    const first = this.#recent[0];
    const last = this.#recent[this.#recent.length - 1];
    const computed = last.computed - first.computed;
    return computed > 0 ? (1000 * (last.time - first.time)) / computed : 0;
  }

  #finish(loaded: Loaded): void {
    if (this.#over) return;
    this.#running = false;
    const result = loaded.run.finish();
    this.#over = true;
    this.#tick(loaded);
    this.#post({
      kind: 'done',
      status: result.status,
      summary: result.summary,
      warnings: result.warnings,
      failure: result.failure ?? null,
      operation: result.operation ?? null,
      steered: loaded.hands.used,
      acts: loaded.hands.acts,
      extremes: result.extremes,
      ranges: result.ranges,
    });
  }

  #rewind(loaded: Loaded, index: number): void {
    const checkpoint = this.#checkpoints[index];
    if (checkpoint === undefined) return;
    this.#running = false;
    this.#over = false;
    this.#blocks = [];
    this.#checkpoints.length = index + 1;
    loaded.run = this.#makeRun(loaded.prepared, checkpoint); // the state contains earlier user actions
    loaded.hands.rewind(checkpoint.time);
    this.#blocks = []; // the head of the stream is known
    this.#recent = [];
    this.#post({ kind: 'rewound', checkpoint: index, time: checkpoint.time });
    this.#tick(loaded);
  }

  /** A stream that ended before its first row. */
  #nothing(): StreamSource {
    const end = this.#blocks[this.#blocks.length - 1];
    const header = this.#header ?? new Uint8Array(0);
    const bytes = new Uint8Array(header.length + end.length);
    bytes.set(header);
    bytes.set(end, header.length);
    return { size: bytes.length, read: (from, to) => bytes.subarray(from, to) };
  }
}

function asText(content: string | Uint8Array): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}

function fileIssue(file: string, message: string): Issue {
  return {
    severity: 'error',
    code: 'value',
    file,
    line: 1,
    column: 1,
    path: '',
    expected: 'acts of hands',
    found: message,
    message,
  };
}

/** columns along cables and chains that a session records additionally */
const MOST_RANGES = 1200;

/** Data for colours and range graphs of cables and chains are recorded, whether or not the file requests them. */
function withRanges(prepared: PreparedRun): PreparedRun {
  const { simulation, probes } = prepared;
  const asked = new Set(probes.map(({ name }) => name));
  // where elements come and go, places and tensions of the nodes tell what is where
  const moving = (simulation.spec.cables ?? []).filter((cable) => drawnEvenly(cable) || cable.pay !== undefined);
  const even = new Set(moving.map(({ name }) => name));
  const along = simulation.probes.filter(({ name }) => {
    if (asked.has(name)) return false;
    if (OF_LINES.test(name)) return true;
    const found = ALONG.exec(name);
    if (found === null) return false;
    return !/\.(?:arc|tension)$/.test(name) || /\.(?:element|link)-/.test(name) || even.has(found[1]);
  });
  if (along.length > MOST_RANGES) return prepared;
  const wanted = new Set([...probes, ...along]);
  return { ...prepared, probes: simulation.probes.filter((probe) => wanted.has(probe)) }; // in the order of the model
}

/** tension of a line as a whole */
const OF_LINES = /^(?:(?:winch|hand)\..+\.tension|(?:cable|chain)\..+\.tension-max)$/s;
const ALONG =
  /^(?:cable|chain)\.(.+)\.(?:(?:element|link)-\d+\.tension|range-\d+\.(?:arc|tension|curvature|twist|load)|length)$/s;
