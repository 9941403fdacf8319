/**
 * Angles without a unit beyond a full turn. They are radians, and 90 rad is rarely meant. The schema is followed as far as the file goes;
 * of a union the first member that accepts the value applies, as in validation.
 */
import * as z from 'zod';
import type { Path } from '../issues.ts';
import { plainValue, type Tree } from '../document/tree.ts';
import { scenarioSchema } from '../schema/index.ts';

export interface BareAngle {
  readonly path: Path;
  /** as written: [rad] */
  readonly value: number;
}

const FULL_TURN = 2 * Math.PI;

/** In a scenario that has passed validation. */
export function bareAngles(tree: Tree): readonly BareAngle[] {
  const found: BareAngle[] = [];
  look(tree, scenarioSchema, [], found);
  return found;
}

function look(tree: Tree, schema: z.core.$ZodType, path: Path, found: BareAngle[]): void {
  if (!mayHold(tree)) return;
  if (tree.kind === 'scalar') {
    const value = bareNumber(tree);
    const kind = quantityOf(schema, tree);
    if (kind === 'angle' && value !== undefined) found.push({ path, value });
    return;
  }
  const inner = opened(schema, tree);
  if (inner === undefined) return;
  const { def } = inner._zod as unknown as { def: Def };
  if (tree.kind === 'list') {
    tree.items.forEach((item, i) => {
      const next = def.type === 'tuple' ? (def.items?.[i] ?? def.rest ?? undefined) : def.element;
      if (next) look(item, next, [...path, i], found);
    });
    return;
  }
  for (const [key, { value }] of tree.entries) {
    const next = def.type === 'record' ? def.valueType : (def.shape?.[key] ?? def.catchall);
    if (next) look(value, next, [...path, key], found);
  }
}

/** The part of zod's description of a schema that is used here. */
interface Def {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly catchall?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly items?: readonly z.core.$ZodType[];
  readonly rest?: z.core.$ZodType | null;
  readonly valueType?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly getter?: () => z.core.$ZodType;
}

/** The map or list that a schema is about, without what stands around it. */
function opened(schema: z.core.$ZodType, tree: Tree): z.core.$ZodType | undefined {
  const { def } = schema._zod as unknown as { def: Def };
  if (def.options !== undefined) {
    const member = taken(def.options, tree);
    return member && opened(member, tree);
  }
  const inner = def.innerType ?? def.in ?? def.getter?.();
  return inner === undefined ? schema : opened(inner, tree);
}

function taken(options: readonly z.core.$ZodType[], tree: Tree): z.core.$ZodType | undefined {
  const value = plainValue(tree);
  return options.find((option) => z.safeParse(option, value).success);
}

/** The kind of quantity a number stands for, by the schema that takes it. */
function quantityOf(schema: z.core.$ZodType, tree: Tree): unknown {
  const kind = z.globalRegistry.get(schema)?.['x-quantity'];
  if (kind !== undefined) return kind;
  const { def } = schema._zod as unknown as { def: Def };
  if (def.options !== undefined) {
    const member = taken(def.options, tree);
    return member && quantityOf(member, tree);
  }
  const inner = def.innerType ?? def.in ?? def.getter?.();
  return inner && quantityOf(inner, tree);
}

/** Is there any bare number beyond a full turn? Most parts of a file need no further test. */
function mayHold(tree: Tree): boolean {
  if (tree.kind === 'scalar') return bareNumber(tree) !== undefined;
  if (tree.kind === 'list') return tree.items.some(mayHold);
  for (const { value } of tree.entries.values()) if (mayHold(value)) return true;
  return false;
}

/** A number, or text that is one, without unit. */
function bareNumber(tree: Tree): number | undefined {
  if (tree.kind !== 'scalar' || (typeof tree.value !== 'number' && typeof tree.value !== 'string')) return undefined;
  const value = tree.value === '' ? Number.NaN : Number(tree.value);
  return Math.abs(value) > FULL_TURN ? value : undefined;
}
