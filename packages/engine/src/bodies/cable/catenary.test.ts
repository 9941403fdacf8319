/** Rest between two points over everything a user may write: loose to far too tight, rubber to steel bar, without a guess. */
import { describe, expect, test } from 'vitest';
import { makeCable, placeNodes } from './build.ts';
import type { Cable } from './cable.ts';
import { Catenary } from './catenary.ts';
import { startShape } from './start-shape.ts';
import { type StaticsResult, solveStatics } from './statics.ts';
import { hold } from './test-world.ts';

const g = 9.81;
const SPAN = 100;
const SLACKNESS = [0.9, 0.97, 0.99, 0.999, 0.9999, 1, 1.000026, 1.0001, 1.001, 1.01, 1.05, 1.2, 1.5, 2]; // length over distance
const STIFFNESS = [1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 2.5e9, 1e10]; // [N]

interface Line {
  readonly end: readonly number[];
  readonly length: number;
  readonly w: number;
  readonly EA: number;
  readonly elements: number;
}

function rest({ end, length, w, EA, elements }: Line): { cable: Cable; result: StaticsResult } {
  const rope = { massPerLength: w / g, axialStiffness: EA, diameter: 0.05 };
  const cable = makeCable({ pieces: [{ rope, length, elements }] });
  const points = new Float64Array(3 * cable.nodeCount);
  startShape(points, cable.tension, cable, { start: [0, 0, 0], end }, { weight: [0, 0, -w] });
  placeNodes(cable, points);
  const around = { gravity: Float64Array.of(0, 0, -g) };
  const result = solveStatics(cable, around, { held: hold(cable, [0, elements]) });
  return { cable, result };
}

/** Irvine 1981, s. 1.4, level span: H L/EA + 2 H/w asinh(w L/(2 H)) = span, which grows with H. */
function levelTension(length: number, w: number, EA: number): number {
  const span = (H: number): number => {
    const u = (w * length) / (2 * H);
    // asinh(u)/u
    return (H * length) / EA + length * (u < 1e-2 ? 1 - (u * u) / 6 + (3 * u ** 4) / 40 : Math.asinh(u) / u);
  };
  let [low, high] = [1e-9, 1e12];
  for (let k = 0; k < 300; k++) {
    const middle = Math.sqrt(low * high);
    if (span(middle) < SPAN) low = middle;
    else high = middle;
  }
  return low;
}

describe.each(SLACKNESS)('length over span %f', (slackness) => {
  test.each(STIFFNESS)(
    'level, EA %f N: horizontal tension within 0.2 % of the elastic catenary with 40 elements',
    (EA) => {
      const [length, w] = [SPAN * slackness, 40];
      const { cable, result } = rest({ end: [SPAN, 0, 0], length, w, EA, elements: 40 });
      expect(result).toMatchObject({ ok: true });
      // chords are shorter than arcs by (curvature l)^2/24: up to 0.06 % of the length for 40 elements of a deep catenary
      expect(Math.abs(cable.force[0] / levelTension(length, w, EA) - 1)).toBeLessThan(2e-3);
      expect(result.iterations).toBeLessThanOrEqual(10);
    },
  );
});

test('sloping and upright lines, light and heavy: all of the grid settles', () => {
  const failed: string[] = [];
  for (const end of [
    [80, 0, 60],
    [10, 0, 99],
    [0, 0, 100],
    [0, 0, -100],
  ]) {
    for (const w of [0.5, 4000]) {
      for (const slackness of SLACKNESS) {
        for (const EA of [1e4, 1e6, 1e7, 1e9, 1e10]) {
          const length = Math.hypot(...end) * slackness;
          const { result } = rest({ end, length, w, EA, elements: 20 });
          if (!result.ok) failed.push(`end ${end}, ${w} N/m, ${slackness}, EA ${EA}: node ${result.node}`);
        }
      }
    }
  }
  expect(failed).toEqual([]);
});

test('an upright line as long as its height, which its own weight makes too long, comes to rest', () => {
  for (const w of [0.5, 40]) {
    for (const EA of [1e6, 1e7, 1e9]) {
      const { cable, result } = rest({ end: [0, 0, -SPAN], length: SPAN, w, EA, elements: 30 });
      expect({ w, EA, ...result }).toMatchObject({ ok: true });
      // the upper end carries all but what the slack end bears
      expect(Math.abs(cable.tension[0] / (w * SPAN * (1 - 0.5 / 30)) - 1)).toBeLessThan(0.05);
    }
  }
});

test('the start shape ends where the line ends, slack or tight', () => {
  const catenary = new Catenary();
  const out = new Float64Array(3);
  for (const rise of [0, 30, -70]) {
    for (const slackness of SLACKNESS) {
      const length = Math.hypot(SPAN, rise) * slackness;
      catenary.hang(SPAN, rise, length, 40, length / 1e8);
      catenary.point(out, length);
      expect(Math.hypot(out[0] - SPAN, out[1] - rise)).toBeLessThan(1e-6);
      expect(out[2]).toBeGreaterThan(0);
    }
  }
});
