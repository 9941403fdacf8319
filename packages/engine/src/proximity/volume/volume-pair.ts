/** Two collision shapes that meet by their common volume, at any poses of their bodies. */
import { type PreparedMesh, solidOf } from '../../geometry/index.ts';
import type { CollisionShape } from '../built-shape.ts';
import { PairPose } from '../pair-pose.ts';
import { MeshIntersection } from '../mesh-mesh/mesh-intersection.ts';
import { PolygonPair } from '../polyhedra/polygon-pair.ts';
import { facetsOf, onlyFacet } from './facets.ts';
import { FlatCut, type Plane } from './flat-cut.ts';
import { FlatDip } from './flat-dip.ts';
import type { PatchList } from './patch-list.ts';
import { AROUND, addRegions, addRegionsCoarsely, THIN } from './patches.ts';
import { SeparatingAxis } from './separating-axis.ts';
import type { SolidPair } from './solid-pair.ts';

/**
 * Number of pairs of boxes that the search for a gap may open, so that it costs about as much as an intersection test. The search pays
 * where solids stay close for long, and costs ten tests where they are about to touch; the limit doubles whenever a test found no contact.
 */
const TRIALS = 64;
const MOST_TRIALS = 1e6;

/** Data shared by pairs of the same meshes. */
export class SolidMeshes {
  private readonly intersections = new Map<PreparedMesh, Map<PreparedMesh, MeshIntersection>>();

  /** Two meshes against each other; pairs of equal bodies use one in turn. */
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

const cuts = new WeakMap<PreparedMesh, Cut>();

interface Cut {
  readonly fine: FlatCut;
  readonly coarse: FlatDip;
}

/** A pair in which one solid is a half-space, or acts as one on the other. */
interface Flat {
  /** the solid that is cut, its body and that of the floor */
  readonly cut: Cut;
  readonly mesh: PreparedMesh;
  readonly body: number;
  readonly floor: number;
  /** of the pair: 0 A, 1 B */
  readonly side: number;
  /** 1: the solid is A of the pair, -1: B */
  readonly sign: number;
}

export class VolumePair implements SolidPair {
  readonly bodyA: number;
  readonly bodyB: number;
  readonly radiusA: number;
  readonly radiusB: number;
  readonly thins: boolean = true;
  /** solid whose points were last computed around a point without slip, and that point in the frame of its mesh */
  private around: Flat | undefined;
  private readonly stillAt = new Float64Array(3);
  /** the solid last found below the plane of the other */
  private dipped: Flat | undefined;
  /** undefined where one of the two is a half-space; shared with pairs of equal bodies */
  readonly intersection: MeshIntersection | undefined;
  private readonly onHalfSpace: boolean;
  private readonly flatA: Flat | undefined;
  private readonly flatB: Flat | undefined;
  private readonly axis: SeparatingAxis | undefined;
  /** made on first use: exact computations never use it */
  private polygons: PolygonPair | undefined;
  private triedPolygons = false;
  /** true: A has a facet wide enough for all of B; B has one for A */
  private readonly mayFaceA: boolean = false;
  private readonly mayFaceB: boolean = false;
  /** of a face of the other shape, along its axes: normal, height over the centre of mass of its body */
  private readonly plane = new Float64Array(4);
  private trials = TRIALS;
  private readonly box = new Float64Array(6);
  private readonly pose: PairPose;

  constructor(a: CollisionShape, b: CollisionShape, meshes: SolidMeshes) {
    this.bodyA = a.body;
    this.bodyB = b.body;
    const isFlat = ({ shape }: CollisionShape): boolean => shape.kind === 'half-space';
    this.onHalfSpace = isFlat(a) || isFlat(b);
    const flat = ({ shape, body }: CollisionShape, floor: number, side: number): Flat => {
      const { mesh } = solidOf(shape);
      return { cut: meshes.cut(mesh), mesh, body, floor, side, sign: 1 - 2 * side };
    };
    if (!isFlat(a)) this.flatA = flat(a, b.body, 0);
    if (!isFlat(b)) this.flatB = flat(b, a.body, 1);
    this.pose = new PairPose(a, b, this.flatA?.mesh.centre, this.flatB?.mesh.centre);
    this.radiusA = this.flatA ? this.pose.reach(0) + this.flatA.mesh.radius : Number.POSITIVE_INFINITY;
    this.radiusB = this.flatB ? this.pose.reach(1) + this.flatB.mesh.radius : Number.POSITIVE_INFINITY;
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
  ): void {
    const { intersection, flatA, flatB, plane } = this;
    const { pose } = this;
    pose.place(posW, rotWB);
    this.around = undefined;
    this.dipped = undefined;
    out.apart = 0;
    if (this.onHalfSpace) {
      plane.fill(0);
      plane[2] = 1;
      plane[3] = pose.centre[flatA ? 5 : 2];
      if (flatA) this.addFlat(out, flatA, posW, velW, coarsely);
      if (flatB) this.addFlat(out, flatB, posW, velW, coarsely);
      return;
    }
    if (intersection === undefined || flatA === undefined || flatB === undefined) return;
    if (coarsely && !this.triedPolygons) {
      this.triedPolygons = true;
      this.polygons = PolygonPair.of(flatA.mesh, flatB.mesh);
    }
    let apart = 0;
    if (most[0] > 0) {
      apart = this.axis?.gap(pose) ?? 0;
      out.apart = apart;
      if (apart > 0) return;
      const by = coarsely && this.polygons !== undefined ? this.polygons : undefined;
      apart = by ? by.gap(pose, most[0], this.trials) : intersection.gapAt(pose, most[0], this.trials);
      out.apart = apart;
      if (by && apart > 0 && by.isOutside()) return;
    }
    const before = out.count;
    // where one solid can reach only a single flat face of the other, the other acts as a half-space
    if (this.mayFaceA && this.facing(flatB, flatA, coarsely)) this.addFlat(out, flatB, posW, velW, coarsely);
    else if (this.mayFaceB && this.facing(flatA, flatB, coarsely)) this.addFlat(out, flatA, posW, velW, coarsely);
    else {
      const done = coarsely && this.polygons?.add(out, pose, THIN, AROUND);
      if (!done && intersection.computeAt(pose) > 0) {
        if (coarsely) addRegionsCoarsely(out, intersection);
        else addRegions(out, intersection);
      }
    }
    if (out.count > before) {
      this.trials = TRIALS;
      out.apart = 0;
    } else if (apart === 0 && this.trials < MOST_TRIALS) this.trials *= 2;
  }

