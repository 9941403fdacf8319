/**
 * The distance surface d(s1, s2) of two cables, or of one with itself, as a picture (Roy 2007, figs. 2.2, 2.11 and 2.12): bands of the
 * distance of the axes over both arc lengths, and its local minima. Computed from nodes with straight chords; arc lengths are sums of
 * chords.
 */
import type { Recording } from '@hawser/record';
import { escapeHtml, formatNumber } from '../report/text.ts';
import { niceTicks, tickTexts } from '../report/ticks.ts';
import { cableLinesAt, recordedCables } from './cable-lines.ts';

export interface DistanceMinimum {
  /** arc lengths [m], distance of the axes [m] */
  readonly first: number;
  readonly second: number;
  readonly distance: number;
}

export interface DistanceSurface {
  readonly lengths: readonly [number, number];
  /** cells along each */
  readonly size: readonly [number, number];
  /** [m] at the points of the grid, (size[0] + 1) (size[1] + 1), the second index fastest */
  readonly distance: Float64Array;
  readonly minima: readonly DistanceMinimum[];
}

/** Cells along the longer of the two. */
const CELLS = 240;

/** The lines of two cables at t [s]; undefined: the nodes of `missing` were not recorded. */
export function cablePair(
  recording: Recording,
  names: readonly [string, string],
  t: number,
): readonly [Float64Array, Float64Array] | { readonly missing: string } {
  const cables = recordedCables(recording);
  const lines = names.map((name) => {
    const cable = cables.find((each) => each.name === name);
    return cable && cableLinesAt([cable], recording.time, t).points;
  });
  const gap = lines.findIndex((line) => line === undefined);
  return gap >= 0 ? { missing: names[gap] } : [lines[0] as Float64Array, lines[1] as Float64Array];
}

/** xyz of each line. `self`: they are one cable, whose neighbours along it are no minima. */
export function distanceSurface(a: Float64Array, b: Float64Array, self: boolean): DistanceSurface {
  const lengths = [lengthOf(a), lengthOf(b)] as const;
  const longest = Math.max(...lengths);
  const size = lengths.map((length) => Math.max(8, Math.round((CELLS * length) / longest))) as [number, number];
  const [p, q] = [evenPoints(a, size[0]), evenPoints(b, size[1])];
  const [n, m] = [size[0] + 1, size[1] + 1];
  const distance = new Float64Array(n * m);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      distance[i * m + j] = Math.hypot(p[3 * i] - q[3 * j], p[3 * i + 1] - q[3 * j + 1], p[3 * i + 2] - q[3 * j + 2]);
    }
  }
  const minima: DistanceMinimum[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = self ? i + 1 : 0; j < m; j++) {
      const d = distance[i * m + j];
      if (self && d > (NEIGHBOURS * ((j - i) * lengths[1])) / size[1]) continue;
      let lowest = true;
      for (let k = Math.max(0, i - 1); lowest && k <= Math.min(n - 1, i + 1); k++) {
        for (let l = Math.max(0, j - 1); l <= Math.min(m - 1, j + 1); l++) {
          const other = distance[k * m + l];
          // of equal places the first counts
          if (other < d || (other === d && k * m + l < i * m + j)) lowest = false;
        }
      }
      if (lowest) minima.push({ first: (i * lengths[0]) / size[0], second: (j * lengths[1]) / size[1], distance: d });
    }
  }
  minima.sort((x, y) => x.distance - y.distance);
  return { lengths, size, distance, minima };
}

/** Ratio of distance to arc length between two places of one cable from which they are neighbours, not two strands. */
const NEIGHBOURS = 0.9;

function lengthOf(points: Float64Array): number {
  let sum = 0;
  for (let o = 3; o < points.length; o += 3) sum += chord(points, o);
  return sum;
}

const chord = (p: Float64Array, o: number): number =>
  Math.hypot(p[o] - p[o - 3], p[o + 1] - p[o - 2], p[o + 2] - p[o - 1]);

/** count + 1 points at equal arc lengths */
function evenPoints(points: Float64Array, count: number): Float64Array {
  const out = new Float64Array(3 * (count + 1));
  const length = lengthOf(points);
  let [o, before] = [3, 0];
  for (let i = 0; i <= count; i++) {
    const s = (length * i) / count;
    while (o + 3 < points.length && before + chord(points, o) < s) {
      before += chord(points, o);
      o += 3;
    }
    const part = Math.min(1, Math.max(0, (s - before) / chord(points, o)));
    for (let r = 0; r < 3; r++) out[3 * i + r] = points[o - 3 + r] + part * (points[o + r] - points[o - 3 + r]);
  }
  return out;
}

/** Of the drawing, in its own units. */
const [SIDE, LEFT, TOP, BOTTOM, RIGHT] = [480, 64, 34, 48, 110];
const BANDS = 12;
/** Number of minima labelled with their distance; others are rings only. */
const WRITTEN = 12;

