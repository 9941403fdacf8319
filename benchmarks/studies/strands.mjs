#!/usr/bin/env node
/**
 * Ropes half round ropes and drums, by default settings: node benchmarks/studies/strands.mjs [ROW ...] [--engine FOLDER] [--only TEXT] [--seconds 2].
 *   cost    a rope with loads of 5 and 6 kg over another rope: simulated seconds a second of processor time, and how fast it creeps
 *   ratio   the same with a load that pulls it round: tensions of its two parts over theory
 *   hold    two ropes that cross, drawn aside to nine tenths of their friction and held still for --seconds: what of it is lost, in mid-element and at a node
 *   drum    a rope on a drum at 0.47 and 0.95 of that ratio, at automatic steps and fixed ones: how fast it creeps
 * Loads run on vertical rails; theta is pi. Prints a line of JSON a measurement.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string', default: fileURLToPath(new URL('../..', import.meta.url)) }, // a built checkout
    only: { type: 'string', default: '' }, // names of scenes that hold this text
    seconds: { type: 'string', default: '2' },
    fine: { type: 'string', default: '18' }, // elements of half a turn
  },
});
const { caseContext } = await import(path.join(path.resolve(options.engine), 'packages/cli/dist/case-runner.js'));
const context = caseContext(path.join(path.resolve(options.engine), 'benchmarks/scenarios'));

const G = 9.81;
const MU = 0.3;
const LIMIT = Math.exp(MU * Math.PI);
/** [m] of rope that hangs to either side; of one on a drum little, so that it soon ceases to swing */
const HANG = 0.5;
const SHORT = 0.1;
/** [m] of that in fine elements: what may run onto the turn */
const RUN = 0.08;
const [LIGHT, CARRIED] = [5, 6]; // kg

/** A polyester rope by its diameter [m]: 1.27 GPa along, or a tenth of it; limp. */
const rope = (diameter, soft) => ({
  mass: 900 * (Math.PI / 4) * diameter ** 2,
  stiffness: (soft ? 1e9 : 1e10) * 0.127 * diameter ** 2 * (Math.PI / 4),
  diameter,
  bending: 2e-5 * (diameter / 0.01) ** 3,
  'bending damping': 0.001,
  'axial damping': 0.003,
});

/** Half a turn about the y axis at `radius`, with loads of 5 kg and `heavy` on rails. around: `carrier`, a rope of that diameter along y, or a drum. */
function halfTurn({ diameter, around, soft, heavy, carrier, step, integrator, hang = HANG }) {
  const radius = 0.5 * (diameter + around);
  const length = 2 * hang + Math.PI * radius;
  const fine = (Math.PI * radius) / Number(options.fine);
  const turn = Array.from({ length: 19 }, (_, i) => (Math.PI * i) / 18);
  const shape = [
    [-radius, 0, -hang],
    ...turn.map((angle) => [-radius * Math.cos(angle), 0, radius * Math.sin(angle)]),
    [radius, 0, -hang],
  ];
  const load = (x, mass) => ({ mass, inertia: [1, 1, 1], position: [x, 0, -hang] });
  const rail = (body, x) => ({
    type: 'prismatic',
    between: ['world', body],
    at: [x, 0, -hang],
    axis: [0, 0, 1],
  });
  const text = {
    hawser: 1,
    environment: { gravity: G },
    materials: { steel: { youngs: 2e11, poisson: 0.3, density: 7850, friction: MU, restitution: 0.1 } },
    ropes: {
      thin: { ...rope(diameter, soft), friction: MU },
      ...(carrier && { thick: { ...rope(around, soft), friction: MU } }),
    },
    bodies: {
      left: load(-radius, LIGHT),
      right: load(radius, heavy),
      ...(!carrier && {
        drum: {
          fixed: true,
          shapes: [
            {
              cylinder: { radius: 0.5 * around, length: 0.3 },
              rotation: { roll: '90 deg' },
              material: 'steel',
            },
          ],
        },
      }),
    },
    joints: { 'left rail': rail('left', -radius), 'right rail': rail('right', radius) },
    cables: {
      line: {
        sections: [
          { rope: 'thin', length: hang - RUN, elements: 16 },
          { rope: 'thin', length: length - 2 * (hang - RUN), elements: Math.ceil((length - 2 * (hang - RUN)) / fine) },
          { rope: 'thin', length: hang - RUN, elements: 16 },
        ],
        from: { body: 'left' },
        to: { body: 'right' },
        shape,
      },
      ...(carrier && {
        carrier: {
          rope: 'thick',
          length: 0.97,
          from: { body: 'world', point: [0, -0.5, 0] },
          to: { body: 'world', point: [0, 0.5, 0] },
        },
      }),
    },
    contacts: {
      defaults: { 'friction coefficient': MU },
      ignore: [
        ['line', 'line'],
        ['line', 'left'],
        ['line', 'right'],
      ],
    },
    ...((step !== undefined || integrator !== undefined) && { solver: { step, integrator } }),
    run: { duration: 100 },
  };
  return context.openScenario(`${JSON.stringify(text)}\n`);
}

