/** Triangle meshes of shapes, for drawing: round shapes by facets inscribed in them, with the normals of the true surface. */
import { at, BuildError, unreachable } from '../base/index.ts';
import { PI, sincos, TWO_PI } from '../math/index.ts';
import { checkShape } from './check-shape.ts';
import type { Hull } from './hull.ts';
import type { ShapeSpec } from './shapes.ts';
import { solidOf } from './solid/prepared-solid.ts';

/** Triangles run anticlockwise seen from outside; vertices are repeated where the normal jumps. */
export interface DrawMesh {
  /** [m] xyz triples in the frame of the shape */
  readonly positions: Float32Array;
  /** unit, one a vertex */
  readonly normals: Float32Array;
  readonly indices: Uint32Array;
}

export interface TessellateOptions {
  /** facets around a sphere or a cylinder, at least 3; default 32, which misses the radius by 0.5 % at most */
  readonly segments?: number;
  /** [m] edge of the square that stands for a half-space; default 100 */
  readonly halfSpaceSize?: number;
}

export function tessellate(shape: ShapeSpec, options: TessellateOptions = {}): DrawMesh {
  const { segments = 32, halfSpaceSize = 100 } = options;
  checkShape(shape);
  const mesh = new Builder();
  switch (shape.kind) {
    case 'sphere':
      addSphere(mesh, shape.radius, Math.max(3, segments));
      break;
    case 'box':
      addBox(mesh, shape.half[0], shape.half[1], shape.half[2]);
      break;
    case 'cylinder':
      addCylinder(mesh, shape.radius, shape.halfLength, Math.max(3, segments));
      break;
    case 'half-space': {
      const s = halfSpaceSize / 2;
      mesh.polygon([-s, -s, 0, s, -s, 0, s, s, 0, -s, s, 0], 0, 0, 1);
      break;
    }
    case 'hull':
      addHull(
        mesh,
        at('points', () => solidOf(shape).hull),
      );
      break;
    case 'mesh':
      addTriangles(mesh, shape.positions, shape.triangles);
      break;
    default:
      unreachable(shape);
  }
  return mesh.finish();
}

class Builder {
  readonly #positions: number[] = [];
  readonly #normals: number[] = [];
  readonly #indices: number[] = [];

  vertex(x: number, y: number, z: number, nx: number, ny: number, nz: number): number {
    this.#positions.push(x, y, z);
    this.#normals.push(nx, ny, nz);
    return this.#positions.length / 3 - 1;
  }

  triangle(a: number, b: number, c: number): void {
    this.#indices.push(a, b, c);
  }

  /** A flat convex polygon of xyz triples, as a fan. */
  polygon(corners: readonly number[], nx: number, ny: number, nz: number): void {
    const first = this.#positions.length / 3;
    for (let i = 0; i < corners.length; i += 3) this.vertex(corners[i], corners[i + 1], corners[i + 2], nx, ny, nz);
    for (let k = 1; k < corners.length / 3 - 1; k++) this.triangle(first, first + k, first + k + 1);
  }

