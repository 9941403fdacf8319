/** What the program says to bad input: every issue with its exact place, in one go. */
import { readMesh, readTable } from '@hawser/formats';
import { describe, expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';
import { prepareRun } from './run.ts';

const readers = { mesh: readMesh, table: readTable };

/** All messages for a file `a.yaml` beside other files; those of the engine too when the file itself is good. */
function told(text: string, files: Record<string, string> = {}, set: string[] = []): string[] {
  const result = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text, ...files }), readers, set });
  if (!result.ok) return result.issues.map(formatIssue);
  const prepared = prepareRun(result.compiled);
  return prepared.ok ? [] : prepared.issues.map(formatIssue);
}

const good = `hawser: 1
materials:
  steel: { density: 7850 kg/m^3 }
bodies:
  bar:
    material: steel
    position: [1 m, 0, 0]
    shapes: [{ box: [2 m, 0.1 m, 0.1 m] }]
    points: { tip: [1, 0, 0] }
joints:
  pin: { type: revolute, between: [world, bar], at: [0, 0, 0], axis: [0, 1, 0] }
run: { duration: 1 s }
`;

/** The good file with one line changed: `line` counts from 1. */
function changed(line: number, text: string): string {
  return good
    .split('\n')
    .map((old, i) => (i === line - 1 ? text : old))
    .join('\n');
}

test('the good file is good', () => {
  expect(told(good)).toEqual([]);
});

describe('keys and values', () => {
  test('unknown field', () => {
    expect(told(changed(6, '    materail: steel'))).toEqual([
      'a.yaml:6:5: bodies.bar.materail: expected a known key, found "materail"; did you mean "material"?',
    ]);
    expect(told(changed(12, 'rnu: { duration: 1 s }'))).toEqual([
      'a.yaml:12:1: rnu: expected a known key, found "rnu"; did you mean "run"?',
    ]);
  });

  test('wrong unit', () => {
    expect(told(changed(7, '    position: [1 m, 5 kN, 0]'))).toEqual([
      'a.yaml:7:21: bodies.bar.position[1]: expected a length such as "2 m", found "5 kN" (a force)',
    ]);
    expect(told(changed(12, 'run: { duration: 5 m }'))).toEqual([
      'a.yaml:12:18: run.duration: expected a time above 0 s such as "10 s", found "5 m" (a length)',
    ]);
  });

  test('missing field', () => {
    expect(told(changed(11, '  pin: { type: revolute, at: [0, 0, 0] }'))).toEqual([
      'a.yaml:11:3: joints.pin.between: expected two names of bodies such as [world, bar], found nothing',
    ]);
    expect(told(changed(11, '  pin: { type: revolute, between: [world, bar] }'))[0]).toBe(
      'a.yaml:11:3: joints.pin: expected "at" (or "frames"), found neither; give its place in the world at t = 0',
    );
  });

  test('NaN, infinity, zero and negative where they make no sense', () => {
    expect(told(changed(12, 'run: { duration: .nan }'))[0]).toContain(
      'a.yaml:12:18: run.duration: expected a time above 0 s',
    );
    expect(told(changed(12, 'run: { duration: .inf }'))[0]).toContain('found a number that is not finite');
    expect(told(changed(12, 'run: { duration: 0 }'))[0]).toContain('found 0');
    expect(told(changed(12, 'output: { rate: -5 Hz }'))[0]).toBe(
      'a.yaml:12:17: output.rate: expected a frequency above 0 Hz such as "100 Hz", found "-5 Hz"',
    );
    expect(told(changed(12, 'solver: { step: 0 s }'))[0]).toBe(
      'a.yaml:12:17: solver.step: expected auto, or a time above 0 s such as "2 ms", found "0 s"',
    );
    expect(told(changed(12, 'solver: { min step: 1 s }'))[0]).toContain('a min step not above the max step');
  });

  test('restitution outside of 0.05 to 1, friction of the wrong order', () => {
    expect(told(changed(3, '  steel: { density: 7850, restitution: 0 }'))).toEqual([
      'a.yaml:3:40: materials.steel.restitution: expected a number from 0.05 to 1, found 0',
    ]);
    expect(told(changed(3, '  steel: { density: 7850, friction: {static: 0.2, kinetic: 0.3} }'))[0]).toContain(
      'a.yaml:3:37: materials.steel.friction: expected a kinetic coefficient not above the static one',
    );
  });

  test('a dwell time that would have no effect', () => {
    const withContacts = (text: string): string[] => told(`${good}contacts: ${text}\n`);
    const [said] = withContacts('{ defaults: { dwell time: 2 s } }');
    expect(said).toContain('a.yaml:13:37: contacts.defaults.dwell time: expected a stribeck speed above 0 m/s');
    expect(withContacts('{ pairs: [{ between: [any, any], dwell time: 2 s }] }')[0]).toContain(
      'contacts.pairs[0].dwell',
    );
    expect(withContacts('{ defaults: { dwell time: 2 s, stribeck speed: 1 mm/s } }')).toEqual([]);
    const pin = (more: string): string[] =>
      told(
        changed(
          11,
          `  pin: { type: revolute, between: [world, bar], at: [0, 0, 0], friction: { torque: 1 N m, dwell time: 1 s${more} } }`,
        ),
      );
    expect(pin('')[0]).toContain('joints.pin.friction.dwell time');
    expect(pin(', static: 1.5, stribeck speed: 1 deg/s')).toEqual([]);
  });

  test('version', () => {
    expect(told(changed(1, 'hawser: 2'))).toEqual([
      'a.yaml:1:9: hawser: expected "hawser: 1" (supported versions: 1), found 2; this file was written for a newer hawser; update the program',
    ]);
    expect(told('title: x\n')[0]).toContain('a.yaml:1:1: hawser: expected "hawser: 1"');
    expect(told('')[0]).toContain('expected "hawser: 1" (supported versions: 1), found an empty value');
  });

  test('overrides are named where they are at fault', () => {
    expect(told(good, {}, ['bodies.bar.mas=3'])).toEqual([
      '--set bodies.bar.mas=3: bodies.bar.mas: expected a known key, found "mas"; did you mean "mass"?',
    ]);
    expect(told(good, {}, ['run.duration=3 kg'])[0]).toContain(
      '--set run.duration=3 kg: run.duration: expected a time above 0 s',
    );
  });
});

