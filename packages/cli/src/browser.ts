/** What `import ... from 'hawser'` gives in a page: docs/api.md. */
import { type Imported, type Importing, importModel as importFrom } from '@hawser/import';
import { memoryLoader } from '@hawser/scenario';
import type { OpenOptions } from '@hawser/sim';

export { formatIssue, type Issue } from '@hawser/scenario';
export {
  type Control,
  type DriveLog,
  type Opened,
  type OpenOptions,
  type Order,
  type OrderResult,
  open,
  type Pose,
  Sim,
  SimError,
  type StepOutcome,
} from '@hawser/sim';

/** A model file of another program, one of `options.files`, as a scenario with its tables and import.md: texts by name. */
export function importModel(file: string, options: Importing & Pick<OpenOptions, 'files'> = {}): Imported {
  const memory = memoryLoader(options.files ?? {});
  return importFrom(file, { read: (name) => memory.read(name) }, options);
}
