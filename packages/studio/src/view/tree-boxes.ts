/** One level of boxes of the contact search's trees: of meshes, and of all cables together. */
import type { SceneryBody } from '@hawser/record';
import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments, type Object3D } from 'three';
import { cableOf } from '@hawser/formats/report';
import type { TreeView } from '../worker/messages.ts';

/** Corners of a box, three bits each, in the order of its twelve edges. */
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7] as const;

export class TreeBoxes {
  readonly root: Group = new Group(); // of the cables
  readonly #material = new LineBasicMaterial({ color: '#c47f17', fog: false, transparent: true, opacity: 0.8 });
  #trees: readonly TreeView[] = [];
  #find: (body: string) => Object3D | undefined = () => undefined;
  #shown: LineSegments[] = [];
  #cables: LineSegments | undefined;
  #radius: ReadonlyMap<string, number> = new Map();
  #level = -1;

  /** Trees of meshes, and cables by their drawn elements. `find` gives what a body's boxes move with. */
  setTrees(
    trees: readonly TreeView[],
    bodies: readonly SceneryBody[],
    find: (body: string) => Object3D | undefined,
  ): void {
    this.#trees = trees;
    this.#find = find;
    this.#radius = radiiOf(bodies);
    this.show(this.#level);
  }

  /** Shows a level, the whole at 0; -1: none. Trees that are less deep show their leaves. */
  show(level: number): void {
    this.#level = level;
    for (const lines of this.#shown) drop(lines);
    this.#shown = [];
    if (this.#cables !== undefined) drop(this.#cables);
    this.#cables = undefined;
    if (level < 0) return;
    for (const tree of this.#trees) {
      const parent = this.#find(tree.body);
      const boxes = tree.levels[Math.min(level, tree.levels.length - 1)];
      if (parent === undefined || boxes === undefined) continue;
      const lines = this.#lines(edgesOf(boxes, tree));
      parent.add(lines);
      this.#shown.push(lines);
    }
  }

  /** Nodes of each cable, x y z [m], as they are now. */
  setCables(cables: ReadonlyMap<string, ArrayLike<number>>): void {
    if (this.#level < 0 || cables.size === 0) return;
    const boxes = cableBoxes(cables, this.#radius, this.#level);
    const points = edgesOf(boxes, undefined);
    if (this.#cables === undefined || this.#cables.geometry.attributes.position.array.length !== points.length) {
      if (this.#cables !== undefined) drop(this.#cables);
      this.#cables = this.#lines(points);
      this.root.add(this.#cables);
      return;
    }
    const position = this.#cables.geometry.attributes.position as BufferAttribute;
    position.set(points);
    position.needsUpdate = true;
  }

  #lines(points: Float32Array): LineSegments {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(points, 3));
    const lines = new LineSegments(geometry, this.#material);
    lines.frustumCulled = false;
    lines.renderOrder = 3;
    return lines;
  }
}

/** How many levels there are to look at: the deepest tree of a mesh, and the tree of all elements of cables. */
export function levelsIn(trees: readonly TreeView[], drawn: readonly string[]): number {
  const elements = drawn.filter((name) => cableOf(name) !== undefined).length;
  const ofCables = elements === 0 ? 0 : 1 + Math.ceil(Math.log2(elements));
  return Math.max(0, ofCables, ...trees.map(({ levels }) => levels.length));
}

function drop(lines: LineSegments): void {
  lines.removeFromParent();
  lines.geometry.dispose();
}

/**
 * The engine's tree of cables is complete and binary over the elements of all of them in their order: a node of level l holds leaves / 2^l
 * of them. The engine's boxes are larger by the possible motion of cables in a step.
 */
function cableBoxes(
  cables: ReadonlyMap<string, ArrayLike<number>>,
  radius: ReadonlyMap<string, number>,
  level: number,
): Float32Array {
  const elements: { nodes: ArrayLike<number>; at: number; r: number }[] = [];
  for (const [name, nodes] of cables) {
    for (let at = 0; at + 6 <= nodes.length; at += 3) elements.push({ nodes, at, r: radius.get(name) ?? 0 });
  }
  const depth = Math.ceil(Math.log2(Math.max(1, elements.length)));
  const together = 2 ** Math.max(0, depth - level);
  const boxes = new Float32Array(6 * Math.ceil(elements.length / together));
  for (let box = 0; 6 * box < boxes.length; box++) {
    const own = elements.slice(box * together, (box + 1) * together);
    for (let axis = 0; axis < 3; axis++) {
      let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (const { nodes, at, r } of own) {
        low = Math.min(low, nodes[at + axis] - r, nodes[at + 3 + axis] - r);
        high = Math.max(high, nodes[at + axis] + r, nodes[at + 3 + axis] + r);
      }
      boxes[6 * box + axis] = 0.5 * (low + high);
      boxes[6 * box + 3 + axis] = 0.5 * (high - low);
    }
  }
  return boxes;
}

/** Ends of the edges of boxes, each box a centre and half lengths. */
function edgesOf(boxes: Float32Array, tree: TreeView | undefined): Float32Array {
  const points = new Float32Array(72 * (boxes.length / 6));
  let n = 0;
  for (let box = 0; box < boxes.length; box += 6) {
    for (const corner of EDGES) {
      let [x, y, z] = [0, 1, 2].map(
        (axis) => boxes[box + axis] + (corner & (1 << axis) ? 1 : -1) * boxes[box + 3 + axis],
      );
      for (const { turn: m, shift } of tree?.places ?? []) {
        [x, y, z] = [0, 3, 6].map((row, i) => shift[i] + m[row] * x + m[row + 1] * y + m[row + 2] * z);
      }
      points.set([x, y, z], n);
      n += 3;
    }
  }
  return points;
}

/** [m] half the drawn thickness of a cable */
function radiiOf(bodies: readonly SceneryBody[]): ReadonlyMap<string, number> {
  const radii = new Map<string, number>();
  for (const { name, parts } of bodies) {
    const cable = cableOf(name);
    if (cable === undefined || radii.has(cable) || parts[0] === undefined) continue;
    const { positions } = parts[0];
    const sizes = [0, 1, 2].map((axis) => {
      let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (let i = axis; i < positions.length; i += 3) {
        low = Math.min(low, positions[i]);
        high = Math.max(high, positions[i]);
      }
      return high - low;
    });
    radii.set(cable, 0.5 * Math.min(...sizes));
  }
  return radii;
}
