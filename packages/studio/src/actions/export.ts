/** A run in other programs' formats, through the browser's downloads. */
import { MANIFEST_FORMAT, type RunManifest, summarise } from '@hawser/record';
import { download } from '@hawser/viewer';
import { askExtras, plain } from '../extras/client.ts';
import { unpack } from '../files/packs.ts';
import type { RunStore } from '../run/run-store.ts';
import { VERSION } from '../version.ts';

export type ExportFormat = 'csv' | 'xlsx' | 'parquet' | 'glb' | 'html' | 'yaml';

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
  glb: 'model/gltf-binary',
  html: 'text/html',
  yaml: 'text/yaml',
};

/** Writes and downloads; `channels` chooses what goes into a table, all when empty. */
export async function exportRun(
  store: RunStore,
  format: ExportFormat,
  channels: readonly string[] = [],
): Promise<void> {
  const content = await contentOf(store, format, channels);
  download(`${store.fileStem}.${format}`, new Blob([content], { type: TYPES[format] }));
}

async function contentOf(store: RunStore, format: ExportFormat, channels: readonly string[]): Promise<BlobPart> {
  const recording = channels.length === 0 ? store.recording() : store.recording().select(channels);
  const { title, source } = store.facts;
  const { scenery } = store.scene;
  switch (format) {
    case 'yaml':
      return source;
    case 'csv':
      return (await askExtras({ kind: 'to-csv', recording: plain(recording) })).bytes;
    case 'parquet':
      return (await askExtras({ kind: 'to-parquet', recording: plain(recording) })).bytes;
    case 'xlsx':
      return (await askExtras({ kind: 'to-xlsx', recording: plain(recording), title })).bytes;
    case 'glb':
      return (await askExtras({ kind: 'to-glb', scenery, frames: store.frames(), title })).bytes;
    case 'html': {
      const text = async (name: string): Promise<string> => new TextDecoder().decode(await unpack(name));
      const [script, style] = await Promise.all([text('viewer-script'), text('viewer-style')]);
      const run = { manifest: manifestOf(store), recording: plain(store.recording()), frames: store.frames(), scenery };
      return (await askExtras({ kind: 'to-report', run, script, style })).html;
    }
  }
}

/** run.json as the command line would write it. */
export function manifestOf(store: RunStore): RunManifest {
  const { title, file, source, resolved, started, version } = store.facts;
  const { end } = store;
  const zero = { kinetic: 0, potential: 0, elastic: 0, dissipated: 0, work: 0, initial: 0, imbalance: 0 };
  const none = {
    simulatedTime: store.endTime,
    steps: 0,
    rejected: 0,
    iterations: 0,
    energy: zero,
    dissipation: [],
    hash: '',
  };
  const seed = (resolved as { run?: { seed?: unknown } } | undefined)?.run?.seed;
  return {
    hawser: VERSION,
    format: MANIFEST_FORMAT,
    scenario: { title, file, source, resolved },
    seed: typeof seed === 'number' ? seed : 1,
    versions: { hawser: version === '' ? VERSION : version },
    ...(started === '' ? {} : { started }),
    status: end?.status ?? 'interrupted',
    ...(end?.failure ? { failure: end.failure } : {}),
    warnings: end?.warnings ?? [],
    summary: end?.summary ?? none,
    extremes: summarise(store.recording()),
    ...(store.scene.sea === undefined ? {} : { sea: store.scene.sea }),
    events: store.events,
    files: {},
  };
}
