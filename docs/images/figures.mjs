// Draws the figures of the theory pages from the engine itself: its kernels, or runs of scenarios that stand here and in the repository.
//   npm run -s build:run && node docs/images/figures.mjs [NAME ...]
import { readFileSync } from 'node:fs';
import { open } from 'hawser';
import { staticShare } from '../../packages/engine/dist/contact/dry-friction.js';
import { makeNormalForce, makePress, normalForce } from '../../packages/engine/dist/contact/normal.js';
import { deliveredRestitution, hysteresisFor, SMALLEST_RESTITUTION } from '../../packages/engine/dist/contact/restitution.js';
import { makeSpectrum } from '../../packages/engine/dist/marine/sea/spectrum.js';
import { writeFigure } from './plot.mjs';

const DOCS = new URL('../', import.meta.url);
const ROOT = new URL('../../', import.meta.url);
const range = (from, to, count) => Array.from({ length: count + 1 }, (_, i) => from + ((to - from) * i) / count);

/** Channels of a scenario, read every `dt`: a list of [t, value] each. */
function record(source, channels, dt, until) {
  const opened = open(source);
  if (!opened.ok) throw new Error(opened.issues.map(({ message }) => message).join('; '));
  const { sim } = opened;
  const out = channels.map(() => []);
  for (let i = 0; ; i++) {
    const t = i * dt;
    if (t > (until ?? sim.duration) + 1e-9) return out;
    if (i > 0) {
      const outcome = sim.stepTo(t);
      if (!outcome.ok) throw new Error(outcome.message);
    }
    channels.forEach((name, k) => out[k].push([t, sim.read(name)]));
  }
}

const scenarioAt = (path) => readFileSync(new URL(path, ROOT), 'utf8');

/** Friction: the limit over the speed of slip, and stick and slip of CT-17 (Canudas de Wit et al. 1995, fig. 5). */
function friction() {
  const [muStatic, muKinetic, stribeck] = [0.3, 0.2, 0.01];
  const limit = (v) => muKinetic + (muStatic - muKinetic) * staticShare(1, v * v, stribeck, 0, 1);
  const [plate, hand] = record(
    scenarioAt('validation/CT-17-lugre/scenario.yaml'),
    ['plate.position.x', 'hand.position.x'],
    0.02,
  );
  writeFigure('friction.svg', 'The limit of friction falls with the speed of slip; a plate drawn by a spring sticks and slips', [
    {
      title: 'Limit of friction over the speed of slip',
      x: { label: 'speed of slip [mm/s]', from: 0, to: 40, step: 10 },
      y: { label: 'friction over normal force', from: 0, to: 0.35, step: 0.05 },
      curves: [
        { label: 'static 0.3, kinetic 0.2, Stribeck speed 10 mm/s', points: range(0, 0.04, 160).map((v) => [1e3 * v, limit(v)]) },
        { label: 'the same, viscous friction 1 s/m times N', points: range(0, 0.04, 160).map((v) => [1e3 * v, limit(v) + v]), dash: '6 3' },
      ],
    },
    {
      title: 'A plate drawn by a spring, 0.1 m/s',
      x: { label: 'time [s]', from: 0, to: 20, step: 5 },
      y: { label: 'distance travelled [m]', from: 0, to: 2, step: 0.5 },
      curves: [
        { label: 'plate', points: plate },
        { label: 'hand, from where the spring begins to pull', points: hand.map(([t, x]) => [t, x - hand[0][1]]), dash: '6 3' },
      ],
    },
  ]);
}

