/**
 * Random worlds: sensible scenes that nobody thought of, each held to what must be true of any.
 *
 *   node tools/fuzz/worlds.mjs [--worlds 20] [--seed 1] [--first 0] [--seconds 5] [--out DIR] [--journal FILE] [--json]
 *
 * A scene that breaks a rule is made small by itself and written to DIR (default: fuzz-findings). Exit code 1: one did. --journal: a
 * line for each world that is done; with the same file a campaign that was stopped goes on behind it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { stringify } from 'yaml';
import { compileValue, formatIssue, prepareRun, Run } from '../../packages/scenario/dist/index.js';
import { Random } from './random.mjs';
import { makeWorld, mirrored, otherUnits, turned } from './scenes.mjs';

/** [s] of processor time for one world with all its rules; what takes longer has not ended by itself */
export const PATIENCE = 120;
/** Part of the energy that went through a scene that its ledger may miss untold. */
const MISSED = 0.01;
/** [s] for which two ways of computing one motion are compared: contacts make of small differences large ones later. */
const SHORT = 0.25;
/** [m] between them: the scenes are a few metres large. Both are computed far more exactly than by default. */
const NEAR = 2e-3;
const EXACT = { tolerance: 1e-7 };
/**
 * A blow that comes a little earlier in a step, or touches with one corner more, leaves more than NEAR in one scene of three hundred. Two
 * ways of computing one motion may be apart by so many times what tolerances a little different make of it (by other steps alone).
 */
const OTHER_STEPS = [0.7, 0.9, 1.1, 1.3];
const AS_STEPS = 3;
/** First order, of fixed steps: both ways take the same ones, so that only rounding differs. */
const CONVEX = { integrator: 'convex', step: 0.002 };
/** Tolerances [m or rad, a step] of the two runs that are compared for their accuracy. */
const [FINE, COARSE] = [1e-6, 2e-6];
/**
 * By how much later motion may enlarge what steps leave. Of 77 scenes half stay below 0.02 and all but two below 1; the most was 5.6. A
 * scene beyond it is asked itself: it is run again with everything put NUDGE aside, and may enlarge errors as much as it enlarged that.
 * (World 55 of seed 24, a slack stiff rope in one plane that is compressed and buckles sideways, makes 1 mm of 1 nm in 0.25 s.)
 */
const ENLARGED = 10;
/** [m] */
const NUDGE = 1e-9;

function started(scene) {
  const compiled = compileValue(scene);
  const prepared = compiled.ok ? prepareRun(compiled.compiled) : compiled;
  return prepared.ok ? prepared.prepared : undefined;
}

function play(scene, until, options = {}) {
  const prepared = started({ ...scene, run: { duration: until } });
  if (prepared === undefined) return undefined;
  const run = new Run(prepared, options);
  while (run.advance());
  return { ...run.finish(), simulation: prepared.simulation };
}

/** Places of bodies and of the ends and nodes of cables at a time [s], by name; and how many steps it took. */
function places(scene, until, solver = scene.solver?.integrator === 'convex' ? CONVEX : EXACT) {
  const result = play({ ...scene, solver }, until);
  if (result === undefined || result.status !== 'complete') return undefined;
  const { recording } = result;
  const last = recording.length - 1;
  const at = new Map(
    recording.channels
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.position') && !scene.bodies[name.slice(0, -'.position'.length)]?.fixed)
      .map((name) => [name, ['x', 'y', 'z'].map((axis) => recording.column(`${name}.${axis}`)[last])])
      .filter(([, p]) => p.every(Number.isFinite)), // rope that is not out yet has no place
  );
  return { at, steps: result.simulation.stats.steps };
}

/** Three rules ask for the same run. */
const kept = new WeakMap();
function placesOf(scene) {
  if (!kept.has(scene)) kept.set(scene, places(scene, SHORT));
  return kept.get(scene);
}

