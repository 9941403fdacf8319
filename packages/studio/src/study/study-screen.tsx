/** Study: many runs of the scenario in the tab's own workers, and their report. */
import { type Signal, signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Editor, goTo } from '../editor/editor.tsx';
import { FileTabs } from '../panels/file-tabs.tsx';
import { active, checkedProject, differing, project } from '../state.ts';
import { Button } from '../ui/icon.tsx';
import { Splitter } from '../ui/splitter.tsx';
import { RUN_LINK } from './planning-link.ts';
import {
  MANY_RUNS,
  newStudy,
  openStudy,
  replay,
  runStudy,
  savePage,
  saveRows,
  stopStudy,
  studiesOf,
  studyCounts,
  studyFile,
  studyInfo,
  studyIssues,
  studyMadeFrom,
  studyPace,
  studyReport,
  studyState,
  studyWorkers,
} from './study-run.ts';

const left: Signal<number> = signal(30);

export function StudyScreen(): VNode {
  const files = project.value?.files ?? {};
  const studies = studiesOf(files);
  const chosen = studies.find((name) => name === studyFile.value) ?? studies[0];
  // the study is read anew when the files have been checked
  const known = checkedProject.value;
  useEffect(() => {
    if (chosen === undefined) return;
    if (chosen !== studyFile.value || studyState.value === 'none' || differs()) openStudy(chosen);
  }, [chosen, known]);
  useEffect(() => {
    if (chosen !== undefined) active.value = chosen;
  }, [chosen]);
  return (
    <main class="bench study-bench" style={`--left:${left.value}rem`}>
      <div class="panel side study-side">
        {chosen === undefined ? <NoStudy /> : <Controls studies={studies} chosen={chosen} />}
        {chosen === undefined ? null : (
          <div class="study-text">
            <FileTabs />
            <Editor />
          </div>
        )}
      </div>
      <Splitter width={left} side="left" label="Width of the study's text" />
      <Report />
    </main>
  );
}

let read: unknown;
/** Files other than those the study was read with. */
function differs(): boolean {
  const now = project.value?.files;
  const changed = read !== now;
  read = now;
  return changed;
}

function NoStudy(): VNode {
  return (
    <div class="study-none">
      <p>
        One run answers for one case. A study runs the scenario many times: over sea states, seeds, frictions, speeds,
        and tells where it goes and why not.
      </p>
      <Button icon="file" label="New study: adds a study file to this project" onClick={newStudy} class="play">
        New study
      </Button>
    </div>
  );
}