describe('mass', () => {
  test('zero and negative mass', () => {
    expect(told(changed(6, '    mass: 0 kg'))).toEqual([
      'a.yaml:6:11: bodies.bar.mass: expected a mass above 0 kg such as "2 kg", found "0 kg"',
    ]);
    expect(told(changed(6, '    mass: -2'))[0]).toContain('a.yaml:6:11: bodies.bar.mass');
  });

  test('missing mass and missing inertia', () => {
    expect(told(changed(6, '    fixed: false'))).toEqual([
      'a.yaml:8:14: bodies.bar.shapes[0]: expected a mass, or a density for every shape, found a shape without density; give the body a mass or a density, or its material a density',
    ]);
    expect(told('hawser: 1\nbodies:\n  ball: { mass: 2 kg }\n')).toEqual([
      'a.yaml:3:3: bodies.ball: expected an inertia, or shapes that give it, found no shapes',
    ]);
  });

  test('inertia that no body has', () => {
    expect(told(changed(6, '    mass: 2\n    inertia: [1, 1, 2.1]'))).toEqual([
      'a.yaml:7:14: bodies.bar.inertia: expected the largest principal moment to be at most the sum of the other two, found 1, 1, 2.1 kg m^2; no body has such an inertia (triangle inequality)',
    ]);
    // off-diagonal terms can hide it: principal moments 0.5, 1.5, 3
    expect(told(changed(6, '    mass: 2\n    inertia: [1, 1, 3, 0.5, 0, 0]'))[0]).toContain('found 0.5, 1.5, 3 kg m^2');
    expect(told(changed(6, '    mass: 2\n    inertia: [1, 1, 1, 2, 0, 0]'))[0]).toContain(
      'expected principal moments above 0 kg m^2, found -1, 1, 3 kg m^2',
    );
    expect(told(changed(6, '    mass: 2\n    inertia: [1, 1, 2]'))).toEqual([]); // a flat plate
  });

  test('shapes off all scales', () => {
    for (const size of ['1e-200', '1e200']) {
      const messages = told(changed(8, `    shapes: [{ box: [${size}, 1, 1] }]`));
      expect(messages).toEqual([
        `a.yaml:8:22: bodies.bar.shapes[0].box[0]: expected a length above 0 m such as "2 m", found ${Number(size)}; sizes from 1e-50 to 1e+50 in SI units can be computed with`,
      ]);
    }
    const [message] = told(changed(8, '    shapes: [{ box: [1e-40, 1e-40, 1e-40] }]'));
    expect(message).toMatch(/^a\.yaml:6:5: bodies\.bar: must be between 1e-30 and 1e\+30 kg, found 7\.8/);
  });

  test('a mesh that is not closed cannot be weighed', () => {
    const open = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n';
    const messages = told(changed(8, '    shapes: [{ mesh: hull.obj }]'), { 'hull.obj': open });
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(/^a\.yaml:8:22: bodies\.bar\.shapes\[0\]\.mesh: edge .* must be closed/);
    expect(told(changed(8, '    shapes: [{ mesh: hull.obj }]'), { 'hull.obj': `${open}f 2 3 4\n` })).toEqual([]);
  });
});

