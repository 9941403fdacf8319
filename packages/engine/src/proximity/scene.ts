/**
 * All collision shapes of a model and the search for their contacts, once in each step at the poses of its start: broad phase, list of
 * pairs, one query for each pair. Its elements stay valid for the step (element.ts).
 */
import { at, Effort, effortFor, FOR_PAIR, GrowableInt32, LOOKS } from '../base/index.ts';
import { solidOf } from '../geometry/index.ts';
import { moveToBodies } from './body-frames.ts';
import { BroadPhase } from './broad-phase.ts';
import { type BuiltShape, buildShapes, type CollisionShape, MESH } from './built-shape.ts';
import type { ContactSet } from './contact-set.ts';
import { PairList } from './pair-list.ts';
import { meetShapes } from './pairs.ts';
import { type Reach, ShapePoses } from './shape-poses.ts';
import { LinkLinkPair } from './links/link-link-pair.ts';
import { LinkSolidPair } from './links/link-solid-pair.ts';
import { PressurePair, type PressureSides } from './pressure/pressure-pair.ts';
import type { SolidPair } from './volume/solid-pair.ts';
import { packedSolid, SpherePair } from './volume/sphere-pair.ts';
import { SolidMeshes, VolumePair } from './volume/volume-pair.ts';

/** How two shapes meet over an area: by their volume, as round bars, by so many balls packed into each, by their pressure fields, or not so at all. */
export type AreaContact = (shapeA: number, shapeB: number) => 'volume' | 'link' | number | PressureSides | undefined;
import { MEMORY_STRIDE, Workspace } from './workspace.ts';

export class CollisionScene {
  readonly #shapes: readonly BuiltShape[];
  readonly #poses: ShapePoses;
  readonly #broadPhase: BroadPhase;
  readonly #pairs: PairList;
  readonly #workspace: Workspace;
  readonly #placed: readonly CollisionShape[];
  readonly #areaOf: AreaContact;
  readonly #meshes = new SolidMeshes();
  readonly #solidPairs: (SolidPair | undefined)[] = [];
  /** by pair: 1 where it meets by volume */
  readonly #volume = new GrowableInt32(64);
  effort: Effort = new Effort();
  /** pairs that the last search found near and that meet by volume, in order */
  readonly near: GrowableInt32 = new GrowableInt32(64);

  /**
   * Bodies are numbered 0 ... bodyCount - 1. `mayTouch` is called once for every two shapes of different bodies; it must be false for
   * ignored pairs and for two bodies that cannot move. Half-spaces never touch each other. `areaOf` gives the method for shapes that meet
   * over an area instead of at elements; meshes need one. Throws BuildError, with the index of the shape as path, for sizes <= 0 and hulls
   * without volume.
   */
  constructor(
    shapes: readonly CollisionShape[],
    bodyCount: number,
    mayTouch: (bodyA: number, bodyB: number, shapeA: number, shapeB: number) => boolean,
    areaOf: AreaContact = () => undefined,
  ) {
    this.#placed = shapes;
    this.#areaOf = areaOf;
    const built = buildShapes(shapes, bodyCount);
    this.#shapes = built;
    this.#poses = new ShapePoses(built, shapes);
    this.#broadPhase = new BroadPhase(this.#poses, (i, j) => mayTouch(built[i].body, built[j].body, i, j));
    this.#pairs = new PairList(built.length);
    this.#workspace = new Workspace(built);
    // now, not at the first contact: a mesh that is not closed is rejected before the run
    for (const { rank, index } of built) if (rank === MESH) at(index, () => solidOf(shapes[index].shape).mesh);
  }

  /** Packs a shape with balls now, not at the first contact. Throws BuildError where the packing is unsuitable. */
  pack(shape: number, balls: number): void {
    const { shape: spec } = this.#placed[shape];
    if (spec.kind !== 'half-space') packedSolid(solidOf(spec), balls);
  }

  /** Shape pairs met so far; a pair keeps its number. Arrays may be replaced by a search. */
  get pairCount(): number {
    return this.#pairs.count;
  }

  /** lower shape number of each pair */
  get pairShapeA(): Int32Array {
    return this.#pairs.shapeA;
  }

