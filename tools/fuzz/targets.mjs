/**
 * What is fuzzed. A target has seeds, a way to spoil one, and `run`, which gives a short signature of the answer (inputs with a
 * new one join the corpus) and throws where the program would have ended in a fault of its own.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse as parseYaml, stringify } from 'yaml';
import { readMesh, readTable } from '../../packages/formats/dist/index.js';
import { importModel } from '../../packages/import/dist/index.js';
import { parseManifest, readStream } from '../../packages/record/dist/index.js';
import { compileScenario, formatIssue, memoryLoader, prepareRun } from '../../packages/scenario/dist/index.js';
import {
  fitStudy,
  indicesOf,
  makeJudge,
  overridesOf,
  plannerOf,
  pointAt,
  pointCount,
  readStudy,
} from '../../packages/study/dist/index.js';
import { loaderFor } from '../../packages/cli/dist/allowed.js';
import { loadCheckpoint } from '../../packages/cli/dist/checkpoint.js';
import { CommandError } from '../../packages/cli/dist/exit.js';
import { loadRun } from '../../packages/cli/dist/run-data.js';
import { fileReaders } from '../../packages/cli/dist/scenario-file.js';
import { junk, mutateBytes, mutateText, mutateValue } from './mutate.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** [bytes] Scenarios that are longer take their time for nothing new, and so do those that are dear to build. */
const LONGEST_SEED = 5000;
const DEAR = /spheres|launch-recovery|conforming|pin-in-bore|snake|gear-pair|anchor-chain/;

function yamlSeeds() {
  const found = [];
  for (const top of ['scenarios', 'validation', 'tools/fuzz/corpus', 'tools/fuzz/reproducers']) {
    const walk = (folder) => {
      for (const entry of fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
        const full = path.join(folder, entry.name);
        if (entry.isDirectory()) walk(full);
        else if (entry.name.endsWith('.yaml') && !DEAR.test(full) && fs.statSync(full).size <= LONGEST_SEED)
          found.push(full);
      }
    };
    if (fs.existsSync(path.join(root, top))) walk(path.join(root, top));
  }
  return found
    .map((file) => ({ file, text: fs.readFileSync(file, 'utf8') }))
    .flatMap((seed) => {
      try {
        return [{ ...seed, value: parseYaml(seed.text) }];
      } catch {
        return []; // a reproducer that is no YAML
      }
    })
    .filter(({ value }) => typeof value === 'object' && value !== null);
}

