/** Natural frequencies and buckling from the tangent: CB-05 and CB-08. */
import { describe, expect, test } from 'vitest';
import { makeCable, placeNodes } from './build.ts';
import { type Cable, END, START } from './cable.ts';
import {
  frequencies,
  lowest,
  massRows,
  negativePivots,
  smallestSingular,
  stiffness,
  symmetric,
  threshold,
} from './modes/test-world.ts';
import type { RopeSpec } from './rope.ts';
import { solveStatics } from './statics.ts';
import { hold } from './test-world.ts';

const none = new Float64Array(3);
const gravity = Float64Array.of(0, 0, -9.81);
const EA = 1e9;

function along(
  rope: RopeSpec,
  length: number,
  elements: number,
  axis: readonly number[],
  strain: (s: number) => number,
  mass = 0,
): Cable {
  const cable = makeCable({ pieces: [{ rope, length, elements }], massConsistency: mass });
  const points = new Float64Array(3 * (elements + 1));
  const l = length / elements;
  for (let i = 1; i <= elements; i++) {
    const step = l * (1 + strain((i - 0.5) * l));
    for (let r = 0; r < 3; r++) points[3 * i + r] = points[3 * i - 3 + r] + step * axis[r];
  }
  placeNodes(cable, points);
  return cable;
}

/** Holds every node's coordinates but the one listed. */
function only(cable: Cable, free: number, nodes: readonly number[]): Uint8Array {
  const held = hold(cable, nodes);
  for (let i = 0; i < cable.nodeCount; i++) for (let r = 0; r < 3; r++) if (r !== free) held[4 * i + r] = 1;
  return held;
}

