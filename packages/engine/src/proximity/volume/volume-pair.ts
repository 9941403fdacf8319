/** Two collision shapes that meet by their common volume, wherever their bodies are. */
import { boxMesh, type TriangleMesh } from '../../geometry/index.ts';
import type { CollisionShape } from '../built-shape.ts';
import { MeshIntersection } from '../mesh-mesh/mesh-intersection.ts';
import { type PreparedMesh, prepareMesh } from '../mesh-mesh/prepared-mesh.ts';
import type { PatchList } from './patches.ts';
import { solidMesh } from './solid-mesh.ts';
import type { SolidPair } from './solid-pair.ts';

/** A half-space is a box under the other body, this many times as wide as that is from its middle to its farthest point. */
const FLOOR_REACH = 2.5;

/** Meshes of the shapes, each prepared once. */
export class SolidMeshes {
  private readonly shapes: readonly CollisionShape[];
  private readonly meshes = new Map<number, PreparedMesh>();
  private readonly same = new Map<string, PreparedMesh>();

  constructor(shapes: readonly CollisionShape[]) {
    this.shapes = shapes;
  }

  /** In the centre-of-mass frame of the shape's body. */
  of(index: number): PreparedMesh {
    let mesh = this.meshes.get(index);
    if (mesh !== undefined) return mesh;
    const { shape, position, rotation } = this.shapes[index];
    // a hundred equal stones share one mesh
    const key = `${JSON.stringify(shape)} ${position.join()} ${rotation.join()}`;
    mesh = this.same.get(key) ?? prepareMesh(solidMesh(this.shapes[index]));
    this.same.set(key, mesh);
    this.meshes.set(index, mesh);
    return mesh;
  }
}

export class VolumePair implements SolidPair {
  readonly bodyA: number;
  readonly bodyB: number;
  readonly intersection: MeshIntersection;
  /** the half-space of the two, or none; the frame of its floor under the other body */
  private readonly halfSpace: CollisionShape | undefined;
  private readonly floorIsA: boolean;
  private readonly floorPos = new Float64Array(3);
  private readonly floorRot = new Float64Array(9);
  private readonly solidPos = new Float64Array(3);
  private readonly solidRot = new Float64Array(9);

  constructor(shapes: readonly CollisionShape[], meshes: SolidMeshes, indexA: number, indexB: number) {
    const a = shapes[indexA];
    const b = shapes[indexB];
    this.bodyA = a.body;
    this.bodyB = b.body;
    this.floorIsA = a.shape.kind === 'half-space';
    this.halfSpace = this.floorIsA ? a : b.shape.kind === 'half-space' ? b : undefined;
    if (this.halfSpace === undefined) {
      this.intersection = new MeshIntersection(meshes.of(indexA), meshes.of(indexB));
      return;
    }
    const solid = meshes.of(this.floorIsA ? indexB : indexA);
    const floor = prepareMesh(floorMesh(FLOOR_REACH * solid.radius));
    this.intersection = this.floorIsA ? new MeshIntersection(floor, solid) : new MeshIntersection(solid, floor);
  }

  meet(out: PatchList, posW: Float64Array, rotWB: Float64Array): void {
    if (this.compute(posW, rotWB) > 0) out.add(this.intersection);
  }

  /** At poses in columns (centres of mass, rotations row-major): number of regions. */
  compute(posW: Float64Array, rotWB: Float64Array): number {
    const { halfSpace, intersection, floorPos, floorRot, solidPos, solidRot } = this;
    if (halfSpace === undefined) return intersection.computeBodies(posW, rotWB, this.bodyA, this.bodyB);
    const solid = this.floorIsA ? this.bodyB : this.bodyA;
    const centre = (this.floorIsA ? intersection.meshB : intersection.meshA).centre;
    const h = halfSpace.body;
    for (let i = 0; i < 3; i++) {
      const r = 9 * h + 3 * i;
      const { position: p, rotation: q } = halfSpace;
      floorPos[i] = posW[3 * h + i] + rotWB[r] * p[0] + rotWB[r + 1] * p[1] + rotWB[r + 2] * p[2];
      for (let j = 0; j < 3; j++) {
        floorRot[3 * i + j] = rotWB[r] * q[j] + rotWB[r + 1] * q[3 + j] + rotWB[r + 2] * q[6 + j];
      }
      solidPos[i] = posW[3 * solid + i];
      for (let j = 0; j < 3; j++) solidRot[3 * i + j] = rotWB[9 * solid + 3 * i + j];
    }
    // along the plane to below the solid
    let along0 = 0;
    let along1 = 0;
    for (let i = 0; i < 3; i++) {
      const s = 9 * solid + 3 * i;
      const c = solidPos[i] + rotWB[s] * centre[0] + rotWB[s + 1] * centre[1] + rotWB[s + 2] * centre[2] - floorPos[i];
      along0 += floorRot[3 * i] * c;
      along1 += floorRot[3 * i + 1] * c;
    }
    for (let i = 0; i < 3; i++) floorPos[i] += floorRot[3 * i] * along0 + floorRot[3 * i + 1] * along1;
    return this.floorIsA
      ? intersection.compute(floorPos, floorRot, solidPos, solidRot)
      : intersection.compute(solidPos, solidRot, floorPos, floorRot);
  }
}

/** A box with its top at z = 0, reaching r to all sides and 2 r down. */
function floorMesh(r: number): TriangleMesh {
  const { positions, triangles } = boxMesh(2 * r, 2 * r, 2 * r);
  return { positions: positions.map((x, i) => (i % 3 === 2 ? x - r : x)), triangles };
}
