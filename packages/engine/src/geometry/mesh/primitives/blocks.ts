/** Boxes, and boxes with a box-shaped pocket: a cubic hole, an open-top bin. */
import { MeshBuilder } from '../mesh-builder.ts';
import type { TriangleMesh } from '../triangle-mesh.ts';
import { checkFits, checkLengths } from './sizes.ts';

/** Full lengths [m], centred on the origin: 8 vertices, 12 triangles. */
export function boxMesh(lengthX: number, lengthY: number, lengthZ: number): TriangleMesh {
  checkLengths({ lengthX, lengthY, lengthZ });
  const build = new MeshBuilder();
  const bottom = rectangle(build, lengthX, lengthY, -lengthZ / 2);
  const top = rectangle(build, lengthX, lengthY, lengthZ / 2);
  build.band(bottom, top);
  build.quad(top[0], top[1], top[2], top[3]);
  build.quad(bottom[3], bottom[2], bottom[1], bottom[0]);
  return build.mesh();
}

export interface PocketSpec {
  /** [m] full lengths of the block, centred on the origin */
  readonly size: readonly [number, number, number];
  /** [m] full lengths of the pocket; it opens to +z in the middle of the top */
  readonly pocket: readonly [number, number, number];
}

/** A block with a pocket open at the top: the hole of a cube, the seat of a square peg. 16 vertices, 28 triangles. */
export function pocketMesh({ size, pocket }: PocketSpec): TriangleMesh {
  const [x, y, z] = size;
  const [px, py, depth] = pocket;
  checkLengths({ x, y, z, 'pocket x': px, 'pocket y': py, 'pocket depth': depth });
  checkFits('pocket x', px, 'size x', x);
  checkFits('pocket y', py, 'size y', y);
  checkFits('pocket depth', depth, 'size z', z);
  const build = new MeshBuilder();
  const bottom = rectangle(build, x, y, -z / 2);
  const top = rectangle(build, x, y, z / 2);
  const rim = rectangle(build, px, py, z / 2);
  const floor = rectangle(build, px, py, z / 2 - depth);
  build.quad(bottom[3], bottom[2], bottom[1], bottom[0]);
  build.band(bottom, top);
  build.band(top, rim);
  build.band(rim, floor);
  build.quad(floor[0], floor[1], floor[2], floor[3]);
  return build.mesh();
}

export interface BinSpec {
  /** [m] clear lengths inside */
  readonly inside: readonly [number, number, number];
  /** [m] thickness of walls and floor */
  readonly wall: number;
}

/** An open-top bin; the origin is in the middle of its floor, inside. */
export function binMesh({ inside, wall }: BinSpec): TriangleMesh {
  const [x, y, z] = inside;
  checkLengths({ wall });
  const mesh = pocketMesh({ size: [x + 2 * wall, y + 2 * wall, z + wall], pocket: [x, y, z] });
  // floor of the pocket to z = 0
  const shift = z - (z + wall) / 2;
  for (let i = 2; i < mesh.positions.length; i += 3) mesh.positions[i] += shift;
  return mesh;
}

/** Four corners, anticlockwise seen from above. */
function rectangle(build: MeshBuilder, x: number, y: number, z: number): number[] {
  return [
    build.vertex(-x / 2, -y / 2, z),
    build.vertex(x / 2, -y / 2, z),
    build.vertex(x / 2, y / 2, z),
    build.vertex(-x / 2, y / 2, z),
  ];
}