/** What no message may hold unless the file itself does. */
const SLIPS = [/undefined/, /\[object/, /NaN/, /Infinity/, /Cannot read/, /is not a function/];
/** [characters] of one message */
const LONGEST_MESSAGE = 6000;

export class Finding extends Error {}

function lookAtMessages(issues, text) {
  for (const issue of issues) {
    const message = formatIssue(issue);
    lookAtText(message, text);
    if (issue.expected === '' || issue.found === '')
      throw new Finding(`message without expected or found: ${message.slice(0, 300)}`);
  }
}

/** Steps taken with a model that could be built, and simulated time after which it is left [s]. */
const STEPS = 3;

/** Reads and builds a scenario and takes a few steps; the issues without their names and numbers are the signature. */
export function tryScenario(text, file) {
  const bytes = new TextEncoder().encode(text);
  const disk = loaderFor(file);
  const loader = {
    ...disk,
    read: (name) => (name === file ? bytes : disk.read(name)),
    size: (name) => (name === file ? bytes.length : disk.size(name)),
  };
  const compiled = compileScenario({ file, loader, readers: fileReaders });
  const prepared = compiled.ok ? prepareRun(compiled.compiled) : compiled;
  if (!prepared.ok) {
    if (prepared.issues.length === 0) throw new Finding('refused without a reason');
    lookAtMessages(prepared.issues, text);
    return prepared.issues
      .slice(0, 4)
      .map(
        ({ code, path: at, expected }) =>
          `${code} ${at.replace(/[^.[]+(?=\.|\[|$)/g, (word) => (word.length > 12 ? '_' : word)).replace(/\d+/g, '#')} ${expected.slice(0, 30).replace(/[\d.e+-]+/g, '#')}`,
      )
      .join('|');
  }
  const { simulation, notices } = prepared.prepared;
  lookAtMessages(notices, text);
  for (let i = 0; i < STEPS; i++) {
    const step = simulation.step(compiled.compiled.scenario.run.duration);
    if (!step.ok) {
      if (/\bNaN\b|undefined/.test(step.message)) throw new Finding(`message of a step: ${step.message}`);
      return `step ${step.reason}`;
    }
    const { kinetic, potential, imbalance } = simulation.energy;
    if (![kinetic, potential, imbalance].every(Number.isFinite))
      throw new Finding('an accepted step with energies that are not finite');
  }
  return `good ${simulation.probes.length > 50 ? 'large' : 'small'} ${notices.map(({ code }) => code).join(' ')}`;
}

function scenarioTarget() {
  const seeds = yamlSeeds();
  const values = seeds.map(({ value }) => value);
  const texts = seeds.map(({ text }) => text);
  return {
    name: 'scenario',
    kind: 'yaml',
    make(random, corpus) {
      const seed = random.pick(seeds);
      if (random.chance(0.25)) return { file: seed.file, text: mutateText(random, seed.text, texts) };
      const from = corpus.length > 0 && random.chance(0.5) ? parsed(random.pick(corpus)) : seed;
      return { file: from.file, text: stringify(mutateValue(random, from.value, values)) };
    },
    run: ({ text, file }) => tryScenario(text, file),
  };
}

function parsed({ file, text }) {
  try {
    const value = parseYaml(text);
    if (typeof value === 'object' && value !== null) return { file, value };
  } catch {
    // a text that was spoilt as text
  }
  return { file, value: { hawser: 1 } };
}

function overrideTarget() {
  const seeds = yamlSeeds();
  const pieces = [
    'bodies',
    'run',
    'duration',
    'solver',
    'step',
    'output',
    'rate',
    '.',
    '[0]',
    '[',
    ']',
    '=',
    '"',
    '[1e9]',
    '[-1]',
    '{',
    '}',
    ' ',
    'x',
    '1 kg',
    '__proto__',
    'a'.repeat(200),
  ];
  return {
    name: 'override',
    kind: 'text',
    make: (random) => ({
      file: random.pick(seeds).file,
      set:
        Array.from({ length: 1 + random.below(6) }, () => random.pick(pieces)).join('') +
        (random.chance(0.7) ? `=${JSON.stringify(junk(random))}` : ''),
    }),
    run({ file, set }) {
      const compiled = compileScenario({ file, loader: loaderFor(file), readers: fileReaders, set: [set] });
      if (!compiled.ok) lookAtMessages(compiled.issues, set);
      return compiled.ok
        ? 'good'
        : compiled.issues
            .slice(0, 2)
            .map(({ code }) => code)
            .join(' ');
    },
  };
}

const BOX = `v -1 -1 -1\nv -1 -1 1\nv -1 1 -1\nv -1 1 1\nv 1 -1 -1\nv 1 -1 1\nv 1 1 -1\nv 1 1 1
f 1 2 4\nf 1 4 3\nf 5 7 8\nf 5 8 6\nf 1 5 6\nf 1 6 2\nf 3 4 8\nf 3 8 7\nf 1 3 7\nf 1 7 5\nf 2 6 8\nf 2 8 4\n`;

async function meshTarget() {
  const { writeMesh, readObj } = await import('../../packages/formats/dist/index.js');
  const box = readObj(new TextEncoder().encode(BOX)).value;
  const seeds = [
    { file: 'a.obj', bytes: Buffer.from(BOX) },
    { file: 'a.ply', bytes: Buffer.from(writeMesh(box, 'a.ply').value) },
    { file: 'a.stl', bytes: Buffer.from(writeMesh(box, 'a.stl').value) },
    {
      file: 'a.stl',
      bytes: Buffer.from(
        'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n',
      ),
    },
    {
      file: 'a.ply',
      bytes: Buffer.from(
        'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n',
      ),
    },
    {
      file: 'a.vtk',
      bytes: Buffer.from(
        '# vtk DataFile Version 3.0\na\nASCII\nDATASET POLYDATA\nPOINTS 3 float\n0 0 0 1 0 0 0 1 0\nPOLYGONS 1 4\n3 0 1 2\n',
      ),
    },
    {
      file: 'a.vtp',
      bytes: Buffer.from(
        '<?xml version="1.0"?>\n<VTKFile type="PolyData" version="0.1" byte_order="LittleEndian"><PolyData><Piece NumberOfPoints="3" NumberOfPolys="1"><Points><DataArray type="Float32" NumberOfComponents="3" format="ascii">0 0 0 1 0 0 0 1 0</DataArray></Points><Polys><DataArray type="Int32" Name="connectivity" format="ascii">0 1 2</DataArray><DataArray type="Int32" Name="offsets" format="ascii">3</DataArray></Polys></Piece></PolyData></VTKFile>',
      ),
    },
    {
      file: 'a.gltf',
      bytes: Buffer.from(
        JSON.stringify({
          asset: { version: '2.0' },
          scene: 0,
          scenes: [{ nodes: [0] }],
          nodes: [{ mesh: 0 }],
          meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
          accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
          bufferViews: [{ buffer: 0, byteLength: 36 }],
          buffers: [
            {
              byteLength: 36,
              uri: `data:application/octet-stream;base64,${Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer).toString('base64')}`,
            },
          ],
        }),
      ),
    },
  ];
  return {
    name: 'mesh',
    kind: 'bytes',
    make(random, corpus) {
      const seed = corpus.length > 0 && random.chance(0.4) ? random.pick(corpus) : random.pick(seeds);
      const bytes =
        random.chance(0.5) && !/stl/.test(seed.file)
          ? Buffer.from(
              mutateText(
                random,
                seed.bytes.toString('latin1'),
                seeds.map((one) => one.bytes.toString('latin1')),
              ),
              'latin1',
            )
          : mutateBytes(
              random,
              seed.bytes,
              seeds.map((one) => one.bytes),
            );
      return { file: seed.file, bytes };
    },
    run({ bytes, file }) {
      const result = readMesh(new Uint8Array(bytes), file, { beside: () => undefined });
      if (!result.ok && result.issues.length === 0) throw new Finding('refused without a reason');
      if (result.ok && !Array.from(result.value.positions).every(Number.isFinite))
        throw new Finding('a mesh with vertices that are not finite');
      return `${file} ${
        result.ok
          ? 'good'
          : result.issues[0].message
              .replace(/[\d.e+-]+/g, '#')
              .replace(/"[^"]*"/g, '_')
              .slice(0, 60)
      }`;
    },
  };
}

function tableTarget() {
  const seeds = [
    't [s],x [m]\n0,0\n1,1\n2,0.5\n',
    '# a comment\nt;x\n0;0\n1;2\n',
    't x\n0 1\n1 2\n',
    '"a ""b"" [kN]",c\n1,2\n3,4\n',
    'w,h,a,p\n0.1,0,1,0\n0.2,0,1,90\n',
  ];
  return {
    name: 'table',
    kind: 'text',
    make: (random, corpus) => ({
      file: 'a.csv',
      text: mutateText(
        random,
        corpus.length > 0 && random.chance(0.4) ? random.pick(corpus).text : random.pick(seeds),
        seeds,
      ),
    }),
    run({ text }) {
      const result = readTable(new TextEncoder().encode(text));
      if (!result.ok && result.issues.length === 0) throw new Finding('refused without a reason');
      return result.ok
        ? `good ${result.value.columns.length}`
        : result.issues[0].message
            .replace(/[\d.e+-]+/g, '#')
            .replace(/"[^"]*"/g, '_')
            .slice(0, 50);
    },
  };
}

/** A run of a moment in a folder of its own, made once a process. */
let madeRun;
function runFolder() {
  if (madeRun !== undefined) return madeRun;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-fuzz-'));
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  const scenario = path.join(folder, 'a.yaml');
  fs.writeFileSync(
    scenario,
    'hawser: 1\nbodies:\n  floor: { fixed: true, shapes: [{ half-space: true }] }\n  ball: { density: 100, position: [0, 0, 0.2], shapes: [{ sphere: 0.1 }] }\nrun: { duration: 0.2 s }\n',
  );
  const run = path.join(folder, 'run');
  execFileSync(
    process.execPath,
    [path.join(root, 'packages/cli/bin/hawser.mjs'), 'run', scenario, '--out', run, '--no-report'],
    { stdio: 'ignore' },
  );
  madeRun = { folder, scenario, run };
  return madeRun;
}

function checkpointTarget() {
  const { scenario, run, folder } = runFolder();
  const file = path.join(run, 'checkpoint.hawser');
  const whole = fs.readFileSync(file);
  const compiled = compileScenario({ file: scenario, loader: loaderFor(scenario), readers: fileReaders });
  const { simulation } = prepareRun(compiled.compiled).prepared;
  const target = path.join(folder, `spoilt-${process.pid}-${Math.floor(performance.now() * 1e3)}.hawser`);
  return {
    name: 'checkpoint',
    kind: 'bytes',
    make: (random) => ({ file: 'checkpoint.hawser', bytes: mutateBytes(random, whole, [whole]) }),
    run({ bytes }) {
      fs.writeFileSync(target, bytes);
      try {
        loadCheckpoint(target, simulation);
      } catch (error) {
        if (error instanceof CommandError) return error.message.slice(-40);
        throw error;
      }
      if (!Buffer.from(bytes).equals(whole)) throw new Finding('a spoilt checkpoint was taken');
      return 'taken';
    },
  };
}

function streamTarget() {
  const { run } = runFolder();
  const seeds = [fs.readFileSync(path.join(run, 'animation.glb')), streamSeed()];
  return {
    name: 'stream',
    kind: 'bytes',
    make: (random) => ({ file: 'series.stream', bytes: mutateBytes(random, seeds[1], seeds) }),
    run({ bytes }) {
      const { ending, recording } = readStream(new Uint8Array(bytes));
      return `${ending} ${recording.length > 0}`;
    },
  };
}

/** The stream of a run that was killed. */
function streamSeed() {
  const { scenario, folder } = runFolder();
  const out = path.join(folder, 'killed');
  if (!fs.existsSync(path.join(out, 'series.stream'))) {
    const code = `import { StreamFile } from ${JSON.stringify(new URL('../../packages/cli/dist/stream-file.js', import.meta.url).href)};
      import { openScenario } from ${JSON.stringify(new URL('../../packages/cli/dist/scenario-file.js', import.meta.url).href)};
      import { Run } from ${JSON.stringify(new URL('../../packages/scenario/dist/index.js', import.meta.url).href)};
      import fs from 'node:fs';
      fs.mkdirSync(${JSON.stringify(out)}, { recursive: true });
      const { prepared } = openScenario(${JSON.stringify(scenario)}, []);
      const run = new Run(prepared, { sink: new StreamFile(${JSON.stringify(path.join(out, 'series.stream'))}), meta: { seed: 1, versions: { hawser: '0' }, scenario: { title: 'a', file: 'a', source: '', resolved: {} }, started: '', warnings: [], initialEnergy: 0 } });
      while (run.advance()) run.flush();`;
    execFileSync(process.execPath, ['--input-type=module', '-e', code]);
  }
  return fs.readFileSync(path.join(out, 'series.stream'));
}

function folderTarget() {
  const { run, folder } = runFolder();
  const names = ['run.json', 'series.parquet', 'animation.glb', 'series.stream'];
  const whole = new Map(names.slice(0, 3).map((name) => [name, fs.readFileSync(path.join(run, name))]));
  whole.set('series.stream', streamSeed());
  const value = JSON.parse(whole.get('run.json').toString('utf8'));
  const target = path.join(folder, `spoilt-${process.pid}-${Math.floor(performance.now() * 1e3)}`);
  fs.mkdirSync(target);
  return {
    name: 'run folder',
    kind: 'bytes',
    make(random) {
      const file = random.pick(names);
      const bytes =
        file === 'run.json' && random.chance(0.8)
          ? Buffer.from(JSON.stringify(mutateValue(random, value, [value])))
          : mutateBytes(random, whole.get(file), [...whole.values()]);
      return { file, bytes };
    },
    async run({ file, bytes }) {
      for (const name of names) fs.rmSync(path.join(target, name), { force: true });
      for (const name of names.slice(0, 3)) fs.writeFileSync(path.join(target, name), whole.get(name));
      fs.writeFileSync(path.join(target, file), bytes);
      try {
        if (file === 'run.json' && !parseManifest(bytes.toString('utf8')).ok) return 'run.json refused';
        const { recording } = await loadRun(target);
        return `${file} read ${recording.length > 0}`;
      } catch (error) {
        if (error instanceof CommandError) return `${file} ${error.message.slice(-30).replace(/[\d.]+/g, '#')}`;
        throw error;
      }
    },
  };
}

/** Text as `include`d files and tables and meshes of a scenario in memory: files that name each other. */
function projectTarget() {
  const all = yamlSeeds();
  const seeds = all.filter((_, i) => i % Math.ceil(all.length / 12) === 0);
  const texts = seeds.map(({ text }) => text);
  return {
    name: 'project',
    kind: 'text',
    make: (random) => ({
      file: 'a.yaml',
      text: `hawser: 1\ninclude: [b.yaml, ${random.pick(['a.yaml', 'c.yaml', '../b.yaml', '""', 'b.yaml'])}]\n${mutateText(random, random.pick(texts).replace(/^hawser: 1$/m, ''), texts)}`,
      other: mutateText(random, random.pick(texts), texts),
    }),
    run({ text, other }) {
      const loader = memoryLoader({ 'a.yaml': text, 'b.yaml': other, 'c.yaml': 'hawser: 1\ninclude: a.yaml\n' });
      const compiled = compileScenario({
        file: 'a.yaml',
        loader,
        readers: { mesh: readMesh, table: (bytes) => readTable(bytes) },
      });
      if (!compiled.ok) lookAtMessages(compiled.issues, text + other);
      return compiled.ok
        ? 'good'
        : compiled.issues
            .slice(0, 3)
            .map(({ code }) => code)
            .join(' ');
    },
  };
}

/** Calls of every kind that `hawser serve` knows (docs/protocol.md), as a good client sends them. */
export const CALLS = [
  { id: 1, call: 'drive' },
  { id: 2, call: 'channels' },
  { id: 'three', call: 'controls' },
  { id: 4, call: 'time' },
  { id: 5, call: 'hash' },
  { id: 6, call: 'read', channels: ['load.position', 'load.position.x', 'energy.kinetic', 'cable.hoist.end.tension'] },
  { id: 7, call: 'load', body: 'ship' },
  { id: 8, call: 'watch', channels: ['load.position'], poses: true, every: 0.1 },
  { id: 9, call: 'unwatch' },
  { id: 10, call: 'step', dt: 0.01 },
  { id: 11, call: 'stepTo', t: 0.02 },
  { id: 12, call: 'order', order: { winch: 'drum', mode: 'speed', target: 0.2, speed: 0.5 } },
  { id: 13, call: 'order', order: { winch: 'drum', mode: 'brake' } },
  { id: 14, call: 'order', order: { load: 'push', force: [1, 2, 3], torque: [0, 0, 1] } },
  { id: 15, call: 'order', order: { target: 'joint.swing.angle', value: 0.3, rate: 1, acceleration: 1 } },
  { id: 16, call: 'order', order: { detach: 'hoist', end: 'to' } },
  { id: 17, call: 'order', order: { attach: 'hoist', end: 'to', body: 'load', point: [0, 0, 0] } },
  {
    id: 18,
    call: 'lead',
    body: 'ship',
    position: [0, 0, 20],
    rotation: [1, 0, 0, 0],
    velocity: [0, 0, 0],
    angularVelocity: [0, 0, 0],
  },
  { id: 19, call: 'push', body: 'load', point: [0, 0, 0], force: [100, 0, 0] },
  { id: 20, call: 'push', body: 'load', force: null },
  { id: 21, call: 'snapshot' },
  { id: 22, call: 'restore', snapshot: 'AAAA' },
  { id: 23, call: 'reset' },
  { id: 24, call: 'log' },
  { id: 25, call: 'run', pace: 1 },
  { id: 26, call: 'pause' },
];

const FLOATER = `hawser: 1
environment: { sea: { waves: [{ regular: { height: 1 m, period: 8 s } }], ramp: 8 s } }
bodies:
  barge: { mass: 184.5 t, inertia: [813645, 6642000, 6642000], hydro: { hull: { box: [20 m, 6 m, 3 m] }, bem: { radiation: ship.1, excitation: ship.3 } } }
run: { duration: 2 s }
`;

/** Tables of WAMIT for it: memory K = a (1 + b t - b^2 t^2) exp(-b t) in heave, and the force of long waves. */
function wamit() {
  const [rho, a, b] = [1025, 4e4, 0.9];
  const periods = Array.from({ length: 18 }, (_, i) => (2 * Math.PI) / (0.25 * (i + 1)));
  const first = periods.map((T) => {
    const w = (2 * Math.PI) / T;
    const size = b * b + w * w;
    const z = [b / size, -w / size];
    const z2 = [z[0] * z[0] - z[1] * z[1], 2 * z[0] * z[1]];
    const z3 = [z2[0] * z[0] - z2[1] * z[1], z2[0] * z[1] + z2[1] * z[0]];
    const B = a * (z[0] + b * z2[0] - 2 * b * b * z3[0]);
    const A = 1e5 + (a * (z[1] + b * z2[1] - 2 * b * b * z3[1])) / w;
    return `${T} 3 3 ${A / rho} ${B / (rho * w)}`;
  });
  const third = periods.flatMap((T) =>
    [0, 90, 180].flatMap((beta) => [1, 2, 3, 4, 5, 6].map((i) => `${T} ${beta} ${i} 0 0 ${i === 3 ? 120 : 0} 0`)),
  );
  return { 'ship.1': `${first.join('\n')}\n`, 'ship.3': `${third.join('\n')}\n` };
}

/** Tables of a panel code, as `hydro.bem` of a scenario names them. */
function bemTarget() {
  const whole = wamit();
  const names = Object.keys(whole);
  const texts = Object.values(whole);
  return {
    name: 'bem',
    kind: 'text',
    make(random) {
      const file = random.pick(names);
      return { file, text: mutateText(random, whole[file], texts) };
    },
    run({ file, text }) {
      const loader = memoryLoader({ 'a.yaml': FLOATER, ...whole, [file]: text });
      const compiled = compileScenario({ file: 'a.yaml', loader, readers: fileReaders });
      const prepared = compiled.ok ? prepareRun(compiled.compiled) : compiled;
      if (prepared.ok) return 'good';
      lookAtMessages(prepared.issues, text);
      return prepared.issues
        .slice(0, 2)
        .map(({ code, expected }) => `${code} ${expected.replace(/\d[\d.e+-]*/g, '#').slice(0, 40)}`)
        .join('|');
    },
  };
}

const filesIn = (...folders) =>
  folders.flatMap((folder) =>
    fs.existsSync(folder)
      ? fs
          .readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.join(entry.parentPath, entry.name))
          .sort()
      : [],
  );

