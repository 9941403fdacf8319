/** What `import ... from 'hawser'` gives in Node: docs/api.md. */
import { type Imported, type Importing, importModel as importFrom } from '@hawser/import';
import { type Opened, type OpenOptions, openWith } from '@hawser/sim';
import { loaderFor } from './allowed.ts';
import { memoryLoader } from '@hawser/scenario';

export { formatIssue, type Issue } from '@hawser/scenario';
export {
  type Control,
  type DriveLog,
  type Opened,
  type OpenOptions,
  type Order,
  type OrderResult,
  type Pose,
  Sim,
  SimError,
  type StepOutcome,
} from '@hawser/sim';

export interface DiskOptions extends OpenOptions {
  /** folders outside that of the scenario (or, for a text, the present one) whose files it may read */
  readonly allow?: readonly string[];
}

/** Opens a scenario: the name of a file, its text (anything with a line break), or plain data. */
export function open(source: string | object, options: DiskOptions = {}): Opened {
  const file = typeof source === 'string' && !source.includes('\n') ? source : 'scenario.yaml';
  return openWith(source, options, loaderFor(file, options.allow));
}

/** A model file of another program, and the files it names, as a scenario with its tables and import.md: texts by name. */
export function importModel(file: string, options: Importing & Pick<OpenOptions, 'files'> = {}): Imported {
  const memory = memoryLoader(options.files ?? {});
  const disk = loaderFor(file);
  return importFrom(file, { read: (name) => memory.read(name) ?? disk.read(name) }, options);
}