describe('files', () => {
  test('missing mesh, with the nearest name in its folder', () => {
    expect(told(changed(8, '    shapes: [{ mesh: meshes/hul.obj }]'), { 'meshes/hull.obj': '' })).toEqual([
      'a.yaml:8:22: bodies.bar.shapes[0].mesh: expected the mesh file meshes/hul.obj, found no such file; did you mean "hull.obj"?',
    ]);
  });

  test('a mesh that cannot be read, with its own line', () => {
    const [message] = told(changed(8, '    shapes: [{ mesh: hull.obj }]'), { 'hull.obj': 'v 0 0 zero\n' });
    expect(message).toMatch(/^a\.yaml:8:22: bodies\.bar\.shapes\[0\]\.mesh: hull\.obj:1: /);
  });

  const driven = '  pin: { type: revolute, between: [world, bar], at: [0, 0, 0], driver: { angle: { table: a.csv } } }';
  test('NaN in a table', () => {
    const [message] = told(changed(11, driven), { 'a.csv': 't,angle\n0,0\n1,nan\n2,1\n' });
    expect(message).toMatch(/^a\.yaml:11:90: joints\.pin\.driver\.angle\.table: a\.csv:3:3: .*NaN/);
  });

  test('times that do not increase, in a file and in the scenario', () => {
    expect(told(changed(11, driven), { 'a.csv': 't,angle\n0,0\n2,1\n1,1\n' })).toEqual([
      'a.yaml:11:90: joints.pin.driver.angle.table: expected times that increase from row to row, found 1 s after 2 s (data row 3 of a.csv); sort the rows and remove repeated times',
    ]);
    expect(told(changed(11, driven.replace('a.csv', '[[0, 0], [1, 1], [1, 2]]')))[0]).toBe(
      'a.yaml:11:107: joints.pin.driver.angle.table[2]: expected times that increase from row to row, found 1 s after 1 s; sort the rows and remove repeated times',
    );
  });

  test('a column that is not there, a unit that does not fit', () => {
    const table = { 'a.csv': 't [s],roll [deg],heave [m]\n0,0,0\n1,1,1\n' };
    expect(told(changed(11, driven.replace('a.csv', 'a.csv, column: rol')), table)[0]).toBe(
      'a.yaml:11:105: joints.pin.driver.angle.column: expected a column of a.csv for the values, found "rol"; did you mean "roll"?',
    );
    expect(told(changed(11, driven.replace('a.csv', 'a.csv, column: heave')), table)[0]).toContain(
      'joints.pin.driver.angle.table: expected a unit of an angle, such as "rad", found "m"',
    );
  });

  test('garbage', () => {
    expect(told('\u0000\u0001\u0002')[0]).toBe(
      'a.yaml: expected a YAML or JSON text file (UTF-8), found byte 0x00 at offset 0; is this the right file?',
    );
    expect(told(`hawser: 1\n${'x'.repeat(5_000_000)}`)[0]).toContain(
      'expected a scenario file of at most 4 MB, found 5.0 MB',
    );
  });
});

