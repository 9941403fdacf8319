/** The scenario and the files it includes, as written. */
import type { Place, Project } from './messages.ts';
import { readText } from './places.ts';

export interface ProjectView {
  /** by file; those that are no YAML now are missing */
  readonly plains: Readonly<Record<string, unknown>>;
  readonly places: readonly Place[];
}

export function readProject({ main, files }: Project): ProjectView {
  const plains: Record<string, unknown> = {};
  const places: Place[] = [];
  const names = [main];
  for (const name of names) {
    const content = files[name];
    if (content === undefined) continue;
    const read = readText(typeof content === 'string' ? content : new TextDecoder().decode(content));
    if (read.plain === undefined) continue;
    plains[name] = read.plain;
    places.push(...read.places.map((place) => ({ ...place, file: name })));
    for (const included of includesOf(read.plain)) {
      const path = resolved(name, included);
      if (!names.includes(path)) names.push(path);
    }
  }
  return { plains, places };
}

function includesOf(data: unknown): readonly string[] {
  const list = (data as { include?: unknown } | null)?.include;
  return (Array.isArray(list) ? list : [list]).filter((name): name is string => typeof name === 'string');
}

/** `a/b.yaml`, `../c/d.yaml` -> `c/d.yaml` */
export function resolved(from: string, name: string): string {
  const steps = from.split('/').slice(0, -1);
  for (const step of name.split('/')) {
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}
