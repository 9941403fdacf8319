/**
 * A still picture of a run as SVG: outlines, visible edges, and the path of the farthest mover. It needs no WebGL and no script, so it
 * serves as a thumbnail and replaces the replay where that cannot run.
 *
 * A part is drawn as its front faces, in connected pieces, with their border and sharp edges; a piece of a cable as a line of its
 * thickness, or just visible. Pieces are painted in the order of their farthest point, so that objects on a deck come after the deck.
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
  /** [m] height of a water surface; seen from above, parts below it are behind it */
  readonly water?: number;
  /** for screen readers */
  readonly label?: string;
}

/** Colour of the water, and its opacity. */
const [WATER, HIDES] = ['#a9c9d6', 0.72];
/** Margins of the shown space, where it is not the whole scene. */
const AROUND = 0.12;

export function renderThumbnailSvg(
  recording: Recording,
  frames: Frames,
  scenery: Scenery,
  options: ThumbnailOptions = {},
): string {
  const { width = 480, height = 320, label = 'Still picture of the run' } = options;
  const view = viewOf(frames, scenery);
  const project = projection(view);
  const { bounds, backdrop } = extentOf(frames, scenery);
  const frame = frameAt(frames, options.time);
  const room = roomAt(view, frames, frame);
  const trail = room === undefined ? widestTrail(recording, frames) : [];

  const shapes: Shape[] = [];
  for (const body of scenery.bodies) {
    const pose = poseIn(frames, frame, body.name);
    if (CABLE_PIECE.test(body.name)) {
      shapes.push(pieceOf(body.parts[0], pose, project, options.water));
      continue;
    }
    for (const part of body.parts)
      if (!backdrop.has(part)) shapes.push(...shapesOf(part, pose, project, options.water));
  }
  const floor = room === undefined && options.water === undefined ? groundLines(bounds.min, bounds.max) : [];
  const seen = [...(room ?? corners(bounds.min, bounds.max)), ...trail, ...floor.flat()].map(project);
  for (const { ends } of options.links ?? []) {
    const [a, b] = ends.map(({ body, point }) => project(transform(poseIn(frames, frame, body), point)));
    const link = within(a, b, seen); // an anchor may be far outside
    if (link === undefined) continue;
    shapes.push({
      outline: [],
      edges: [link],
      colour: '#12313f',
      opacity: 1,
      depth: Math.max(a[2], b[2]),
      thick: 0,
      wet: false,
    });
  }
  const { fit, scale, picture } = fitTo(seen, width, height);
  const painted = inOrder(
    shapes
      .map((shape) => ({ shape, box: boxOf(shape, view.elevation) }))
      .filter(({ box }) => isSeen(box, picture, SMALLEST / scale)),
  );
  const out: string[] = [];
  const path = (points: readonly Flat[], close: boolean): string =>
    points.map((p, i) => `${i === 0 ? 'M' : 'L'}${fit(p)}`).join('') + (close ? 'Z' : '');
  const ground = floor.map((line) => path(line.map(project), false));
  if (ground.length > 0)
    out.push(`<path d="${ground.join('')}" fill="none" stroke="#8aa0ab" stroke-opacity=".35" stroke-width="1"/>`);
  const surface = `<rect width="${width}" height="${height}" fill="${WATER}" fill-opacity="${HIDES}"/>`;
  let afloat = options.water === undefined; // the surface is painted between the parts below it and those above
  for (const shape of painted) {
    if (!afloat && !shape.wet) {
      out.push(surface);
      afloat = true;
    }
    if (shape.thick > 0) {
      if (shape.outline.length === 0) continue;
      const stroke = `stroke="${escapeHtml(shape.colour)}" stroke-width="${Math.max(2, scale * shape.thick).toFixed(1)}"`;
      out.push(`<path d="${path(shape.outline[0], false)}" fill="none" ${stroke}/>`);
      continue;
    }
    const fill = `fill="${escapeHtml(shape.colour)}" fill-opacity="${shape.opacity}"`;
    if (shape.outline.length > 0) {
      const border = shape.outline.map((loop) => path(loop, true)).join('');
      out.push(`<path d="${border}" ${fill} stroke="#12313f" stroke-width="1.2"/>`);
    }
    const edges = shape.edges.map((edge) => path(edge, false)).join('');
    if (edges !== '') out.push(`<path d="${edges}" fill="none" stroke="#12313f" stroke-width=".7"/>`);
  }
  if (!afloat) out.push(surface);
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
  /** closed lines; of a piece of cable the line it lies along */
  readonly outline: readonly (readonly Flat[])[];
  readonly edges: readonly (readonly [Flat, Flat])[];
  readonly colour: string;
  readonly opacity: number;
  readonly depth: number;
  /** [m] of a line along `outline`; 0: `outline` is filled */
  readonly thick: number;
  /** below the water surface */
  readonly wet: boolean;
}

const FAR = Number.POSITIVE_INFINITY;
/** [px] a piece smaller than this is left out */
const SMALLEST = 1.5;