  /** A solid against the plane of the other; velocities and centres of mass of the bodies determine where it slips. */
  private addFlat(out: PatchList, flat: Flat, posW: Float64Array, velW: Float64Array, coarsely: boolean): void {
    this.around = coarsely ? undefined : flat;
    this.dipped = flat;
    const { rot } = this.pose;
    placePlane(this.plane, flat, this.pose);
    if (coarsely) {
      flat.cut.coarse.add(out, rot, 9 * flat.side, centreW, seen, flat.sign);
      return;
    }
    findStill(flat, posW, rot, velW);
    flat.cut.fine.add(out, rot, 9 * flat.side, centreW, seen, still, flat.sign);
    for (let i = 0; i < 3; i++) this.stillAt[i] = still[i];
  }

  /** Of a solid that is a half-space to the other, or has one flat face for it: pieces of its facets, at which the depth is that below the plane. */
  drawnFacesOf(patch: number): Float64Array | undefined {
    const { dipped: flat, pose } = this;
    if (flat === undefined || patch !== 0) return undefined;
    placePlane(this.plane, flat, pose);
    const faces = Float64Array.from(flat.cut.fine.facesBelow(seen));
    const r = 9 * flat.side;
    const { rot } = pose;
    for (let at = 0; at < faces.length; at += 1 + 4 * faces[at]) {
      for (let o = at + 1; o < at + 1 + 4 * faces[at]; o += 4) {
        const [x, y, z] = [faces[o], faces[o + 1], faces[o + 2]];
        for (let i = 0; i < 3; i++) {
          faces[o + i] = centreW[i] + rot[r + 3 * i] * x + rot[r + 3 * i + 1] * y + rot[r + 3 * i + 2] * z;
        }
      }
    }
    return faces.length > 0 ? faces : undefined;
  }

  slipMoved(posW: Float64Array, rotWB: Float64Array, velW: Float64Array): boolean {
    const { around: flat, stillAt } = this;
    if (flat === undefined) return false;
    this.pose.place(posW, rotWB);
    placePlane(this.plane, flat, this.pose);
    findStill(flat, posW, this.pose.rot, velW);
    let way = 0;
    for (let i = 0; i < 3; i++) way = Math.max(way, Math.abs(still[i] - stillAt[i]));
    return Number.isNaN(way)
      ? Number.isNaN(still[0]) !== Number.isNaN(stillAt[0])
      : way > SAME_PLACE * flat.mesh.radius;
  }

