/**
 * A line along every cable, one pixel wide at the least: from afar a rope is thinner than a pixel and would come and go. With
 * what the engine sees also its nodes.
 */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  MeshBasicMaterial,
  SphereGeometry,
  Vector3,
} from 'three';
import { cableOf, elementOf } from '../model/cable-elements.ts';

interface Line {
  /** where the elements stand among the poses, in the order of the cable */
  readonly tracks: readonly number[];
  readonly names: readonly string[];
  readonly geometry: BufferGeometry;
}

export class CableLines {
  readonly root: Group = new Group();
  readonly #material = new LineBasicMaterial({ vertexColors: true, fog: false });
  #bodies: readonly string[] = [];
  #lines: readonly Line[] = [];
  #own = new Color('#4d4d4d');
  readonly #ball = new MeshBasicMaterial({ color: '#1fa187', depthTest: false, fog: false });
  #nodes: InstancedMesh | undefined;
  #radius = 0; // [m]; 0: nodes are not shown

  /** Poses of moving bodies, POSE_SIZE numbers each. */
  setPoses(bodies: readonly string[], poses: Float64Array): void {
    if (bodies !== this.#bodies) this.#build(bodies);
    for (const { tracks, geometry } of this.#lines) {
      const position = geometry.attributes.position as BufferAttribute;
      tracks.slice(0, -1).forEach((track, k) => {
        const next = tracks[k + 1];
        position.setXYZ(2 * k, poses[7 * track], poses[7 * track + 1], poses[7 * track + 2]);
        position.setXYZ(2 * k + 1, poses[7 * next], poses[7 * next + 1], poses[7 * next + 2]);
      });
      position.needsUpdate = true;
    }
    this.#placeNodes(poses);
  }

  /** Nodes of each cable as they are now, x y z [m]; none while they are not shown. */
  readonly nodes: Map<string, Float32Array> = new Map();

  /** Shows nodes as balls of a radius [m]; 0 hides them. */
  showNodes(radius: number): void {
    this.#radius = radius;
    if (this.#nodes !== undefined) this.#nodes.visible = radius > 0;
  }

  /**
   * Nodes from the middles m and directions d of the elements: m1 + h d1 = m2 - h d2 for two of equal length 2 h, which they
   * have as a rule. Ends lie as far from the last middle as the node before.
   */
  #placeNodes(poses: Float64Array): void {
    this.nodes.clear();
    if (this.#nodes === undefined || this.#radius === 0) return;
    const matrix = new Matrix4();
    const node = new Vector3();
    let n = 0;
    for (const { tracks, names } of this.#lines) {
      const own = nodesOf(tracks, poses);
      this.nodes.set(cableOf(names[0]) ?? '', own);
      for (let k = 0; k < own.length; k += 3) {
        matrix.makeScale(this.#radius, this.#radius, this.#radius).setPosition(node.fromArray(own, k));
        this.#nodes.setMatrixAt(n++, matrix);
      }
    }
    this.#nodes.instanceMatrix.needsUpdate = true;
  }

  #build(bodies: readonly string[]): void {
    this.clear();
    this.#bodies = bodies;
    const cables = new Map<string, { track: number; name: string }[]>();
    bodies.forEach((name, track) => {
      const cable = cableOf(name);
      if (cable !== undefined) cables.set(cable, [...(cables.get(cable) ?? []), { track, name }]);
    });
    this.#lines = [...cables.values()].map((elements) => {
      const ordered = elements.sort((a, b) => elementOf(a.name) - elementOf(b.name));
      const count = 2 * Math.max(0, ordered.length - 1);
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * count), 3));
      geometry.setAttribute('color', new BufferAttribute(new Float32Array(3 * count), 3));
      const line = new LineSegments(geometry, this.#material);
      line.frustumCulled = false;
      this.root.add(line);
      return { tracks: ordered.map(({ track }) => track), names: ordered.map(({ name }) => name), geometry };
    });
    const nodes = this.#lines.reduce((sum, { tracks }) => sum + tracks.length + 1, 0);
    this.#nodes = nodes === 0 ? undefined : new InstancedMesh(new SphereGeometry(1, 8, 6), this.#ball, nodes);
    if (this.#nodes !== undefined) {
      this.#nodes.frustumCulled = false;
      this.#nodes.visible = this.#radius > 0;
      this.#nodes.renderOrder = 4;
      this.root.add(this.#nodes);
    }
    this.tint(undefined);
  }

  /** Colours of elements by name; undefined: the rope's. */
  tint(colours: ReadonlyMap<string, Color> | undefined): void {
    for (const { names, geometry } of this.#lines) {
      const attribute = geometry.attributes.color as BufferAttribute;
      for (let k = 0; k + 1 < names.length; k++) {
        for (const [at, name] of [
          [2 * k, names[k]],
          [2 * k + 1, names[k + 1]],
        ] as const) {
          const { r, g, b } = colours?.get(name) ?? this.#own;
          attribute.setXYZ(at, r, g, b);
        }
      }
      attribute.needsUpdate = true;
    }
  }

  setColour(colour: string): void {
    this.#own = new Color(colour);
    this.tint(undefined);
  }

  clear(): void {
    for (const { geometry } of this.#lines) geometry.dispose();
    this.root.clear();
    this.#lines = [];
    this.#bodies = [];
  }
}

function nodesOf(tracks: readonly number[], poses: Float64Array): Float32Array {
  const count = tracks.length;
  const middles = tracks.map((track) => new Vector3().fromArray(poses, 7 * track));
  const ways = tracks.map((track) => {
    const [w, x, y, z] = poses.subarray(7 * track + 3, 7 * track + 7);
    return new Vector3(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)); // z of the element
  });
  const out = new Float32Array(3 * (count + 1));
  const inner = Array.from({ length: count - 1 }, (_, k) => {
    const sum = ways[k]
      .clone()
      .add(ways[k + 1])
      .length();
    const between = middles[k]
      .clone()
      .add(middles[k + 1])
      .multiplyScalar(0.5);
    if (sum < 0.1) return between; // folded back upon itself
    const half = middles[k].distanceTo(middles[k + 1]) / sum;
    return between.addScaledVector(ways[k], 0.5 * half).addScaledVector(ways[k + 1], -0.5 * half);
  });
  const beyond = (middle: Vector3, k: number, before: Vector3 | undefined): Vector3 =>
    before === undefined
      ? middle.clone().addScaledVector(ways[k], k === 0 ? -0.5 : 0.5)
      : middle.clone().multiplyScalar(2).sub(before);
  const all = [beyond(middles[0], 0, inner[0]), ...inner, beyond(middles[count - 1], count - 1, inner.at(-1))];
  all.forEach((node, k) => {
    node.toArray(out, 3 * k);
  });
  return out;
}