  finish(): DrawMesh {
    return {
      positions: Float32Array.from(this.#positions),
      normals: Float32Array.from(this.#normals),
      indices: Uint32Array.from(this.#indices),
    };
  }
}

/** Circles of latitude from the south pole up, `segments` vertices each; the poles are one vertex. */
function addSphere(mesh: Builder, radius: number, segments: number): void {
  const circle = unitCircle(segments);
  const rings = Math.max(2, Math.ceil(segments / 2));
  const sc = new Float64Array(2);
  const south = mesh.vertex(0, 0, -radius, 0, 0, -1);
  for (let ring = 1; ring < rings; ring++) {
    sincos(sc, 0, (PI * ring) / rings); // angle from the south pole
    for (let k = 0; k < segments; k++) {
      const x = sc[0] * circle[2 * k];
      const y = sc[0] * circle[2 * k + 1];
      mesh.vertex(radius * x, radius * y, -radius * sc[1], x, y, -sc[1]);
    }
  }
  const north = mesh.vertex(0, 0, radius, 0, 0, 1);
  const at = (ring: number, k: number): number => south + 1 + (ring - 1) * segments + (k % segments);
  for (let k = 0; k < segments; k++) {
    mesh.triangle(south, at(1, k + 1), at(1, k));
    for (let ring = 1; ring < rings - 1; ring++) {
      mesh.triangle(at(ring, k), at(ring, k + 1), at(ring + 1, k + 1));
      mesh.triangle(at(ring, k), at(ring + 1, k + 1), at(ring + 1, k));
    }
    mesh.triangle(north, at(rings - 1, k), at(rings - 1, k + 1));
  }
}

function addBox(mesh: Builder, a: number, b: number, c: number): void {
  mesh.polygon([a, -b, -c, a, b, -c, a, b, c, a, -b, c], 1, 0, 0);
  mesh.polygon([-a, b, -c, -a, -b, -c, -a, -b, c, -a, b, c], -1, 0, 0);
  mesh.polygon([a, b, -c, -a, b, -c, -a, b, c, a, b, c], 0, 1, 0);
  mesh.polygon([-a, -b, -c, a, -b, -c, a, -b, c, -a, -b, c], 0, -1, 0);
  mesh.polygon([-a, -b, c, a, -b, c, a, b, c, -a, b, c], 0, 0, 1);
  mesh.polygon([-a, b, -c, a, b, -c, a, -b, -c, -a, -b, -c], 0, 0, -1);
}

function addCylinder(mesh: Builder, radius: number, h: number, segments: number): void {
  const circle = unitCircle(segments);
  const side: number[] = [];
  for (let k = 0; k < segments; k++) {
    const x = circle[2 * k];
    const y = circle[2 * k + 1];
    side.push(mesh.vertex(radius * x, radius * y, -h, x, y, 0), mesh.vertex(radius * x, radius * y, h, x, y, 0));
  }
  const top: number[] = [];
  const bottom: number[] = [];
  for (let k = 0; k < segments; k++) {
    const next = (k + 1) % segments;
    mesh.triangle(side[2 * k], side[2 * next], side[2 * next + 1]);
    mesh.triangle(side[2 * k], side[2 * next + 1], side[2 * k + 1]);
    const back = segments - 1 - k;
    top.push(radius * circle[2 * k], radius * circle[2 * k + 1], h);
    bottom.push(radius * circle[2 * back], radius * circle[2 * back + 1], -h);
  }
  mesh.polygon(top, 0, 0, 1);
  mesh.polygon(bottom, 0, 0, -1);
}

function addHull(mesh: Builder, hull: Hull): void {
  const { vertices, faceStarts, faceVertices, normals } = hull;
  for (let f = 0; f < faceStarts.length - 1; f++) {
    const corners: number[] = [];
    for (let k = faceStarts[f]; k < faceStarts[f + 1]; k++) {
      const v = 3 * faceVertices[k];
      corners.push(vertices[v], vertices[v + 1], vertices[v + 2]);
    }
    mesh.polygon(corners, normals[3 * f], normals[3 * f + 1], normals[3 * f + 2]);
  }
}

/** Each triangle with its own flat normal; one without area is left out. */
function addTriangles(mesh: Builder, positions: Float64Array, triangles: Int32Array): void {
  for (let i = 0; i < triangles.length; i += 3) {
    const corners: number[] = [];
    for (let k = 0; k < 3; k++) {
      const v = 3 * triangles[i + k];
      if (!(v >= 0 && v + 2 < positions.length)) {
        const message = `must be the index of a vertex, 0 to ${Math.floor(positions.length / 3) - 1}, found ${triangles[i + k]}`;
        throw new BuildError('mesh-index', message, ['triangles', i + k]);
      }
      corners.push(positions[v], positions[v + 1], positions[v + 2]);
    }
    const ux = corners[3] - corners[0];
    const uy = corners[4] - corners[1];
    const uz = corners[5] - corners[2];
    const vx = corners[6] - corners[0];
    const vy = corners[7] - corners[1];
    const vz = corners[8] - corners[2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (length > 0) mesh.polygon(corners, nx / length, ny / length, nz / length);
  }
}

/** cos, sin pairs */
function unitCircle(segments: number): Float64Array {
  const circle = new Float64Array(2 * segments);
  const sc = new Float64Array(2);
  for (let k = 0; k < segments; k++) {
    sincos(sc, 0, (TWO_PI * k) / segments);
    circle[2 * k] = sc[1];
    circle[2 * k + 1] = sc[0];
  }
  return circle;
}