function advance(simulation, until, counted) {
  const start = process.cpuUsage();
  while (simulation.time < until) {
    const result = simulation.step(until);
    if (!result.ok) throw new Error(`${simulation.time} s: ${result.message}`);
    counted.steps++;
    counted.iterations += result.iterations;
  }
  const { user, system } = process.cpuUsage(start);
  return 1e-6 * (user + system);
}

function read(simulation, name, size = 3) {
  const out = new Float64Array(size);
  const probe = simulation.probes.find((p) => p.name === name);
  if (probe === undefined) throw new Error(`no channel ${name}`);
  probe.read(out, 0);
  return out;
}

/** [m] how far the rope has gone round: the loads bounce together besides. */
const round = (simulation) => 0.5 * (read(simulation, 'left.position')[2] - read(simulation, 'right.position')[2]);

/** of the straight line through numbers, a number */
function slope(numbers) {
  const middle = 0.5 * (numbers.length - 1);
  let [sum, weight] = [0, 0];
  numbers.forEach((y, i) => {
    sum += (i - middle) * y;
    weight += (i - middle) ** 2;
  });
  return sum / weight;
}

const scenes = [
  ['10 over 60 mm', 0.01, 0.06],
  ['10 over 10 mm', 0.01, 0.01],
  ['20 over 20 mm', 0.02, 0.02],
].flatMap(([name, diameter, around]) =>
  [false, true].map((soft) => ({ name: `${name}, ${soft ? 'soft' : 'stiff'}`, diameter, around, soft, carrier: true })),
);

const seconds = Number(options.seconds);
/** How the rope goes round in the second half of a run. */
function creep(simulation) {
  const counted = { steps: 0, iterations: 0 };
  let cpu = advance(simulation, 0.5 * seconds, counted);
  const places = [];
  for (let i = 1; i <= 100; i++) {
    cpu += advance(simulation, (0.5 + 0.005 * i) * seconds, counted);
    places.push(round(simulation));
  }
  return {
    cpu,
    ...counted,
    'creep [m/s]': slope(places) / (0.005 * seconds),
    'to and fro [m]': Math.max(...places) - Math.min(...places),
  };
}