/** Area of the picture covered by a shape, and its heights in the world [m]. */
interface Covered {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
  readonly low: number;
  readonly high: number;
}

function boxOf({ outline, edges, thick }: Shape, elevation: number): Covered {
  const [ce, se] = [Math.cos(elevation), Math.sin(elevation)];
  const box = { left: FAR, right: -FAR, bottom: FAR, top: -FAR, low: FAR, high: -FAR };
  for (const line of [...outline, ...edges])
    for (const [x, y, towards] of line) {
      const z = ce * y + se * towards;
      box.left = Math.min(box.left, x - thick);
      box.right = Math.max(box.right, x + thick);
      box.bottom = Math.min(box.bottom, y - thick);
      box.top = Math.max(box.top, y + thick);
      box.low = Math.min(box.low, z);
      box.high = Math.max(box.high, z);
    }
  return box;
}

const meet = (a: Omit<Covered, 'low' | 'high'>, b: Omit<Covered, 'low' | 'high'>): boolean =>
  a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top;

/** In the picture, and large enough; a line has no width of its own. */
function isSeen(box: Covered, picture: Omit<Covered, 'low' | 'high'>, smallest: number): boolean {
  const { left, right, bottom, top } = box;
  const grown = { left: left - smallest, right: right + smallest, bottom: bottom - smallest, top: top + smallest };
  return Math.max(right - left, top - bottom) >= smallest && meet(grown, picture);
}

/**
 * Far ones first. Seen from above, a shape wholly below another is behind it wherever they overlap, so it is painted earlier, however near
 * it is: the far side of a hull is not painted over the deck.
 */
function inOrder(given: { readonly shape: Shape; readonly box: Covered }[]): Shape[] {
  const sorted = given.sort((a, b) => Number(b.shape.wet) - Number(a.shape.wet) || a.shape.depth - b.shape.depth);
  const out: Shape[] = [];
  const done = new Set<number>();
  const put = (i: number): void => {
    if (done.has(i)) return;
    done.add(i);
    const { shape, box } = sorted[i];
    for (let k = i + 1; k < sorted.length; k++) {
      const other = sorted[k];
      if (
        other.shape.wet === shape.wet &&
        other.box.high <= box.low + LEVEL &&
        other.box.low < box.low &&
        meet(other.box, box)
      )
        put(k);
    }
    out.push(shape);
  };
  for (let i = 0; i < sorted.length; i++) put(i);
  return out;
}

/** [m] overlap allowed for objects on a deck */
const LEVEL = 0.01;

/** Corners of the viewed space, where that is not the whole scene; it moves with the followed body. */
function roomAt({ room, follow }: View, frames: Frames, frame: number): Point[] | undefined {
  if (room === undefined) return undefined;
  const [first, now] =
    follow === undefined
      ? [
          [0, 0],
          [0, 0],
        ]
      : [poseIn(frames, 0, follow), poseIn(frames, frame, follow)];
  const way = [now[0] - first[0], now[1] - first[1], 0];
  const grown = (side: readonly number[], sign: number): Point => {
    const [x, y, z] = side.map((value, i) => value + way[i] + sign * AROUND * (room.max[i] - room.min[i]));
    return [x, y, z];
  };
  return corners(grown(room.min, -1), grown(room.max, 1));
}

/** Bodies that draw a piece of a cable. */
const CABLE_PIECE = /#\d+$/;

