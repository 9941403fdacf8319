/**
 * The regions in which two bodies are in each other, one by one: what Dopico (anchor), ss. 4.3-4.6, calls contact plane,
 * centroid and maximal indentation. contact.a~b sums over a pair; a table on four legs has four of these. Details: they
 * cost an intersection of the meshes a row, so they are recorded only when asked for, as region.*.
 */
import { boxMesh } from '../geometry/index.ts';
import { MeshIntersection, MeshWorkspace, type PreparedMesh, prepareMesh, solidMesh } from '../proximity/index.ts';
import { contactPairs, MOST_LISTED_PAIRS } from './contact-probes.ts';
import { areaContact, pairTouches } from './contact-table.ts';
import { type Probe, scalar, vector } from './probe.ts';
import type { Workspace } from './workspace.ts';

/** More pairs than this get no probes of their own. */
const MOST_LISTED = 100;
/** Regions told of a pair; the count is of all. */
const MOST_REGIONS = 4;

// Numbers of a region.
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
  const touching = w.contacts.any ? contactPairs(model) : [];
  if (touching.length > MOST_LISTED_PAIRS) return probes;
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
  return probes.map((probe) => ({ ...probe, detail: true }));
}

/** Of these shapes of two bodies, the pairs that meet over an area. */
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

/** A solid of a body, or the part of a half-space that the other solid may be in. */
interface Side {
  readonly mesh: PreparedMesh;
  readonly body: number;
  /** in the frame of the body; undefined for solids */
  readonly plane: { readonly position: readonly number[]; readonly rotation: readonly number[] } | undefined;
}

class Regions {
  count = 0;
  /** of the largest ones, 0 where there are fewer */
  readonly numbers: Float64Array = new Float64Array(REGION * MOST_REGIONS);
  private readonly w: Workspace;
  private readonly bodies: readonly [number, number];
  private readonly pairs: readonly { a: Side; b: Side; intersection: MeshIntersection }[];
  /** poses the numbers are of; a row reads them many times */
  private readonly pose: Float64Array = new Float64Array(24).fill(Number.NaN);
  private readonly posA = new Float64Array(3);
  private readonly rotA = new Float64Array(9);
  private readonly posB = new Float64Array(3);
  private readonly rotB = new Float64Array(9);

  constructor(w: Workspace, a: number, b: number, pairs: readonly [number, number][]) {
    this.w = w;
    this.bodies = [a, b];
    const work = new MeshWorkspace(); // of its own: what a step is in the middle of is not disturbed
    const meshes = new Map<number, PreparedMesh>();
    const meshOf = (p: number): PreparedMesh => {
      const mesh = meshes.get(p) ?? prepareMesh(solidMesh(w.model.shapes[p]));
      meshes.set(p, mesh);
      return mesh;
    };
    const side = (p: number, other: number): Side => {
      const placed = w.model.shapes[p];
      if (placed.shape.kind !== 'half-space') return { mesh: meshOf(p), body: placed.body, plane: undefined };
      const { radius } = meshOf(other);
      return { mesh: prepareMesh(boxMesh(8 * radius, 8 * radius, 8 * radius)), body: placed.body, plane: placed };
    };
    this.pairs = pairs.map(([p, q]) => {
      const [one, other] = [side(p, q), side(q, p)];
      return { a: one, b: other, intersection: new MeshIntersection(one.mesh, other.mesh, work) };
    });
  }

  update(): void {
    if (!this.moved()) return;
    const { posA, rotA, posB, rotB } = this;
    this.count = 0;
    this.numbers.fill(0);
    for (const { a, b, intersection } of this.pairs) {
      this.place(posA, rotA, a, b);
      this.place(posB, rotB, b, a);
      intersection.compute(posA, rotA, posB, rotB);
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

  /** Solids where their bodies are; of a half-space the block whose top is under the other solid, or that is all around it. */
  private place(pos: Float64Array, rot: Float64Array, side: Side, other: Side): void {
    const { position, rotation } = this.w;
    const { body, plane } = side;
    for (let k = 0; k < 3; k++) pos[k] = position[3 * body + k];
    for (let k = 0; k < 9; k++) rot[k] = rotation[9 * body + k];
    if (plane === undefined) return;
    for (let i = 0; i < 3; i++) {
      const o = 9 * body + 3 * i;
      for (let k = 0; k < 3; k++) {
        pos[i] += rotation[o + k] * plane.position[k];
        rot[3 * i + k] = 0;
        for (let j = 0; j < 3; j++) rot[3 * i + k] += rotation[o + j] * plane.rotation[3 * j + k];
      }
    }
    const { centre, radius } = other.mesh;
    const { body: near } = other;
    let height = 0; // of the other solid's centre over the plane
    const away = [0, 0, 0];
    for (let i = 0; i < 3; i++) {
      const o = 9 * near + 3 * i;
      away[i] = position[3 * near + i] - pos[i];
      for (let k = 0; k < 3; k++) away[i] += rotation[o + k] * centre[k];
      height += rot[3 * i + 2] * away[i];
    }
    const down = Math.max(0, -height - 2 * radius) + 4 * radius;
    for (let i = 0; i < 3; i++) pos[i] += away[i] - (height + down) * rot[3 * i + 2];
  }

  /** Into the list, which is by falling volume. */
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
