/**
 * Collision shapes as the scene keeps them. Queries work in the frames of the shapes, so that equal shapes, such as a thousand links or
 * boxes, share one polyhedron that stays in the cache; body-frames.ts transforms the results to the bodies.
 */
import { at, BuildError, unreachable } from '../base/index.ts';
import { checkShape, type LinkForm, type ShapeSpec, solidOf } from '../geometry/index.ts';
import type { Numbers, Vec3 } from '../math/index.ts';
import { boxPolytope, hullPolytope, type Polytope, prismPolytope } from './polytope.ts';

/** A shape on a body: `position` and `rotation` (row-major, shape to body) place it in the centre-of-mass frame. */
export interface CollisionShape {
  readonly shape: ShapeSpec;
  /** index of its body */
  readonly body: number;
  /** [m] */
  readonly position: Vec3;
  readonly rotation: readonly number[];
}

// Ranks: the shape of lower rank becomes A of the query. MESH shapes meet others by volume only.
export const HALF_SPACE = 0;
export const POLYTOPE = 1;
export const CYLINDER = 2;
export const SPHERE = 3;
export const MESH = 4;

/** Number of sides of the prism that approximates a cylinder where its edge or cap meets edges: sagitta 0.5 % of the radius. */
export const PRISM_SIDES = 32;
/** cos(pi/32): the sides of the prism lie at this share of the radius. */
export const PRISM_APOTHEM = 0.9951847266721969;

/** Sphere: about the origin. Cylinder: about z. Half-space: below z = 0. All in the frame of the shape. */
export interface BuiltShape {
  readonly rank: number;
  /** index in the list of shapes */
  readonly index: number;
  readonly body: number;
  /** [m] sphere and cylinder */
  readonly radius: number;
  /** [m] cylinder */
  readonly halfLength: number;
  /** boxes and hulls; cylinders: the inscribed prism */
  readonly polytope: Polytope | undefined;
  readonly bounds: ShapeBounds;
}

export interface ShapeBounds {
  /** [m] centre of the bounding box in the frame of the shape; of a half-space a point of its plane */
  readonly centre: Vec3;
  /** [m] half edges of the bounding box along the axes of the shape */
  readonly half: Vec3;
  /** [m] of a ball about `centre` that holds the shape; infinite for a half-space */
  readonly radius: number;
}

export function buildShapes(shapes: readonly CollisionShape[], bodyCount: number): BuiltShape[] {
  const polytopes = new Map<string, Polytope>();
  return shapes.map((placed, index) =>
    at(index, () => {
      if (!Number.isInteger(placed.body) || placed.body < 0 || placed.body >= bodyCount) {
        throw new BuildError('no-body', `must lie on one of ${bodyCount} bodies, found ${placed.body}`);
      }
      checkShape(placed.shape);
      return buildShape(placed.shape, index, placed.body, polytopes);
    }),
  );
}

const ORIGIN: Vec3 = [0, 0, 0];

function buildShape(spec: ShapeSpec, index: number, body: number, polytopes: Map<string, Polytope>): BuiltShape {
  // one literal, so that all shapes have the same hidden class
  const make = (
    rank: number,
    bounds: ShapeBounds,
    polytope: Polytope | undefined,
    radius: number,
    halfLength: number,
  ): BuiltShape => ({ rank, index, body, radius, halfLength, polytope, bounds });
  const shared = (key: string, build: () => Polytope): Polytope => {
    const known = polytopes.get(key);
    if (known !== undefined) return known;
    const built = build();
    polytopes.set(key, built);
    return built;
  };
  switch (spec.kind) {
    case 'sphere': {
      const r = spec.radius;
      return make(SPHERE, { centre: ORIGIN, half: [r, r, r], radius: r }, undefined, r, 0);
    }
    case 'box': {
      const { half } = spec;
      const polytope = shared(`box ${half.join()}`, () => boxPolytope(half));
      return make(POLYTOPE, { centre: ORIGIN, half, radius: polytope.outerRadius }, polytope, 0, 0);
    }
    case 'cylinder': {
      const { radius, halfLength } = spec;
      const polytope = shared(`cylinder ${radius} ${halfLength}`, () => prismPolytope(radius, halfLength, PRISM_SIDES));
      const ball = Math.sqrt(radius * radius + halfLength * halfLength);
      const bounds: ShapeBounds = { centre: ORIGIN, half: [radius, radius, halfLength], radius: ball };
      return make(CYLINDER, bounds, polytope, radius, halfLength);
    }
    case 'hull': {
      const polytope = hullPolytope(solidOf(spec).hull);
      return make(POLYTOPE, hullBounds(polytope), polytope, 0, 0);
    }
    case 'half-space':
      return make(HALF_SPACE, { centre: ORIGIN, half: ORIGIN, radius: Number.POSITIVE_INFINITY }, undefined, 0, 0);
    case 'mesh':
      return make(MESH, spec.link ? linkBounds(spec.link) : pointBounds(spec.positions), undefined, 0, 0);
    default:
      return unreachable(spec);
  }
}

/** Bounds of the round bar, which extends beyond its mesh. */
function linkBounds({ bar, length, width }: LinkForm): ShapeBounds {
  return { centre: ORIGIN, half: [width / 2, bar / 2, length / 2], radius: length / 2 };
}

function hullBounds(polytope: Polytope): ShapeBounds {
  return pointBounds(polytope.vertices);
}

function pointBounds(v: Numbers): ShapeBounds {
  const low = [v[0], v[1], v[2]];
  const high = [v[0], v[1], v[2]];
  for (let i = 0; i < v.length; i++) {
    low[i % 3] = Math.min(low[i % 3], v[i]);
    high[i % 3] = Math.max(high[i % 3], v[i]);
  }
  const [x, y, z] = [0, 1, 2].map((k) => 0.5 * (low[k] + high[k]));
  let far2 = 0;
  for (let i = 0; i < v.length; i += 3) {
    const d2 = (v[i] - x) * (v[i] - x) + (v[i + 1] - y) * (v[i + 1] - y) + (v[i + 2] - z) * (v[i + 2] - z);
    far2 = Math.max(far2, d2);
  }
  const half: Vec3 = [0.5 * (high[0] - low[0]), 0.5 * (high[1] - low[1]), 0.5 * (high[2] - low[2])];
  return { centre: [x, y, z], half, radius: Math.sqrt(far2) };
}
