/**
 * A still picture of a run as SVG: outlines, visible edges, and the path of what gets around most. It needs no WebGL
 * and no script, so it serves as a thumbnail and in place of the replay where the replay cannot run.
 *
 * A part is drawn as the convex outline of its projected vertices (exact for boxes, cylinders, spheres and hulls) and
 * the sharp edges that border a face turned to the eye; a piece of a cable as a line as thick as it is, or just visible. Parts
 * are painted in the order of their farthest point, so that what stands on a deck comes after the deck.
 */
import type { Frames, Recording, Scenery, SceneryPart } from '@hawser/record';
import { extentOf, partBounds, type Point, transform, viewOf } from './bounds.ts';
import type { View } from './document.ts';
import type { Link } from './links.ts';
import { movingBodies, poseOf } from './poses.ts';
import { escapeHtml } from './text.ts';

export interface ThumbnailOptions {
  readonly width?: number;
  readonly height?: number;
  /** [s] instant shown; default: two fifths into the run */
  readonly time?: number;
  /** lines between bodies, from `linksOf` */
  readonly links?: readonly Link[];
  /** for screen readers */
  readonly label?: string;
}

export function renderThumbnailSvg(
  recording: Recording,
  frames: Frames,
  scenery: Scenery,
  options: ThumbnailOptions = {},
): string {
  const { width = 480, height = 320, label = 'Still picture of the run' } = options;
  const project = projection(viewOf(frames, scenery));
  const { bounds, backdrop } = extentOf(frames, scenery);
  const frame = frameAt(frames, options.time);
  const trail = widestTrail(recording, frames);

  const shapes: Shape[] = [];
  for (const body of scenery.bodies) {
    const pose = poseIn(frames, frame, body.name);
    if (CABLE_PIECE.test(body.name)) {
      shapes.push(pieceOf(body.parts[0], pose, project));
      continue;
    }
    for (const part of body.parts) if (!backdrop.has(part)) shapes.push(shapeOf(part, pose, project));
  }
  const floor = groundLines(bounds.min, bounds.max);
  const seen = [...corners(bounds.min, bounds.max), ...trail, ...floor.flat()].map(project);
  for (const { ends } of options.links ?? []) {
    const [a, b] = ends.map(({ body, point }) => project(transform(poseIn(frames, frame, body), point)));
    const link = within(a, b, seen); // an anchor may be far outside
    if (link === undefined) continue;
    shapes.push({ outline: [], edges: [link], colour: '#12313f', opacity: 1, depth: Math.max(a[2], b[2]), thick: 0 });
  }
  shapes.sort((a, b) => a.depth - b.depth);
  const { fit, scale } = fitTo(seen, width, height);
  const out: string[] = [];
  const path = (points: readonly Flat[], close: boolean): string =>
    points.map((p, i) => `${i === 0 ? 'M' : 'L'}${fit(p)}`).join('') + (close ? 'Z' : '');
  const ground = floor.map((line) => path(line.map(project), false));
  out.push(`<path d="${ground.join('')}" fill="none" stroke="#8aa0ab" stroke-opacity=".35" stroke-width="1"/>`);
  for (const shape of shapes) {
    if (shape.thick > 0) {
      if (shape.outline.length === 0) continue;
      const stroke = `stroke="${escapeHtml(shape.colour)}" stroke-width="${Math.max(2, scale * shape.thick).toFixed(1)}"`;
      out.push(`<path d="${path(shape.outline, false)}" fill="none" ${stroke}/>`);
      continue;
    }
    const fill = `fill="${escapeHtml(shape.colour)}" fill-opacity="${shape.opacity}"`;
    if (shape.outline.length > 0) {
      out.push(`<path d="${path(shape.outline, true)}" ${fill} stroke="#12313f" stroke-width="1.2"/>`);
    }
    const edges = shape.edges.map((edge) => path(edge, false)).join('');
    if (edges !== '') out.push(`<path d="${edges}" fill="none" stroke="#12313f" stroke-width=".7"/>`);
  }
  if (trail.length > 1) {
    out.push(`<path d="${path(trail.map(project), false)}" fill="none" stroke="#d9622b" stroke-width="1.6"/>`);
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" ` +
    `aria-label="${escapeHtml(label)}" stroke-linejoin="round" stroke-linecap="round">${out.join('')}</svg>`
  );
}

/** Picture coordinates: right, up, towards the eye. */
type Flat = readonly [number, number, number];

