/**
 * Writes readable scenario text: sections in block style, things in one line each where they fit, quantities with their units. Values are
 * plain data; a quantity is made by `q`.
 */

/** A number with its unit, written as `0.252 m`. */
export class Quantity {
  readonly value: number;
  readonly unit: string;

  constructor(value: number, unit: string) {
    this.value = value;
    this.unit = unit;
  }
}

export function q(value: number, unit: string): Quantity {
  return new Quantity(value, unit);
}

export type Value =
  | string
  | number
  | boolean
  | Quantity
  | readonly Value[]
  | { readonly [key: string]: Value | undefined };

const WIDTH = 128;

export function toYaml(
  sections: { readonly [key: string]: Value | undefined },
  comments: readonly string[] = [],
): string {
  const lines = comments.map((line) => `# ${line}`);
  for (const [key, value] of Object.entries(sections)) {
    if (value === undefined || isEmpty(value)) continue;
    lines.push(...block(key, value, ''));
  }
  return `${lines.join('\n')}\n`;
}

/** `key: value` in one line where it fits; else one line for each part. Sections and things in them never share a line. */
function block(key: string, value: Value, indent: string): string[] {
  const head = `${indent}${keyText(key)}:`;
  const line = `${head} ${flow(value)}`;
  const plain = typeof value !== 'object' || value instanceof Quantity;
  if (plain || (indent !== '' && line.length <= WIDTH)) return [line];
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== 'object' || item instanceof Quantity)) return [line];
    return [head, ...value.map((item) => `${indent}  - ${flow(item as Value)}`)];
  }
  const entries = Object.entries(value as Record<string, Value | undefined>).filter(([, item]) => item !== undefined);
  if (
    indent === '' &&
    line.length <= 80 &&
    entries.every(([, item]) => typeof item !== 'object' || item instanceof Quantity)
  )
    return [line];
  return [head, ...entries.flatMap(([name, item]) => block(name, item as Value, `${indent}  `))];
}

function flow(value: Value): string {
  if (value instanceof Quantity) return value.value === 0 ? '0' : `${numberText(value.value)} ${value.unit}`;
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return stringText(value);
  if (Array.isArray(value)) return `[${value.map((item) => flow(item as Value)).join(', ')}]`;
  const entries = Object.entries(value as Record<string, Value | undefined>).filter(([, item]) => item !== undefined);
  return entries.length === 0
    ? '{}'
    : `{ ${entries.map(([key, item]) => `${keyText(key)}: ${flow(item as Value)}`).join(', ')} }`;
}

function keyText(key: string): string {
  return /^[A-Za-z_][\w -]*$/.test(key) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(key)
    ? key
    : JSON.stringify(key);
}

function stringText(text: string): string {
  return /^[A-Za-z][\w./ -]*$/.test(text) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(text) && !/\s$/.test(text)
    ? text
    : JSON.stringify(text);
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) return '0';
  return Object.is(value, -0) ? '0' : String(value);
}

function isEmpty(value: Value): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return (
    typeof value === 'object' &&
    !(value instanceof Quantity) &&
    Object.values(value).every((item) => item === undefined)
  );
}
