/** Wavefront OBJ: vertices and polygonal faces. Textures, normals, groups and materials are skipped. */
import { triangulatePolygon } from '@hawser/engine';
import { IssueList, type ReadResult } from '../issue.ts';
import { decodeText, Lines, parseDecimal, quoted, wordsOf } from '../text.ts';
import { MAX_CORNERS } from './surface.ts';
import { type MeshOptions, type WeldedMesh, welded } from './welded.ts';

/** Keywords without surface data. */
const passedOver: ReadonlySet<string> = new Set(
  'vt vn vp p l g o s mg usemtl mtllib usemap maplib shadow_obj trace_obj bevel c_interp d_interp lod'.split(' '),
);
/** Free-form geometry: surfaces that would have to be evaluated. */
const freeForm: ReadonlySet<string> = new Set(
  'cstype deg bmat step curv curv2 surf parm trim hole scrv sp end con'.split(' '),
);

export function readObj(bytes: Uint8Array, options: MeshOptions = {}): ReadResult<WeldedMesh> {
  const text = decodeText(bytes);
  if (!text.ok) return text;
  const issues = new IssueList();
  const positions: number[] = [];
  const faces: Face[] = [];
  const lines = new Lines(text.value);
  for (let line = lines.next(); line !== null && !issues.full; line = lines.next()) {
    const number = lines.number;
    // continued on the next line, except a comment, which may end with a folder name
    while (line.endsWith('\\') && !/^\s*#/.test(line)) line = `${line.slice(0, -1)} ${lines.next() ?? ''}`;
    const words = wordsOf(line);
    const keyword = words[0] ?? '';
    if (keyword === 'v') readVertex(positions, words, number, issues);
    else if (keyword === 'f') readFace(faces, words, positions.length / 3, number, issues);
    else if (freeForm.has(keyword)) {
      issues.add(number, 1, 'free-form', `${keyword}: curved surfaces are not read; export the model as polygons`);
    } else if (keyword !== '' && !keyword.startsWith('#') && !passedOver.has(keyword)) {
      issues.add(number, 1, 'unknown-keyword', `expected an OBJ keyword such as v or f, found ${quoted(keyword)}`);
    }
  }
  const triangles: number[] = [];
  for (const face of faces) {
    const high = face.vertices.reduce((most, vertex) => Math.max(most, vertex), 0);
    if (high < positions.length / 3) triangulatePolygon(triangles, positions, face.vertices);
    else {
      const message = `the face refers to vertex ${high + 1}, but the file has ${positions.length / 3}`;
      issues.add(face.line, 0, 'no-such-vertex', message);
    }
  }
  if (!issues.any && triangles.length === 0) {
    issues.add(
      0,
      0,
      'no-faces',
      'expected faces (lines that start with f), found none; export the surface, not points or lines',
    );
  }
  if (issues.any) return issues.failure();
  return { ok: true, value: welded(positions, triangles, options.weldTolerance ?? 0) };
}

interface Face {
  readonly line: number;
  /** from 0 */
  readonly vertices: readonly number[];
}

function readVertex(positions: number[], words: readonly string[], line: number, issues: IssueList): void {
  for (let i = 1; i <= 3; i++) {
    const value = i < words.length ? parseDecimal(words[i]) : null;
    if (value === null) {
      const found = i < words.length ? quoted(words[i]) : 'nothing';
      issues.add(line, 0, 'not-a-number', `a vertex needs three numbers; expected ${'xyz'[i - 1]}, found ${found}`);
    }
    positions.push(value ?? 0);
  }
}

/** Corners are v, v/vt, v//vn or v/vt/vn; v counts from 1, or backwards from the latest vertex when negative. */
function readFace(faces: Face[], words: readonly string[], known: number, line: number, issues: IssueList): void {
  const vertices: number[] = [];
  for (let i = 1; i < words.length; i++) {
    if (words[i].startsWith('#')) break;
    const reference = vertexReference(words[i]);
    const vertex = reference > 0 ? reference - 1 : known + reference;
    if (reference === 0 || vertex < 0) {
      const message = `a corner is the number of a vertex, from 1, or from -${known} when counted back; found ${quoted(words[i])}`;
      issues.add(line, 0, 'bad-corner', message);
      return;
    }
    if (vertices[vertices.length - 1] !== vertex) vertices.push(vertex);
  }
  if (vertices.length > 1 && vertices[0] === vertices[vertices.length - 1]) vertices.pop();
  if (words.length < 4)
    issues.add(line, 0, 'few-corners', `a face needs at least 3 corners, found ${words.length - 1}`);
  else if (vertices.length > MAX_CORNERS) {
    const message = `a face may have ${MAX_CORNERS} corners at most, found ${vertices.length}; export the model as triangles`;
    issues.add(line, 0, 'many-corners', message);
  } else if (vertices.length >= 3) faces.push({ line, vertices }); // corners repeated until fewer than 3 differ: no area
}

/** The number of the vertex in v, v/vt, v//vn or v/vt/vn; 0 when it is none of them. */
function vertexReference(corner: string): number {
  let number = 0;
  for (let i = 0; i < corner.length; i++) {
    const digit = corner.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) {
      const match = /^([+-]?\d+)(?:\/[+-]?\d*){0,2}$/.exec(corner);
      return match === null ? 0 : Number(match[1]);
    }
    number = 10 * number + digit;
  }
  return number;
}
