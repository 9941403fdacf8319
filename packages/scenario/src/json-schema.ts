/** The schema as JSON Schema, for editors (yaml-language-server) and other programs. */
import * as z from 'zod';
import { scenarioSchema } from './schema/index.ts';
import { type Quantity, quantities } from './units.ts';

/** As far as this package reads it. Quantities carry their kind in `x-quantity`. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema | readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly $ref?: string;
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
  readonly 'x-quantity'?: Quantity;
}

/** Draft 7, which all editors read. */
export function jsonSchema(): JsonSchema {
  const schema = z.toJSONSchema(scenarioSchema, { io: 'input', target: 'draft-7' });
  addExamples(schema);
  return schema as JsonSchema;
}

/** Editors show examples beside the description; every quantity gets the one its messages use. */
function addExamples(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  for (const inner of Object.values(node)) addExamples(inner);
  const kind: unknown = 'x-quantity' in node ? node['x-quantity'] : undefined;
  if (typeof kind !== 'string' || !Object.hasOwn(quantities, kind)) return;
  const { example } = quantities[kind as Quantity];
  Object.assign(node, { examples: [kind === 'number' ? Number(example) : example] });
}
