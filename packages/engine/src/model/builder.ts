/**
 * ModelSpec -> Model. Every fault of the description itself is rejected here, with its path. dynamics/start/initialise checks whether the
 * joints fit together.
 */
import { at, BuildError } from '../base/index.ts';
import { fieldOf, type ShapeSpec, shapeMassProperties, solidOf } from '../geometry/index.ts';
import type { BodyShapeSpec, BodySpec, JointSpec, ModelSpec, Placement, PressureFieldSpec } from './spec.ts';
import {
  cbrt,
  type CompiledFunction,
  compileFunction,
  eigenSym3,
  Inputs,
  quaternionToMatrix,
  type SteeredFunction,
} from '../math/index.ts';
import type { CollisionShape } from '../proximity/index.ts';
import { cableRoom } from './cables.ts';
import { buildActions, buildJoints } from './build-joints.ts';
import { buildMotion, buildSea } from './build-motion.ts';
import { LOAD_STRIDE, type Loads, type Model, SPRING_GAS, SPRING_STRIDE, type Springs } from './model.ts';

export function buildModel(spec: ModelSpec): Model {
  const count = spec.bodies.length;
  if (count === 0 || spec.bodies[0].kind !== 'fixed') {
    throw new BuildError('no-world', 'bodies[0] must be the world: a fixed body at the origin');
  }
  at('bodies', () => {
    for (let i = 0; i < count; i++) at(i, () => checkBody(spec.bodies[i]));
  });
  const order = slotOrder(spec.bodies);
  const dynamicCount = spec.bodies.filter((body) => body.kind === 'dynamic').length;
  const nodes = (spec.cables ?? []).reduce((sum, cable) => sum + cableRoom(cable), 0);
  const firstGiven = dynamicCount + Math.ceil((4 * nodes) / 6);
  const slotCount = firstGiven + count - dynamicCount;
  const slotOfBody = new Int32Array(count);
  const bodyOfSlot = new Int32Array(slotCount).fill(-1);
  order.forEach((body, k) => {
    const slot = k < dynamicCount ? k : k + firstGiven - dynamicCount;
    slotOfBody[body] = slot;
    bodyOfSlot[slot] = body;
  });
  const mass = new Float64Array(slotCount);
  const inertia = new Float64Array(6 * slotCount);
  const centre = new Float64Array(3 * slotCount);
  order.forEach((index) => {
    const body = spec.bodies[index];
    const slot = slotOfBody[index];
    mass[slot] = body.mass;
    inertia.set(body.inertia, 6 * slot);
    centre.set(body.centreOfMass, 3 * slot);
  });
  const inputs = new Inputs();
  const sea = buildSea(spec, inputs);
  const joints = at('joints', () => buildJoints(spec, slotOfBody, centre, inputs));
  const actions = at('joints', () => buildActions(spec, inputs));
  const { shapes, shapeMaterial, shapeField, shapeThin, shapeSize } = collectShapes(spec, slotOfBody, centre);
  return {
    spec,
    slotCount,
    dynamicCount,
    firstGiven,
    slotOfBody,
    bodyOfSlot,
    mass,
    inertia,
    centre,
    gravity: Float64Array.from(spec.gravity),
    sea,
    motions: order
      .slice(dynamicCount)
      .map((index) => at('bodies', () => at(index, () => buildMotion(spec.bodies[index], sea, inputs)))),
    inputs,
    joints,
    actions,
    springs: at('forces', () => buildSprings(spec, slotOfBody, centre, inputs)),
    loads: at('forces', () => buildLoads(spec, slotOfBody, centre, inputs)),
    shapes,
    shapeMaterial,
    shapeField,
    shapeThin,
    shapeSize,
    mayTouch: touchRule(spec, slotOfBody, dynamicCount),
  };
}

function slotOrder(bodies: readonly BodySpec[]): number[] {
  const indices = bodies.map((_, i) => i);
  return [
    ...indices.filter((i) => bodies[i].kind === 'dynamic'),
    ...indices.filter((i) => bodies[i].kind !== 'dynamic'),
  ];
}

/** Smallest and largest values [kg], [kg m^2]: beyond them, products of masses leave the range of doubles. */
const MASSES = [1e-30, 1e30];
const INERTIAS = [1e-40, 1e40];

