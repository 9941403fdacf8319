/**
 * Scenes drawn at random: bodies, joints, springs, cables that hang and ropes that fall on things, winches with orders, regular and
 * irregular seas, current; a part of them in convex steps. Plain data, as it would stand in a file.
 */

const round = (x) => Number(x.toPrecision(6));

function direction(random) {
  const z = random.between(-1, 1);
  const a = random.between(0, 2 * Math.PI);
  const r = Math.sqrt(1 - z * z);
  return [r * Math.cos(a), r * Math.sin(a), z].map(round);
}

const vector = (random, size) => Array.from({ length: 3 }, () => round(random.between(-size, size)));

/** `even`: the centre of mass is the origin. */
function shape(random, even) {
  const size = random.between(0.1, 0.4);
  const kind = random.below(even ? 3 : 4);
  if (kind === 0) return { sphere: round(size) };
  if (kind === 1) return { box: [1, 2, 3].map(() => round(2 * size * random.between(0.4, 1))) };
  if (kind === 2) return { cylinder: { radius: round(size * random.between(0.3, 1)), length: round(2 * size) } };
  const points = Array.from({ length: 6 + random.below(6) }, () => direction(random).map((x) => round(size * x)));
  return { hull: { points } };
}

/** `free: true` marks a scene on which nothing acts from outside. */
export function makeWorld(random) {
  const free = random.chance(0.15);
  const wet = !free && random.chance(0.15);
  const scene = {
    hawser: 1,
    title: 'a random world',
    environment: { gravity: free ? 0 : 9.81 },
    materials: {
      hard: {
        youngs: round(10 ** random.between(6, 9)),
        density: round(random.between(300, 3000)),
        restitution: round(random.between(0.05, 0.9)),
        friction: round(random.between(0, 0.9)),
      },
      soft: {
        youngs: round(10 ** random.between(5.5, 8)),
        density: round(random.between(200, 1500)),
        restitution: round(random.between(0.05, 0.8)),
        friction: { static: round(random.between(0.3, 0.9)), kinetic: round(random.between(0.05, 0.3)) },
      },
    },
    bodies: {},
    joints: {},
    forces: {},
    run: { duration: 5 },
    output: { rate: 50, 'animation rate': 5, channels: ['*.position', '*.velocity', 'energy.*'] },
  };
  if (wet) {
    scene.environment.water = { surface: 0, depth: 50 };
    const wave = { height: round(random.between(0.05, 0.5)), period: round(random.between(3, 9)), direction: 0 };
    const kind = random.below(5);
    if (kind < 2) scene.environment.sea = { waves: [{ regular: wave }] };
    else if (kind === 2) scene.environment.sea = { waves: [{ jonswap: { ...wave, direction: 0.7 } }], ramp: 2 };
    else if (kind === 3) scene.environment.sea = { waves: [{ jonswap: { ...wave, spreading: 8, components: 60 } }] };
    if (random.chance(0.3)) scene.environment.water.current = [...vector(random, 0.8).slice(0, 2), 0];
  } else if (!free && random.chance(0.8)) {
    scene.bodies.floor = { fixed: true, material: random.pick(['hard', 'soft']), shapes: [{ 'half-space': true }] };
  }
  const count = 1 + random.below(wet ? 2 : 4);
  for (let i = 0; i < count; i++) {
    const body = {
      material: random.pick(['hard', 'soft']),
      position: [
        round(1.1 * i - 1),
        round(random.between(-0.05, 0.05)),
        round(wet ? random.between(-0.1, 0.6) : random.between(0.55, 2)),
      ],
      rotation: { axis: direction(random), angle: round(random.between(0, 6)) },
      velocity: vector(random, free ? 1 : 1.5),
      'angular velocity': vector(random, 3),
      shapes: [shape(random, free)],
    };
    if (free) body.velocity[0] = round(-0.8 * (1.1 * i - 1) + random.between(-0.1, 0.1)); // they meet
    if (wet) {
      body.density = round(random.between(200, 800));
      body.hydro = random.chance(0.5) ? {} : { drag: { normal: round(random.between(0.2, 2)) } };
    }
    scene.bodies[`b${i}`] = body;
  }
  const names = Object.keys(scene.bodies).filter((name) => name !== 'floor');
  if (!free && !wet && random.chance(0.4)) {
    const name = random.pick(names);
    const at = scene.bodies[name].position;
    const hook = [at[0], at[1], round(at[2] + random.between(0.5, 1))];
    delete scene.bodies[name].velocity;
    delete scene.bodies[name]['angular velocity'];
    const type = random.pick(['revolute', 'point']);
    scene.joints.pin = {
      type,
      between: ['world', name],
      at: hook,
      ...(type === 'revolute' && { axis: direction(random) }),
    };
  }
  if (random.chance(0.4)) {
    const name = random.pick(names);
    const other =
      names.length > 1 && (free || random.chance(0.5)) ? names.find((one) => one !== name) : free ? undefined : 'world';
    if (other !== undefined) {
      const damping = random.chance(0.5) ? { damping: round(random.between(0.5, 20)) } : {};
      scene.forces.tie = {
        type: 'spring',
        between: [name, other],
        points: [[0, 0, 0], other === 'world' ? [round(random.between(-1, 1)), 0, 3] : [0, 0, 0]],
        stiffness: round(10 ** random.between(1.5, 4)),
        length: round(random.between(0.5, 1.5)),
        ...damping,
      };
    }
  }
  if (!free && random.chance(0.3)) {
    const name = random.pick(names);
    const { position } = scene.bodies[name];
    const start = [
      round(position[0] + random.between(-0.4, 0.4)),
      round(position[1]),
      round(position[2] + random.between(1, 2)),
    ];
    const way = Math.hypot(...start.map((x, k) => x - position[k]));
    scene.ropes = {
      wire: {
        mass: round(random.between(0.2, 1.5)),
        stiffness: round(10 ** random.between(4.5, 6.5)),
        diameter: 0.02,
        'axial damping': round(random.between(0.0005, 0.02)),
        ...(random.chance(0.4) && { bending: round(random.between(0.05, 2)) }),
      },
    };
    scene.cables = {
      line: {
        rope: 'wire',
        length: round(way * random.between(0.999, 1.4)),
        elements: 6 + random.below(14),
        from: { body: 'world', point: start },
        to: { body: name },
      },
    };
    scene.contacts = { ignore: [['line', name]] };
    if (random.chance(0.4)) addWinch(random, scene, way);
  }
  if (scene.winches === undefined && scene.forces.tie?.between[1] === 'world' && random.chance(0.4))
    addWinchOnLine(random, scene);
  if (!free && !wet && scene.cables === undefined && random.chance(0.15)) addFallingRope(random, scene);
  // cables that touch have convex steps only among bodies that do not move, and not every body here is one
  if (!wet && scene.cables === undefined && random.chance(0.25)) scene.solver = { integrator: 'convex' };
  for (const section of ['joints', 'forces']) if (Object.keys(scene[section]).length === 0) delete scene[section];
  return free ? { ...scene, free: true } : scene;
}

