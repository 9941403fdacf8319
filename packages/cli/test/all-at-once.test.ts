/** One file with every kind of fault, a bad table and a bad mesh: `check` tells them all in one go, each where it stands. */
import { afterAll, describe, expect, test } from 'vitest';
import { Workshop } from './program.ts';

const shop = new Workshop();
afterAll(() => shop.close());

/** Every line below that holds `#!` is faulty; the list of what is said follows it. */
const MANY = `hawser: 1
titel: Too much                                          #! unknown key
include: [gone.yaml, part.yaml]                          #! a file that is not there
environment: { gravity: 9.81 kg }                        #! wrong unit
materials:
  steel: { density: 7850 kg/m^3, restitution: 2 }        #! out of range
  rubber: { density: 1100, friction: { static: 0.2, kinetic: 0.5 } } #! a rule about two values
bodies:
  deck: { motion: { z: { table: [[0, 0], [1, .nan], [1.5, 1], [1, 1]] }, roll: { table: roll.csv } } } #! three: NaN, order, cells of the table
  ball: { mass: 0 kg, inertia: [1, 1, 1], position: [0, 0, 5] } #! zero mass
  bar:
    mass: 2 kg
    inertia: [1, 1, 5]                                   #! triangle inequality
    position: [1 m, 2 m]                                 #! two numbers
    colour: blue                                         #! no such colour
    points: { tip: [1, 0, 0] }
  hull: { material: steal, shapes: [{ mesh: hull.obj }, { mesh: keel.obj, scale: -1 }] } #! material, mesh, missing mesh, scale
  crate: { shapes: [{ box: [1, 1, 1] }, { sphere: 1, cylinder: { radius: 1 } }] } #! no density; missing length; two kinds
  2nd: { mass: heavy, inertia: [1, 1, 1] }               #! a bad name, a bad mass
  ball: { fixed: true }                                  #! twice
joints:
  pin: { type: revolute, between: [wrold, bar], at: [0, 0, 0], axis: [0, 0, 0] } #! unknown body and bad axis in one joint
  same: { type: point, between: [bar, bar], at: [0, 0, 0] } #! the same body
  kind: { type: hinge, between: [world, bal], at: [0, 0, 0] } #! unknown type and unknown body
  rod: { type: distance, between: [world, bar], points: [[0, 0, 9], tp], driver: { angle: 1 } } #! unknown point, wrong driver
  stop: { type: revolute, betwen: [world, bar], at: [0, 0, 0], limits: { lower: 1, upper: -1 } } #! misspelt key, limits
  gap: { type: point, between: [world, loose], frames: { a: { at: [0, 0, 0] }, b: { at: [0, 0, 0] } } } #! does not fit
forces:
  tie: { type: spring, between: [bar, deck], points: [tip, [0, 0, 0]], stiffness: -5 N/m, length: 1 s } #! sign, unit
  push: { type: load, body: deck, force: [1, 2] }        #! not free; two components
contacts:
  defaults: { law: florez }                              #! unknown law
  pairs: [{ between: [bar, stele], restitution: 0.5, dissipation: 1 }] #! unknown name, two that exclude each other
  ignore: [[bar, nobody]]                                #! unknown body
solver: { step: 0 s, min step: 1 s }                     #! zero step; min above max
run: { duration: -1 s, seed: 1.5 }                       #! negative; not whole
output: { rate: 100 Hz, channels: [bar.positon, loose.velocity], formats: [cvs] } #! unknown channel, unknown format
`;
const PART = `hawser: 1
bodies:
  loose: { mass: 1, inertia: [1, 1, 1], position: [0, 3, 4], velocty: [0, 0, 0] }
runn: {}
`;
const FILES = {
  'many.yaml': MANY,
  'part.yaml': PART,
  'roll.csv': 't [s],roll [deg]\n0,0\n1,x\n2,nan\n',
  'hull.obj': 'v 0 0 0\nv 1 0 zero\nv 0 1 0\nf 1 2 9\n',
};

interface Issue {
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly path: string;
  readonly expected: string;
  readonly found: string;
  readonly message: string;
}

