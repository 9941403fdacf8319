/** Export of the run. */
import { download } from '@hawser/viewer';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { type ExportFormat, exportRun } from '../actions/export.ts';
import { film } from '../actions/film.ts';
import { linkTo } from '../actions/open.ts';
import { addFiles } from '../actions/scenario.ts';
import type { RunStore } from '../run/run-store.ts';
import { following, clock, notice, project, run } from '../state.ts';
import { HAND_FILE, handFileOf, handText } from '@hawser/scenario';
import { Button, type StudioIcon } from '../ui/icon.tsx';
import { framedPicture } from '../view/framed-picture.ts';
import { stageNow } from '../view/view.tsx';

const FORMATS: readonly (readonly [ExportFormat, StudioIcon, string, string])[] = [
  ['html', 'file', 'Report', 'one HTML file: replay, plots, tables; opens without a network'],
  ['csv', 'table', 'CSV', 'all channels in SI units, every digit'],
  ['xlsx', 'table', 'Excel', 'series, extremes and facts in a workbook'],
  ['parquet', 'table', 'Parquet', 'all channels, for Python and databases'],
  ['glb', 'mesh', 'glTF', 'bodies and their motion, for Blender and other viewers'],
  ['yaml', 'file', 'Scenario', 'what this run was made from: its text, or a zip of all its files'],
];

function keepHands(store: RunStore): void {
  const main = project.value?.main ?? store.facts.file;
  addFiles({ [handFileOf(main)]: handText(store.end?.acts ?? []) });
  notice.value = {
    tone: 'plain',
    title: `${HAND_FILE} is among the files`,
    text: 'The next run does these acts again.',
  };
}

export function ExportPanel(): VNode {
  const busy = useSignal('');
  const share = useSignal(0);
  const stop = useSignal(false);
  const speed = useSignal(1);
  const store = run.value;
  if (store === undefined) return <p class="empty">There is no run to export.</p>;
  const link = linkTo(clock.value.time);
  const guarded = async (what: string, act: () => Promise<void>): Promise<void> => {
    busy.value = what;
    try {
      await act();
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      notice.value = { tone: 'bad', title: `${what} could not be written`, text };
    }
    busy.value = '';
  };
  const picture = async (): Promise<void> => {
    const stage = stageNow();
    if (stage === undefined) throw new Error('there is no picture without WebGL');
    const text = `${store.title}, t = ${clock.value.time.toFixed(3)} s`;
    const blob = await new Promise<Blob | null>((resolve) =>
      framedPicture(stage.snapshot(), text).toBlob(resolve, 'image/png'),
    );
    if (blob !== null) download(`${store.fileStem}-${clock.value.time.toFixed(3)}s.png`, blob);
  };
  const video = async (): Promise<void> => {
    const stage = stageNow();
    if (stage === undefined) throw new Error('there is no picture without WebGL');
    stop.value = false;
    following.value = false;
    clock.value.pause();
    await film(store, stage, clock.value, {
      speed: speed.value,
      stopped: () => stop.value,
      onProgress: (done) => {
        share.value = done;
      },
    });
  };
  return (
    <ul class="exports">
      <li>
        <Button
          icon="image"
          label="Save the picture as PNG"
          disabled={busy.value !== ''}
          onClick={() => void guarded('The picture', picture)}
        >
          Picture
        </Button>
        <span class="soft">the view as it is now, PNG</span>
      </li>
      <li>
        <Button
          icon="film"
          label="Save the run as a WebM video"
          disabled={busy.value !== '' && busy.value !== 'The video'}
          onClick={() => {
            if (busy.value === 'The video') stop.value = true;
            else void guarded('The video', video);
          }}
        >
          {busy.value === 'The video' ? 'Stop here' : 'Video'}
        </Button>
        <span class="soft">
          WebM at{' '}
          <select
            aria-label="Speed of the video"
            value={speed.value}
            onChange={(event) => (speed.value = Number(event.currentTarget.value))}
          >
            {[0.1, 0.25, 0.5, 1, 2, 4].map((value) => (
              <option key={value} value={value}>{`${value} ×`}</option>
            ))}
          </select>{' '}
          , takes as long as it plays
          {busy.value === 'The video' ? <progress value={share.value} max={1} aria-label="Video" /> : null}
        </span>
      </li>
      {store.end?.acts === undefined || store.end.acts.length === 0 ? null : (
        <li>
          <Button icon="file" label="Add what hands did to the files of the scenario" onClick={() => keepHands(store)}>
            Hands
          </Button>
          <span class="soft">
            {store.end.acts.length} acts by hand, as {HAND_FILE} beside the scenario: the next run does them again, bit
            for bit
          </span>
        </li>
      )}
      {link === undefined ? null : (
        <li>
          <Button
            icon="arrow"
            label="Copy a link to this instant"
            onClick={() => void navigator.clipboard.writeText(link)}
          >
            Link
          </Button>
          <input
            class="filter"
            readOnly
            value={link}
            aria-label="Link to this instant"
            onFocus={(event) => event.currentTarget.select()}
          />
        </li>
      )}
      {FORMATS.map(([format, icon, name, what]) => (
        <li key={format}>
          <Button
            icon={icon}
            label={`Save as ${name}`}
            disabled={busy.value !== ''}
            onClick={() => void guarded(name, () => exportRun(store, format))}
          >
            {busy.value === name ? 'Writing…' : name}
          </Button>
          <span class="soft">{what}</span>
        </li>
      ))}
    </ul>
  );
}