/**
 * Model files of other programs: MoorDyn, OpenFAST, OrcaFlex, VERES, AQWA, URDF, MJCF, glTF. HAWSER_FUZZ_DECKS: a folder with more of them.
 * What is made of one must be readable, and is built as far as it goes.
 */
function deckTarget() {
  const own = path.join(root, 'tools/fuzz/corpus/decks');
  const more = process.env.HAWSER_FUZZ_DECKS;
  const seeds = filesIn(own, ...(more ? [more] : []))
    .filter((file) => fs.statSync(file).size <= 30_000 && !/\.(obj|nc)$/.test(file))
    .map((file) => ({ file, text: fs.readFileSync(file, 'utf8') }));
  const texts = seeds.map(({ text }) => text);
  return {
    name: 'deck',
    kind: 'text',
    make(random, corpus) {
      const seed = corpus.length > 0 && random.chance(0.3) ? random.pick(corpus) : random.pick(seeds);
      return { file: seed.file, text: mutateText(random, seed.text, texts) };
    },
    run({ file, text }) {
      const bytes = new TextEncoder().encode(text);
      const disk = loaderFor(file);
      const read = (name) => (name === file ? bytes : disk.read(name));
      const result = importModel(file, { read });
      if (!result.ok) {
        for (const { message, expected, found } of result.issues) {
          if (expected === '' || found === '') throw new Finding(`message without expected or found: ${message}`);
          lookAtText(message, text);
        }
        return `${result.program} ${result.issues[0].expected.replace(/\d[\d.e+-]*/g, '#').slice(0, 40)}`;
      }
      for (const { key, text: note } of result.notes) lookAtText(`${key}: ${note}`, text);
      const loader = memoryLoader({ ...result.files, ...result.copies });
      const compiled = compileScenario({ file: 'scenario.yaml', loader, readers: fileReaders });
      if (!compiled.ok) lookAtMessages(compiled.issues, text + result.files['scenario.yaml']);
      return `${result.program} ${compiled.ok ? 'good' : compiled.issues[0].code}`;
    },
  };
}

