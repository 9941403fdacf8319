/** Navigation in the JSON Schema of scenarios: allowed contents of a path, and their meaning. */
import type { JsonSchema } from '@hawser/scenario';

export type Step = string | number;

/** Alternatives at a path; the present `value`, if known, selects members of unions by their `type`. */
export function schemasAt(root: JsonSchema, path: readonly Step[], value?: unknown): readonly JsonSchema[] {
  let here = open(root, root, value);
  let at: unknown = value;
  for (const step of path) {
    at = inside(at, step);
    here = here.flatMap((node) => below(node, step)).flatMap((node) => open(root, node, at));
  }
  return here;
}

/** The node itself, or the members of a union and the target of a reference. */
function open(root: JsonSchema, node: JsonSchema, value: unknown): readonly JsonSchema[] {
  if (node.$ref !== undefined) {
    const name = node.$ref.replace('#/definitions/', '');
    const target = root.definitions?.[name];
    return target === undefined ? [] : open(root, { ...target, ...pickText(node) }, value);
  }
  const union = node.anyOf ?? node.oneOf;
  if (union === undefined) return [node];
  const type = inside(value, 'type');
  const fitting = union.filter((member) => member.properties?.type?.const === type && type !== undefined);
  return (fitting.length > 0 ? fitting : union).flatMap((member) =>
    open(
      root,
      { ...pickText(node), ...member, ...(node.default === undefined ? {} : { default: node.default }) },
      value,
    ),
  );
}

function pickText(node: JsonSchema): JsonSchema {
  return {
    ...(node.description === undefined ? {} : { description: node.description }),
    ...(node.default === undefined ? {} : { default: node.default }),
  };
}

function below(node: JsonSchema, step: Step): readonly JsonSchema[] {
  if (typeof step === 'number') {
    if (Array.isArray(node.items)) return node.items[step] === undefined ? [] : [node.items[step]];
    return node.items === undefined ? [] : [node.items as JsonSchema];
  }
  const own = node.properties?.[step];
  if (own !== undefined) return [own];
  return typeof node.additionalProperties === 'object' ? [node.additionalProperties] : [];
}

function inside(value: unknown, step: Step): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<Step, unknown>)[step] : undefined;
}

/** The value at a path of plain data. */
export function valueIn(value: unknown, path: readonly Step[]): unknown {
  return path.reduce(inside, value);
}

/** Allowed keys of a map at a path, each once, with their schemas. */
export function keysAt(
  root: JsonSchema,
  path: readonly Step[],
  value?: unknown,
): Map<string, { schema: JsonSchema; required: boolean }> {
  const keys = new Map<string, { schema: JsonSchema; required: boolean }>();
  for (const node of schemasAt(root, path, value)) {
    for (const [key, schema] of Object.entries(node.properties ?? {})) {
      if (!keys.has(key))
        keys.set(key, {
          schema: { ...(open(root, schema, undefined)[0] ?? {}), ...schema },
          required: node.required?.includes(key) ?? false,
        });
    }
  }
  return keys;
}

/** Allowed words at a path: members of enumerations, constants, true and false. */
export function wordsAt(root: JsonSchema, path: readonly Step[], value?: unknown): readonly string[] {
  const words = new Set<string>();
  for (const node of schemasAt(root, path, value)) {
    for (const word of node.enum ?? []) words.add(String(word));
    if (node.const !== undefined) words.add(String(node.const));
    if (node.type === 'boolean') for (const word of ['true', 'false']) words.add(word);
  }
  return [...words];
}

/** Kind of value at a node, in words: `length`, `one of a, b`, `list`, `map`. */
export function kindText(node: JsonSchema): string {
  if (node['x-quantity'] !== undefined) return node['x-quantity'] === 'number' ? 'number' : node['x-quantity'];
  if (node.enum !== undefined) return `one of ${node.enum.join(', ')}`;
  if (node.const !== undefined) return String(node.const);
  if (node.properties !== undefined || node.additionalProperties !== undefined) return 'map';
  if (Array.isArray(node.items)) return `list of ${node.items.length}`;
  if (node.items !== undefined) return 'list';
  return Array.isArray(node.type) ? node.type.join(' or ') : String(node.type ?? '');
}

/** A value as it is written in a file: `5 kN`, `[0, 0, 1 m]`. */
export function written(value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{ ${Object.entries(value)
      .map(([key, inner]) => `${key}: ${written(inner)}`)
      .join(', ')} }`;
  }
  return String(value);
}
