/** What patches remember of the step before. */
import { expect, test } from 'vitest';
import { PATCH_DEPTH, PATCH_KEPT, PATCH_SPEED, PatchContacts } from './patch-contacts.ts';

/** Patches [pair, depth, approach], pairs ascending, as a step has left them. */
function left(...patches: readonly (readonly [number, number, number])[]): PatchContacts {
  const contacts = new PatchContacts();
  contacts.begin();
  for (const [pair, depth, speed] of patches) {
    const o = contacts.add();
    contacts.trial.data.fill(0, o, o + PATCH_KEPT);
    contacts.trial.data[o] = pair;
    contacts.trial.data[o + PATCH_DEPTH] = depth;
    contacts.trial.data[o + PATCH_SPEED] = speed;
  }
  contacts.commit();
  return contacts;
}

test('a pair rests while all its patches come and go by less than a tenth of their depth in the step', () => {
  const contacts = left([1, 1e-3, 0.004], [4, 1e-3, 0], [4, 2e-3, -0.03], [7, 1e-3, 0.02]);
  expect(contacts.rests(1, 0.02)).toBe(true); // 0.08 of its depth
  expect(contacts.rests(1, 0.03)).toBe(false); // 0.12
  expect(contacts.rests(4, 0.02)).toBe(false); // the second of two leaves: 0.6 mm of 2 mm
  expect(contacts.rests(4, 0.005)).toBe(true);
  expect(contacts.rests(7, 0.02)).toBe(false);
});

test('a pair that does not touch does not rest', () => {
  const contacts = left([4, 1e-3, 0]);
  for (const pair of [0, 3, 5]) {
    expect(contacts.touches(pair)).toBe(false);
    expect(contacts.rests(pair, 1e-6)).toBe(false);
  }
});
