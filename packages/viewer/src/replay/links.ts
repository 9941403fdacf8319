/** Springs, ropes and distance joints: a line between two bodies. A rope that is longer than its span hangs. */
import type { PackedEnd, PackedLink } from '@hawser/formats/report';
import { Group, Vector2 } from 'three';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js';
import type { PoseSource } from './poses.ts';

/** Pieces that a hanging rope is drawn with. */
const PIECES = 16;

export class Links {
  readonly root: Group = new Group();
  readonly #links: readonly PackedLink[];
  readonly #poses: PoseSource;
  readonly #material = new LineMaterial({ linewidth: 2 });
  readonly #geometry = new LineSegmentsGeometry();
  readonly #segments: Float32Array;
  readonly #pose = new Float64Array(7);
  readonly #a = new Float64Array(3);
  readonly #b = new Float64Array(3);

  constructor(links: readonly PackedLink[], poses: PoseSource) {
    this.#links = links;
    this.#poses = poses;
    this.#segments = new Float32Array(6 * PIECES * links.length);
    this.#material.fog = false;
    if (links.length === 0) return;
    this.#geometry.setPositions(this.#segments);
    const lines = new LineSegments2(this.#geometry, this.#material);
    lines.frustumCulled = false; // its bounds change with every frame
    this.root.add(lines);
  }

  setTime(t: number): void {
    if (this.#links.length === 0) return;
    this.#links.forEach(({ ends, rope }, i) => {
      this.#read(this.#a, ends[0], t);
      this.#read(this.#b, ends[1], t);
      hang(this.#segments, 6 * PIECES * i, this.#a, this.#b, rope);
    });
    const start = this.#geometry.attributes.instanceStart as unknown as {
      data: { array: Float32Array; needsUpdate: boolean };
    };
    start.data.array.set(this.#segments); // starts and ends share one interleaved buffer
    start.data.needsUpdate = true;
  }

  setColour(colour: string): void {
    this.#material.color.set(colour);
  }

  resize(width: number, height: number): void {
    this.#material.resolution.copy(new Vector2(width, height));
  }

  /** World position of an end at t. */
  #read(out: Float64Array, { track, point }: PackedEnd, t: number): void {
    const [x, y, z] = point;
    if (track < 0) {
      out.set([x, y, z]);
      return;
    }
    this.#poses.read(this.#pose, track, t);
    const [px, py, pz, w, a, b, c] = this.#pose;
    const tx = 2 * (b * z - c * y);
    const ty = 2 * (c * x - a * z);
    const tz = 2 * (a * y - b * x);
    out[0] = px + x + w * tx + b * tz - c * ty;
    out[1] = py + y + w * ty + c * tx - a * tz;
    out[2] = pz + z + w * tz + a * ty - b * tx;
  }
}

/**
 * Segments from a to b. A shallow parabola of sag s over the span d is d + 8 s^2/(3 d) long, so s = sqrt(3 d (L - d)/8);
 * beyond s = d it is kept there: a slack rope is a hint, not a result.
 */
export function hang(
  out: Float32Array,
  at: number,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  rope: number | null,
): void {
  const span = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
  const sag = rope !== null && rope > span ? Math.min(span, Math.sqrt((3 * span * (rope - span)) / 8)) : 0;
  for (let i = 0; i < PIECES; i++) {
    for (let end = 0; end < 2; end++) {
      const s = (i + end) / PIECES;
      const o = at + 6 * i + 3 * end;
      for (let k = 0; k < 3; k++) out[o + k] = a[k] + s * (b[k] - a[k]);
      out[o + 2] -= 4 * sag * s * (1 - s);
    }
  }
}
