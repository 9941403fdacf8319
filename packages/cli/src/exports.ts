/** Results in the formats of other programs. */
import path from 'node:path';
import {
  cablePair,
  distancePicture,
  distanceSurface,
  linksOf,
  renderThumbnailSvg,
  vtpFiles,
  writeCsv,
  writeGlb,
  writeHdf5,
  writeParquet,
  writeXlsx,
} from '@hawser/formats';
import { inputError } from './exit.ts';
import type { RunData } from './run-data.ts';
import { makeFolders, writeAtomic } from './run-folder.ts';

export const EXPORT_FORMATS = ['csv', 'hdf5', 'xlsx', 'parquet', 'vtp', 'gltf', 'svg'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Name inside the run folder. The vtp export is a folder: a collection and a file a frame. */
export const EXPORT_NAMES: Readonly<Record<ExportFormat, string>> = {
  csv: 'series.csv',
  hdf5: 'series.h5',
  xlsx: 'series.xlsx',
  parquet: 'series.parquet',
  vtp: 'paraview',
  gltf: 'animation.glb',
  svg: 'thumbnail.svg',
};

type Exported = Pick<RunData, 'manifest' | 'recording' | 'frames' | 'scenery' | 'touches'>;

/** Writes one file (vtp: a folder of files) and returns the path to open. `at` [s]: the instant of a still picture. */
export async function writeExport(run: Exported, format: ExportFormat, target: string, at?: number): Promise<string> {
  if (format === 'vtp') return writeVtpFolder(run, target);
  makeFolders(path.dirname(path.resolve(target)));
  writeAtomic(target, format === 'svg' ? stillPicture(run, at) : await bytesOf(run, format));
  return target;
}

/** The distance surface of two cables, `first~second`, at an instant [s]: the end of the run if left out. */
export function writeDistance({ recording }: Exported, pair: string, target: string, at?: number): string {
  const names = pair.split('~');
  if (names.length !== 2)
    throw inputError(`--distance ${pair}: expected two cables such as rope~other, found "${pair}"`);
  const [first, second] = names;
  const time = at ?? recording.time[recording.length - 1];
  const lines = cablePair(recording, [first, second], time);
  if ('missing' in lines) {
    const { missing } = lines;
    throw inputError(
      `--distance ${pair}: expected cables whose nodes were recorded, found none of "${missing}"; add 'cable.${missing}.node-*' to output.channels and run again`,
    );
  }
  makeFolders(path.dirname(path.resolve(target)));
  writeAtomic(target, distancePicture(distanceSurface(...lines, first === second), [first, second], time));
  return target;
}

function stillPicture({ recording, frames, scenery, manifest }: Exported, at: number | undefined): string {
  const { title, resolved } = manifest.scenario;
  const options = {
    label: `Still picture of ${title}`,
    links: linksOf(resolved),
    ...(manifest.sea && { water: manifest.sea.level }),
    ...(at !== undefined && { time: at }),
  };
  return `${renderThumbnailSvg(recording, frames, scenery, options)}\n`;
}

async function bytesOf(run: Exported, format: Exclude<ExportFormat, 'vtp' | 'svg'>): Promise<Uint8Array> {
  const { recording, frames, scenery, manifest } = run;
  const title = manifest.scenario.title;
  const facts = about(run);
  switch (format) {
    case 'csv':
      return writeCsv(recording);
    case 'hdf5':
      return writeHdf5(recording, { frames, attributes: Object.fromEntries(facts) });
    case 'xlsx':
      return writeXlsx(recording, { title, about: facts, extremes: manifest.extremes });
    case 'parquet':
      return writeParquet(recording, Object.fromEntries(facts.map(([key, value]) => [`hawser.${key}`, value])));
    case 'gltf':
      return writeGlb(scenery, frames, { title });
  }
}

/** Metadata of a file. */
function about({ manifest }: Exported): [string, string][] {
  return [
    ['title', manifest.scenario.title],
    ['scenario', manifest.scenario.file],
    ['status', manifest.status],
    ['seed', String(manifest.seed)],
    ['version', manifest.hawser],
    ['hash', manifest.summary.hash],
  ];
}

async function writeVtpFolder({ scenery, frames, recording, touches }: Exported, folder: string): Promise<string> {
  let collection = '';
  const contacts = touches && { touches };
  for await (const [name, bytes] of vtpFiles(scenery, frames, { recording, ...contacts })) {
    const file = path.join(folder, name);
    makeFolders(path.dirname(file));
    writeAtomic(file, bytes);
    if (name.endsWith('.pvd')) collection = file;
  }
  return collection;
}
