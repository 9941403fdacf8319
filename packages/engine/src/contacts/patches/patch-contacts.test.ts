/** What patches remember of the step before. */
import { describe, expect, test } from 'vitest';
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

describe('while a stage is solved', () => {
  const brush = (...z: readonly number[]): Float64Array => Float64Array.of(...z, 0, 0, 0);
  const [along, against, area] = [brush(1e-6, 0, 0, 0), brush(-1e-6, 0, 0, 0), 0.2];

  test('a patch that slips on as it did is left alone, however often', () => {
    const contacts = left([1, 1e-3, 0]);
    contacts.steady();
    for (let k = 0; k < 3; k++) expect(contacts.mayStick(0, along, along, true, area)).toBe(false);
  });

  test('one that stuck, or slipped or spun the other way, is tried as sticking once', () => {
    for (const [before, slipped, now] of [
      [along, false, along],
      [along, true, against],
      [brush(0, 0, 0, 1e-5), true, brush(0, 0, 0, -1e-5)],
    ] as const) {
      const contacts = left([1, 1e-3, 0]);
      contacts.steady();
      expect(contacts.mayStick(0, now, before, slipped, area)).toBe(true);
      expect(contacts.mayStick(0, along, before, slipped, area)).toBe(false); // from where it would stick it may slip any way
      expect(contacts.mayStick(0, against, before, slipped, area)).toBe(false);
      contacts.steady(); // the next stage begins anew
      expect(contacts.mayStick(0, now, before, slipped, area)).toBe(true);
    }
  });

  test('one that closes too fast is eased once, and each for itself', () => {
    const contacts = left([1, 1e-3, 0], [4, 1e-3, 0]);
    contacts.steady();
    expect([0, 1, 0, 1].map((i) => contacts.mayEase(i))).toEqual([true, true, false, false]);
    contacts.steady();
    expect(contacts.mayEase(1)).toBe(true);
  });
});
