/** State of the page as signals: panels read them, actions write them. */
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

/** State of a run. */
export type RunState = 'none' | 'loading' | 'running' | 'paused' | 'done';

export interface Notice {
  readonly tone: 'plain' | 'bad';
  readonly title: string;
  readonly text: string;
  readonly actions?: readonly { readonly label: string; readonly act: () => void }[];
}

/** Settings of the picture. */
export interface Looks {
  /** bodies as drawn, as the contact search has them, or both */
  readonly bodies: 'drawn' | 'engine' | 'both';
  /** level of the boxes of the engine's search; -1: none */
  readonly tree: number;
  readonly joints: boolean;
  readonly axes: boolean;
  readonly arrows: boolean;
  readonly moments: boolean;
  /** contact forces: total, in two parts, or over the area */
  readonly contactArrows: 'force' | 'parts' | 'traction';
  /** contact areas and points */
  readonly touches: boolean;
  /** cables coloured by their tension, where it was recorded */
  readonly tension: boolean;
  /** factor on the length that fits the picture */
  readonly arrowScale: number;
  /** share of the largest force below which none is drawn */
  readonly arrowThreshold: number;
}

export const screen: Signal<Screen> = signal<Screen>('start');
/** the present files; every change makes a new object */
export const project: Signal<Project | undefined> = signal(undefined);
/** the files as they were opened or saved last */
export const savedFiles: Signal<Project['files']> = signal({});
/** name of the file in the editor */
export const active: Signal<string> = signal('');
/** the project that was checked last */
export const checkedProject: Signal<Project | undefined> = signal(undefined);
export const check: Signal<CheckReply | undefined> = signal(undefined);
/** the scenario and its included files, in their last valid form */
export const plains: Signal<Readonly<Record<string, unknown>>> = signal({});
/** all of them merged: the scenario itself has precedence */
export const plain: ReadonlySignal<unknown> = computed(() => merged(plains.value, project.value?.main ?? ''));
/** places of things in these texts */
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
/** the same for expensive updates: less often while a run is computed */
export const slowGrowth: ReadonlySignal<number> = computed(() =>
  runState.value === 'running' ? Math.floor(growth.value / 8) : growth.value,
);
/** counts up when the state of the operation changes */
export const operationLooks: Signal<number> = signal(0);
export const tick: Signal<Tick | undefined> = signal(undefined);
/** number of runs stored by the browser since the page was opened */
export const runsKept: Signal<number> = signal(0);
/** [J] potential energy at the start of the run, once known */
export const firstPotential: Signal<number | undefined> = signal(undefined);
export const checkpoints: Signal<readonly number[]> = signal([]);
/** simulated seconds a second; 0: as fast as it can */
export const pace: Signal<number> = signal(0);
/** true: the picture follows the end of a growing run */
export const following: Signal<boolean> = signal(true);
export const clock: Signal<Clock> = signal(new Clock(0, 0));
/** the files of the present run; undefined for a run without them */
export const runFiles: Signal<Project['files'] | undefined> = signal(undefined);
export const pullStrength: Signal<number> = signal(1);

/** another run, drawn as a ghost beside the first */
export const other: Signal<RunStore | undefined> = signal(undefined);

export const notice: Signal<Notice | undefined> = signal(undefined);
/** text for screen readers only */
export const announcement: Signal<string> = signal('');

/** names of the files that differ from what was opened or saved, are new or are gone */
export const changed: ReadonlySignal<readonly string[]> = computed(() =>
  differing(project.value?.files ?? {}, savedFiles.value),
);
export const unsaved: ReadonlySignal<boolean> = computed(() => changed.value.length > 0);
export const errors: ReadonlySignal<number> = computed(
  () => (check.value?.issues ?? []).filter((issue) => issue.severity === 'error').length,
);
/** true: the run on the page belongs to an older text */
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
