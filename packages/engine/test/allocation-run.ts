/**
 * What a step of a kind of model leaves on the heap, in a process of its own and from one file, as users run it: a test runner keeps
 * the compiler from seeing across files, and models run before make it think again. Named as its argument; prints one line of JSON.
 * Run by dynamics/allocation.test.ts.
 */
import { Simulation } from '../src/dynamics/index.ts';
import type { BodySpec, JointSpec, ModelSpec } from '../src/model/index.ts';
import { cable, line } from './cables.ts';
import { jointAt, rod, spinningTop } from './mechanisms.ts';
import { boxMesh } from '../src/geometry/index.ts';
import { body, CONTACT, constant, FLOOR, load, model, place, shape, sine, STEEL, turn, WORLD } from './support.ts';

interface Heap {
  process: { argv: string[]; memoryUsage(): { heapUsed: number; arrayBuffers: number } };
  gc(): void;
}
const { process, gc } = globalThis as unknown as Heap;

/** Steps until functions that run once a step are compiled, and what is counted then. */
const WARM = 1500;
const STEPS = 300;
/** at most: the compiler may still be at work in the first ones */
const ROUNDS = 8;
const NOTHING = 2; // [B a step]

function chain(count: number): ModelSpec {
  const bodies: BodySpec[] = [WORLD];
  const joints: JointSpec[] = [];
  for (let k = 0; k < count; k++) {
    bodies.push(rod(`link ${k}`, [0.3 * k, 0, 0], [0.3 * (k + 1), 0, 0]));
    joints.push(jointAt(`ball ${k}`, 'point', bodies, k, k + 1, [0.3 * k, 0, 0]));
  }
  return model(bodies, { joints, solver: { step: 1e-3 } });
}

const box = shape({ kind: 'box', half: [0.1, 0.1, 0.05] });
const brick = (name: string, position: readonly [number, number, number], fields: Partial<BodySpec> = {}): BodySpec =>
  body(name, {
    mass: 2,
    inertia: [0.01, 0.01, 0.014, 0, 0, 0],
    placement: place([...position]),
    shapes: [box],
    ...fields,
  });

/** Boxes pushed over a floor for ever. */
function sliding(count: number): ModelSpec {
  const bodies = [...Array(count).keys()].map((k) => brick(`box ${k}`, [0, k, 0.05]));
  const forces = bodies.map((_, k) => load(`push ${k}`, k + 1, { force: [constant(8), constant(0), constant(0)] }));
  return model([FLOOR, ...bodies], { contacts: CONTACT, forces, solver: { step: 1e-3 } });
}

/** Boxes on each other; automatic steps. */
function stack(count: number): ModelSpec {
  const bodies = [...Array(count).keys()].map((k) => brick(`box ${k}`, [0, 0, 0.05 + 0.1 * k]));
  return model([FLOOR, ...bodies], { contacts: CONTACT, solver: { step: 'auto', maxStep: 0.02 } });
}

/** Balls on rods that knock against each other for ever; automatic steps that follow the impacts. */
function cradle(count: number): ModelSpec {
  const bodies: BodySpec[] = [WORLD];
  const joints: JointSpec[] = [];
  for (let k = 0; k < count; k++) {
    const x = 0.1001 * k;
    const at: [number, number, number] = k === 0 ? [x - 0.3, 0, -0.4] : [x, 0, -0.5];
    const ball = shape({ kind: 'sphere', radius: 0.05 });
    bodies.push(body(`ball ${k}`, { mass: 4, placement: place(at), shapes: [ball] }));
    joints.push(jointAt(`rod ${k}`, 'point', bodies, 0, k + 1, [x, 0, 0]));
  }
  const materials = [{ ...STEEL, restitution: 1, frictionStatic: 0, frictionKinetic: 0 }];
  return model(bodies, { joints, materials, contacts: CONTACT, solver: { step: 'auto', tolerance: 1e-6 } });
}

