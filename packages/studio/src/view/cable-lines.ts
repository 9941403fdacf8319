/** A line along every cable, one pixel wide at the least: from afar a rope is thinner than a pixel and would come and go. */
import { BufferAttribute, BufferGeometry, Color, Group, LineBasicMaterial, LineSegments } from 'three';
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
