import { describe, expect, test } from 'vitest';
import { Random } from '../base/index.ts';
import {
  BRUSH_POINT,
  type Brush,
  type BrushForce,
  bristleFriction,
  brushFriction,
  keepEnergy,
  makeBrush,
  makeBrushForce,
  makeFrictionForce,
  makeSlip,
} from './index.ts';

const n = [0.36, -0.48, 0.8]; // unit, so that no axis is special
const t1 = [0.8, 0.6, 0];
const t2 = [n[1] * t1[2] - n[2] * t1[1], n[2] * t1[0] - n[0] * t1[2], n[0] * t1[1] - n[1] * t1[0]];
const [MU, GIVE, R, LOAD] = [0.5, 1e-5, 0.1, 100];

function brush(points: readonly number[], flat: boolean): Brush {
  const at = makeBrush();
  at.points.resize(points.length);
  at.points.data.set(points);
  at.flat = flat;
  at.muStatic = MU;
  at.muKinetic = MU;
  at.s0 = MU / GIVE;
  at.s1 = 0;
  at.wantTangent = true;
  return at;
}

/** Rings of points over a disc across n, loads by the radius, sum LOAD. */
function disc(pressure: (r: number) => number, rings: number, sectors: number): Brush {
  const points: number[] = [];
  let sum = 0;
  for (let i = 0; i < rings; i++) {
    for (let j = 0; j < sectors; j++) {
      const r = (i + 0.5) / rings;
      const a = (2 * Math.PI * (j + 0.5)) / sectors;
      const [x, y] = [R * r * Math.cos(a), R * r * Math.sin(a)];
      const w = r * pressure(r);
      sum += w;
      points.push(...t1.map((t, k) => x * t + y * t2[k]), ...n, w);
    }
  }
  for (let k = 6; k < points.length; k += BRUSH_POINT) points[k] *= LOAD / sum;
  return brush(points, true);
}

/** Random points; bent ones look up to 60 degrees off n. */
function patch(count: number, seed: number, flat: boolean): Brush {
  const random = new Random(seed);
  const points: number[] = [];
  for (let k = 0; k < count; k++) {
    const r = [random.between(-R, R), random.between(-R, R), flat ? 0 : random.between(-R, R)];
    const lean = flat ? [0, 0, 0] : [0, 1, 2].map(() => random.between(-0.8, 0.8));
    const m = n.map((x, i) => x + lean[i]);
    const length = Math.hypot(...m);
    const place = [0, 1, 2].map((i) => r[0] * t1[i] + r[1] * t2[i] + r[2] * n[i]);
    points.push(...place, ...m.map((x) => x / length), random.between(0.2, 2));
  }
  return brush(points, flat);
}

const about = (v: Float64Array): number => v[3] * n[0] + v[4] * n[1] + v[5] * n[2];
const spin = (out: Float64Array, rate: number): void => {
  for (let i = 0; i < 3; i++) out[3 + i] = rate * n[i];
};
/** Commits a step. */
function goOn(at: Brush, f: BrushForce): void {
  at.elastic.set(f.elastic);
  at.slipping = f.slips;
}

function coulombTorque({ points }: Brush): number {
  let sum = 0;
  const p = points.data;
  for (let k = 0; k < points.length; k += BRUSH_POINT) sum += MU * p[k + 6] * Math.hypot(p[k], p[k + 1], p[k + 2]);
  return sum;
}

