/** A run in other programs' formats, through the browser's downloads. */
import { MANIFEST_FORMAT, type RunManifest } from '@hawser/record';
import { download } from '@hawser/viewer';
import { askExtras, plain } from '../extras/client.ts';
import { part, zippedPart } from '../files/parts.ts';
import { bundled } from './scenario.ts';
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
  const several = format === 'yaml' && Object.keys(store.facts.files ?? {}).length > 1;
  download(`${store.fileStem}.${several ? 'zip' : format}`, new Blob([content], { type: TYPES[format] }));
}

async function contentOf(store: RunStore, format: ExportFormat, channels: readonly string[]): Promise<BlobPart> {
  const recording = channels.length === 0 ? store.recording() : store.recording().select(channels);
  const { title, source } = store.facts;
  const { scenery } = store.scene;
  switch (format) {
    case 'yaml':
      return store.facts.files === undefined
        ? source
        : bundled({ main: store.facts.file, files: store.facts.files }).content;
    case 'csv':
      return (await askExtras({ kind: 'to-csv', recording: plain(recording) })).bytes;
    case 'parquet':
      return (await askExtras({ kind: 'to-parquet', recording: plain(recording) })).bytes;
    case 'xlsx':
      return (await askExtras({ kind: 'to-xlsx', recording: plain(recording), title, extremes: store.extremes() }))
        .bytes;
    case 'glb':
      return (await askExtras({ kind: 'to-glb', scenery, frames: store.frames(), title })).bytes;
    case 'html': {
      const [viewer, style] = await Promise.all(['viewer-script', 'viewer-style'].map(zippedPart));
      const script = `${part('three')}\n${viewer}`;
      const run = { manifest: manifestOf(store), recording: plain(store.recording()), frames: store.frames(), scenery };
      return (await askExtras({ kind: 'to-report', run, script, style })).html;
    }
  }
}

/** run.json as the command line would write it. */
export function manifestOf(store: RunStore): RunManifest {
  const { title, file, source, resolved, started, version, files = {} } = store.facts;
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
  // texts of the project other than the scenario itself
  const included = Object.entries(files).flatMap(([name, text]) =>
    name !== file && typeof text === 'string' && /\.ya?ml$/i.test(name) ? [{ file: name, text }] : [],
  );
  const seed = (resolved as { run?: { seed?: unknown } } | undefined)?.run?.seed;
  return {
    hawser: VERSION,
    format: MANIFEST_FORMAT,
    scenario: { title, file, source, resolved, ...(included.length > 0 && { included }) },
    seed: typeof seed === 'number' ? seed : 1,
    versions: { hawser: version === '' ? VERSION : version },
    ...(started === '' ? {} : { started }),
    status: end?.status ?? 'interrupted',
    ...(end?.failure ? { failure: end.failure } : {}),
    warnings: end?.warnings ?? [],
    summary: end?.summary ?? none,
    extremes: store.extremes(),
    ...(store.ranges && { ranges: store.ranges }),
    ...(store.operation && { operation: store.operation }),
    ...(store.scene.sea === undefined ? {} : { sea: store.scene.sea }),
    events: store.events,
    files: {},
  };
}
