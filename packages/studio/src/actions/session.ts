/** Actions on a run: start, pause, step, go back, pull, keep. */
import { batch } from '@preact/signals';
import { Clock } from '@hawser/viewer';
import { noteState } from '../files/draft.ts';
import { keepRun } from '../files/keep.ts';
import { RunStore } from '../run/run-store.ts';
import {
  announcement,
  check,
  checkpoints,
  clock,
  firstPotential,
  following,
  growth,
  modelFiles,
  model as shownModel,
  notice,
  operationLooks,
  pace,
  project,
  run,
  runState,
  runsKept,
  runFiles,
  screen,
  tick,
} from '../state.ts';
import { VERSION } from '../version.ts';
import { SessionLink } from '../worker/client.ts';
import type { Grab, HandAct } from '@hawser/scenario';
import type { FromSession, ModelView, Project, Tick } from '../worker/messages.ts';
import { desk } from './scenario.ts';

/** [ms] shortest interval between updates of plots of a growing run, and its multiple of the time of one update */
const GROWTH_EVERY = 400;
const GROWTH_SHARE = 12;
const GROWTH_MOST = 2000;
/** [bytes] runs larger than this are not kept by the browser */
const MOST_KEPT = 80e6;

let link: SessionLink | undefined;
let grown = 0;
let growthEvery = GROWTH_EVERY;

/** Listeners to ticks, called at once: the picture does not wait for signals. */
export const onTick: Set<(tick: Tick) => void> = new Set();

/** Runs the present text from the start. */
export function startRun(): void {
  const now = project.value;
  if (now === undefined) return;
  void noteState();
  begin(now, []);
}

/** Runs the text with values changed as by --set, such as a run of a study, whose scenario need not be the one in the editor; `said` tells which. */
export function startRunWith(scenario: string, set: readonly string[], said: string): void {
  const now = project.value;
  if (now === undefined) return;
  begin({ ...now, main: scenario }, set);
  notice.value = { tone: 'plain', title: said, text: '' };
}

function begin(project: Project, set: readonly string[]): void {
  link?.end();
  const main = project.files[project.main];
  const source = typeof main === 'string' ? main : new TextDecoder().decode(main);
  batch(() => {
    runState.value = 'loading';
    checkpoints.value = [];
    tick.value = undefined;
    following.value = true;
    notice.value = undefined;
    screen.value = 'run';
  });
  link = new SessionLink((message) => receive(message, project, source));
  const tickEvery = document.documentElement.dataset.tier === 'full' ? 33 : 80;
  link.send({ kind: 'load', project, set, pace: pace.value, tickEvery });
}

function receive(message: FromSession, project: Project, source: string): void {
  switch (message.kind) {
    case 'refused':
      batch(() => {
        runState.value = 'none';
        screen.value = 'model';
        const before = check.value;
        if (before !== undefined) check.value = { ...before, issues: message.issues };
        const first = message.issues[0];
        notice.value = {
          tone: 'bad',
          title: 'The scenario cannot be run yet',
          text: first === undefined ? '' : `line ${first.line}: ${first.path}: ${first.message}`,
        };
      });
      break;
    case 'ready':
      ready(message.model, message.resolved, project, source);
      link?.send({ kind: 'go' });
      break;
    case 'tick':
      takeTick(message);
      break;
    case 'checkpoint':
      checkpoints.value = [...checkpoints.value.slice(0, message.index), message.time];
      break;
    case 'rewound':
      rewound(message.checkpoint, message.time);
      break;
    case 'done':
      finished(message);
      break;
    case 'declined':
      notice.value = { tone: 'plain', title: 'That cannot be done now', text: message.message };
      break;
    case 'broken':
      batch(() => {
        runState.value = run.value === undefined ? 'none' : 'done';
        notice.value = { tone: 'bad', title: 'The run broke off by a fault of hawser', text: message.message };
      });
      break;
  }
}

function ready(model: ModelView, resolved: unknown, project: Project, source: string): void {
  const facts = {
    title: model.title,
    file: project.main,
    source,
    resolved,
    files: project.files,
    duration: model.duration,
    version: VERSION,
    started: new Date().toISOString(),
  };
  // the picture of a model that is on stage already need not be built again
  const known = modelFiles.value === project.files ? shownModel.value : undefined;
  const { scenery, bounds, backdrop, links, sea, view } = model;
  const byName = new Map(model.channels.map((channel) => [channel.name, channel]));
  // in the order in which the session sends their columns
  const channels = model.recorded.flatMap((name) => byName.get(name) ?? []);
  const scene = known ?? { scenery, bounds, backdrop, links, sea, view };
  const store = new RunStore(
    facts,
    scene,
    channels,
    model.start.bodies,
    model.bodies.map((body) => body.name),
  );
  batch(() => {
    run.value = store;
    runFiles.value = project.files;
    runState.value = 'running';
    clock.value = new Clock(0, 0);
    growth.value++;
  });
}

