/** The bodies of a scene as three.js objects: drawn, hidden, marked, or a ghost of another run. */
import type { SceneryPart } from '@hawser/record';
import { cableOf, pieceOf } from '@hawser/formats/report';
import {
  bodyMaterial,
  floorColour,
  floorMaterial,
  outlineOf,
  place,
  type RopeLook,
  ropeLook,
  spread,
  type Tier,
} from '@hawser/viewer';
import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  LineBasicMaterial,
  LineSegments,
  type Material,
  Mesh,
  MeshBasicMaterial,
  type MeshLambertMaterial,
  type Object3D,
  type Raycaster,
  type Vector3,
  WireframeGeometry,
} from 'three';
import { ownerOf } from '../model/cable-elements.ts';
import type { Scene } from '../run/run-store.ts';

export type Dress = 'drawn' | 'engine' | 'ghost';

export class SceneBodies {
  readonly root: Group = new Group();
  readonly #groups = new Map<string, Group>();
  readonly #edges: LineBasicMaterial;
  readonly #floors: { readonly material: MeshBasicMaterial; readonly colour: Color }[] = [];
  readonly #painted = new Map<string, Material[]>();
  readonly #owned: { dispose(): void }[] = [];
  readonly #ropes = new Map<string, RopeLook>();
  readonly #tier: Tier;
  #tinted = false;

  constructor(scene: Pick<Scene, 'scenery' | 'backdrop'>, dress: Dress, tier: Tier) {
    this.#tier = tier;
    const backdrop = new Set(scene.backdrop);
    this.#edges = new LineBasicMaterial({ transparent: true, opacity: dress === 'ghost' ? 0.25 : 0.5, fog: false });
    for (const body of scene.scenery.bodies) {
      const group = new Group();
      group.name = body.name;
      body.parts.forEach((part, i) => {
        const floor = dress === 'drawn' && backdrop.has(`${body.name}/${i}`);
        if (dress === 'ghost' && backdrop.has(`${body.name}/${i}`)) return;
        this.#addPart(group, body.name, part, floor, dress);
      });
      this.#groups.set(body.name, group);
      this.root.add(group);
    }
  }

