/** URDF and MJCF: models made of them move as the descriptions say. */
import { importModel, open, type Sim } from 'hawser';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

type Scenario = Record<string, Record<string, Record<string, unknown>>>;

function made(name: string, text: string, files: Readonly<Record<string, string>> = {}) {
  const result = importModel(name, { files: { ...files, [name]: text } });
  if (!result.ok) throw new Error(result.issues[0].message);
  return { ...result, scenario: parse(result.files['scenario.yaml']) as Scenario };
}

function opened({ files, copies }: ReturnType<typeof made>): Sim {
  const result = open(files['scenario.yaml'], { files: { ...files, ...copies } });
  if (!result.ok) throw new Error(result.issues[0].message);
  return result.sim;
}

/** A tetrahedron, outward. */
const TETRA = `v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
f 1 3 2
f 1 2 4
f 1 4 3
f 2 3 4
`;

const ARM = `<?xml version="1.0"?>
<!-- an arm that swings about y, 2 m above the ground -->
<robot name="swing">
  <material name="red"><color rgba="0.8 0.1 0.1 0.5"/></material>
  <link name="base"><visual><geometry><box size="0.2 0.2 2"/></geometry><material name="red"/></visual></link>
  <link name="arm">
    <inertial>
      <origin xyz="0.6 0 0" rpy="0 0 1.5707963267948966"/>
      <mass value="3"/>
      <inertia ixx="0.4" iyy="0.01" izz="0.405" ixy="0" ixz="0" iyz="0"/>
    </inertial>
    <collision><origin xyz="0.6 0 0" rpy="0 1.5707963267948966 0"/><geometry><cylinder radius="0.05" length="1.2"/></geometry></collision>
    <visual><geometry><mesh filename="package://parts/meshes/tetra.obj" scale="0.1 0.1 0.1"/></geometry></visual>
  </link>
  <link name="flange"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="shoulder" type="revolute">
    <origin xyz="0 0 2" rpy="0 0 0"/><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/>
    <limit lower="-1.4" upper="3" effort="10" velocity="2"/>
  </joint>
  <joint name="weld" type="fixed"><origin xyz="1.2 0 0"/><parent link="arm"/><child link="flange"/></joint>
  <gazebo reference="arm"><mu1>0.2</mu1></gazebo>
</robot>
`;

describe('URDF', () => {
  test('an arm swings by its own mass, centre and inertia: energy is kept', () => {
    const model = made('arm.urdf', ARM, { 'meshes/tetra.obj': TETRA });
    const sim = opened(model);
    // about the hinge: the inertia along y of the arm is ixx of the turned frame, and 3 kg at 0.6 m
    const I = 0.4 + 3 * 0.36;
    for (const t of [0.2, 0.35]) {
      sim.stepTo(t);
      const omega = sim.readVector('arm.angular-velocity')[1];
      const angle = sim.read('joint.shoulder.angle');
      expect((0.5 * I * omega * omega) / (3 * 9.81 * 0.6 * Math.sin(angle))).toBeCloseTo(1, 3);
      expect(omega).toBeGreaterThan(1);
    }
    expect(Object.keys(model.copies)).toEqual(['tetra.obj']);
    expect(model.names.get('flange')).toBe('arm');
    const shapes = model.scenario.bodies.arm.shapes as Record<string, unknown>[];
    expect(shapes.map((shape) => Object.keys(shape)[0])).toEqual(['cylinder', 'mesh', 'sphere']);
    expect(model.notes.filter(({ verdict }) => verdict === 'lost').map(({ key }) => key)).toEqual([
      'robot[swing].joint[shoulder].limit effort',
      'robot[swing].joint[shoulder].limit velocity',
      'robot[swing].gazebo',
    ]);
  });

  test('stops hold at the limits; a joint that cannot be at 0 begins at its nearest', () => {
    const model = made('arm.urdf', ARM.replace('lower="-1.4" upper="3"', 'lower="0.5" upper="0.9"'), {
      'meshes/tetra.obj': TETRA,
    });
    const sim = opened(model);
    expect(sim.readVector('arm.position')[2]).toBeCloseTo(2, 9);
    sim.stepTo(2);
    // the stop of 1000 N m/rad gives by the moment of the arm, 3 g 0.6 m cos 0.9
    expect(sim.read('joint.shoulder.angle')).toBeCloseTo(0.4 + (3 * 9.81 * 0.6 * Math.cos(0.911)) / 1000, 3);
    expect(model.scenario.joints.shoulder.limits).toEqual({ lower: 0, upper: '0.4 rad' });
  });

  test('faults have a line', () => {
    const message = (text: string): string => {
      const result = importModel('arm.urdf', { files: { 'arm.urdf': text } });
      return result.ok ? '' : result.issues[0].message;
    };
    expect(message(ARM.replace('<parent link="base"/>', '<parent link="bass"/>'))).toBe(
      'arm.urdf:16: expected a parent that is a link, found "bass"',
    );
    expect(message(ARM.replace('value="3"', 'value="heavy"'))).toBe(
      'arm.urdf:9: expected mass value: a number, found "heavy"',
    );
    expect(message(ARM.replace('</robot>', ''))).toBe('arm.urdf:3: expected </robot>, found the end of the file');
  });
});

