/** The folder of a run: run.json with its series and animation, or the stream of a run that was killed. */
import { extentOf, linksOf, viewOf } from '@hawser/formats/report';
import {
  type Frames,
  noTouches,
  parseManifest,
  POSE_SIZE,
  type RunManifest,
  readStream,
  type SeaWaves,
} from '@hawser/record';
import { adopt } from '../actions/open.ts';
import { showRun } from '../actions/session.ts';
import { type RunEnd, RunStore, type Scene } from '../run/run-store.ts';
import { notice, other } from '../state.ts';
import { askExtras } from '../extras/client.ts';
import type { TakenFile } from './taken.ts';

/** Opens a run; `beside` puts it next to the one on the page instead. */
export async function openRunFolder(files: readonly TakenFile[], beside = false): Promise<void> {
  notice.value = { tone: 'plain', title: 'Reading the run', text: files[0]?.name ?? '' };
  try {
    const store = await readRunFolder(files);
    notice.value = undefined;
    if (beside) {
      other.value = store;
      return;
    }
    adopt(store.facts);
    showRun(store);
  } catch (error) {
    notice.value = {
      tone: 'bad',
      title: 'This run cannot be opened',
      text: error instanceof Error ? error.message : String(error),
    };
  }
}

async function readRunFolder(files: readonly TakenFile[]): Promise<RunStore> {
  const named = (ending: string): File | undefined =>
    files.find(({ name }) => name.replace(/^.*\//, '') === ending)?.file;
  const bytesOf = async (ending: string): Promise<Uint8Array> => {
    const file = named(ending);
    if (file === undefined)
      throw new Error(`Expected ${ending} beside run.json, found none; choose the whole folder of the run.`);
    return new Uint8Array(await file.arrayBuffer());
  };
  const text = await named('run.json')?.text();
  if (text === undefined) return recovered(await bytesOf('series.stream'), await bytesOf('animation.glb'));
  const parsed = parseManifest(text);
  if (!parsed.ok) throw new Error(`${parsed.message}. ${writtenBy(text)}`);
  const { manifest } = parsed;
  const series = await askExtras({ kind: 'parquet', bytes: await bytesOf('series.parquet') });
  const { frames, scenery } = await askExtras({ kind: 'glb', bytes: await bytesOf('animation.glb') });
  const pressed = await named('touches.stream')?.arrayBuffer();
  const touches = pressed === undefined ? noTouches() : readStream(new Uint8Array(pressed)).touches;
  const scene = sceneOf(scenery, frames, manifest.scenario.resolved, manifest.sea);
  const end: RunEnd = {
    status: manifest.status,
    summary: manifest.summary,
    warnings: manifest.warnings,
    failure: manifest.failure ?? null,
    operation: manifest.operation,
    steered: false,
    extremes: manifest.extremes,
    ...(manifest.trust && { trust: manifest.trust }),
  };
  return RunStore.loaded(
    factsOf(manifest),
    scene,
    { recording: series.recording, frames, touches, events: manifest.events, ranges: manifest.ranges },
    end,
  );
}

/** Which version wrote a run.json that cannot be read, as far as it says. */
function writtenBy(text: string): string {
  const version = /"hawser"\s*:\s*"([^"]+)"/.exec(text)?.[1];
  return version === undefined
    ? 'Run the scenario again with this version.'
    : `It was written by hawser ${version}: open it with that version's studio, or run its scenario again with this one.`;
}

function factsOf({ scenario, hawser, started, summary }: RunManifest): RunStore['facts'] {
  const { title, file, source, resolved } = scenario;
  return { title, file, source, resolved, duration: summary.simulatedTime, version: hawser, started: started ?? '' };
}

async function recovered(stream: Uint8Array, glb: Uint8Array): Promise<RunStore> {
  const contents = readStream(stream);
  if (contents.ending === 'foreign' || contents.recording.length === 0) {
    throw new Error('Expected what a run recorded before it was stopped, found no whole row; run it again.');
  }
  const { scenery } = await askExtras({ kind: 'glb', bytes: glb });
  const { scenario } = contents.meta as unknown as Pick<RunManifest, 'scenario'>;
  const time = contents.recording.time;
  const zero = { kinetic: 0, potential: 0, elastic: 0, dissipated: 0, work: 0, initial: 0, imbalance: 0 };
  const simulatedTime = time[time.length - 1];
  const end: RunEnd = {
    status: 'interrupted',
    summary: { simulatedTime, steps: 0, rejected: 0, iterations: 0, energy: zero, dissipation: [], hash: '' },
    warnings: ['The run did not end by itself: these are the rows it had written.'],
    failure: null,
    steered: false,
    ...(contents.extremes && { extremes: contents.extremes }),
  };
  const facts = { ...scenario, duration: simulatedTime, version: '', started: '' };
  return RunStore.loaded(facts, sceneOf(scenery, contents.frames, scenario.resolved), contents, end);
}

function sceneOf(scenery: Scene['scenery'], frames: Frames, resolved: unknown, sea?: SeaWaves): Scene {
  const { bounds, backdrop } = extentOf(frames, scenery);
  const still = (body: string, point: readonly number[]): { track: number; point: readonly number[] } => {
    const track = frames.bodies.indexOf(body);
    return { track: track >= 0 && frames.poses.length >= POSE_SIZE ? track : -1, point };
  };
  return {
    scenery,
    bounds,
    sea,
    view: viewOf(frames, scenery),
    backdrop: scenery.bodies.flatMap((body) =>
      body.parts.flatMap((part, i) => (backdrop.has(part) ? [`${body.name}/${i}`] : [])),
    ),
    links: linksOf(resolved).map(({ name, ends, rope }) => ({
      name,
      ends: [still(ends[0].body, ends[0].point), still(ends[1].body, ends[1].point)],
      rope: rope ?? null,
    })),
  };
}
