/**
 * A piece of a ship's bow with a hawse pipe: flat shell with flare and entrance angle, anchor pocket, bolster, bell mouth and
 * pipe, as one closed mesh. x forward, y outboard, z up; the origin is where the axis of the pipe meets the shell.
 *
 * The surface is drawn over the plane across the pipe: every point is r d + t p with p the axis of the pipe (up and inboard), d a
 * direction across it and t the way along it. The shell is t = m r with a slope m for each direction d, so rings of growing r
 * never cross. The bell mouth is a ball of radius R rolled round the mouth: in each half plane through the axis, the circle that
 * touches both the pipe wall and the shell,
 *   centre (bore + R, m (bore + R) + R sqrt(1 + m^2)),   touching the shell at r = bore + R + R m / sqrt(1 + m^2).
 */
import { BuildError } from '../../../base/index.ts';
import { atan2, PI, sincos, TWO_PI } from '../../../math/index.ts';
import { checkVertices, MeshBuilder } from '../mesh-builder.ts';
import type { TriangleMesh } from '../triangle-mesh.ts';
import { checkCount, checkFits, checkLengths } from './sizes.ts';

export interface BowSpec {
  /** [rad] lean of the shell from the vertical, its upper edge outboard */
  readonly flare: number;
  /** [rad] of the waterline to the ship's length: forward, the shell comes in */
  readonly entrance: number;
  /** [m] of the shell: along, above and below the mouth */
  readonly length: number;
  readonly above: number;
  readonly below: number;
  /** [m] of the body that the shell is modelled as, so that a blow meets a body and not a sheet */
  readonly thickness: number;
  readonly pipe: {
    /** [m] inner radius */
    readonly radius: number;
    /** [rad] from the vertical; [rad] in plan: how far it leads aft of straight inboard */
    readonly angle: number;
    readonly lead: number;
    /** [m] along its axis, from the shell */
    readonly length: number;
  };
  /** [m] radius of the bell mouth */
  readonly mouth: number;
  /** raised plate around the mouth [m]; radius on the shell, height, width of its rounded edge */
  readonly bolster?: { readonly radius: number; readonly height: number; readonly edge: number };
  /** recess around the mouth [m]; radius of its floor on the shell, depth, width of its wall */
  readonly pocket?: { readonly radius: number; readonly depth: number; readonly wall: number };
  /** [m] longest side of triangles of the shell; facets around the pipe and of the bell mouth */
  readonly mesh: number;
  readonly sides: number;
  readonly bends: number;
}

type Vec = readonly [number, number, number];

/** Rings of a wall, so that it is smooth to a link that rides over it. */
const WALL_RINGS = 6;

/** The axis of the pipe, up and inboard, and the shell's normal, outboard. */
export function bowAxes({ flare, entrance, pipe }: Pick<BowSpec, 'flare' | 'entrance' | 'pipe'>): {
  readonly pipe: Vec;
  readonly shell: Vec;
} {
  const [sf, cf] = turn(flare);
  const [se, ce] = turn(entrance);
  const [sa, ca] = turn(pipe.angle);
  const [sl, cl] = turn(pipe.lead);
  return { pipe: [-sl * sa, -cl * sa, ca], shell: [se * cf, ce * cf, -sf] };
}

