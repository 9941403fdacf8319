/** Start: the shipped scenarios, the last runs, a place to drop files on. */
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { openKept, openShipped } from '../actions/open.ts';
import { takeDraft } from '../actions/drafts.ts';
import { lostDrafts } from '../files/draft.ts';
import { takeFiles } from '../files/take.ts';
import { dropDraft, dropRun, type KeptDraft, type RecentRun, recentRuns } from '../files/keep.ts';
import { hasWords } from '../files/gallery-search.ts';
import { addressOf } from '../files/pictures.ts';
import { firstSearch, loopOf, pictures, type Shipped, shipped } from '../files/shipped.ts';
import { newScenario } from '../actions/open.ts';
import { runsKept } from '../state.ts';
import { Button, Icon } from '../ui/icon.tsx';

/** Number of runs shown above the scenarios. */
const FIRST_RUNS = 4;

export function StartScreen(): VNode {
  const recent = useSignal<readonly RecentRun[]>([]);
  const refresh = (): void => void recentRuns().then((runs) => (recent.value = runs));
  useEffect(refresh, [runsKept.value]);
  return (
    <main class="start">
      <div class="start-inner">
        <OpenBar />
        <Drafts />
        <Runs title="Recent runs" runs={recent.value.slice(0, FIRST_RUNS)} refresh={refresh} />
        <Gallery />
        <Runs title="Earlier runs" runs={recent.value.slice(FIRST_RUNS)} refresh={refresh} />
      </div>
    </main>
  );
}

/** The scenarios by theme; words find them by title, description and theme. */
function Gallery(): VNode {
  const filter = useSignal(firstSearch);
  const found = shipped.filter((scenario) => hasWords(scenario, filter.value));
  const themes = [...new Set(found.map(({ theme }) => theme))];
  return (
    <>
      <div class="gallery-head">
        <h2>Scenarios</h2>
        <input
          type="search"
          class="filter"
          placeholder="Search, such as: chain"
          aria-label="Search the scenarios"
          value={filter.value}
          onInput={(event) => (filter.value = event.currentTarget.value)}
        />
      </div>
      {themes.map((theme) => (
        <section key={theme} aria-label={theme}>
          <h3 class="theme">{theme}</h3>
          <ul class="cards">
            {found
              .filter((scenario) => scenario.theme === theme)
              .map((scenario) => (
                <Card key={scenario.id} scenario={scenario} />
              ))}
          </ul>
        </section>
      ))}
      {found.length === 0 ? <p class="empty">No scenario has all of these words.</p> : null}
    </>
  );
}

/** Unsaved work of closed pages. */
function Drafts(): VNode | null {
  const drafts = useSignal<readonly KeptDraft[]>([]);
  const refresh = (): void => void lostDrafts().then((found) => (drafts.value = found));
  useEffect(refresh, []);
  if (drafts.value.length === 0) return null;
  return (
    <>
      <h2>Unsaved work</h2>
      <ul class="recent">
        {drafts.value.map((kept) => (
          <li key={kept.key}>
            <button type="button" class="recent-open" onClick={() => takeDraft(kept)}>
              <span>
                <b>{kept.draft.project.main}</b>
                <span class="soft">last changed {new Date(kept.draft.when).toLocaleString()}</span>
              </span>
            </button>
            <Button
              icon="close"
              label={`Forget the unsaved work on ${kept.draft.project.main}`}
              onClick={() => void dropDraft(kept.key).then(refresh)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface RunsProps {
  readonly title: string;
  readonly runs: readonly RecentRun[];
  readonly refresh: () => void;
}

function Runs({ title, runs, refresh }: RunsProps): VNode | null {
  if (runs.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <ul class="recent">
        {runs.map((run) => (
          <li key={run.id}>
            <button type="button" class="recent-open" onClick={() => void openKept(run.id)}>
              <Picture address={addressOf(run.thumbnail)} />
              <span>
                <b>{run.title}</b>
                <span class="soft">
                  {new Date(run.started).toLocaleString()}, {run.status}, {run.seconds.toFixed(2)} s,{' '}
                  {(run.size / 1e6).toFixed(1)} MB
                </span>
              </span>
            </button>
            <Button
              icon="close"
              label={`Forget this run of ${run.title}`}
              onClick={() => void dropRun(run.id).then(refresh)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function OpenBar(): VNode {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement | null): void => {
    const chosen = [...(input?.files ?? [])].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
    if (input !== null) input.value = '';
    if (chosen.length > 0) void takeFiles(chosen);
  };
  return (
    <div class="open-bar">
      <p>
        <Icon name="folder" /> Drop a scenario, a mesh, or the folder of a run anywhere on this page
      </p>
      <input
        type="file"
        multiple
        hidden
        ref={files}
        id="open-files"
        accept=".zip,.yaml,.yml,.json,.obj,.stl,.ply,.vtk,.vtp,.gltf,.glb,.csv,.txt"
        onChange={() => take(files.current)}
      />
      <input
        type="file"
        hidden
        ref={(element) => {
          folder.current = element;
          element?.setAttribute('webkitdirectory', '');
        }}
        id="open-folder"
        onChange={() => take(folder.current)}
      />
      <Button icon="file" label="Open files…: a scenario and the files it names" onClick={() => files.current?.click()}>
        Open files…
      </Button>
      <Button icon="folder" label="Open a folder… of a run or of a scenario" onClick={() => folder.current?.click()}>
        Open a folder…
      </Button>
      <Button icon="plus" label="Begin a new scenario" onClick={newScenario}>
        New
      </Button>
    </div>
  );
}

/** [ms] the first card moves by itself, once the gallery has been seen for a moment, and stops within five seconds (WCAG 2.2.2) */
const [FIRST_LOOK, FIRST_LOOP] = [1500, 4000];

/** Its picture is animated under the pointer or with the focus. */
function Card({ scenario }: { readonly scenario: Shipped }): VNode {
  const loop = useSignal('');
  const wanted = useRef(false);
  const play = (): void => {
    wanted.current = true;
    void loopOf(scenario.id).then((address) => {
      if (wanted.current && address !== undefined) loop.value = address;
    });
  };
  const stop = (): void => {
    wanted.current = false;
    loop.value = '';
  };
  useEffect(() => {
    if (scenario !== shipped[0]) return;
    const timers = [setTimeout(play, FIRST_LOOK), setTimeout(stop, FIRST_LOOK + FIRST_LOOP)];
    return () => timers.forEach(clearTimeout);
  }, []);
  return (
    <li>
      <button
        type="button"
        class="card"
        data-scenario={scenario.id}
        onClick={() => void openShipped(scenario.id)}
        onPointerEnter={play}
        onPointerLeave={stop}
        onFocus={play}
        onBlur={stop}
      >
        <Picture address={loop.value || (pictures.value[scenario.id] ?? '')} />
        <span class="card-text">
          <b>{scenario.title}</b>
          <span class="soft">{scenario.description}</span>
        </span>
      </button>
    </li>
  );
}

function Picture({ address }: { readonly address: string }): VNode {
  return address === '' ? <span class="no-picture" /> : <img alt="" src={address} />;
}
