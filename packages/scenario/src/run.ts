/**
 * Build, step, record: the one loop every run goes through. It knows no files and no clock; all output goes through the sink, and the
 * caller decides when to stop.
 */
import { BuildError, cableRoom, drawnElement, drawnSpring, Simulation, type StepResult } from '@hawser/engine';
import {
  type ColumnSummary,
  type Frames,
  type LineRange,
  type OperationSummary,
  type Recording,
  type RunEvent,
  type RunFailure,
  type RunStatus,
  type RunSummary,
  type StreamContents,
  type StreamSink,
  type StreamSource,
  StreamWriter,
  type TouchFrames,
} from '@hawser/record';
import type { Probe } from '@hawser/engine';
import { atRest, buildFault, buildFaultPath } from './build-fault.ts';
import { aliasProbes } from './aliases.ts';
import { asksForPairs, channelOf, chooseProbes, unlistedPairs } from './channels.ts';
import type { Compiled } from './compile.ts';
import { CapacityWatch } from './recording/capacity-watch.ts';
import { DriverWatch } from './recording/driver-watch.ts';
import type { HandEntry } from './hand-log.ts';
import { estimateError } from './error-estimate.ts';
import { Hands } from './hands.ts';
import { type Issue, IssueList } from './issues.ts';
import { anchorNotices } from './anchor-notices.ts';
import { fieldNotices } from './field-notices.ts';
import {
  accuracyDoubt,
  angleNotices,
  dampingNotices,
  energyDoubt,
  jointNotice,
  refuseRepeated,
  startNotices,
} from './notices.ts';
import { OperationWatch } from './recording/operation-watch.ts';
import { checkRecorded } from './recording/recorded-sizes.ts';
import { Recorder } from './recording/recorder.ts';
import { suggest } from './suggest.ts';

/** A simulation at t = 0, and its recorded quantities. */
export interface PreparedRun {
  readonly compiled: Compiled;
  readonly simulation: Simulation;
  readonly probes: readonly Probe[];
  /** bodies that move */
  readonly bodies: readonly string[];
  readonly warnings: readonly string[];
  /** the warnings at their place in the file */
  readonly notices: readonly Issue[];
}

export type PrepareResult =
  | { readonly ok: true; readonly prepared: PreparedRun }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Builds the simulation. Faults found by the engine are reported at their place in the scenario file. */
export function prepareRun(compiled: Compiled): PrepareResult {
  const issues = new IssueList(compiled.source.file);
  const simulation = buildSimulation(compiled, issues);
  if (simulation === undefined) return { ok: false, issues: issues.sorted() };
  const { output } = compiled.scenario;
  // limited channels are recorded, so that a plot shows their approach to the limit
  const judged = compiled.limits.map(({ channel }) => channel);
  const { probes: chosen, unmatched } = chooseProbes([...output.channels, ...judged], simulation.probes);
  const probes = [...chosen, ...aliasProbes(compiled, simulation.probes, issues)];
  if (compiled.source.given(['output', 'channels'])) {
    const reason = unlistedPairs(simulation);
    for (const { index, pattern, hint } of unmatched) {
      if (index >= output.channels.length) continue; // told below
      const path = ['output', 'channels', index];
      const found = `"${pattern}"`;
      const why = asksForPairs(pattern) && reason !== undefined ? reason : hint;
      issues.add('channel', compiled.source.place(path), path, {
        expected: 'a channel of this model',
        found,
        hint: why,
      });
    }
  }
  const names = simulation.probes.map(({ name }) => name);
  compiled.limits.forEach(({ channel }, i) => {
    if (names.includes(channel)) return;
    const path = ['limits', i, 'channel'];
    const text = { expected: 'a channel of this model', found: `"${channel}"`, hint: suggest(channel, names) };
    issues.add('channel', compiled.source.place(path), path, text);
  });
  if (compiled.scenario.solver.redundant === 'refuse') {
    if (simulation.repeated !== undefined) refuseRepeated(simulation.repeated, compiled, issues);
  }
  if (issues.hasErrors) return { ok: false, issues: issues.sorted() };
  const moving = compiled.spec.bodies.filter((body) => body.kind !== 'fixed').map((body) => body.name);
  const elements = (compiled.spec.cables ?? []).flatMap((cable) =>
    Array.from({ length: cableRoom(cable) - 1 }, (_, j) => drawnElement(cable.name, j)),
  );
  const drawn = new Set(compiled.scenery.bodies.map(({ name }) => name));
  const springs = compiled.spec.forces.flatMap(({ name }) => [drawnSpring(name, 0), drawnSpring(name, 1)]);
  const bodies = [...moving, ...elements, ...springs.filter((name) => drawn.has(name))];
  checkRecorded(compiled, probes, bodies.length, issues);
  if (issues.hasErrors) return { ok: false, issues: issues.sorted() };
  const notices = [
    ...angleNotices(compiled),
    ...dampingNotices(compiled),
    ...anchorNotices(compiled),
    ...fieldNotices(compiled),
    ...(simulation.repeated === undefined ? [] : [jointNotice(simulation.repeated, compiled)]),
    ...startNotices(compiled, simulation),
  ];
  const warnings = notices.map((notice) => notice.message);
  return { ok: true, prepared: { compiled, simulation, probes, bodies, warnings, notices } };
}