/** Boxes and a cylinder pushed to and fro on a table, close to each other: faces, edges and rims. */
function cargo(): ModelSpec {
  const table = { ...WORLD, shapes: [shape({ kind: 'box', half: [2, 2, 0.2] }, place([0, 0, -0.2]))] };
  const drum = shape({ kind: 'cylinder', radius: 0.1, halfLength: 0.05 });
  const bodies = [
    table,
    brick('crate', [0, 0, 0.05]),
    brick('turned', [0.3, 0.02, 0.05], { placement: place([0.3, 0.02, 0.05], turn([0, 0, 1], 0.7)) }),
    brick('drum', [0.02, 0.25, 0.05], { shapes: [drum] }),
  ];
  const forces = [1, 2, 3].map((k) =>
    load(`push ${k}`, k, { force: [sine(12, 3, 2 * k), sine(5, 2, k), constant(0)] }),
  );
  return model(bodies, { contacts: CONTACT, forces, solver: { step: 'auto', maxStep: 0.02 } });
}

/** Boxes on each other by volume, in steps for heaps. */
function heap(count: number): ModelSpec {
  const { positions, triangles } = boxMesh(0.2, 0.2, 0.1);
  const mesh = shape({ kind: 'mesh', positions, triangles });
  const bodies = [...Array(count).keys()].map((k) => brick(`box ${k}`, [0, 0, 0.05 + 0.1 * k], { shapes: [mesh] }));
  return model([FLOOR, ...bodies], { contacts: CONTACT, solver: { integrator: 'convex', step: 5e-3 } });
}

function rope(elements: number): ModelSpec {
  const lying = cable('rope', 0.1 * elements, elements, {
    shape: line([0, 0, 0.01], [0.1 * elements, 0, 0.01], elements),
  });
  return model([FLOOR], { contacts: CONTACT, cables: [lying], solver: { step: 2e-3 } });
}

function swinging(elements: number): ModelSpec {
  const start = { body: 0, point: [0, 0, 0] as [number, number, number] };
  const held = cable('rope', 2, elements, { start, shape: line([0, 0, 0], [1.2, 0, -1.6], elements) });
  return model([WORLD], { cables: [held], solver: { step: 1e-3 } });
}

/** A spinning top on its point, steps of the explicit method. */
function top(): ModelSpec {
  const { bodies, joints } = spinningTop();
  return model(bodies, { joints, solver: { integrator: 'runge-kutta', step: 'auto' } });
}

/** The same method on links, by steps it chooses itself. */
function swingingLinks(count: number): ModelSpec {
  const spec = chain(count);
  return { ...spec, solver: { ...spec.solver, integrator: 'runge-kutta', step: 'auto' } };
}

const models: Record<string, () => ModelSpec> = {
  'chain of 16 links': () => chain(16),
  '4 boxes sliding': () => sliding(4),
  'stack of 3 boxes': () => stack(3),
  'cradle of 3 balls': () => cradle(3),
  'crates and a drum on a table': () => cargo(),
  'heap of 2 boxes': () => heap(2),
  'rope of 6 elements on a floor': () => rope(6),
  'rope of 12 elements, swinging': () => swinging(12),
  'spinning top, by runge-kutta': () => top(),
  '6 links swinging, by runge-kutta': () => swingingLinks(6),
};

function steps(simulation: Simulation, count: number): void {
  for (let k = 0; k < count; k++) {
    const result = simulation.step(1e9);
    if (!result.ok) throw new Error(result.message);
  }
}

/** The least of a few rounds. */
function measure(spec: ModelSpec): { heap: number; buffers: number } {
  const simulation = new Simulation(spec);
  steps(simulation, WARM);
  let least = Number.POSITIVE_INFINITY;
  let buffers = 0;
  for (let round = 0; round < ROUNDS && least > NOTHING; round++) {
    gc();
    const before = process.memoryUsage();
    steps(simulation, STEPS);
    const after = process.memoryUsage();
    least = Math.min(least, (after.heapUsed - before.heapUsed) / STEPS);
    buffers = after.arrayBuffers - before.arrayBuffers;
  }
  return { heap: least, buffers };
}

/** Memory after a collection, before and after so many simulated seconds [B]. */
function growth(spec: ModelSpec, seconds: number): { heap: number; buffers: number } {
  const simulation = new Simulation(spec);
  steps(simulation, WARM);
  gc();
  const before = process.memoryUsage();
  while (simulation.time < seconds) steps(simulation, 100);
  gc();
  const after = process.memoryUsage();
  return { heap: after.heapUsed - before.heapUsed, buffers: after.arrayBuffers - before.arrayBuffers };
}

const name = process.argv[2];
const found = name === 'ten minutes' ? growth(stack(2), 600) : measure(models[name]());
(globalThis as unknown as { console: { log(text: string): void } }).console.log(JSON.stringify(found));
