/** Meshes out: OBJ (text, all digits), STL (binary, single precision as the format has it), PLY (binary, doubles). */
import type { TriangleMesh } from '@hawser/engine';
import { type ReadResult, refused } from '../issue.ts';

/** The ending of the name chooses the format. */
export function writeMesh(mesh: TriangleMesh, fileName: string): ReadResult<Uint8Array> {
  const ending = /\.([^./\\]+)$/.exec(fileName)?.[1].toLowerCase() ?? '';
  if (ending === 'obj') return { ok: true, value: new TextEncoder().encode(objText(mesh)) };
  if (ending === 'stl') return { ok: true, value: stlBytes(mesh) };
  if (ending === 'ply') return { ok: true, value: plyBytes(mesh) };
  return refused('unknown-format', `expected a name that ends in .obj, .ply or .stl, found ${fileName}`);
}

function objText({ positions, triangles }: TriangleMesh): string {
  const lines = ['# written by hawser'];
  for (let i = 0; i < positions.length; i += 3) lines.push(`v ${positions[i]} ${positions[i + 1]} ${positions[i + 2]}`);
  for (let i = 0; i < triangles.length; i += 3) {
    lines.push(`f ${triangles[i] + 1} ${triangles[i + 1] + 1} ${triangles[i + 2] + 1}`);
  }
  return `${lines.join('\n')}\n`;
}

function stlBytes({ positions: p, triangles }: TriangleMesh): Uint8Array {
  const count = triangles.length / 3;
  const bytes = new Uint8Array(84 + 50 * count);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('binary STL written by hawser'));
  view.setUint32(80, count, true);
  for (let t = 0; t < count; t++) {
    const at = 84 + 50 * t;
    const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.hypot(...normal) || 1;
    normal.forEach((x, k) => {
      view.setFloat32(at + 4 * k, x / length, true);
    });
    for (let i = 0; i < 9; i++) {
      view.setFloat32(at + 12 + 4 * i, p[3 * triangles[3 * t + Math.floor(i / 3)] + (i % 3)], true);
    }
  }
  return bytes;
}

function plyBytes({ positions, triangles }: TriangleMesh): Uint8Array {
  const count = triangles.length / 3;
  const head = new TextEncoder().encode(
    'ply\nformat binary_little_endian 1.0\ncomment written by hawser\n' +
      `element vertex ${positions.length / 3}\nproperty double x\nproperty double y\nproperty double z\n` +
      `element face ${count}\nproperty list uchar int vertex_indices\nend_header\n`,
  );
  const bytes = new Uint8Array(head.length + 8 * positions.length + 13 * count);
  const view = new DataView(bytes.buffer);
  bytes.set(head);
  let at = head.length;
  for (const x of positions) {
    view.setFloat64(at, x, true);
    at += 8;
  }
  for (let t = 0; t < count; t++) {
    view.setUint8(at, 3);
    for (let k = 0; k < 3; k++) view.setInt32(at + 1 + 4 * k, triangles[3 * t + k], true);
    at += 13;
  }
  return bytes;
}