/** Largest number of contacts in a picture; in a pile the strongest suffice. */
const MOST_TOUCHES = 400;

/** Largest number of models built to find further faults. */
const MOST_TRIES = 20;

function buildSimulation(compiled: Compiled, issues: IssueList): Simulation | undefined {
  let { spec } = compiled;
  for (let round = 0; round < MOST_TRIES; round++) {
    try {
      const simulation = new Simulation(spec);
      if (round === 0) return simulation;
      break;
    } catch (error) {
      if (!(error instanceof BuildError)) throw error;
      const path = compiled.source.pathOf(buildFaultPath(error));
      if (error.path[0] === 'director') tellScript(compiled, issues);
      else issues.add('build', compiled.source.place(path), path, buildFault(error, spec));
      const [section, body] = error.path;
      if (error.code !== 'inconsistent-velocity' || section !== 'bodies' || typeof body !== 'number') break;
      spec = atRest(spec, body); // the velocities of other bodies may also be wrong
    }
  }
  issues.include(compiled.source.channelIssues());
  return undefined;
}

/** All faults of the script, from the model without it. */
function tellScript({ spec, source }: Compiled, issues: IssueList): void {
  const simulation = new Simulation({ ...spec, director: { script: [] } });
  const names = simulation.probes.map(({ name }) => name);
  for (const fault of simulation.operation.faultsOf(spec.director?.script ?? [], simulation.probes)) {
    const path = source.pathOf(fault.path);
    const { channel } = fault.facts;
    const text =
      typeof channel !== 'string'
        ? { expected: 'a script that can be played', found: fault.message, message: fault.message }
        : { expected: 'a channel of this model', found: `"${channel}"`, hint: suggest(channel, names) };
    issues.add(typeof channel === 'string' ? 'channel' : 'build', source.place(path), path, text);
  }
}

export interface RunSink extends StreamSink {
  /** everything written so far */
  readBack?(): StreamSource;
}

export interface RunOptions {
  /** [s] end of the run; the scenario's duration if left out */
  readonly until?: number;
  /** where the recording goes while the run goes on; the run keeps nothing itself when the sink can be read back */
  readonly sink?: RunSink;
  /** false: record neither animation nor contacts, for runs that only need numbers */
  readonly frames?: boolean;
  /** records contacts, whatever the scenario says */
  readonly touches?: boolean;
  /** kept in the head of the stream */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** called after every step; read only what is needed */
  readonly onProgress?: (run: Run) => void;
  /** called after every step; true ends the run with its present results */
  readonly shouldStop?: (run: Run) => boolean;
  /** [s] simulated time between checkpoints; none if left out */
  readonly checkpointEvery?: number;
  /** takes a checkpoint; the stream has been flushed up to it */
  readonly onCheckpoint?: (state: Uint8Array, time: number) => void;
  /** continues from a checkpoint, with the recording before it */
  readonly resume?: {
    readonly state: Uint8Array;
    readonly recorded?: StreamContents;
    /** extremes along lines up to the checkpoint, where its rows are not given */
    readonly ranges?: readonly LineRange[];
  };
  /** user actions of an earlier run of this scenario, repeated at the same times; not with `resume` */
  readonly hands?: readonly HandEntry[];
  /** estimate the error at the end by a companion run, where possible, for half the cost of the run (error-estimate.ts) */
  readonly estimate?: boolean;
  /** [s] processor time so far, where the caller has such a clock */
  readonly cpuSeconds?: () => number;
}

export interface RunResult {
  readonly status: RunStatus;
  readonly summary: RunSummary;
  readonly recording: Recording;
  readonly frames: Frames;
  readonly touches: TouchFrames;
  readonly events: readonly RunEvent[];
  /** from every step */
  readonly extremes: Readonly<Record<string, ColumnSummary>>;
  /** along cables and chains, from every step */
  readonly ranges: readonly LineRange[];
  readonly warnings: readonly string[];
  readonly failure?: RunFailure;
  readonly operation?: OperationSummary;
}

