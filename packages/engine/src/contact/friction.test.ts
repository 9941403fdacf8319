import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bristleFriction,
  coulombFriction,
  type FrictionForce,
  makeFrictionForce,
  makeSlip,
  noFriction,
} from './index.ts';

const MU_S = 0.5;
const MU_K = 0.4;
const DEFLECTION = 1e-4;
const S0 = MU_S / DEFLECTION;
const S1 = 20;

type V3 = [number, number, number];
const part = fc.double({ min: -1, max: 1, noNaN: true });
const vector = fc.tuple(part, part, part) as fc.Arbitrary<V3>;
/** deflections from deep in stick to twenty times the limit */
const deflection = fc
  .tuple(vector, fc.double({ min: -2, max: 1.3, noNaN: true }))
  .map(([v, k]) => v.map((x) => x * DEFLECTION * 10 ** k) as V3);
const velocity = fc
  .tuple(vector, fc.double({ min: -4, max: 1, noNaN: true }))
  .map(([v, k]) => v.map((x) => x * 10 ** k) as V3);

function bristle(out: FrictionForce, z: V3, v: V3, normal: number, slipping = false, b = 0, c = 0): void {
  const [zx, zy, zz] = z;
  const [vx, vy, vz] = v;
  const law = { muStatic: MU_S, muKinetic: MU_K, s0: S0, s1: S1 };
  bristleFriction(out, { ...makeSlip(), zx, zy, zz, vx, vy, vz, normal, ...law, slipping, b, c });
}

const ratio = (f: FrictionForce): V3 => [f.gx, f.gy, f.gz];
const size = (v: readonly number[]): number => Math.hypot(...v);

describe('bristle', () => {
  test('sticks up to mu_s, slips at exactly mu_k', () => {
    const f = makeFrictionForce();
    fc.assert(
      fc.property(deflection, velocity, fc.boolean(), (z, v, slipping) => {
        bristle(f, z, v, 100, slipping);
        const trial = size(z.map((x, i) => S0 * x + S1 * v[i]));
        const limit = slipping ? MU_K : MU_S;
        expect(f.slips).toBe(trial > limit);
        if (f.slips) expect(Math.abs(size(ratio(f)) - MU_K)).toBeLessThan(1e-15);
        else expect(Math.abs(size(ratio(f)) - trial)).toBeLessThanOrEqual(1e-15);
      }),
    );
  });

  test('opposes the slip: g points along the trial, so the force on the moving body does work against it', () => {
    const f = makeFrictionForce();
    fc.assert(
      fc.property(velocity, (v) => {
        fc.pre(size(v) > 1e-3);
        bristle(f, [0, 0, 0], v, 100);
        expect(f.gx * v[0] + f.gy * v[1] + f.gz * v[2]).toBeGreaterThan(0);
      }),
    );
  });

  test('steady sliding gives the Coulomb force mu_k N and the bristle mu_k/s0 behind it', () => {
    const f = makeFrictionForce();
    const v: V3 = [0.3, -0.4, 0];
    const h = 1e-3;
    let z: V3 = [0, 0, 0];
    for (let step = 0; step < 50; step++) {
      bristle(f, [z[0] + h * v[0], z[1] + h * v[1], z[2]], v, 100, f.slips);
      z = [f.zx, f.zy, f.zz];
    }
    expect(Math.abs(f.gx - MU_K * 0.6)).toBeLessThan(1e-14);
    expect(Math.abs(f.gy + MU_K * 0.8)).toBeLessThan(1e-14);
    expect(Math.abs(size(z) - MU_K / S0)).toBeLessThan(1e-18);
  });

  test('its tangent is that of finite differences, b by displacement and c by velocity', () => {
    const f = makeFrictionForce();
    const plus = makeFrictionForce();
    const minus = makeFrictionForce();
    const N = 70;
    fc.assert(
      fc.property(deflection, velocity, vector, fc.boolean(), (z, v, direction, slipping) => {
        const b = 3e-4;
        const c = 2e-2;
        const h = 1e-4; // moves the trial by (b s0 + c s1) h = 2e-4 |direction|
        const trial = size(z.map((x, i) => S0 * x + S1 * v[i]));
        const limit = slipping ? MU_K : MU_S;
        fc.pre(Math.abs(trial - limit) > 1e-3); // not across the edge between stick and slip, where the force jumps
        bristle(f, z, v, N, slipping, b, c);
        const shifted = (s: number): [V3, V3] => [
          z.map((x, i) => x + s * b * direction[i]) as V3,
          v.map((x, i) => x + s * c * direction[i]) as V3,
        ];
        bristle(plus, ...shifted(h), N, slipping);
        bristle(minus, ...shifted(-h), N, slipping);
        const du = f.ux * direction[0] + f.uy * direction[1] + f.uz * direction[2];
        const up = ratio(plus);
        const down = ratio(minus);
        [f.ux, f.uy, f.uz].forEach((u, i) => {
          const numerical = (N * (up[i] - down[i])) / (2 * h);
          const analytic = f.along * direction[i] - f.across * u * du;
          // along is at most N (b s0 + c s1) = 133 N; curvature of the direction is 1/|trial|^2 < 7
          expect(Math.abs(numerical - analytic)).toBeLessThan(1e-4);
        });
      }),
    );
  });

  test('a stuck contact under constant load does not creep: a million steps change no bit (Roy 2007, eq. 3.30 would)', () => {
    const f = makeFrictionForce();
    const z: V3 = [0.3 * DEFLECTION, -0.5 * DEFLECTION, 0.1 * DEFLECTION];
    const first = [...z];
    for (let step = 0; step < 1_000_000; step++) {
      bristle(f, z, [0, 0, 0], 100);
      z[0] = f.zx;
      z[1] = f.zy;
      z[2] = f.zz;
    }
    expect(z).toEqual(first);
    expect(f.slips).toBe(false);
  });

  test('cut into many points of the same total load it is the same contact: force, stiffness and stored energy', () => {
    const whole = makeFrictionForce();
    const piece = makeFrictionForce();
    fc.assert(
      fc.property(deflection, velocity, fc.integer({ min: 1, max: 50 }), (z, v, pieces) => {
        bristle(whole, z, v, 100, false, 1e-4, 1e-2);
        bristle(piece, z, v, 100 / pieces, false, 1e-4, 1e-2);
        expect(ratio(piece)).toEqual(ratio(whole)); // so the sum of N_i g is N g
        for (const field of ['along', 'across', 'stored'] as const) {
          expect(Math.abs(pieces * piece[field] - whole[field])).toBeLessThanOrEqual(
            1e-14 * Math.abs(whole[field]) + 1e-300,
          );
        }
      }),
    );
  });

  test('a slipping contact sticks again only below mu_k', () => {
    const f = makeFrictionForce();
    const between = (0.5 * (MU_S + MU_K)) / S0;
    bristle(f, [between, 0, 0], [0, 0, 0], 100, false);
    expect(f.slips).toBe(false);
    bristle(f, [between, 0, 0], [0, 0, 0], 100, true);
    expect(f.slips).toBe(true);
    bristle(f, [(0.9 * MU_K) / S0, 0, 0], [0, 0, 0], 100, true);
    expect(f.slips).toBe(false);
  });

  test('a loop of slip never gains energy: stored plus dissipated never exceeds the work put in', () => {
    const f = makeFrictionForce();
    const N = 100;
    fc.assert(
      fc.property(fc.array(vector, { minLength: 5, maxLength: 40 }), (moves) => {
        let z: V3 = [0, 0, 0];
        let slipping = false;
        let work = 0;
        for (const move of moves) {
          const step = move.map((x) => x * DEFLECTION) as V3;
          const [zx, zy, zz] = z.map((x, i) => x + step[i]);
          const law = { muStatic: MU_S, muKinetic: MU_K, s0: S0, s1: 0 };
          bristleFriction(f, {
            ...makeSlip(),
            zx,
            zy,
            zz,
            vx: 0,
            vy: 0,
            vz: 0,
            normal: N,
            ...law,
            slipping,
            b: 0,
            c: 0,
          });
          // implicit: the force at the end of the step over the whole of it
          work += N * (f.gx * step[0] + f.gy * step[1] + f.gz * step[2]);
          z = [f.zx, f.zy, f.zz];
          slipping = f.slips;
          expect(f.stored).toBeLessThanOrEqual(work + 1e-12);
        }
      }),
    );
  });
});

