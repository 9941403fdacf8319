#!/usr/bin/env node
/**
 * Do the intervals of `hawser identify` hold what they should? node benchmarks/studies/identify.mjs [--records 200] [--noise 0.01] [--rows 100] [--seed 1]
 * Records are made with numbers drawn at random (each within a factor of 2 of a rope on steel), pulled at a random schedule of speeds and rests, with noise on the force, in steps
 * of a twentieth of a row; each is identified, and of each number that is told is counted how often the truth lies within the interval of 95 %, and the error itself.
 */
import { parseArgs } from 'node:util';
import { dryFriction, makeDryFriction, makeDrySlip, Random } from '../../packages/engine/dist/index.js';
import { identifyFriction } from '../../packages/study/dist/friction-record.js';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '200' },
    noise: { type: 'string', default: '0.01' },
    rows: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
  },
});
const [records, noise, rate, seed] = [values.records, values.noise, values.rows, values.seed].map(Number);
const MIDDLE = {
  'friction coefficient.kinetic': 0.25,
  rise: 0.12,
  'stribeck speed': 2e-3,
  'dwell time': 0.6,
  'stick deflection': 3e-4,
  'stick damping': 0.02,
  viscous: 800,
};
const [N, SECONDS, FINE] = [250, 14, 20];

function record(random) {
  const truth = Object.fromEntries(
    Object.entries(MIDDLE).map(([name, value]) => [name, value * 2 ** random.between(-1, 1)]),
  );
  truth['friction coefficient.static'] = truth['friction coefficient.kinetic'] + truth.rise;
  const s0 = truth['friction coefficient.static'] / truth['stick deflection'];
  const law = {
    muStatic: truth['friction coefficient.static'],
    muKinetic: truth['friction coefficient.kinetic'],
    stribeck: truth['stribeck speed'],
    dwell: truth['dwell time'],
    s0,
    s1: s0 * truth['stick damping'],
    creeps: 0,
    lags: 1,
  };
  const none = { zy: 0, zz: 0, vy: 0, vz: 0, wasX: 0, wasY: 0, wasZ: 0, b: 0, c: 0, share: 0, slipping: false };
  const slip = Object.assign(makeDrySlip(), none);
  const out = makeDryFriction();
  const made = { time: [0], displacement: [0], force: [0], normal: [N] };
  const h = 1 / rate / FINE;
  let [x, z, v, until] = [0, 0, 0, 0.5];
  for (let i = 1; i <= SECONDS * rate * FINE; i++) {
    const t = i * h;
    if (t > until) {
      // rests of 0.2 to 2 s between pulls of 0.4 to 1.2 s, either way, at speeds over two decades
      const rests = v !== 0;
      until = t + (rests ? random.between(0.2, 2) : random.between(0.4, 1.2));
      v = rests ? 0 : (random.uniform() < 0.5 ? -1 : 1) * 2e-4 * 100 ** random.uniform();
    }
    x += h * v;
    Object.assign(slip, { h, wasX: z, zx: z + h * v, vx: v, normal: N });
    dryFriction(out, law, slip);
    z = out.zx;
    slip.slipping = out.slips;
    slip.share = out.share;
    if (i % FINE !== 0) continue;
    made.time.push(t);
    made.displacement.push(x);
    // three uniform numbers: nearly normal, of a standard deviation of 1
    const error = 2 * (random.uniform() + random.uniform() + random.uniform() - 1.5);
    made.force.push(N * out.gx + truth.viscous * v + noise * N * error);
    made.normal.push(N);
  }
  return { truth, made };
}

const random = new Random(seed);
const counts = new Map();
for (let k = 0; k < records; k++) {
  const { truth, made } = record(random);
  for (const { name, value, low, high, told } of identifyFriction(made).numbers) {
    const count = counts.get(name) ?? { told: 0, within: 0, errors: [] };
    counts.set(name, count);
    if (!told) continue;
    count.told++;
    if (truth[name] >= low && truth[name] <= high) count.within++;
    count.errors.push(Math.abs(value / truth[name] - 1));
  }
}
for (const [name, { told, within, errors }] of counts) {
  const sorted = errors.sort((a, b) => a - b);
  const at = (part) =>
    sorted.length > 0 ? Number(sorted[Math.floor(part * (sorted.length - 1))].toPrecision(2)) : null;
  console.log(
    JSON.stringify({
      name,
      told,
      within: told > 0 ? Number((within / told).toFixed(3)) : null,
      'median error': at(0.5),
      'error of 95 %': at(0.95),
    }),
  );
}
