/** Fibre ropes that creep: against exact solutions, and against the equations of the Syrope model integrated on their own. */
import { readMesh, readTable } from '@hawser/formats';
import { Simulation } from '@hawser/engine';
import { expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';

type Files = Record<string, string>;

function compile(text: string, files: Files = {}) {
  const readers = { mesh: readMesh, table: readTable };
  return compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text, ...files }), readers, set: [] });
}

function simulate(text: string, files: Files = {}): Simulation {
  const result = compile(text, files);
  if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
  return new Simulation(result.compiled.spec);
}

/** One element of 1 m, stretched as told every 0.1 s. */
function pulled(rope: string, strain: (t: number) => number, duration: number): Simulation {
  const count = Math.ceil(duration / 0.1) + 1;
  const rows = Array.from({ length: count }, (_, i) => `${0.1 * i},${1 + strain(0.1 * i)}`);
  return simulate(
    `hawser: 1
environment: { gravity: 0 }
ropes: { rope: { mass: 20 kg/m, diameter: 0.2 m, ${rope} } }
bodies: { hand: { motion: { x: { table: m.csv, time: time, column: x } } } }
cables: { line: { rope: rope, length: 1 m, elements: 1, from: { body: world }, to: { body: hand } } }
contacts: { enabled: false }
run: { duration: ${duration} s }
`,
    { 'm.csv': `time [s],x [m]\n${rows.join('\n')}\n` },
  );
}

function read(simulation: Simulation, name: string, at = 0): number {
  const out = new Float64Array(3);
  const probe = simulation.probes.find((each) => each.name === name);
  if (probe === undefined) throw new Error(name);
  probe.read(out, 0);
  return out[at];
}

const advance = (simulation: Simulation, to: number): void => {
  while (simulation.time < to - 1e-9) {
    const step = simulation.step(to);
    if (!step.ok) throw new Error(step.failure.message);
  }
};

test('a linear viscoelastic rope in a steady wave: amplitude and lag of the two springs in series', () => {
  // 1/E = 1/(K + i w c2) + 1/(k + i w c1), with 1/EA = 1/K + 1/k
  const [EA, K, c1, c2] = [100e6, 150e6, 200e6, 2e6];
  const k = 1 / (1 / EA - 1 / K);
  const w = (2 * Math.PI) / 8;
  const [fast, slow] = [K * K + w * w * c2 * c2, k * k + w * w * c1 * c1];
  const give = [K / fast + k / slow, -(w * c2) / fast - (w * c1) / slow];
  const size = give[0] ** 2 + give[1] ** 2;
  const E = [give[0] / size, -give[1] / size];
  const mean = 0.02;
  const s = pulled(
    'stiffness: 100 MN, creep: { dynamic stiffness: 150 MN, slow damping: 200 MN s, fast damping: 2 MN s }',
    (t) => mean + 0.005 * Math.sin(w * t),
    40,
  );
  let worst = 0;
  for (let t = 24; t <= 40; t += 0.5) {
    advance(s, t);
    const T = EA * mean + 0.005 * (E[0] * Math.sin(w * t) + E[1] * Math.cos(w * t));
    worst = Math.max(worst, Math.abs(read(s, 'cable.line.element-0.tension') - T));
  }
  // the table has straight lines between its rows: (w 0.1)^2/8 = 8e-4 of the wave's 0.65 MN; the first 24 s are 8 times the rope's time
  expect(worst / (EA * mean)).toBeLessThan(1e-3);
});

const ORIGINAL: readonly (readonly [number, number])[] = [
  [0, 0],
  [0.01, 0.72e6],
  [0.02, 1.26e6],
  [0.04, 2.36e6],
  [0.06, 4.39e6],
];
const ALPHA = 153e6;
const BETA = 23.12;
const C1 = 5e9;
const C2 = 1e5;

function on(x: number, from: 0 | 1): number {
  let i = 0;
  while (i < ORIGINAL.length - 2 && ORIGINAL[i + 1][from] <= x) i++;
  const [a, b] = [ORIGINAL[i], ORIGINAL[i + 1]];
  const to = 1 - from;
  return a[to] + ((x - a[from]) * (b[to] - a[to])) / (b[from] - a[from]);
}

const forms = {
  linear: { k1: 1.25e8, k2: 0, curve: (x: number) => x },
  quadratic: { k1: 0.25, k2: 0.9, curve: (x: number) => x * (0.9 * x + 0.1) },
  exponential: { k1: 0.2, k2: 1.5, curve: (x: number) => Math.expm1(1.5 * x) / Math.expm1(1.5) },
} as const;

