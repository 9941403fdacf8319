#!/usr/bin/env node
/**
 * What contact of bodies does in scenes whose answer is known, and what piles cost: node benchmarks/studies/contact.mjs [ROW ...] [--engine FOLDER].
 * Every scene goes through a scenario file; settings are the defaults unless the row says so. Prints a line of JSON a measurement.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string', default: fileURLToPath(new URL('../..', import.meta.url)) }, // a built checkout
    cubes: { type: 'string', default: '50,100,200,400' },
    seed: { type: 'string', default: '7' }, // of how the cubes of piles and jumbles are turned
  },
});
const { caseContext } = await import(path.join(path.resolve(options.engine), 'packages/cli/dist/case-runner.js'));
const context = caseContext(path.join(path.resolve(options.engine), 'benchmarks/scenarios'));

const G = 9.81;
const circle = (radius, count) =>
  Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    return [radius * Math.cos(angle), radius * Math.sin(angle), 0];
  });
const FLOOR = { fixed: true, material: 'steel', shapes: [{ 'half-space': true }] };

function scene({ bodies, friction = 0.5, restitution = 0.05, youngs = 2.1e11, ...more }) {
  const materials = { steel: { youngs, poisson: 0.3, density: 7850, friction, restitution } };
  const text = { hawser: 1, environment: { gravity: G }, materials, bodies, run: { duration: 10 }, ...more };
  return context.openScenario(`${JSON.stringify(text)}\n`);
}

function advance(simulation, until) {
  while (simulation.time < until) {
    const result = simulation.step(until);
    if (!result.ok) throw new Error(result.message);
  }
}

function read(simulation, name, size = 3) {
  const out = new Float64Array(size);
  const probe = simulation.probes.find((p) => p.name === name);
  if (probe === undefined) throw new Error(`no channel ${name}`);
  probe.read(out, 0);
  return out;
}

/** The rest of a solver block for a step of this length; undefined: automatic. */
const solver = (integrator, step) => ({
  ...(integrator !== 'auto' && { integrator }),
  ...(step !== undefined && { step }),
  impacts: 'absorb',
});

/** [rad/s^2] how fast a body of 1 kg that stands on its contact comes to spin after so long, under a torque about the vertical. */
function rates({ shapes, z, inertia, torque, spin, integrator, step, at, contacts }) {
  const simulation = scene({
    bodies: {
      floor: FLOOR,
      top: {
        mass: 1,
        inertia: [inertia, inertia, inertia],
        material: 'steel',
        position: [0, 0, z],
        'angular velocity': [0, 0, spin],
        shapes,
      },
    },
    forces: { twist: { type: 'load', body: 'top', torque: [0, 0, torque] } },
    contacts,
    solver: solver(integrator, step),
  });
  return at.map((time) => {
    advance(simulation, time);
    return read(simulation, 'top.angular-velocity')[2];
  });
}

const RADIUS = 0.25;
const ABOUT = RADIUS ** 2 / 2;
/** [m] mean distance from the middle, and [m^3] the volume, of a round patch with this depth out to `edge`. */
function roundPatch(depth, edge) {
  let [sum, weight] = [0, 0];
  for (let i = 0.5; i < 1000; i++) {
    const r = (edge * i) / 1000;
    sum += r * r * depth(r);
    weight += r * depth(r);
  }
  return { arm: sum / weight, volume: (2 * Math.PI * weight * edge) / 1000 };
}

/** [m] arm and depth of the patch that holds a volume [m^3], of a family of patches by depth. */
function patchOf(volume, patch) {
  let [low, high] = [0, 0.05];
  for (let i = 0; i < 60; i++) {
    const middle = 0.5 * (low + high);
    if (patch(middle).volume < volume) low = middle;
    else high = middle;
  }
  return { arm: patch(low).arm, sunk: low };
}

/** A disc on its face: two thirds of mu N R holds it. */
const disc = {
  shapes: [{ cylinder: { radius: RADIUS, length: 0.05 } }],
  z: 0.025,
  inertia: ABOUT,
  contacts: { defaults: { method: 'volume' } },
};
const DISC_TORQUE = (2 / 3) * 0.5 * G * RADIUS;
/** [s] */
const STEPS = [5e-3, 1e-3, 2e-4];

