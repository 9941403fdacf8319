/**
 * A half-immersed sphere let go: heave by the memory of its radiation, against the same decay from the frequency domain, with no memory
 * in it. With D(w) = c - w^2 (m + A) + i w B the motion from rest at z0 has the transform z0 (i w (m + A) + B)/D, whose real part is
 * z0 c B/|D|^2, so that
 *   z(t) = z0 (2 c/pi) int_0^inf B(w) cos(w t)/|D(w)|^2 dw
 */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed, crossings } from '../series.ts';

const [id, source] = ['floating-sphere', 'Hulme (1982), table 1, by Fourier inversion'];
const row = { id, source };
const [a, g, rho] = [5, 9.81, 1025];
const m = (2 / 3) * Math.PI * rho * a ** 3;
const c = rho * g * Math.PI * a * a;
const FILE = '../../scenarios/floating-sphere/hemisphere.1';

/** A and B over frequency, straight lines between those of the file; beyond, A towards its limit and B to nothing. */
function coefficients(text: string): (w: number) => readonly [number, number] {
  const rows = text
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number));
  const infinite = rows[0][3] * rho * a ** 3;
  const list = rows.slice(1).map(([T, , , A, B]) => {
    const w = (2 * Math.PI) / T;
    return [w, A * rho * a ** 3, B * w * rho * a ** 3] as const;
  });
  const [first, last] = [list[0], list[list.length - 1]];
  return (w) => {
    if (w <= first[0]) return [first[1], (first[2] * w) / first[0]];
    if (w >= last[0]) {
      const far = (last[0] / w) ** 3;
      return [infinite + (last[1] - infinite) * far, last[2] * far];
    }
    const i = list.findIndex(([x]) => x > w);
    const s = (w - list[i - 1][0]) / (list[i][0] - list[i - 1][0]);
    return [1, 2].map((k) => list[i - 1][k] + s * (list[i][k] - list[i - 1][k])) as unknown as readonly [
      number,
      number,
    ];
  };
}

function decay(of: (w: number) => readonly [number, number], t: number): number {
  const [step, end] = [1e-3, 15];
  let sum = 0;
  for (let w = 0.5 * step; w < end; w += step) {
    const [A, B] = of(w);
    const real = c - w * w * (m + A);
    sum += (B * Math.cos(w * t)) / (real * real + w * w * B * B);
  }
  return ((2 * c) / Math.PI) * sum * step;
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const of = coefficients(context.readText(FILE));
  const z0 = 0.1;
  const { recording } = completed(
    await context.runScenario('../../scenarios/floating-sphere/scenario.yaml', {
      'bodies.sphere.position': [0, 0, z0],
      'run.duration': '15 s',
      'solver.max step': '20 ms',
      'output.channels': ['sphere.position'],
    }),
  );
  const z = recording.column('sphere.position.z');
  const times = crossings(recording.time, z, 0, 1);
  const theory = Array.from({ length: 301 }, (_, i) => decay(of, i / 20));
  const wanted = crossings(
    Float64Array.from(theory, (_, i) => i / 20),
    Float64Array.from(theory),
    0,
    1,
  );
  const rows = [1, 2, 3, 4, 5, 6, 8, 10, 12].map((t) =>
    compare(row, {
      quantity: `z/z0 at ${t} s`,
      unit: '1',
      expected: theory[20 * t],
      measured: z[20 * t] / z0,
      tolerance: 0.01,
    }),
  );
  return [
    ...rows,
    compareRelative(row, {
      quantity: 'second time it rises through the surface',
      unit: 's',
      expected: wanted[1],
      measured: times[1],
      relative: 0.005,
    }),
  ];
}

export const validationCase: ValidationCase = {
  id,
  title: 'Heave of a floating sphere by the waves it sends out',
  source,
  run,
};