/** Impacts: what published damping factors return of the restitution they are given, and the loop of force over depth. */
function impact() {
  const laws = [
    ['exact', 'exact relation (hawser)'],
    ['hunt-crossley', 'Hunt & Crossley 1975'],
    ['lankarani-nikravesh', 'Lankarani & Nikravesh 1990'],
    ['gonthier', 'Gonthier et al. 2004'],
    ['flores', 'Flores et al. 2011'],
  ];
  const delivered = laws.map(([law, label], k) => ({
    label,
    dash: ['', '6 3', '2 2', '8 3 2 3', '1 3'][k],
    points: range(SMALLEST_RESTITUTION, 1, 190).map((e) => [e, deliveredRestitution(hysteresisFor(law, e))]),
  }));
  // 1 kg at 1 m/s on K = 1e6 N/m^n; the loop does not depend on the step at this size
  const loop = (exponent, restitution) => {
    const press = { ...makePress(), stiffness: 1, exponent, straight: Number.POSITIVE_INFINITY, sharp: false };
    press.dissipation = hysteresisFor('exact', restitution);
    const out = makeNormalForce();
    const points = [];
    let [x, v] = [0, 1];
    for (let i = 0; i < 200_000 && (x > 0 || i === 0); i++) {
      const h = 5e-5;
      const at = (depth, speed) => {
        Object.assign(press, { depth: Math.max(depth, 0), speed });
        normalForce(out, press);
        return out.force;
      };
      const middle = v - 0.5 * h * at(x, v);
      const force = at(x + 0.5 * h * v, middle);
      x += h * middle;
      v -= h * force;
      if (i % 100 === 0) points.push([x, at(x, v)]);
    }
    points.push([0, 0]);
    return points;
  };
  writeFigure('impact.svg', 'Restitution that damping factors deliver, and force over depth in an impact', [
    {
      title: 'Restitution delivered over the one asked for',
      x: { label: 'asked for', from: 0, to: 1, step: 0.2 },
      y: { label: 'delivered', from: 0, to: 1, step: 0.2 },
      curves: delivered,
    },
    {
      title: 'An impact with restitution 0.5',
      x: { label: 'depth [-]', from: 0, to: 1.2, step: 0.2 },
      y: { label: 'force [-]', from: 0, to: 1.2, step: 0.2 },
      curves: [
        { label: 'exponent 1', points: loop(1, 0.5) },
        { label: 'exponent 1.5 (Hertz)', points: loop(1.5, 0.5), dash: '6 3' },
        { label: 'exponent 1, restitution 1', points: loop(1, 1), dash: '2 2' },
      ],
      notes: [{ at: [1.18, 0.06], text: 'mass, speed, stiffness: 1', anchor: 'end' }],
    },
  ]);
}

/** Sea: spectra of one height and period, and one minute of a sea. */
function sea() {
  const omega = range(0.3, 2, 340);
  const curve = (spec) => {
    const spectrum = makeSpectrum(spec, 9.80665);
    return omega.map((w) => [w, spectrum.density(w)]);
  };
  const [surface] = record(
    `hawser: 1
environment: { sea: { waves: [{ jonswap: { height: 3 m, period: 7 s, direction: 0 deg } }], gauges: { here: [0, 0, 0] } } }
bodies: { buoy: { fixed: true, shapes: [{ sphere: 1 cm }], position: [0, 0, 20 m] } }
run: { duration: 120 s, seed: 1 }
`,
    ['sea.here.elevation'],
    0.1,
  );
  writeFigure('sea.svg', 'Wave spectra of a significant height of 3 m and a peak period of 7 s, and two minutes of such a sea', [
    {
      title: 'Spectra, Hs 3 m, Tp 7 s',
      x: { label: 'angular frequency [rad/s]', from: 0.2, to: 2, step: 0.6 },
      y: { label: 'density [m² s/rad]', from: 0, to: 3, step: 0.5 },
      curves: [
        { label: 'JONSWAP, peak factor from height and period', points: curve({ kind: 'jonswap', height: 3, period: 7 }) },
        { label: 'JONSWAP, peak factor 5', points: curve({ kind: 'jonswap', height: 3, period: 7, gamma: 5 }), dash: '6 3' },
        { label: 'Bretschneider', points: curve({ kind: 'bretschneider', height: 3, period: 7 }), dash: '2 2' },
      ],
    },
    {
      title: 'Elevation at a gauge, seed 1',
      x: { label: 'time [s]', from: 0, to: 120, step: 20 },
      y: { label: 'elevation [m]', from: -2.5, to: 2.5, step: 0.5 },
      curves: [{ label: 'JONSWAP', points: surface, width: 1.3 }],
    },
  ]);
}

/** Gear: constant tension after a snatch beside a line that is made fast (scenarios/tensioner). */
function gear() {
  const [kept, fast] = record(
    new URL('scenarios/tensioner/scenario.yaml', ROOT).pathname,
    ['winch.tensioner.tension', 'force.fast.tension'],
    0.02,
  );
  const kilo = (points) => points.map(([t, x]) => [t, x / 1e3]);
  writeFigure('gear.svg', 'A winch that keeps 4 kN, and a line made fast, while a ship surges', [
    {
      title: 'Wire on a winch that keeps 4 kN',
      x: { label: 'time [s]', from: 0, to: 24, step: 6 },
      y: { label: 'tension [kN]', from: 0, to: 10, step: 2 },
      curves: [{ label: 'tension at the winch', points: kilo(kept) }],
    },
    {
      title: 'Line of nylon made fast',
      x: { label: 'time [s]', from: 0, to: 24, step: 6 },
      y: { label: 'tension [kN]', from: 0, to: 80, step: 20 },
      curves: [{ label: 'tension', points: kilo(fast) }],
    },
  ]);
}

