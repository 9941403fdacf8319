/**
 * Random solids made by manifold-3d from boxes, spheres, cones and tetrahedra, joined and subtracted, with faces in one
 * plane now and then. Its results are rounded to single precision: what a drawing program would write.
 */
import Module from 'manifold-3d';
import { expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import {
  bspSide,
  buildBsp,
  decomposeMesh,
  integrateMesh,
  surveyMesh,
  type TriangleMesh,
  weldVertices,
  windingNumber,
} from '../index.ts';

const wasm = await Module();
wasm.setup();
const { Manifold } = wasm;
type Solid = ReturnType<typeof Manifold.cube>;

function primitive(random: Random): Solid {
  const size = (): number => random.between(0.5, 2);
  const turn = (): number => random.between(0, 360);
  const kind = Math.floor(random.between(0, 4));
  const solid =
    kind === 0
      ? Manifold.cube([size(), size(), size()], true)
      : kind === 1
        ? Manifold.sphere(0.6 * size(), 12)
        : kind === 2
          ? Manifold.cylinder(size(), 0.5 * size(), 0.5 * size(), 12, true)
          : Manifold.tetrahedron();
  const aligned = random.uniform() < 0.4;
  const place = (): number => (aligned ? Math.round(random.between(-4, 4)) / 4 : random.between(-1, 1));
  return (aligned ? solid : solid.rotate([turn(), turn(), turn()])).translate([place(), place(), place()]);
}

function randomSolid(random: Random): { mesh: TriangleMesh; volume: number } {
  let solid = primitive(random);
  for (let k = 0; k < 3; k++) {
    solid = random.uniform() < 0.5 ? solid.add(primitive(random)) : solid.subtract(primitive(random));
  }
  const { numProp, numVert, vertProperties, triVerts } = solid.getMesh();
  const positions: number[] = [];
  for (let v = 0; v < numVert; v++) for (let k = 0; k < 3; k++) positions.push(vertProperties[v * numProp + k]);
  return { mesh: weldVertices({ positions, triangles: triVerts }, 0).mesh, volume: solid.volume() };
}

const random = new Random(3);
const solids = Array.from({ length: 10 }, () => randomSolid(random)).filter(({ mesh }) => mesh.triangles.length > 0);
const point = (): [number, number, number] => [random.between(-2, 2), random.between(-2, 2), random.between(-2, 2)];

test('random solids: no error is found in them, and the volume is that of manifold-3d', () => {
  for (const [n, { mesh, volume }] of solids.entries()) {
    const survey = surveyMesh(mesh);
    expect(survey.faults.filter((fault) => fault.severity === 'error')).toEqual([]);
    expect(survey.solid, `seed 3, solid ${n}`).toBe(true);
    // coordinates are rounded to 6e-8 of their size
    expect(integrateMesh(mesh.positions, mesh.triangles).volume / volume).toBeCloseTo(1, 5);
  }
});

test('random solids: the partition of space agrees with the winding number', () => {
  for (const [n, { mesh }] of solids.entries()) {
    const tree = buildBsp(mesh);
    for (let k = 0; k < 100; k++) {
      const p = point();
      const around = windingNumber(mesh.positions, mesh.triangles, ...p);
      expect(bspSide(tree, ...p), `seed 3, solid ${n}, point ${p}`).toBe(around > 0.5 ? 1 : -1);
    }
  }
});

test('random solids: convex pieces fill them, hold no more air than allowed, and are apart', () => {
  const tolerance = 0.05;
  for (const [n, { mesh }] of solids.entries()) {
    const { pieces, volume, pieceVolume, complete } = decomposeMesh(mesh, { tolerance });
    expect(complete, `seed 3, solid ${n}`).toBe(true);
    expect(pieces.reduce((sum, piece) => sum + piece.solidVolume, 0) / volume).toBeCloseTo(1, 6);
    expect(pieceVolume / volume - 1).toBeLessThan(tolerance + 0.01);
    expect(pieceVolume / volume - 1).toBeGreaterThan(-1e-6);
    for (let k = 0; k < 100; k++) {
      const [x, y, z] = point();
      // a hair inside: hulls are good to 2e-7 of their size, cuts to 1e-6
      const held = pieces.filter(({ hull: { normals, offsets } }) =>
        offsets.every((d, f) => normals[3 * f] * x + normals[3 * f + 1] * y + normals[3 * f + 2] * z < d - 1e-5),
      );
      expect(held.length, `seed 3, solid ${n}`).toBeLessThanOrEqual(1);
    }
  }
});