  #addPart(group: Group, body: string, part: SceneryPart, floor: boolean, dress: Dress): void {
    const geometry = geometryOf(part);
    const smooth = part.normals.length === part.positions.length && part.normals.length > 0;
    const material = floor ? this.#floor(part) : dressed(part, smooth, dress, this.#tier);
    const mesh = new Mesh(geometry, material);
    // lines are drawn as tubes; picking still finds the piece
    const line = dress === 'drawn' && pieceOf(body) !== undefined;
    mesh.visible = !line || part.name === 'links';
    if (line && !this.#ropes.has(body)) this.#ropes.set(body, ropeLook(geometry, part, false));
    const known = this.#ropes.get(body);
    if (known !== undefined && part.name === 'stripe') this.#ropes.set(body, { ...known, stripe: true });
    mesh.castShadow = dress === 'drawn' && !floor && part.opacity > 0.5 && mesh.visible;
    mesh.receiveShadow = dress === 'drawn' && !floor;
    mesh.userData.body = body;
    mesh.userData.backdrop = floor || dress === 'ghost';
    if (floor) spread(mesh);
    group.add(mesh);
    this.#owned.push(geometry, material);
    if (!floor && dress === 'drawn' && part.name !== 'stripe')
      this.#painted.set(body, [...(this.#painted.get(body) ?? []), material]);
    const rope = cableOf(body) !== undefined; // rings at every element would hide the rope
    const lines =
      floor || rope || line
        ? undefined
        : dress === 'engine'
          ? wires(geometry)
          : outlineOf(geometry, part.indices.length);
    if (lines === undefined) return;
    group.add(new LineSegments(lines, this.#edges));
    this.#owned.push(lines);
  }

  #floor(part: SceneryPart): MeshBasicMaterial {
    const material = floorMaterial(part.opacity);
    this.#floors.push({ material, colour: new Color(part.colour) });
    return material;
  }

  /** Poses of moving bodies, POSE_SIZE numbers each. */
  setPoses(bodies: readonly string[], poses: Float64Array): void {
    for (let i = 0; i < bodies.length; i++) {
      const group = this.#groups.get(bodies[i]);
      if (group !== undefined) place(group, poses.subarray(7 * i, 7 * i + 7));
    }
  }

  find(name: string): Object3D | undefined {
    return this.#groups.get(name);
  }

  get names(): readonly string[] {
    return [...this.#groups.keys()];
  }

  hide(hidden: ReadonlySet<string>): void {
    for (const [name, group] of this.#groups) group.visible = !hidden.has(ownerOf(name));
  }

  /** Highlights bodies and cables. */
  mark(names: ReadonlySet<string>, colour: Color): void {
    for (const [body, materials] of this.#painted) {
      for (const material of materials as MeshLambertMaterial[]) {
        material.emissive.copy(colour);
        material.emissiveIntensity = names.has(ownerOf(body)) ? 0.45 : 0;
      }
    }
  }

  /** Colours of drawn bodies by name; undefined: their own. */
  tint(colours: ReadonlyMap<string, Color> | undefined): void {
    if (colours === undefined && !this.#tinted) return;
    this.#tinted = colours !== undefined;
    for (const [body, materials] of this.#painted) {
      const wanted = colours?.get(body);
      for (const material of materials as MeshLambertMaterial[]) {
        if (wanted === undefined && material.userData.own === undefined) continue;
        material.userData.own ??= material.color.getHex();
        if (wanted === undefined) material.color.setHex(material.userData.own as number);
        else {
          material.color.copy(wanted);
          material.emissiveIntensity = 0; // a light of its own would be a wrong tension
        }
      }
    }
  }

  setTheme(dark: boolean, sky: Color): void {
    for (const { material, colour } of this.#floors) material.color.copy(floorColour(colour, sky, dark));
    this.#edges.color.set(dark ? '#04090c' : '#0e1c24');
  }

  groundColour(): Color | undefined {
    return this.#floors[0]?.material.color;
  }

  /** Upper side of the floors, if there are any. */
  floorHeight(): number | undefined {
    let height: number | undefined;
    this.root.updateMatrixWorld(true);
    this.root.traverse((object) => {
      if (!(object instanceof Mesh) || object.userData.backdrop !== true) return;
      const top = new Box3().setFromObject(object).max.z;
      if (height === undefined || top > height) height = top;
    });
    return height;
  }

  /** How a piece of a line looks; undefined: it is none. */
  ropeLook(piece: string): RopeLook | undefined {
    return this.#ropes.get(piece);
  }

  /** Materials of all but the floors. */
  get materials(): readonly Material[] {
    return [...this.#painted.values()].flat();
  }

  casters(): Mesh[] {
    const found: Mesh[] = [];
    this.root.traverse((object) => {
      if (object instanceof Mesh && object.castShadow) found.push(object);
    });
    return found;
  }

  /** First hit of a ray, without floors and hidden bodies: body and point in the world. */
  hit(caster: Raycaster): { readonly body: string; readonly point: Vector3 } | undefined {
    this.root.updateMatrixWorld(true);
    const meshes = [...this.#groups.values()]
      .filter((group) => group.visible)
      .flatMap((group) => group.children)
      .filter((child) => child instanceof Mesh && child.userData.backdrop !== true);
    const hit = caster.intersectObjects(meshes, false)[0];
    return hit === undefined ? undefined : { body: String(hit.object.userData.body), point: hit.point };
  }

  dispose(): void {
    this.root.removeFromParent();
    for (const owned of this.#owned) owned.dispose();
    this.#edges.dispose();
  }
}

function geometryOf(part: SceneryPart): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(part.positions, 3));
  if (part.normals.length === part.positions.length && part.normals.length > 0) {
    geometry.setAttribute('normal', new BufferAttribute(part.normals, 3));
  }
  geometry.setIndex(new BufferAttribute(part.indices, 1));
  return geometry;
}

function dressed(part: SceneryPart, smooth: boolean, dress: Dress, tier: Tier): Material {
  if (dress === 'drawn') return bodyMaterial(part, smooth, tier);
  const ghost = dress === 'ghost';
  const material = new MeshBasicMaterial({ color: ghost ? '#8aa4b5' : part.colour, fog: false });
  [material.transparent, material.opacity, material.depthWrite] = [true, ghost ? 0.28 : 0.22, false];
  // a ghost where the body is too stays behind it
  const back = ghost ? 6 : 1;
  [material.polygonOffset, material.polygonOffsetFactor, material.polygonOffsetUnits] = [true, back, back];
  return material;
}

function wires(geometry: BufferGeometry): BufferGeometry | undefined {
  return (geometry.index?.count ?? 0) > 60_000 ? undefined : new WireframeGeometry(geometry);
}
