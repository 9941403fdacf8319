/**
 * The separate regions in which two bodies overlap, with contact plane, centroid and maximal indentation (Dopico (anchor), ss. 4.3-4.6).
 * contact.a~b sums over a pair; a table on four legs has four regions. They cost an intersection of the meshes for each row, so they are
 * recorded only on request, as region.*.
 */
import { boxMesh, type PreparedMesh, prepareMesh, solidOf } from '../geometry/index.ts';
import {
  type CollisionShape,
  MeshIntersection,
  MeshWorkspace,
  PairPose,
  type PlacedMeshes,
} from '../proximity/index.ts';
import { listedPairs } from './contact-probes.ts';
import { areaContact, pairTouches } from '../contacts/index.ts';
import { marked, type Probe, scalar, vector } from '../base/index.ts';
import type { Workspace } from '../stage/index.ts';

/** Largest number of pairs with probes. */
const MOST_LISTED = 100;
/** Number of regions reported for a pair; the count covers all. */
const MOST_REGIONS = 4;

// Offsets of the numbers of a region.
const VOLUME = 0; // [m^3]
const AREA = 1; // [m^2] size of the vector area
const DEPTH = 2; // [m]
const CENTROID = 3; // 3..5 [m] of the volume
const POINT = 6; // 6..8 [m] of the contact plane
const NORMAL = 9; // 9..11 from a to b
const REGION = 12;

/** region.a~b: count; region.a~b.1 to 4, by falling volume: volume, area, depth, centroid, point, normal */
export function regionProbes(w: Workspace): Probe[] {
  const { model } = w;
  const nameOf = (slot: number): string => model.spec.bodies[model.bodyOfSlot[slot]].name;
  const probes: Probe[] = [];
  const touching = w.contacts.any ? listedPairs(model) : [];
  const shapesOf = new Map<number, number[]>();
  model.shapes.forEach(({ body }, p) => {
    shapesOf.set(body, [...(shapesOf.get(body) ?? []), p]);
  });
  let listed = 0;
  for (const [a, b] of touching) {
    const pairs = shapePairs(w, shapesOf.get(a) ?? [], shapesOf.get(b) ?? []);
    if (pairs.length === 0) continue;
    if (++listed > MOST_LISTED) break;
    probes.push(...pairProbes(w, `region.${nameOf(a)}~${nameOf(b)}`, a, b, pairs));
  }
  return probes.map((probe) => marked(probe, { detail: true, dear: true, within: 'motion' }));
}

/** The pairs among these shapes of two bodies that meet over an area. */
function shapePairs({ model }: Workspace, ofA: readonly number[], ofB: readonly number[]): [number, number][] {
  return ofA.flatMap((p) =>
    ofB.flatMap((q): [number, number][] => {
      const { body: a } = model.shapes[p];
      const { body: b } = model.shapes[q];
      const meet = model.mayTouch(a, b, p, q) && pairTouches(model, p, q) && areaContact(model, p, q) !== undefined;
      return meet ? [[p, q]] : [];
    }),
  );
}

function pairProbes(w: Workspace, of: string, a: number, b: number, pairs: readonly [number, number][]): Probe[] {
  let made: Regions | undefined;
  const now = (): Regions => {
    made ??= new Regions(w, a, b, pairs);
    made.update();
    return made;
  };
  const probes: Probe[] = [scalar(`${of}.count`, '1', () => now().count)];
  for (let i = 0; i < MOST_REGIONS; i++) {
    const from = REGION * i;
    const one = (field: string, unit: string, at: number): Probe =>
      scalar(`${of}.${i + 1}.${field}`, unit, () => now().numbers[from + at]);
    const three = (field: string, unit: string, at: number): Probe =>
      vector(`${of}.${i + 1}.${field}`, unit, (out, o) => {
        const { numbers } = now();
        for (let k = 0; k < 3; k++) out[o + k] = numbers[from + at + k];
      });
    probes.push(
      one('volume', 'm^3', VOLUME),
      one('area', 'm^2', AREA),
      one('depth', 'm', DEPTH),
      three('centroid', 'm', CENTROID),
      three('point', 'm', POINT),
      three('normal', '1', NORMAL),
    );
  }
  return probes;
}

/** Two shapes. A half-space is replaced by the block of it that the other shape can reach. */
interface ShapePair {
  readonly pose: PairPose;
  readonly intersection: MeshIntersection;
  /** 0 A, 1 B; -1: none is a half-space */
  readonly floor: number;
  /** as in the pose; for a half-space, those of the block */
  readonly placed: PlacedMeshes;
}

