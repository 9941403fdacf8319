import { Document, WebIO } from '@gltf-transform/core';
import { boxMesh, integrateMesh, pocketMesh, surveyMesh, type TriangleMesh, tubeMesh } from '@hawser/engine';
import fc from 'fast-check';
import { zlibSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { formatFileIssue, type ReadResult } from '../issue.ts';
import { writeGlb } from '../results/index.ts';
import { readGltf, readMesh, readPly, readVtk, readVtp, writeMesh } from './index.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const messages = (result: ReadResult<unknown>) =>
  result.ok ? [] : result.issues.map((issue) => formatFileIssue('file', issue));
function value<T>(result: ReadResult<T>): T {
  if (!result.ok) throw new Error(messages(result).join('\n'));
  return result.value;
}
const volume = ({ positions, triangles }: TriangleMesh) => integrateMesh(positions, triangles).volume;

const tube = tubeMesh({ outer: 2, inner: 1, length: 3, sides: 12 });
const pocket = pocketMesh({ size: [2, 2, 2], pocket: [1, 1, 1] });

/** bytes written one after another, in either order */
class Bytes {
  readonly list: number[] = [];
  readonly little: boolean;
  constructor(little: boolean) {
    this.little = little;
  }
  text(text: string): this {
    this.list.push(...encode(text));
    return this;
  }
  put(size: number, set: (view: DataView) => void): this {
    const view = new DataView(new ArrayBuffer(size));
    set(view);
    this.list.push(...new Uint8Array(view.buffer));
    return this;
  }
  u8 = (x: number) => this.put(1, (v) => v.setUint8(0, x));
  u32 = (x: number) => this.put(4, (v) => v.setUint32(0, x, this.little));
  i32 = (x: number) => this.put(4, (v) => v.setInt32(0, x, this.little));
  i64 = (x: number) => this.put(8, (v) => v.setBigInt64(0, BigInt(x), this.little));
  f32 = (x: number) => this.put(4, (v) => v.setFloat32(0, x, this.little));
  f64 = (x: number) => this.put(8, (v) => v.setFloat64(0, x, this.little));
  get bytes() {
    return Uint8Array.from(this.list);
  }
}
const corners = (mesh: TriangleMesh) =>
  Array.from({ length: mesh.triangles.length / 3 }, (_, t) => [...mesh.triangles.subarray(3 * t, 3 * t + 3)]);
const points = (mesh: TriangleMesh) =>
  Array.from({ length: mesh.positions.length / 3 }, (_, v) => [...mesh.positions.subarray(3 * v, 3 * v + 3)]);

function ply(mesh: TriangleMesh, encoding: 'ascii' | 'binary_little_endian' | 'binary_big_endian'): Uint8Array {
  const out = new Bytes(encoding === 'binary_little_endian').text(
    `ply\nformat ${encoding} 1.0\ncomment made by a test\nobj_info x\nelement vertex ${mesh.positions.length / 3}\n` +
      'property double x\nproperty double y\nproperty uchar red\nproperty double z\n' +
      `element face ${mesh.triangles.length / 3}\nproperty float quality\nproperty list uchar int vertex_indices\n` +
      'element edge 1\nproperty int vertex1\nproperty int vertex2\nend_header\n',
  );
  if (encoding === 'ascii') {
    for (const [x, y, z] of points(mesh)) out.text(`${x} ${y} 255 ${z}\n`);
    for (const face of corners(mesh)) out.text(`0.5 3 ${face.join(' ')}\n`);
    return out.text('0 1\n').bytes;
  }
  for (const [x, y, z] of points(mesh)) out.f64(x).f64(y).u8(255).f64(z);
  for (const face of corners(mesh)) {
    out.f32(0.5).u8(3);
    for (const v of face) out.i32(v);
  }
  return out.i32(0).i32(1).bytes;
}

function vtk(mesh: TriangleMesh, binary: boolean, version: 3 | 5): Uint8Array {
  const out = new Bytes(false).text(`# vtk DataFile Version ${version}.0\na title\n${binary ? 'BINARY' : 'ASCII'}\n`);
  out.text(`DATASET POLYDATA\nPOINTS ${mesh.positions.length / 3} double\n`);
  const numbers = (list: number[], put: (x: number) => unknown) => {
    if (!binary) out.text(`${list.join(' ')}\n`);
    else {
      for (const x of list) put(x);
      out.text('\n');
    }
  };
  numbers([...mesh.positions], out.f64);
  if (version === 5) out.text('METADATA\nINFORMATION 0\n\n');
  const count = mesh.triangles.length / 3;
  if (version === 3) {
    out.text(`LINES 1 3\n`);
    numbers([2, 0, 1], out.i32);
    out.text(`POLYGONS ${count} ${4 * count}\n`);
    numbers(
      corners(mesh).flatMap((face) => [3, ...face]),
      out.i32,
    );
  } else {
    out.text(`POLYGONS ${count + 1} ${3 * count}\nOFFSETS vtktypeint64\n`);
    numbers(
      [...Array(count + 1).keys()].map((i) => 3 * i),
      out.i64,
    );
    out.text('CONNECTIVITY vtktypeint64\n');
    numbers([...mesh.triangles], out.i64);
  }
  return out.text(`CELL_DATA ${count}\nSCALARS s float\n`).bytes;
}

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

type Way = 'ascii' | 'base64' | 'base64-zlib' | 'raw' | 'raw-zlib' | 'appended-base64';

function vtp(mesh: TriangleMesh, way: Way, header: 'UInt32' | 'UInt64' = 'UInt32'): Uint8Array {
  const word = (x: number) => {
    const out = new Bytes(true);
    return header === 'UInt32' ? out.u32(x).bytes : out.i64(x).bytes;
  };
  const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
  let appended = new Uint8Array(0);
  const array = (name: string, type: string, list: number[], put: (out: Bytes, x: number) => unknown) => {
    const head = `<DataArray type="${type}" Name="${name}" `;
    if (way === 'ascii') return `${head}format="ascii">\n${list.join(' ')}\n</DataArray>`;
    const out = new Bytes(true);
    for (const x of list) put(out, x);
    const data = out.bytes;
    const zlib = way.endsWith('zlib');
    const block = 256;
    const blocks = Array.from({ length: Math.ceil(data.length / block) }, (_, i) =>
      zlibSync(data.subarray(block * i, block * (i + 1))),
    );
    const header = zlib
      ? join(...[blocks.length, block, data.length % block, ...blocks.map((b) => b.length)].map(word))
      : word(data.length);
    const body = zlib ? join(...blocks) : data;
    if (way.startsWith('base64')) {
      const text = zlib ? base64(header) + base64(body) : base64(join(header, body));
      return `${head}format="binary">\n   ${text}\n</DataArray>`;
    }
    const offset = appended.length;
    appended = join(appended, way === 'appended-base64' ? encode(base64(join(header, body))) : join(header, body));
    return `${head}format="appended" offset="${offset}"/>`;
  };
  const positions = array('Points', 'Float64', [...mesh.positions], (out, x) => out.f64(x));
  const connectivity = array('connectivity', 'Int32', [...mesh.triangles], (out, x) => out.i32(x));
  const offsets = array(
    'offsets',
    'Int64',
    corners(mesh).map((_, i) => 3 * i + 3),
    (out, x) => out.i64(x),
  );
  const compressor = way.endsWith('zlib') ? ' compressor="vtkZLibDataCompressor"' : '';
  const count = mesh.positions.length / 3;
  const xml =
    `<?xml version="1.0"?>\n<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" header_type="${header}"${compressor}>\n` +
    `<PolyData><Piece NumberOfPoints="${count}" NumberOfPolys="${mesh.triangles.length / 3}">\n<Points>${positions}</Points>` +
    `<Polys>${connectivity}${offsets}</Polys></Piece></PolyData>\n`;
  const encoding = way === 'appended-base64' ? 'base64' : 'raw';
  const tail =
    appended.length > 0
      ? [encode(`<AppendedData encoding="${encoding}">\n_`), appended, encode('\n</AppendedData>')]
      : [];
  return join(encode(xml), ...tail, encode('\n</VTKFile>\n'));
}

async function glb(mesh: TriangleMesh, indices: 'u16' | 'u32' | 'none' = 'u32'): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const soup = indices === 'none';
  const p = soup
    ? Float32Array.from(
        corners(mesh)
          .flat()
          .flatMap((v) => [...mesh.positions.subarray(3 * v, 3 * v + 3)]),
      )
    : Float32Array.from(mesh.positions);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', document.createAccessor().setType('VEC3').setArray(p).setBuffer(buffer));
  if (!soup) {
    const list = indices === 'u16' ? Uint16Array.from(mesh.triangles) : Uint32Array.from(mesh.triangles);
    primitive.setIndices(document.createAccessor().setType('SCALAR').setArray(list).setBuffer(buffer));
  }
  const shape = document.createMesh().addPrimitive(primitive);
  // twice as large, turned a quarter about x, then a mirrored copy beside it
  const inner = document
    .createNode()
    .setMesh(shape)
    .setScale([2, 2, 2])
    .setRotation([Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
  const mirrored = document.createNode().setMesh(shape).setScale([-1, 1, 1]).setTranslation([20, 0, 0]);
  document
    .createScene()
    .addChild(document.createNode().setTranslation([5, 6, 7]).addChild(inner))
    .addChild(mirrored);
  return new WebIO().writeBinary(document);
}

describe('every format gives the same solid', () => {
  const files: [string, Uint8Array][] = [
    ['tube.ply', ply(tube, 'ascii')],
    ['tube.ply', ply(tube, 'binary_little_endian')],
    ['tube.ply', ply(tube, 'binary_big_endian')],
    ['tube.vtk', vtk(tube, false, 3)],
    ['tube.vtk', vtk(tube, true, 3)],
    ['tube.vtk', vtk(tube, false, 5)],
    ['tube.vtk', vtk(tube, true, 5)],
    ...(['ascii', 'base64', 'base64-zlib', 'raw', 'raw-zlib', 'appended-base64'] as const).flatMap(
      (way): [string, Uint8Array][] => [
        ['tube.vtp', vtp(tube, way)],
        ['tube.vtp', vtp(tube, way, 'UInt64')],
      ],
    ),
    ['tube.obj', value(writeMesh(tube, 'x.obj'))],
    ['tube.ply', value(writeMesh(tube, 'x.ply'))],
  ];
  test.each(files.map(([name, bytes], i) => [`${name} (${i})`, name, bytes] as const))('%s', (_, name, bytes) => {
    const mesh = value(readMesh(bytes, name));
    expect(mesh.positions.length).toBe(tube.positions.length);
    expect(surveyMesh(mesh)).toMatchObject({ solid: true, faults: [] });
    expect(volume(mesh)).toBeCloseTo(volume(tube), 13); // doubles in, the same doubles out
  });

  test('STL keeps single precision', () => {
    const mesh = value(readMesh(value(writeMesh(tube, 'x.stl')), 'x.stl'));
    expect(surveyMesh(mesh)).toMatchObject({ solid: true });
    expect(volume(mesh) / volume(tube)).toBeCloseTo(1, 6);
  });

  test('glTF: node transforms are applied, mirror images turned round, y up becomes z up', async () => {
    for (const indices of ['u16', 'u32', 'none'] as const) {
      const mesh = value(readMesh(await glb(pocket, indices), 'x.glb'));
      const survey = surveyMesh(mesh);
      expect(survey).toMatchObject({ solid: true, faults: [] });
      expect(survey.shells.map((shell) => Number(shell.volume.toFixed(9)))).toEqual([56, 7]);
      // y up (5, 6, 7) is z up (5, -7, 6); a box from -2 to 2 around it
      expect(survey.min[0]).toBeCloseTo(3, 6);
      expect(survey.min[1]).toBeCloseTo(-9, 6);
      expect(survey.max[2]).toBeCloseTo(8, 6);
      expect(survey.max[0]).toBeCloseTo(21, 6);
    }
  });

  test('glTF: JSON with its buffer inside, strips, fans and sparse numbers', () => {
    const data = new Bytes(true);
    for (const x of [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]) data.f32(x);
    for (const i of [0, 1, 2, 3]) data.u8(i);
    data.u8(3).u8(0).u8(0).u8(0); // sparse: element 3
    for (const x of [2, 2, 0]) data.f32(x);
    const accessor = { componentType: 5126, type: 'VEC3', count: 4, bufferView: 0 };
    const sparse = {
      count: 1,
      indices: { bufferView: 2, componentType: 5121 },
      values: { bufferView: 3 },
    };
    const json = (mode: number, extra: object = {}) =>
      encode(
        JSON.stringify({
          asset: { version: '2.0' },
          buffers: [{ byteLength: 68, uri: `data:application/octet-stream;base64,${base64(data.bytes)}` }],
          bufferViews: [
            { buffer: 0, byteLength: 48 },
            { buffer: 0, byteOffset: 48, byteLength: 4 },
            { buffer: 0, byteOffset: 52, byteLength: 4 },
            { buffer: 0, byteOffset: 56, byteLength: 12 },
          ],
          accessors: [
            { ...accessor, ...extra },
            { componentType: 5121, type: 'SCALAR', count: 4, bufferView: 1 },
          ],
          meshes: [
            {
              primitives: [
                { attributes: { POSITION: 0 }, indices: 1, mode },
                { attributes: {}, mode: 1 },
              ],
            },
          ],
          nodes: [{ mesh: 0 }],
        }),
      );
    const area = (bytes: Uint8Array) => surveyMesh(value(readGltf(bytes))).area;
    expect(area(json(5))).toBeCloseTo(1, 12);
    expect(area(json(6))).toBeCloseTo(1, 12);
    expect(area(json(5, { sparse }))).toBeCloseTo(0.5 + 1.5, 12); // (1,0) (0,1) (2,2)
  });

  test('what hawser writes, it reads where it was', async () => {
    const part = {
      name: 'p',
      positions: Float32Array.from(pocket.positions),
      normals: new Float32Array(0),
      indices: Uint32Array.from(pocket.triangles),
      colour: '#ff0000',
      opacity: 1,
    };
    const scenery = { bodies: [{ name: 'b', fixed: true, parts: [part] }] };
    const bytes = await writeGlb(scenery, { bodies: [], time: new Float64Array(0), poses: new Float64Array(0) });
    const mesh = value(readGltf(bytes));
    expect(volume(mesh)).toBeCloseTo(7, 6);
    expect(surveyMesh(mesh).max[2]).toBeCloseTo(1, 6);
    const { positions, triangles } = mesh;
    const centre = integrateMesh(pocket.positions, pocket.triangles).centroid;
    integrateMesh(positions, triangles).centroid.forEach((x, k) => {
      expect(x).toBeCloseTo(centre[k], 6);
    });
  });

  test('polygons with notches, quads of a grid, and strips in VTK', () => {
    const head = '# vtk DataFile Version 2.0\nt\nASCII\n';
    const L = `${head}DATASET POLYDATA\nPOINTS 6 float\n0 0 0 2 0 0 2 1 0\n1 1 0 1 2 0 0 2 0\nPOLYGONS 1 7\n6 0 1 2 3 4 5\n`;
    expect(surveyMesh(value(readVtk(encode(L)))).area).toBeCloseTo(3, 12);
    const grid = `${head}DATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n0 0 0 1 0 0 0 1 0 1 1 0\nCELLS 3 11\n4 0 1 3 2\n2 0 1\n2 2 3\nCELL_TYPES 3\n9\n3\n3\n`;
    expect(surveyMesh(value(readVtk(encode(grid)))).area).toBeCloseTo(1, 12);
    const strip = `${head}DATASET POLYDATA\nPOINTS 4 float\n0 0 0 1 0 0 0 1 0 1 1 0\nTRIANGLE_STRIPS 1 5\n4 0 1 2 3\n`;
    expect(surveyMesh(value(readVtk(encode(strip)))).counts['flipped-face']).toBe(undefined);
  });
});

describe('faults are named with their place', () => {
  const text = new TextDecoder().decode(ply(boxMesh(1, 1, 1), 'ascii'));
  test('ply', () => {
    expect(messages(readPly(encode('plx\n')))[0]).toContain('first line is ply');
    expect(messages(readPly(encode(text.replace('format ascii', 'format morse'))))).toEqual([
      'file:2: expected ascii, binary_little_endian or binary_big_endian, found "morse"',
    ]);
    expect(messages(readPly(encode(text.replace('property double y\n', ''))))).toEqual([
      'file: expected an element vertex with properties x, y, z; y missing',
    ]);
    expect(messages(readPly(encode(text.replace(' 0.5 255 -0.5', ' O.5 255 -0.5'))))[0]).toMatch(
      /^file:\d+: y of vertex \d: expected a finite number, found "O.5"$/,
    );
    expect(messages(readPly(encode(text.replace(' 0.5 255 -0.5', ' nan 255 -0.5'))))[0]).toContain('found "nan"');
    expect(messages(readPly(encode(text.replace(/0\.5 3 \d+/, '0.5 3 99'))))[0]).toMatch(
      /^file:\d+: face 0: expected numbers of vertices, 0 to 7, found 99$/,
    );
    expect(messages(readPly(encode(text.replace(/0\.5 3 /, '0.5 300 '))))[0]).toMatch(/face 0: expected the length of/);
    expect(messages(readPly(encode(text.slice(0, text.indexOf('element face')))))[0]).toContain('before end_header');
    expect(messages(readPly(encode(text.slice(0, -40))))[0]).toMatch(/^file.*cut off/);
    const binary = ply(boxMesh(1, 1, 1), 'binary_big_endian');
    expect(messages(readPly(binary.subarray(0, binary.length - 30)))[0]).toContain('cut off');
    expect(messages(readPly(encode(text.replace('element face 12', 'element facet 12'))))[0]).toContain(
      'expected faces',
    );
  });
  test('vtk', () => {
    const good = new TextDecoder().decode(vtk(boxMesh(1, 1, 1), false, 3));
    expect(messages(readVtk(encode('hello')))[0]).toContain('not a legacy VTK file');
    expect(messages(readVtk(encode(good.replace('ASCII', 'EBCDIC'))))[0]).toContain('expected ASCII or BINARY');
    expect(messages(readVtk(encode(good.replace('POLYDATA', 'RECTILINEAR_GRID'))))[0]).toBe(
      'file:4: expected DATASET POLYDATA, found "RECTILINEAR_GRID"; extract the surface first',
    );
    expect(messages(readVtk(encode(good.replace('double', 'complex'))))[0]).toBe(
      'file:5: expected a type such as float or double, found "complex"',
    );
    expect(messages(readVtk(encode(good.replace('POINTS 8', 'POINTS 9'))))[0]).toContain('number 24 is "LINES"');
    expect(messages(readVtk(encode(good.replace('POLYGONS 12 48', 'POLYGONS 13 48'))))[0]).toContain(
      'expected 13 lists',
    );
    const grid = '# vtk DataFile Version 3.0\nx\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 3 float\n0 0 0 1 0 0 0 1 0\n';
    expect(messages(readVtk(encode(`${grid}CELLS 1 4\n3 0 1 2\nCELL_TYPES 1\n8\n`)))).toEqual([
      'file: cell 0: expected the 4 points of a pixel, found 3',
    ]);
    const binary = vtk(boxMesh(1, 1, 1), true, 3);
    expect(messages(readVtk(binary.subarray(0, 150)))[0]).toContain('cut off');
  });
  test('vtp', () => {
    expect(messages(readVtp(encode('<xml/>')))[0]).toContain('not a VTP file');
    const good = new TextDecoder().decode(vtp(boxMesh(1, 1, 1), 'ascii'));
    expect(messages(readVtp(encode(good.replace('type="PolyData"', 'type="ImageData"'))))[0]).toContain('"ImageData"');
    expect(messages(readVtp(encode(good.replace('-0.5', 'minus'))))[0]).toBe(
      'file: Points: expected numbers, number 0 is "minus"',
    );
    const lz4 = good.replace('version="1.0" byte', 'compressor="vtkLZ4DataCompressor" version="1.0" byte');
    expect(messages(readVtp(encode(lz4)))[0]).toContain('save it with zlib');
    const raw = vtp(boxMesh(1, 1, 1), 'raw');
    expect(messages(readVtp(raw.subarray(0, raw.length - 300)))[0]).toMatch(/too soon|offset below/);
  });
  test('gltf', async () => {
    const good = await glb(boxMesh(1, 1, 1));
    expect(messages(readGltf(encode('hello')))[0]).toContain('not a glTF file');
    expect(messages(readGltf(good.subarray(0, good.length - 10)))[0]).toContain('cut off');
    const json = (value: object) => encode(JSON.stringify({ asset: { version: '2.0' }, ...value }));
    expect(messages(readGltf(json({ extensionsRequired: ['KHR_draco_mesh_compression'] })))[0]).toContain('Draco');
    expect(messages(readGltf(json({ asset: { version: '1.0' } })))[0]).toContain(
      'expected glTF version 2, found "1.0"',
    );
    expect(messages(readGltf(json({ buffers: [{ uri: 'box.bin' }] })))[0]).toContain('export as .glb');
    expect(messages(readGltf(json({ nodes: [{ children: [0] }], scenes: [{ nodes: [0] }] })))[0]).toContain(
      'lies in itself',
    );
    expect(messages(readGltf(json({ nodes: [{ mesh: 3 }] })))[0]).toContain('expected a mesh');
    expect(messages(readGltf(json({})))[0]).toContain('expected triangles in the scene');
  });
});

describe('damage: never a crash, never a mesh with a wrong index or a number that is not finite', () => {
  const box = boxMesh(1, 1, 1);
  const samples: [string, Uint8Array | Promise<Uint8Array>][] = [
    ['x.ply', ply(box, 'ascii')],
    ['x.ply', ply(box, 'binary_little_endian')],
    ['x.ply', ply(box, 'binary_big_endian')],
    ['x.vtk', vtk(box, false, 3)],
    ['x.vtk', vtk(box, true, 3)],
    ['x.vtk', vtk(box, true, 5)],
    ['x.vtp', vtp(box, 'ascii')],
    ['x.vtp', vtp(box, 'base64-zlib')],
    ['x.vtp', vtp(box, 'raw-zlib')],
    ['x.glb', glb(box)],
    ['x.obj', value(writeMesh(box, 'x.obj'))],
    ['x.stl', value(writeMesh(box, 'x.stl'))],
  ];
  test.each(samples.map(([name, bytes], i) => [`${name} (${i})`, name, bytes] as const))(
    '%s',
    async (_, name, given) => {
      const good = await given;
      const changes = fc.array(fc.tuple(fc.nat({ max: good.length - 1 }), fc.nat({ max: 255 })), { maxLength: 4 });
      fc.assert(
        fc.property(changes, fc.option(fc.nat({ max: good.length }), { freq: 3 }), (list, length) => {
          const bytes = good.slice(0, length ?? good.length);
          for (const [at, byte] of list) if (at < bytes.length) bytes[at] = byte;
          const result = readMesh(bytes, name);
          if (!result.ok) {
            expect(result.issues.length).toBeGreaterThan(0);
            return;
          }
          const { positions, triangles } = result.value;
          expect(positions.every(Number.isFinite)).toBe(true);
          expect(triangles.every((v) => v >= 0 && v < positions.length / 3)).toBe(true);
        }),
        { seed: 12, numRuns: 250 },
      );
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
          const result = readMesh(noise, name);
          expect(result.ok && noise.length < 84).toBe(false);
        }),
        { seed: 13, numRuns: 100 },
      );
    },
  );
});