describe('regularised Coulomb friction', () => {
  const sliding = { ...makeSlip(), vx: 0, vy: 0, vz: 0, normal: 100, muKinetic: MU_K, c: 0 };
  test('is mu_k v / sqrt(v^2 + v_s^2): Coulomb above v_s, linear below', () => {
    const f = makeFrictionForce();
    coulombFriction(f, { ...sliding, vx: 3, vy: -4, slipSpeed: 1e-3 });
    expect(Math.abs(f.gx - 0.6 * MU_K)).toBeLessThan(1e-7); // (v_s/v)^2/2 = 2e-8
    expect(Math.abs(f.gy + 0.8 * MU_K)).toBeLessThan(1e-7);
    coulombFriction(f, { ...sliding, vx: 1e-6, slipSpeed: 1e-3 });
    expect(Math.abs(f.gx - MU_K * 1e-3)).toBeLessThan(1e-9);
  });

  test('its tangent is that of finite differences', () => {
    const f = makeFrictionForce();
    const plus = makeFrictionForce();
    const minus = makeFrictionForce();
    const N = 70;
    const c = 0.01;
    fc.assert(
      fc.property(velocity, vector, (v, direction) => {
        const h = 1e-3;
        const here = { ...sliding, vx: v[0], vy: v[1], vz: v[2], normal: N, slipSpeed: 0.05, c };
        coulombFriction(f, here);
        const at = (out: FrictionForce, s: number): void =>
          coulombFriction(out, {
            ...here,
            vx: v[0] + s * c * direction[0],
            vy: v[1] + s * c * direction[1],
            vz: v[2] + s * c * direction[2],
          });
        at(plus, h);
        at(minus, -h);
        const du = f.ux * direction[0] + f.uy * direction[1] + f.uz * direction[2];
        const up = ratio(plus);
        const down = ratio(minus);
        [f.ux, f.uy, f.uz].forEach((u, i) => {
          const numerical = (N * (up[i] - down[i])) / (2 * h);
          // along <= N mu c / v_s = 5.6; the third derivative times (c h / v_s)^2 = 4e-8 of it
          expect(Math.abs(numerical - (f.along * direction[i] - f.across * u * du))).toBeLessThan(1e-6);
        });
      }),
    );
  });
});

test('no friction: no force, no tangent, no history', () => {
  const f = makeFrictionForce();
  bristle(f, [1, 2, 3], [1, 2, 3], 100, false, 1, 1);
  noFriction(f);
  const { slips, ...numbers } = f;
  expect(slips).toBe(true);
  expect(Object.values(numbers).every((x) => x === 0)).toBe(true);
});
