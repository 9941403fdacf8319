/** Cables and their ends by name. */
import { BuildError } from '../base/index.ts';
import type { ModelSpec } from './spec.ts';

export type CableEndName = 'start' | 'end';

/** Index of a cable by name. */
export function cableIndex(spec: ModelSpec, name: string): number {
  const names = (spec.cables ?? []).map((cable) => cable.name);
  const index = names.indexOf(name);
  if (index < 0) {
    throw new BuildError(
      'no-cable',
      `must name one of the cables ${names.join(', ') || '(there is none)'}, found "${name}"`,
    );
  }
  return index;
}
