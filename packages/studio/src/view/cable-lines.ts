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
   * Inner nodes lie between the middles of two elements, ends as far beyond the last middle as the node before is on its
   * other side.
   */
  #placeNodes(poses: Float64Array): void {
    this.nodes.clear();
    if (this.#nodes === undefined || this.#radius === 0) return;
    const matrix = new Matrix4();
    const [a, b, node] = [new Vector3(), new Vector3(), new Vector3()];
    let n = 0;
    for (const { tracks, names } of this.#lines) {
      const own = new Float32Array(3 * (tracks.length + 1));
      this.nodes.set(cableOf(names[0]) ?? '', own);
      for (let k = 0; k <= tracks.length; k++) {
        a.fromArray(poses, 7 * tracks[Math.max(0, k - 1)]);
        b.fromArray(poses, 7 * tracks[Math.min(tracks.length - 1, k)]);
        node.addVectors(a, b).multiplyScalar(0.5);
        if (k === 0 && tracks.length > 1) node.copy(b).lerp(a.fromArray(poses, 7 * tracks[1]), -0.5);
        if (k === tracks.length && k > 1) node.copy(a).lerp(b.fromArray(poses, 7 * tracks[k - 2]), -0.5);
        matrix.makeScale(this.#radius, this.#radius, this.#radius).setPosition(node);
        this.#nodes.setMatrixAt(n++, matrix);
        node.toArray(own, 3 * k);
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