function farthest(a, b, map = (p) => p) {
  let most = 0;
  for (const [name, p] of a) {
    const q = map(p);
    const r = b.get(name);
    if (r !== undefined) most = Math.max(most, Math.hypot(q[0] - r[0], q[1] - r[1], q[2] - r[2]));
  }
  return most;
}

/**
 * A cable whose shape of rest is not found, or whose slack hangs so steeply that its two legs lie in each other: the user is told what
 * to do. Counted, and no rule broken.
 */
const REFUSED = 'refused';

/** Every rule gives undefined, or what it found. */
export const RULES = {
  'can be built': (scene) => {
    const compiled = compileValue(scene);
    const prepared = compiled.ok ? prepareRun(compiled.compiled) : compiled;
    if (prepared.ok) return undefined;
    const said = prepared.issues.slice(0, 2).map(formatIssue).join('; ');
    return /found no position of rest|begins in(side itself| the same place as itself)/.test(said) ? REFUSED : said;
  },
  'ends by itself, all numbers finite, energy accounted for or told': (scene, { seconds }) => {
    const result = play(scene, seconds);
    if (result === undefined) return undefined;
    for (const [i, column] of result.recording.columns.entries()) {
      const at = column.findIndex((value) => !Number.isFinite(value));
      if (at >= 0 && !mayBeMissing(result.recording, i))
        return `not finite: column ${i} at ${result.recording.time[at]} s`;
    }
    if (result.status !== 'complete') return `stopped: ${result.failure?.message}`;
    const { energy } = result.summary;
    const through = Math.max(
      ...['kinetic', 'dissipated', 'work', 'elastic'].map((key) => Math.abs(energy[key])),
      Math.abs(energy.potential + energy.elastic - energy.initial), // what became motion and heat
      swing(result.recording),
    );
    const part = Math.abs(energy.imbalance) / Math.max(through, 1e-3);
    if (part > MISSED && !result.warnings.some((text) => /energy/i.test(text)))
      return `missed energy untold: ${energy.imbalance.toPrecision(3)} J of ${through.toPrecision(3)} J`;
    return undefined;
  },
  'momentum without outside forces': (scene) => {
    if (!scene.free) return undefined;
    const { free: _, ...world } = scene;
    const result = play(world, 1);
    if (result?.status !== 'complete') return undefined;
    const { recording, simulation } = result;
    const { bodies } = simulation.spec;
    for (const axis of ['x', 'y', 'z']) {
      const sum = (row) =>
        bodies
          .filter(({ kind }) => kind === 'dynamic')
          .reduce((total, { name, mass }) => total + mass * recording.column(`${name}.velocity.${axis}`)[row], 0);
      const size = bodies
        .filter(({ kind }) => kind === 'dynamic')
        .reduce(
          (total, { name, mass }) => total + mass * Math.abs(recording.column(`${name}.velocity.${axis}`)[0]),
          1e-3,
        );
      const change = Math.abs(sum(recording.length - 1) - sum(0)) / size;
      if (change > 1e-6) return `momentum along ${axis} changed by ${change.toExponential(2)} of itself`;
    }
    return undefined;
  },
  'the same turned about the vertical': (scene, { angle }) =>
    same(scene, turned(scene, angle), (p) => [
      Math.cos(angle) * p[0] - Math.sin(angle) * p[1],
      Math.sin(angle) * p[0] + Math.cos(angle) * p[1],
      p[2],
    ]),
  'the same in a mirror': (scene) => same(scene, mirrored(scene), (p) => [p[0], -p[1], p[2]]),
  'the same in other units': (scene) => same(scene, otherUnits(scene), (p) => p),
  'half the accuracy is within what the steps may leave': (scene) => {
    if (scene.solver?.integrator === 'convex') return undefined; // fixed steps have no estimate
    const [fine, coarse] = [FINE, COARSE].map((tolerance) => places(scene, SHORT, { tolerance }));
    if (fine === undefined || coarse === undefined) return undefined;
    // bodies alone: where a slack rope lashes, the way of its nodes is nobody's to foretell
    const bodies = new Map([...coarse.at].filter(([name]) => !name.startsWith('cable.')));
    const far = farthest(bodies, fine.at);
    const left = fine.steps * FINE + coarse.steps * COARSE;
    if (far <= ENLARGED * left) return undefined;
    const aside = places(nudged(scene), SHORT, { tolerance: FINE });
    if (aside === undefined) return 'a nanometre aside it cannot be run';
    const allowed =
      Math.max(
        ENLARGED,
        farthest(new Map([...bodies.keys()].map((name) => [name, aside.at.get(name)])), fine.at) / NUDGE,
      ) * left;
    return far <= allowed
      ? undefined
      : `${far.toExponential(2)} m apart after ${SHORT} s, ${allowed.toExponential(2)} allowed in ${coarse.steps} and ${fine.steps} steps`;
  },
  'a run that was split is the whole run, to the last bit': (scene) => {
    const whole = started({ ...scene, run: { duration: 2 * SHORT } });
    const first = started({ ...scene, run: { duration: 2 * SHORT } });
    const second = started({ ...scene, run: { duration: 2 * SHORT } });
    if (whole === undefined) return undefined;
    const run = new Run(whole);
    while (run.advance());
    let state;
    const half = new Run(first, { checkpointEvery: SHORT, onCheckpoint: (bytes) => (state ??= bytes.slice()) });
    while (state === undefined && half.advance());
    if (state === undefined) return undefined;
    const rest = new Run(second, { resume: { state } });
    while (rest.advance());
    const [a, b] = [whole.simulation.hash(), second.simulation.hash()];
    return a === b ? undefined : `state ${a} whole, ${b} split`;
  },
};

