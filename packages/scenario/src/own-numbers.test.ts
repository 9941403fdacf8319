/** Scenes as a user writes them, with numbers of no other test and no settings of solver, mesh or rate, beside what is known about each. */
import { describe, expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';
import { prepareRun, type RunResult, runScenario } from './run.ts';

const g = 9.81;
const nothing = { ok: false, issues: [] } as const;

function run(text: string): RunResult & { at: (name: string, time: number) => number; last: (name: string) => number } {
  const loader = memoryLoader({ 'a.yaml': `hawser: 1\n${text}` });
  const compiled = compileScenario({ file: 'a.yaml', loader, readers: { mesh: () => nothing, table: () => nothing } });
  if (!compiled.ok) throw new Error(compiled.issues.map(formatIssue).join('\n'));
  const made = prepareRun(compiled.compiled);
  if (!made.ok) throw new Error(made.issues.map(formatIssue).join('\n'));
  const result = runScenario(made.prepared);
  const { recording } = result;
  const column = (name: string): Float64Array => {
    const at = recording.names.findIndex((each) => each.name === name);
    if (at < 0) throw new Error(`${name}: ${recording.names.map((each) => each.name).join(' ')}`);
    return recording.columns[at];
  };
  return {
    ...result,
    last: (name) => column(name)[recording.length - 1],
    at: (name, time) => column(name)[recording.time.findIndex((t) => t > time - 1e-9)],
  };
}

/** What is in no account, over what was exchanged. */
function missing({ summary: { energy } }: RunResult): number {
  const exchanged = Math.abs(energy.initial) + Math.abs(energy.work) + energy.dissipated;
  return Math.abs(energy.imbalance) / exchanged;
}

describe('nothing out of nothing, nothing lost untold', () => {
  test('2.3 kg on 2.1 m of a stiff wire that is slack by 30 mm, pushed so that it comes taut', () => {
    const result = run(`
bodies: { weight: { mass: 2.3 kg, inertia: [2e-3, 2e-3, 2e-3], position: [0.4, 0.1, 0.9], velocity: [1.1, -0.6, 1.9] } }
ropes: { wire: { mass: 1.1 kg/m, stiffness: 60 MN, diameter: 34 mm, axial damping: 1 ms } }
cables: { line: { rope: wire, length: 2.1 m, from: { body: world, point: [-0.3, 0.3, 2.8] }, to: { body: weight } } }
run: { duration: 0.8 s }`);
    expect(result.summary.energy.imbalance).toBeLessThan(1e-3); // no gain, of 40 J
    expect(missing(result)).toBeLessThan(0.01);
  });

  test('50 g on a slide strike the stop, by default and in steps of 3 ms: the stop has what is lost', () => {
    for (const solver of ['', 'solver: { step: 3 ms }']) {
      const result = run(`
bodies: { rail: { fixed: true }, bob: { mass: 50 g, inertia: [2e-5, 2e-5, 2e-5], shapes: [{ sphere: 1 cm }] } }
joints: { slide: { type: prismatic, between: [rail, bob], at: [0, 0, 0], axis: [0, 0, 1], limits: { lower: -0.25 m, upper: 0.1 m } } }
${solver}
run: { duration: 3 s }`);
      expect(missing(result)).toBeLessThan(1e-3);
      expect(result.last('bob.position.z')).toBeCloseTo(-0.25, 4);
      expect(Math.abs(result.summary.energy.dissipated - 0.05 * g * 0.25)).toBeLessThan(1e-3 * 0.05 * g * 0.25);
    }
  });

  test('a wedge of polyhedral shape falls 0.8 m onto a floor: what is lost is told', () => {
    const result = run(`
bodies:
  floor: { fixed: true, shapes: [{ half-space: true }] }
  wedge:
    density: 700 kg/m^3
    position: [0, 0, 1]
    rotation: { axis: [1, -1, 2], angle: 1.1 }
    shapes: [{ hull: { points: [[0.2, 0, 0], [-0.2, 0.15, 0], [-0.2, -0.15, 0], [0.1, 0.05, 0.2], [-0.1, 0, 0.25]] } }]
run: { duration: 1.5 s }`);
    expect(missing(result)).toBeLessThan(0.01);
    expect(result.summary.energy.dissipated).toBeGreaterThan(0);
  });
});

describe('exact motion', () => {
  test('a weight on a light rod of 1.3 m swings from 70 degrees for a minute', () => {
    const [A, L] = [1.2217, 1.3];
    const result = run(`
bodies: { bob: { mass: 4.4 kg, inertia: [1e-5, 1e-5, 1e-5], position: [${L * Math.sin(A)}, 0, ${-L * Math.cos(A)}] } }
joints: { pin: { type: point, between: [world, bob], at: [0, 0, 0] } }
contacts: { enabled: false }
run: { duration: 60 s }`);
    const { time, length } = result.recording;
    const until = time[length - 1];
    const steps = 200000;
    const h = until / steps;
    let [a, w] = [A, 0];
    const rate = (x: number): number => (-g / (L + 1e-5 / (4.4 * L))) * Math.sin(x);
    for (let i = 0; i < steps; i++) {
      const [k1, k2] = [rate(a), rate(a + 0.5 * h * w)];
      const k3 = rate(a + 0.5 * h * w + 0.25 * h * h * k1);
      const k4 = rate(a + h * w + 0.5 * h * h * k2);
      a += h * w + ((h * h) / 6) * (k1 + k2 + k3);
      w += (h / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    // default accuracy: 1e-4 of the motion
    const off = Math.hypot(
      result.last('bob.position.x') - L * Math.sin(a),
      result.last('bob.position.z') + L * Math.cos(a),
    );
    expect(off).toBeLessThan(1e-4 * 2 * L * Math.sin(A));
    expect(missing(result)).toBeLessThan(1e-6);
  });

  test('a chain of 14 m hangs between points 9 m apart and 2 m of height: the catenary', () => {
    // span and height by the parameter a: sqrt(L^2 - h^2) = 2 a sinh(l/2a)
    const [span, h, length] = [9, 2, 14];
    let [low, high] = [0.5, 50];
    for (let i = 0; i < 100; i++) {
      const a = 0.5 * (low + high);
      if (2 * a * Math.sinh(span / (2 * a)) > Math.sqrt(length ** 2 - h ** 2)) low = a;
      else high = a;
    }
    const H = 3.6 * g * low; // mass by length
    const result = run(`
ropes: { soft: { mass: 3.6 kg/m, stiffness: 900 MN, diameter: 20 mm } }
cables: { line: { rope: soft, length: ${length}, from: { body: world, point: [0, 0, 5] }, to: { body: world, point: [${span}, 0, ${5 + h}] } } }
run: { duration: 0.1 }
output: { channels: [cable.line.*] }`);
    // at the higher end y = H/a + height above the lowest point: T = H cosh; at both ends by the sum and difference of the arcs
    const mean = Math.atanh(h / length);
    const half = span / (2 * low);
    const [atStart, atEnd] = [H * Math.cosh(half - mean), H * Math.cosh(half + mean)];
    expect(Math.abs(result.last('cable.line.start.tension') / atStart - 1)).toBeLessThan(1e-3);
    expect(Math.abs(result.last('cable.line.end.tension') / atEnd - 1)).toBeLessThan(1e-3);
  });
});

describe('what acts within a step', () => {
  test('a ball on a spring floor: the largest contact force of the whole run, not of rows', () => {
    const force = (rate: number): number => {
      const result = run(`
materials: { hard: { youngs: 700 MPa, restitution: 0.9 } }
bodies:
  floor: { fixed: true, shapes: [{ half-space: true }], material: hard }
  ball: { mass: 0.6 kg, position: [0, 0, 0.5], shapes: [{ sphere: 40 mm }], material: hard }
run: { duration: 0.5 }
output: { rate: ${rate}, animation rate: 5, channels: [contact.*] }`);
      return result.extremes['contact.floor~ball.normal-force']?.max ?? 0;
    };
    const few = force(10);
    expect(few).toBe(force(2500));
    expect(few).toBeGreaterThan(1000);
  });

  test('a line of 4 kN break load that holds 480 kg is told to be beyond it', () => {
    const result = run(`
bodies: { load: { mass: 480 kg, inertia: [20, 20, 20], position: [0, 0, -6] } }
ropes: { thin: { mass: 0.1 kg/m, stiffness: 300 kN, diameter: 9 mm, break load: 4 kN } }
cables: { line: { rope: thin, length: 6 m, from: { body: world }, to: { body: load } } }
run: { duration: 2 s }`);
    const told = [...result.warnings, ...result.events.map(({ message }) => message)].join('\n');
    expect(told).toMatch(/break load/);
  });
});

describe('one coefficient is one number', () => {
  test('viscous friction of a pair is its total: a slab on four corners, and a puck on one face, slow down as exp(-c t/m)', () => {
    for (const shape of ['box: [30 cm, 20 cm, 8 cm]', 'cylinder: { radius: 12 cm, length: 8 cm }']) {
      const result = run(`
materials: { slick: { youngs: 50 MPa, friction: 0 } }
bodies:
  ice: { fixed: true, shapes: [{ half-space: true }], material: slick }
  slab: { mass: 6 kg, position: [0, 0, 4 cm], velocity: [0.9, 0, 0], shapes: [{ ${shape} }], material: slick }
contacts: { pairs: [{ between: [ice, slab], viscous: 5 }] }
run: { duration: 1.5 s }`);
      const { time, length } = result.recording;
      const wanted = 0.9 * Math.exp((-5 / 6) * time[length - 1]);
      expect(Math.abs(result.last('slab.velocity.x') / wanted - 1)).toBeLessThan(2e-3);
    }
  });

  test('a chain that lies on the bed sinks in by less than a tenth of its diameter', () => {
    const result = run(`
environment: { seabed: { height: -3 m } }
ropes: { heavy: { mass: 22 kg/m, stiffness: 90 MN, diameter: 36 mm } }
cables: { line: { rope: heavy, length: 13 m, from: { body: world, point: [0, 0, -2.982] }, to: { body: world, point: [9, 0, 1] } } }
run: { duration: 0.5 s }
output: { channels: [cable.line.*, cable.line.node-*.position] }`);
    const heights = result.recording.names.flatMap(({ name }) =>
      /node-\d+\.position\.z$/.test(name) ? [result.last(name)] : [],
    );
    expect(heights.length).toBeGreaterThan(20);
    // its axis lies half a diameter above the bed
    expect(Math.min(...heights)).toBeGreaterThan(-3 + 0.018 - 0.0036);
    expect(Math.min(...heights)).toBeLessThan(-3 + 0.018 + 1e-3);
  });

  test('a wet body that is lowered: no force of the water jumps', () => {
    const result = run(`
environment: { water: { surface: 0 } }
bodies:
  float:
    mass: 300 kg
    inertia: [40, 40, 40]
    position: [0, 0, 0.45]
    velocity: [0, 0, -1.2]
    shapes: [{ box: [1.2, 1, 0.8], collide: false }]
    hydro: { hull: { box: [1.2, 1, 0.8] }, damping: { linear: [0, 0, 15000, 0, 0, 0] } }
run: { duration: 0.12 s }
output: { rate: 1 kHz, channels: [float.acceleration] }`);
    // all wet, damping comes to 23 kN; the floor of the box comes under within 2 ms
    const a = result.recording.columns[result.recording.names.findIndex(({ name }) => name === 'float.acceleration.z')];
    let most = 0;
    for (let i = 1; i < result.recording.length; i++) most = Math.max(most, Math.abs(a[i] - a[i - 1]));
    expect(300 * most).toBeGreaterThan(10);
    expect(300 * most).toBeLessThan(0.03 * 23000);
  });
});

describe('gear and verdicts', () => {
  test('a run that ends before its script is not finished, and what was never tested is said', () => {
    const result = run(`
bodies: { load: { mass: 90 kg, inertia: [3, 3, 3], position: [0, 0, -4] } }
ropes: { line: { mass: 0.3 kg/m, stiffness: 1 MN, diameter: 12 mm, break load: 20 kN } }
cables: { fall: { rope: line, length: 4 m, from: { body: world }, to: { body: load } } }
winches: { drum: { cable: fall, rope: 30 m, speed: 0.4 m/s, acceleration: 0.4 m/s^2 } }
director:
  - phase: Lower
    steps: [{ winch: drum, length: 9 m }]
  - phase: Hold
    steps: [{ wait: 2 s }]
limits: [{ name: still, channel: load.velocity.z, above: -0.01, below: 0.01, during: Hold }]
run: { duration: 1 s }`);
    expect(result.operation?.verdict).not.toBe('go');
    expect(result.operation?.reasons.join('; ')).toMatch(/not played to its end/);
    expect(result.operation?.reasons.join('; ')).toMatch(/still was not tested/);
  });

  test('2.3 m of wire lie out of 30 m on a winch: it lowers a clump into the sea by its speed, and nothing says elements', () => {
    const result = run(`
environment: { water: { surface: 0 m } }
ropes: { wire: { mass: 1.6 kg/m, stiffness: 20 MN, diameter: 20 mm } }
bodies: { clump: { density: 2400, position: [0, 0, 2.2], shapes: [{ box: [1, 1, 1] }] } }
cables: { wire: { rope: wire, from: { body: world, point: [0, 0, 5] }, to: { body: clump, point: [0, 0, 0.5] }, length: 2.3 } }
winches: { drum: { cable: wire, rope: 30 m, speed: 0.8 m/s, acceleration: 0.5 m/s^2, drum: { radius: 0.25, inertia: 40 } } }
director: [{ winch: drum, pay out: 0.6 m/s }]
run: { duration: 8 s }`);
    expect(result.failure).toBeUndefined();
    // it hangs in the water by (2400 - 1000) g, less than a millimetre of stretch, and has been lowered for 8 s less the time to start
    const lowered = 0.6 * (8 - 0.5 * (0.6 / 0.5));
    expect(Math.abs(result.last('clump.position.z') - (2.2 - lowered))).toBeLessThan(0.1);
    expect(missing(result)).toBeLessThan(1e-3);
  });

  test('accuracy of a cable on a winch: elements paid out are as long as that at the drum, not as the mean', () => {
    const result = run(`
ropes: { nylon: { mass: 0.9 kg/m, stiffness: 600 kN, diameter: 32 mm, axial damping: 5 ms } }
bodies: { sinker: { density: 2350, position: [0.9, 0.3, 4.1], shapes: [{ cylinder: { radius: 0.55, length: 0.7 } }] } }
cables:
  line:
    { rope: nylon, from: { body: world, point: [1.2, 0, 9] }, to: { body: sinker, point: [0, 0, 0.35] }, length: 4.6,
      accuracy: { position: 1 mm } }
winches: { drum: { cable: line, rope: 45 m, speed: 1 m/s, acceleration: 2 m/s^2, drum: { radius: 0.3, inertia: 55 } } }
director: [{ winch: drum, pay out: 1 m/s }]
run: { duration: 2.5 s }`);
    expect(result.failure).toBeUndefined();
    // the line is 6.85 m long in the end, and drawn by T L/EA; the load bounces by some centimetres
    const weight = 2350 * Math.PI * 0.55 ** 2 * 0.7 * g;
    const hangs = 9 - 0.35 - 6.85 * (1 + weight / 600e3);
    expect(Math.abs(result.last('sinker.position.z') - hangs)).toBeLessThan(0.1);
    expect(missing(result)).toBeLessThan(1e-3);
  });

  test('a cable held on the face of a body is refined at its start: what lies in the body is not lifted out of it', () => {
    const result = run(`
ropes: { nylon: { mass: 0.9 kg/m, stiffness: 600 kN, diameter: 32 mm, axial damping: 5 ms } }
bodies:
  block: { fixed: true, position: [0, 0, 4], shapes: [{ box: [1, 1, 1] }] }
  eye: { mass: 30 kg, inertia: [1, 1, 1], position: [2.3, 0, 0.7] }
cables:
  line:
    sections: [{ rope: nylon, length: 0.5, elements: 25 }, { rope: nylon, length: 3.68473, elements: 8 }]
    from: { body: block, point: [0.2, 0, -0.5] }
    to: { body: eye }
    shape: [[0.2, 0, 3.5], [0.2, 0, 1.6], [2.3, 0, 0.7]]
    refine: { angle: 12 deg, shortest: 30 mm, most: 90 }
run: { duration: 0.3 s }`);
    expect(result.failure).toBeUndefined();
    // the bend is slack at first, so the weight falls freely until the line is straight
    expect(result.last('eye.position.z')).toBeGreaterThan(0.7 - 0.5 * g * 0.3 ** 2 - 0.01);
    expect(missing(result)).toBeLessThan(1e-2);
  });
});