describe('a brush that turns', () => {
  test.each([
    ['disc', () => 1, 2 / 3],
    ['ring', (r: number) => (r > 0.9 ? 1 : 0), (2 / 3) * ((1 - 0.9 ** 3) / (1 - 0.9 ** 2))],
    ['cone', (r: number) => 1 - r, 1 / 2],
    ['half-sphere', (r: number) => Math.sqrt(1 - r * r), (3 * Math.PI) / 16],
  ] as const)('%s: torque of Coulomb friction within 0.002 at any turn a step', (_name, pressure, exact) => {
    for (const turn of [3e-3, 0.03, 0.3, 3, 1e3]) {
      const at = disc(pressure, 60, 24);
      const f = makeBrushForce();
      spin(at.displacement, (turn * GIVE) / R);
      const steps = Math.ceil(3 / turn) + 40;
      for (let i = 0; i < steps; i++) {
        brushFriction(f, at);
        goOn(at, f);
        if (i > steps - 20) expect(Math.abs(-about(f.wrench) / (exact * MU * LOAD * R) - 1)).toBeLessThan(2e-3);
      }
    }
  });

  test.each([
    [0.95, false],
    [0.99, false],
    [1.03, true],
  ])('under %f of its Coulomb torque, steps of 5, 1 and 0.2 ms: slides %o', (share, slides) => {
    for (const h of [5e-3, 1e-3, 2e-4]) {
      const at = disc(() => 1, 10, 20);
      at.s1 = 0.7 * Math.sqrt((4 * at.s0) / 9.81);
      const f = makeBrushForce();
      const most = coulombTorque(at);
      const inertia = 0.5 * (LOAD / 9.81) * R * R;
      let rate = 0;
      const step = (): void => {
        let x = rate;
        for (let k = 0; k < 40; k++) {
          spin(at.displacement, h * x);
          spin(at.velocity, x);
          brushFriction(f, at);
          const residual = inertia * (x - rate) - h * (share * most + about(f.wrench));
          if (Math.abs(residual) < 1e-14 * most) break;
          let slope = 0;
          for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) slope += n[i] * f.tangent[21 + 6 * i + j] * n[j];
          x -= residual / (inertia + h * (h + at.s1 / at.s0) * slope);
        }
        rate = x;
        goOn(at, f);
      };
      for (let i = 0; i < 0.4 / h; i++) step();
      if (!slides) {
        expect(Math.abs(rate)).toBeLessThan(1e-9);
        continue;
      }
      const before = rate;
      for (let i = 0; i < 0.1 / h; i++) step();
      expect(Math.abs((rate - before) / (0.1 * (share - 1) * (most / inertia)) - 1)).toBeLessThan(0.01);
    }
  });
});

