/**
 * glTF scenes (.gltf, .glb): a node with triangles becomes a body with a mesh of its own, placed by the transforms of the nodes around it.
 * Child nodes move with their parent by a fixed joint. glTF has no masses: they come from a density, or from additional data of the nodes
 * (extras, KHR_physics_rigid_bodies).
 */
import { repairMesh, type TriangleMesh } from '@hawser/engine';
import { type GltfNode, type GltfScene, readGltfScene, writeMesh } from '@hawser/formats';
import { MassSum, measured } from '../mass.ts';
import { Report } from '../report.ts';
import { finished, ImportError, type Imported, type Source } from '../result.ts';
import {
  colourOf,
  isInertia,
  lengths,
  massValue,
  Names,
  placedAt,
  type Properties,
  round,
  turned,
} from '../robots/scene.ts';
import { type Frame, pointOf, type Quaternion, rotate, type Vec3 } from '../rotation.ts';
import { q, toYaml, type Value } from '../yaml.ts';
import { jsonKeys } from './json-keys.ts';
import { fateOf } from './gltf-keys.ts';

export const GLTF = 'glTF';

const MAGIC = [0x67, 0x6c, 0x54, 0x46]; // glTF
/** Default density [kg/m^3]. */
const DENSITY = 1000;
/** Thickness of a slab behind a flat mesh, as a part of its longest side. */
const SLAB = 0.01;
/** Tolerance, at single precision, within which a frame counts as rotated only. */
const SINGLE = 1e-6;
/** Largest number of triangles of all written meshes. */
const MOST_TRIANGLES = 20_000_000;
/** A group that moves as one without triangles of its own. */
interface Group {
  readonly node: number;
  /** mass of its contents [kg] */
  readonly mass: number | undefined;
  first: Body | undefined;
  volume: number;
}

/** Largest number of bodies of one piece among which pairs are searched. */
const MOST_PAIRS = 2000;

export interface SceneOptions {
  /** default density of bodies [kg/m^3] */
  readonly density?: number;
  /** [m] in one unit of the file */
  readonly scale?: number;
}

