import { readMesh, readTable } from '@hawser/formats';
import { describe, expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileLoaded, compileScenario, compileValue, type Compiled, loadScenario } from './compile.ts';
import { formatIssue } from './issues.ts';

const readers = { mesh: readMesh, table: readTable };

function compiled(text: string, files: Record<string, string> = {}, set: string[] = []): Compiled {
  const result = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text, ...files }), readers, set });
  if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
  return result.compiled;
}

const crane = `hawser: 1
title: Crane
environment: { gravity: [0, 0, -9.80665] }
materials:
  steel: { youngs: 210 GPa, poisson: 0.3, density: 7850 kg/m^3, restitution: 0.6, friction: { static: 0.4, kinetic: 0.3 } }
bodies:
  world: { shapes: [{ half-space: true, material: steel }], points: { pier: [5, 0, 0] } }
  ship:
    motion:
      z: { sine: { amplitude: 1 m, period: 10 s, phase: 90 deg } }
      roll: { table: roll.csv, column: roll }
  boom:
    mass: 3 t
    inertia: [100, 2000, 2000, 0, 0, 5]
    centre: [2 m, 0, 0]
    position: [0, 0, 10]
    rotation: { axis: [0, 0, 2], angle: 90 deg }
    angular velocity: [0, 0, 10 rpm]
    points: { tip: [10, 0, 0] }
  ball:
    density: 1000
    position: [0, 10, 5]
    velocity: [0, 0, 2 kn]
    shapes:
      - { sphere: 50 cm }
joints:
  slew: { type: revolute, between: [ship, boom], at: [0, 0, 10], axis: [0, 0, 1], driver: { angle: { ramp: { to: 45 deg, duration: 5 s } } }, friction: { torque: 5 N m } }
forces:
  rope: { type: spring, between: [boom, ball], points: [tip, [0, 0, 0.5]], stiffness: 5 kN/m, damping: 10 N s/m, tension only: true }
  wind: { type: load, body: ball, force: [1 kN, 0, { sum: [5 N, { polynomial: [0, 1] }] }] }
contacts:
  defaults: { law: flores }
  pairs:
    - { between: [ball, steel], restitution: 0.4, friction coefficient: 0.5, stick deflection: 0.1 mm }
    - { between: [any, world], law: none }
  ignore: [[ball, boom]]
solver: { step: 2 ms, constraints: augmented-lagrangian }
run: { duration: 2 min, seed: 7 }
`;
const roll = { 'roll.csv': 't,heave [m],roll [deg]\n0,0,0\n1,1,180\n' };

