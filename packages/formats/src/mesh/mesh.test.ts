import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatFileIssue, type ReadResult } from '../issue.ts';
import { readMesh } from './mesh-file.ts';
import { readObj } from './obj.ts';
import { readStl } from './stl.ts';
import type { WeldedMesh } from './welded.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const messages = (result: ReadResult<unknown>) =>
  result.ok ? [] : result.issues.map((issue) => formatFileIssue('file', issue));
function value<T>(result: ReadResult<T>): T {
  if (!result.ok) throw new Error(messages(result).join('\n'));
  return result.value;
}

/** Volume by the divergence theorem: right only if the mesh is closed and all triangles run the same way. */
function volume({ positions: p, triangles }: WeldedMesh): number {
  let six = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    six +=
      p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) +
      p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]) +
      p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
  }
  return six / 6;
}

/** Every edge is used once in each direction. */
function closed({ triangles }: WeldedMesh): boolean {
  const edges = new Set<string>();
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) edges.add(`${triangles[t + k]} ${triangles[t + ((k + 1) % 3)]}`);
  }
  return edges.size === triangles.length && [...edges].every((edge) => edges.has(edge.split(' ').reverse().join(' ')));
}

const box = `# a box 1 x 2 x 3
mtllib box.mtl
o box
v 0 0 0
v 1 0 0
v 1 2 0
v 0 2 0
v 0 0 3
v 1 0 3 1.0
v 1 2 3
v 0 2 3
vn 0 0 1
usemtl red
f 4//1 3//1 2//1 1//1
f 5 6 7 8
f 1/1 2/2 6/3 5/4
f -6 -5 -1 \\
  -2
f 2 3 7 6
f 4 1 5 8
`;

describe('obj', () => {
  test('a box of quads, with negative and continued corners, is closed and has volume 6', () => {
    const mesh = value(readObj(bytes(box)));
    expect(mesh.positions.length / 3).toBe(8);
    expect(mesh.triangles.length / 3).toBe(12);
    expect(closed(mesh)).toBe(true);
    expect(volume(mesh)).toBe(6); // small integers: no rounding
  });

  test('vertices given twice are joined, unused ones dropped, triangles without area removed', () => {
    const text = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 0 0\nv 0 1 -0\nv 1 1 0\nv 9 9 9\nf 1 2 3\nf 4 6 5\nf 1 2 4\n';
    const mesh = value(readObj(bytes(text)));
    expect(mesh.positions.length / 3).toBe(4);
    expect(mesh.triangles.length / 3).toBe(2);
    expect(mesh.collapsed).toBe(1);
  });

  test('every line end and a byte order mark are known', () => {
    for (const end of ['\r\n', '\r']) {
      expect(value(readObj(bytes(`\ufeff${box.replaceAll('\n', end)}`))).triangles.length).toBe(36);
    }
  });

  test('a remark that ends with a backslash, as names of folders do, swallows no vertex', () => {
    const mesh = value(readObj(bytes(`# from C:\\models\\\n${box}`)));
    expect(volume(mesh)).toBe(6);
  });

  test('faults are named with their line, all of them', () => {
    const text = 'v 0 0 0\nv 1 zero 0\nv 1\nf 1 2\nf 1 0 2\nf 1 2 9\nfoo bar\nsurf 0 1\nf 1/x 2 3\n';
    expect(messages(readObj(bytes(text)))).toEqual([
      'file:2: a vertex needs three numbers; expected y, found "zero"',
      'file:3: a vertex needs three numbers; expected y, found nothing',
      'file:3: a vertex needs three numbers; expected z, found nothing',
      'file:4: a face needs at least 3 corners, found 2',
      'file:5: a corner is the number of a vertex, from 1, or from -3 when counted back; found "0"',
      'file:7:1: expected an OBJ keyword such as v or f, found "foo"',
      'file:8:1: surf: curved surfaces are not read; export the model as polygons',
      'file:9: a corner is the number of a vertex, from 1, or from -3 when counted back; found "1/x"',
      'file:6: the face refers to vertex 9, but the file has 3',
    ]);
    expect(messages(readObj(bytes('v 0 0 0\n')))[0]).toContain('expected faces');
    expect(messages(readObj(bytes('v 0 0 nan\nv 0 0 1e999\n'))).length).toBe(2);
  });

  test('garbage ends after 20 issues, binary garbage after one', () => {
    expect(messages(readObj(bytes('x y z\n'.repeat(100_000)))).length).toBe(20);
    expect(messages(readObj(new Uint8Array(1_000_000)))).toEqual([
      'file: expected a text file, found zero bytes; the file is binary or damaged',
    ]);
    const endless = `v 0 0 0\nv 1 0 0\nf ${'1 2 '.repeat(2000)}`;
    expect(messages(readObj(bytes(endless)))[0]).toContain('1000 corners at most');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
        expect(readObj(noise).ok).toBe(false);
      }),
    );
  });
});

/** The OBJ box as triangles, each with corners of its own. */
function boxCorners(): number[][] {
  const { positions, triangles } = value(readObj(bytes(box)));
  return Array.from(triangles, (vertex) => [...positions.slice(3 * vertex, 3 * vertex + 3)]);
}

function binaryStl(corners: number[][], head = 'solid that is binary'): Uint8Array {
  const file = new Uint8Array(84 + (50 * corners.length) / 3);
  file.set(bytes(head));
  const view = new DataView(file.buffer);
  view.setUint32(80, corners.length / 3, true);
  corners.forEach((corner, i) => {
    const at = 84 + 50 * Math.floor(i / 3) + 12 + 12 * (i % 3);
    for (let k = 0; k < 3; k++) view.setFloat32(at + 4 * k, corner[k], true);
  });
  return file;
}

