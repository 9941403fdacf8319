/** Converts a prepared run to its display data. */
import { type BodySpec, type ModelSpec, type Placement, quaternionToMatrix, tessellate } from '@hawser/engine';
import { extentOf, linksOf, type PackedLink, viewOf } from '@hawser/formats/report';
import { type Frames, POSE_SIZE, type Scenery, type SceneryBody, type SceneryPart } from '@hawser/record';
import { channelOf, type PreparedRun, seaWaves } from '@hawser/scenario';
import type { BodyView, JointView, ModelView } from './messages.ts';
import { peopleOf, targetsOf, winchesOf } from './targets.ts';
import { treesOf } from './trees.ts';

const COLLIDES = '#1fa187';

export function modelView(prepared: PreparedRun): ModelView {
  const { compiled, simulation, probes } = prepared;
  const { scenario, spec, scenery } = compiled;
  const start = startFrames(prepared);
  const moving = new Set(start.bodies);
  const { bounds, backdrop } = extentOf(start, scenery, moving);
  const keys = scenery.bodies.flatMap((body) =>
    body.parts.flatMap((part, i) => (backdrop.has(part) ? [`${body.name}/${i}`] : [])),
  );
  return {
    title: scenario.title ?? compiled.source.file,
    description: scenario.description ?? '',
    duration: scenario.run.duration,
    scenery,
    collision: collisionScenery(spec, Math.hypot(...bounds.max.map((high, i) => high - bounds.min[i]))),
    trees: treesOf(spec.bodies),
    start,
    bounds,
    backdrop: keys,
    links: linksOf(scenario).map((link): PackedLink => {
      const pack = ({ body, point }: (typeof link.ends)[number]): PackedLink['ends'][number] => {
        const track = start.bodies.indexOf(body);
        return { track, point: track < 0 ? worldPoint(spec, body, point) : point };
      };
      return { name: link.name, ends: [pack(link.ends[0]), pack(link.ends[1])], rope: link.rope ?? null };
    }),
    sea: seaWaves(spec),
    view: viewOf(start, scenery, moving),
    bodies: spec.bodies.map(bodyView),
    chains: (spec.chains ?? []).map(({ name, links }) => ({
      name,
      links: links.map((body) => spec.bodies[body].name),
    })),
    joints: spec.joints.map((joint): JointView => {
      const m = matrixOf(joint.frameA);
      return {
        name: joint.name,
        type: joint.type,
        bodies: [spec.bodies[joint.a].name, spec.bodies[joint.b].name],
        point: joint.frameA.position,
        axis: [m[2], m[5], m[8]],
      };
    }),
    targets: targetsOf(simulation, scenario.run.duration),
    winches: winchesOf(spec),
    ...peopleOf(spec),
    orders: simulation.operation.orders.map(({ phase, what }) => ({ phase, what })),
    channels: simulation.probes.map(channelOf),
    recorded: probes.map((probe) => probe.name),
  };
}

/** Present poses of all moving bodies. */
export function readPoses(prepared: PreparedRun): (out: Float64Array) => void {
  const byName = new Map(prepared.simulation.probes.map((probe) => [probe.name, probe]));
  const pairs = prepared.bodies.map(
    (name) => [byName.get(`${name}.position`), byName.get(`${name}.rotation`)] as const,
  );
  return (out) => {
    pairs.forEach(([position, rotation], i) => {
      position?.read(out, POSE_SIZE * i);
      rotation?.read(out, POSE_SIZE * i + 3);
    });
  };
}

function startFrames(prepared: PreparedRun): Frames {
  const poses = new Float64Array(POSE_SIZE * prepared.bodies.length);
  readPoses(prepared)(poses);
  return { bodies: prepared.bodies, time: Float64Array.of(prepared.simulation.time), poses };
}

function bodyView(body: BodySpec): BodyView {
  const { name, kind, mass, centreOfMass, inertia, shapes } = body;
  const colliding = shapes.filter((shape) => shape.collide).length;
  return { name, kind, mass, centre: centreOfMass, inertia, colliding, shapes: shapes.length };
}

/** The collision shapes of the engine. */
function collisionScenery(spec: ModelSpec, size: number): Scenery {
  const bodies = spec.bodies.map((body): SceneryBody => {
    const parts = body.shapes
      .filter((shape) => shape.collide)
      .map(({ shape, placement }, i): SceneryPart => {
        const mesh = tessellate(shape, { halfSpaceSize: 4 * size });
        const part = { ...mesh, name: `${shape.kind} ${i + 1}`, colour: COLLIDES, opacity: 0.35 };
        const inBody = moved(part, placement);
        return body.kind === 'fixed' ? moved(inBody, body.placement) : inBody;
      });
    return { name: body.name, fixed: body.kind === 'fixed', parts };
  });
  return { bodies: bodies.filter((body) => body.parts.length > 0) };
}

function moved(part: SceneryPart, placement: Placement): SceneryPart {
  const m = matrixOf(placement);
  const [px, py, pz] = placement.position;
  const turned = (from: Float32Array, x0: number, y0: number, z0: number): Float32Array => {
    const to = new Float32Array(from.length);
    for (let i = 0; i < from.length; i += 3) {
      const [x, y, z] = [from[i], from[i + 1], from[i + 2]];
      to[i] = x0 + m[0] * x + m[1] * y + m[2] * z;
      to[i + 1] = y0 + m[3] * x + m[4] * y + m[5] * z;
      to[i + 2] = z0 + m[6] * x + m[7] * y + m[8] * z;
    }
    return to;
  };
  return { ...part, positions: turned(part.positions, px, py, pz), normals: turned(part.normals, 0, 0, 0) };
}

function worldPoint(spec: ModelSpec, name: string, point: readonly number[]): readonly number[] {
  const body = spec.bodies.find((candidate) => candidate.name === name);
  if (body === undefined) return point;
  const m = matrixOf(body.placement);
  const [x, y, z] = point;
  return body.placement.position.map((p, i) => p + m[3 * i] * x + m[3 * i + 1] * y + m[3 * i + 2] * z);
}

function matrixOf({ rotation }: Placement): Float64Array {
  const m = new Float64Array(9);
  quaternionToMatrix(m, 0, rotation, 0);
  return m;
}