describe.each([
  ['flat', true],
  ['bent', false],
] as const)('a %s brush', (_name, flat) => {
  const move = [0.7, -0.4, 0.5, 6, 3, -5].map((x) => x * GIVE);
  const at = (scale: number): Brush => {
    const b = patch(12, 3, flat);
    for (let i = 0; i < 6; i++) b.displacement[i] = scale * move[i];
    return b;
  };
  const f = makeBrushForce();

  test.each([0.2, 3, 10, 300])(
    'moved by %f: the wrench is the slope of the cost, the tangent that of the wrench',
    (scale) => {
      const b = at(scale);
      brushFriction(f, b);
      const { wrench, tangent, beyond } = { ...f, wrench: f.wrench.slice(), tangent: f.tangent.slice() };
      expect(beyond).toBe(scale > 1.5);
      const force = Math.hypot(...wrench.slice(0, 3));
      const stiff = Math.max(...tangent.slice(0, 3).map(Math.abs));
      for (let j = 0; j < 6; j++) {
        const e = (j < 3 ? 1e-4 : 1e-3) * GIVE;
        const side = (sign: number): { cost: number; wrench: Float64Array } => {
          const c = at(scale);
          c.displacement[j] += sign * e;
          brushFriction(f, c);
          return { cost: f.cost, wrench: f.wrench.slice() };
        };
        const [up, down] = [side(1), side(-1)];
        const unit = j < 3 ? 1 : R;
        expect(Math.abs((up.cost - down.cost) / (2 * e) + wrench[j])).toBeLessThan(1e-5 * force * unit);
        for (let i = 0; i < 6; i++) {
          const slope = -(up.wrench[i] - down.wrench[i]) / (2 * e);
          const unit2 = unit * (i < 3 ? 1 : R);
          expect(Math.abs(slope - tangent[6 * i + j]), `${i} ${j}`).toBeLessThan(1e-3 * stiff * unit2);
          expect(Math.abs(tangent[6 * i + j] - tangent[6 * j + i])).toBeLessThan(1e-12 * stiff * unit2);
        }
      }
    },
  );

  test('follows its normal forces as the head says', () => {
    const b = at(3);
    brushFriction(f, b);
    const p = b.points.data;
    const { bent, slip, share, stiffening, tip } = f;
    const rigid = (d: ArrayLike<number>, k: number): number[] => {
      const [x, y, z] = p.subarray(k, k + 3);
      const v = [d[0] + d[4] * z - d[5] * y, d[1] + d[5] * x - d[3] * z, d[2] + d[3] * y - d[4] * x];
      const vn = v[0] * p[k + 3] + v[1] * p[k + 4] + v[2] * p[k + 5];
      return v.map((q, i) => q - vn * p[k + 3 + i]);
    };
    const wrenchOf = (g: number[], k: number): number[] => {
      const [x, y, z] = p.subarray(k, k + 3);
      return [...g, y * g[2] - z * g[1], z * g[0] - x * g[2], x * g[1] - y * g[0]];
    };
    const expected: number[][] = [];
    for (let k = 0; k < b.points.length; k += BRUSH_POINT) {
      const s = rigid(slip, k);
      const length = Math.max(Math.hypot(...s), tip);
      const a = wrenchOf(
        rigid(bent, k).map((x) => b.s0 * stiffening * x),
        k,
      );
      const c = wrenchOf(
        s.map((x) => (MU * x) / length),
        k,
      );
      expected.push(a.map((x, i) => c.reduce((sum, y, j) => sum + share[6 * i + j] * (y - a[j]), x)));
    }
    expected.forEach((slopes, k) => {
      const e = 1e-5;
      const side = (sign: number): Float64Array => {
        const c = at(3);
        c.points.data[BRUSH_POINT * k + 6] += sign * e;
        brushFriction(f, c);
        return f.wrench.slice();
      };
      const [up, down] = [side(1), side(-1)];
      slopes.forEach((slope, i) => {
        expect(Math.abs(slope + (up[i] - down[i]) / (2 * e)), `${k} ${i}`).toBeLessThan(1e-4 * MU);
      });
    });
  });

  test('curved: the tangent is no softer in any direction', () => {
    const random = new Random(5);
    brushFriction(f, at(3));
    const true6 = f.tangent.slice();
    brushFriction(f, { ...at(3), curved: true });
    for (let t = 0; t < 50; t++) {
      const d = [0, 1, 2, 3, 4, 5].map((i) => random.between(-1, 1) * (i < 3 ? 1 : 1 / R));
      const form = (m: Float64Array): number =>
        d.reduce((s, x, i) => s + d.reduce((q, y, j) => q + x * m[6 * i + j] * y, 0), 0);
      expect(form(f.tangent) - form(true6)).toBeGreaterThan(-1e-9 * form(f.tangent));
    }
  });

  test('a brush let go where it slipped keeps its wrench, and what it keeps gives it again', () => {
    const b = at(3);
    brushFriction(f, b);
    const [wrench, elastic] = [f.wrench.slice(), f.elastic.slice()];
    const again = at(0);
    again.elastic.set(elastic);
    for (let i = 0; i < 5; i++) {
      brushFriction(f, again);
      goOn(again, f);
    }
    // the rounded tip gives NARROW of the deflection, a few times over
    for (let i = 0; i < 6; i++) expect(Math.abs(f.wrench[i] - wrench[i])).toBeLessThan(5e-4 * Math.hypot(...wrench));
  });

  test('power of slip is never negative: the wrench opposes it', () => {
    for (let seed = 0; seed < 200; seed++) {
      const random = new Random(seed);
      const b = patch(1 + Math.floor(random.between(0, 20)), seed + 1000, flat);
      const size = GIVE * 10 ** random.between(-1, 4);
      for (let i = 0; i < 6; i++) b.displacement[i] = size * random.between(-1, 1) * (i < 3 ? 1 : 1 / R);
      brushFriction(f, b);
      let work = 0;
      for (let i = 0; i < 6; i++) work -= f.wrench[i] * f.slip[i];
      expect(work).toBeGreaterThanOrEqual(0);
      expect(f.rounds).toBeLessThan(60);
    }
  });
});

