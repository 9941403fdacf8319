/** The page: heading with the five screens, one of them, notices, help. */
import { isDark, onTheme, toggleTheme } from '@hawser/viewer';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { zippedPart } from './files/parts.ts';
import { filesOf, takeFiles } from './files/take.ts';
import { canShow, HELP, startKeys } from './panels/keys.ts';
import { ModelScreen } from './screens/model.tsx';
import { ResultsScreen } from './screens/results.tsx';
import { RunScreen } from './screens/run.tsx';
import { StartScreen } from './screens/start.tsx';
import { studyState } from './study/study-run.ts';
import { StudyScreen } from './study/study-screen.tsx';
import { announcement, model, notice, project, run, runState, type Screen, screen, unsaved } from './state.ts';
import { Button, Icon } from './ui/icon.tsx';

const SCREENS: readonly (readonly [Screen, string, string])[] = [
  ['start', 'Start', 'G'],
  ['model', 'Model', 'M'],
  ['run', 'Run', 'R'],
  ['results', 'Results', 'V'],
  ['study', 'Study', 'S'],
];

export function App(): VNode {
  const help = useRef<HTMLDialogElement>(null);
  const dropping = useSignal(false);
  const licences = useSignal('');
  useEffect(() => startKeys(() => help.current?.showModal()), []);
  useEffect(() => listenToDrops((over) => (dropping.value = over)), []);
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <Heading help={() => help.current?.showModal()} />
      <NoticeBar />
      <div class="screen" id="content" tabIndex={-1}>
        <ScreenOf screen={screen.value} />
      </div>
      <p class="hidden" role="status" aria-live="polite">
        {announcement}
      </p>
      {dropping.value ? <div class="drop-here">Drop a scenario, a mesh or the folder of a run</div> : null}
      <dialog class="help" ref={help} aria-labelledby="help-title">
        <h2 id="help-title">Keys and gestures</h2>
        <table>
          <tbody>
            {HELP.map(([key, what]) => (
              <tr key={key}>
                <th scope="row">
                  <kbd>{key}</kbd>
                </th>
                <td>{what}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>
          Picture: a click chooses, drag turns, right drag or two fingers move, wheel or pinch zooms, a double click
          follows a body; on the run screen a drag on a body pulls it. Plots: click goes to an instant, drag zooms in
          time, double click shows all.
        </p>
        {licences.value === '' ? null : (
          <textarea class="licences" readOnly rows={16} aria-label="Licences of what is bundled" value={licences} />
        )}
        <button type="button" class="icon worded" onClick={() => help.current?.close()}>
          Close
        </button>
        <button
          type="button"
          class="icon worded"
          onClick={() =>
            void zippedPart('notices').then((text) => (licences.value = licences.value === '' ? text : ''))
          }
        >
          Licences
        </button>
      </dialog>
    </>
  );
}

function ScreenOf({ screen: shown }: { readonly screen: Screen }): VNode {
  if (shown === 'model') return <ModelScreen />;
  if (shown === 'run') return <RunScreen />;
  if (shown === 'results') return <ResultsScreen />;
  if (shown === 'study') return <StudyScreen />;
  return <StartScreen />;
}

function Heading({ help }: { readonly help: () => void }): VNode {
  const dark = useSignal(isDark());
  useEffect(() => onTheme(() => (dark.value = isDark())), []);
  const title = screen.value === 'results' ? run.value?.title : (model.value?.title ?? project.value?.main);
  return (
    <header class={screen.value === 'start' ? 'top' : 'top titled'}>
      <span class="mark" aria-hidden="true">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d="M5 24C5 13 27 19 27 8" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" />
          <circle cx="27" cy="8" r="3.2" fill="none" stroke="currentColor" stroke-width="2.4" />
        </svg>
      </span>
      <h1>hawser studio</h1>
      <nav class="screens" aria-label="Screens">
        {SCREENS.map(([id, name, key]) => (
          <button
            key={id}
            type="button"
            aria-current={screen.value === id ? 'page' : undefined}
            disabled={!canShow(id)}
            title={`${name} (${key})`}
            onClick={() => (screen.value = id)}
          >
            {name}
            {(id === 'run' && runState.value === 'running') || (id === 'study' && studyState.value === 'running') ? (
              <span class="pulse" title="computing" />
            ) : null}
          </button>
        ))}
      </nav>
      <p class="what">
        {screen.value === 'start' ? '' : title}
        {unsaved.value && screen.value !== 'start' ? <span class="unsaved"> ● not saved</span> : null}
      </p>
      <div class="tools">
        <Button icon={dark.value ? 'sun' : 'moon'} label="Light or dark (T)" onClick={toggleTheme} />
        <Button icon="keys" label="Keys and gestures (?)" onClick={help} />
      </div>
    </header>
  );
}

function NoticeBar(): VNode | null {
  const shown = notice.value;
  if (shown === undefined) return null;
  return (
    <div class={`notice ${shown.tone}`} role={shown.tone === 'bad' ? 'alert' : 'status'}>
      {shown.tone === 'bad' ? <Icon name="warn" /> : null}
      <p>
        <strong>{shown.title}</strong> {shown.text}
      </p>
      {(shown.actions ?? []).map(({ label, act }) => (
        <button key={label} type="button" class="icon worded" onClick={act}>
          {label}
        </button>
      ))}
      <Button icon="close" label="Close this message" onClick={() => (notice.value = undefined)} />
    </div>
  );
}

function listenToDrops(show: (over: boolean) => void): () => void {
  const over = (event: DragEvent): void => {
    if (event.dataTransfer === null || ![...event.dataTransfer.types].includes('Files')) return;
    event.preventDefault();
    show(true);
  };
  const leave = (event: DragEvent): void => {
    if (event.relatedTarget === null) show(false);
  };
  const drop = (event: DragEvent): void => {
    show(false);
    if (event.dataTransfer === null || ![...event.dataTransfer.types].includes('Files')) return;
    event.preventDefault();
    filesOf(event.dataTransfer)
      .then(takeFiles)
      .catch((error: Error) => {
        const text = `The browser would not read it: ${error.message}. Use "Open files" or "Open a folder" instead.`;
        notice.value = { tone: 'bad', title: 'What was dropped cannot be opened', text };
      });
  };
  document.addEventListener('dragover', over);
  document.addEventListener('dragleave', leave);
  document.addEventListener('drop', drop);
  return () => {
    document.removeEventListener('dragover', over);
    document.removeEventListener('dragleave', leave);
    document.removeEventListener('drop', drop);
  };
}