describe('joints, forces and names', () => {
  test('a joint between a body and itself', () => {
    expect(told(changed(11, '  pin: { type: point, between: [bar, bar], at: [0, 0, 0] }'))).toEqual([
      'a.yaml:11:32: joints.pin.between: expected two different bodies, found "bar" twice',
    ]);
  });

  test('unknown names of bodies, materials and points', () => {
    expect(told(changed(11, '  pin: { type: point, between: [wold, bar], at: [0, 0, 0] }'))).toEqual([
      'a.yaml:11:33: joints.pin.between[0]: expected the name of a body, found "wold"; did you mean "world"?',
    ]);
    expect(told(changed(6, '    material: steal'))[0]).toBe(
      'a.yaml:6:15: bodies.bar.material: expected the name of a material, found "steal"; did you mean "steel"?',
    );
    expect(told(changed(11, '  pin: { type: distance, between: [world, bar], points: [[0, 0, 0], tp] }'))[0]).toBe(
      'a.yaml:11:69: joints.pin.points[1]: expected the name of a point of "bar", found "tp"; did you mean "tip"?',
    );
  });

  test('an axis of no length, axes that are not perpendicular, limits in the wrong order', () => {
    expect(
      told(changed(11, '  pin: { type: revolute, between: [world, bar], at: [0, 0, 0], axis: [0, 0, 0] }'))[0],
    ).toContain('a.yaml:11:70: joints.pin.axis: expected a direction');
    expect(
      told(
        changed(
          11,
          '  pin: { type: universal, between: [world, bar], at: [0, 0, 0], axis: [0, 0, 1], second axis: [1, 0, 1] }',
        ),
      )[0],
    ).toContain('joints.pin.second axis: expected a second axis perpendicular to axis');
    expect(
      told(
        changed(
          11,
          '  pin: { type: revolute, between: [world, bar], at: [0, 0, 0], limits: { lower: 30 deg, upper: -30 deg } }',
        ),
      )[0],
    ).toContain('a.yaml:11:72: joints.pin.limits: expected lower below upper');
  });

  test('a driver of a coordinate the joint does not have', () => {
    expect(
      told(
        changed(11, '  pin: { type: revolute, between: [world, bar], at: [0, 0, 0], driver: { displacement: 1 m } }'),
      ),
    ).toEqual([
      'a.yaml:11:74: joints.pin.driver.displacement: expected a driver of angle on a revolute joint, found one of displacement',
    ]);
  });

  test('a joint between two bodies that cannot yield', () => {
    const messages = told(changed(6, '    fixed: true'));
    expect(messages).toEqual([
      'a.yaml:11:35: joints.pin.between: expected at least one body that moves freely, found "world" (fixed) and "bar" (fixed); neither can yield to the other; take the joint out',
    ]);
  });

  test('duplicate names', () => {
    expect(told(`${good}bodies: {}\n`)[0]).toBe(
      'a.yaml:13:1: bodies: expected one "bodies" in this map, found a second one (the first is in line 4); rename or remove one of them',
    );
    expect(told(changed(3, '  bar: { density: 7850 }\n  steel: { density: 7850 }'))[0]).toContain(
      'a.yaml:6:3: bodies.bar: expected different names for bodies and materials, as contact pairs name both, found "bar" for a body and a material',
    );
    expect(told('hawser: 1\nbodies:\n  joint: { fixed: true }\n')[0]).toContain(
      'a.yaml:3:3: bodies.joint: expected a name other than joint, force',
    );
  });

  test('cyclic includes', () => {
    expect(told(`${good}include: b.yaml\n`, { 'b.yaml': 'hawser: 1\ninclude: a.yaml\n' })[0]).toContain(
      'b.yaml:2:10: include: expected a file that does not include itself, found the cycle a.yaml -> b.yaml -> a.yaml',
    );
  });

  test('a channel that matches nothing, with what may have been meant', () => {
    expect(told(changed(12, 'output: { channels: [bar.position, bar.positon, "*.velocty", joint.*] }'))).toEqual([
      'a.yaml:12:36: output.channels[1]: expected a channel of this model, found "bar.positon"; did you mean "bar.position"?',
      'a.yaml:12:49: output.channels[2]: expected a channel of this model, found "*.velocty"; did you mean "*.velocity"?',
    ]);
  });
});

