import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CranePose, craneJacobian, cranePose, craneTip } from './crane.ts';

const geometry = { heelRadius: 0.4, heelHeight: 3, mainBoom: 6, outerBoom: 5 };
const pose = fc.tuple(
  fc.double({ min: -3, max: 3, noNaN: true }),
  fc.double({ min: -0.1, max: 1.4, noNaN: true }),
  fc.double({ min: -2.7, max: -0.01, noNaN: true }),
  fc.double({ min: 0, max: 3, noNaN: true }),
);

describe('knuckle-boom crane', () => {
  test('back from the tip to the pose, where the tip is not behind the slew axis', () => {
    fc.assert(
      fc.property(pose, (q) => {
        const tip = new Float64Array(3);
        craneTip(tip, geometry, q);
        const r = geometry.heelRadius + 6 * Math.cos(q[1]) + (5 + q[3]) * Math.cos(q[1] + q[2]);
        fc.pre(r > 0.5);
        const back = cranePose(geometry, [tip[0], tip[1], tip[2]], q[3], q[0]);
        expect(back).toBeDefined();
        // acos loses half the digits near a straight boom: 1e-16 / 0.01
        for (let i = 0; i < 4; i++) expect(Math.abs((back as CranePose)[i] - q[i])).toBeLessThan(1e-11);
      }),
    );
  });

  test('derivatives are those of differences', () => {
    const q: CranePose = [0.3, 0.8, -1.1, 0.5];
    const J = new Float64Array(6);
    craneJacobian(J, geometry, q);
    const e = 1e-6;
    for (let k = 0; k < 3; k++) {
      const [plus, minus] = [e, -e].map((d) => {
        const tip = new Float64Array(3);
        craneTip(tip, geometry, q.map((x, i) => (i === k + 1 ? x + d : x)) as unknown as CranePose);
        return [Math.sqrt(tip[0] * tip[0] + tip[1] * tip[1]), tip[2]];
      });
      expect(J[k]).toBeCloseTo((plus[0] - minus[0]) / (2 * e), 8);
      expect(J[3 + k]).toBeCloseTo((plus[1] - minus[1]) / (2 * e), 8);
    }
  });

  test('out of reach, there is no pose', () => {
    expect(cranePose(geometry, [12, 0, 3], 0)).toBeUndefined();
    expect(cranePose(geometry, [12, 0, 3], 1)).toBeDefined();
  });
});