/** Bodies and ends of cables a little aside, each its own way; joints go along with what they hold. */
function nudged(scene) {
  const copy = structuredClone(scene);
  const aside = ([x, y, z], i) => [x + NUDGE * Math.cos(i), y + NUDGE, z + NUDGE * Math.sin(i)];
  for (const [i, cable] of Object.values(copy.cables ?? {}).entries()) {
    if (cable.from) cable.from.point = aside(cable.from.point, i);
    if (cable.shape) cable.shape = cable.shape.map((point, k) => aside(point, i + k));
  }
  const held = new Set(Object.values(copy.joints ?? {}).flatMap(({ between }) => between));
  for (const [i, [name, body]] of Object.entries(copy.bodies).entries())
    if (body.position && !body.fixed && !held.has(name)) body.position = aside(body.position, i);
  return copy;
}

/** A channel that has no value while nothing touches, or of rope that is not out yet. */
function mayBeMissing(recording, index) {
  let i = index;
  for (const channel of recording.channels) {
    const size = Math.max(1, channel.components.length);
    if (i < size) return /^(contact|region|separation|clearance|cable)\./.test(channel.name);
    i -= size;
  }
  return false;
}

/** [J] that went to and fro between motion and height. */
function swing(recording) {
  const most = (name) => {
    const found = recording.channels.some((channel) => channel.name === name);
    if (!found) return 0;
    const column = recording.column(name);
    return column.reduce((a, b) => Math.max(a, b), -Infinity) - column.reduce((a, b) => Math.min(a, b), Infinity);
  };
  return Math.max(most('energy.kinetic'), most('energy.potential'));
}

function same(scene, other, map) {
  if (other === undefined) return undefined;
  const [a, b] = [placesOf(scene), places(other, SHORT)];
  if (a === undefined || b === undefined) return a === b ? undefined : 'one of the two cannot be run';
  const far = farthest(a.at, b.at, map);
  if (far <= NEAR) return undefined;
  const others =
    scene.solver?.integrator === 'convex'
      ? []
      : OTHER_STEPS.map((factor) => places(scene, SHORT, { tolerance: factor * EXACT.tolerance }));
  const steps = Math.max(0, ...others.map((other) => (other === undefined ? 0 : farthest(a.at, other.at))));
  return far <= AS_STEPS * steps
    ? undefined
    : `bodies are ${far.toExponential(2)} m apart after ${SHORT} s, ${steps.toExponential(2)} m by other steps`;
}