function checkBody(body: BodySpec): void {
  if (body.kind !== 'dynamic') return;
  at('mass', () => {
    if (!(body.mass > 0) || !Number.isFinite(body.mass)) {
      throw new BuildError('not-positive', `must be > 0 kg, found ${body.mass}; a body that never moves is fixed`);
    }
    if (body.mass < MASSES[0] || body.mass > MASSES[1]) {
      throw new BuildError('out-of-range', `must be between ${MASSES.join(' and ')} kg, found ${body.mass}`);
    }
  });
  at('inertia', () => {
    if (!body.inertia.every(Number.isFinite))
      throw new BuildError('not-finite', `must be finite, found ${body.inertia}`);
    const moments = new Float64Array(3);
    eigenSym3(moments, 0, new Float64Array(9), 0, body.inertia, 0);
    const [a, b, c] = [...moments].sort((p, q) => p - q);
    if (!(a > 0)) throw new BuildError('not-positive', `principal moments must be > 0 kg m^2, found ${a}, ${b}, ${c}`);
    if (a < INERTIAS[0] || c > INERTIAS[1]) {
      const range = `between ${INERTIAS.join(' and ')} kg m^2`;
      throw new BuildError('out-of-range', `principal moments must be ${range}, found ${a}, ${b}, ${c}`);
    }
    if (a + b < c * (1 - 1e-9)) {
      throw new BuildError(
        'triangle-inequality',
        `no body has the principal moments ${a}, ${b}, ${c} kg m^2: the largest exceeds the sum of the others`,
      );
    }
  });
}

function bodyIndex(spec: ModelSpec, index: number): number {
  if (!Number.isInteger(index) || index < 0 || index >= spec.bodies.length) {
    throw new BuildError('no-body', `must name one of ${spec.bodies.length} bodies, found ${index}`);
  }
  return index;
}

function buildSprings(spec: ModelSpec, slotOfBody: Int32Array, centre: Float64Array, inputs: Inputs): Springs {
  const list = spec.forces.map((force, i) => ({ force, i })).filter(({ force }) => force.kind === 'spring');
  const slotA = new Int32Array(list.length);
  const slotB = new Int32Array(list.length);
  const data = new Float64Array(SPRING_STRIDE * list.length);
  const length: SteeredFunction[] = [];
  list.forEach(({ force, i }, k) => {
    if (force.kind !== 'spring') return;
    at(i, () => {
      const a = slotOfBody[at('a', () => bodyIndex(spec, force.a))];
      const b = slotOfBody[at('b', () => bodyIndex(spec, force.b))];
      if (a === b) throw new BuildError('same-body', 'a spring must join two different bodies');
      if (!(force.stiffness >= 0) || !(force.damping >= 0) || !(force.length >= 0)) {
        throw new BuildError('negative', 'stiffness, damping and length must be >= 0');
      }
      slotA[k] = a;
      slotB[k] = b;
      const o = SPRING_STRIDE * k;
      for (let j = 0; j < 3; j++) {
        data[o + j] = force.pointA[j] - centre[3 * a + j];
        data[o + 3 + j] = force.pointB[j] - centre[3 * b + j];
      }
      data[o + 6] = force.stiffness;
      data[o + 7] = force.damping;
      data[o + 8] = force.length;
      data[o + 9] = force.tensionOnly ? 1 : 0;
      const { gas } = force;
      if (gas !== undefined) {
        if (!(gas.tension > 0) || !(gas.exponent >= 1) || !(gas.stroke > 0) || !(gas.stroke < 2 * gas.column)) {
          const message = 'gas must have tension > 0, exponent >= 1 and a stroke above 0 and below twice its column';
          throw new BuildError('gas', message);
        }
        data.set([gas.tension, gas.column, gas.exponent, gas.stroke], o + SPRING_GAS);
      }
      length.push(inputs.add(`force.${force.name}.length`, compileFunction({ kind: 'constant', value: force.length })));
    });
  });
  return { count: list.length, slotA, slotB, data, length };
}

const LOAD_PARTS = ['force.x', 'force.y', 'force.z', 'torque.x', 'torque.y', 'torque.z'];

function buildLoads(spec: ModelSpec, slotOfBody: Int32Array, centre: Float64Array, inputs: Inputs): Loads {
  const list = spec.forces.map((force, i) => ({ force, i })).filter(({ force }) => force.kind === 'load');
  const slot = new Int32Array(list.length);
  const data = new Float64Array(LOAD_STRIDE * list.length);
  const functions: CompiledFunction[][] = [];
  list.forEach(({ force, i }, k) => {
    if (force.kind !== 'load') return;
    at(i, () => {
      const s = slotOfBody[at('body', () => bodyIndex(spec, force.body))];
      slot[k] = s;
      for (let j = 0; j < 3; j++) data[LOAD_STRIDE * k + j] = force.point[j] - centre[3 * s + j];
      data[LOAD_STRIDE * k + 3] = force.axes === 'body' ? 1 : 0;
      functions.push(
        [...force.force, ...force.torque].map((f, part) =>
          inputs.add(`force.${force.name}.${LOAD_PARTS[part]}`, compileFunction(f)),
        ),
      );
    });
  });
  return { count: list.length, slot, data, functions };
}

interface ShapeList {
  readonly shapes: CollisionShape[];
  readonly shapeMaterial: Int32Array;
  readonly shapeField: (PressureFieldSpec | undefined)[];
  readonly shapeThin: boolean[];
  readonly shapeSize: Float64Array;
}