describe('an example becomes the model it describes', () => {
  const { spec, scenario, scenery, source } = compiled(crane, roll);
  const body = (name: string) => spec.bodies.find((candidate) => candidate.name === name);

  test('environment, run and solver', () => {
    expect(spec.gravity).toEqual([0, 0, -9.80665]);
    expect(scenario.run).toEqual({ duration: 120, seed: 7 });
    expect(spec.solver).toMatchObject({ step: 0.002, constraints: 'augmented-lagrangian', integrator: 'auto' });
  });

  test('bodies keep the order of the file behind the world, and know their kind', () => {
    expect(spec.bodies.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'world fixed',
      'ship prescribed',
      'boom dynamic',
      'ball dynamic',
    ]);
  });

  test('a prescribed motion in SI, tables in the unit of their column', () => {
    expect(body('ship')?.motion).toEqual({
      z: { kind: 'sine', mean: 0, amplitude: 1, angularFrequency: (2 * Math.PI) / 10, phase: Math.PI / 2 },
      roll: { kind: 'table', times: [0, 1], values: [0, 180 * (Math.PI / 180)], interpolation: 'spline' },
    });
  });

  test('given mass, centre and inertia are taken as they are', () => {
    const boom = body('boom');
    expect(boom).toMatchObject({ mass: 3000, centreOfMass: [2, 0, 0], inertia: [100, 2000, 2000, 0, 0, 5] });
    const [w, x, y, z] = boom?.placement.rotation ?? [];
    expect([x, y]).toEqual([0, 0]);
    expect(w).toBeCloseTo(Math.SQRT1_2, 15); // quaternion of 90 deg about z
    expect(z).toBeCloseTo(Math.SQRT1_2, 15);
    expect(boom?.angularVelocity[2]).toBeCloseTo(Math.PI / 3, 15);
    expect(boom?.points).toEqual([{ name: 'tip', position: [10, 0, 0] }]);
  });

  test('mass and inertia of a sphere from its density: 4/3 pi r^3 rho, 2/5 m r^2', () => {
    const ball = body('ball');
    const mass = (4 / 3) * Math.PI * 0.125 * 1000;
    expect(ball?.mass).toBeCloseTo(mass, 10);
    for (let i = 0; i < 3; i++) expect(ball?.inertia[i]).toBeCloseTo(0.4 * mass * 0.25, 10);
    expect(ball?.velocity[2]).toBe((2 * 1852) / 3600);
  });

  test('a joint given in the world gets the same frame in both bodies at t = 0', () => {
    const [slew] = spec.joints;
    expect([slew.a, slew.b]).toEqual([1, 2]);
    expect(slew.frameA.position).toEqual([0, 0, 9]); // the heave of the ship begins at 1 m (phase 90 deg)
    expect(slew.frameB.position).toEqual([0, 0, 0]);
    expect(slew.frameA.rotation).toEqual([1, 0, 0, 0]);
    // the boom is turned by +90 deg about z, so the joint frame is turned by -90 deg in it
    expect(slew.frameB.rotation[0]).toBeCloseTo(Math.SQRT1_2, 15);
    expect(slew.frameB.rotation[3]).toBeCloseTo(-Math.SQRT1_2, 15);
    expect(slew.drivers).toEqual([
      { coordinate: 'angle', target: { kind: 'ramp', from: 0, to: Math.PI / 4, start: 0, duration: 5 } },
    ]);
    expect(slew.actions).toEqual([
      { coordinate: 'angle', friction: { constant: 5, coefficient: 0, radius: 0, deflection: 0.001 } },
    ]);
  });

  test('a spring takes its length from the start; points by name', () => {
    const [rope, wind] = spec.forces;
    // tip at (0, 10, 10), ball's eye at (0, 10, 5.5)
    expect(rope).toMatchObject({
      kind: 'spring',
      a: 2,
      b: 3,
      pointA: [10, 0, 0],
      pointB: [0, 0, 0.5],
      stiffness: 5000,
      tensionOnly: true,
    });
    expect(rope.kind === 'spring' && rope.length).toBeCloseTo(4.5, 12);
    expect(wind).toMatchObject({
      kind: 'load',
      body: 3,
      point: [0, 0, 0],
      axes: 'world',
      force: [
        { kind: 'constant', value: 1000 },
        { kind: 'constant', value: 0 },
        {
          kind: 'sum',
          terms: [
            { kind: 'constant', value: 5 },
            { kind: 'polynomial', coefficients: [0, 1] },
          ],
        },
      ],
    });
  });

  test('the contact table names bodies and materials by index and holds only what is given', () => {
    expect(spec.contacts).toEqual({
      enabled: true,
      defaults: { law: 'flores', friction: 'bristle' },
      pairs: [
        {
          a: { body: 3 },
          b: { material: 0 },
          restitution: 0.4,
          frictionStatic: 0.5,
          frictionKinetic: 0.5,
          stickDeflection: 1e-4,
          row: 0,
        },
        { a: 'any', b: { body: 0 }, law: 'none', row: 1 },
      ],
      ignore: [[3, 2]],
    });
  });

  test('shapes without material get the default one, last in the list', () => {
    expect(spec.materials.map((material) => material.name)).toEqual(['steel', 'default']);
    expect(spec.materials[0]).toMatchObject({ youngs: 210e9, frictionStatic: 0.4, frictionKinetic: 0.3 });
    expect(body('ball')?.shapes[0]).toMatchObject({
      shape: { kind: 'sphere', radius: 0.5 },
      material: 1,
      collide: true,
    });
  });

  test('scenery: a part a shape, the floor large against the rest, colours told apart', () => {
    expect(scenery.bodies.map(({ name, fixed, parts }) => [name, fixed, parts.length])).toEqual([
      ['world', true, 1],
      ['ship', false, 0],
      ['boom', false, 0],
      ['ball', false, 1],
    ]);
    const floor = scenery.bodies[0].parts[0];
    expect(Math.max(...floor.positions)).toBeGreaterThanOrEqual(2);
    expect(floor.colour).not.toBe(scenery.bodies[3].parts[0].colour);
  });

  test('a path of the spec leads back to the file', () => {
    expect(source.pathOf(['joints', 0, 'frameA'])).toEqual(['joints', 'slew', 'at']);
    expect(source.place(source.pathOf(['joints', 0, 'frameA']))).toMatchObject({ line: 27, column: 54 });
    expect(source.pathOf(['bodies', 2, 'inertia'])).toEqual(['bodies', 'boom', 'inertia']);
    expect(source.pathOf(['bodies', 3, 'shapes', 0, 'shape', 'radius'])).toEqual(['bodies', 'ball', 'shapes', 0]);
    expect(source.pathOf(['solver', 'minStep'])).toEqual(['solver']);
    expect(source.pathOf([])).toEqual([]);
  });
});

