/** What glTF files hold besides triangles in their own buffers: buffers in other files, packed meshes, instances. */
import { describe, expect, test } from 'vitest';
import { formatFileIssue } from '../issue.ts';
import { readGltf } from './index.ts';
import type { MeshOptions } from './welded.ts';

/** A triangle of legs 1 in a buffer of its own. */
const corners = new Uint8Array(Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
const accessor = { componentType: 5126, type: 'VEC3', count: 3, bufferView: 0 };
const scene = {
  asset: { version: '2.0' },
  buffers: [{ byteLength: 36, uri: 'a%20part.bin' }],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  accessors: [accessor],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  nodes: [{ mesh: 0 }],
};
const read = (json: object, beside?: MeshOptions['beside']) =>
  readGltf(new TextEncoder().encode(JSON.stringify(json)), { beside });
const message = (json: object, beside?: MeshOptions['beside']): string => {
  const result = read(json, beside);
  return result.ok ? '' : result.issues.map((issue) => formatFileIssue('file', issue)).join();
};

describe('buffers in files beside the .gltf', () => {
  test('are read by their names, blanks written as in addresses', () => {
    const asked: string[] = [];
    const result = read(scene, (name) => {
      asked.push(name);
      return corners;
    });
    expect(asked).toEqual(['a part.bin']);
    expect(result.ok && [...result.value.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 1]);
  });

  test('that are not there, or elsewhere, are named with what to do', () => {
    const told =
      'file: buffer 0: expected the file "a part.bin" next to this one, found none; put it there, or export as .glb, which holds everything';
    expect(message(scene, () => undefined)).toBe(told);
    expect(message(scene)).toBe(told);
    for (const uri of ['https://x.y/a.bin', '/a.bin', 'file:a.bin']) {
      const elsewhere = { ...scene, buffers: [{ byteLength: 36, uri }] };
      expect(message(elsewhere, () => corners)).toContain(`expected the file "${uri}" next to this one`);
    }
  });

  test('that are too short are told', () => {
    expect(message(scene, () => corners.subarray(0, 20))).toContain('expected 36 bytes in its buffer, found 20');
  });
});

describe('what would give other triangles than are meant is refused', () => {
  const packed = { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } } };
  const meshes = [{ primitives: [{ attributes: { POSITION: 0 }, extensions: packed }] }];

  test('Draco, also where the file does not say that it needs it; not where plain numbers are there as well', () => {
    const only = { ...scene, meshes, accessors: [{ componentType: 5126, type: 'VEC3', count: 3 }] };
    expect(message(only, () => corners)).toContain('compressed with Draco');
    expect(read({ ...scene, meshes }, () => corners).ok).toBe(true);
  });

  test('instances of a node', () => {
    const nodes = [{ mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: {} } } }];
    expect(message({ ...scene, nodes }, () => corners)).toContain('node 0 stands for many instances');
  });
});