function collectShapes(spec: ModelSpec, slotOfBody: Int32Array, centre: Float64Array): ShapeList {
  const shapes: CollisionShape[] = [];
  const material: number[] = [];
  const size: number[] = [];
  const fields: (PressureFieldSpec | undefined)[] = [];
  const thin: boolean[] = [];
  if (spec.contacts.enabled) {
    spec.bodies.forEach((body, i) => {
      at('bodies', () =>
        at(i, () =>
          at('shapes', () =>
            body.shapes.forEach((entry, k) => {
              at(k, () => {
                if (!entry.collide) return;
                checkMaterial(spec, entry.material);
                const slot = slotOfBody[i];
                shapes.push({ shape: entry.shape, body: slot, ...shapeFrame(entry.placement, centre, slot) });
                material.push(entry.material);
                checkField(spec, entry);
                fields.push(entry.field);
                thin.push(entry.thin === true);
                size.push(characteristicLength(entry.shape));
              });
            }),
          ),
        ),
      );
    });
  }
  return {
    shapes,
    shapeMaterial: Int32Array.from(material),
    shapeField: fields,
    shapeThin: thin,
    shapeSize: Float64Array.from(size),
  };
}

/** A field that cannot be made is rejected here, with its shape, not at the first contact. */
function checkField(spec: ModelSpec, { shape, field, material, thin }: BodyShapeSpec): void {
  if (thin === true && (field !== undefined || shape.kind === 'half-space')) {
    const what = field === undefined ? 'a half-space' : 'a field';
    throw new BuildError(
      'thin-rigid',
      `expected thin: true on a rigid part with two sides, found ${what}; leave thin out`,
      ['thin'],
    );
  }
  if (field === undefined) return;
  at('field', () => {
    const { extent, modulus, indenter } = field;
    if (indenter !== undefined && shape.kind !== 'half-space') {
      throw new BuildError(
        'half-space-for',
        `expected "half-space for" on a half-space, found ${shape.kind}; give layer: with a thickness`,
        ['half-space for'],
      );
    }
    if (modulus !== undefined && !(modulus > 0)) {
      throw new BuildError('not-positive', `must be > 0 Pa, found ${modulus}`, ['modulus']);
    }
    const { poisson, name } = spec.materials[material];
    if (modulus === undefined && indenter === undefined && !(poisson < 0.5)) {
      throw new BuildError(
        'layer-poisson',
        `expected a modulus, or a Poisson's ratio below 0.5, found ${poisson} of ${name}: a layer that keeps its volume does not give; write modulus: 1 MPa`,
      );
    }
    if (shape.kind !== 'half-space') {
      fieldOf(solidOf(shape), extent);
      return;
    }
    if (extent.kind !== 'layer' || !Number.isFinite(extent.thickness)) {
      throw new BuildError('half-space-field', 'expected layer: with a thickness on a half-space, which has no inside');
    }
  });
}

function checkMaterial(spec: ModelSpec, index: number): void {
  if (Number.isInteger(index) && index >= 0 && index < spec.materials.length) return;
  const message = `must name one of ${spec.materials.length} materials, found ${index}`;
  throw new BuildError('no-material', message, ['material']);
}

function shapeFrame(
  placement: Placement,
  centre: Float64Array,
  slot: number,
): Pick<CollisionShape, 'position' | 'rotation'> {
  const rotation = new Float64Array(9);
  quaternionToMatrix(rotation, 0, placement.rotation, 0);
  const [x, y, z] = placement.position;
  return {
    position: [x - centre[3 * slot], y - centre[3 * slot + 1], z - centre[3 * slot + 2]],
    rotation: [...rotation],
  };
}

function characteristicLength(shape: ShapeSpec): number {
  switch (shape.kind) {
    case 'sphere':
      return shape.radius;
    case 'cylinder':
      return 2 * shape.halfLength;
    case 'half-space':
      return Number.POSITIVE_INFINITY;
    default: {
      // side of the cube of equal volume
      const volume = shapeMassProperties(shape).volume;
      return cbrt(volume);
    }
  }
}

/** Pairs of shapes that may touch: not of two bodies without unknowns, not of the same body, not of joined bodies, not of ignored pairs. */
function touchRule(spec: ModelSpec, slotOfBody: Int32Array, dynamicCount: number): Model['mayTouch'] {
  const never = new Set<number>();
  const count = spec.bodies.length;
  const key = (a: number, b: number): number => (a < b ? a * count + b : b * count + a);
  at('contacts', () =>
    at('ignore', () =>
      spec.contacts.ignore.forEach(([a, b], k) => {
        at(k, () => never.add(key(slotOfBody[bodyIndex(spec, a)], slotOfBody[bodyIndex(spec, b)])));
      }),
    ),
  );
  for (const joint of spec.joints as readonly JointSpec[]) {
    if (!joint.collide) never.add(key(slotOfBody[joint.a], slotOfBody[joint.b]));
  }
  return (a, b) => a !== b && (a < dynamicCount || b < dynamicCount) && !never.has(key(a, b));
}