  get pairShapeB(): Int32Array {
    return this.#pairs.shapeB;
  }

  /**
   * Fills `out` with every element of depth > -margin, sorted by pair, then feature. Bodies as columns: posW, velW, omegaW
   * 3 numbers, rotWB 9 (row-major, body to world); posW and velW are of the centres of mass.
   * margin of a pair = bound of the approach speed * horizon [s] + slack [m], see broad-phase.ts.
   */
  search(
    out: ContactSet,
    posW: Float64Array,
    rotWB: Float64Array,
    velW: Float64Array,
    omegaW: Float64Array,
    reach: Reach,
  ): void {
    out.clear();
    const broad = this.#broadPhase;
    const pairs = this.#pairs;
    this.#poses.update(posW, rotWB, velW, omegaW, reach);
    broad.search(posW, velW, omegaW, reach);
    pairs.beginSearch();
    for (let k = 0; k < broad.pairCount; k++) pairs.meet(broad.pairLow[k], broad.pairHigh[k], broad.pairMargin, k);
    pairs.endSearch();

    const w = this.#workspace;
    const { effort } = this;
    this.near.clear();
    w.out = out;
    w.memory = pairs.memory;
    for (let pair = 0; pair < pairs.count; pair++) {
      if (pairs.lastSearch[pair] !== pairs.search) continue;
      if (this.#isVolume(pair)) {
        this.near.push(pair);
        continue;
      }
      const first = this.#shapes[pairs.shapeA[pair]];
      const second = this.#shapes[pairs.shapeB[pair]];
      w.swapped = first.rank > second.rank;
      const a = w.swapped ? second : first;
      const b = w.swapped ? first : second;
      effort.now[0] = effortFor(FOR_PAIR, pair);
      effort.count(effort.now[0], LOOKS);
      w.pair = pair;
      w.margin = pairs.margin[pair];
      w.memoryAt = MEMORY_STRIDE * pair;
      w.preferB = liesLower(this.#poses.centreW, b.index, a.index);
      this.#poses.relative(w.rotAB, w.posAB, a.index, b.index);
      const firstElement = out.count;
      meetShapes(w, a, b);
      moveToBodies(out, firstElement, this.#poses, a.index, b.index);
    }
  }

  #isVolume(pair: number): boolean {
    while (this.#volume.length <= pair) {
      const k = this.#volume.length;
      this.#volume.push(this.#areaOf(this.#pairs.shapeA[k], this.#pairs.shapeB[k]) === undefined ? 0 : 1);
    }
    return this.#volume.data[pair] === 1;
  }

  /** The two solids of a pair that meets over an area; made on first use. */
  solidPair(pair: number): SolidPair {
    let found = this.#solidPairs[pair];
    if (found === undefined) {
      const [i, j] = [this.#pairs.shapeA[pair], this.#pairs.shapeB[pair]];
      const [a, b] = [this.#placed[i], this.#placed[j]];
      const way = this.#areaOf(i, j);
      if (typeof way === 'number') found = new SpherePair(a, b, way, way);
      else if (typeof way === 'object') found = new PressurePair(a, b, way.a, way.b, way.thin);
      else if (way === 'link') found = isLink(a) && isLink(b) ? new LinkLinkPair(a, b) : new LinkSolidPair(a, b);
      else found = new VolumePair(a, b, this.#meshes);
      this.#solidPairs[pair] = found;
    }
    return found;
  }

  /** Data besides poses on which the next search depends, for a checkpoint that continues with the same bits. */
  save(): Int32Array {
    return this.#pairs.save();
  }

  load(saved: Int32Array): void {
    this.#pairs.load(saved);
  }
}

function isLink({ shape }: CollisionShape): boolean {
  return shape.kind === 'mesh' && shape.link !== undefined;
}

/** Does shape i lie lower than shape j: by z, then y, then x? */
function liesLower(centresW: Float64Array, i: number, j: number): boolean {
  for (let k = 2; k >= 0; k--) {
    if (centresW[3 * i + k] !== centresW[3 * j + k]) return centresW[3 * i + k] < centresW[3 * j + k];
  }
  return false;
}