describe('what only the engine finds reads like a sentence, at the place it concerns', () => {
  const pin = (rest: string): string => changed(11, `  pin: { between: [world, bar], ${rest} }`);
  const misfits: Record<string, [string, string]> = {
    'bodies apart': [
      'type: revolute, frames: { a: { at: [0, 0, 0] }, b: { at: [-0.5, 0, 0] } }',
      'the two bodies do not fit together at the start: 0.5 m apart (allowed 1e-6 m); move one of them, or set solver.assemble: true',
    ],
    'axes that differ': [
      'type: revolute, frames: { a: { at: [1, 0, 0] }, b: { at: [0, 0, 0], axis: [0, 1, 1] } }',
      'the two bodies do not fit together at the start: turned by 45 deg against each other (allowed 1e-6 rad); turn one of them, or set solver.assemble: true',
    ],
    'a slider off its axis, which may be anywhere along it': [
      'type: prismatic, frames: { a: { at: [0.9, 0, 7] }, b: { at: [0, 0, 0] } }',
      'the two bodies do not fit together at the start: 0.1 m apart (allowed 1e-6 m); move one of them, or set solver.assemble: true',
    ],
    'a body out of its plane': [
      'type: planar, frames: { a: { at: [5, 5, 0.25] }, b: { at: [0, 0, 0] } }',
      'the two bodies do not fit together at the start: 0.25 m apart (allowed 1e-6 m); move one of them, or set solver.assemble: true',
    ],
    'a cross that is no right angle': [
      'type: universal, frames: { a: { at: [1, 0, 0] }, b: { at: [0, 0, 0], axis: [1, 0, 0], x: [0, 0, 1] } }',
      'the two bodies do not fit together at the start: turned by 90 deg against each other (allowed 1e-6 rad); turn one of them, or set solver.assemble: true',
    ],
    'a driver that begins elsewhere': [
      'type: revolute, at: [0, 0, 0], axis: [0, 1, 0], driver: { angle: 30 deg }',
      'the driver begins at 30 deg, but the two bodies stand at 0 deg; let it begin at 0 deg, or set solver.assemble: true',
    ],
    'a slide that begins elsewhere': [
      'type: prismatic, at: [0, 0, 0], driver: { displacement: { ramp: { from: 2 m, to: 3 m, duration: 1 s } } }',
      'the driver begins at 2 m, but the two bodies stand at 0 m; let it begin at 0 m, or set solver.assemble: true',
    ],
    'a rod of another length': [
      'type: distance, points: [[0, 0, 0], tip], length: 2.0001 m',
      'the two points are 2 m apart at the start, but the joint keeps them at 2.0001 m; change the length, move a body, or set solver.assemble: true',
    ],
    'a winch that begins elsewhere': [
      'type: distance, points: [[0, 0, 0], tip], driver: { length: 3 m }',
      'the two points are 2 m apart at the start, but its driver begins at 3 m; let the driver begin there, move a body, or set solver.assemble: true',
    ],
  };
  test.each(Object.entries(misfits))('%s', (_, [joint, message]) => {
    expect(told(pin(joint))).toEqual([`a.yaml:11:8: joints.pin: ${message}`]);
  });

  test('a turn of the driver more or less makes no difference', () => {
    expect(told(pin('type: revolute, at: [0, 0, 0], driver: { angle: 720 deg }'))).toEqual([]);
  });

  test('a velocity that the joints do not allow', () => {
    const [message] = told(changed(7, '    position: [1 m, 0, 0]\n    velocity: [3 m/s, 0, 0]'));
    expect(message).toMatch(
      /^a\.yaml:8:15: bodies\.bar\.velocity: the joints do not allow .*set solver\.assemble: true$/,
    );
  });

  test('moving with itself, with nobody there is, or not at all', () => {
    const messages = told(`hawser: 1
bodies:
  one: { mass: 2, inertia: [1, 1, 1], moves with: one }
  two: { mass: 2, inertia: [1, 1, 1], moves with: shop }
  shop front: { fixed: true, moves with: one }
`);
    expect(messages[0]).toMatch(
      /bodies\.one\.moves with: expected another body for one that moves freely, found itself/,
    );
    expect(messages[1]).toMatch(/bodies\.two\.moves with: expected the name of a body, found "shop"/);
    expect(messages[2]).toMatch(/bodies\.shop front\.moves with: .*found it for a body that does not move freely/);
  });

  test('velocities that the joints do not allow, of bodies that are not joined, are all told', () => {
    const text = `hawser: 1
bodies:
  one: { mass: 2, inertia: [1, 1, 1], position: [1, 0, 0], velocity: [1, 0, 0] }
  two: { mass: 2, inertia: [1, 1, 1], position: [5, 0, 0], velocity: [0, 0, 1], angular velocity: [0, 1, 0] }
  arm: { mass: 2, inertia: [1, 1, 1], position: [6, 0, 0] }
joints:
  a: { type: revolute, between: [world, one], at: [0, 0, 0], axis: [0, 1, 0] }
  b: { type: revolute, between: [world, two], at: [4, 0, 0], axis: [0, 1, 0] }
  c: { type: revolute, between: [two, arm], at: [5, 0, 0], axis: [0, 1, 0] }
`;
    const messages = told(text);
    expect(messages.map((message) => message.split(': ').slice(0, 2).join(' '))).toEqual([
      'a.yaml:3:70 bodies.one.velocity',
      'a.yaml:4:70 bodies.two.velocity',
    ]);
    expect(messages[0]).toContain('the nearest that fits (centre of mass) is [0, 0, 0] m/s; correct it');
  });

  test('no equilibrium, and joints that repeat each other without compliance, at the setting that asks for them', () => {
    expect(
      told('hawser: 1\nbodies:\n  ball: { mass: 1, inertia: [1, 1, 1] }\nsolver: { start from equilibrium: true }\n'),
    ).toEqual([
      'a.yaml:4:35: solver.start from equilibrium: no static equilibrium found; body ball keeps moving; hold it by a joint, a spring or a floor, or take "start from equilibrium" out',
    ]);
    const second = '  top: { type: revolute, between: [world, bar], at: [0, 1, 0], axis: [0, 1, 0] }';
    expect(told(changed(12, `${second}\nsolver: { regularisation: 0 }`))[0]).toMatch(
      /^a\.yaml:13:27: solver\.regularisation: .*set solver\.regularisation: auto$/,
    );
  });

  test('expected and found are kept beside the sentence', () => {
    const text = pin('type: distance, points: [[0, 0, 0], tip], length: 3 m');
    const compiled = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), readers });
    const result = compiled.ok ? prepareRun(compiled.compiled) : compiled;
    expect(result.ok ? [] : result.issues).toMatchObject([
      {
        code: 'build',
        expected: 'two bodies that fit together at the start',
        found: 'the two points are 2 m apart at the start, but the joint keeps them at 3 m',
        hint: 'change the length, move a body, or set solver.assemble: true',
      },
    ]);
  });
});