/** Runs to the end, to a failure or until told to stop. */
export function runScenario(prepared: PreparedRun, options: RunOptions = {}): RunResult {
  const run = new Run(prepared, options);
  while (run.advance()) {
    options.onProgress?.(run);
    if (options.shouldStop?.(run)) break;
  }
  return run.finish();
}

/**
 * The same for callers with an event loop: after a step for which `due` returns true, `breathe` is awaited; false from it ends the run.
 */
export async function runScenarioAsync(
  prepared: PreparedRun,
  options: RunOptions & { readonly due: () => boolean; readonly breathe: () => Promise<boolean> },
): Promise<RunResult> {
  const run = new Run(prepared, options);
  while (run.advance()) {
    options.onProgress?.(run);
    if (options.shouldStop?.(run)) break;
    if (options.due() && !(await options.breathe())) break;
  }
  return run.finish();
}

/** A run step by step. */
export class Run {
  readonly simulation: Simulation;
  /** [s] */
  readonly end: number;
  readonly #prepared: PreparedRun;
  readonly #options: RunOptions;
  readonly #recorder: Recorder;
  readonly #drivers: DriverWatch;
  readonly #operation: OperationWatch;
  readonly #capacity: CapacityWatch;
  readonly #hands: Hands | undefined;
  readonly #declined: string[] = [];
  readonly #measure = (time: number): void => this.#operation.measure(time);
  readonly #writer: StreamWriter | undefined;
  readonly #cpuStart: number;
  #nextCheckpoint: number;
  #failure: RunFailure | undefined;