interface Shape {
  readonly outline: readonly Flat[];
  readonly edges: readonly (readonly [Flat, Flat])[];
  readonly colour: string;
  readonly opacity: number;
  readonly depth: number;
  /** [m] of a line along `outline`; 0: `outline` is filled */
  readonly thick: number;
}

/** Bodies that draw a piece of a cable. */
const CABLE_PIECE = /#\d+$/;

/** A piece of a cable, which lies along its z. */
function pieceOf(part: SceneryPart, pose: readonly number[], project: (p: Point) => Flat): Shape {
  const { min, max } = partBounds(part);
  const ends = [min[2], max[2]].map((z) => project(transform(pose, [0, 0, z])));
  const outline = ends.every((end) => end.every(Number.isFinite)) ? ends : [];
  const depth = Math.min(ends[0][2], ends[1][2]);
  return { outline, edges: [], colour: part.colour, opacity: 1, depth, thick: max[0] - min[0] };
}

/** The part of a line that lies in the picture of `seen`; undefined: none. */
function within(a: Flat, b: Flat, seen: readonly Flat[]): [Flat, Flat] | undefined {
  let [from, to] = [0, 1];
  for (const axis of [0, 1]) {
    const values = seen.map((p) => p[axis]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const along = b[axis] - a[axis];
    const [first, second] = [(low - a[axis]) / along, (high - a[axis]) / along];
    if (along === 0) {
      if (a[axis] < low || a[axis] > high) return undefined;
      continue;
    }
    from = Math.max(from, Math.min(first, second));
    to = Math.min(to, Math.max(first, second));
  }
  if (!(from < to)) return undefined; // or not a number
  const at = (t: number): Flat => [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2])];
  return [at(from), at(to)];
}

function projection({ azimuth, elevation }: View): (p: Point) => Flat {
  const [ca, sa] = [Math.cos(azimuth), Math.sin(azimuth)];
  const [ce, se] = [Math.cos(elevation), Math.sin(elevation)];
  return ([x, y, z]) => {
    const towards = ca * x + sa * y; // horizontal distance towards the eye
    return [ca * y - sa * x, ce * z - se * towards, ce * towards + se * z];
  };
}

function frameAt(frames: Frames, time: number | undefined): number {
  const count = frames.time.length;
  if (time === undefined) return Math.round(0.4 * Math.max(0, count - 1));
  let best = 0;
  for (let i = 1; i < count; i++) if (Math.abs(frames.time[i] - time) < Math.abs(frames.time[best] - time)) best = i;
  return best;
}

function poseIn(frames: Frames, frame: number, name: string): number[] {
  const body = frames.bodies.indexOf(name);
  return body < 0 || frames.time.length === 0 ? [0, 0, 0, 1, 0, 0, 0] : poseOf(frames, frame, body);
}

const SHARP = Math.cos((25 * Math.PI) / 180);

function shapeOf(part: SceneryPart, pose: readonly number[], project: (p: Point) => Flat): Shape {
  const { positions, indices } = part;
  const points: Flat[] = [];
  for (let i = 0; i < positions.length; i += 3) {
    points.push(project(transform(pose, [positions[i], positions[i + 1], positions[i + 2]])));
  }
  const places = placesOf(points);
  const faces = new Map<number, { ends: [Flat, Flat]; normals: Flat[] }>();
  for (let i = 0; i < indices.length; i += 3) {
    const corner = [points[indices[i]], points[indices[i + 1]], points[indices[i + 2]]];
    const normal = unitNormal(corner[0], corner[1], corner[2]);
    if (normal === undefined) continue;
    for (let k = 0; k < 3; k++) {
      const ends: [Flat, Flat] = [corner[k], corner[(k + 1) % 3]];
      const [a, b] = [places[indices[i + k]], places[indices[i + ((k + 1) % 3)]]];
      const key = Math.min(a, b) * points.length + Math.max(a, b);
      const known = faces.get(key);
      if (known === undefined) faces.set(key, { ends, normals: [normal] });
      else known.normals.push(normal);
    }
  }
  const edges: [Flat, Flat][] = [];
  for (const { ends, normals } of faces.values()) {
    const seen = normals.some((normal) => normal[2] > 0);
    const flat = normals.length > 1 && normals.every((normal) => dot(normal, normals[0]) > SHARP);
    if (seen && !flat) edges.push(ends);
  }
  const depth = points.reduce((least, point) => Math.min(least, point[2]), Number.POSITIVE_INFINITY);
  return { outline: outline(points), edges, colour: part.colour, opacity: part.opacity, depth, thick: 0 };
}