/** A winch at the upper end of the cable, with an order at the start and another later. */
function addWinch(random, scene, way) {
  const order = () =>
    random.pick([
      { haul: round(random.between(0.05, 0.4)) },
      { 'pay out': round(random.between(0.05, 0.4)) },
      { length: round(way * random.between(0.9, 1.5)) },
      { hold: true },
      { tension: round(10 ** random.between(2, 3.3)) },
    ]);
  scene.winches = {
    hoist: {
      cable: 'line',
      rope: 6,
      shortest: round(0.4 * way),
      speed: round(random.between(0.3, 0.8)),
      ...(random.chance(0.3) && { losses: { drag: 20, part: 0.03 } }),
      start: order(),
    },
  };
  if (random.chance(0.6)) scene.director = [{ wait: round(random.between(0.3, 2)) }, { winch: 'hoist', ...order() }];
}

/** A winch on the spring between a body and the world, which becomes a line without mass. */
function addWinchOnLine(random, scene) {
  Object.assign(scene.forces.tie, { 'tension only': true, length: round(random.between(1.5, 3)) });
  const start = random.pick([{ haul: 0.3 }, { 'pay out': 0.2 }, { hold: true }, { tension: 300 }]);
  scene.winches = { pull: { line: 'tie', rope: 8, shortest: 0.5, start } };
}

/** A rope without holders that falls across what lies there. */
function addFallingRope(random, scene) {
  const z = round(random.between(0.3, 0.5));
  const y = round(random.between(0.5, 0.7)); // beside the bodies, so that nothing overlaps at the start
  scene.ropes = {
    slack: {
      mass: round(random.between(0.2, 1)),
      stiffness: round(10 ** random.between(4, 5)),
      diameter: 0.03,
      bending: round(random.between(0.01, 0.3)),
      'axial damping': 0.005,
      'bending damping': 0.02,
    },
  };
  scene.cables = {
    fallen: {
      rope: 'slack',
      length: 2,
      elements: 20,
      shape: [
        [-1, y, z],
        [1, round(y + 0.05), round(z + 0.02)],
      ],
    },
  };
  scene.bodies.block = {
    fixed: true,
    material: 'hard',
    position: [0, round(y + 0.02), 0.1],
    shapes: [{ box: [0.4, 0.3, 0.2] }],
  };
}

