/** Names that would be ambiguous in channels, contact pairs or joints. */
import type { Path } from '../issues.ts';
import { NAMED } from '../schema/index.ts';
import { NAME } from '../schema/kit.ts';
import type { Context } from './context.ts';

/** First words of channel names that are not bodies. */
const RESERVED = ['joint', 'force', 'contact', 'energy', 'solver', 'time', 'any'];

export function checkNames(context: Context): void {
  const { bodies, materials, chains } = context.scenario;
  for (const section of NAMED) checkSpelling(context, [section]);
  for (const name of Object.keys(bodies)) checkSpelling(context, ['bodies', name, 'points']);
  for (const name of Object.keys(bodies)) {
    if (RESERVED.includes(name)) {
      context.wrongThing('duplicate', ['bodies', name], {
        expected: `a name other than ${RESERVED.join(', ')}`,
        found: `"${name}", which begins the names of other channels`,
        hint: 'choose another name',
      });
    }
    if (Object.hasOwn(materials, name)) {
      context.wrongThing('duplicate', ['bodies', name], {
        expected: 'different names for bodies and materials, as contact pairs name both',
        found: `"${name}" for a body and a material`,
        hint: 'rename one of them',
      });
    }
  }
  for (const name of Object.keys(chains)) {
    const other = Object.hasOwn(bodies, name) ? 'body' : Object.hasOwn(materials, name) ? 'material' : undefined;
    if (other === undefined) continue;
    context.wrongThing('duplicate', ['chains', name], {
      expected: 'a name that no body and no material has, as contact pairs name all three',
      found: `"${name}" for a ${other} and a chain`,
      hint: 'rename one of them',
    });
  }
  for (const name of ['any', 'world']) {
    if (!Object.hasOwn(materials, name)) continue;
    context.wrongThing('duplicate', ['materials', name], {
      expected: 'a name other than any, world',
      found: `"${name}", which means something else in contact pairs`,
      hint: 'choose another name',
    });
  }
  checkWorld(context);
}

/** Channels, files and messages are built from names. */
function checkSpelling(context: Context, section: Path): void {
  const expected = 'a name that starts with a letter and goes on with letters, digits, "-", "_" or single spaces';
  for (const name of context.keys(section)) {
    if (!NAME.test(name)) context.wrongThing('value', [...section, name], { expected, found: `"${name}"` });
  }
}

/** Keys of a body that apply to the world. */
const WORLD_KEYS = ['shapes', 'points', 'material', 'colour'];

/** The world may have shapes and points, but no motion. */
function checkWorld(context: Context): void {
  const { world } = context.scenario.bodies;
  if (world === undefined) return;
  for (const key of Object.keys(world)) {
    if (WORLD_KEYS.includes(key) || !context.given(['bodies', 'world', key])) continue;
    context.wrongThing('value', ['bodies', 'world', key], {
      expected: `only ${WORLD_KEYS.join(', ')} for the world`,
      found: `"${key}"`,
      hint: 'the world is fixed at the origin; use another body with "fixed: true"',
    });
  }
}