function lookAtText(message, text) {
  if (message.length > LONGEST_MESSAGE) throw new Finding(`a message of ${message.length} characters`);
  for (const slip of SLIPS)
    if (slip.test(message) && !slip.test(text))
      throw new Finding(`message with ${slip.source}: ${message.slice(0, 300)}`);
}

/** Points of a plan that are looked at: the first and the last. */
function studyTarget() {
  const folder = path.join(root, 'tools/fuzz/corpus/studies');
  const seeds = filesIn(folder)
    .filter((file) => !file.endsWith('ball.yaml'))
    .map((file) => ({ file, text: fs.readFileSync(file, 'utf8') }))
    .map((seed) => ({ ...seed, value: parseYaml(seed.text) }));
  const values = seeds.map(({ value }) => value);
  const texts = seeds.map(({ text }) => text);
  return {
    name: 'study',
    kind: 'yaml',
    make(random, corpus) {
      const seed = random.pick(seeds);
      if (random.chance(0.25)) return { file: seed.file, text: mutateText(random, seed.text, texts) };
      const from = corpus.length > 0 && random.chance(0.4) ? parsed(random.pick(corpus)) : seed;
      return { file: seed.file, text: stringify(mutateValue(random, from.value, values)) };
    },
    run({ file, text }) {
      const bytes = new TextEncoder().encode(text);
      const disk = loaderFor(file);
      const loader = {
        ...disk,
        read: (name) => (name === file ? bytes : disk.read(name)),
        size: (name) => (name === file ? bytes.length : disk.size(name)),
      };
      const result = readStudy(file, loader, fileReaders);
      const fit = result.read && fitStudy(result.read, loader, fileReaders);
      const issues = [...(result.ok ? [] : result.issues), ...(fit === undefined || fit.ok ? [] : fit.issues)];
      if (fit === undefined || !fit.ok || issues.length > 0) {
        if (issues.length === 0) throw new Finding('refused without a reason');
        lookAtMessages(issues, text);
        return issues
          .slice(0, 3)
          .map(({ code, path: at }) => `${code} ${at.replace(/\d+/g, '#').slice(0, 40)}`)
          .join('|');
      }
      const { study, axes, variables, measures, criteria } = fit.fitted;
      makeJudge(study, variables, measures, criteria);
      const planner = plannerOf(study, axes, variables, measures);
      const count = pointCount(axes);
      if (!(count > 0)) throw new Finding(`a plan of ${count} points`);
      for (const index of [0, count - 1]) overridesOf(variables, pointAt(axes, indicesOf(axes, index)));
      return `good ${axes.map(({ kind }) => kind).join(' ')} ${planner.most > 1000}`;
    },
  };
}