describe('CB-05 natural frequencies', () => {
  const exactString = [3.1622776601683795, 6.324555320336759, 9.486832980505138, 12.649110640673518];

  test('taut string: lumped as the closed form for lumps; with half the consistent mass of fourth order, 2e-5 at 40 elements', () => {
    const rope = { massPerLength: 0.5 * (1 + 2000 / 1e7), axialStiffness: 1e7, diameter: 0.01 };
    const rate = (mass: number, n: number) => {
      const cable = along(rope, 10 / (1 + 2000 / 1e7), n, [1, 0, 0], () => 2000 / 1e7, mass);
      const held = only(cable, 2, [0, n]);
      return frequencies(stiffness(cable, { gravity: none }, held), massRows(cable, held), 4, 100);
    };
    const lumps = [3.1492893485846967, 6.221032741515122, 9.139593661925487, 11.833107453806923];
    rate(0, 10).forEach((f, i) => {
      expect(f / lumps[i]).toBeCloseTo(1, 6);
    });
    rate(0.5, 40).forEach((f, i) => {
      expect(Math.abs(f / exactString[i] - 1)).toBeLessThan(3e-5);
    });
  });

  test('hanging chain, three modes to 1e-3: lumped with 128 elements', () => {
    const L = 2;
    const rope = { massPerLength: 1, axialStiffness: EA, diameter: 0.01, slackTension: 1e-6 };
    const cable = along(rope, L, 128, [0, 0, -1], (s) => (9.81 * (L - s)) / EA);
    const held = only(cable, 0, [0]);
    frequencies(stiffness(cable, { gravity }, held), massRows(cable, held), 3, 20).forEach((f, i) => {
      expect(Math.abs(f / [0.4238314896928083, 0.9728701199204749, 1.525151120000407][i] - 1)).toBeLessThan(1e-3);
    });
  });

  test('bar, fixed and free: 4 modes to 1e-3 with 40 elements', () => {
    const rope = { massPerLength: 7850, axialStiffness: 210e9, diameter: 0.01, slackRatio: 1 };
    const cable = along(rope, 3, 40, [1, 0, 0], () => 0, 0.5);
    const held = only(cable, 0, [0]);
    const exact = [431.01617941957096, 1293.0485382587128, 2155.0808970978546, 3017.1132559369967];
    frequencies(stiffness(cable, { gravity: none }, held), massRows(cable, held), 4, 1e4).forEach((f, i) => {
      expect(Math.abs(f / exact[i] - 1)).toBeLessThan(1e-3);
    });
  });

  test('cantilever and pinned tensioned beam: 3 modes to 1e-3 with 80 elements', () => {
    const rope = { massPerLength: 2, axialStiffness: EA, diameter: 0.01, slackRatio: 1, bendingStiffness: 200 };
    const cable = along(rope, 4, 80, [1, 0, 0], () => 0, 1);
    cable.clamp(START, [1, 0, 0]);
    const held = only(cable, 2, [0]);
    frequencies(stiffness(cable, { gravity: none }, held), massRows(cable, held), 3, 50).forEach((f, i) => {
      expect(Math.abs(f / [0.3497445062302354, 2.1918114068958676, 6.137135405573045][i] - 1)).toBeLessThan(1e-3);
    });
    const beam = along(rope, 4, 80, [1, 0, 0], () => 1000 / EA, 0.5);
    const pins = only(beam, 2, [0, 80]);
    frequencies(stiffness(beam, { gravity: none }, pins), massRows(beam, pins), 3, 50).forEach((f, i) => {
      expect(Math.abs(f / [2.962486886856022, 6.831636471351658, 12.181240205262538][i] - 1)).toBeLessThan(1e-3);
    });
  });

  test('shallow sagging cable: first symmetric in-plane mode moves with Irvine\u2019s lambda^2', () => {
    // H = 1e5 N, l = 100 m, EA from lambda^2 = (m g l/H)^2 EA l/(H Le)
    for (const [lambda2, exact] of [
      [1, 1.040200486809137],
      [10, 1.3451245113904402],
      [100, 2.597184544634785],
    ]) {
      const [H, l, sag] = [1e5, 100, 1 / 200];
      const weight = (8 * sag * H) / l; // parabola: H = w l^2/(8 d)
      const Le = l * (1 + 8 * sag * sag);
      const stiff = (lambda2 * H * Le) / (((weight * l) / H) ** 2 * l);
      const n = 80;
      const rope = { massPerLength: weight / 9.81, axialStiffness: stiff, diameter: 0.01 };
      const length = l * (1 + (8 / 3) * sag * sag) - (H * Le) / stiff;
      const cable = makeCable({ pieces: [{ rope, length, elements: n }] });
      placeNodes(
        cable,
        Float64Array.from({ length: 3 * (n + 1) }, (_, i) =>
          i % 3 === 0
            ? (l * i) / 3 / n
            : i % 3 === 2
              ? -4 * sag * l * (Math.floor(i / 3) / n) * (1 - Math.floor(i / 3) / n)
              : 0,
        ),
      );
      cable.tension.fill(H);
      const held = hold(cable, [0, n]);
      for (let i = 0; i <= n; i++) held[4 * i + 1] = 1;
      expect(solveStatics(cable, { gravity }, { held }).ok).toBe(true);
      const f = frequencies(stiffness(cable, { gravity }, held), massRows(cable, held), 2, 20);
      const omega = f.map((value) => (2 * Math.PI * value * l * Math.sqrt(weight / 9.81 / H)) / Math.PI);
      // the theory is of first order in the sag ratio squared, 1/40000, and in the strain
      const symmetricMode = lambda2 < 39 ? omega[0] : omega[1];
      expect(Math.abs(symmetricMode / exact - 1)).toBeLessThan(lambda2 === 1 ? 0.01 : 0.005);
    }
  });
});