function broken(scene, options, only) {
  const { free: _, ...world } = scene;
  for (const [rule, holds] of Object.entries(RULES)) {
    if (only !== undefined && rule !== only) continue;
    let found;
    try {
      found = holds(rule.startsWith('momentum') ? scene : world, options);
    } catch (error) {
      found = `threw ${error.stack ?? error}`;
    }
    if (found !== undefined) return { rule, found };
  }
  return undefined;
}

/** Parts are taken out as long as the same rule breaks. */
function shrunk(scene, options, rule) {
  let best = scene;
  for (let smaller = true, tries = 0; smaller && tries < 80; ) {
    smaller = false;
    for (const candidate of reductions(best)) {
      if (++tries > 80) break;
      if (broken(candidate, options, rule) === undefined) continue;
      best = candidate;
      smaller = true;
      break;
    }
  }
  return best;
}

function* reductions(scene) {
  for (const section of [
    'director',
    'winches',
    'cables',
    'ropes',
    'solver',
    'joints',
    'forces',
    'bodies',
    'materials',
    'environment',
    'contacts',
  ]) {
    for (const key of Object.keys(scene[section] ?? {})) {
      const copy = structuredClone(scene);
      if (section === 'director') delete copy.director;
      else delete copy[section][key];
      if (Object.keys(copy[section] ?? { some: 1 }).length === 0) delete copy[section];
      if (section !== 'bodies' || startsAtAll(copy)) yield copy;
    }
  }
  for (const [name, body] of Object.entries(scene.bodies)) {
    for (const key of ['rotation', 'velocity', 'angular velocity', 'material', 'hydro']) {
      if (body[key] === undefined) continue;
      const copy = structuredClone(scene);
      delete copy.bodies[name][key];
      if (startsAtAll(copy)) yield copy;
    }
  }
}

function startsAtAll({ free: _, ...scene }) {
  try {
    return started(scene) !== undefined;
  } catch {
    return true;
  }
}

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

if (!isMainThread && workerData?.worlds !== undefined) {
  const { seed, worlds, seconds, shared } = workerData;
  const at = new Float64Array(shared);
  for (const index of worlds) {
    at[0] = index;
    const begun = cpu();
    const random = new Random(seed, index);
    const scene = makeWorld(random);
    const options = { seconds, angle: random.between(0.3, 6) };
    const failure = broken(scene, options);
    const row = { index, cpuSeconds: Number((cpu() - begun).toFixed(2)) };
    if (failure === undefined) parentPort.postMessage(row);
    else if (failure.found === REFUSED) parentPort.postMessage({ ...row, refused: true });
    else {
      at[0] = -2 - index; // making it small has a patience of its own
      parentPort.postMessage({ ...row, ...failure, scene, small: shrunk(scene, options, failure.rule) });
    }
  }
  parentPort.postMessage({ done: true });
}