describe('warnings: it runs, but may not be what was meant', () => {
  const warned = (text: string): string[] => {
    const compiled = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), readers });
    const result = compiled.ok ? prepareRun(compiled.compiled) : compiled;
    return result.ok ? result.prepared.notices.map(formatIssue) : ['refused'];
  };
  const ball = (z: number): string => `hawser: 1
bodies:
  floor: { fixed: true, shapes: [{ half-space: true }] }
  ball: { mass: 1, position: [0, 0, ${z} m], shapes: [{ sphere: 0.1 m }] }
`;

  test('bodies that lie deep in each other at the start', () => {
    expect(warned(ball(-5))).toEqual([
      'a.yaml:4:30: bodies.ball.position: "floor" and "ball" lie 5.1 m deep in each other at the start and will be thrown apart; move one of them, or put the pair under contacts.ignore',
    ]);
    expect(warned(ball(0.0999))).toEqual([]); // resting bodies are a little in each other
  });

  test('a joint past its stop, a spring whose ends are at one place', () => {
    const pin = (limits: string, more = ''): string => `hawser: 1
bodies: { bar: { mass: 1, inertia: [1, 1, 1], position: [1, 0, 0] } }
joints: { pin: { type: revolute, between: [world, bar], at: [0, 0, 0], axis: [0, 1, 0], limits: ${limits} } }
${more}`;
    expect(warned(pin('{ lower: 0.5, upper: 1 }'))).toEqual([
      'a.yaml:3:16: joints.pin: "pin" stands at 0 rad at the start, past its lower limit of 0.5 rad, and will be thrown back; move a body, or change the limit',
    ]);
    expect(warned(pin('{ lower: -2, upper: -0.5 }'))[0]).toMatch(/past its upper limit of -0\.5 rad/);
    expect(warned(pin('{ lower: 0, upper: 1 }'))).toEqual([]);
    const tie = (point: string, more = ''): string =>
      `forces: { tie: { type: spring, between: [bar, world], points: [[0, 0, 0], ${point}], stiffness: 100, length: 0.5${more} } }\n`;
    expect(warned(pin('{ lower: -1 }', tie('[1, 0, 0]')))).toEqual([
      'a.yaml:4:16: forces.tie: the two ends of "tie" are at the same place at the start: it has no direction to push in; move one end',
    ]);
    expect(warned(pin('{ lower: -1 }', tie('[1, 0, 0.1]')))).toEqual([]);
    expect(warned(pin('{ lower: -1 }', tie('[1, 0, 0]', ', tension only: true')))).toEqual([]);
  });

  test('nothing that moves', () => {
    expect(warned('hawser: 1\n')).toEqual([
      'a.yaml: nothing moves: there is no cable, and no body that is free or has a motion',
    ]);
  });
});