const rows = {
  /** A disc under a torque: still below its Coulomb torque M at any step, and (T - M)/I above. */
  *disc() {
    for (const integrator of ['auto', 'convex']) {
      for (const step of integrator === 'auto' ? [...STEPS, undefined] : STEPS) {
        const rate = (share, spin, at) => rates({ ...disc, torque: share * DISC_TORQUE, spin, integrator, step, at });
        const [first, last] = rate(0, 15, [0.1, 0.2]);
        const slowed = ((first - last) * ABOUT) / 0.1;
        const [early, late] = rate(1.03, 0, [0.2, 0.3]);
        yield {
          integrator,
          step: step ?? 'auto',
          'rate at 0.95 [rad/s]': rate(0.95, 0, [0.5])[0],
          'rate at 0.99 [rad/s]': rate(0.99, 0, [0.5])[0],
          'torque M while it spins over 2/3 mu N R': slowed / DISC_TORQUE,
          'gain at 1.03 over (T - M)/I': ((late - early) * ABOUT) / (0.1 * (1.03 * DISC_TORQUE - slowed)),
        };
      }
    }
  },
  /** Torque of friction while something spins on the floor, over what the pressure under its load and Coulomb's law give. */
  *spin() {
    const [mu, load] = [0.5, 1000];
    const SLOW = 1e4; // [kg m^2] its rate hardly changes while it is looked at
    const shapes = {
      ring: {
        shapes: [{ solid: { tube: { outer: 0.1, inner: 0.08, length: 0.05, sides: 60 } } }],
        z: 0.025,
        exact: () => ({ arm: (2 / 3) * ((0.1 ** 3 - 0.08 ** 3) / (0.1 ** 2 - 0.08 ** 2)), sunk: 0 }),
      },
      disc: {
        shapes: [{ cylinder: { radius: 0.1, length: 0.05 } }],
        z: 0.025,
        exact: () => ({ arm: (2 / 3) * 0.1, sunk: 0 }),
      },
      // pressure goes with depth: a ball's is a paraboloid, a cone's a cone
      ball: {
        shapes: [{ sphere: 0.1 }],
        z: 0.1,
        foundation: 1e7, // 18 mm deep: a sphere is a mesh of 1280 faces here
        exact: (volume) =>
          patchOf(volume, (depth) =>
            roundPatch((r) => Math.sqrt(0.01 - r * r) - (0.1 - depth), Math.sqrt(0.01 - (0.1 - depth) ** 2)),
          ),
      },
      cone: {
        shapes: [{ hull: { points: [[0, 0, -0.05], ...circle(0.1, 120)] } }],
        z: 0.05,
        exact: (volume) => patchOf(volume, (depth) => roundPatch((r) => depth - r / 2, 2 * depth)),
      },
    };
    for (const [name, { exact, z, foundation = 1e10, ...shape }] of Object.entries(shapes)) {
      const { arm, sunk } = exact((load + G) / foundation);
      for (const integrator of ['auto', 'convex']) {
        for (const spin of [0.01, 1, 100]) {
          try {
            const simulation = scene({
              bodies: {
                floor: FLOOR,
                top: {
                  mass: 1,
                  inertia: [SLOW, SLOW, SLOW],
                  material: 'steel',
                  position: [0, 0, z - sunk], // it lies still soon
                  'angular velocity': [0, 0, spin],
                  ...shape,
                },
              },
              friction: mu,
              restitution: 0.6,
              forces: { weight: { type: 'load', body: 'top', force: [0, 0, -load] } },
              contacts: { defaults: { method: 'volume', foundation } },
              solver: solver(integrator, integrator === 'convex' ? 1e-3 : undefined),
            });
            advance(simulation, 0.4);
            const from = read(simulation, 'top.angular-velocity')[2];
            advance(simulation, 0.5);
            const to = read(simulation, 'top.angular-velocity')[2];
            const depth = z - read(simulation, 'top.position')[2];
            yield {
              name,
              integrator,
              'spin [rad/s]': spin,
              'torque over exact': (10 * SLOW * (from - to)) / (mu * (load + G) * arm),
              depth,
            };
          } catch (error) {
            yield { name, integrator, spin, error: error.message };
          }
        }
      }
    }
  },

  /** A ball thrown on a floor: steps while it touches, and how much of its speed comes back, for every exponent of the law. */
  *exponents() {
    const speed = 1; // [m/s]
    for (const restitution of [0.3, 0.7, 1]) {
      for (const exponent of [1, 1.25, 1.5, 2, 2.5, 3]) {
        const simulation = scene({
          bodies: {
            floor: FLOOR,
            ball: {
              mass: 1,
              material: 'steel',
              position: [0, 0, 0.101],
              velocity: [0, 0, -speed],
              shapes: [{ sphere: 0.1 }],
            },
          },
          environment: { gravity: 0 },
          restitution,
          // as deep in all: 0.1 mm at 1 m/s
          contacts: {
            defaults: { exponent, stiffness: ((exponent + 1) / 2) * (speed / 1e-4 ** ((exponent + 1) / 2)) ** 2 },
          },
        });
        let steps = 0;
        while (simulation.time < 0.02) {
          const { rejected, steps: before } = simulation.stats;
          const result = simulation.step(0.02);
          if (!result.ok) throw new Error(result.message);
          if (simulation.probes.find((p) => p.name === 'contact.count') === undefined) throw new Error('no count');
          if (read(simulation, 'contact.count', 1)[0] > 0)
            steps += simulation.stats.steps - before + simulation.stats.rejected - rejected;
        }
        yield {
          exponent,
          asked: restitution,
          'steps of the touch': steps,
          restitution: read(simulation, 'ball.velocity')[2] / speed,
          'imbalance [J]': simulation.energy.imbalance,
        };
      }
    }
  },
  /** A block on slopes below and above the angle of friction (26.57 degrees): speed gained in a second [m/s], where it slides over g (sin - mu cos). */
  *slopes() {
    const mu = 0.5;
    for (const method of ['points', 'volume', 'spheres']) {
      for (const [integrator, step] of [
        ['convex', 2e-3],
        ['convex', 5e-3],
        ['convex', 6.25e-3],
        ['auto', undefined],
      ]) {
        const result = { method, integrator, step: step ?? 'auto' };
        for (const degrees of [20, 26, 27, 28, 30, 32, 35]) {
          const a = (degrees * Math.PI) / 180;
          const simulation = scene({
            bodies: {
              floor: { ...FLOOR, rotation: { axis: [0, 1, 0], angle: `${degrees} deg` } },
              block: {
                mass: 1,
                inertia: [2e-3, 2e-3, 2e-3],
                material: 'steel',
                position: [0.05 * Math.sin(a), 0, 0.05 * Math.cos(a)],
                rotation: { axis: [0, 1, 0], angle: `${degrees} deg` },
                shapes: [{ box: [0.2, 0.2, 0.1] }],
              },
            },
            friction: mu,
            contacts: { defaults: { method } },
            solver: solver(integrator, step),
          });
          const speed = (time) => {
            advance(simulation, time);
            const [x, , z] = read(simulation, 'block.velocity');
            return x * Math.cos(a) - z * Math.sin(a);
          };
          // from 0.2 s on: it begins at no depth, and falls a little before it is pressed
          const early = speed(0.2);
          const gain = speed(1.2) - early;
          const exact = G * (Math.sin(a) - mu * Math.cos(a));
          result[degrees] = exact > 0 ? gain / exact : gain;
        }
        yield result;
      }
    }
  },
  /** Sixteen cubes on each other, and cubes turned at random in one heap: iterations a convex step, whatever the modulus. */
  *columns() {
    for (const youngs of [2.1e11, 2e9]) {
      for (const [name, bodies] of [
        ['column of 16', column(16)],
        ['jumble of 100', jumble(100)],
      ]) {
        const simulation = scene({ bodies, youngs, solver: { integrator: 'convex', step: 5e-3 } });
        yield { name, youngs, ...cost(simulation, 1.5) };
      }
    }
  },
  /** Cubes that fall into a box in layers of 25, steel, default settings. */
  *piles() {
    for (const n of options.cubes.split(',').map(Number)) {
      for (const impacts of ['absorb', 'resolve']) {
        const run = () => cost(scene({ bodies: pile(n), solver: { impacts } }), 1.5);
        if (n === 50) run(); // code is compiled by then
        yield { cubes: n, impacts, ...run() };
      }
    }
  },
};