const SERVED = `hawser: 1
title: Served
ropes: { wire: { mass: 4 kg/m, stiffness: 2 MN, diameter: 30 mm, axial damping: 20 ms } }
bodies:
  ship: { position: [0, 0, 20 m], motion: outside }
  load: { mass: 900 kg, inertia: [200, 200, 200], position: [0, 0, 5 m] }
  arm: { mass: 10 kg, inertia: [1, 1, 1], position: [5, 0, 0] }
joints: { swing: { type: revolute, between: [world, arm], at: [5, 0, 0], axis: [0, 1, 0], driver: { angle: 0 } } }
forces: { push: { type: load, body: load, force: [0, 0, 0] } }
cables: { hoist: { rope: wire, length: 14.93 m, elements: 4, from: { body: ship }, to: { body: load } } }
winches: { drum: { cable: hoist, rope: 30 m } }
contacts: { enabled: false }
solver: { step: 10 ms }
`;

/** [s] of simulated time that a call may ask for here: longer ones are for those who drive, and take as long as they take. */
const LONGEST_STEP = 0.05;
/** [ms] until a call must be answered */
const ANSWER = 10_000;

/** Messages to `hawser serve` over a real socket: every one is answered by a sentence or a result, or the client is sent away. */
async function serverTarget() {
  const { open } = await import('../../packages/sim/dist/index.js');
  const { ModelServer } = await import('../../packages/cli/dist/serve/server.js');
  const { WebSocket } = await import('ws');
  const opened = open(SERVED);
  if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
  const server = new ModelServer(opened.sim, { token: 'x', origins: [], version: '0' });
  await new Promise((resolve) => server.http.listen(0, '127.0.0.1', resolve));
  server.http.unref();
  const { port } = server.http.address();
  const start = opened.sim.snapshot();
  let socket;
  const answers = [];
  let hear = () => {};
  const connect = () =>
    new Promise((resolve, reject) => {
      socket = new WebSocket(`ws://127.0.0.1:${port}/?token=x`);
      socket.on('error', () => {});
      socket.on('close', () => hear());
      socket.on('message', (data, isBinary) => {
        if (isBinary) return;
        const text = data.toString();
        if (text.startsWith('{"hello"')) {
          socket.send('{"id":"first","call":"drive"}');
          return;
        }
        if (text.startsWith('{"id":"first"')) resolve();
        else answers.push(text);
        hear();
      });
      setTimeout(() => reject(new Error('no connection')), ANSWER).unref();
    });
  await connect();
  return {
    name: 'server message',
    kind: 'text',
    make(random) {
      const call = random.pick(CALLS);
      const value = random.chance(0.85) ? mutateValue(random, call, CALLS) : junk(random);
      if (value !== null && typeof value === 'object') {
        if (/^step/.test(value.call))
          for (const key of ['dt', 't']) if (value[key] > LONGEST_STEP) value[key] = LONGEST_STEP;
        if (value.call === 'run') value.call = 'pause';
      }
      const text = JSON.stringify(value) ?? '';
      return { file: 'message', text: random.chance(0.2) ? mutateText(random, text, [text, '{"id":1}']) : text };
    },
    async run({ text }) {
      if (/"call":"(?:step|stepTo|run)"/.test(text) && !text.includes(`${LONGEST_STEP}`) && /[1-9]\d|[eE]/.test(text))
        return 'left out'; // spoilt as text, it may ask for any time
      if (socket.readyState !== 1) await connect();
      answers.length = 0;
      socket.send(text);
      socket.send('{"id":"last","call":"time"}');
      const until = performance.now() + ANSWER;
      while (!answers.some((answer) => answer.startsWith('{"id":"last"')) && socket.readyState === 1) {
        if (performance.now() > until) throw new Finding(`no answer in ${ANSWER / 1000} s`);
        await new Promise((resolve) => {
          hear = resolve;
          setTimeout(resolve, 1000).unref();
        });
      }
      if (socket.readyState !== 1) return 'sent away';
      if (answers.length < 2) throw new Finding('a message without an answer');
      const first = JSON.parse(answers[0]);
      if (first.ok !== true) {
        if (typeof first.message !== 'string' || first.message === '') throw new Finding(`no reason: ${answers[0]}`);
        lookAtText(first.message, text);
      }
      const { sim } = opened;
      if (!Number.isFinite(sim.time) || !Number.isFinite(sim.read('energy.kinetic'))) {
        sim.restore(start);
        throw new Finding('a message made the state of the model not finite');
      }
      if (sim.time > 1) sim.restore(start);
      return `${first.ok} ${first.reason ?? ''} ${String(first.message ?? '')
        .replace(/"[^"]*"|\d[\d.e+-]*/g, '#')
        .slice(0, 40)}`;
    },
  };
}

