/** Two collision shapes that meet by their common volume, wherever their bodies are. */
import type { CollisionShape } from '../built-shape.ts';
import { MeshIntersection } from '../mesh-mesh/mesh-intersection.ts';
import { type PreparedMesh, prepareMesh } from '../mesh-mesh/prepared-mesh.ts';
import { PolygonPair } from '../polyhedra/polygon-pair.ts';
import { facetsOf, onlyFacet } from './facets.ts';
import { FlatCut, type Plane } from './flat-cut.ts';
import { FlatDip } from './flat-dip.ts';
import type { PatchList } from './patch-list.ts';
import { AROUND, addRegions, addRegionsCoarsely, THIN } from './patches.ts';
import { SeparatingAxis } from './separating-axis.ts';
import { solidMesh } from './solid-mesh.ts';
import type { SolidPair } from './solid-pair.ts';

/** Meshes of the shapes, each prepared once. */
export class SolidMeshes {
  private readonly shapes: readonly CollisionShape[];
  private readonly meshes = new Map<number, PreparedMesh>();
  private readonly same = new Map<string, PreparedMesh>();
  private readonly intersections = new Map<PreparedMesh, Map<PreparedMesh, MeshIntersection>>();

  constructor(shapes: readonly CollisionShape[]) {
    this.shapes = shapes;
  }

  /** In the centre-of-mass frame of the shape's body. */
  of(index: number): PreparedMesh {
    let mesh = this.meshes.get(index);
    if (mesh !== undefined) return mesh;
    const { shape, position, rotation } = this.shapes[index];
    // a hundred equal stones share one mesh
    const key = `${JSON.stringify(shape)} ${position.join()} ${rotation.join()}`;
    const same = shape.kind === 'mesh' || shape.kind === 'hull' ? this.same : plain;
    mesh = same.get(key) ?? prepareMesh(solidMesh(this.shapes[index]));
    if (plain.size > MOST_PLAIN) plain.clear();
    same.set(key, mesh);
    this.meshes.set(index, mesh);
    return mesh;
  }

  /** Two meshes against each other; pairs of equal bodies take turns with one. */
  intersection(a: PreparedMesh, b: PreparedMesh): MeshIntersection {
    let others = this.intersections.get(a);
    if (others === undefined) {
      others = new Map();
      this.intersections.set(a, others);
    }
    let found = others.get(b);
    if (found === undefined) {
      found = new MeshIntersection(a, b);
      found.lean = true;
      others.set(b, found);
    }
    return found;
  }

  /** A mesh against planes. */
  cut(mesh: PreparedMesh): Cut {
    let found = cuts.get(mesh);
    if (found === undefined) {
      found = { fine: new FlatCut(mesh), coarse: new FlatDip(mesh) };
      cuts.set(mesh, found);
    }
    return found;
  }
}

/** Boxes, cylinders and spheres are meshed once for all simulations: who runs variants of a model builds the same ones again and again. */
const plain = new Map<string, PreparedMesh>();
const MOST_PLAIN = 64;
const cuts = new WeakMap<PreparedMesh, Cut>();

interface Cut {
  readonly fine: FlatCut;
  readonly coarse: FlatDip;
}

/** What a pair is when one of the two is, or looks to the other like, a half-space. */
interface Flat {
  /** the solid that is cut, and its bodies */
  readonly cut: Cut;
  readonly mesh: PreparedMesh;
  readonly body: number;
  readonly floor: number;
  /** 1: the solid is A of the pair, -1: B */
  readonly sign: number;
}

export class VolumePair implements SolidPair {
  readonly bodyA: number;
  readonly bodyB: number;
  readonly radiusA: number;
  readonly radiusB: number;
  /** whose points were last found around a place of no slip, and that place in the frame of its mesh */
  private around: Flat | undefined;
  private readonly stillAt = new Float64Array(3);
  /** none where one of the two is a half-space; shared with pairs of equal bodies */
  readonly intersection: MeshIntersection | undefined;
  private readonly halfSpace: CollisionShape | undefined;
  private readonly flatA: Flat | undefined;
  private readonly flatB: Flat | undefined;
  private readonly axis: SeparatingAxis | undefined;
  /** made when first asked for: who looks exactly never does */
  private polygons: PolygonPair | undefined;
  private triedPolygons = false;
  /** has A a facet wide enough for all of B, B one for A? */
  private readonly mayFaceA: boolean = false;
  private readonly mayFaceB: boolean = false;
  private readonly plane = new Float64Array(4);
  private readonly box = new Float64Array(6);