/** Iterations, rejected steps, processor time, energy and how it rests at the end. */
function cost(simulation, until) {
  const before = process.cpuUsage();
  let growth = 0;
  let total = simulation.energy.total;
  for (let time = 0.01; time < until + 1e-9; time += 0.01) {
    advance(simulation, time);
    growth = Math.max(growth, simulation.energy.total - total);
    total = simulation.energy.total;
  }
  const { user, system } = process.cpuUsage(before);
  const { steps, iterations, rejected } = simulation.stats;
  let fastest = 0;
  for (const probe of simulation.probes) {
    if (!/\.velocity$/.test(probe.name)) continue;
    const v = new Float64Array(3);
    probe.read(v, 0);
    fastest = Math.max(fastest, Math.hypot(...v));
  }
  const { imbalance, dissipated } = simulation.energy;
  return {
    'cpu ms a simulated s': (user + system) / 1e3 / until,
    steps,
    rejected,
    iterations,
    'iterations a step': iterations / steps,
    'largest growth of energy from row to row [J]': growth,
    'unaccounted for of dissipated': imbalance / dissipated,
    'fastest at the end [m/s]': fastest,
    'deepest ever [m]': simulation.stats.deepestOverlap,
    'depth at the end [m]': read(simulation, 'contact.deepest', 1)[0],
  };
}

