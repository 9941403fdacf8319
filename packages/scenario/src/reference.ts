/** docs/guide/scenario-reference.md, made from the schema so that it is never out of date. */
import { type JsonSchema, jsonSchema } from './json-schema.ts';
import { quantities, unitSymbols } from './units.ts';

/** The whole page. */
export function referenceMarkdown(): string {
  const schema = jsonSchema();
  const page = new Page(schema);
  page.text('# Scenario reference');
  page.text('Made from the schema by `referenceMarkdown()` of @hawser/scenario. Do not edit by hand.');
  page.text(INTRODUCTION);
  page.units();
  page.topLevel();
  for (const [key, section] of Object.entries(schema.properties ?? {})) page.section(key, section);
  page.functions();
  return page.finish();
}

const INTRODUCTION = `A scenario is one YAML 1.2 or JSON file. \`hawser check FILE\` says everything that is wrong with it, with line and column.

- Keys are written as below, with spaces where they have spaces. Unknown keys are errors.
- Numbers are SI units and radians. Text may carry a unit: \`15 deg\`, \`5 kN\`, \`12 kn\`.
- World axes: z is up. Rotations are right-handed.
- Bodies, joints, forces and materials are maps from a name to a thing; the body \`world\` is always there. It may be given \`shapes\` and \`points\`.
- \`<<: *anchor\` merges a map that was marked with \`&anchor\`, which keeps rows of equal things short.
- \`include\` adds all named things of other files, and their script, limits, clearances, events, contact pairs and ignored pairs. It takes over their \`environment\`, contact defaults, \`run\` and \`output\` key by key: a key that the including file gives replaces the included one whole (\`water\` replaces all of \`water\`), and of two included files the first one counts. Title, description, title block and \`solver\` of an included file are for running it alone.
- Meshes, tables and includes are looked for relative to the file that names them.`;

class Page {
  readonly #blocks: string[] = [];
  readonly #root: JsonSchema;
  /** maps described already, with their titles: the same map under another key is only pointed to */
  readonly #described: Map<string, string> = new Map();

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  text(block: string): void {
    this.#blocks.push(block);
  }

  finish(): string {
    return `${this.#blocks.join('\n\n')}\n`;
  }

  heading(level: number, title: string): void {
    this.text(`${'#'.repeat(level)} ${title}`);
  }

  units(): void {
    this.heading(2, 'Units');
    const rows = Object.entries(quantities)
      .filter(([kind]) => kind !== 'number')
      .map(([kind, { unit, example }]) => [kind, code(unit), code(example)]);
    this.text(table(['quantity', 'a bare number is in', 'example'], rows));
    this.text(
      `Units are built from ${unitSymbols.map(code).join(' ')} with spaces or \`*\` for products, \`/\` for quotients and \`^\` for powers. ` +
        'Capitals matter: `kn` is knots, `kN` is kilonewtons; `g` is grams, `g0` is standard gravity.',
    );
  }