export function isGltf(bytes: Uint8Array): boolean {
  if (MAGIC.every((byte, i) => bytes[i] === byte)) return true;
  const head = String.fromCharCode(...bytes.subarray(0, 64));
  return (
    /^(?:\xef\xbb\xbf)?\s*\{/.test(head) &&
    /"asset"\s*:/.test(ends(bytes)) &&
    /"(?:nodes|scenes|meshes)"\s*:/.test(ends(bytes))
  );
}

/** Keys are near the beginning or the end; long parts in between are buffers. */
function ends(bytes: Uint8Array): string {
  let text = '';
  for (const part of [bytes.subarray(0, 100_000), bytes.subarray(Math.max(100_000, bytes.length - 100_000))])
    for (let i = 0; i < part.length; i += 10_000) text += String.fromCharCode(...part.subarray(i, i + 10_000));
  return text;
}

export function importGltf(file: string, bytes: Uint8Array, source: Source, options: SceneOptions): Imported {
  for (const key of ['density', 'scale'] as const) {
    const value = options[key];
    if (value !== undefined && !(value > 0 && Number.isFinite(value)))
      throw new ImportError(file, 0, `a ${key} above 0`, String(value));
  }
  const folder = file.replace(/[^\\/]*$/, '');
  const read = readGltfScene(bytes, { beside: (name) => source.read(name) ?? source.read(`${folder}${name}`) });
  if (!read.ok) throw fault(file, read.issues[0].message);
  return new Reader(
    file,
    read.value,
    MAGIC.every((byte, i) => bytes[i] === byte),
    options,
  ).read();
}

/** Splits messages of mesh readers into expected and found. */
function fault(file: string, message: string): ImportError {
  const parts = /^(.*?)expected (.*?), (?:but )?found (.*)$/s.exec(message);
  return parts === null
    ? new ImportError(file, 0, 'a glTF scene that can be read', message)
    : new ImportError(file, 0, `${parts[1]}${parts[2]}`, parts[3]);
}

type Json = Readonly<Record<string, unknown>>;
const record = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;
const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
const vector = (value: unknown, size: number): number[] | undefined => {
  const found = list(value);
  return found.length === size && found.every((x) => typeof x === 'number' && Number.isFinite(x))
    ? (found as number[])
    : undefined;
};

/** y up, as glTF has it, to z up: (x, y, z) becomes (x, -z, y). */
const zUp = ([x, y, z]: readonly number[]): Vec3 => [x, -z, y];

/** The shape made from a mesh, and its file. */
interface Piece {
  readonly file: string;
  readonly kind: 'mesh' | 'hull';
  /** its modification */
  readonly how: string;
  /** true: a flat mesh without volume */
  readonly flat: boolean;
  readonly volume: number;
  readonly centre: Vec3;
  /** of density 1 about its centre */
  readonly inertia: readonly number[];
  readonly points: ArrayLike<number>;
}

interface Body {
  readonly name: string;
  readonly frame: Frame;
  readonly piece: Piece;
  readonly fixed: boolean;
  /** first body of the rigid piece it is part of */
  readonly of: string;
  readonly joined: string | undefined;
}

class Reader {
  readonly #file: string;
  readonly #scene: GltfScene;
  readonly #options: SceneOptions;
  readonly #report: Report;
  readonly #names: Names;
  readonly #lines: ReadonlyMap<string, number>;
  readonly #keys: ReturnType<typeof jsonKeys>['keys'];
  readonly #pieces: Map<string, Piece | string> = new Map();
  readonly #copies: Record<string, Uint8Array> = {};
  #triangles = 0;

  constructor(file: string, scene: GltfScene, binary: boolean, options: SceneOptions) {
    this.#file = file;
    this.#scene = scene;
    this.#options = options;
    this.#report = new Report(file);
    this.#names = new Names(this.#report);
    const { keys, lines } = jsonKeys(scene.text);
    // the text inside a .glb is nothing an editor shows
    this.#keys = binary ? keys.map((key) => ({ ...key, line: 0 })) : keys;
    this.#lines = binary ? new Map() : lines;
  }

  read(): Imported {
    const { json } = this.#scene;
    const asset = record(json.asset);
    const chosen = record(list(json.scenes)[typeof json.scene === 'number' ? json.scene : 0]);
    const title = text(chosen.name) ?? this.#file.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');
    const bodies = this.#bodies();
    if (bodies.length === 0) throw new ImportError(this.#file, 0, 'a node with triangles in the scene', 'none');
    this.#extent(bodies);
    const joints: Record<string, Value> = {};
    for (const { name, joined, frame, fixed } of bodies) {
      if (joined === undefined || fixed) continue;
      joints[this.#names.make(undefined, `${joined} - ${name}`)] = {
        type: 'fixed',
        between: [joined, name],
        at: lengths(frame.at),
      };
    }
    const ignore = this.#touching(bodies);
    for (const { path, line, count } of this.#keys) {
      const { verdict, why } = fateOf(path);
      this.#report[verdict](line, count > 1 ? `${path} (${count})` : path, why);
    }
    const about = [text(asset.generator) && `written by ${text(asset.generator)}`, text(asset.copyright)]
      .filter((part) => part !== undefined)
      .map((part) => `, ${(part as string).replace(/\s+/g, ' ').slice(0, 200)}`)
      .join('');
    const scenario = toYaml(
      {
        hawser: 1,
        title,
        bodies: Object.fromEntries(bodies.map((body) => [body.name, this.#made.get(body.name) as Value])),
        joints,
        ...(ignore.length > 0 && { contacts: { ignore } }),
        run: { duration: q(10, 's') },
      },
      [
        `Made from ${this.#file.replace(/^.*[\\/]/, '')} (${GLTF}${about}); import.md says what was taken, approximated and lost.`,
      ],
    );
    return finished(this.#report, GLTF, title, { 'scenario.yaml': scenario }, this.#copies);
  }

  readonly #made: Map<string, Properties> = new Map();

  #bodies(): Body[] {
    const { json, nodes } = this.#scene;
    const bodies: Body[] = [];
    /** for each node: its body or that of its parent; its group */
    const within: (Body | undefined)[] = [];
    const groups: (Group | undefined)[] = [];
    const folders = new Map<number, number>();
    /** for each node: true if it and its children are fixed */
    const still: boolean[] = [];
    const shared: { name: string; group: Group; piece: Piece }[] = [];
    const physics = list(json.extensionsUsed).includes('KHR_physics_rigid_bodies');
    let densities = 0;
    for (const node of nodes) {
      const fields = record(list(json.nodes)[node.number]);
      const around = node.parent < 0 ? undefined : groups[node.parent];
      const outer = (node.parent < 0 ? undefined : within[node.parent]) ?? around?.first;
      within.push(outer);
      groups.push(around);
      const extras = record(fields.extras);
      still.push(extras.fixed === true || (node.parent >= 0 && still[node.parent]));
      if (node.mesh === undefined) {
        const one = groupOf(node.number, fields);
        if (one !== undefined) {
          groups[groups.length - 1] = one;
          within[within.length - 1] = undefined;
        }
        continue;
      }
      const where = this.#lines.get(`nodes[${node.number}]`) ?? 0;
      const label = `nodes[${node.number}]${text(fields.name) === undefined ? '' : ` ${text(fields.name)}`}`;
      const { frame, rest } = this.#placeOf(node);
      const piece = this.#pieceOf(node.mesh, rest, text(fields.name));
      if (typeof piece === 'string') {
        this.#report.lost(where, label, piece);
        continue;
      }
      const rigid = record(record(fields.extensions).KHR_physics_rigid_bodies);
      const motion = rigid.motion === undefined ? undefined : record(rigid.motion);
      const joined = motion === undefined ? outer : undefined;
      const stands = physics && rigid.collider !== undefined && motion === undefined && outer === undefined;
      const driven = motion?.isKinematic === true;
      const fixed =
        (still[still.length - 1] && motion === undefined) ||
        driven ||
        stands ||
        (piece.flat && joined === undefined) ||
        joined?.fixed === true;
      if (piece.how !== '')
        this.#report.approximated(where, label, `${piece.how}${piece.flat && fixed ? ', which stands still' : ''}`);
      if (driven)
        this.#report.approximated(where, label, 'kinematic: it stands still; move it by motion or motion: outside');
      const name = this.#names.make(text(fields.name) ?? text(record(list(json.meshes)[node.mesh]).name), 'body');
      const body: Body = { name, frame, piece, fixed, of: joined?.of ?? name, joined: joined?.name };
      const mass = fixed ? { fixed: true } : this.#mass(piece, extras, motion, label, where);
      if (around !== undefined && joined === outer) {
        around.first ??= body;
        around.volume += piece.volume;
        if (around.mass !== undefined && !fixed && 'density' in mass && positive(extras.density) === undefined)
          shared.push({ name, group: around, piece });
      } else if (joined === undefined && node.parent >= 0)
        folders.set(node.parent, (folders.get(node.parent) ?? 0) + 1);
      if ('density' in mass && positive(extras.density) === undefined) densities++;
      const { at, ...rotation } = placedAt(frame) as { at?: Value; rotation?: Value };
      this.#made.set(name, {
        ...mass,
        ...(at !== undefined && { position: at }),
        ...rotation,
        ...(!fixed && velocities(motion, frame)),
        shapes: [
          {
            ...(piece.kind === 'mesh' ? { mesh: piece.file } : { hull: { mesh: piece.file } }),
            ...this.#colour(node.mesh),
          },
        ],
      });
      bodies.push(body);
      within[within.length - 1] = body;
    }
    for (const { name, group, piece } of shared) {
      densities--;
      const { density: _, ...rest } = this.#made.get(name) as Properties;
      const sum = new MassSum();
      const mass = ((group.mass as number) * piece.volume) / group.volume;
      sum.add(
        mass,
        piece.centre,
        piece.inertia.map((j) => (j * mass) / piece.volume),
      );
      this.#made.set(name, { ...massValue(sum), ...rest });
    }
    for (const [parent, count] of folders) {
      if (count < 2) continue;
      const { number } = nodes[parent];
      const label = `nodes[${number}] ${text(record(list(json.nodes)[number]).name) ?? ''}`.trim();
      this.#report.approximated(
        this.#lines.get(`nodes[${number}]`) ?? 0,
        label,
        `a folder: its ${count} bodies move each for itself; with rigid: true in its extras they are one piece`,
      );
    }
    const density = this.#options.density ?? DENSITY;
    if (densities > 0) {
      const said = `${densities} ${densities === 1 ? 'body has' : 'bodies have'} ${density} kg/m^3`;
      if (this.#options.density === undefined)
        this.#report.approximated(
          0,
          'density',
          `not in the file: ${said}; give another with --density, or "density" or "mass" in the extras of a node`,
        );
      else this.#report.taken(0, 'density', `${said}, as asked for`);
    }
    if (bodies.length > 0 && bodies.every(({ fixed }) => !fixed))
      this.#report.approximated(
        0,
        'what stands still',
        'nothing in the file says so, and everything falls; write fixed: true for it, here or in the extras of its node',
      );
    return bodies;
  }

  /** The frame of a node without its scale, and the remaining scale and shear for its points. */
  #placeOf({ toScene: m }: GltfNode): { frame: Frame; rest: number[] } {
    const scale = this.#options.scale ?? 1;
    const column = (k: number): Vec3 => [m[4 * k], m[4 * k + 1], m[4 * k + 2]];
    const x = unit(column(0));
    const y = x && unit(across(column(1), x));
    const axes: readonly Vec3[] | undefined = x && y && [x, y, cross(x, y)];
    const turn = axes === undefined ? ([1, 0, 0, 0] as Quaternion) : quaternionOf(axes);
    const rows = axes ?? [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const rest = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    for (let row = 0; row < 3; row++)
      for (let k = 0; k < 3; k++) {
        const value = scale * dot(rows[row] as Vec3, column(k));
        const plain = row === k ? 1 : 0;
        rest[4 * k + row] = Math.abs(value - plain) < SINGLE ? plain : value;
      }
    const [w, qx, qy, qz] = turn;
    const at = zUp([m[12] * scale, m[13] * scale, m[14] * scale]);
    if (!at.every(Number.isFinite) || !rest.every(Number.isFinite))
      throw new ImportError(this.#file, 0, 'nodes at finite places', 'numbers that overflow');
    return { frame: { at, turn: [w, qx, -qz, qy] }, rest };
  }

  /** A mesh with its scale, written once; or the reason why it is unusable. */
  #pieceOf(mesh: number, rest: readonly number[], node: string | undefined): Piece | string {
    const key = `${mesh} ${rest.map((x) => x.toPrecision(7)).join(' ')}`;
    const known = this.#pieces.get(key);
    if (known !== undefined) return known;
    const read = this.#scene.meshAt(mesh, rest);
    let piece: Piece | string;
    if (!read.ok) {
      const [issue] = read.issues;
      if (issue.code !== 'no-faces') throw fault(this.#file, issue.message);
      piece = 'points or lines, no triangles';
    } else {
      this.#triangles += read.value.triangles.length / 3;
      if (this.#triangles > MOST_TRIANGLES)
        throw new ImportError(this.#file, 0, `at most ${MOST_TRIANGLES} triangles`, 'more; export a simpler scene');
      piece = this.#solid(read.value, node ?? text(record(list(this.#scene.json.meshes)[mesh]).name) ?? 'mesh');
    }
    this.#pieces.set(key, piece);
    return piece;
  }

  /** A closed mesh unchanged, an open one as its hull, a flat one as a slab. */
  #solid(given: TriangleMesh, named: string): Piece | string {
    const { mesh, repairs } = repairMesh(given, { fillHoles: true });
    const solid =
      mesh.triangles.length > 0
        ? measured({
            kind: 'mesh',
            positions: Float64Array.from(mesh.positions),
            triangles: Int32Array.from(mesh.triangles),
          })
        : undefined;
    if (solid) return this.#piece(mesh, named, 'mesh', repairs.map(({ message }) => message).join('; '), false, solid);
    const hull = measured({ kind: 'hull', points: Float64Array.from(given.positions) });
    if (hull) return this.#piece(given, named, 'hull', 'its mesh is open: its convex hull', false, hull);
    const slab = slabOf(given);
    const thick = slab && measured({ kind: 'hull', points: Float64Array.from(slab.positions) });
    if (!slab || !thick) return 'its triangles have no area';
    return this.#piece(slab, named, 'hull', 'flat: a slab behind it, a hundredth of its size thick', true, thick);
  }

  #piece(
    mesh: TriangleMesh,
    named: string,
    kind: Piece['kind'],
    how: string,
    flat: boolean,
    solid: NonNullable<ReturnType<typeof measured>>,
  ): Piece | string {
    const plain =
      named
        .replace(/[^\w.-]+/g, '-')
        .replace(/^[-.]+|[-.]+$/g, '')
        .slice(0, 60) || 'mesh';
    let file = `${plain}.obj`;
    for (let i = 2; this.#copies[file] !== undefined; i++) file = `${plain}-${i}.obj`;
    const written = writeMesh(mesh, file);
    if (!written.ok) return written.issues[0].message;
    this.#copies[file] = written.value;
    return { file, kind, how, flat, points: mesh.positions, ...solid };
  }

  #mass(piece: Piece, extras: Json, motion: Json | undefined, label: string, where: number): Properties {
    const density = positive(extras.density);
    const mass = positive(motion?.mass) ?? positive(extras.mass);
    if (mass === undefined) return { density: q(density ?? this.#options.density ?? DENSITY, 'kg/m^3') };
    const sum = new MassSum();
    const centre = vector(motion?.centerOfMass, 3);
    const diagonal = vector(motion?.inertiaDiagonal, 3);
    const scale = this.#options.scale ?? 1;
    let inertia = piece.inertia.map((j) => (j * mass) / piece.volume);
    if (diagonal?.every((j) => j > 0)) {
      const [x, y, z, w] = vector(motion?.inertiaOrientation, 4) ?? [0, 0, 0, 1];
      const n = Math.hypot(x, y, z, w) || 1;
      const turn: Quaternion = [w / n, x / n, -z / n, y / n];
      // about its own x, y, z in the file: x, z, -y here
      const own = turned(
        [diagonal[0], diagonal[2], diagonal[1], 0, 0, 0].map((j) => j * scale * scale),
        turn,
      );
      if (isInertia(own)) inertia = own;
      else this.#report.approximated(where, label, 'no body has such an inertia: that of its shape with its mass');
    }
    sum.add(mass, centre === undefined ? piece.centre : zUp(centre.map((c) => c * scale)), inertia);
    return massValue(sum);
  }

  #colour(mesh: number): Properties {
    const primitives = list(record(list(this.#scene.json.meshes)[mesh]).primitives);
    for (const primitive of primitives) {
      const { material } = record(primitive);
      if (typeof material !== 'number') continue;
      const { pbrMetallicRoughness } = record(list(this.#scene.json.materials)[material]);
      const factor = vector(record(pbrMetallicRoughness).baseColorFactor, 4);
      if (factor) return colourOf([...factor.slice(0, 3).map(gamma), factor[3]]);
    }
    return {};
  }

  /** Size of the scene, which reveals files in millimetres. */
  #extent(bodies: readonly Body[]): void {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (const body of bodies) {
      const [least, most] = boxOf(body);
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k], least[k]);
        high[k] = Math.max(high[k], most[k]);
      }
    }
    const sides = low.map((x, k) => high[k] - x);
    const said = `${sides.map((side) => Number(side.toPrecision(3))).join(' x ')} m`;
    if (this.#options.scale !== undefined)
      this.#report.taken(0, 'size', `${said}, one unit of the file being ${this.#options.scale} m, as asked for`);
    else if (Math.max(...sides) > 1000 || Math.max(...sides) < 0.01)
      this.#report.approximated(
        0,
        'size',
        `${said}, if the file is in metres as glTF wants it; for another unit give --scale`,
      );
    else this.#report.taken(0, 'size', `${said}; glTF is in metres`);
  }

  /** Touching pairs of one piece: they are connected and must not push each other apart. */
  #touching(bodies: readonly Body[]): string[][] {
    const pieces = new Map<string, { body: Body; box: readonly [number[], number[]] }[]>();
    for (const body of bodies)
      if (!body.fixed) pieces.set(body.of, [...(pieces.get(body.of) ?? []), { body, box: boxOf(body) }]);
    const pairs: string[][] = [];
    for (const parts of pieces.values()) {
      for (const [i, a] of parts.slice(0, MOST_PAIRS).entries())
        for (const b of parts.slice(0, i)) {
          if (a.body.joined === b.body.name || b.body.joined === a.body.name) continue;
          const apart = [0, 1, 2].some((k) => a.box[0][k] > b.box[1][k] || b.box[0][k] > a.box[1][k]);
          if (!apart) pairs.push([b.body.name, a.body.name]);
        }
    }
    return pairs;
  }
}

/** A node without triangles whose bodies form one piece: by its extras, or because it has a motion. */
function groupOf(node: number, fields: Json): Group | undefined {
  const extras = record(fields.extras);
  const { motion } = record(record(fields.extensions).KHR_physics_rigid_bodies);
  if (motion === undefined && extras.rigid !== true) return undefined;
  return { node, mass: positive(record(motion).mass) ?? positive(extras.mass), first: undefined, volume: 0 };
}

/** A flat mesh with a copy behind it. */
function slabOf({ positions, triangles }: TriangleMesh): TriangleMesh | undefined {
  const point = (i: number): Vec3 => [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
  let normal: Vec3 = [0, 0, 0];
  let largest: Vec3 = [0, 0, 0];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [point(triangles[t]), point(triangles[t + 1]), point(triangles[t + 2])];
    const area = cross([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]);
    normal = [normal[0] + area[0], normal[1] + area[1], normal[2] + area[2]];
    if (dot(area, area) > dot(largest, largest)) largest = area;
  }
  // one with two sides has no sum
  const out = unit(dot(normal, normal) > 1e-6 * dot(largest, largest) ? normal : largest);
  if (out === undefined) return undefined;
  let size = 0;
  for (let k = 0; k < 3; k++) {
    let [least, most] = [Infinity, -Infinity];
    for (let i = k; i < positions.length; i += 3) {
      least = Math.min(least, positions[i]);
      most = Math.max(most, positions[i]);
    }
    size = Math.max(size, most - least);
  }
  const behind = Array.from(positions, (x, i) => x - SLAB * size * out[i % 3]);
  const count = positions.length / 3;
  const back = Array.from(triangles, (_, i) => count + triangles[i - (i % 3) + [0, 2, 1][i % 3]]);
  return {
    positions: Float64Array.from([...positions, ...behind]),
    triangles: Int32Array.from([...triangles, ...back]),
  };
}

function boxOf({ frame, piece: { points } }: Body): [number[], number[]] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 3) {
    pointOf(frame, [points[i], points[i + 1], points[i + 2]]).forEach((x, k) => {
      low[k] = Math.min(low[k], x);
      high[k] = Math.max(high[k], x);
    });
  }
  return [low, high];
}