  constructor(prepared: PreparedRun, options: RunOptions = {}) {
    const { simulation, probes, compiled } = prepared;
    const { output, run } = compiled.scenario;
    const bodies = options.frames === false ? [] : prepared.bodies;
    this.simulation = simulation;
    this.end = options.until ?? run.duration;
    this.#prepared = prepared;
    this.#options = options;
    this.#cpuStart = options.cpuSeconds?.() ?? 0;
    const { sink, meta } = options;
    const { bodies: solids, cables = [] } = compiled.spec;
    // pressures are recorded where a shape has a field, requested or not
    const soft = solids.some(({ shapes }) => shapes.some(({ field }) => field !== undefined));
    const touching =
      options.frames !== false && (options.touches || output.touches || soft)
        ? [...solids, ...cables].map(({ name }) => name)
        : undefined;
    const header = { channels: probes.map(channelOf), bodies, ...(touching && { touching }), ...(meta && { meta }) };
    this.#writer = sink && new StreamWriter(sink, header);
    this.#recorder = new Recorder(simulation, {
      probes,
      bodies,
      rate: output.rate,
      frameRate: options.frames === false ? 0 : output['animation rate'],
      ...(touching && { touches: { bodies: touching, read: () => simulation.touches(MOST_TOUCHES) } }),
      ...(this.#writer && { writer: this.#writer }),
      ...(sink?.readBack && { readBack: sink.readBack.bind(sink) }),
    });
    this.#hands = options.hands && new Hands(simulation, [], options.hands);
    this.#drivers = new DriverWatch(simulation, compiled.spec);
    this.#operation = new OperationWatch(simulation, compiled);
    this.#capacity = new CapacityWatch(simulation, compiled, (event) => this.#recorder.tell(event));
    if (options.resume === undefined) {
      this.#recorder.record();
    } else {
      simulation.load(options.resume.state);
      this.#recorder.restore(options.resume.recorded, options.resume.ranges);
    }
    this.#nextCheckpoint = simulation.time + (options.checkpointEvery ?? Number.POSITIVE_INFINITY);
  }

  /** the recording so far */
  get recording(): Recording {
    return this.#recorder.contents().recording;
  }

  /** extremes and means of what is recorded, from every step so far */
  get extremes(): Readonly<Record<string, ColumnSummary>> {
    return this.#recorder.extremes();
  }

  /** along cables and chains whose tensions, curvatures or twists are recorded, from every step so far */
  get ranges(): readonly LineRange[] {
    return this.#recorder.ranges();
  }

  get failure(): RunFailure | undefined {
    return this.#failure;
  }

  /** One step, not beyond a time, with everything due after it. False when the run is over: its end is reached or a step failed. */
  advance(notBeyond: number = Number.POSITIVE_INFINITY): boolean {
    const { simulation } = this;
    if (this.#failure !== undefined || simulation.time >= this.end) return false;
    this.#playHands();
    const result = simulation.step(Math.min(notBeyond, this.end));
    if (!result.ok) {
      this.#fail(result);
      return false;
    }
    this.#capacity.look();
    this.#drivers.look();
    this.#operation.look(result.step);
    this.#recorder.record(1e-6 * result.step, this.#measure);
    if (simulation.time >= this.#nextCheckpoint) this.checkpoint();
    return simulation.time < this.end;
  }

  /** Repeats due user actions; actions rejected by the engine are reported, and the run continues without them. */
  #playHands(): void {
    try {
      this.#hands?.update();
    } catch (error) {
      if (!(error instanceof BuildError)) throw error;
      const { time } = this.simulation;
      this.#recorder.tell({ time, kind: 'warning', subject: 'hands', message: error.message });
      this.#declined.push(`hands: an act at t = ${time} s was declined: ${error.message}`);
    }
  }

  /** Sends the recording to the stream and passes on the state. */
  checkpoint(): void {
    const { checkpointEvery, onCheckpoint } = this.#options;
    this.#recorder.flush(true);
    this.#recorder.forget();
    onCheckpoint?.(this.simulation.save(), this.simulation.time);
    this.#nextCheckpoint = this.simulation.time + (checkpointEvery ?? Number.POSITIVE_INFINITY);
  }

  /** Sends the recording to the stream, so that none of it is lost in a kill; with `extremes`, also those of every step. */
  flush(extremes: boolean = false): void {
    this.#recorder.flush(extremes);
  }

  /** True when the verdict is certainly no-go; called between steps, rarely. */
  get lost(): boolean {
    return this.#failure !== undefined || this.#operation.lost || this.#capacity.reasons().length > 0;
  }

  /** Present state of the operation: phases, lines, limits; undefined without an operation. */
  get operation(): OperationSummary | undefined {
    return this.#operation.summary(
      { complete: false, over: false, end: this.end },
      this.#failure,
      this.#capacity.reasons(),
    );
  }

  /** Closes the recording and returns the summary; no call may follow. */
  finish(): RunResult {
    const { simulation } = this;
    const complete = this.#failure === undefined && simulation.time >= this.end;
    this.#recorder.recordEnd();
    const passed = this.#capacity.reasons();
    const operation = this.#operation.summary({ complete, over: true, end: this.end }, this.#failure, passed);
    for (const event of this.#operation.events()) this.#recorder.tell(event);
    this.#writer?.end();
    const { recording, frames, touches } = this.#recorder.contents();
    const summary = this.#summary();
    return {
      status: this.#failure !== undefined ? 'failed' : complete ? 'complete' : 'interrupted',
      summary,
      recording,
      frames,
      touches,
      events: this.#recorder.events,
      ...(operation && { operation }),
      extremes: this.#recorder.extremes(),
      ranges: this.#recorder.ranges(),
      warnings: [
        ...this.#prepared.warnings,
        ...this.#declined,
        ...passed,
        ...this.#drivers.doubts(),
        ...accuracyDoubt(summary, this.#prepared.compiled.scenario.solver),
        ...energyDoubt(summary.energy, this.#recorder.extremeOf('energy.kinetic')),
      ],
      ...(this.#failure && { failure: this.#failure }),
    };
  }

  #fail({ reason, subject, time, message }: Extract<StepResult, { ok: false }>): void {
    this.#failure = { reason, subject, time, message };
    this.#recorder.tell({ time, kind: 'failure', subject, message });
  }

  /** Links of chains and other parts that the scenario does not name are left out. */
  #masses(): NonNullable<RunSummary['masses']> {
    const { spec, scenario } = this.#prepared.compiled;
    return spec.bodies.flatMap(({ name, kind, mass }) =>
      kind === 'dynamic' && Object.hasOwn(scenario.bodies, name) ? [{ name, mass }] : [],
    );
  }

  #summary(): RunSummary {
    const { simulation } = this;
    const { steps, rejected, iterations, deepestOverlap } = simulation.stats;
    const { kinetic, potential, elastic, dissipated, work, initial, imbalance } = simulation.energy;
    const cpuSeconds = this.#options.cpuSeconds && this.#options.cpuSeconds() - this.#cpuStart;
    const whole =
      this.#failure === undefined && this.#options.resume === undefined && this.#options.hands === undefined;
    const found = this.#options.estimate && whole ? estimateError(simulation) : undefined;
    return {
      simulatedTime: simulation.time,
      steps,
      rejected,
      iterations,
      ...(cpuSeconds !== undefined && { cpuSeconds }),
      ...(cpuSeconds !== undefined && cpuSeconds > 0 && { realTimeRatio: simulation.time / cpuSeconds }),
      ...(deepestOverlap > 0 && { deepestOverlap }),
      ...(found && { positionError: found.error, motion: found.motion }),
      masses: this.#masses(),
      energy: { kinetic, potential, elastic, dissipated, work, initial, imbalance },
      dissipation: simulation.dissipationByElement(),
      costs: simulation.costs(),
      hash: simulation.hash(),
    };
  }
}