/** Cables: shape and force of a hanging line against the closed form, by number of elements. */
function cables() {
  const [H, depth] = [3335.4808619795, 26.8746276396]; // CB-01, level slack: closed form (Irvine 1981)
  const errors = { H: [], depth: [] };
  for (const n of [10, 20, 40, 80, 160, 320]) {
    const opened = open(new URL('validation/convergence-cable/hanging.yaml', ROOT).pathname, {
      set: [`cables.line.elements=${n}`],
    });
    if (!opened.ok) throw new Error(opened.issues[0].message);
    const { sim } = opened;
    errors.H.push([n, Math.abs(Math.abs(sim.read('cable.line.start.force.x')) - H) / H]);
    errors.depth.push([n, Math.abs(sim.read(`cable.line.node-${n / 2}.position.z`) + depth) / depth]);
  }
  writeFigure('cable-convergence.svg', 'Errors of a hanging cable fall with the square of its elements', [
    {
      title: 'Hanging cable against the elastic catenary',
      x: { label: 'elements', from: 10, to: 320, step: 2, log: true },
      y: { label: 'relative error', from: 1e-6, to: 1e-2, step: 10, log: true },
      curves: [
        { label: 'horizontal force', points: errors.H },
        { label: 'depth of the middle', points: errors.depth, dash: '6 3' },
        { label: 'second order', points: [10, 320].map((n) => [n, 0.3 / (n * n)]), dash: '2 2' },
      ],
    },
  ]);
}

/** Formulations: iterations a step over the penalty, out of the table of the page itself. */
function formulations() {
  const page = readFileSync(new URL('theory/formulations.md', DOCS), 'utf8');
  const table = page.slice(page.indexOf('Iterations a step; rejected')).split('\n').filter((line) => line.startsWith('|'));
  const cells = (line) => line.split('|').slice(1, -1).map((cell) => cell.trim());
  const end = table.findIndex((line) => /^\| mechanism/.test(line) && line !== table[0]);
  const [head, , ...rows] = (end > 0 ? table.slice(0, end) : table).map(cells);
  const at = head.map((name) => /^ALI3-P (\S+)$/.exec(name)?.[1]);
  const wanted = ['pendulum', 'spatial', 'two four-bar', 'chain'];
  const curves = [];
  wanted.forEach((start, k) => {
    const row = rows.find(([name]) => name.startsWith(start));
    const points = at.flatMap((penalty, i) => (penalty === undefined ? [] : [[Number(penalty), Number.parseFloat(row[i])]]));
    curves.push({ label: row[0], points, dash: ['', '6 3', '2 2', '8 3 2 3'][k] });
  });
  writeFigure('formulations.svg', 'Iterations a step of the augmented Lagrangian over its penalty', [
    {
      title: 'Augmented Lagrangian: iterations a step',
      x: { label: 'penalty [N/m]', from: 1e6, to: 1e12, step: 100, log: true },
      y: { label: 'iterations', from: 1, to: 1000, step: 10, log: true },
      curves,
    },
  ]);
}

/** Anchors: which wedges hold an anchor that was hauled in, and the twenty of the case anchor-toy-pipes. */
function anchors() {
  const W = 3000 * 9.80665; // [N]
  const source = scenarioAt('validation/anchor-toy-pipes/case.ts');
  const rows = [...source.slice(source.indexOf('WEDGES')).matchAll(/^\s+\[(\d+), ([\d.]+), (\d+)\],$/gm)];
  const wedges = rows.map(([, lean, mu, pull]) => [Number(lean), Number(mu), Number(pull)]);
  // (P - W)(mu - tan a)/(mu + tan a) = W
  const bound = (pull) => {
    const ratio = W / (1e3 * pull - W);
    return range(0, 25, 100).map((lean) => [lean, (Math.tan((lean * Math.PI) / 180) * (1 + ratio)) / (1 - ratio)]);
  };
  writeFigure('anchor-wedge.svg', 'Friction above which a wedge holds an anchor that was hauled in', [
    {
      title: 'Wedge: above its line it locks itself',
      x: { label: 'lean of each wall [deg]', from: 0, to: 25, step: 5 },
      y: { label: 'coefficient of friction', from: 0, to: 0.8, step: 0.2 },
      curves: [
        { label: 'pull of 120 kN on 3 t', points: bound(120) },
        { label: 'pull of 200 kN on 3 t', points: bound(200), dash: '6 3' },
        { label: 'wedges of anchor-toy-pipes, 120 kN', dots: true, colour: 0, points: wedges.filter(([, , p]) => p === 120) },
        { label: 'wedges of anchor-toy-pipes, 200 kN', dots: true, colour: 1, points: wedges.filter(([, , p]) => p === 200) },
      ],
    },
  ]);
}

const figures = { friction, impact, sea, gear, cables, formulations, anchors };
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(figures);
for (const name of names) figures[name]();
