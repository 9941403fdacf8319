/**
 * integrator: auto beside each single method, over the multibody cases: what an error costs, and does the error fall with the accuracy asked for?
 *
 *   node benchmarks/studies/auto.mjs [CASE ...] [--repeat 2]
 *
 * Error: the farthest that a body ends from where a run with far less error ends, over the size of the motion. Cost: processor time of the
 * stepping, the least of so many runs. The cost of a single method at auto's error lies on the line through its neighbours, both as logarithms.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileScenario, prepareRun } from '@hawser/scenario';

const VALIDATION = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../validation');
const METHODS = ['tr-bdf2', 'esdirk3', 'runge-kutta'];
const ACCURACIES = [1e-3, 1e-4, 1e-5, 1e-6];
const FINEST = 1e-9;
/** Times that errors below this are rounding [of the motion]. */
const ROUNDING = 1e-11;

const args = process.argv.slice(2);
const at = args.indexOf('--repeat');
const repeat = at < 0 ? 2 : Number(args.splice(at, 2)[1]);
const cases =
  args.length > 0
    ? args
    : fs
        .readdirSync(VALIDATION)
        .filter((id) => /^MB-/.test(id) && fs.existsSync(path.join(VALIDATION, id, 'scenario.yaml')));

const loader = {
  read: (file) => (fs.existsSync(file) ? new Uint8Array(fs.readFileSync(file)) : undefined),
};

function once(id, integrator, accuracy) {
  const set = [`solver={ integrator: ${integrator}, accuracy: ${accuracy}, max step: 1 s }`];
  const file = path.join(VALIDATION, id, 'scenario.yaml');
  const compiled = compileScenario({ file, loader, set });
  if (!compiled.ok) throw new Error(compiled.issues[0].message);
  const prepared = prepareRun(compiled.compiled);
  if (!prepared.ok) throw new Error(prepared.issues[0].message);
  const { simulation } = prepared.prepared;
  const probes = simulation.probes.filter(({ name, size }) => name.endsWith('.position') && size === 3);
  const out = new Float64Array(3);
  const places = () =>
    probes.flatMap((probe) => {
      probe.read(out, 0);
      return [...out];
    });
  const start = places();
  const { duration } = compiled.compiled.scenario.run;
  const limit = process.cpuUsage().user + 20e6;
  const begun = process.cpuUsage();
  let motion = 0;
  while (simulation.time < duration) {
    const result = simulation.step(duration);
    if (!result.ok) return { failed: result.message };
    if (process.cpuUsage().user > limit) return { failed: 'more than 20 s' };
    if (simulation.stats.steps % 8 !== 0) continue;
    for (const [i, x] of places().entries()) motion = Math.max(motion, Math.abs(x - start[i]));
  }
  const { user, system } = process.cpuUsage(begun);
  return { places: places(), motion, cost: (user + system) / 1e6, steps: simulation.stats.steps };
}

function run(id, integrator, accuracy) {
  let best;
  for (let k = 0; k < repeat; k++) {
    const found = once(id, integrator, accuracy);
    if (found.failed) return found;
    if (best === undefined || found.cost < best.cost) best = found;
  }
  return best;
}

const apart = (a, b) => Math.max(0, ...a.map((x, i) => Math.abs(x - b[i])));

/** Cost of a method at an error, between its points or a little beyond; undefined: not known. */
function costAt(points, error) {
  const sorted = points.filter((p) => p.error > 0).sort((a, b) => b.error - a.error);
  const log = Math.log;
  // a method that is better than asked for at its coarsest costs that
  if (sorted.length > 0 && error >= sorted[0].error) return sorted[0].cost;
  for (let i = 1; i < sorted.length; i++) {
    const [p, q] = [sorted[i - 1], sorted[i]];
    if (error > p.error || error < q.error) continue;
    const s = p.error === q.error ? 0 : (log(p.error) - log(error)) / (log(p.error) - log(q.error));
    return Math.exp(log(p.cost) + s * (log(q.cost) - log(p.cost)));
  }
  return undefined;
}

let worst = 0;
for (const id of cases) {
  let exact;
  try {
    exact = once(id, 'runge-kutta', FINEST);
    if (exact.failed) exact = once(id, 'esdirk3', 1e-7);
  } catch (error) {
    console.log(`${id}: ${error.message}`);
    continue;
  }
  if (exact.failed) {
    console.log(`${id}: no reference: ${exact.failed}`);
    continue;
  }
  const motion = Math.max(exact.motion, 1e-12);
  const table = new Map();
  for (const method of ['auto', ...METHODS]) {
    const points = [];
    for (const accuracy of ACCURACIES) {
      let found;
      try {
        found = run(id, method, accuracy);
      } catch (error) {
        found = { failed: error.message };
      }
      if (found.failed) points.push({ accuracy, failed: found.failed });
      else
        points.push({
          accuracy,
          error: Math.max(ROUNDING, apart(found.places, exact.places) / motion),
          cost: found.cost,
          steps: found.steps,
        });
    }
    table.set(method, points);
  }
  console.log(id);
  for (const [method, points] of table) {
    const cells = points.map((p) =>
      p.failed ? 'failed' : `${p.error.toExponential(1)} ${(1000 * p.cost).toFixed(0)} ms ${p.steps}`,
    );
    console.log(`  ${method.padEnd(12)} ${cells.map((c) => c.padEnd(26)).join('')}`);
  }
  const auto = table.get('auto').filter((p) => !p.failed);
  for (let i = 1; i < auto.length; i++) {
    if (auto[i].error > auto[i - 1].error && auto[i].error > 10 * ROUNDING) {
      console.log(
        `  NOT MONOTONE: ${auto[i].error.toExponential(1)} at ${auto[i].accuracy} after ${auto[i - 1].error.toExponential(1)}`,
      );
    }
  }
  for (const point of auto) {
    const others = METHODS.map((method) => [
      method,
      costAt(
        table.get(method).filter((p) => !p.failed),
        point.error,
      ),
    ]).filter(([, cost]) => cost !== undefined);
    if (others.length === 0) continue;
    const [method, cost] = others.sort((a, b) => a[1] - b[1])[0];
    const factor = point.cost / cost;
    worst = Math.max(worst, factor);
    if (factor > 1.2)
      console.log(`  at ${point.accuracy}: ${factor.toFixed(2)} times the cost of ${method} at equal error`);
  }
  if (auto.length < ACCURACIES.length) console.log('  AUTO FAILED');
}
console.log(`auto at most ${worst.toFixed(2)} times the best single method`);