/** Where each is told, in the order it is told. */
const TOLD: readonly string[] = [
  'many.yaml:2:1 titel',
  'many.yaml:3:11 include',
  'many.yaml:4:25 environment.gravity',
  'many.yaml:6:47 materials.steel.restitution',
  'many.yaml:7:38 materials.rubber.friction',
  'many.yaml:9:46 bodies.deck.motion.z.table[1][1]',
  'many.yaml:9:63 bodies.deck.motion.z.table[3]',
  'many.yaml:9:89 bodies.deck.motion.roll.table',
  'many.yaml:9:89 bodies.deck.motion.roll.table',
  'many.yaml:10:17 bodies.ball.mass',
  'many.yaml:13:14 bodies.bar.inertia',
  'many.yaml:14:15 bodies.bar.position',
  'many.yaml:15:13 bodies.bar.colour',
  'many.yaml:17:21 bodies.hull.material',
  'many.yaml:17:45 bodies.hull.shapes[0].mesh',
  'many.yaml:17:45 bodies.hull.shapes[0].mesh',
  'many.yaml:17:65 bodies.hull.shapes[1].mesh',
  'many.yaml:17:82 bodies.hull.shapes[1].scale',
  'many.yaml:18:21 bodies.crate.shapes[0]',
  'many.yaml:18:41 bodies.crate.shapes[1]',
  'many.yaml:18:54 bodies.crate.shapes[1].cylinder.length',
  'many.yaml:19:3 bodies.2nd',
  'many.yaml:19:16 bodies.2nd.mass',
  'many.yaml:20:3 bodies.ball',
  'many.yaml:22:36 joints.pin.between[0]',
  'many.yaml:22:70 joints.pin.axis',
  'many.yaml:23:33 joints.same.between',
  'many.yaml:24:17 joints.kind.type',
  'many.yaml:24:41 joints.kind.between[1]',
  'many.yaml:25:69 joints.rod.points[1]',
  'many.yaml:25:84 joints.rod.driver.angle',
  'many.yaml:26:27 joints.stop.betwen',
  'many.yaml:26:72 joints.stop.limits',
  'many.yaml:27:8 joints.gap',
  'many.yaml:29:83 forces.tie.stiffness',
  'many.yaml:29:99 forces.tie.length',
  'many.yaml:30:29 forces.push.body',
  'many.yaml:30:42 forces.push.force',
  'many.yaml:32:20 contacts.defaults.law',
  'many.yaml:33:28 contacts.pairs[0].between[1]',
  'many.yaml:33:67 contacts.pairs[0].dissipation',
  'many.yaml:35:17 solver.step',
  'many.yaml:35:32 solver.min step',
  'many.yaml:36:18 run.duration',
  'many.yaml:36:30 run.seed',
  'many.yaml:37:36 output.channels[0]',
  'many.yaml:37:76 output.formats[0]',
  'part.yaml:3:62 bodies.loose.velocty',
  'part.yaml:4:1 runn',
  '--set joints.pni.at=[0, 0, 0] joints.pni.at',
  '--set bodies.bar.mas=1 bodies.bar.mas',
  '--set output.rate=x output.rate',
];

describe('all at once', () => {
  test('every fault of one file, its table, its mesh, its includes and its overrides, each with its place', async () => {
    shop.put(FILES);
    const overrides = ['bodies.bar.mas=1', 'joints.pni.at=[0, 0, 0]', 'output.rate=x'].flatMap((each) => [
      '--set',
      each,
    ]);
    const { code, stdout, stderr } = await shop.run('check', 'many.yaml', '--json', ...overrides);
    expect(code).toBe(1);
    const { issues } = JSON.parse(stdout) as { issues: Issue[] };
    const place = ({ file, line, column }: Issue): string => (line === null ? file : `${file}:${line}:${column}`);
    expect(issues.map((issue) => `${place(issue)} ${issue.path}`)).toEqual(TOLD);
    expect(TOLD.length).toBeGreaterThan(50);
    for (const { line, column, file, expected, found, message } of issues) {
      expect([line === null, column === null]).toEqual([file.startsWith('--set'), file.startsWith('--set')]);
      expect(expected.length > 0 && found.length > 0 && message.length > 0).toBe(true);
      expect(message).not.toMatch(/undefined|\[object|NaN is/);
      expect(stderr).toContain(message);
    }
  });

  test('what is told of the table and the mesh names their own line and column', async () => {
    shop.put(FILES);
    const { stderr } = await shop.run('check', 'many.yaml');
    expect(stderr).toMatch(
      /:9:89: bodies\.deck\.motion\.roll\.table: roll\.csv:3:3: column "roll": expected a number, found "x"/,
    );
    expect(stderr).toMatch(/:9:89: bodies\.deck\.motion\.roll\.table: roll\.csv:4:3: .*found NaN/);
    expect(stderr).toMatch(/:17:45: bodies\.hull\.shapes\[0\]\.mesh: hull\.obj:2: .*expected z, found "zero"/);
    expect(stderr).toMatch(/:17:45: bodies\.hull\.shapes\[0\]\.mesh: hull\.obj:4: the face refers to vertex 9/);
  });

  test('names that a missing file might hold are told once it is no longer named', async () => {
    shop.put({ ...FILES, 'less.yaml': MANY.replace('[gone.yaml, part.yaml]', 'part.yaml') });
    const [before, after] = await Promise.all([shop.run('check', 'many.yaml'), shop.run('check', 'less.yaml')]);
    expect(before.stderr).not.toContain('"nobody"');
    expect(after.stderr).toMatch(
      /less\.yaml:34:18: contacts\.ignore\[0\]\[1\]: expected the name of a body, found "nobody"/,
    );
  });
});