export function distancePicture(surface: DistanceSurface, names: readonly [string, string], t: number): string {
  const { lengths, size, distance, minima } = surface;
  const longest = Math.max(...lengths);
  const [width, height] = lengths.map((length) => (SIDE * length) / longest);
  let most = 0;
  for (const d of distance) most = Math.max(most, d);
  const levels = niceTicks(0, most, BANDS);
  const step = levels[1] - levels[0];
  const bands = Math.ceil(most / step);
  const band = (d: number): number => Math.min(bands - 1, Math.floor(d / step));
  const shade = (k: number): string => {
    const part = bands > 1 ? k / (bands - 1) : 0;
    const mix = (from: number, to: number): number => Math.round(from + part * (to - from));
    return `rgb(${mix(20, 240)},${mix(52, 244)},${mix(92, 248)})`;
  };
  const m = size[1] + 1;
  const [cellX, cellY] = [width / size[0], height / size[1]];
  const paths: string[][] = Array.from({ length: bands }, () => []);
  // runs of equal bands, a row of the second arc length after the other, from below
  for (let j = 0; j < size[1]; j++) {
    const at = (i: number): number =>
      band(
        0.25 *
          (distance[i * m + j] + distance[(i + 1) * m + j] + distance[i * m + j + 1] + distance[(i + 1) * m + j + 1]),
      );
    const y = (TOP + height - (j + 1) * cellY).toFixed(2);
    for (let i = 0; i < size[0]; ) {
      const [from, own] = [i, at(i)];
      while (i < size[0] && at(i) === own) i++;
      const [x, w] = [LEFT + from * cellX, (i - from) * cellX];
      paths[own].push(`M${x.toFixed(2)} ${y}h${w.toFixed(2)}v${(cellY + 0.05).toFixed(2)}h-${w.toFixed(2)}z`);
    }
  }
  const rings = minima.map(({ first, second, distance: d }, k) => {
    const x = (LEFT + (width * first) / lengths[0]).toFixed(1);
    const y = (TOP + height - (height * second) / lengths[1]).toFixed(1);
    const text = k < WRITTEN ? `<text x="${x}" y="${y}" dx="6" dy="-5">${formatNumber(1000 * d, 4)} mm</text>` : '';
    return `<circle cx="${x}" cy="${y}" r="4"/>${text}`;
  });
  const axis = (length: number, along: 'x' | 'y'): string => {
    const ticks = niceTicks(0, length, 5).filter((tick) => tick <= length * (1 + 1e-9));
    const texts = tickTexts(ticks);
    return ticks
      .map((tick, i) => {
        const part = tick / length;
        return along === 'x'
          ? `<text x="${(LEFT + width * part).toFixed(1)}" y="${TOP + height + 16}" text-anchor="middle">${texts[i]}</text>`
          : `<text x="${LEFT - 8}" y="${(TOP + height * (1 - part) + 4).toFixed(1)}" text-anchor="end">${texts[i]}</text>`;
      })
      .join('');
  };
  const key = Array.from({ length: bands }, (_, k) => {
    const y = TOP + height - ((k + 1) * height) / bands;
    const text = tickTexts(levels)[k];
    return `<rect x="${LEFT + width + 20}" y="${y.toFixed(1)}" width="14" height="${(height / bands + 0.2).toFixed(1)}" fill="${shade(k)}"/><text x="${LEFT + width + 40}" y="${(y + height / bands + 4).toFixed(1)}">${text}</text>`;
  });
  const title = `Distance of ${names[0]} and ${names[1]} at ${formatNumber(t, 4)} s`;
  const [w, h] = [LEFT + width + RIGHT, TOP + height + BOTTOM];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w.toFixed(0)} ${h.toFixed(0)}" font-family="sans-serif" font-size="11" role="img" aria-label="${escapeHtml(title)}">
<rect width="100%" height="100%" fill="#fff"/>
<text x="${LEFT}" y="20" font-size="13">${escapeHtml(title)}</text>
${paths.map((d, k) => (d.length > 0 ? `<path fill="${shade(k)}" d="${d.join('')}"/>` : '')).join('\n')}
<rect x="${LEFT}" y="${TOP}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" fill="none" stroke="#444"/>
${axis(lengths[0], 'x')}${axis(lengths[1], 'y')}
<text x="${(LEFT + width / 2).toFixed(1)}" y="${TOP + height + 36}" text-anchor="middle">along ${escapeHtml(names[0])} [m]</text>
<text transform="translate(16 ${(TOP + height / 2).toFixed(1)}) rotate(-90)" text-anchor="middle">along ${escapeHtml(names[1])} [m]</text>
${key.join('')}<text x="${LEFT + width + 20}" y="${TOP - 6}">axes [m]</text>
<g fill="none" stroke="#b33a2b" stroke-width="1.5">${rings.map((ring) => ring.replace('<text', '<text fill="#b33a2b" stroke="#fff" stroke-width="3" paint-order="stroke"')).join('')}</g>
</svg>
`;
}
