import { expect, test } from 'vitest';
import { Envelope } from './envelope.ts';

test('nodes that stay: the envelope is that of the nodes, to the bit', () => {
  const envelope = new Envelope();
  envelope.add([0, 4, 10, 10], [3, 1, 7, 99]); // the fourth node is not there yet
  envelope.add([0, 4, 10, 10], [5, -1, 6, 99]);
  expect(envelope.result()).toEqual({ arc: [0, 4, 10], min: [3, -1, 6], mean: [4, 0, 6.5], max: [5, 1, 7] });
});

test('a line paid out from 1.5 m to 11 m: tension T0 + w s at every place, nothing beyond its length, no peak lost', () => {
  // element length 1 m: nodes at 0, L mod 1, ...; capacity 13
  const envelope = new Envelope();
  let length = 1.5;
  for (let row = 0; row <= 190; row++, length += 0.05) {
    const arcs = [0];
    for (let at = length - Math.floor(length - 1e-9); at < length + 1e-9; at += 1) arcs.push(at);
    while (arcs.length < 13) arcs.push(arcs[arcs.length - 1]);
    const spike = row === 77 ? 5000 : 0; // for one row, at the free end
    const values = arcs.map((s, i) => 1000 - 10 * s + (arcs[i] === arcs[12] ? spike : 0));
    envelope.add(arcs, values);
  }
  const found = envelope.result();
  if (found === undefined) throw new Error('no envelope');
  expect(found.arc.at(-1)).toBeCloseTo(11, 2);
  found.arc.forEach((s, i) => {
    const bin = 2 * (found.arc[1] - found.arc[0]);
    if (found.max[i] < 1100) expect(Math.abs(found.mean[i] - (1000 - 10 * s))).toBeLessThan(10 * bin);
    expect(found.min[i]).toBeGreaterThan(1000 - 10 * 11.1); // no slot that is not there counts as slack
  });
  expect(Math.max(...found.max)).toBeCloseTo(1000 - 10 * (1.5 + 77 * 0.05) + 5000, 6);
});
