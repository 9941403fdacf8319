/** Paths of bodies and points: the past is bright, the future faint. */
import { Group, Vector2 } from 'three';
import { Line2 } from 'three/examples/jsm/lines/Line2.js';
import { LineGeometry } from 'three/examples/jsm/lines/LineGeometry.js';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { lastNotAfter, type RunData, valueAt } from '../data.ts';
import { seriesColour } from '../theme.ts';
import type { Poses } from './poses.ts';

export interface TrailSource {
  /** name of a body or of a point, such as `crane.tip` */
  readonly name: string;
  /** [m] size of the box around its path */
  readonly reach: number;
}

interface Trail {
  readonly past: Line2;
  readonly future: Line2;
  readonly index: number;
}

export class Trails {
  readonly root: Group = new Group();
  readonly sources: readonly TrailSource[];
  readonly #data: RunData;
  readonly #poses: Poses;
  readonly #trails = new Map<string, Trail>();
  readonly #size = new Vector2(1, 1);
  #time = 0;

  constructor(data: RunData, poses: Poses) {
    this.#data = data;
    this.#poses = poses;
    this.sources = sourcesOf(data);
  }

  has(name: string): boolean {
    return this.#trails.has(name);
  }

  show(name: string, wanted: boolean): void {
    const known = this.#trails.get(name);
    if (known !== undefined && !wanted) {
      this.root.remove(known.past, known.future);
      this.#trails.delete(name);
    } else if (known === undefined && wanted) {
      this.#trails.set(name, this.#make(name));
      this.setTime(this.#time);
    }
  }

  setTime(t: number): void {
    this.#time = t;
    const last = lastNotAfter(this.#poses.times, t);
    for (const { past } of this.#trails.values()) past.geometry.instanceCount = Math.max(0, last);
  }

  setTheme(): void {
    for (const { past, future, index } of this.#trails.values()) {
      past.material.color.set(seriesColour(index));
      future.material.color.set(seriesColour(index));
    }
  }

  /** Widths are in pixels, so the lines must know the picture's size. */
  resize(width: number, height: number): void {
    this.#size.set(width, height);
    for (const { past, future } of this.#trails.values()) {
      past.material.resolution.copy(this.#size);
      future.material.resolution.copy(this.#size);
    }
  }

  #make(name: string): Trail {
    const used = new Set([...this.#trails.values()].map((trail) => trail.index));
    let index = 1; // orange first: the colour of the time cursor's neighbourhood, and it stands out on water
    while (used.has(index)) index++;
    const points = this.#points(name);
    const line = (width: number, opacity: number): Line2 => {
      const geometry = new LineGeometry().setPositions(points);
      const material = new LineMaterial({ color: seriesColour(index), linewidth: width, transparent: true, opacity });
      material.resolution.copy(this.#size);
      material.fog = false;
      return new Line2(geometry, material);
    };
    const trail = { past: line(2.2, 1), future: line(1.2, 0.28), index };
    this.root.add(trail.future, trail.past);
    return trail;
  }

  #points(name: string): Float32Array {
    const { times } = this.#poses;
    const points = new Float32Array(3 * Math.max(2, times.length)); // a line has at least two points
    const track = this.#data.document.frames.bodies.indexOf(name);
    const pose = new Float64Array(7);
    for (let i = 0; i < times.length; i++) {
      if (track >= 0) {
        this.#poses.read(pose, track, times[i]);
        points.set(pose.subarray(0, 3), 3 * i);
      } else {
        ['x', 'y', 'z'].forEach((axis, k) => {
          const value = valueAt(this.#data.series(`${name}.position.${axis}`), times[i], 'm');
          points[3 * i + k] = Number.isNaN(value) ? points[Math.max(0, 3 * (i - 1) + k)] : value;
        });
      }
    }
    return points;
  }
}

/** Moving bodies and recorded points, those that travel farthest first. */
function sourcesOf(data: RunData): TrailSource[] {
  const reach = new Map<string, number>();
  for (const channel of data.document.channels) {
    if (!channel.name.endsWith('.position') || channel.components.join() !== 'x,y,z') continue;
    const size = Math.hypot(...channel.range.map((range) => (range === null ? 0 : range[1] - range[0])));
    if (size > 0) reach.set(channel.name.slice(0, -'.position'.length), size);
  }
  data.document.frames.bodies.forEach((name, track) => {
    if (reach.has(name)) return;
    const spans = [0, 1, 2].map((axis) => {
      const column = data.tracks[7 * track + axis];
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (const value of column) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
      return high - low;
    });
    const size = Math.hypot(...spans);
    if (size > 0) reach.set(name, size);
  });
  return Array.from(reach, ([name, size]) => ({ name, reach: size })).sort((a, b) => b.reach - a.reach);
}