describe('a brush', () => {
  test('of one point is the bristle of a point, sticking and slipping, static and kinetic', () => {
    const random = new Random(11);
    const f = makeBrushForce();
    const g = makeFrictionForce();
    for (let t = 0; t < 200; t++) {
      const at = brush([0, 0, 0, ...n, LOAD], true);
      at.muKinetic = 0.4;
      at.s1 = 3;
      at.slipping = t % 2 === 0;
      const slip = {
        ...makeSlip(),
        muStatic: MU,
        muKinetic: 0.4,
        s0: at.s0,
        s1: 3,
        normal: LOAD,
        slipping: at.slipping,
      };
      const [a, b, va, vb] = [0, 1, 2, 3].map(() => random.between(-2, 2));
      for (let i = 0; i < 3; i++) {
        at.displacement[i] = GIVE * (a * t1[i] + b * t2[i]) + 0.3 * n[i]; // along n nothing is felt
        at.velocity[i] = 0.1 * (va * t1[i] + vb * t2[i]);
      }
      [slip.zx, slip.zy, slip.zz] = [0, 1, 2].map((i) => GIVE * (a * t1[i] + b * t2[i]));
      [slip.vx, slip.vy, slip.vz] = at.velocity;
      brushFriction(f, at);
      bristleFriction(g, slip);
      const expected = [g.gx, g.gy, g.gz].map((x) => -LOAD * x);
      for (let i = 0; i < 3; i++) expect(Math.abs(f.wrench[i] - expected[i])).toBeLessThan(1e-9 * LOAD);
      expect(f.slips).toBe(g.slips);
      const z = [g.zx, g.zy, g.zz];
      for (let i = 0; i < 3; i++) expect(Math.abs(f.elastic[i] - z[i])).toBeLessThan(1e-8 * GIVE);
      expect(Math.hypot(...f.elastic.slice(3))).toBe(0);
    }
  });

  test('bent at 10 N, pressed to 100 N and brought back gives nothing it was not given', () => {
    const at = disc(() => 1, 4, 8);
    const f = makeBrushForce();
    const loads = at.points.data.slice();
    let load = 10;
    let work = 0;
    let last = 0;
    const go = (dx: number, now: number): void => {
      const factor = keepEnergy(load, now);
      load = now;
      for (let k = 6; k < at.points.length; k += BRUSH_POINT) at.points.data[k] = (loads[k] * now) / LOAD;
      for (let i = 0; i < 6; i++) at.elastic[i] *= factor;
      for (let i = 0; i < 3; i++) at.displacement[i] = dx * t1[i];
      brushFriction(f, at);
      goOn(at, f);
      const force = f.wrench[0] * t1[0] + f.wrench[1] * t1[1] + f.wrench[2] * t1[2];
      work -= 0.5 * (last + force) * dx;
      last = force;
    };
    const reach = 0.9 * GIVE;
    for (let i = 0; i < 200; i++) go(reach / 200, 10);
    const given = work;
    expect(given).toBeCloseTo(0.5 * 0.9 * 0.9 * MU * 10 * GIVE, 8);
    for (let i = 1; i <= 200; i++) go(0, 10 + (90 * i) / 200);
    expect(f.stored).toBeLessThanOrEqual(given * (1 + 1e-9));
    last = f.wrench[0] * t1[0] + f.wrench[1] * t1[1] + f.wrench[2] * t1[2];
    // on the way back it gives its energy until nothing is bent, then the other way round
    let least = work;
    for (let i = 0; i < 200; i++) {
      go(-reach / 200, 100);
      least = Math.min(least, work);
    }
    expect(least).toBeGreaterThanOrEqual(-1e-9 * given);
  });

  test('what no point feels does not pile up: tilts of a flat patch, spin of one point', () => {
    const f = makeBrushForce();
    const at = disc(() => 1, 3, 6);
    for (let i = 0; i < 3; i++) at.displacement[3 + i] = 0.1 * t1[i];
    for (let i = 0; i < 50; i++) {
      brushFriction(f, at);
      goOn(at, f);
    }
    expect(Math.max(...f.elastic.map(Math.abs))).toBeLessThan(1e-15);
    const one = brush([0.01, 0.02, -0.03, ...n, LOAD], false);
    for (let i = 0; i < 3; i++) one.displacement[3 + i] = n[i];
    for (let i = 0; i < 50; i++) {
      brushFriction(f, one);
      goOn(one, f);
    }
    expect(Math.hypot(...f.wrench.slice(0, 3)) / (MU * LOAD)).toBeCloseTo(1, 6);
    expect(Math.max(...f.elastic.map(Math.abs))).toBeLessThan(1e3 * GIVE);
  });
});