  constructor(shapes: readonly CollisionShape[], meshes: SolidMeshes, indexA: number, indexB: number) {
    const a = shapes[indexA];
    const b = shapes[indexB];
    this.bodyA = a.body;
    this.bodyB = b.body;
    const isFlat = ({ shape }: CollisionShape): boolean => shape.kind === 'half-space';
    this.halfSpace = isFlat(a) ? a : isFlat(b) ? b : undefined;
    const flat = (index: number, body: number, floor: number, sign: number): Flat => {
      const mesh = meshes.of(index);
      return { cut: meshes.cut(mesh), mesh, body, floor, sign };
    };
    if (!isFlat(a)) this.flatA = flat(indexA, a.body, b.body, 1);
    if (!isFlat(b)) this.flatB = flat(indexB, b.body, a.body, -1);
    this.radiusA = this.flatA ? reachOf(this.flatA.mesh) : Number.POSITIVE_INFINITY;
    this.radiusB = this.flatB ? reachOf(this.flatB.mesh) : Number.POSITIVE_INFINITY;
    if (this.flatA && this.flatB) {
      this.intersection = meshes.intersection(this.flatA.mesh, this.flatB.mesh);
      this.axis = new SeparatingAxis(this.flatA.mesh, this.flatB.mesh);
      this.mayFaceA = widestFacet(this.flatA.mesh) > this.flatB.mesh.radius / 2;
      this.mayFaceB = widestFacet(this.flatB.mesh) > this.flatA.mesh.radius / 2;
    }
  }

  meet(
    out: PatchList,
    posW: Float64Array,
    rotWB: Float64Array,
    velW: Float64Array,
    most: Float64Array = NOWHERE,
    coarsely = false,
  ): number {
    const { intersection, flatA, flatB, halfSpace, plane } = this;
    this.around = undefined;
    if (halfSpace !== undefined) {
      const { position: p, rotation: q } = halfSpace;
      for (let i = 0; i < 3; i++) plane[i] = q[3 * i + 2];
      plane[3] = plane[0] * p[0] + plane[1] * p[1] + plane[2] * p[2];
      if (flatA) this.addFlat(out, flatA, posW, rotWB, velW, coarsely);
      if (flatB) this.addFlat(out, flatB, posW, rotWB, velW, coarsely);
      return 0;
    }
    if (intersection === undefined || flatA === undefined || flatB === undefined) return 0;
    if (coarsely && !this.triedPolygons) {
      this.triedPolygons = true;
      this.polygons = PolygonPair.of(flatA.mesh, flatB.mesh);
    }
    const { bodyA, bodyB } = this;
    let apart = 0;
    if (most[0] > 0) {
      apart = this.axis?.gap(posW, rotWB, bodyA, bodyB) ?? 0;
      if (apart > 0) return apart;
      const by = coarsely && this.polygons !== undefined ? this.polygons : undefined;
      apart = by
        ? by.gap(posW, rotWB, bodyA, bodyB, most[0])
        : intersection.gapOfBodies(posW, rotWB, bodyA, bodyB, most[0]);
      if (by && apart > 0 && by.isOutside()) return apart;
    }
    const before = out.count;
    // where all that one solid can reach of the other is a single flat face, the other is a half-space to it
    if (this.mayFaceA && this.facing(flatB, flatA, posW, rotWB, coarsely))
      this.addFlat(out, flatB, posW, rotWB, velW, coarsely);
    else if (this.mayFaceB && this.facing(flatA, flatB, posW, rotWB, coarsely))
      this.addFlat(out, flatA, posW, rotWB, velW, coarsely);
    else {
      const done = coarsely && this.polygons?.add(out, posW, rotWB, bodyA, bodyB, THIN, AROUND);
      if (!done && intersection.computeBodies(posW, rotWB, bodyA, bodyB) > 0) {
        if (coarsely) addRegionsCoarsely(out, intersection);
        else addRegions(out, intersection);
      }
    }
    return out.count === before ? apart : 0;
  }

  private addFlat(
    out: PatchList,
    flat: Flat,
    posW: Float64Array,
    rotWB: Float64Array,
    velW: Float64Array,
    coarsely: boolean,
  ): void {
    this.around = coarsely ? undefined : flat;
    cutFlat(out, this.plane, flat, posW, rotWB, velW, coarsely);
    for (let i = 0; i < 3; i++) this.stillAt[i] = still[i];
  }