/** A piece of a cable, which lies along its z. */
function pieceOf(part: SceneryPart, pose: readonly number[], project: (p: Point) => Flat, water?: number): Shape {
  const { min, max } = partBounds(part);
  const places = [min[2], max[2]].map((z) => transform(pose, [0, 0, z]));
  const ends = places.map(project);
  const wet = water !== undefined && places[0][2] + places[1][2] < 2 * water;
  const outline = ends.every((end) => end.every(Number.isFinite)) ? [ends] : [];
  const depth = Math.min(ends[0][2], ends[1][2]);
  return { outline, edges: [], colour: part.colour, opacity: 1, depth, thick: max[0] - min[0], wet };
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

/**
 * The front faces of a part, in connected pieces, separately above and below the water surface. The outline of a piece is the border of its
 * faces.
 */
function shapesOf(part: SceneryPart, pose: readonly number[], project: (p: Point) => Flat, water?: number): Shape[] {
  const { positions, indices } = part;
  const points: Flat[] = [];
  const above: number[] = []; // [m] height over the surface
  for (let i = 0; i < positions.length; i += 3) {
    const place = transform(pose, [positions[i], positions[i + 1], positions[i + 2]]);
    points.push(project(place));
    above.push(water === undefined ? 1 : place[2] - water);
  }
  const mesh = welded(points, above, indices);
  return [true, false].flatMap((wet) => half(mesh, part, wet));
}

/** Joins vertices of one place; drops back faces and degenerate faces. */
interface Welded {
  readonly points: Flat[];
  readonly above: readonly number[];
  readonly faces: readonly Face[];
}

interface Face {
  readonly corners: readonly number[];
  readonly normal: Flat;
}

function welded(points: readonly Flat[], above: readonly number[], indices: ArrayLike<number>): Welded {
  const places = placesOf(points);
  const own: Flat[] = [];
  const heights: number[] = [];
  places.forEach((place, i) => {
    own[place] = points[i];
    heights[place] = above[i];
  });
  const faces: Face[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const corners = [places[indices[i]], places[indices[i + 1]], places[indices[i + 2]]];
    const normal = unitNormal(own[corners[0]], own[corners[1]], own[corners[2]]);
    if (normal !== undefined && normal[2] > 0) faces.push({ corners, normal });
  }
  return { points: own, above: heights, faces };
}

function half({ points: given, above, faces }: Welded, part: SceneryPart, wet: boolean): Shape[] {
  const points = [...given];
  const side = wet ? -1 : 1;
  const crossings = new Map<number, number>();
  const crossing = (a: number, b: number): number => {
    const key = Math.min(a, b) * given.length + Math.max(a, b);
    const known = crossings.get(key);
    if (known !== undefined) return known;
    const t = above[a] / (above[a] - above[b]);
    const [p, q] = [given[a], given[b]];
    crossings.set(key, points.length);
    points.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]), p[2] + t * (q[2] - p[2])]);
    return points.length - 1;
  };
  const kept = faces.flatMap(({ corners, normal }): Face[] => {
    const cut: number[] = [];
    corners.forEach((a, k) => {
      const b = corners[(k + 1) % corners.length];
      const [here, there] = [side * above[a], side * above[b]];
      if (here >= 0 && (side > 0 || here > 0)) cut.push(a);
      if (here * there < 0) cut.push(crossing(a, b));
    });
    return cut.length < 3 ? [] : [{ corners: cut, normal }];
  });
  return together(kept).map((piece): Shape => {
    const { border, sharp } = edgesOf(piece);
    let depth = Number.POSITIVE_INFINITY;
    for (const { corners } of piece) for (const corner of corners) depth = Math.min(depth, points[corner][2]);
    return {
      outline: loopsOf(border).map((loop) => loop.map((corner) => points[corner])),
      edges: sharp.map(([a, b]): [Flat, Flat] => [points[a], points[b]]),
      colour: part.colour,
      opacity: part.opacity,
      depth,
      thick: 0,
      wet,
    };
  });
}

/** Faces by the pieces they make up: those that share a corner belong together. */
function together(faces: readonly Face[]): Face[][] {
  const parent = new Map<number, number>();
  const root = (corner: number): number => {
    let at = corner;
    for (let up = parent.get(at) ?? at; up !== at; up = parent.get(at) ?? at) at = up;
    if (at !== corner) parent.set(corner, at);
    return at;
  };
  for (const { corners } of faces) for (const corner of corners) parent.set(root(corner), root(corners[0]));
  const pieces = new Map<number, Face[]>();
  for (const face of faces) {
    const key = root(face.corners[0]);
    const piece = pieces.get(key);
    if (piece === undefined) pieces.set(key, [face]);
    else piece.push(face);
  }
  return [...pieces.values()];
}

type Edge = readonly [number, number];

/** Edges with a face on one side only, in its direction, and those where the surface bends. */
function edgesOf(faces: readonly Face[]): { readonly border: Edge[]; readonly sharp: Edge[] } {
  const sides = new Map<string, Flat>();
  for (const { corners, normal } of faces) {
    corners.forEach((a, k) => {
      sides.set(`${a} ${corners[(k + 1) % corners.length]}`, normal);
    });
  }
  const [border, sharp]: [Edge[], Edge[]] = [[], []];
  for (const [key, normal] of sides) {
    const [a, b] = key.split(' ').map(Number);
    const beyond = sides.get(`${b} ${a}`);
    if (beyond === undefined) border.push([a, b]);
    else if (a < b && dot(normal, beyond) <= SHARP) sharp.push([a, b]);
  }
  return { border, sharp };
}

/** Borders strung together. */
function loopsOf(edges: readonly Edge[]): number[][] {
  const after = new Map<number, number[]>();
  for (const [a, b] of edges) after.set(a, [...(after.get(a) ?? []), b]);
  const loops: number[][] = [];
  for (const [start, nexts] of after) {
    while (nexts.length > 0) {
      const loop = [start];
      for (let at = after.get(start)?.pop(); at !== undefined && at !== start; at = after.get(at)?.pop()) loop.push(at);
      loops.push(loop);
    }
  }
  return loops;
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

/** Path of the recorded point or body with the largest motion, at most 400 points. */
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
  /** [m] edges of the picture */
  readonly picture: Omit<Covered, 'low' | 'high'>;
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
  return {
    fit: ([x, y]) => `${(x0 + scale * x).toFixed(1)} ${(y0 - scale * y).toFixed(1)}`,
    scale,
    picture: { left: -x0 / scale, right: (width - x0) / scale, bottom: (y0 - height) / scale, top: y0 / scale },
  };
}