  topLevel(): void {
    this.heading(2, 'Top level');
    const rows = Object.entries(this.#root.properties ?? {}).map(([key, field]) => [
      code(key),
      typeText(field),
      this.#root.required?.includes(key) ? 'required' : '',
      field.description ?? '',
    ]);
    this.text(table(['key', 'value', '', 'meaning'], rows));
  }

  /** A top-level key: a map of settings, or a map of names to things. */
  section(key: string, schema: JsonSchema): void {
    const item = Array.isArray(schema.items) ? undefined : (schema.items as JsonSchema | undefined);
    const listed = item?.$ref === undefined ? item : this.#root.definitions?.[item.$ref.replace(/^.*\//, '')];
    const named = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
    const things = named ?? (listed?.properties ? listed : undefined);
    if (schema.properties === undefined && things === undefined) return;
    this.heading(2, key);
    if (schema.description !== undefined) this.text(schema.description);
    if (things === undefined) this.object([key], schema);
    else if (things.oneOf !== undefined) this.types(key, things.oneOf);
    else this.object([key], things);
  }

  /** A table of the keys of an object, then the objects below it. `path` leads to it, for the titles of those. */
  object(path: readonly string[], schema: JsonSchema): void {
    const rows = Object.entries(schema.properties ?? {}).map(([key, field]) => [
      code(key),
      typeText(field),
      schema.required?.includes(key) ? 'required' : defaultText(field),
      field.description ?? '',
    ]);
    this.text(table(['key', 'value', 'default', 'meaning'], rows));
    for (const [key, field] of Object.entries(schema.properties ?? {})) this.below([...path, key], field, '');
  }

  /** The objects a field may hold, each under a title of its own. */
  below(path: readonly string[], field: JsonSchema, note: string): void {
    for (const inner of objectsIn(field)) {
      const title = `${code(path.join('.'))}${note}`;
      this.heading(3, title);
      if (field.description !== undefined) this.text(field.description);
      const same = JSON.stringify(inner.properties);
      const known = this.#described.get(same);
      if (known !== undefined) {
        this.text(`The keys are those of ${known} above.`);
        continue;
      }
      this.#described.set(same, title);
      this.object(path, inner);
    }
  }

  /** Things told apart by their `type`: what each is, then all keys, each with the types it goes with. */
  types(section: string, members: readonly JsonSchema[]): void {
    const typeOf = (member: JsonSchema): string => String(member.properties?.type?.const);
    this.text(
      table(
        ['type', 'meaning'],
        members.map((member) => [code(typeOf(member)), member.description ?? '']),
      ),
    );
    const groups = new Map<string, { key: string; field: JsonSchema; required: boolean; types: string[] }>();
    for (const member of members) {
      for (const [key, field] of Object.entries(member.properties ?? {})) {
        if (key === 'type') continue;
        const required = member.required?.includes(key) ?? false;
        const same = `${key} ${JSON.stringify(field)} ${required}`;
        const group = groups.get(same) ?? { key, field, required, types: [] };
        group.types.push(typeOf(member));
        groups.set(same, group);
      }
    }
    const all = members.length;
    const rows = [...groups.values()].map(({ key, field, required, types }) => [
      code(key),
      types.length === all ? 'all' : types.join(', '),
      typeText(field),
      required ? 'required' : defaultText(field),
      field.description ?? '',
    ]);
    this.text(table(['key', 'types', 'value', 'default', 'meaning'], rows));
    for (const { key, field, types } of groups.values()) {
      this.below([section, key], field, types.length === all ? '' : ` (${types.join(', ')})`);
    }
  }

  functions(): void {
    this.heading(2, 'Functions of time');
    this.text(
      'A plain quantity in place of a function of time is a constant. Otherwise write a map with exactly one of the ' +
        'forms below; values have the unit of the field (here: length).',
    );
    const form = this.#root.definitions?.['length-function']?.anyOf?.find((branch) => branch.properties !== undefined);
    if (form !== undefined) this.object([], form);
  }
}

/** The objects a field may hold, not counting references to functions of time. */
function objectsIn(field: JsonSchema): readonly JsonSchema[] {
  if (field.properties !== undefined) return [field];
  const choices = field.anyOf ?? field.oneOf;
  if (choices !== undefined) return choices.flatMap(objectsIn);
  if (typeof field.additionalProperties === 'object') return objectsIn(field.additionalProperties);
  if (field.items !== undefined && !Array.isArray(field.items)) return objectsIn(field.items as JsonSchema);
  return [];
}

/** What a field holds, in a few words. */
function typeText(field: JsonSchema): string {
  const reference = field.$ref ?? field.allOf?.[0]?.$ref;
  if (reference?.endsWith('script-step')) return 'step';
  if (reference !== undefined) return `function of time (${reference.replace(/^.*\//, '').replace('-function', '')})`;
  const kind = field['x-quantity'];
  if (kind !== undefined) return kind === 'number' ? 'number' : `${kind} [${quantities[kind].unit}]`;
  if (field.const !== undefined) return code(String(field.const));
  if (field.enum !== undefined) return field.enum.map((word) => code(String(word))).join(' ');
  if (field.anyOf !== undefined) return [...new Set(field.anyOf.map(typeText))].join(' or ');
  if (field.oneOf !== undefined) return 'map';
  if (field.type === 'array') return listText(field);
  if (field.type === 'object')
    return typeof field.additionalProperties === 'object' ? `names to ${typeText(field.additionalProperties)}` : 'map';
  if (field.type === 'string') return 'text';
  if (field.type === 'boolean') return '`true` `false`';
  if (Array.isArray(field.type)) return field.type.map((type) => (type === 'string' ? 'text' : type)).join(' or ');
  return typeof field.type === 'string' ? field.type : 'value';
}

function listText(field: JsonSchema): string {
  if (!Array.isArray(field.items))
    return field.items === undefined ? 'list' : `list of ${typeText(field.items as JsonSchema)}`;
  const texts = field.items.map(typeText);
  const same = texts.every((text) => text === texts[0]);
  return same ? `${texts.length} × ${texts[0]}` : `[${texts.join(', ')}]`;
}

function defaultText(field: JsonSchema): string {
  const value = field.default;
  if (value === undefined) return '';
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return '';
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item === 'number')) return value.length === 0 ? '' : code(`[${value.join(', ')}]`);
    return value.map((item) => code(String(item))).join(' ');
  }
  return code(typeof value === 'number' ? shortNumber(value) : String(value));
}

function shortNumber(value: number): string {
  const size = Math.abs(value);
  return value !== 0 && (size >= 1e6 || size < 1e-3) ? value.toExponential().replace('e+', 'e') : String(value);
}

function code(text: string): string {
  return `\`${text}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