class Regions {
  count = 0;
  /** numbers of the largest regions, 0 where there are fewer */
  readonly numbers: Float64Array = new Float64Array(REGION * MOST_REGIONS);
  private readonly w: Workspace;
  private readonly bodies: readonly [number, number];
  private readonly pairs: readonly ShapePair[];
  /** poses for which the numbers hold; a row reads them many times */
  private readonly pose: Float64Array = new Float64Array(24).fill(Number.NaN);

  constructor(w: Workspace, a: number, b: number, pairs: readonly [number, number][]) {
    this.w = w;
    this.bodies = [a, b];
    const work = new MeshWorkspace(); // a separate workspace: a step under way is not disturbed
    const meshOf = ({ shape }: CollisionShape, other: CollisionShape): PreparedMesh => {
      if (shape.kind !== 'half-space') return solidOf(shape).mesh;
      const edge = 8 * solidOf(other.shape).mesh.radius;
      return prepareMesh(boxMesh(edge, edge, edge));
    };
    this.pairs = pairs.map(([p, q]) => {
      const [one, other] = [w.model.shapes[p], w.model.shapes[q]];
      const [meshA, meshB] = [meshOf(one, other), meshOf(other, one)];
      const floor = one.shape.kind === 'half-space' ? 0 : other.shape.kind === 'half-space' ? 1 : -1;
      const pose = new PairPose(one, other, meshA.centre, meshB.centre);
      const centre = pose.centre.slice();
      if (floor >= 0) centre.fill(0, 3 * floor, 3 * floor + 3);
      const placed = { pos: pose.pos, rot: pose.rot, centre };
      return { pose, intersection: new MeshIntersection(meshA, meshB, work), floor, placed };
    });
  }

  update(): void {
    if (!this.moved()) return;
    this.count = 0;
    this.numbers.fill(0);
    for (const pair of this.pairs) {
      const { intersection } = pair;
      pair.pose.place(this.w.position, this.w.rotation);
      if (pair.floor >= 0) placeFloor(pair);
      intersection.computeAt(pair.placed);
      for (let r = 0; r < intersection.count; r++) this.take(intersection, r);
      this.count += intersection.count;
    }
  }

  private moved(): boolean {
    const { pose, w } = this;
    let same = true;
    for (let s = 0; s < 2; s++) {
      const body = this.bodies[s];
      for (let k = 0; k < 12; k++) {
        const now = k < 3 ? w.position[3 * body + k] : w.rotation[9 * body + k - 3];
        if (pose[12 * s + k] !== now) same = false;
        pose[12 * s + k] = now;
      }
    }
    return !same;
  }

  /** Inserts a region into the list, sorted by falling volume. */
  private take({ regions, originW }: MeshIntersection, r: number): void {
    const { numbers: n } = this;
    const volume = regions.volume[r];
    let i = MOST_REGIONS;
    while (i > 0 && n[REGION * (i - 1) + VOLUME] < volume) i--;
    if (i === MOST_REGIONS) return;
    const o = REGION * i;
    n.copyWithin(o + REGION, o, REGION * (MOST_REGIONS - 1));
    const { vectorArea: s } = regions;
    n[o + VOLUME] = volume;
    n[o + AREA] = Math.sqrt(s[3 * r] * s[3 * r] + s[3 * r + 1] * s[3 * r + 1] + s[3 * r + 2] * s[3 * r + 2]);
    n[o + DEPTH] = regions.depthA[r] + regions.depthB[r];
    for (let k = 0; k < 3; k++) {
      n[o + CENTROID + k] = originW[k] + regions.centroid[3 * r + k];
      n[o + POINT + k] = originW[k] + regions.point[3 * r + k];
      n[o + NORMAL + k] = regions.normal[3 * r + k];
    }
  }
}

/** The block that represents a half-space: its top lies under the other solid, or it surrounds it. */
function placeFloor({ pose: { pos, rot, centre }, intersection: { meshA, meshB }, floor }: ShapePair): void {
  const f = 3 * floor;
  const s = 3 - f;
  const { radius } = floor === 0 ? meshB : meshA;
  let height = 0; // height of the other solid's centre over the plane
  const at = [0, 0, 0]; // that centre
  for (let i = 0; i < 3; i++) {
    let inPlane = pos[f + i];
    at[i] = pos[s + i];
    for (let k = 0; k < 3; k++) {
      at[i] += rot[3 * s + 3 * i + k] * centre[s + k];
      inPlane += rot[3 * f + 3 * i + k] * centre[f + k];
    }
    height += rot[3 * f + 3 * i + 2] * (at[i] - inPlane);
  }
  const down = Math.max(0, -height - 2 * radius) + 4 * radius;
  for (let i = 0; i < 3; i++) pos[f + i] = at[i] - (height + down) * rot[3 * f + 3 * i + 2];
}
