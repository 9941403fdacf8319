/**
 * A solid for contact with cables: a shape in its own frame, prepared for distances, and its pose. The frame of a hull or a mesh has its
 * origin at the centre of the mesh (`centre`, in the frame of the shape), like all data made from that mesh.
 */
import { assert } from '../../base/index.ts';
import { type ShapeSpec, shapeBounds, solidOf } from '../../geometry/index.ts';
import type { Numbers, Vec3 } from '../../math/index.ts';
import type { Branches } from './branch.ts';
import { MeshProbe } from './mesh-branches.ts';
import { distanceBox, distanceCylinder, distanceHalfSpace, distanceSphere } from './round-solids.ts';
import { type SolidSurface, surfaceOf } from './surface.ts';

export class CableSolid {
  readonly shape: ShapeSpec;
  /** hulls and meshes */
  readonly surface: SolidSurface | undefined;
  /** [m] origin of this frame in that of the shape */
  readonly centre: Float64Array;
  readonly #probe: MeshProbe | undefined;
  /** of a shape with a distance in closed form: radius, half lengths */
  readonly #size: Float64Array;
  /** [m] lowest and highest x y z */
  readonly bounds: Float64Array;
  /** [m] origin of the frame, and its axes to the world's, row-major */
  readonly posW: Float64Array = new Float64Array(3);
  readonly rotWS: Float64Array = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

  constructor(shape: ShapeSpec) {
    this.shape = shape;
    const mesh = shape.kind === 'hull' || shape.kind === 'mesh' ? solidOf(shape).mesh : undefined;
    this.surface = mesh && surfaceOf(mesh);
    this.centre = mesh ? mesh.centre : new Float64Array(3);
    this.#probe = this.surface && new MeshProbe(this.surface);
    this.#size = Float64Array.from(sizesOf(shape));
    this.bounds = this.surface ? this.surface.bounds.slice() : new Float64Array(6);
    if (!this.surface) shapeBounds(this.bounds, 0, shape, [0, 0, 0], 0, [1, 0, 0, 0, 1, 0, 0, 0, 1], 0);
  }

  /** [m] origin of this frame in that of a body on which the shape is placed (rotation row-major, shape to body). */
  originIn(position: Numbers, rotation: Numbers): Vec3 {
    const c = this.centre;
    const along = (i: number): number =>
      position[i] + rotation[3 * i] * c[0] + rotation[3 * i + 1] * c[1] + rotation[3 * i + 2] * c[2];
    return [along(0), along(1), along(2)];
  }

  setPose(posW: ArrayLike<number>, rotWS: ArrayLike<number>, atPos = 0, atRot = 0): void {
    for (let k = 0; k < 3; k++) this.posW[k] = posW[atPos + k];
    for (let k = 0; k < 9; k++) this.rotWS[k] = rotWS[atRot + k];
  }

  /** [m] The box around the solid in the world, unbounded for a half-space: lowest x y z, highest x y z. */
  worldBounds(out: Float64Array): void {
    const { bounds: b, posW, rotWS: R } = this;
    if (this.shape.kind === 'half-space') {
      shapeBounds(out, 0, this.shape, posW, 0, R, 0);
      return;
    }
    for (let k = 0; k < 3; k++) {
      let centre = posW[k];
      let half = 0;
      for (let d = 0; d < 3; d++) {
        centre += R[3 * k + d] * 0.5 * (b[d] + b[3 + d]);
        half += Math.abs(R[3 * k + d]) * 0.5 * (b[3 + d] - b[d]);
      }
      out[k] = centre - half;
      out[3 + k] = centre + half;
    }
  }

  /** Branches of a point in this frame; of meshes among triangles list[from .. to - 1], within out.reach. */
  distance(out: Branches, p: Float64Array, list: Int32Array, from: number, to: number): void {
    const { shape } = this;
    if (this.#probe) {
      this.#probe.find(out, p, list, from, to, out.reach);
      return;
    }
    switch (shape.kind) {
      case 'half-space':
        distanceHalfSpace(out, p);
        break;
      case 'sphere':
        distanceSphere(out, this.#size, p);
        break;
      case 'box':
        distanceBox(out, this.#size, p);
        break;
      case 'cylinder':
        distanceCylinder(out, this.#size, p);
        break;
      default:
        assert(false, `a ${shape.kind} has a surface`);
    }
  }
}

function sizesOf(shape: ShapeSpec): readonly number[] {
  if (shape.kind === 'sphere') return [shape.radius];
  if (shape.kind === 'cylinder') return [shape.radius, shape.halfLength];
  return shape.kind === 'box' ? shape.half : [];
}