  /**
   * Is one facet of `other` all of its surface within a box around `solid`? Then the other is solid behind its plane as far as the first
   * reaches: an edge of the facet inside the box would bring the neighbouring facet into the box. Sets the plane.
   */
  private facing(solid: Flat, other: Flat, coarsely: boolean): boolean {
    const { box, plane } = this;
    const { pos, rot, centre: c } = this.pose;
    const s = 9 * solid.side;
    const o = 9 * other.side;
    const from = 3 * solid.side;
    const to = 3 * other.side;
    const { boxes } = solid.mesh.tree;
    for (let i = 0; i < 3; i++) {
      box[i] = -c[to + i];
      box[3 + i] = 0;
      for (let k = 0; k < 3; k++) {
        const r = rot[o + 3 * k + i];
        box[i] += r * (pos[from + k] - pos[to + k]);
      }
      for (let j = 0; j < 3; j++) {
        const r = rot[o + i] * rot[s + j] + rot[o + 3 + i] * rot[s + 3 + j] + rot[o + 6 + i] * rot[s + 6 + j];
        box[i] += r * (c[from + j] + boxes[j]);
        box[3 + i] += Math.abs(r) * boxes[3 + j];
      }
      box[3 + i] += 1e-13 * (Math.abs(box[i]) + box[3 + i]); // rounding of all this
    }
    const facets = facetsOf(other.mesh);
    const facet = onlyFacet(other.mesh, facets, box);
    if (facet < 0) return false;
    for (let i = 0; i < 3; i++) plane[i] = facets.plane[4 * facet + i];
    const height = facets.plane[4 * facet + 3];
    plane[3] = height + plane[0] * c[to] + plane[1] * c[to + 1] + plane[2] * c[to + 2];
    if (coarsely) return true;
    // and no other facet is nearer to the part below that one, to the depth of the box or of the solid
    let dip = height;
    for (let i = 0; i < 3; i++) dip += Math.abs(plane[i]) * box[3 + i] - plane[i] * box[i];
    if (dip > 0) for (let i = 0; i < 3; i++) box[3 + i] += dip;
    if (onlyFacet(other.mesh, facets, box) >= 0) return true;
    dip -= deepest(plane, solid, this.pose);
    for (let i = 0; i < 3; i++) box[3 + i] -= dip;
    return onlyFacet(other.mesh, facets, box) >= 0;
  }
}

const widest = new WeakMap<PreparedMesh, number>();

/** [m] largest reach of a facet from its centre. */
function widestFacet(mesh: PreparedMesh): number {
  let most = widest.get(mesh);
  if (most === undefined) {
    most = 0;
    for (const reach of facetsOf(mesh).reach) if (reach > most) most = reach;
    widest.set(mesh, most);
  }
  return most;
}

const normalW = new Float64Array(3);
const seen = new Float64Array(4);
const NOWHERE = new Float64Array(1);
/** the centre of the present mesh */
const centreW = new Float64Array(3);

/** the point without slip, in the frame of the present mesh, from its centre; NaN where there is none or it is far away */
const still = new Float64Array(3);
/**
 * As parts of the radius of a mesh: distance beyond which that point is irrelevant, and its allowed motion; speed below which nothing slips
 * [m/s].
 */
const FAR = 4;
const SAME_PLACE = 1e-7;
const STANDS = 1e-9;

/** [m] depth of a solid below a plane of the other body. */
function deepest(plane: Plane, flat: Flat, pose: PairPose): number {
  const { positions } = flat.mesh;
  placePlane(plane, flat, pose);
  let most = 0;
  for (let i = 0; i < positions.length; i += 3) {
    most = Math.max(most, seen[3] - seen[0] * positions[i] - seen[1] * positions[i + 1] - seen[2] * positions[i + 2]);
  }
  return most;
}

/**
 * The plane, fixed to the other shape (normal along its axes, height over the centre of mass of its body), in the frame of the mesh; and
 * the position of the mesh.
 */
function placePlane(plane: Plane, { side }: Flat, { pos, rot, centre: c }: PairPose): void {
  const floor = 1 - side;
  const f = 9 * floor;
  const s = 9 * side;
  const o = 3 * side;
  let height = plane[3];
  for (let i = 0; i < 3; i++) {
    const r = f + 3 * i;
    normalW[i] = rot[r] * plane[0] + rot[r + 1] * plane[1] + rot[r + 2] * plane[2];
    height += normalW[i] * (pos[3 * floor + i] - pos[3 * side + i]);
  }
  for (let i = 0; i < 3; i++) {
    seen[i] = rot[s + i] * normalW[0] + rot[s + 3 + i] * normalW[1] + rot[s + 6 + i] * normalW[2];
    height -= seen[i] * c[o + i];
  }
  seen[3] = height;
  for (let i = 0; i < 3; i++) {
    const q = s + 3 * i;
    centreW[i] = pos[3 * side + i] + rot[q] * c[o] + rot[q + 1] * c[o + 1] + rot[q + 2] * c[o + 2];
  }
}

/**
 * Point about which the solid rotates relative to the floor: with v its velocity at the centre c of the mesh and w its angular velocity,
 * both relative to the floor, it is c + m x v/(m.w). posW: centres of mass; rot: of the two shapes.
 */
function findStill({ body, floor, side, mesh }: Flat, posW: Float64Array, rot: Float64Array, velW: Float64Array): void {
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
  const spin = Math.abs(turn) * mesh.radius > STANDS ? turn : 0; // without rotation there is no axis
  const sx = (my * vz - mz * vy) / spin;
  const sy = (mz * vx - mx * vz) / spin;
  const sz = (mx * vy - my * vx) / spin;
  const s = 9 * side;
  for (let i = 0; i < 3; i++) still[i] = rot[s + i] * sx + rot[s + 3 + i] * sy + rot[s + 6 + i] * sz;
  if (!(Math.abs(sx) + Math.abs(sy) + Math.abs(sz) < FAR * mesh.radius)) still.fill(Number.NaN);
}