function takeTick(message: Tick): void {
  const store = run.value;
  if (store === undefined) return;
  store.take(message.blocks);
  if (message.ranges !== undefined) store.ranges = message.ranges;
  if (message.operation !== undefined) {
    store.operation = message.operation;
    operationLooks.value++;
  }
  for (const listener of onTick) listener(message);
  const now = performance.now();
  let grows = false;
  batch(() => {
    tick.value = message;
    if (message.steps === 0) firstPotential.value = message.energy.potential;
    clock.value.setEnd(store.endTime, following.value);
    if (runState.value !== 'done') runState.value = message.running ? 'running' : 'paused';
    grows = now - grown > growthEvery || !message.running;
    if (grows) growth.value++;
  });
  if (!grows) return;
  grown = performance.now();
  growthEvery = Math.min(GROWTH_MOST, Math.max(GROWTH_EVERY, GROWTH_SHARE * (grown - now)));
}

function rewound(index: number, time: number): void {
  run.value?.cut(time);
  batch(() => {
    checkpoints.value = checkpoints.value.slice(0, index + 1);
    runState.value = 'paused';
    following.value = true;
    notice.value = undefined;
    clock.value.setEnd(run.value?.endTime ?? 0);
    growth.value++;
  });
}

function finished(message: Extract<FromSession, { kind: 'done' }>): void {
  const store = run.value;
  if (store === undefined) return;
  const { status, summary, warnings, failure, operation, steered, acts, extremes } = message;
  store.ranges = message.ranges;
  store.operation = operation ?? undefined;
  const notes = steered
    ? [...warnings, 'This run was steered by hand: it takes hands.json (Export) beside the scenario to give it again.']
    : warnings;
  store.end = { status, summary, warnings: notes, failure, operation, steered, acts, extremes };
  batch(() => {
    runState.value = 'done';
    growth.value++;
    announcement.value = `The run is ${status}`;
    if (failure !== null) {
      notice.value = {
        tone: 'bad',
        title: `The run failed: ${failure.reason}, ${failure.subject}`,
        text: failure.message,
      };
    }
  });
  void keepThis(store);
}

async function keepThis(store: RunStore): Promise<void> {
  const { end, facts, events } = store;
  const { channels, time, columns } = store.recording();
  if (end === undefined || 8 * time.length * columns.length > MOST_KEPT) return;
  const { scenery, bounds, backdrop, links, sea, view } = store.scene;
  const { title, resolved } = facts;
  const [frames, touches] = [store.frames(), store.touches()];
  const run = { channels, time, columns, frames, touches, events, scenery, title, resolved };
  const reply = await desk.ask({ kind: 'pack', run });
  if (reply.kind !== 'packed') return;
  const scene = { scenery, bounds, backdrop, links, sea, view };
  await keepRun({ facts, scene, end, stream: new Blob([...reply.parts]), thumbnail: reply.thumbnail });
  runsKept.value++;
}

/** Runs, pauses or continues, depending on the state. */
export function toggleRun(): void {
  if (runState.value === 'running') link?.send({ kind: 'pause' });
  else if (runState.value === 'paused') goOn();
  else if (runState.value !== 'loading') startRun();
}

export function goOn(): void {
  following.value = true;
  link?.send({ kind: 'go' });
}

export function stepOnce(): void {
  following.value = true;
  if (runState.value === 'paused' || runState.value === 'running') link?.send({ kind: 'step' });
}

/** Ends the run with its present results. */
export function stopRun(): void {
  link?.send({ kind: 'stop' });
}

export function setPace(next: number): void {
  pace.value = next;
  link?.send({ kind: 'pace', pace: next });
}

/** Goes back to a checkpoint; the run then waits there. */
export function rewindTo(index: number): void {
  link?.send({ kind: 'rewind', checkpoint: index });
}

export function grab(wanted: Grab | null): void {
  act({ do: 'grab', grab: wanted });
}

export function lead(target: string, value: number): void {
  act({ do: 'lead', target, value });
}

export function orderWinch(winch: string, speed: number): void {
  act({ do: 'winch', winch, speed });
}

/** User actions: carried out before the next step, and recorded. */
export function act(wanted: HandAct): void {
  link?.send({ kind: 'act', act: wanted });
}

/** Shows a run that was computed elsewhere or earlier. */
export function showRun(store: RunStore): void {
  link?.end();
  link = undefined;
  const next = new Clock(store.startTime, store.endTime);
  batch(() => {
    run.value = store;
    runFiles.value = store.facts.files;
    runState.value = 'done';
    tick.value = undefined;
    checkpoints.value = [];
    following.value = false;
    clock.value = next;
    growth.value++;
    screen.value = 'results';
    const failure = store.end?.failure;
    notice.value =
      failure === undefined || failure === null
        ? undefined
        : { tone: 'bad', title: `The run failed: ${failure.reason}, ${failure.subject}`, text: failure.message };
  });
}
