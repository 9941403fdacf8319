/** What the page is about, as signals: panels read them, actions write them. */
import { type ReadonlySignal, type Signal, computed, signal } from '@preact/signals';
import type { JsonSchema } from '@hawser/scenario';
import { Clock } from '@hawser/viewer';
import type { RunStore } from './run/run-store.ts';
import type { CheckReply, ModelView, Place, Project, Section, Tick } from './worker/messages.ts';

export type Screen = 'start' | 'model' | 'run' | 'results' | 'study';

export interface Selected {
  readonly section: Section;
  readonly name: string;
}

/** How a run stands. */
export type RunState = 'none' | 'loading' | 'running' | 'paused' | 'done';

export interface Notice {
  readonly tone: 'plain' | 'bad';
  readonly title: string;
  readonly text: string;
  readonly actions?: readonly { readonly label: string; readonly act: () => void }[];
}

/** What the picture shows. */
export interface Looks {
  /** bodies as drawn, as the contact search has them, or both */
  readonly bodies: 'drawn' | 'engine' | 'both';
  /** with what the engine sees: level of the boxes of its search; -1: none */
  readonly tree: number;
  readonly joints: boolean;
  readonly axes: boolean;
  readonly arrows: boolean;
  readonly moments: boolean;
  /** forces where bodies touch: whole, in two parts, or over the area */
  readonly contactArrows: 'force' | 'parts' | 'traction';
  /** areas and points where bodies touch */
  readonly touches: boolean;
  /** cables coloured by their tension, where it was recorded */
  readonly tension: boolean;
  /** factor on the length that fits the picture */
  readonly arrowScale: number;
  /** share of the largest force below which none is drawn */
  readonly arrowThreshold: number;
}

export const screen: Signal<Screen> = signal<Screen>('start');
/** the files as they stand now; every change makes a new one */
export const project: Signal<Project | undefined> = signal(undefined);
/** the files as they were opened or saved last */
export const savedFiles: Signal<Project['files']> = signal({});
/** the file in the editor */
export const active: Signal<string> = signal('');
/** the project that was checked last */
export const checkedProject: Signal<Project | undefined> = signal(undefined);
export const check: Signal<CheckReply | undefined> = signal(undefined);
/** the scenario and the files it includes as written, the last time each was YAML */
export const plains: Signal<Readonly<Record<string, unknown>>> = signal({});
/** all of them as one: what the scenario itself says comes first */
export const plain: ReadonlySignal<unknown> = computed(() => merged(plains.value, project.value?.main ?? ''));
/** where things stand in these texts */
export const places: Signal<readonly Place[]> = signal([]);
export const checking: Signal<boolean> = signal(false);
/** the last state of the text that could be built */
export const model: Signal<ModelView | undefined> = signal(undefined);
/** the files that `model` was built from */
export const modelFiles: Signal<Project['files'] | undefined> = signal(undefined);
export const schema: Signal<JsonSchema | undefined> = signal(undefined);
export const selection: Signal<Selected | undefined> = signal(undefined);
export const hidden: Signal<ReadonlySet<string>> = signal(new Set<string>());
export const looks: Signal<Looks> = signal<Looks>({
  bodies: 'drawn',
  tree: -1,
  joints: false,
  axes: false,
  arrows: true,
  moments: false,
  contactArrows: 'force',
  touches: true,
  tension: true,
  arrowScale: 1,
  arrowThreshold: 0.02,
});

export const run: Signal<RunStore | undefined> = signal(undefined);
export const runState: Signal<RunState> = signal<RunState>('none');
/** counts up, a few times a second, while a run grows */
export const growth: Signal<number> = signal(0);
/** the same for what is dear to work out: slower while a run is computed */
export const slowGrowth: ReadonlySignal<number> = computed(() =>
  runState.value === 'running' ? Math.floor(growth.value / 8) : growth.value,
);
/** counts up when more is known of how the operation stands */
export const operationLooks: Signal<number> = signal(0);
export const tick: Signal<Tick | undefined> = signal(undefined);
/** how many runs the browser has kept since the page was opened */
export const runsKept: Signal<number> = signal(0);
/** [J] potential energy at the start of the run, once known */
export const firstPotential: Signal<number | undefined> = signal(undefined);
export const checkpoints: Signal<readonly number[]> = signal([]);
/** simulated seconds a second; 0: as fast as it can */
export const pace: Signal<number> = signal(0);
/** the picture is at the end of a run that is being computed */
export const following: Signal<boolean> = signal(true);
export const clock: Signal<Clock> = signal(new Clock(0, 0));
/** the files the present run was made from; undefined: of a run that came without them */
export const runFiles: Signal<Project['files'] | undefined> = signal(undefined);
export const pullStrength: Signal<number> = signal(1);

/** another run, drawn as a ghost beside the first */
export const other: Signal<RunStore | undefined> = signal(undefined);

export const notice: Signal<Notice | undefined> = signal(undefined);
/** said aloud by screen readers, shown nowhere */
export const announcement: Signal<string> = signal('');

/** names of the files that differ from what was opened or saved, are new or are gone */
export const changed: ReadonlySignal<readonly string[]> = computed(() =>
  differing(project.value?.files ?? {}, savedFiles.value),
);
export const unsaved: ReadonlySignal<boolean> = computed(() => changed.value.length > 0);
export const errors: ReadonlySignal<number> = computed(
  () => (check.value?.issues ?? []).filter((issue) => issue.severity === 'error').length,
);
/** the run on the page is of an older text */
export const outdated: ReadonlySignal<boolean> = computed(
  () =>
    run.value !== undefined &&
    project.value !== undefined &&
    runFiles.value !== undefined &&
    differing(project.value.files, runFiles.value).length > 0,
);

function merged(all: Readonly<Record<string, unknown>>, main: string): unknown {
  const own = all[main];
  if (typeof own !== 'object' || own === null) return own;
  const out: Record<string, unknown> = {};
  for (const [name, data] of Object.entries(all)) if (name !== main) join(out, data);
  join(out, own);
  return out;
}

/** Sections of named things are joined, everything else is replaced. */
function join(out: Record<string, unknown>, data: unknown): void {
  if (typeof data !== 'object' || data === null) return;
  for (const [key, value] of Object.entries(data)) {
    const before = out[key];
    const maps = [before, value].every((each) => typeof each === 'object' && each !== null && !Array.isArray(each));
    out[key] = maps ? { ...(before as object), ...(value as object) } : value;
  }
}

/** Names of files that are not the same in both. */
export function differing(a: Project['files'], b: Project['files']): string[] {
  if (a === b) return [];
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter((name) => a[name] !== b[name]);
}
