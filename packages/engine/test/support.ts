/** Short ways to write a ModelSpec in tests, and to look into a Simulation by the names of its probes. */
import { Random } from '../src/base/index.ts';
import type { Simulation } from '../src/dynamics/index.ts';
import {
  cos,
  expRotation,
  matrixToQuaternion,
  type Quaternion,
  sin,
  type TimeFunction,
  type Vec3,
} from '../src/math/index.ts';
import type {
  BodyShapeSpec,
  BodySpec,
  ContactTableSpec,
  ForceSpec,
  JointActionSpec,
  JointSpec,
  JointType,
  MaterialSpec,
  ModelSpec,
  Placement,
  SolverSpec,
} from '../src/model/index.ts';

export const IDENTITY: Quaternion = [1, 0, 0, 0];
export const ORIGIN: Placement = { position: [0, 0, 0], rotation: IDENTITY };

export function constant(value: number): TimeFunction {
  return { kind: 'constant', value };
}

export function sine(amplitude: number, angularFrequency: number, phase = 0, mean = 0): TimeFunction {
  return { kind: 'sine', mean, amplitude, angularFrequency, phase };
}

/** Unit quaternion of a turn of `angle` [rad] about `axis` (need not be a unit vector). */
export function turn(axis: Vec3, angle: number): Quaternion {
  const size = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  const s = sin(angle / 2) / size;
  return [cos(angle / 2), s * axis[0], s * axis[1], s * axis[2]];
}

export function place(position: Vec3, rotation: Quaternion = IDENTITY): Placement {
  return { position, rotation };
}

export const WORLD: BodySpec = {
  name: 'world',
  kind: 'fixed',
  mass: 0,
  centreOfMass: [0, 0, 0],
  inertia: [0, 0, 0, 0, 0, 0],
  placement: ORIGIN,
  velocity: [0, 0, 0],
  angularVelocity: [0, 0, 0],
  shapes: [],
  points: [],
};

export function body(name: string, fields: Partial<BodySpec> = {}): BodySpec {
  return { ...WORLD, name, kind: 'dynamic', mass: 1, inertia: [0.1, 0.1, 0.1, 0, 0, 0], ...fields };
}

export function shape(what: BodyShapeSpec['shape'], placement: Placement = ORIGIN, material = 0): BodyShapeSpec {
  return { shape: what, placement, material, collide: true };
}

/** A world with a floor: solid below z = 0. */
export const FLOOR: BodySpec = { ...WORLD, shapes: [shape({ kind: 'half-space' })] };

export function joint(name: string, type: JointType, a: number, b: number, fields: Partial<JointSpec> = {}): JointSpec {
  return {
    name,
    type,
    a,
    b,
    frameA: ORIGIN,
    frameB: ORIGIN,
    drivers: [],
    actions: [],
    collide: false,
    ...fields,
  };
}

export function action(coordinate: JointActionSpec['coordinate'], fields: Partial<JointActionSpec>): JointActionSpec {
  return { coordinate, ...fields };
}

type SpringSpec = Extract<ForceSpec, { kind: 'spring' }>;
type LoadSpec = Extract<ForceSpec, { kind: 'load' }>;

export function spring(name: string, a: number, b: number, fields: Partial<SpringSpec>): SpringSpec {
  return {
    kind: 'spring',
    name,
    a,
    b,
    pointA: [0, 0, 0],
    pointB: [0, 0, 0],
    stiffness: 0,
    damping: 0,
    length: 0,
    tensionOnly: false,
    ...fields,
  };
}

export function load(name: string, on: number, fields: Partial<LoadSpec>): LoadSpec {
  const zero = constant(0);
  return {
    kind: 'load',
    name,
    body: on,
    point: [0, 0, 0],
    axes: 'world',
    force: [zero, zero, zero],
    torque: [zero, zero, zero],
    ...fields,
  };
}

export const STEEL: MaterialSpec = {
  name: 'steel',
  youngs: 2e11,
  poisson: 0.3,
  restitution: 0.5,
  frictionStatic: 0.4,
  frictionKinetic: 0.3,
};