function Controls({ studies, chosen }: { readonly studies: readonly string[]; readonly chosen: string }): VNode {
  const state = studyState.value;
  const info = studyInfo.value;
  const running = state === 'running';
  return (
    <section class="study-controls" aria-label="Study">
      <label class="picker">
        <span>Study</span>
        <select disabled={running} value={chosen} onChange={(event) => openStudy(event.currentTarget.value)}>
          {studies.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {info === undefined || state === 'bad' ? null : (
        <p class="soft small">
          {info.exact ? '' : 'at most '}
          {info.most} {info.most === 1 ? 'run' : 'runs'} of {Number(info.duration.toPrecision(4))} s:{' '}
          {info.axes
            .map(({ names, count, repeats }) => `${count} ${repeats ? 'repetitions' : 'values'} of ${names}`)
            .join(' × ')}
          .{info.measures.length === 0 ? ' Nothing is measured.' : ` Measured: ${info.measures.join(', ')}.`}
          {info.notes.map((note) => (
            <span key={note}> {note}.</span>
          ))}
        </p>
      )}
      <Issues />
      <div class="form-row">
        {running ? (
          <Button icon="stop" label="Stop; what has come back stays" onClick={stopStudy} class="play">
            Stop
          </Button>
        ) : (
          <Button
            icon="play"
            label={state === 'stopped' ? 'Go on with the study' : 'Run the study'}
            onClick={begin}
            class="play"
            disabled={state !== 'ready' && state !== 'done' && state !== 'stopped'}
          >
            {state === 'stopped' ? 'Go on' : 'Run the study'}
          </Button>
        )}
        <label class="picker narrow">
          <span>Workers</span>
          <input
            type="number"
            min={1}
            max={64}
            disabled={running}
            value={studyWorkers.value}
            onChange={(event) => {
              studyWorkers.value = Math.max(1, Math.min(64, Math.round(Number(event.currentTarget.value)) || 1));
            }}
          />
        </label>
      </div>
      <Progress />
      {studyCounts.value.done === 0 || state === 'bad' ? null : (
        <div class="form-row">
          <Button icon="save" label="Save the report as one page that prints" onClick={savePage}>
            Report
          </Button>
          <Button icon="save" label="Save all rows as CSV" onClick={saveRows}>
            Rows
          </Button>
        </div>
      )}
    </section>
  );
}

/** Asks about a number of runs that is probably a mistake. */
function begin(): void {
  const most = studyInfo.value?.most ?? 0;
  if (studyState.value !== 'stopped' && most > MANY_RUNS && !confirm(`${most} runs in this tab: go on?`)) return;
  runStudy();
}

function Issues(): VNode | null {
  const issues = studyIssues.value;
  if (issues.length === 0) return null;
  return (
    <section class="problems" aria-label="Problems of the study">
      <ul>
        {issues.map((issue) => (
          <li key={`${issue.file}:${issue.line}:${issue.column}:${issue.message}`} class={issue.severity}>
            <button type="button" onClick={() => goTo(issue.file, issue.line, issue.column)}>
              <span class="where">{issue.line > 0 ? `${issue.line}:${issue.column}` : '–'}</span>
              <span>
                {issue.path === '' ? null : <b>{issue.path} </b>}
                {issue.message}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Progress(): VNode | null {
  const { done, failed, noGo } = studyCounts.value;
  const { running, made, elapsed } = studyPace.value;
  const most = studyInfo.value?.most ?? 0;
  const state = studyState.value;
  if (most === 0 || (done === 0 && state !== 'running')) return null;
  const rate = elapsed > 0 ? made / elapsed : 0;
  const left = rate > 0 ? (most - done) / rate : Number.NaN;
  return (
    <div class="study-progress" role="status">
      <progress max={most} value={state === 'done' ? most : done} aria-label="Runs of the study that are done" />
      <p>
        <b>
          {done} of {studyInfo.value?.exact === false ? 'at most ' : ''}
          {most} runs
        </b>
        , {running} running, {noGo} no-go, {failed} failed
        {rate > 0 ? `, ${rate >= 1 ? `${rate.toPrecision(2)}/s` : `${(60 * rate).toPrecision(2)}/min`}` : ''}
        {state === 'running' && Number.isFinite(left) ? `, about ${clockText(left)} left` : ''}
        {state === 'done' ? '. Done.' : ''}
        {state === 'stopped' ? '. Stopped.' : ''}
      </p>
    </div>
  );
}

function clockText(value: number): string {
  const whole = Math.ceil(value);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** The report in a shadow tree, so that its styles and the studio's are separate. */
function Report(): VNode {
  const host = useRef<HTMLDivElement>(null);
  const shown = studyReport.value;
  useEffect(() => {
    const element = host.current;
    if (element === null || shown === undefined) return;
    const root = element.shadowRoot ?? openRoot(element, shown.style);
    const body = root.querySelector('.report');
    if (body !== null) body.innerHTML = shown.html; // all names in it are escaped where it is made; scripts do not run here
  }, [shown]);
  const stale =
    shown !== undefined &&
    studyMadeFrom.value !== undefined &&
    project.value !== undefined &&
    differing(project.value.files, studyMadeFrom.value).length > 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also for those who have only keys
    <section class="panel study-report" aria-label="Report of the study" tabIndex={0}>
      {stale ? <p class="warning">The text has changed since these runs.</p> : null}
      {shown === undefined ? <p class="empty">The report grows here while the study runs.</p> : null}
      <div ref={host} hidden={shown === undefined} />
    </section>
  );
}

function openRoot(element: HTMLElement, style: string): ShadowRoot {
  const root = element.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  root.adoptedStyleSheets = [sheet];
  const body = document.createElement('div');
  body.className = 'report';
  root.append(body);
  root.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href') ?? '';
    if (!href.startsWith(RUN_LINK)) return;
    event.preventDefault();
    replay(Number(href.slice(RUN_LINK.length)));
  });
  return root;
}
