/** Opening things by name: shipped scenarios, kept runs, a new scenario, what the address says. */
import { batch } from '@preact/signals';
import { readStream } from '@hawser/record';
import { wantedTier } from '@hawser/viewer';
import { keptRun } from '../files/keep.ts';
import { shipped, shippedProject, shippedText } from '../files/shipped.ts';
import { type RunFacts, RunStore } from '../run/run-store.ts';
import { clock, following, growth, notice, project, run, runState, selection, unsaved } from '../state.ts';
import { openProject } from './scenario.ts';
import { showRun, startRun } from './session.ts';

const FIRST = `hawser: 1
title: New scenario
bodies:
  floor: { fixed: true, shapes: [{ half-space: true }] }
  box:
    density: 500 kg/m^3
    position: [0, 0, 1.5 m]
    rotation: { axis: [1, 2, 0], angle: 30 deg }
    shapes: [{ box: [1 m, 0.6 m, 0.4 m] }]
run: { duration: 4 s }
`;

export async function openShipped(id: string): Promise<boolean> {
  const found = shipped.find((scenario) => scenario.id === id);
  if (found === undefined) {
    const names = shipped.map((scenario) => scenario.id).join(', ');
    notice.value = { tone: 'bad', title: `There is no scenario "${id}"`, text: `This studio has ${names}.` };
    return false;
  }
  const opened = await shippedProject(found);
  forgetRun();
  openProject(opened);
  const tier = wantedTier(); // stays in the address: the picture is made later
  history.replaceState(null, '', `#scenario=${id}${tier === undefined ? '' : `&${tier}`}`);
  return true;
}

export function newScenario(): void {
  forgetRun();
  openProject({ main: 'scenario.yaml', files: { 'scenario.yaml': FIRST } });
}

/** The run on the page belongs to another scenario. */
export function forgetRun(): void {
  batch(() => {
    run.value = undefined;
    runState.value = 'none';
    selection.value = undefined;
  });
}

export async function openKept(id: number): Promise<void> {
  const kept = await keptRun(id);
  if (kept === undefined) {
    notice.value = {
      tone: 'bad',
      title: 'This run is gone',
      text: 'The browser has removed it; run the scenario again.',
    };
    return;
  }
  const contents = readStream(new Uint8Array(await kept.stream.arrayBuffer()));
  adopt(kept.facts);
  showRun(RunStore.loaded(kept.facts, kept.scene, contents, kept.end));
}

/** The scenario of a run is opened in the editor, unless another one is being edited. */
export function adopt({ file, source, files }: RunFacts): void {
  if (source === '' || unsaved.value) return;
  const name = files === undefined ? file.replace(/^.*[/\\]/, '') : file;
  openProject({ main: name, files: files ?? { [name]: source } });
}

/** `#scenario=deck-crane&t=12.5&run` */
export async function openAddress(hash: string): Promise<void> {
  const wanted = new URLSearchParams(hash.replace(/^#/, ''));
  const id = wanted.get('scenario');
  if (id === null || !(await openShipped(id))) return;
  const t = wanted.get('t');
  if (t === null && !wanted.has('run')) return;
  startRun();
  const at = Number(t);
  if (t === null || !Number.isFinite(at)) return;
  // the instant is shown when the run has come to it
  const stop = growth.subscribe(() => {
    if (clock.value.end < at && runState.value !== 'done') return;
    queueMicrotask(() => {
      stop();
      following.value = false;
      clock.value.set(at);
    });
  });
}

/** An address that leads to this instant of a shipped scenario; undefined for any other. */
export function linkTo(time: number): string | undefined {
  const id = project.value?.main.replace(/\/scenario\.yaml$/, '') ?? '';
  if (project.value?.files[project.value.main] !== shippedText(id)) return undefined;
  return `${location.href.replace(/#.*$/, '')}#scenario=${id}&t=${Number(time.toPrecision(6))}`;
}