const MJ = `<mujoco model="arm and box">
  <compiler angle="degree"/>
  <option gravity="0 0 -9.81" timestep="0.002"/>
  <default>
    <geom density="500" rgba="0.2 0.4 0.6 1"/>
    <default class="heavy"><geom density="2000"/></default>
  </default>
  <worldbody>
    <geom type="plane" size="5 5 0.1"/>
    <body name="arm" pos="0 0 3" euler="0 0 90">
      <joint name="elbow" type="hinge" axis="1 0 0" range="-170 170" damping="0"/>
      <geom type="capsule" class="heavy" fromto="0 0 0 0 -1 0" size="0.08"/>
      <site name="tip" pos="0 -1 0"/>
    </body>
    <body name="box" pos="3 0 0.151">
      <freejoint/>
      <geom type="box" size="0.2 0.2 0.15" friction="0.7"/>
    </body>
  </worldbody>
  <actuator><motor joint="elbow" gear="3"/></actuator>
</mujoco>
`;

describe('MJCF', () => {
  test('a capsule swings by the inertia of its slices; a box lies on the ground; defaults and classes', () => {
    const model = made('model.xml', MJ);
    const sim = opened(model);
    // slices of the capsule along its axis, about the hinge at one end of its middle line: mass, first and second moments
    const r = 0.08;
    let [m, first, second] = [0, 0, 0];
    const n = 20_000;
    for (let i = 0; i < n; i++) {
      const y = -r + ((i + 0.5) * (1 + 2 * r)) / n;
      const over = y < 0 ? -y : y > 1 ? y - 1 : 0;
      const area = Math.PI * (r * r - over * over);
      const dm = (2000 * area * (1 + 2 * r)) / n;
      m += dm;
      first += dm * y;
      second += dm * (y * y + (r * r - over * over) / 4);
    }
    expect(Number.parseFloat(String(model.scenario.bodies.arm.mass)) / m).toBeCloseTo(1, 5);
    sim.stepTo(0.4);
    const omega = Math.hypot(...sim.readVector('arm.angular-velocity'));
    const angle = sim.read('joint.elbow.angle');
    expect((0.5 * second * omega * omega) / (9.81 * first * Math.abs(Math.sin(angle)))).toBeCloseTo(1, 3);
    sim.stepTo(1);
    expect(sim.readVector('box.position')[2]).toBeCloseTo(0.15, 3);
    expect(Number.parseFloat(String(model.scenario.bodies.box.mass))).toBeCloseTo(500 * 0.4 * 0.4 * 0.3, 9);
    expect(model.scenario.materials['friction 0-7']).toEqual({ friction: 0.7 });
    expect(model.notes.find(({ key }) => key.endsWith('actuator'))).toMatchObject({ verdict: 'lost', line: 20 });
  });

  test('several joints of a body: across each other a universal joint, else small bodies between them', () => {
    const two = MJ.replace('damping="0"/>', 'damping="0"/><joint name="twist" type="hinge" axis="0 0 1"/>');
    expect(made('model.xml', two).scenario.joints.elbow).toMatchObject({ type: 'universal' });
    const odd = MJ.replace('damping="0"/>', 'damping="0"/><joint name="rail" type="slide" axis="0 1 1" range="0 1"/>');
    const model = made('model.xml', odd);
    expect(Object.keys(model.scenario.joints)).toEqual(['elbow', 'rail']);
    expect(model.scenario.bodies['arm part 1']).toBeDefined();
    expect(opened(model).time).toBe(0);
  });
});

test('MJCF: meshes weigh what is said of them, ranges begin at ref, and what is not active or not read is said', () => {
  const model = made(
    'arm.xml',
    `<mujoco>
  <compiler autolimits="false" meshdir="m"/>
  <default><joint damping="0.2" armature="0.3"/><geom density="400"/></default>
  <asset><mesh name="hook" file="tetra.obj" scale="0.2 0.2 0.4"/></asset>
  <worldbody>
    <body name="arm">
      <joint name="a" axis="0 1 0" ref="10" range="-20 40" limited="true"/>
      <geom type="mesh" mesh="hook" mass="0.6"/>
      <geom type="sphere" size="0.1" pos="0 0 -0.5"/>
      <body name="hand" pos="0 0 -1"><joint name="b" axis="0 1 0" range="-20 40"/><geom type="mesh" mesh="hook"/></body>
    </body>
  </worldbody>
  <equality><weld body1="hand" active="false"/></equality>
  <actuator><motor joint="a"/></actuator>
</mujoco>`,
    { 'm/tetra.obj': TETRA },
  );
  const { arm, hand } = model.scenario.bodies;
  const ball = (400 * 4 * Math.PI) / 3000;
  expect(Number.parseFloat(arm.mass as string)).toBeCloseTo(0.6 + ball, 9);
  const centre = (arm.centre as string[]).map(Number.parseFloat);
  // a quarter of the way from each side to the corner across
  const at = [0.05, 0.05, 0.1].map((x, i) => (0.6 * x - (i === 2 ? 0.5 * ball : 0)) / (0.6 + ball));
  for (let i = 0; i < 3; i++) expect(centre[i]).toBeCloseTo(at[i], 9);
  expect(Number.parseFloat(hand.mass as string)).toBeCloseTo((400 * 0.2 * 0.2 * 0.4) / 6, 9);
  expect(model.scenario.joints.a.limits).toEqual({ lower: '-30 deg', upper: '30 deg' });
  expect(model.scenario.joints.b.limits).toBeUndefined();
  expect(Object.keys(model.scenario.joints)).toEqual(['a', 'b']);
  const lost = model.notes.filter(({ verdict }) => verdict === 'lost').map(({ key }) => key);
  expect(lost).toEqual(
    expect.arrayContaining(['mujoco.default.joint armature', 'mujoco.equality.weld', 'mujoco.actuator']),
  );
});