export function bowMesh(spec: BowSpec): TriangleMesh {
  const { pipe, mouth, thickness, length, above, below, mesh, sides, bends, bolster, pocket } = spec;
  checkLengths({ length, above, below, thickness, mouth, mesh });
  checkLengths({ radius: pipe.radius, 'length of the pipe': pipe.length });
  checkCount('sides', sides, 8, 2000);
  checkCount('bends', bends, 2, 1000);
  const { pipe: p, shell: n } = bowAxes(spec);
  const into = -dot(p, n);
  if (!(into > 0.2)) {
    throw new BuildError(
      'angle',
      `must be a pipe that leads inboard, at least 12 degrees off the shell, found ${Math.round((90 * Math.max(0, into) * 2) / PI)} degrees`,
      ['angle'],
    );
  }
  const e1 = unit([1 - p[0] * p[0], -p[0] * p[1], -p[0] * p[2]]);
  const e2 = cross(p, e1);
  const rays = raysOf(spec, p, n, e1, e2, into);
  const R = mouth;
  const bore = pipe.radius;
  const steepest = Math.max(...rays.map(({ m }) => Math.abs(m)));
  const root = Math.sqrt(1 + steepest * steepest);
  const needed = (R * (root - 1)) / root;
  checkFits('mouth', needed, 'what the thickness leaves for it', 0.95 * thickness);
  // rings on the shell by their distance from the mouth
  const touch = (m: number): number => bore + R + (R * m) / Math.sqrt(1 + m * m);
  const farTouch = Math.max(...rays.map(({ m }) => touch(m) * Math.sqrt(1 + m * m)));
  const levels: number[] = [];
  const wall = (radius: number, width: number): void => {
    for (let i = 0; i <= WALL_RINGS; i++) levels.push(radius + (width * i) / WALL_RINGS);
  };
  if (bolster) {
    checkLengths({ 'radius of the bolster': bolster.radius, height: bolster.height, edge: bolster.edge });
    checkFits('bell mouth', farTouch, 'the radius of the bolster', bolster.radius);
    wall(bolster.radius, bolster.edge);
  }
  const free = bolster ? bolster.radius + bolster.edge : farTouch;
  if (pocket) {
    checkLengths({ 'radius of the pocket': pocket.radius, depth: pocket.depth, wall: pocket.wall });
    checkFits('bell mouth or bolster', free, 'the radius of the pocket', pocket.radius);
    wall(pocket.radius, pocket.wall);
  }
  const last = pocket ? pocket.radius + pocket.wall : free;
  const nearest = Math.min(...rays.map(({ far, m }) => far * Math.sqrt(1 + m * m)));
  checkFits('mouth, bolster or pocket', last, 'the way from the mouth to the nearest edge of the shell', nearest);

  /** [m] how far the shell stands inboard at a distance from the mouth; negative: outboard */
  const offset = (distance: number): number =>
    (pocket ? pocket.depth * smooth((pocket.radius + pocket.wall - distance) / pocket.wall) : 0) -
    (bolster ? bolster.height * smooth((bolster.radius + bolster.edge - distance) / bolster.edge) : 0);
  const atMouth = offset(0) / into;

  const build = new MeshBuilder();
  const rings: number[][] = [];
  const ring = (place: (ray: Ray) => readonly [number, number]): void => {
    rings.push(
      rays.map((ray) => {
        const [r, t] = place(ray);
        const { d } = ray;
        return build.vertex(r * d[0] + t * p[0], r * d[1] + t * p[1], r * d[2] + t * p[2]);
      }),
    );
  };
  // outer face, inwards: each ring by a share between two levels, where a level is a distance on the shell or an edge
  const marks: ((ray: Ray) => number)[] = [({ far }) => far];
  for (const level of [...levels].sort((a, b) => b - a)) marks.push(({ m }) => level / Math.sqrt(1 + m * m));
  marks.push(({ m }) => touch(m));
  const shell: ((ray: Ray) => number)[] = [];
  for (let i = 0; i + 1 < marks.length; i++) {
    const [from, to] = [marks[i], marks[i + 1]];
    const widest = Math.max(...rays.map((ray) => (from(ray) - to(ray)) * Math.sqrt(1 + ray.m * ray.m)));
    const parts = Math.max(1, Math.ceil(widest / mesh));
    checkVertices(sides * (shell.length + parts));
    for (let k = 0; k < parts; k++) shell.push((ray) => from(ray) + ((to(ray) - from(ray)) * k) / parts);
  }
  const shellAt = (r: number, m: number): number => m * r + offset(r * Math.sqrt(1 + m * m)) / into;
  for (const r of shell) ring((ray) => [r(ray), shellAt(r(ray), ray.m)]);
  // bell mouth: from the shell's outward normal to the wall of the pipe
  const arc = new Float64Array(2);
  for (let k = 0; k <= bends; k++) {
    ring(({ m }) => {
      const slope = Math.sqrt(1 + m * m);
      const first = atan2(-1 / slope, m / slope);
      sincos(arc, 0, first + ((-PI - first) * k) / bends);
      return [
        k === bends ? bore : bore + R + R * arc[1],
        m * (bore + R) + R * slope + atMouth + (k === bends ? 0 : R * arc[0]),
      ];
    });
  }
  // the pipe, its end, its outside, and the inner face of the shell back to the edges
  const deepest = Math.max(...rays.map(({ m }) => m * (bore + R) + R * Math.sqrt(1 + m * m))) + atMouth;
  const behind = thickness / into;
  const collar = bore + Math.max(R, thickness);
  const innerMost = Math.max(...rays.map(({ m }) => shellAt(collar, m))) + behind;
  const end = pipe.length;
  checkFits('bell mouth or shell behind it', Math.max(deepest, innerMost), 'the length of the pipe', end);
  const lengthwise = Math.max(1, Math.ceil((end - deepest) / Math.max(mesh, bore)));
  for (let k = 1; k <= lengthwise; k++) {
    ring(({ m }) => {
      const from = m * (bore + R) + R * Math.sqrt(1 + m * m) + atMouth;
      return [bore, from + ((end - from) * k) / lengthwise];
    });
  }
  ring(() => [collar, end]);
  for (let k = 1; k <= lengthwise; k++) {
    ring(({ m }) => {
      const to = shellAt(collar, m) + behind;
      return [collar, end + ((to - end) * k) / lengthwise];
    });
  }
  for (const r of [...shell].reverse()) {
    // where the collar of the pipe is wider than a ring, the ring would lie inside it
    if (rays.every((ray) => r(ray) > 1.02 * collar)) ring((ray) => [r(ray), shellAt(r(ray), ray.m) + behind]);
  }
  for (let i = 0; i < rings.length; i++) build.band(rings[(i + 1) % rings.length], rings[i]);
  return build.mesh();
}

