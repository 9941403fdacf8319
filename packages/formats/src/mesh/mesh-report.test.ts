import { boxMesh, repairMesh, studyMesh, type TriangleMesh, tubeMesh } from '@hawser/engine';
import { expect, test } from 'vitest';
import { pictureOf } from './mesh-picture.ts';
import { buildMeshReport } from './mesh-report.ts';

const viewer = { script: '/* program */', style: '/* looks */' };
const box = boxMesh(1, 1, 1);
const open: TriangleMesh = { positions: box.positions, triangles: box.triangles.slice(3) };

test('picture: each kind of fault is a body of its own name and colour; a sound mesh has none', () => {
  expect(pictureOf(open, studyMesh(open)).scenery.bodies.map((body) => body.name)).toEqual(['mesh', 'open edges']);
  expect(pictureOf(box, studyMesh(box)).scenery.bodies.map((body) => body.name)).toEqual(['mesh']);
});

test('picture: a face with several faults wears the colour of the one that says most', () => {
  const shifted = box.positions.map((x) => x + 0.5); // three corners of either lie in faces of the other
  const crossed: TriangleMesh = {
    positions: Float64Array.from([...box.positions, ...shifted]),
    triangles: Int32Array.from([...box.triangles, ...box.triangles.map((v) => v + 8)]),
  };
  const study = studyMesh(crossed);
  const facesOf = (code: string) => study.survey.faults.filter((f) => f.code === code).flatMap((f) => f.faces);
  const through = new Set(facesOf('self-intersection'));
  const touching = new Set(facesOf('self-touch'));
  expect([...through].some((face) => touching.has(face))).toBe(true);
  const { bodies } = pictureOf(crossed, study).scenery;
  // two triangles a face, one on each side
  const drawn = (name: string) => (bodies.find((body) => body.name === name)?.parts[0].indices.length ?? 0) / 6;
  expect(drawn('faces that run through each other')).toBe(through.size);
  expect(drawn('faces that touch')).toBe([...touching].filter((face) => !through.has(face)).length);
});

test('picture: bars lie along the open edges', () => {
  const [, marks] = pictureOf(open, studyMesh(open)).scenery.bodies;
  const { positions, indices } = marks.parts[0];
  expect(indices.length / 3).toBe(3 * 12); // three edges, a bar of twelve triangles each
  const reach = Math.max(...positions.map(Math.abs));
  expect(reach).toBeGreaterThan(0.5);
  expect(reach).toBeLessThan(0.52);
});

test('picture: pieces begin where they are in the solid, shifted aside, and end apart', () => {
  const tube = tubeMesh({ outer: 2, inner: 1, length: 1, sides: 8 });
  const far = { ...tube, positions: tube.positions.map((x) => x + 1e6) };
  for (const mesh of [tube, far]) {
    const study = studyMesh(mesh, { tolerance: 0 });
    const { frames, scenery, middle } = pictureOf(mesh, study);
    expect(frames.bodies.length).toBe(study.pieces?.pieces.length);
    expect(middle[0]).toBeCloseTo(mesh === far ? 1e6 : 0, 9);
    const place = (frame: number, body: number) => {
      const at = 7 * (frame * frames.bodies.length + body);
      return [...frames.poses.subarray(at, at + 3)];
    };
    for (let body = 0; body < frames.bodies.length; body++) expect(place(0, body)).toEqual(place(0, 0));
    const last = frames.time.length - 1;
    expect(new Set(frames.bodies.map((_, body) => place(last, body).join(' '))).size).toBe(frames.bodies.length);
    for (const { parts } of scenery.bodies) {
      for (const { positions } of parts) expect(Math.max(...positions.map(Math.abs))).toBeLessThan(3); // single precision is enough
    }
  }
});

test('report: one page with findings, repairs and what is left; names of the user never become markup', () => {
  const file = 'a<script>alert(1)</script>.obj';
  const { mesh, repairs } = repairMesh(open, { fillHoles: true });
  const repair = { file: 'out<b>.obj', repairs, study: studyMesh(mesh) };
  const html = buildMeshReport({ file, format: 'OBJ', mesh: open, study: studyMesh(open), repair, viewer });
  expect(html).not.toContain('<script>alert');
  expect(html).not.toContain('out<b>');
  expect(html).toContain('has one face');
  expect(html).toContain('closed 1 flat hole with 1 face');
  expect(html).toContain('Bounds no solid');
  expect(html.match(/<script type="text\/plain" data-blob/g)?.length).toBeGreaterThan(0);
});

test('report: a mesh nothing can be done with still gets its page', () => {
  const nothing: TriangleMesh = { positions: Float64Array.of(0, 0, 0), triangles: new Int32Array(0) };
  const html = buildMeshReport({
    file: 'x.obj',
    format: 'OBJ',
    mesh: nothing,
    study: studyMesh(nothing),
    repair: null,
    viewer,
  });
  expect(html).toContain('expected at least one triangle');
  expect(html).not.toMatch(/NaN|Infinity|undefined/);
});