describe('CB-08 buckling (EI = 50, L = 2)', () => {
  const rod: RopeSpec = { massPerLength: 1, axialStiffness: EA, diameter: 0.01, slackRatio: 1, bendingStiffness: 50 };

  test.each([
    ['pinned, pinned', 123.37005501361698, 40],
    ['fixed, free', 30.842513753404244, 40],
    ['fixed, fixed', 493.4802200544679, 80],
    ['fixed, pinned', 252.3841069553329, 80],
  ])('%s: %f N to 1e-3 with %i elements', (name, exact, n) => {
    const load = threshold(0.8 * exact, 1.2 * exact, (P) => {
      const cable = along(rod, 2, n, [1, 0, 0], () => -P / EA);
      if (name.startsWith('fixed')) cable.clamp(START, [1, 0, 0]);
      if (name.endsWith('fixed')) cable.clamp(END, [1, 0, 0]);
      const held = only(cable, 2, name.endsWith('free') ? [0] : [0, n]);
      if (!name.endsWith('free')) held[4 * n + 2] = 1;
      return negativePivots(stiffness(cable, { gravity: none }, held)) > 0;
    });
    expect(Math.abs(load / exact - 1)).toBeLessThan(1e-3);
  });

  test('own weight: w L^3/EI = 7.837 to 1e-3 with 40 elements', () => {
    const found = threshold(6, 9, (x) => {
      const w = (x * 50) / 8;
      const cable = along({ ...rod, massPerLength: w / 9.81 }, 2, 40, [0, 0, 1], (s) => (-w * (2 - s)) / EA);
      cable.clamp(START, [0, 0, 1]);
      return negativePivots(stiffness(cable, { gravity }, only(cable, 0, [0]))) > 0;
    });
    expect(Math.abs(found / 7.83734743894348 - 1)).toBeLessThan(1e-3);
  });

  test('Greenhill: torque and tension on a pinned rod to 1e-3 with 80 elements', () => {
    for (const [T, exact] of [
      [0, 157.07963267948966],
      [123.37005501361698, 222.14414690791833],
    ]) {
      const n = 80;
      const torque = lowest(0.98 * exact, 1.02 * exact, (M) => {
        const cable = along({ ...rod, torsionalStiffness: 40 }, 2, n, [1, 0, 0], () => T / EA);
        for (let i = 0; i < n; i++) cable.q[4 * i + 3] = ((M / 40) * (i + 0.5) * 2) / n;
        const held = hold(cable, [0, n]);
        for (let i = 0; i < n; i++) {
          held[4 * i + 3] = 1; // the torque is given
          held[4 * i] = 1; // straight: no coupling with stretch
        }
        return smallestSingular(stiffness(cable, { gravity: none }, held));
      });
      expect(Math.abs(torque / exact - 1)).toBeLessThan(1e-3);
    }
  });

  test('Michell\u2019s ring turns over between 13.5 and 13.75 rad of twist (exact 13.603) with 80 elements', () => {
    const n = 80;
    const unstable = (twist: number) => {
      const cable = makeCable({
        pieces: [{ rope: { ...rod, axialStiffness: 1e7, torsionalStiffness: 40 }, length: 2, elements: n }],
      });
      // both ends held at one point: that takes out rigid motions, nothing else
      cable.clamp(START, [1, 0, 0], [0, 0, 1]);
      cable.clamp(END, [1, 0, 0], [0, 0, 1]);
      const points = new Float64Array(3 * (n + 1));
      for (let i = 0; i <= n; i++) {
        points[3 * i] = Math.sin((2 * Math.PI * i) / n) / Math.PI;
        points[3 * i + 1] = (1 - Math.cos((2 * Math.PI * i) / n)) / Math.PI;
      }
      placeNodes(cable, points);
      cable.endTurn[1] = twist;
      for (let i = 0; i < n; i++) cable.q[4 * i + 3] = (twist * (i + 0.5)) / n;
      const held = hold(cable, [0, n]);
      solveStatics(cable, { gravity: none }, { held, tolerance: 1e-10 });
      const K = symmetric(stiffness(cable, { gravity: none }, held));
      const M = massRows(cable, held);
      // the ring may swing about its tangent at no cost: count what is below minus a little
      return negativePivots(K.map((row, i) => row.map((value, k) => value + 20 * M[i][k]))) > 0;
    };
    expect(unstable(13.5)).toBe(false);
    expect(unstable(13.75)).toBe(true);
  });

  test.each([
    [40, 1.0636632663994143, 0.8812035117260149, 0.21112017006059405],
    [100, 1.5183887932923932, 0.3489893004148341, 0.3957697482684596],
  ])(
    'post-buckling at an end angle of %i degrees: load and deflection to 1e-3 with 120 elements',
    (angle, load, chord, deflection) => {
      const n = 120;
      const cable = makeCable({ pieces: [{ rope: { ...rod, axialStiffness: 1e7 }, length: 2, elements: n }] });
      const points = new Float64Array(3 * (n + 1));
      const a = (angle * Math.PI) / 180;
      let [x, z] = [0, 0];
      for (let i = 1; i <= n; i++) {
        const heading = a * Math.cos((Math.PI * (i - 0.5)) / n);
        x += (2 / n) * Math.cos(heading);
        z += (2 / n) * Math.sin(heading);
        points[3 * i] = x;
        points[3 * i + 2] = z;
      }
      for (let i = 0; i <= n; i++) points[3 * i] *= (2 * chord) / x;
      placeNodes(cable, points);
      expect(solveStatics(cable, { gravity: none }, { held: hold(cable, [0, n]) }).ok).toBe(true);
      expect(Math.abs(-cable.force[0] / 123.37005501361698 / load - 1)).toBeLessThan(1e-3);
      expect(Math.abs(cable.q[4 * (n / 2) + 2] / 2 / deflection - 1)).toBeLessThan(1e-3);
    },
  );
});
