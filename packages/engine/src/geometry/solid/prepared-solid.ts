/**
 * Derived geometry of the shape of a solid, in its own frame: its surface as a closed mesh with one tree of boxes over its triangles,
 * distances from it, the convex hull of its points. Each part is made on first use, once for each shape, and shared by all users of that
 * shape: contact by volume, cables, recorded distances, regions, hulls in water. Further parts (facets, cells, polygons, balls) are stored
 * by the code that makes them, with the mesh or the solid as key.
 */
import { BuildError, Hasher, unreachable } from '../../base/index.ts';
import { treeMesh } from '../bvh/tree-mesh.ts';
import { convexHull, type Hull, hullToTriangles } from '../hull.ts';
import { boxMesh } from '../mesh/primitives/blocks.ts';
import { cylinderMesh, fittedSphereMesh } from '../mesh/primitives/round.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { ShapeSpec } from '../shapes.ts';
import { type CentredMesh, type PreparedMesh, prepareMesh } from './prepared-mesh.ts';

/** Sides of the prism that stands for a cylinder, and how often an icosahedron is divided for a sphere (1280 faces). */
const CYLINDER_SIDES = 64;
const SPHERE_LEVEL = 3;

export class PreparedSolid {
  readonly shape: ShapeSpec;
  #triangles: TriangleMesh | undefined;
  #mesh: PreparedMesh | undefined;
  #open: CentredMesh | undefined;
  #hull: Hull | undefined;
  #digest: string | undefined;

  constructor(shape: ShapeSpec) {
    this.shape = shape;
  }

  /** Vertices and triangles of the surface; of a mesh its own. A half-space has none. */
  get triangles(): TriangleMesh {
    this.#triangles ??= trianglesOf(this);
    return this.#triangles;
  }

  /** The same, from its centre, with neighbours and tree. Throws BuildError where it is not the closed surface of a solid. */
  get mesh(): PreparedMesh {
    this.#mesh ??= prepareMesh(this.triangles);
    return this.#mesh;
  }

  /** For distances: the mesh, or, where it is not closed, its triangles as they are. */
  get surface(): CentredMesh {
    if (this.#open === undefined) {
      try {
        return this.mesh;
      } catch (error) {
        if (!(error instanceof BuildError)) throw error;
        this.#open = openSurface(this.triangles);
      }
    }
    return this.#open;
  }

  /** Of the points of a hull. */
  get hull(): Hull {
    this.#hull ??= convexHull(this.shape.kind === 'hull' ? this.shape.points : this.triangles.positions);
    return this.#hull;
  }

  /** A name of its triangles, the same for equal meshes: the key for parts that are expensive to make. */
  get digest(): string {
    if (this.#digest === undefined) {
      const hasher = new Hasher();
      hasher.addFloats(this.triangles.positions);
      hasher.addInts(this.triangles.triangles);
      this.#digest = hasher.digest();
    }
    return this.#digest;
  }
}

const known = new WeakMap<ShapeSpec, PreparedSolid>();
/** Boxes, cylinders and spheres by their sizes, for all models: variants of one model use the same ones. */
const plain = new Map<string, PreparedSolid>();
const MOST_PLAIN = 64;

/** The solid of a shape: one for each shape object; boxes, cylinders and spheres of one size share theirs. */
export function solidOf(shape: ShapeSpec): PreparedSolid {
  let solid = known.get(shape);
  if (solid !== undefined) return solid;
  const size = sizeText(shape);
  solid = (size === undefined ? undefined : plain.get(size)) ?? new PreparedSolid(shape);
  known.set(shape, solid);
  if (size !== undefined) {
    if (plain.size > MOST_PLAIN) plain.clear();
    plain.set(size, solid);
  }
  return solid;
}

function sizeText(shape: ShapeSpec): string | undefined {
  if (shape.kind === 'box') return `box ${shape.half.join()}`;
  if (shape.kind === 'cylinder') return `cylinder ${shape.radius} ${shape.halfLength}`;
  return shape.kind === 'sphere' ? `sphere ${shape.radius}` : undefined;
}

function openSurface(triangles: TriangleMesh): CentredMesh {
  let radius2 = 0;
  const { positions: p } = triangles;
  for (let i = 0; i < p.length; i += 3) {
    radius2 = Math.max(radius2, p[i] * p[i] + p[i + 1] * p[i + 1] + p[i + 2] * p[i + 2]);
  }
  return { ...treeMesh(triangles), centre: new Float64Array(3), radius: Math.sqrt(radius2) };
}

function trianglesOf(solid: PreparedSolid): TriangleMesh {
  const { shape } = solid;
  switch (shape.kind) {
    case 'box':
      return boxMesh(2 * shape.half[0], 2 * shape.half[1], 2 * shape.half[2]);
    case 'cylinder':
      return cylinderMesh({ radius: shape.radius, length: 2 * shape.halfLength, sides: CYLINDER_SIDES });
    case 'sphere':
      return fittedSphereMesh(shape.radius, SPHERE_LEVEL);
    case 'hull':
      return { positions: solid.hull.vertices, triangles: hullToTriangles(solid.hull) };
    case 'mesh':
      return shape;
    case 'half-space':
      throw new BuildError('half-space', 'expected a solid with a surface, found a half-space');
    default:
      return unreachable(shape);
  }
}
