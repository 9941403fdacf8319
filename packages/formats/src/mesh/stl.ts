/**
 * STL, binary and ASCII. Binary: 80 bytes of anything, a count, 50 bytes a triangle (normal, three vertices as f32, two bytes unused). The
 * stored normals are ignored: the order of the corners has the same information without rounding.
 */
import { IssueList, type ReadResult, refused } from '../issue.ts';
import { decodeText, Lines, parseDecimal, quoted } from '../text.ts';
import { type MeshOptions, openEdges, singleRounding, type WeldedMesh, welded } from './welded.ts';

const HEAD = 84;
const RECORD = 50;

export function readStl(bytes: Uint8Array, options: MeshOptions = {}): ReadResult<WeldedMesh> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length >= HEAD ? view.getUint32(80, true) : 0;
  const size = HEAD + RECORD * count;
  // some programs start binary files with "solid" as well, so the size decides first
  if (bytes.length >= HEAD && bytes.length === size) return readBinary(view, count, options);
  const text = decodeText(bytes);
  if (text.ok && /^\s*solid/i.test(text.value)) return readAscii(text.value, options);
  if (bytes.length < HEAD) {
    const message = `expected at least ${HEAD} bytes or a text that starts with solid, found ${bytes.length} bytes; not an STL file`;
    return refused('not-stl', message);
  }
  // less than one additional triangle is padding; a whole one would be missing from the surface
  if (count > 0 && bytes.length > size && bytes.length < size + RECORD) return readBinary(view, count, options);
  const why = bytes.length < size ? 'the file is cut off or not STL' : 'the count is wrong or it is not STL';
  const message = `a binary STL with ${count} triangles has ${size} bytes, found ${bytes.length}; ${why}, export it again`;
  return refused('wrong-size', message);
}

function readBinary(view: DataView, count: number, options: MeshOptions): ReadResult<WeldedMesh> {
  const issues = new IssueList();
  const positions = new Float64Array(9 * count);
  for (let t = 0; t < count && !issues.full; t++) {
    for (let i = 0; i < 9; i++) {
      const value = view.getFloat32(HEAD + RECORD * t + 12 + 4 * i, true);
      positions[9 * t + i] = value;
      if (!Number.isFinite(value)) {
        const place = `triangle ${t + 1} of ${count}, corner ${Math.floor(i / 3) + 1}, ${'xyz'[i % 3]}`;
        issues.add(0, 0, 'not-finite', `${place}: expected a finite number, found ${value}; export the file again`);
      }
    }
  }
  return finished(positions, issues, options);
}

function readAscii(text: string, options: MeshOptions): ReadResult<WeldedMesh> {
  const issues = new IssueList();
  const positions: number[] = [];
  const lines = new Lines(text);
  const dense = /(?:loop|endfacet)[ \t]+\S/i.test(text); // lines hold more than one statement, perhaps the whole file
  let state: State = 'outside';
  for (let line = lines.next(); line !== null && !issues.full; line = lines.next()) {
    for (const statement of dense ? line.split(BETWEEN) : [line]) {
      const words = statement.trim().split(/\s+/);
      const keyword = words[0].toLowerCase();
      if (keyword === '') continue;
      const next: State | undefined = Object.hasOwn(grammar[state], keyword) ? grammar[state][keyword] : undefined;
      if (next === undefined) {
        const expected = Object.keys(grammar[state]).join(' or ');
        issues.add(lines.number, 0, 'unexpected-keyword', `expected ${expected}, found ${quoted(words[0])}`);
        return issues.failure(); // later errors would only repeat the fault
      }
      if (keyword === 'vertex') readVertex(positions, words, lines.number, issues);
      state = next;
    }
  }
  if (state !== 'outside') {
    const expected = Object.keys(grammar[state]).join(' or ');
    issues.add(
      lines.number,
      0,
      'cut-off',
      `the file ends where ${expected} is expected; it is cut off, export it again`,
    );
  }
  return finished(positions, issues, options);
}

/** Before the next statement on a line; a name goes up to there. */
const BETWEEN = /\s+(?=(?:solid|facet\s+normal|outer\s+loop|vertex|endloop|endfacet|endsolid)(?:\s|$))/i;

type State = 'outside' | 'solid' | 'facet' | 'loop0' | 'loop1' | 'loop2' | 'loop3' | 'closed';

/** state -> keyword that may come -> next state; several solids may follow one another */
const grammar: Readonly<Record<State, Readonly<Record<string, State>>>> = {
  outside: { solid: 'solid' },
  solid: { facet: 'facet', endsolid: 'outside' },
  facet: { outer: 'loop0' },
  loop0: { vertex: 'loop1' },
  loop1: { vertex: 'loop2' },
  loop2: { vertex: 'loop3' },
  loop3: { endloop: 'closed' },
  closed: { endfacet: 'solid' },
};

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

function finished(positions: ArrayLike<number>, issues: IssueList, options: MeshOptions): ReadResult<WeldedMesh> {
  if (!issues.any && positions.length === 0) {
    issues.add(0, 0, 'no-triangles', 'expected triangles, found none; export the surface again');
  }
  if (issues.any) return issues.failure();
  const triangles = Uint32Array.from({ length: positions.length / 3 }, (_, i) => i);
  if (options.weldTolerance !== undefined)
    return { ok: true, value: welded(positions, triangles, options.weldTolerance) };
  // common corners have the same bits in most files; near corners are joined only where holes remain, because far from the origin
  // single-precision rounding can be as large as a face
  const exact = welded(positions, triangles, 0);
  const holes = openEdges(exact);
  if (holes === 0) return { ok: true, value: exact };
  const near = welded(positions, triangles, singleRounding(positions));
  return { ok: true, value: openEdges(near) < holes ? near : exact };
}