/** In the file they are in the node's own axes. */
function velocities(motion: Json | undefined, { turn }: Frame): Properties {
  const outside = (value: unknown): Vec3 | undefined => {
    const own = vector(value, 3);
    return own?.some((x) => x !== 0) ? rotate(turn, zUp(own)) : undefined;
  };
  const velocity = outside(motion?.linearVelocity);
  const angular = outside(motion?.angularVelocity);
  return {
    ...(velocity && { velocity: velocity.map((x) => q(round(x), 'm/s')) }),
    ...(angular && { 'angular velocity': angular.map((x) => q(round(x), 'rad/s')) }),
  };
}

/** Linear 0 ... 1 to sRGB 0 ... 1 (IEC 61966-2-1). */
function gamma(value: number): number {
  return value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
}

function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(v: Vec3): Vec3 | undefined {
  const length = Math.hypot(...v);
  return length > 0 && Number.isFinite(length) ? [v[0] / length, v[1] / length, v[2] / length] : undefined;
}

/** v without its part along a unit vector */
function across(v: Vec3, along: Vec3): Vec3 {
  const s = dot(v, along);
  const left: Vec3 = [v[0] - s * along[0], v[1] - s * along[1], v[2] - s * along[2]];
  return dot(left, left) > 1e-20 * dot(v, v) ? left : [0, 0, 0];
}

/** Rotation that takes x, y, z to three perpendicular axes. */
function quaternionOf([x, y, z]: readonly Vec3[]): Quaternion {
  const trace = x[0] + y[1] + z[2];
  if (trace > 0) {
    const s = 2 * Math.sqrt(trace + 1);
    return [s / 4, (y[2] - z[1]) / s, (z[0] - x[2]) / s, (x[1] - y[0]) / s];
  }
  if (x[0] >= y[1] && x[0] >= z[2]) {
    const s = 2 * Math.sqrt(Math.max(0, 1 + x[0] - y[1] - z[2]));
    return [(y[2] - z[1]) / s, s / 4, (y[0] + x[1]) / s, (z[0] + x[2]) / s];
  }
  if (y[1] >= z[2]) {
    const s = 2 * Math.sqrt(Math.max(0, 1 + y[1] - x[0] - z[2]));
    return [(z[0] - x[2]) / s, (y[0] + x[1]) / s, s / 4, (z[1] + y[2]) / s];
  }
  const s = 2 * Math.sqrt(Math.max(0, 1 + z[2] - x[0] - y[1]));
  return [(x[1] - y[0]) / s, (z[0] + x[2]) / s, (z[1] + y[2]) / s, s / 4];
}