  slipMoved(posW: Float64Array, rotWB: Float64Array, velW: Float64Array): boolean {
    const { around: flat, stillAt } = this;
    if (flat === undefined) return false;
    placePlane(this.plane, flat, posW, rotWB);
    findStill(flat, posW, rotWB, velW);
    let way = 0;
    for (let i = 0; i < 3; i++) way = Math.max(way, Math.abs(still[i] - stillAt[i]));
    return Number.isNaN(way)
      ? Number.isNaN(still[0]) !== Number.isNaN(stillAt[0])
      : way > SAME_PLACE * flat.mesh.radius;
  }

  /**
   * Is one facet of `other` all of its surface within a box around `solid`? Then behind its plane, as far as the solid
   * reaches, the other is filled: an edge of the facet in the box would bring the facet beyond it. Sets the plane.
   */
  private facing(solid: Flat, other: Flat, posW: Float64Array, rotWB: Float64Array, coarsely: boolean): boolean {
    const { box, plane } = this;
    const s = 9 * solid.body;
    const o = 9 * other.body;
    const { boxes } = solid.mesh.tree;
    const c = solid.mesh.centre;
    const d = other.mesh.centre;
    for (let i = 0; i < 3; i++) {
      box[i] = -d[i];
      box[3 + i] = 0;
      for (let k = 0; k < 3; k++) {
        const r = rotWB[o + 3 * k + i];
        box[i] += r * (posW[3 * solid.body + k] - posW[3 * other.body + k]);
      }
      for (let j = 0; j < 3; j++) {
        const r =
          rotWB[o + i] * rotWB[s + j] + rotWB[o + 3 + i] * rotWB[s + 3 + j] + rotWB[o + 6 + i] * rotWB[s + 6 + j];
        box[i] += r * (c[j] + boxes[j]);
        box[3 + i] += Math.abs(r) * boxes[3 + j];
      }
      box[3 + i] += 1e-13 * (Math.abs(box[i]) + box[3 + i]); // rounding of all this
    }
    const facets = facetsOf(other.mesh);
    const facet = onlyFacet(other.mesh, facets, box);
    if (facet < 0) return false;
    for (let i = 0; i < 3; i++) plane[i] = facets.plane[4 * facet + i];
    const height = facets.plane[4 * facet + 3];
    plane[3] = height + plane[0] * d[0] + plane[1] * d[1] + plane[2] * d[2];
    if (coarsely) return true;
    // and no other facet is nearer to what is below that one: so deep is the box, or at least the solid
    let dip = height;
    for (let i = 0; i < 3; i++) dip += Math.abs(plane[i]) * box[3 + i] - plane[i] * box[i];
    if (dip > 0) for (let i = 0; i < 3; i++) box[3 + i] += dip;
    if (onlyFacet(other.mesh, facets, box) >= 0) return true;
    dip -= deepest(plane, solid, posW, rotWB);
    for (let i = 0; i < 3; i++) box[3 + i] -= dip;
    return onlyFacet(other.mesh, facets, box) >= 0;
  }
}

const widest = new WeakMap<PreparedMesh, number>();

/** [m] no facet reaches farther from its centre. */
function widestFacet(mesh: PreparedMesh): number {
  let most = widest.get(mesh);
  if (most === undefined) {
    most = 0;
    for (const reach of facetsOf(mesh).reach) if (reach > most) most = reach;
    widest.set(mesh, most);
  }
  return most;
}

/** [m] of the mesh's points, from the origin of its frame. */
function reachOf({ centre: c, radius }: PreparedMesh): number {
  return radius + Math.sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
}

const normalW = new Float64Array(3);
const seen = new Float64Array(4);
const NOWHERE = new Float64Array(1);
/** the centre of the mesh at hand */
const centreW = new Float64Array(3);

/** the place where nothing slips, in the frame of the mesh at hand, from its centre; NaN where there is none or it is far away */
const still = new Float64Array(3);
/** Parts of the radius of a mesh: from how far on that place does not matter, how far it may move; nothing slips more slowly [m/s]. */
const FAR = 4;
const SAME_PLACE = 1e-7;
const STANDS = 1e-9;