test.each(['linear', 'quadratic', 'exponential'] as const)('%s working curve: as the equations say', (form) => {
  const { k1, k2, curve } = forms[form];
  const standing = (e: number, most: number): number => {
    const top = on(most, 1);
    const slack = form === 'linear' ? top - most / k1 : k1 * top;
    const x = (e - slack) / (top - slack);
    return x >= 1 ? on(e, 0) : most * curve(Math.max(0, x));
  };
  const fast = (T: number): number => Math.log1p((BETA * T) / ALPHA) / BETA;
  const strain = (t: number): number => {
    const way = t < 20 ? 0.018 : t < 60 ? 0.018 + 0.0006 * (t - 20) : t < 80 ? 0.042 - 0.0008 * (t - 60) : 0.026;
    return way + 0.0008 * Math.sin(0.6 * t) * Math.min(1, t / 10);
  };
  // d e_s/dt = (K (e - e(T_m)) + c2 e')/(c1 + c2), by the explicit midpoint rule
  let most = 1.4e6;
  let slow = 0.018 - fast(standing(0.018, most));
  const mean = (e_s: number): number => {
    let [low, high] = [0, 0.1];
    for (let k = 0; k < 40; k++) {
      const e = 0.5 * (low + high);
      if (e - fast(standing(e, most)) < e_s) low = e;
      else high = e;
    }
    return 0.5 * (low + high);
  };
  const rate = (t: number, e_s: number): number => {
    const e = mean(e_s);
    const velocity = (strain(t + 1e-3) - strain(t - 1e-3)) / 2e-3;
    return ((ALPHA + BETA * standing(e, most)) * (strain(t) - e) + C2 * velocity) / (C1 + C2);
  };
  const s = pulled(
    `working curves: { original: ${JSON.stringify(ORIGINAL)}, form: ${form}, k1: ${k1}, k2: ${k2}, largest: 1.4 MN }, creep: { dynamic stiffness: 153 MN, stiffness per load: ${BETA}, slow damping: 5000 MN s, fast damping: 0.1 MN s }`,
    strain,
    110,
  );
  let worst = 0;
  let largest = 0;
  const h = 0.1;
  for (let i = 1; i <= 1100; i++) {
    const t = (i - 1) * h;
    slow += h * rate(t + 0.5 * h, slow + 0.5 * h * rate(t, slow));
    most = Math.max(most, standing(mean(slow), most));
    if (i % 20 !== 0) continue;
    advance(s, i * h);
    const T = standing(mean(slow), most) + C1 * rate(i * h, slow);
    largest = Math.max(largest, T);
    worst = Math.max(worst, Math.abs(read(s, 'cable.line.element-0.tension') - T));
  }
  expect(most).toBeGreaterThan(1.8e6); // the original curve was met
  // steps and rows of 0.1 s under a wave of 10 s: 1e-3 of it; the wave is a tenth of the largest tension
  expect(worst / largest).toBeLessThan(2e-3);
});

const hung = (rope: string, more = ''): string => `hawser: 1
ropes: { rope: { mass: 0.01 kg/m, diameter: 0.2 m, ${rope} } }
bodies: { load: { mass: 80 t, inertia: [1e4, 1e4, 1e4], position: [0, 0, -10.3 m] } }
cables: { line: { rope: rope, length: 10 m, elements: 4, from: { body: world }, to: { body: load } } }
contacts: { enabled: false }
solver: { start from equilibrium: true }
run: { duration: 1 s }
${more}`;
const WORKING = `working curves: { original: ${JSON.stringify(ORIGINAL)}, form: linear, k1: 0.4, largest: 1.4 MN }`;
const CREEP = 'creep: { dynamic stiffness: 153 MN, stiffness per load: 23, slow damping: 5000 MN s }';

test('a load hangs on the working curve from the start, and stays', () => {
  const s = simulate(hung(`${WORKING}, ${CREEP}`));
  advance(s, 1);
  const strain = -read(s, 'load.position', 2) / 10 - 1;
  const top = on(1.4e6, 1);
  expect(strain).toBeCloseTo(0.4 * top + ((80e3 * 9.80665) / 1.4e6) * 0.6 * top, 5);
});

test('a restart in the midst of creep goes on to the same bits', () => {
  const rope = 'stiffness: 100 MN, creep: { dynamic stiffness: 150 MN, stiffness per load: 2, slow damping: 200 MN s }';
  const strain = (t: number): number => 0.02 + 0.004 * Math.sin(t);
  const one = pulled(rope, strain, 4);
  advance(one, 2);
  const kept = one.save();
  advance(one, 4);
  const other = pulled(rope, strain, 4);
  other.load(kept);
  advance(other, 4);
  expect(read(other, 'cable.line.element-0.tension')).toBe(read(one, 'cable.line.element-0.tension'));
});

test('what is wrong is said at the field', () => {
  const messages = (rope: string): string => {
    const result = compile(hung(rope));
    return result.ok ? '' : result.issues.map(formatIssue).join('\n');
  };
  expect(messages('stiffness: 200 MN, creep: { dynamic stiffness: 150 MN, slow damping: 1 MN s }')).toMatch(
    /ropes\.rope\.creep\.dynamic stiffness.*expected above the static stiffness, 200000000 N, found 150000000 N/,
  );
  expect(messages(WORKING)).toMatch(/expected creep beside working curves, found none/);
  expect(messages(`${WORKING}, creep: { dynamic stiffness: 10 MN, slow damping: 1 MN s }`)).toMatch(
    /dynamic stiffness.*expected make the fast spring stiffer|expected .*stiffer than the static curve/,
  );
});