const rows = {
  *cost(scene) {
    const found = creep(halfTurn({ ...scene, heavy: CARRIED }));
    yield { 'simulated s a processor s': seconds / found.cpu, ...found };
  },
  *ratio(scene) {
    const heavy = 1.3 * LIMIT * LIGHT;
    const simulation = halfTurn({ ...scene, heavy });
    const counted = { steps: 0, iterations: 0 };
    const [t0, t1] = [0.2, 0.32];
    advance(simulation, t0, counted);
    // of the tensions at both ends while it slides, in the mean: the loads bounce besides
    let sum = 0;
    const samples = 120;
    const hanging = rope(scene.diameter, scene.soft).mass * HANG * G;
    for (let i = 1; i <= samples; i++) {
      advance(simulation, t0 + ((t1 - t0) * i) / samples, counted);
      const [light, taut] = ['start', 'end'].map((end) => read(simulation, `cable.line.${end}.tension`, 1)[0]);
      sum += Math.log((taut + hanging) / (light + hanging)) / samples;
    }
    // a carrier that gives way lies round the rope by phi to either side: normal forces spread over that are larger by phi/sin phi than what they carry
    const [, along, up] = read(simulation, 'cable.carrier.start.force');
    const phi = Math.atan(Math.abs(up / along));
    const grooved = Math.exp(MU * Math.PI * (phi / Math.sin(phi)));
    yield {
      'tension ratio over e^(mu theta)': Math.exp(sum) / LIMIT,
      'lies in a groove of [deg]': (phi * 180) / Math.PI,
      'over e^(mu theta phi/sin phi)': Math.exp(sum) / grooved,
      ...counted,
    };
  },
  *drum() {
    for (const part of [0.47, 0.95]) {
      for (const step of [undefined, 1e-3, 5e-3, 1e-2]) {
        for (const integrator of step === undefined ? [undefined] : [undefined, 'convex']) {
          const heavy = part * LIMIT * LIGHT;
          const drum = { diameter: 0.02, around: 0.2, soft: false, hang: SHORT };
          const found = creep(halfTurn({ ...drum, heavy, step, integrator }));
          yield { part, step: step ?? 'auto', integrator: integrator ?? 'auto', ...found };
        }
      }
    }
  },
};

/** Two ropes of 10 mm, pressed 6 mm together and drawn 3 mm aside; `elements` of the upper one: a node or the middle of an element lies on the lower. */
const crossed = (elements, step) => {
  const rope = { ...rope10, bending: 0.01, 'bending damping': 0.005, 'axial damping': 0.005 };
  const ends = [-0.2, 0.2];
  return context.openScenario(
    `${JSON.stringify({
      hawser: 1,
      environment: { gravity: 0 },
      ropes: { line: rope },
      bodies: {
        carriage: {
          motion: {
            z: { ramp: { to: -0.006, duration: 0.3 } },
            x: { ramp: { to: 0.003, start: 0.4, duration: 0.3 } },
          },
        },
      },
      cables: {
        upper: {
          rope: 'line',
          length: 0.4,
          elements,
          from: { body: 'carriage', point: [0, -0.2, 0.0101] },
          to: { body: 'carriage', point: [0, 0.2, 0.0101] },
          shape: ends.map((y) => [0, y, 0.0101]),
        },
        lower: {
          rope: 'line',
          length: 0.4,
          elements: 15,
          from: { body: 'world', point: [-0.2, 0, 0] },
          to: { body: 'world', point: [0.2, 0, 0] },
          shape: ends.map((x) => [x, 0, 0]),
        },
      },
      contacts: { defaults: { 'friction coefficient': MU } },
      solver: { step },
      run: { duration: 1e4 },
      output: { rate: 1, 'animation rate': 1 },
    })}\n`,
  );
};
const rope10 = { mass: 0.1, stiffness: 1e5, diameter: 0.01 };

rows.hold = function* () {
  for (const elements of [16, 15]) {
    for (const step of [5e-4, 2e-3, 1e-2]) {
      if (!`${step}`.includes(options.only)) continue;
      const simulation = crossed(elements, step);
      const counted = { steps: 0, iterations: 0 };
      const force = (what) => read(simulation, `contact.upper~lower.${what}`, 1)[0];
      advance(simulation, 3, counted);
      const first = force('friction-force');
      const cpu = advance(simulation, 3 + Math.max(seconds, 5), counted);
      const last = force('friction-force');
      yield {
        elements,
        step,
        'part of the limit': last / (MU * force('normal-force')),
        'lost of itself': 1 - last / first,
        'held for [s]': simulation.time - 3,
        cpu,
      };
    }
  }
};

for (const name of positionals.length > 0 ? positionals : Object.keys(rows)) {
  const alone = { drum: '20 mm on a drum of 200 mm', hold: '10 over 10 mm, crossed' }[name];
  const chosen = alone ? [{ name: alone }] : scenes.filter((s) => s.name.includes(options.only));
  for (const scene of chosen) {
    try {
      for (const found of rows[name](scene)) console.log(JSON.stringify({ row: name, scene: scene.name, ...found }));
    } catch (error) {
      console.log(JSON.stringify({ row: name, scene: scene.name, failed: error.message }));
    }
  }
}