/** A number in -1 ... 1, the same in every run: the generator of the scenes of benchmarks/peers. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return (state / 4294967296) * 2 - 1;
  };
}

const cube = (position, rotation) => ({
  mass: 4,
  inertia: [4 / 150, 4 / 150, 4 / 150],
  material: 'steel',
  position,
  ...(rotation && { rotation }),
  shapes: [{ box: [0.2, 0.2, 0.2] }],
});

const wall = (half, position) => ({
  fixed: true,
  material: 'steel',
  position,
  shapes: [{ box: half.map((x) => 2 * x) }],
});

function column(n) {
  const bodies = { floor: FLOOR };
  for (let i = 0; i < n; i++) bodies[`cube ${i}`] = cube([0, 0, 0.1 + 0.06 * (i + 1) + 0.2 * i]);
  return bodies;
}

/** Layers of 25 in a box of 1.3 m, 6 cm apart, turned a little about the vertical. */
function pile(n) {
  const random = generator(Number(options.seed));
  const height = Math.ceil(n / 25) * 0.26;
  const bodies = { floor: FLOOR };
  for (const [x, y] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ])
    bodies[`wall ${x} ${y}`] = wall(x !== 0 ? [0.1, 0.85, height] : [0.85, 0.1, height], [0.75 * x, 0.75 * y, height]);
  for (let i = 0; i < n; i++) {
    const r = i % 25;
    const angle = 0.1 * random();
    bodies[`cube ${i}`] = cube(
      [
        ((r % 5) - 2) * 0.24 + 0.008 * random(),
        -((Math.floor(r / 5) - 2) * 0.24 + 0.008 * random()),
        0.16 + 0.26 * Math.floor(i / 25),
      ],
      { axis: [0, 0, 1], angle },
    );
  }
  return bodies;
}

/** The same turned any way, in layers of 16. */
function jumble(n) {
  const random = generator(Number(options.seed));
  const bodies = { floor: FLOOR };
  for (const [x, y] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ])
    bodies[`wall ${x} ${y}`] = wall(x !== 0 ? [0.1, 0.85, 2] : [0.85, 0.1, 2], [0.75 * x, 0.75 * y, 2]);
  for (let i = 0; i < n; i++) {
    const r = i % 9;
    const axis = [random(), random(), random()];
    bodies[`cube ${i}`] = cube(
      [((r % 3) - 1) * 0.38, (Math.floor(r / 3) - 1) * 0.38, 0.25 + 0.36 * Math.floor(i / 9)],
      { axis, angle: Math.PI * random() },
    );
  }
  return bodies;
}

for (const name of positionals.length > 0 ? positionals : Object.keys(rows)) {
  if (rows[name] === undefined) throw new Error(`no row ${name}; there are ${Object.keys(rows).join(', ')}`);
  for (const result of rows[name]()) console.log(JSON.stringify({ row: name, ...result }));
}
