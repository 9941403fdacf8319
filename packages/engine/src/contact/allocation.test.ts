import { expect, test } from 'vitest';
import { bytesPerCall } from '../../test/allocation.ts';
import { BRUSH_POINT, brushFriction, makeBrush, makeBrushForce } from './index.ts';

test.each([true, false])('no allocation: a brush that sticks and slips, flat %o', (flat) => {
  const f = makeBrushForce();
  const at = makeBrush();
  at.points.resize(12 * BRUSH_POINT);
  for (let k = 0; k < 12; k++) {
    const lean = flat ? 0 : 0.1 * (k % 5);
    const up = Math.sqrt(1 - lean * lean);
    at.points.data.set([0.1 * Math.cos(k), 0.1 * Math.sin(1.7 * k), 0, lean, 0, up, 1 + 0.1 * k], BRUSH_POINT * k);
  }
  at.flat = flat;
  at.s0 = 5e4 + 0.1;
  at.s1 = 1e-3;
  at.wantTangent = true;
  const call = (): void => {
    for (let turn = 1e-6; turn < 1; turn *= 30) {
      at.displacement[0] = turn;
      at.displacement[5] = 10 * turn;
      brushFriction(f, at);
    }
  };
  const { heap, buffers } = bytesPerCall(call, 8, 1000);
  expect(heap).toBeLessThan(8);
  expect(buffers).toBeLessThanOrEqual(0);
});