/** A direction across the pipe, the slope of the shell along it, and where the shell ends. */
interface Ray {
  readonly d: Vec;
  readonly m: number;
  readonly far: number;
}

/** Around the pipe, with one through each corner of the shell. */
function raysOf(spec: BowSpec, p: Vec, n: Vec, e1: Vec, e2: Vec, into: number): Ray[] {
  const { length, above, below, sides } = spec;
  const along = unit([n[1], -n[0], 0]); // level, forward
  const up = cross(along, n);
  const rise = up[2] < 0 ? -1 : 1;
  const b: Vec = [rise * up[0], rise * up[1], rise * up[2]];
  const corners = [
    [length / 2, above],
    [-length / 2, above],
    [-length / 2, -below],
    [length / 2, -below],
  ].map(([u, v]) => {
    const q: Vec = [u * along[0] + v * b[0], u * along[1] + v * b[1], u * along[2] + v * b[2]];
    return atan2(dot(q, e2), dot(q, e1));
  });
  const angles: number[] = [];
  const step = TWO_PI / sides;
  for (let i = 0; i < sides; i++) {
    const angle = -PI + i * step;
    if (!corners.some((corner) => Math.abs(turnBack(corner - angle)) < 0.4 * step)) angles.push(angle);
  }
  angles.push(...corners);
  angles.sort((x, y) => x - y);
  const t = new Float64Array(2);
  return angles.map((angle) => {
    sincos(t, 0, angle);
    const d: Vec = [t[1] * e1[0] + t[0] * e2[0], t[1] * e1[1] + t[0] * e2[1], t[1] * e1[2] + t[0] * e2[2]];
    const m = dot(d, n) / into;
    const way: Vec = [d[0] + m * p[0], d[1] + m * p[1], d[2] + m * p[2]];
    const [u, v] = [dot(way, along), dot(way, b)];
    const far = Math.min(
      Math.abs(u) > 1e-12 ? length / 2 / Math.abs(u) : Number.POSITIVE_INFINITY,
      Math.abs(v) > 1e-12 ? (v > 0 ? above : below) / Math.abs(v) : Number.POSITIVE_INFINITY,
    );
    return { d, m, far };
  });
}

/** 0 to 1 with level ends. */
function smooth(x: number): number {
  const s = Math.min(1, Math.max(0, x));
  return s * s * (3 - 2 * s);
}

function turn(angle: number): readonly [number, number] {
  const t = new Float64Array(2);
  sincos(t, 0, angle);
  return [t[0], t[1]];
}

function turnBack(angle: number): number {
  return angle > PI ? angle - TWO_PI : angle < -PI ? angle + TWO_PI : angle;
}

function dot(a: Vec, b: Vec): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vec, b: Vec): Vec {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(v: Vec): Vec {
  const size = Math.sqrt(dot(v, v));
  return [v[0] / size, v[1] / size, v[2] / size];
}