describe('more than can be meant', () => {
  test('rows without end', () => {
    expect(told(changed(12, 'run: { duration: 1e40 s }\noutput: { rate: 50 Hz }'))).toEqual([
      'a.yaml:12:18: run.duration: expected at most a billion frames in all, found 1e+40 s at 30 Hz, which is 3e+41; shorten the run or record less often',
      'a.yaml:13:17: output.rate: expected at most a billion rows in all, found 1e+40 s at 50 Hz, which is 5e+41; shorten the run or record less often',
    ]);
  });

  test('steps without end', () => {
    expect(told(changed(12, 'run: { duration: 1 s }\nsolver: { step: 1e-15 s }'))).toEqual([
      'a.yaml:13:17: solver.step: expected at most 1e11 steps in all, found 1 s in steps of 1e-15 s, which is 1000000000000000; take a longer step or shorten the run',
    ]);
  });

  test('a flat hull is told once, though it can be neither weighed nor drawn', () => {
    const flat = '    shapes: [{ hull: { points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]] } }]';
    expect(told(changed(8, flat))).toEqual([
      'a.yaml:8:14: bodies.bar.shapes[0]: the points must span a volume, but they lie in one plane to within 0 m; give the shape a thickness',
    ]);
  });
});

test('everything at once: faults of all kinds in one file are all told, in the order of the file', () => {
  const messages = told(`hawser: 1
bodies:
  bar: { mass: 0, inertia: [1, 1, 1] }
  rod: { mass: 1, inertia: [1, 1, 5] }
  pin: { mas: 1 }
joints:
  a: { type: revolute, between: [rod, rod], at: [0, 0, 0] }
  b: { type: revolut, between: [world, rod], at: [0, 0, 0] }
  c: { type: point, between: [world, pin], at: [0, 0, 0] }
contacts: { pairs: [{ between: [rod, steel], law: florez }] }
run: { duration: 5 m }
`);
  expect(messages.map((message) => message.split(': ').slice(0, 2).join(' '))).toEqual([
    'a.yaml:3:16 bodies.bar.mass',
    'a.yaml:4:28 bodies.rod.inertia',
    'a.yaml:5:3 bodies.pin', // a mass, whatever its key, needs an inertia
    'a.yaml:5:10 bodies.pin.mas',
    'a.yaml:7:33 joints.a.between',
    'a.yaml:8:14 joints.b.type',
    'a.yaml:10:38 contacts.pairs[0].between[1]',
    'a.yaml:10:51 contacts.pairs[0].law',
    'a.yaml:11:18 run.duration',
  ]);
});