/** Every point, direction and axial vector of the scene, mapped. */
function mapped(scene, point, axial) {
  const copy = structuredClone(scene);
  for (const body of Object.values(copy.bodies)) {
    if (body.position) body.position = point(body.position);
    if (body.velocity) body.velocity = point(body.velocity);
    if (body['angular velocity']) body['angular velocity'] = axial(body['angular velocity']);
  }
  for (const joint of Object.values(copy.joints ?? {})) {
    if (joint.at) joint.at = point(joint.at);
    if (joint.axis) joint.axis = axial(joint.axis);
  }
  for (const force of Object.values(copy.forces ?? {}))
    if (force.between[1] === 'world') force.points[1] = point(force.points[1]);
  for (const cable of Object.values(copy.cables ?? {})) {
    if (cable.from) cable.from.point = point(cable.from.point);
    if (cable.shape) cable.shape = cable.shape.map(point);
  }
  const { water } = copy.environment ?? {};
  if (water?.current) water.current = point(water.current);
  return copy;
}

/** q = a b, both w x y z */
function product(a, b) {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
}

const quaternion = ({ axis, angle }) => {
  const size = Math.hypot(...axis);
  return [Math.cos(angle / 2), ...axis.map((x) => (Math.sin(angle / 2) * x) / size)];
};

/** Turned about the vertical through the origin. */
export function turned(scene, angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const turn = ([x, y, z]) => [c * x - s * y, s * x + c * y, z];
  const copy = mapped(scene, turn, turn);
  for (const body of Object.values(copy.bodies)) {
    if (body.fixed && body.position === undefined) continue; // the floor
    const own = body.rotation === undefined ? [1, 0, 0, 0] : quaternion(body.rotation);
    const q = product([Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)], own);
    const size = Math.hypot(q[1], q[2], q[3]);
    body.rotation =
      size < 1e-12
        ? { axis: [0, 0, 1], angle: 0 }
        : { axis: q.slice(1).map((x) => x / size), angle: 2 * Math.atan2(size, q[0]) };
  }
  for (const { regular, jonswap } of copy.environment?.sea?.waves ?? []) {
    const wave = regular ?? jonswap;
    wave.direction = (wave.direction ?? 0) + angle;
  }
  return copy;
}

/** In the mirror y -> -y; shapes are mirrored with their bodies. Undefined: a sea that spreads, whose phases are no mirror images. */
export function mirrored(scene) {
  if (scene.environment?.sea?.waves.some(({ jonswap }) => jonswap?.spreading)) return undefined;
  const flip = ([x, y, z]) => [x, -y, z];
  const axial = ([x, y, z]) => [-x, y, -z];
  const copy = mapped(scene, flip, axial);
  for (const body of Object.values(copy.bodies)) {
    if (body.rotation) body.rotation = { axis: axial(body.rotation.axis), angle: body.rotation.angle };
    for (const one of body.shapes ?? []) if (one.hull) one.hull.points = one.hull.points.map(flip);
  }
  for (const { regular, jonswap } of copy.environment?.sea?.waves ?? []) {
    const wave = regular ?? jonswap;
    wave.direction = -(wave.direction ?? 0);
  }
  return copy;
}

/** The same in millimetres, degrees, tonnes and minutes. */
export function otherUnits(scene) {
  const copy = structuredClone(scene);
  const length = (x) => `${x * 1000} mm`;
  for (const body of Object.values(copy.bodies)) {
    if (body.position) body.position = body.position.map(length);
    if (body.velocity) body.velocity = body.velocity.map((x) => `${x * 60} m/min`);
    if (body.rotation) body.rotation.angle = `${(body.rotation.angle * 180) / Math.PI} deg`;
    for (const one of body.shapes ?? []) {
      if (one.sphere) one.sphere = length(one.sphere);
      if (one.box) one.box = one.box.map(length);
      if (one.cylinder) one.cylinder = { radius: length(one.cylinder.radius), length: length(one.cylinder.length) };
    }
  }
  for (const material of Object.values(copy.materials ?? {})) {
    material.youngs = `${material.youngs / 1e6} MPa`;
    material.density = `${material.density / 1000} t/m^3`;
  }
  for (const force of Object.values(copy.forces ?? {})) force.stiffness = `${force.stiffness / 1000} kN/m`;
  for (const cable of Object.values(copy.cables ?? {})) cable.length = `${cable.length * 100} cm`;
  for (const rope of Object.values(copy.ropes ?? {})) rope.mass = `${rope.mass} t/km`;
  for (const winch of Object.values(copy.winches ?? {})) if (winch.speed) winch.speed = `${winch.speed * 60} m/min`;
  for (const { regular, jonswap } of copy.environment?.sea?.waves ?? []) {
    const wave = regular ?? jonswap;
    Object.assign(wave, { height: `${wave.height * 100} cm`, period: `${wave.period / 60} min` });
  }
  if (copy.environment?.water?.current)
    copy.environment.water.current = copy.environment.water.current.map((x) => `${x * 3.6} km/h`);
  return copy;
}
