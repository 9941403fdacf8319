/** Opens a scenario, as text, as files in memory or as plain data, as a model at its start. */
import { readMesh, readTable } from '@hawser/formats';
import {
  type AssetLoader,
  compileScenario,
  compileValue,
  type Issue,
  memoryLoader,
  type Override,
  prepareRun,
  type Readers,
} from '@hawser/scenario';
import { Sim, type SimOptions } from './sim.ts';

export interface OpenOptions extends SimOptions {
  /** values to change before the scenario is read, such as `bodies.bar.mass=3 kg` */
  readonly set?: readonly (string | Override)[];
  /** files named in the scenario, by path; in Node those on the disk are found as well */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

export type Opened =
  | { readonly ok: true; readonly sim: Sim; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

const readers: Readers = { mesh: readMesh, table: (bytes) => readTable(bytes) };
const IN_MEMORY = 'scenario.yaml';

/** A file name, the text of a scenario (anything with a line break), or a scenario as plain data. */
export function openWith(source: string | object, options: OpenOptions, disk?: AssetLoader): Opened {
  const { files = {}, set = [] } = options;
  const text = typeof source === 'string' && source.includes('\n');
  const file = typeof source === 'string' && !text ? source : IN_MEMORY;
  const memory = memoryLoader(text ? { ...files, [file]: source } : files);
  const loader: AssetLoader = {
    read: (path) => memory.read(path) ?? disk?.read(path),
    list: (folder) => [...(memory.list?.(folder) ?? []), ...(disk?.list?.(folder) ?? [])],
    ...(disk?.refuses && { refuses: (path) => (memory.read(path) ? undefined : disk.refuses?.(path)) }),
    ...(disk?.size && { size: (path) => memory.read(path)?.length ?? disk.size?.(path) }),
  };
  const compiled =
    typeof source === 'string'
      ? compileScenario({ file, loader, readers, set })
      : compileValue(source, { file, loader, readers, set });
  if (!compiled.ok) return compiled;
  const prepared = prepareRun(compiled.compiled);
  if (!prepared.ok) return prepared;
  const sim = new Sim(prepared.prepared, options);
  return { ok: true, sim, warnings: sim.warnings };
}

/** Opens a scenario: its text (anything with a line break), plain data, or the name of one of `options.files`. */
export function open(source: string | object, options: OpenOptions = {}): Opened {
  return openWith(source, options);
}