test('a slip that came out otherwise than foreseen leaves curvature: the tangent is never negative, and the true one once the slip is foreseen', () => {
  const random = new Random(11);
  const draw = (): number => random.between(-1, 1);
  for (const flat of [true, false]) {
    const [at, plain] = [makeBrush(), makeBrush()];
    const [seen, truth] = [makeBrushForce(), makeBrushForce()];
    for (const b of [at, plain]) b.points.resize(BRUSH_POINT * 9);
    for (let k = 0; k < 9; k++) {
      const tilt = flat ? 0 : 0.3;
      const n = [tilt * draw(), tilt * draw(), 1];
      const size = Math.hypot(...n);
      const numbers = [0.1 * draw(), 0.1 * draw(), 0, ...n.map((x) => x / size), 1 + random.uniform()];
      for (const b of [at, plain]) b.points.data.set(numbers, BRUSH_POINT * k);
    }
    for (const b of [at, plain]) {
      Object.assign(b, { flat, muStatic: 0.5, muKinetic: 0.5, s0: 1e4, s1: 0, wantTangent: true });
      b.elastic.fill(0);
      b.velocity.fill(0);
    }
    at.foreseen = true;
    let above = 0;
    for (let move = 0; move < 12; move++) {
      const D = Array.from({ length: 6 }, (_, i) => (i < 3 ? 1e-3 : 1e-2) * draw());
      for (let again = 0; again < 2; again++) {
        at.displacement.set(D);
        plain.displacement.set(D);
        brushFriction(seen, at);
        brushFriction(truth, plain);
        at.prepared = true;
        at.warm = seen.beyond;
        // the search ends where a ten-thousand-millionth of the limit is missing: tangents differ by that over the tip
        for (let i = 0; i < 6; i++) expect(Math.abs(seen.wrench[i] - truth.wrench[i])).toBeLessThan(1e-7);
        for (let k = 0; k < 8; k++) {
          const x = Array.from({ length: 6 }, draw);
          let [more, scale, whole] = [0, 0, 0];
          for (let i = 0; i < 6; i++) {
            for (let j = 0; j < 6; j++) {
              more += x[i] * (seen.tangent[6 * i + j] - truth.tangent[6 * i + j]) * x[j];
              scale += Math.abs(x[i] * truth.tangent[6 * i + j] * x[j]);
              whole += x[i] * seen.tangent[6 * i + j] * x[j];
            }
          }
          expect(whole).toBeGreaterThan(-1e-3 * scale);
          if (again === 0) above = Math.max(above, more / scale);
          else expect(Math.abs(more)).toBeLessThan(1e-3 * scale);
        }
      }
    }
    expect(above).toBeGreaterThan(0.1);
  }
});