test('a body that is wrong itself is known by its name, and its name is suggested', () => {
  const text = `hawser: 1
bodies:
  bar: 5
  rod: { mass: -1, inertia: [1, 1, 1] }
joints:
  a: { type: point, between: [world, xyz], at: [0, 0, 0] }
  b: { type: point, between: [bra, rod], at: [0, 0, 0] }
`;
  expect(told(text).filter((message) => message.includes('joints'))).toEqual([
    'a.yaml:6:38: joints.a.between[1]: expected the name of a body, found "xyz"; known: world, bar, rod',
    'a.yaml:7:31: joints.b.between[0]: expected the name of a body, found "bra"; did you mean "bar"?',
  ]);
});

describe('one cause is told once', () => {
  test('a value that several bodies share by an anchor', () => {
    const rows = Array.from({ length: 5 }, (_, i) => `  b${i}: { <<: *bar, position: [${i + 1}, 0, 0] }`).join('\n');
    const text = `hawser: 1\nbodies:\n  first: &bar { mass: 1, inertia: [1, 1, 1], colour: red }\n${rows}\n`;
    expect(told(text).map((message) => message.split(':').slice(1, 4).join(':'))).toEqual([
      '3:54: bodies.first.colour',
    ]);
  });

  test('a thing under the wrong heading, with the heading it lacks', () => {
    const text = changed(10, '').replace('  pin:', '  pin:');
    expect(told(text)).toEqual([
      'a.yaml:11:3: bodies.pin: expected one of the keys mass, density, material, inertia, centre, position, rotation, velocity, angular velocity, moves with, fixed, motion, shapes, points, hydro, colour, found "type", "between", "at", "axis"; is the line "joints:" missing above it?',
    ]);
  });

  test('a name that stands everywhere and is defined nowhere', () => {
    const rows = Array.from(
      { length: 5 },
      (_, i) => `  b${i}: { mass: 1, material: brass, shapes: [{ sphere: 0.1 }] }`,
    );
    expect(told(`hawser: 1\nbodies:\n${rows.join('\n')}\n`)).toEqual([
      'a.yaml:3:28: bodies.b0.material: expected the name of a material, found "brass", here and at 4 more places',
    ]);
  });

  test('a misspelt key that must be there is not also missing, and what stands under it is still checked', () => {
    expect(told(changed(11, '  pin: { type: revolute, betwen: [world, bra], at: [0, 0, 0] }'))).toEqual([
      'a.yaml:11:26: joints.pin.betwen: expected a known key, found "betwen"; did you mean "between"?',
      'a.yaml:11:42: joints.pin.between[1]: expected the name of a body, found "bra"; did you mean "bar"?',
    ]);
  });

  test('a merge of something that is no map leaves nothing else to complain about', () => {
    expect(told(changed(5, '  bar:\n    <<: steel').replace('    material: steel\n', ''))).toEqual([
      'a.yaml:6:9: bodies.bar: expected a map after "<<", found "steel"; write "<<: *name" to merge the map that is marked "&name"',
    ]);
  });
});