describe('mass from shapes', () => {
  const body = (text: string, files = {}) => compiled(`hawser: 1\nbodies:\n  b: ${text}\n`, files).spec.bodies[1];

  test('two boxes: mass adds, the centre lies between, inertia by parallel axes', () => {
    const b = body('{ density: 10, shapes: [{ box: [1, 1, 1], at: [-1, 0, 0] }, { box: [1, 1, 1], at: [1, 0, 0] }] }');
    expect(b.mass).toBeCloseTo(20, 12);
    expect(b.centreOfMass).toEqual([0, 0, 0]);
    expect(b.inertia[0]).toBeCloseTo(20 / 6, 12);
    expect(b.inertia[1]).toBeCloseTo(20 / 6 + 20, 12);
  });

  test('a given mass scales the inertia of the shapes; densities are only weights then', () => {
    const shapes = 'shapes: [{ box: [1, 1, 1] }]';
    expect(body(`{ mass: 6, ${shapes} }`).inertia[0]).toBeCloseTo(1, 14);
    const weighted = body(
      '{ mass: 4, shapes: [{ box: [1, 1, 1], at: [0, 0, 0], density: 3 }, { box: [1, 1, 1], at: [4, 0, 0], density: 1 }] }',
    );
    expect(weighted.mass).toBe(4);
    expect(weighted.centreOfMass[0]).toBeCloseTo(1, 14);
  });

  test('a closed mesh weighs what its volume weighs', () => {
    const tetrahedron = 'v 0 0 0\nv 1000 0 0\nv 0 1000 0\nv 0 0 1000\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
    const b = body('{ density: 6, shapes: [{ mesh: t.obj, scale: 0.001 }] }', { 't.obj': tetrahedron });
    expect(b.mass).toBeCloseTo(1, 12);
    expect(b.centreOfMass[0]).toBeCloseTo(0.25, 12);
  });

  test('a shape of density 0 is drawn and weighs nothing', () => {
    const b = body('{ mass: 1, shapes: [{ sphere: 1 }, { box: [9, 9, 9], density: 0 }] }');
    expect(b.inertia[0]).toBeCloseTo(0.4, 14);
    expect(b.shapes).toHaveLength(2);
  });
});

describe('rotations', () => {
  const rotation = (text: string) =>
    compiled(`hawser: 1\nbodies:\n  b: { fixed: true, rotation: ${text} }\n`).spec.bodies[1].placement.rotation;
  const close = (q: readonly number[], expected: readonly number[]) => {
    for (let i = 0; i < 4; i++) expect(q[i]).toBeCloseTo(expected[i], 14);
  };

  test('axis and angle, roll-pitch-yaw and quaternion of the same turn agree', () => {
    const c = Math.cos(0.3);
    const s = Math.sin(0.3);
    close(rotation('{ axis: [0, 5, 0], angle: 0.6 rad }'), [c, 0, s, 0]);
    close(rotation('{ pitch: 0.6 }'), [c, 0, s, 0]);
    close(rotation(`{ quaternion: [${2 * c}, 0, ${2 * s}, 0] }`), [c, 0, s, 0]);
  });

  test('roll is applied first, then pitch, then yaw, about fixed axes', () => {
    // x -> x under roll, -> -z under pitch of 90 deg, -> -z under yaw
    const [w, x, y, z] = rotation('{ roll: 90 deg, pitch: 90 deg, yaw: 90 deg }');
    const turned = [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)];
    for (const [i, expected] of [0, 0, -1].entries()) expect(turned[i]).toBeCloseTo(expected, 14);
  });
});

