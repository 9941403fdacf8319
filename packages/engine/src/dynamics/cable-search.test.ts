/** The search of the documents instead of the tree, chosen for a run. */
import { expect, test } from 'vitest';
import { cable, line, ROPE, workspace } from '../../test/cables.ts';
import { CONTACT, FLOOR, model, read, run, STEEL } from '../../test/support.ts';
import type { CableSearch } from '../proximity/index.ts';
import { Simulation } from './index.ts';

/** Two ropes across a third that lies on the floor. */
function across(cableSearch: CableSearch): Simulation {
  const rope = { ...ROPE, bendingStiffness: 0.05, bendingDamping: 0.02 };
  const laid = (name: string, from: number[], to: number[]) =>
    cable(name, 1, 10, { pieces: [{ rope, length: 1, elements: 10 }], shape: line(from, to, 10) });
  return new Simulation(
    model([FLOOR], {
      contacts: { ...CONTACT, cableSearch },
      materials: [STEEL],
      cables: [
        laid('under', [-0.5, 0, 0.01], [0.5, 0, 0.01]),
        laid('over', [0.2, -0.5, 0.035], [0.2, 0.5, 0.035]),
        laid('slanting', [-0.5, -0.4, 0.035], [0.1, 0.4, 0.035]),
      ],
      solver: { step: 2e-3 },
    }),
  );
}

/** All its numbers: positions and twists. */
function nodes(s: Simulation, name: string): Float64Array | undefined {
  return workspace(s).cables.items.find((item) => item.name === name)?.cable.q;
}

test('random starts find the few places where ropes cross: bit for bit what the tree finds', () => {
  const tree = across('tree');
  const mls = across('mls-dist');
  run(tree, 0.06);
  run(mls, 0.06);
  expect(read(mls, 'contact.under~over.normal-force')[0]).toBeGreaterThan(0.1);
  expect(read(mls, 'contact.under~slanting.normal-force')[0]).toBeGreaterThan(0.1);
  for (const name of ['under', 'over', 'slanting']) expect(nodes(mls, name)).toEqual(nodes(tree, name));
});

/** The values of a checkpoint without its last column, the counts of work: a resumed run searches once more for contacts that the other run still holds. */
function withoutCounts(bytes: Uint8Array): Uint8Array {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const start = text.indexOf('{"model"');
  const end = text.indexOf('\n', start);
  const { columns } = JSON.parse(text.slice(start, end)) as { columns: [string, number][] };
  const [name, length] = columns[columns.length - 1];
  expect(name).toBe('effort');
  return bytes.slice(end + 1, bytes.length - 8 * length);
}

test('continued from a checkpoint it draws the same numbers and tracks the same pairs', () => {
  const a = across('mls-dist');
  run(a, 0.03);
  const b = across('mls-dist');
  b.load(a.save());
  run(a, 0.06);
  run(b, 0.06);
  expect(b.hash()).toBe(a.hash());
  expect(withoutCounts(b.save())).toEqual(withoutCounts(a.save())); // the search is in it
});
