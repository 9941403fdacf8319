/** The pressure field of a shape, made once for each solid and shared by all shapes with that solid. */
import { BuildError, Hasher } from '../../base/index.ts';
import { integrateMesh } from '../mesh/integrals.ts';
import { selfMeetings } from '../mesh/self-intersection.ts';
import type { ShapeSpec } from '../shapes.ts';
import { type PreparedSolid, solidOf } from '../solid/prepared-solid.ts';
import { coreMesh, heatedStar } from './columns.ts';
import { buildField, type ExtentField } from './field.ts';
import { type GivenTets, givenMesh } from './given-tets.ts';
import { bendMesh } from './law.ts';
import { type CellMesh, layerMesh, starMesh } from './layer.ts';
import { solveExtent } from './poisson.ts';

/**
 * layer: the extent grows from 0 on the surface to 1 at this depth [m] (infinite: as deep as possible). solid: to 1 at the centroid,
 * linearly, where all of the surface is visible from it, or by Poisson's equation for any shape. core: to 1 on the surface of another shape
 * inside, by Laplace's equation. tets: cells of another mesher.
 */
export type FieldSpec = (
  | { readonly kind: 'layer' /** [m] */; readonly thickness: number }
  | { readonly kind: 'solid'; readonly poisson?: boolean }
  | { readonly kind: 'core'; readonly core: FieldCore }
  | { readonly kind: 'tets'; readonly given: GivenTets }
) & {
  /**
   * corners of the pressure law: pairs of extent and pressure over modulus, from 0, 0 to extent 1; missing: pressure = modulus times extent
   */
  readonly law?: readonly number[];
};

/** Rigid: it lies inside the shape, in its frame. */
export interface FieldCore {
  readonly shape: ShapeSpec;
  /** [m]; row-major */
  readonly position: readonly number[];
  readonly rotation: readonly number[];
}

const made = new WeakMap<PreparedSolid, Map<string, ExtentField>>();

/** Throws BuildError where there is no such field. A half-space has none: its layer is flat and has no cells. */
export function fieldOf(solid: PreparedSolid, spec: FieldSpec): ExtentField {
  let fields = made.get(solid);
  if (fields === undefined) {
    fields = new Map();
    made.set(solid, fields);
  }
  const key = keyOf(spec);
  let field = fields.get(key);
  if (field === undefined) {
    checkCrossings(solid);
    const mesh = meshOf(solid, spec);
    field = buildField(mesh.points, mesh.tets, mesh.extent);
    if (spec.law !== undefined) {
      const bent = bendMesh(mesh, spec.law);
      field = buildField(bent.points, bent.tets, bent.extent, field.thickness);
    }
    fields.set(key, field);
  }
  return field;
}

const sound = new WeakSet<PreparedSolid>();

/** A surface that intersects itself has no inside to fill. */
function checkCrossings(solid: PreparedSolid): void {
  if (sound.has(solid)) return;
  const { triangles } = solid;
  const { crossings } = selfMeetings(triangles, new Set(), 1);
  if (crossings.length > 0) {
    const v = 3 * triangles.triangles[3 * crossings[0]];
    const at = [0, 1, 2].map((k) => triangles.positions[v + k].toPrecision(3)).join(', ');
    throw new BuildError(
      'field-crossed',
      `expected a surface that does not run through itself, found triangles ${crossings[0]} and ${crossings[1]} that cross near (${at}) m; look at it with "hawser mesh", or join its parts in the program it came from`,
    );
  }
  sound.add(solid);
}

/** The last value of the law: pressure over modulus where the extent is 1. */
export function topOf({ law }: FieldSpec): number {
  return law === undefined ? 1 : law[law.length - 1];
}

const keys = new WeakMap<FieldSpec, string>();

function keyOf(spec: FieldSpec): string {
  let key = keys.get(spec);
  if (key === undefined) {
    const law = spec.law === undefined ? '' : ` law ${spec.law.join()}`;
    key = `${ownKey(spec)}${law}`;
    keys.set(spec, key);
  }
  return key;
}

function ownKey(spec: FieldSpec): string {
  if (spec.kind === 'layer') return `layer ${spec.thickness}`;
  if (spec.kind === 'solid') return spec.poisson === true ? 'poisson' : 'solid';
  const hasher = new Hasher();
  if (spec.kind === 'core') {
    const { position, rotation, shape } = spec.core;
    const { positions, triangles } = solidOf(shape).triangles;
    hasher.addFloats(Float64Array.from([...position, ...rotation]));
    hasher.addFloats(positions);
    hasher.addInts(triangles);
    return `core ${hasher.digest()}`;
  }
  hasher.addFloats(spec.given.points);
  hasher.addInts(spec.given.tets);
  if (spec.given.values !== undefined) hasher.addFloats(spec.given.values);
  return `tets ${hasher.digest()}`;
}

function meshOf(solid: PreparedSolid, spec: FieldSpec): CellMesh {
  switch (spec.kind) {
    case 'layer':
      return thickLayer(solid, spec.thickness);
    case 'solid':
      return spec.poisson === true ? heated(solid) : straight(solid);
    case 'core':
      return withCore(solid, spec.core);
    default:
      return givenMesh(solid.mesh, spec.given);
  }
}

function thickLayer(solid: PreparedSolid, thickness: number): CellMesh {
  const mesh = layerMesh(solid.mesh, thickness);
  if (Number.isFinite(thickness) && mesh.deepest < (1 - 1e-9) * thickness) {
    const at = mesh.where.map((x) => x.toPrecision(3)).join(', ');
    throw new BuildError(
      'layer-thick',
      `expected a layer that the shape has room for, found ${thickness} m; the thickest that fits is ${mesh.deepest.toPrecision(3)} m, under (${at}) m; give less, or layer: deep`,
    );
  }
  return mesh;
}

function straight(solid: PreparedSolid): CellMesh {
  const { positions, corners } = solid.mesh;
  const { centroid } = integrateMesh(positions, corners);
  const mesh = starMesh(solid.mesh, centroid);
  if (mesh === undefined) {
    throw new BuildError(
      'solid-hidden',
      'expected a shape all of whose surface is seen from its centroid, found parts that are hidden; give solid: poisson, or layer: deep',
    );
  }
  return mesh;
}

/** Where part of the surface is hidden from the centroid: cells as deep as possible, without flux through their inner boundary. */
function heated(solid: PreparedSolid): CellMesh {
  const { mesh } = solid;
  const star = heatedStar(mesh, integrateMesh(mesh.positions, mesh.corners).centroid);
  if (star !== undefined) return star;
  const deep = layerMesh(mesh, Number.POSITIVE_INFINITY);
  const fixed = new Float64Array(deep.extent.length).fill(Number.NaN);
  fixed.fill(0, 0, mesh.positions.length / 3);
  return { ...deep, extent: solveExtent(deep.points, deep.tets, fixed) };
}

function withCore(solid: PreparedSolid, { shape, position, rotation: r }: FieldCore): CellMesh {
  const { centre } = solid.mesh;
  const { positions: p, triangles } = solidOf(shape).triangles;
  const positions = new Float64Array(p.length);
  for (let v = 0; v < p.length; v += 3) {
    for (let k = 0; k < 3; k++) {
      positions[v + k] = r[3 * k] * p[v] + r[3 * k + 1] * p[v + 1] + r[3 * k + 2] * p[v + 2] + position[k] - centre[k];
    }
  }
  return coreMesh(solid.mesh, { positions, triangles });
}