/** [m] how far a solid reaches below a plane of the other body. */
function deepest(plane: Plane, flat: Flat, posW: Float64Array, rotWB: Float64Array): number {
  const { positions } = flat.mesh;
  placePlane(plane, flat, posW, rotWB);
  let most = 0;
  for (let i = 0; i < positions.length; i += 3) {
    most = Math.max(most, seen[3] - seen[0] * positions[i] - seen[1] * positions[i + 1] - seen[2] * positions[i + 2]);
  }
  return most;
}

/** The plane, fixed in the centre-of-mass frame of the other body (normal, height), seen from the mesh; where the mesh is. */
function placePlane(plane: Plane, { body, floor, mesh }: Flat, posW: Float64Array, rotWB: Float64Array): void {
  const f = 9 * floor;
  const s = 9 * body;
  const c = mesh.centre;
  let height = plane[3];
  for (let i = 0; i < 3; i++) {
    const o = f + 3 * i;
    normalW[i] = rotWB[o] * plane[0] + rotWB[o + 1] * plane[1] + rotWB[o + 2] * plane[2];
    height += normalW[i] * (posW[3 * floor + i] - posW[3 * body + i]);
  }
  for (let i = 0; i < 3; i++) {
    seen[i] = rotWB[s + i] * normalW[0] + rotWB[s + 3 + i] * normalW[1] + rotWB[s + 6 + i] * normalW[2];
    height -= seen[i] * c[i];
  }
  seen[3] = height;
  for (let i = 0; i < 3; i++) {
    const q = s + 3 * i;
    centreW[i] = posW[3 * body + i] + rotWB[q] * c[0] + rotWB[q + 1] * c[1] + rotWB[q + 2] * c[2];
  }
}

/** The solid against a plane. */
function cutFlat(
  out: PatchList,
  plane: Plane,
  flat: Flat,
  posW: Float64Array,
  rotWB: Float64Array,
  velW: Float64Array,
  coarsely: boolean,
): void {
  placePlane(plane, flat, posW, rotWB);
  if (coarsely) {
    flat.cut.coarse.add(out, rotWB, 9 * flat.body, centreW, seen, flat.sign);
    return;
  }
  findStill(flat, posW, rotWB, velW);
  flat.cut.fine.add(out, rotWB, 9 * flat.body, centreW, seen, still, flat.sign);
}

/**
 * Where does the solid, seen from the floor, turn on the spot: with v its velocity at the centre c of the mesh and w its
 * angular velocity, both against the floor, at c + m x v/(m.w).
 */
function findStill({ body, floor, mesh }: Flat, posW: Float64Array, rotWB: Float64Array, velW: Float64Array): void {
  const a = 6 * body;
  const b = 6 * floor;
  const ax = centreW[0] - posW[3 * body];
  const ay = centreW[1] - posW[3 * body + 1];
  const az = centreW[2] - posW[3 * body + 2];
  const bx = centreW[0] - posW[3 * floor];
  const by = centreW[1] - posW[3 * floor + 1];
  const bz = centreW[2] - posW[3 * floor + 2];
  const vx = velW[a] + velW[a + 4] * az - velW[a + 5] * ay - (velW[b] + velW[b + 4] * bz - velW[b + 5] * by);
  const vy = velW[a + 1] + velW[a + 5] * ax - velW[a + 3] * az - (velW[b + 1] + velW[b + 5] * bx - velW[b + 3] * bz);
  const vz = velW[a + 2] + velW[a + 3] * ay - velW[a + 4] * ax - (velW[b + 2] + velW[b + 3] * by - velW[b + 4] * bx);
  const mx = normalW[0];
  const my = normalW[1];
  const mz = normalW[2];
  const turn = mx * (velW[a + 3] - velW[b + 3]) + my * (velW[a + 4] - velW[b + 4]) + mz * (velW[a + 5] - velW[b + 5]);
  const spin = Math.abs(turn) * mesh.radius > STANDS ? turn : 0; // of nothing there is no axis
  const sx = (my * vz - mz * vy) / spin;
  const sy = (mz * vx - mx * vz) / spin;
  const sz = (mx * vy - my * vx) / spin;
  const s = 9 * body;
  for (let i = 0; i < 3; i++) still[i] = rotWB[s + i] * sx + rotWB[s + 3 + i] * sy + rotWB[s + 6 + i] * sz;
  if (!(Math.abs(sx) + Math.abs(sy) + Math.abs(sz) < FAR * mesh.radius)) still.fill(Number.NaN);
}