/** Runs worlds; one that does not end in time counts as one that does not end by itself. `heard`: told of each when it is done. */
export async function tryWorlds({ seed, first = 0, worlds, seconds, done = new Set(), heard = () => {} }) {
  const begun = cpu();
  const rows = [];
  const hear = (row) => {
    rows.push(row);
    heard(row);
  };
  const all = Array.from({ length: worlds }, (_, i) => first + i).filter((index) => !done.has(index));
  for (let left = all; left.length > 0; ) {
    const shared = new SharedArrayBuffer(8);
    const at = new Float64Array(shared);
    at[0] = -1;
    const worker = new Worker(new URL(import.meta.url), { workerData: { seed, worlds: left, seconds, shared } });
    const stuck = await new Promise((resolve) => {
      let index = -1;
      let since = cpu();
      const watch = setInterval(() => {
        if (at[0] !== index) [index, since] = [at[0], cpu()];
        else if (index !== -1 && cpu() - since > PATIENCE) end(index < -1 ? -2 - index : index);
      }, 200);
      const end = (value) => {
        clearInterval(watch);
        resolve(value);
      };
      worker.on('message', (message) => {
        if (message.done) end(undefined);
        else hear(message);
      });
      worker.on('error', (error) => {
        const index = at[0] < -1 ? -2 - at[0] : Math.max(left[0], at[0]);
        hear({ index, rule: 'the thread goes on', found: error.message, scene: makeWorld(new Random(seed, index)) });
        end(index);
      });
    });
    await worker.terminate();
    if (stuck === undefined) break;
    if (!rows.some(({ index }) => index === stuck))
      hear({
        index: stuck,
        rule: 'ends by itself',
        found: `not over after ${PATIENCE} s of processor time`,
        scene: makeWorld(new Random(seed, stuck)),
      });
    left = left.slice(left.indexOf(stuck) + 1);
  }
  return {
    worlds: rows.length,
    refused: rows.filter(({ refused }) => refused).length,
    cpuSeconds: cpu() - begun,
    found: rows.filter(({ rule }) => rule !== undefined),
  };
}

/** Rows of a journal; a last line that was cut off by a kill is done again. */
function readJournal(file) {
  if (file === undefined || !fs.existsSync(file)) return [];
  return fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line)];
      } catch {
        return [];
      }
    });
}

if (isMainThread && process.argv[1] === new URL(import.meta.url).pathname) {
  const { values } = parseArgs({
    options: {
      worlds: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      first: { type: 'string', default: '0' },
      seconds: { type: 'string', default: '5' },
      out: { type: 'string', default: 'fuzz-findings' },
      journal: { type: 'string' },
      json: { type: 'boolean' },
    },
  });
  const seed = Number(values.seed);
  const rows = readJournal(values.journal);
  if (rows.some((row) => row.seed !== seed))
    throw new Error(`--journal ${values.journal}: expected worlds of seed ${seed}, found others`);
  await tryWorlds({
    seed,
    first: Number(values.first),
    worlds: Number(values.worlds),
    seconds: Number(values.seconds),
    done: new Set(rows.map(({ index }) => index)),
    heard: ({ scene, small, ...row }) => {
      const line = { seed, ...row, ...(row.found !== undefined && { found: String(row.found).slice(0, 300) }) };
      rows.push(line);
      if (values.journal !== undefined) fs.appendFileSync(values.journal, `${JSON.stringify(line)}\n`);
      if (row.rule === undefined) return;
      fs.mkdirSync(values.out, { recursive: true });
      const file = path.join(values.out, `world-${seed}-${row.index}.yaml`);
      fs.writeFileSync(
        file,
        `# ${row.rule}: ${String(row.found).replaceAll('\n', '\n# ')}\n${stringify(small ?? scene ?? {})}`,
      );
      if (!values.json) console.log(`${file}: ${row.rule}: ${String(row.found).slice(0, 300)}`);
    },
  });
  const found = rows.filter(({ rule }) => rule !== undefined);
  const cpuSeconds = rows.reduce((sum, row) => sum + (row.cpuSeconds ?? 0), 0);
  const refused = rows.filter((row) => row.refused).length;
  const broken = Object.fromEntries(
    [...Object.keys(RULES), 'ends by itself', 'the thread goes on'].map((rule) => [
      rule,
      found.filter((one) => one.rule === rule).length,
    ]),
  );
  if (values.json)
    console.log(JSON.stringify({ seed, worlds: rows.length, refused, cpuSeconds, broken, found }, null, 2));
  else
    console.log(
      `${rows.length} worlds, ${refused} refused with a sentence, ${found.length} broke a rule, ${cpuSeconds.toFixed(0)} s of processor time`,
    );
  process.exitCode = found.length > 0 ? 1 : 0;
}