/** The number of each vertex's place: vertices are often repeated for the sake of normals, edges are known by where they are. */
function placesOf(points: readonly Flat[]): number[] {
  const known = new Map<string, number>();
  return points.map((point) => {
    const name = point.map((value) => value.toFixed(5)).join();
    const place = known.get(name) ?? known.size;
    known.set(name, place);
    return place;
  });
}

function unitNormal(a: Flat, b: Flat, c: Flat): Flat | undefined {
  const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.hypot(n[0], n[1], n[2]);
  return length > 0 ? [n[0] / length, n[1] / length, n[2] / length] : undefined;
}

function dot(a: Flat, b: Flat): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Convex outline, counter-clockwise (Andrew's monotone chain). */
function outline(points: readonly Flat[]): Flat[] {
  const sorted = points.filter((p) => p.every(Number.isFinite)).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (ordered: readonly Flat[]): Flat[] => {
    const chain: Flat[] = [];
    for (const p of ordered) {
      while (chain.length > 1 && turn(chain[chain.length - 2], chain[chain.length - 1], p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function turn(a: Flat, b: Flat, c: Flat): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** Path of the recorded point or body that gets around most, at most 400 points. */
function widestTrail(recording: Recording, frames: Frames): Point[] {
  let best: Point[] = [];
  let widest = 0;
  const consider = (points: Point[]): void => {
    const spans = [0, 1, 2].map((axis) => {
      const values = points.map((point) => point[axis]);
      return points.length === 0 ? 0 : Math.max(...values) - Math.min(...values);
    });
    const reach = Math.hypot(spans[0], spans[1], spans[2]);
    if (reach > widest) [best, widest] = [points, reach];
  };
  for (const channel of recording.channels) {
    if (!channel.name.endsWith('.position') || channel.components.length !== 3) continue;
    const columns = channel.components.map((axis) => recording.column(`${channel.name}.${axis}`));
    consider(thinned(recording.length, (i) => [columns[0][i], columns[1][i], columns[2][i]]));
  }
  for (const body of movingBodies(frames)) {
    consider(
      thinned(frames.time.length, (i) => {
        const [x, y, z] = poseOf(frames, i, body);
        return [x, y, z];
      }),
    );
  }
  return best;
}

function thinned(count: number, at: (row: number) => Point): Point[] {
  const stride = Math.max(1, Math.ceil(count / 400));
  const points: Point[] = [];
  for (let i = 0; i < count; i += stride) points.push(at(i));
  return points.filter((p) => p.every(Number.isFinite));
}

function corners(min: Point, max: Point): Point[] {
  return Array.from({ length: 8 }, (_, i) => [
    i & 1 ? max[0] : min[0],
    i & 2 ? max[1] : min[1],
    i & 4 ? max[2] : min[2],
  ]);
}

/** A floor of lines just below the scene. */
function groundLines(min: Point, max: Point): Point[][] {
  const size = Math.max(max[0] - min[0], max[1] - min[1], 0.5 * (max[2] - min[2]), 1e-3);
  const [cx, cy] = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2];
  const lines: Point[][] = [];
  for (let i = -4; i <= 4; i++) {
    const offset = (i * size) / 7;
    const reach = (4 * size) / 7;
    lines.push([
      [cx + offset, cy - reach, min[2]],
      [cx + offset, cy + reach, min[2]],
    ]);
    lines.push([
      [cx - reach, cy + offset, min[2]],
      [cx + reach, cy + offset, min[2]],
    ]);
  }
  return lines;
}

interface Fit {
  readonly fit: (p: Flat) => string;
  /** pixels a metre */
  readonly scale: number;
}

function fitTo(points: readonly Flat[], width: number, height: number): Fit {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const margin = 0.07 * Math.min(width, height);
  const scale = Math.min(
    (width - 2 * margin) / Math.max(right - left, 1e-9),
    (height - 2 * margin) / Math.max(high - low, 1e-9),
  );
  const x0 = width / 2 - (scale * (left + right)) / 2;
  const y0 = height / 2 + (scale * (low + high)) / 2;
  return { fit: ([x, y]) => `${(x0 + scale * x).toFixed(1)} ${(y0 - scale * y).toFixed(1)}`, scale };
}
