/** The bodies as three.js objects. */
import { asFloats, decodeColumns, type PackedMesh, type PackedPart, pieceOf } from '@hawser/formats/report';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  type Object3D,
} from 'three';
import { blob, type RunData } from '../data.ts';
import type { Poses } from './poses.ts';
import type { Tier } from './quality.ts';
import type { RopeLook } from './ropes.ts';

/** Largest mesh with drawn edges; those of larger meshes would hide the shape. */
const MAX_EDGED_INDICES = 30_000;
const SHARP_DEGREES = 28;

export class Bodies {
  readonly root: Group = new Group();
  readonly #groups: { readonly group: Group; readonly track: number; readonly name: string }[] = [];
  readonly #poses: Poses;
  readonly #edges: LineBasicMaterial;
  readonly #backdrops: { readonly material: MeshBasicMaterial; readonly colour: Color }[] = [];
  readonly #scratch = new Float64Array(7);
  readonly #ropes = new Map<string, RopeLook>();
  readonly #materials: Material[] = [];

  constructor(data: RunData, poses: Poses, tier: Tier) {
    this.#poses = poses;
    this.#edges = new LineBasicMaterial({ color: '#0e1c24', transparent: true, opacity: 0.5, fog: false });
    const geometries = data.document.meshes.map(geometryOf);
    const outlines = geometries.map((geometry, i) => outlineOf(geometry, data.document.meshes[i].indices));
    for (const body of data.document.bodies) {
      const group = new Group();
      group.name = body.name;
      const piece = pieceOf(body.name) !== undefined;
      if (piece) {
        const stripe = body.parts.some(({ role }) => role === 'stripe');
        this.#ropes.set(body.name, ropeLook(geometries[body.parts[0].mesh], body.parts[0], stripe));
      }
      for (const part of body.parts) {
        const material = part.backdrop
          ? this.#backdrop(part)
          : bodyMaterial(part, data.document.meshes[part.mesh].normals, tier);
        const mesh = new Mesh(geometries[part.mesh], material);
        mesh.castShadow = !part.backdrop && part.opacity > 0.5;
        mesh.receiveShadow = !part.backdrop; // the ground plane shows it instead
        mesh.userData.body = body.name;
        mesh.userData.backdrop = part.backdrop;
        if (piece && part.role !== 'links') {
          mesh.visible = false; // the tube is visible instead; picking still finds the piece
          mesh.castShadow = false;
        }
        if (part.backdrop) spread(mesh);
        else this.#materials.push(material);
        group.add(mesh);
        const outline = outlines[part.mesh];
        if (outline !== undefined && !part.backdrop && !piece) group.add(new LineSegments(outline, this.#edges));
      }
      place(group, body.pose);
      this.#groups.push({ group, track: body.track, name: body.name });
      this.root.add(group);
    }
  }

  setTime(t: number): void {
    for (const { group, track } of this.#groups) {
      if (track < 0) continue;
      this.#poses.read(this.#scratch, track, t);
      place(group, this.#scratch);
    }
  }

  setTheme(dark: boolean, sky: Color): void {
    for (const { material, colour } of this.#backdrops) material.color.copy(floorColour(colour, sky, dark));
    this.#edges.color.set(dark ? '#04090c' : '#0e1c24');
    this.#edges.opacity = dark ? 0.65 : 0.5;
  }

  /** Meshes that cast a shadow. */
  casters(): Mesh[] {
    const found: Mesh[] = [];
    this.root.traverse((object) => {
      if (object instanceof Mesh && object.castShadow) found.push(object);
    });
    return found;
  }

  /** Appearance of a piece of a line; undefined: it is none. */
  ropeLook(piece: string): RopeLook | undefined {
    return this.#ropes.get(piece);
  }

  /** Materials of all but the floors. */
  get materials(): readonly Material[] {
    return this.#materials;
  }

  /** Poses of pieces of lines at t, seven numbers each, for the ropes. */
  pieces(out: Float64Array, t: number): void {
    let o = 0;
    for (const { group, track, name } of this.#groups) {
      if (!this.#ropes.has(name)) continue;
      if (track >= 0) {
        this.#poses.read(this.#scratch, track, t);
        out.set(this.#scratch, o);
      } else {
        const { position, quaternion } = group;
        out.set([position.x, position.y, position.z, quaternion.w, quaternion.x, quaternion.y, quaternion.z], o);
      }
      o += 7;
    }
  }

  /** Names of the pieces of lines, in the order of `pieces`. */
  get pieceNames(): readonly string[] {
    return this.#groups.flatMap(({ name }) => (this.#ropes.has(name) ? [name] : []));
  }

  /** Colour of the floor as drawn, if there is one. */
  groundColour(): Color | undefined {
    return this.#backdrops[0]?.material.color;
  }

  #backdrop(part: PackedPart): MeshBasicMaterial {
    const material = floorMaterial(part.opacity);
    this.#backdrops.push({ material, colour: new Color(part.colour) });
    return material;
  }

  /** The object of a body, to follow it or to hang axes on it. */
  find(name: string): Group | undefined {
    return this.#groups.find((entry) => entry.name === name)?.group;
  }

  /** Objects of the bodies that move. */
  moving(): Group[] {
    return this.#groups.filter((entry) => entry.track >= 0).map((entry) => entry.group);
  }
}

/** A piece of a line, from its drawn rod with axis z. */
export function ropeLook(
  geometry: BufferGeometry,
  part: { readonly colour: string; readonly role?: string; readonly name?: string },
  stripe: boolean,
): RopeLook {
  geometry.computeBoundingBox();
  const max = geometry.boundingBox?.max;
  const links = part.role === 'links' || part.name === 'links';
  return { radius: max?.y ?? 0, length: 2 * (max?.z ?? 0), colour: part.colour, links, stripe };
}

/** Sharp edges of a geometry; undefined where there would be too many of them. */
export function outlineOf(geometry: BufferGeometry, indices: number): EdgesGeometry | undefined {
  return indices <= MAX_EDGED_INDICES ? new EdgesGeometry(geometry, SHARP_DEGREES) : undefined;
}

/** A floor: a hint of its colour mixed with the sky, so that it stays in the background. */
export function floorMaterial(opacity: number): MeshBasicMaterial {
  return new MeshBasicMaterial({
    transparent: opacity < 1,
    opacity,
    side: DoubleSide,
    polygonOffset: true, // grid lines and shadows lie on it and must win
    polygonOffsetFactor: 2,
    polygonOffsetUnits: 2,
  });
}

/** Colour of a floor under this sky. */
export function floorColour(own: Color, sky: Color, dark: boolean): Color {
  return sky.clone().lerp(own, dark ? 0.03 : 0.35);
}

/** A level floor is drawn larger than it is, so that its edges fade in the distance. */
const FLOOR_TIMES = 6;

export function spread(mesh: Mesh): void {
  mesh.geometry.computeBoundingBox();
  const box = mesh.geometry.boundingBox;
  if (box === null || box.max.z - box.min.z > 1e-6 * Math.max(box.max.x - box.min.x, box.max.y - box.min.y)) return;
  mesh.scale.set(FLOOR_TIMES, FLOOR_TIMES, 1);
  const [x, y] = [(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2];
  mesh.position.set(x * (1 - FLOOR_TIMES), y * (1 - FLOOR_TIMES), 0); // about its own middle
}

/** Moves an object to a pose x y z, w x y z. */
export function place(group: Object3D, pose: ArrayLike<number>): void {
  group.position.set(pose[0], pose[1], pose[2]);
  group.quaternion.set(pose[4], pose[5], pose[6], pose[3]); // three keeps w last
}

function geometryOf(mesh: PackedMesh): BufferGeometry {
  const n = mesh.vertices;
  const lengths = [n, n, n, ...(mesh.normals ? [n, n, n] : []), mesh.indices];
  const words = decodeColumns(blob(mesh.blob), lengths);
  const triples = (first: number): BufferAttribute => {
    const columns = [asFloats(words[first]), asFloats(words[first + 1]), asFloats(words[first + 2])];
    const flat = new Float32Array(3 * n);
    for (let i = 0; i < 3 * n; i++) flat[i] = columns[i % 3][(i / 3) | 0];
    return new BufferAttribute(flat, 3);
  };
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', triples(0));
  if (mesh.normals) geometry.setAttribute('normal', triples(3));
  geometry.setIndex(new BufferAttribute(words[words.length - 1], 1));
  return geometry;
}

/** Material: painted metal in the full tier, plain in the lite one. */
export function bodyMaterial(
  part: { readonly colour: string; readonly opacity: number },
  smooth: boolean,
  tier: Tier,
): Material {
  const common = {
    color: new Color(part.colour),
    flatShading: !smooth,
    transparent: part.opacity < 1,
    opacity: part.opacity,
    side: DoubleSide,
    fog: false, // only floor and grid melt into the distance
    polygonOffset: true, // edges lie on faces and must win
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  };
  return tier === 'full'
    ? new MeshStandardMaterial({ ...common, roughness: 0.72, metalness: 0.05 })
    : new MeshLambertMaterial(common);
}
