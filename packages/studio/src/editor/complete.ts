/** Completion at the cursor: keys and words of the schema, names of the scenario, quantities with units. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { JsonSchema } from '@hawser/scenario';
import { keysAt, kindText, schemasAt, type Step, valueIn, wordsAt, written } from '../model/schema-walk.ts';
import { active, model, places, plains, schema } from '../state.ts';
import { placeAt } from './place.ts';

/** Completions at the cursor; on explicit request also without a word. */
export function complete({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const root = schema.peek();
  if (root === undefined || !/\.(ya?ml|json)$/i.test(active.peek())) return null;
  const { path, kind, from, word } = placeAt(state.doc.sliceString(0, pos), pos);
  if (word === '' && !explicit) return null;
  const data = plains.peek()[active.peek()];
  const after = state.doc.lineAt(pos).text.slice(pos - state.doc.lineAt(pos).from);
  const options = kind === 'key' ? keyOptions(root, path, data, after) : valueOptions(root, path, data);
  return options.length === 0 ? null : { from, options, validFor: /^[\p{L}\p{N}_ ~.*'-]*$/u };
}

function keyOptions(root: JsonSchema, path: readonly Step[], data: unknown, after: string): Completion[] {
  const there = valueIn(data, path);
  const given = new Set(typeof there === 'object' && there !== null ? Object.keys(there) : []);
  const colon = /^\s*:/.test(after) ? '' : ': ';
  const keys = [...keysAt(root, path, data)].filter(([key]) => !given.has(key));
  const options = keys.map(([key, { schema: node, required }]): Completion => {
    const below = node.properties !== undefined || typeof node.additionalProperties === 'object';
    return {
      label: key,
      detail: `${kindText(node)}${required ? ', required' : ''}`,
      ...infoOf(node),
      type: below ? 'class' : 'property',
      apply: `${key}${below && colon !== '' ? ':' : colon}`,
      boost: required ? 2 : 0,
    };
  });
  // an item of a list looks like a key until it has a colon
  return typeof path.at(-1) === 'number' ? [...valueOptions(root, path, data), ...options] : options;
}

function valueOptions(root: JsonSchema, path: readonly Step[], data: unknown): Completion[] {
  const words = wordsAt(root, path, data).map((label): Completion => ({ label, type: 'enum' }));
  const names = namesFor(path).map((label): Completion => ({ label, type: 'variable' }));
  const examples = schemasAt(root, path, data).flatMap((node): Completion[] => {
    const quantity = node['x-quantity'];
    const example = (node.examples as readonly unknown[] | undefined)?.[0];
    if (quantity === undefined || example === undefined) return [];
    return [{ label: String(example), detail: quantity, type: 'constant', ...infoOf(node) }];
  });
  return unique([...words, ...names, ...examples]);
}

/** Names of the scenario that belong at a path. */
function namesFor(path: readonly Step[]): readonly string[] {
  const known = places.peek();
  const named = (section: string): string[] =>
    known.filter((place) => place.section === section).map(({ name }) => name);
  const key = [...path].reverse().find((step) => typeof step === 'string');
  if (key === 'material') return named('materials');
  if (key === 'rope') return named('ropes');
  if (key === 'cable') return named('cables');
  if (key === 'winch') return named('winches');
  if (key === 'crane') return named('cranes');
  if (key === 'chain') return named('chains');
  if (key === 'body') return ['world', ...named('bodies')];
  if (key === 'between' && path[0] === 'contacts')
    return ['world', ...named('bodies'), ...named('cables'), ...named('chains'), ...named('materials')];
  if (key === 'ignore') return ['world', ...named('bodies'), ...named('cables'), ...named('chains')];
  if (key === 'between') return ['world', ...named('bodies')];
  if (key === 'channels')
    return [
      "'*.position'",
      "'joint.*'",
      "'contact.*'",
      "'energy.*'",
      ...(model.peek()?.channels ?? []).map(({ name }) => name),
    ];
  return [];
}

function infoOf(node: JsonSchema): { info?: string } {
  const text = node.description ?? '';
  const fallback = node.default === undefined ? '' : ` Default: ${written(node.default)}.`;
  return text + fallback === '' ? {} : { info: text + fallback };
}

function unique(options: readonly Completion[]): Completion[] {
  return [...new Map(options.map((option) => [option.label, option])).values()];
}