export const SOLVER: SolverSpec = {
  integrator: 'tr-bdf2',
  constraints: 'kkt',
  step: 1e-3,
  tolerance: 1e-5,
  minStep: 1e-9,
  maxStep: 0.05,
  newtonTolerance: 1e-10,
  maxIterations: 20,
  regularisation: 1e-10,
  penalty: 1e9,
  assemble: false,
  assemblyTolerance: 1e-6,
  startFromEquilibrium: false,
};

export const NO_CONTACT: ContactTableSpec = { enabled: false, defaults: {}, pairs: [], ignore: [] };
export const CONTACT: ContactTableSpec = { enabled: true, defaults: {}, pairs: [], ignore: [] };

type Loose = Partial<Omit<ModelSpec, 'bodies' | 'solver'>> & { readonly solver?: Partial<SolverSpec> };

/** bodies without the world, which is put in front unless the first one is fixed and called world. */
export function model(bodies: readonly BodySpec[], fields: Loose = {}): ModelSpec {
  const all = bodies[0]?.name === 'world' ? bodies : [WORLD, ...bodies];
  return {
    gravity: [0, 0, -9.81],
    bodies: all,
    joints: [],
    forces: [],
    materials: [STEEL],
    contacts: NO_CONTACT,
    ...fields,
    solver: { ...SOLVER, ...fields.solver },
  };
}

/** Reads one probe. */
export function read(simulation: Simulation, name: string): Float64Array {
  const probe = simulation.probes.find((p) => p.name === name);
  if (probe === undefined) throw new Error(`no probe ${name}`);
  const out = new Float64Array(probe.size);
  probe.read(out, 0);
  return out;
}

/** Steps to `until`; a failed step is an error of the test. Returns the number of steps. */
export function run(simulation: Simulation, until: number): number {
  let steps = 0;
  while (simulation.time < until) {
    const result = simulation.step(until);
    if (!result.ok) throw new Error(result.message);
    steps++;
  }
  return steps;
}

export function largest(values: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) if (!(Math.abs(values[i]) <= most)) most = Math.abs(values[i]);
  return most;
}

export function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = a.length === b.length ? 0 : Number.POSITIVE_INFINITY;
  for (let i = 0; i < a.length; i++) {
    const d = Math.abs(a[i] - b[i]);
    if (!(d <= most)) most = d;
  }
  return most;
}

/** Random numbers of a test: uniform in (-1, 1), vectors and rotations of them. The seed is in the test's name or code. */
export class Draw {
  private readonly random: Random;
  constructor(seed: number) {
    this.random = new Random(seed);
  }
  one(size = 1): number {
    return size * (2 * this.random.uniform() - 1);
  }
  between(low: number, high: number): number {
    return this.random.between(low, high);
  }
  vector(size = 1): [number, number, number] {
    return [this.one(size), this.one(size), this.one(size)];
  }
  fill(target: Float64Array, size = 1): Float64Array {
    for (let i = 0; i < target.length; i++) target[i] = this.one(size);
    return target;
  }
  quaternion(size = 3): Quaternion {
    const R = new Float64Array(9);
    const q = new Float64Array(4);
    expRotation(R, 0, this.vector(size), 0);
    matrixToQuaternion(q, 0, R, 0);
    return [q[0], q[1], q[2], q[3]];
  }
  placement(size = 1): Placement {
    return { position: this.vector(size), rotation: this.quaternion() };
  }
  /** xx, yy, zz, xy, xz, yz of three point masses on random spots: always a possible body */
  inertia(size = 1): [number, number, number, number, number, number] {
    const out: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0];
    for (let k = 0; k < 4; k++) {
      const [x, y, z] = this.vector();
      out[0] += size * (y * y + z * z);
      out[1] += size * (x * x + z * z);
      out[2] += size * (x * x + y * y);
      out[3] -= size * x * y;
      out[4] -= size * x * z;
      out[5] -= size * y * z;
    }
    return out;
  }
}