/** Manifests that are read, with everything a report shows of them; the page must be whole and hold none of their script. */
async function reportTarget() {
  const { buildReport } = await import('../../packages/formats/dist/index.js');
  const { run } = runFolder();
  const { recording, frames, scenery } = await loadRun(run);
  const text = fs.readFileSync(path.join(run, 'run.json'), 'utf8');
  const value = JSON.parse(text);
  const evil = ['</script><script>alert(1)</script>', '<img src=x onerror=alert(1)>', '\u2028', ']]>', '--><script>'];
  return {
    name: 'report',
    kind: 'text',
    make(random) {
      const spoilt = mutateValue(random, value, [value]);
      const json = JSON.stringify(spoilt) ?? '';
      return {
        file: 'run.json',
        text: random.chance(0.3) ? json.replace(/"[a-z ]{4,}"/i, JSON.stringify(random.pick(evil))) : json,
      };
    },
    run({ text: json }) {
      const parsedManifest = parseManifest(json);
      if (!parsedManifest.ok) {
        lookAtText(parsedManifest.message, json);
        return 'refused';
      }
      const viewer = { script: '/* the viewer */', style: '' };
      const page = buildReport({ manifest: parsedManifest.manifest, recording, frames, scenery, viewer });
      if (!page.endsWith('</html>\n')) throw new Finding('a page that is not whole');
      for (const one of evil)
        if (one.includes('<') && json.includes(JSON.stringify(one).slice(1, -1)) && page.includes(one))
          throw new Finding(`the page holds ${one}`);
      return `good ${Math.round(Math.log2(page.length))}`;
    },
  };
}

const MAKERS = {
  scenario: scenarioTarget,
  project: projectTarget,
  override: overrideTarget,
  mesh: meshTarget,
  table: tableTarget,
  checkpoint: checkpointTarget,
  stream: streamTarget,
  'run folder': folderTarget,
  report: reportTarget,
  study: studyTarget,
  deck: deckTarget,
  bem: bemTarget,
  'server message': serverTarget,
};
export const TARGETS = Object.keys(MAKERS);

export async function makeTarget(name) {
  return MAKERS[name]();
}