function asciiStl(corners: number[][]): string {
  let text = 'solid box\n';
  for (let i = 0; i < corners.length; i += 3) {
    text += '  facet normal 0 0 0\n    outer loop\n';
    for (let k = 0; k < 3; k++) text += `      vertex ${corners[i + k].map((x) => x.toExponential(6)).join(' ')}\n`;
    text += '    endloop\n  endfacet\n';
  }
  return `${text}endsolid box\n`;
}

describe('stl', () => {
  test('binary and ascii give the same closed box of 8 vertices and volume 6', () => {
    for (const file of [
      binaryStl(boxCorners()),
      bytes(asciiStl(boxCorners())),
      bytes(asciiStl(boxCorners()).toUpperCase()),
    ]) {
      const mesh = value(readStl(file));
      expect(mesh.positions.length / 3).toBe(8);
      expect(closed(mesh)).toBe(true);
      expect(volume(mesh)).toBe(6);
    }
  });

  test('corners one rounding of f32 apart are joined; a tenth of a millimetre on a metre is not', () => {
    const corners = boxCorners().map((corner, i) => corner.map((x) => (i % 2 ? x * (1 + 2 ** -23) : x)));
    expect(value(readStl(binaryStl(corners))).positions.length / 3).toBe(8);
    const apart = boxCorners().map((corner, i) => corner.map((x) => (i % 2 ? x + 1e-4 : x)));
    expect(value(readStl(binaryStl(apart))).positions.length / 3).toBeGreaterThan(8);
    expect(value(readStl(binaryStl(apart), { weldTolerance: 2e-4 })).positions.length / 3).toBe(8);
  });

  test('text with a byte order mark or in UTF-16, and binary with a few bytes more, are read', () => {
    const text = `\ufeff${asciiStl(boxCorners())}`;
    const wide = new Uint8Array(Uint16Array.from(text, (character) => character.charCodeAt(0)).buffer);
    for (const head of ['solid made by a program', 'box']) {
      const padded = new Uint8Array(684 + 7);
      padded.set(binaryStl(boxCorners(), head));
      expect(volume(value(readStl(padded)))).toBe(6);
    }
    for (const file of [bytes(text), wide]) expect(volume(value(readStl(file)))).toBe(6);
  });

  test('binary that starts with solid and is cut off or too long is told by its size', () => {
    const good = binaryStl(boxCorners(), 'solid made by a program');
    expect(messages(readStl(good.slice(0, 600)))[0]).toContain('has 684 bytes, found 600; the file is cut off');
    const more = new Uint8Array(684 + 50);
    more.set(good);
    expect(messages(readStl(more))[0]).toContain('has 684 bytes, found 734; the count is wrong');
  });

  test('a text of one line is read as one of many, names of several words and several solids included', () => {
    const many = asciiStl(boxCorners());
    const lined = readStl(bytes(many));
    const one = many.replace(/^solid.*/, 'solid my vertexless box').replace(/\s+/g, ' ');
    expect(readStl(bytes(one))).toEqual(lined);
    const twice = readStl(bytes(`${one} ${one}`), { weldTolerance: 0 });
    expect(twice.ok && twice.value.triangles.length).toBe(72);
    expect(messages(readStl(bytes(one.slice(0, one.length / 2))))[0]).toContain('it is cut off');
  });

  test('words that every object knows are no keywords', () => {
    expect(messages(readStl(bytes('solid a\nconstructor\nfacet\n')))).toEqual([
      'file:2: expected facet or endsolid, found "constructor"',
    ]);
  });

  test('faults are named: wrong size, a corner that is not a number, a missing keyword, a cut-off text', () => {
    const good = binaryStl(boxCorners(), 'box');
    expect(messages(readStl(good.slice(0, -1)))[0]).toContain('with 12 triangles has 684 bytes, found 683');
    expect(messages(readStl(bytes('hello')))[0]).toContain('not an STL file');
    const corners = boxCorners();
    corners[5][1] = Number.NaN;
    expect(messages(readStl(binaryStl(corners)))[0]).toContain('triangle 2 of 12, corner 3, y');
    const text = asciiStl(boxCorners());
    expect(messages(readStl(bytes(text.replace('vertex 0', 'vertex O'))))[0]).toMatch(
      /file:\d+: .*expected x, found "O/,
    );
    expect(messages(readStl(bytes(text.replace('    outer loop\n', ''))))).toEqual([
      'file:3: expected outer, found "vertex"',
    ]);
    expect(messages(readStl(bytes(text.slice(0, text.indexOf('endloop')))))[0]).toContain('it is cut off');
    expect(messages(readStl(bytes('solid nothing\nendsolid\n')))[0]).toContain('expected triangles');
  });

  test('noise never throws', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (noise) => !readStl(noise).ok || noise.length >= 84));
  });
});

test('the ending of the name chooses the reader', () => {
  expect(readMesh(bytes(box), 'hull/Box.OBJ').ok).toBe(true);
  expect(readMesh(binaryStl(boxCorners()), 'box.stl').ok).toBe(true);
  expect(messages(readMesh(bytes(box), 'box.step'))[0]).toContain(
    'ends in .obj, .stl, .ply, .vtk, .vtp, .msh, .gltf or .glb, found box.step',
  );
});