test('a scenario made by a program may include files', () => {
  const loader = memoryLoader({ 'part.yaml': 'hawser: 1\nbodies: { b: { mass: 1, inertia: [1, 1, 1] } }\n' });
  const result = compileValue({ hawser: 1, include: 'part.yaml' }, { loader });
  expect(result.ok && result.compiled.spec.bodies[1].name).toBe('b');
});

test('a scenario made by a program takes the same way', () => {
  const result = compileValue(
    { hawser: 1, bodies: { b: { mass: '2 kg', inertia: [1, 1, 1] } } },
    { set: ['bodies.b.mass=3 kg'] },
  );
  expect(result.ok && result.compiled.spec.bodies[1].mass).toBe(3);
  const bad = compileValue({ hawser: 1, bodies: { b: { mass: '2 kn' } } });
  expect(!bad.ok && formatIssue(bad.issues[0])).toBe(
    'scenario: bodies.b.mass: expected a mass above 0 kg such as "2 kg", found "2 kn" (a speed)',
  );
});

describe('a scenario that was validated once, with further overrides, is the scenario read anew with them', () => {
  const file = 'a.yaml';
  const loader = memoryLoader({ [file]: crane, ...roll });
  const common = ['run.duration=3 s', 'output.channels=[ball.position]'];
  const loaded = loadScenario(file, loader, common);

  test.each([
    ['one number', ['bodies.ball.position[2]=7 m']],
    ['numbers of three sections', ['bodies.boom.mass=4 t', 'forces.rope.stiffness=6e3', 'run.seed=9']],
    ['a number with an exponent, and one below zero', ['bodies.ball.velocity[0]=-1.5e-1 kn']],
    [
      'a whole thing, and a new one',
      ['bodies.ball={density: 5, shapes: [{sphere: 1}]}', 'bodies.new={mass: 1, inertia: [1, 1, 1]}'],
    ],
    ['a section that was not there', ['ropes={wire: {mass: 1 kg/m, stiffness: 1 kN, diameter: 1 cm}}']],
    ['what all share, changed again', ['run.duration=4 s']],
    ['a wrong unit', ['bodies.ball.position[2]=7 kg']],
    ['an unknown key and a wrong number', ['bodies.ball.masse=3', 'run.duration=-1']],
    ['an unknown section', ['sections.a=1']],
    ['a name that is gone', ['joints.slew.between=[ship, boo]']],
    ['a path to nowhere', ['bodies.bal.mass=3']],
    ['nothing after the equals sign', ['run.seed=']],
  ])('%s', (_, set) => {
    if (loaded === undefined) throw new Error('not loaded');
    const anew = compileScenario({ file, loader, readers, set: [...common, ...set] });
    const quick = compileLoaded(frozen(loaded), readers, set);
    expect(quick.ok).toBe(anew.ok);
    if (anew.ok && quick.ok) {
      expect(quick.compiled.scenario).toEqual(anew.compiled.scenario);
      expect(JSON.stringify(quick.compiled.spec)).toBe(JSON.stringify(anew.compiled.spec));
      expect(JSON.stringify(quick.compiled.scenery)).toBe(JSON.stringify(anew.compiled.scenery));
      expect(quick.compiled.source.given(['run', 'seed'])).toBe(anew.compiled.source.given(['run', 'seed']));
    }
    if (!anew.ok && !quick.ok) expect(quick.issues).toEqual(anew.issues);
  });
});

/** What runs share nobody writes into. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}
