/** The field a shape is given, made once for each solid and shared by all who have it. */
import { BuildError } from '../../base/index.ts';
import { integrateMesh } from '../mesh/integrals.ts';
import type { PreparedSolid } from '../solid/prepared-solid.ts';
import { buildField, type ExtentField } from './field.ts';
import { layerMesh, starMesh } from './layer.ts';

/**
 * layer: from 0 on the surface to 1 so many metres under it (infinite: as deep as it goes); solid: to 1 at the centroid, from which all
 * of the surface must be seen.
 */
export type FieldSpec = { readonly kind: 'layer' /** [m] */; readonly thickness: number } | { readonly kind: 'solid' };

const made = new WeakMap<PreparedSolid, Map<string, ExtentField>>();

/** Throws BuildError where there is no such field. A half-space has none: its layer is flat and has no cells. */
export function fieldOf(solid: PreparedSolid, spec: FieldSpec): ExtentField {
  let fields = made.get(solid);
  if (fields === undefined) {
    fields = new Map();
    made.set(solid, fields);
  }
  const key = spec.kind === 'layer' ? `layer ${spec.thickness}` : spec.kind;
  let field = fields.get(key);
  if (field === undefined) {
    field = spec.kind === 'layer' ? layerField(solid, spec.thickness) : solidField(solid);
    fields.set(key, field);
  }
  return field;
}

function layerField(solid: PreparedSolid, thickness: number): ExtentField {
  const mesh = layerMesh(solid.mesh, thickness);
  if (Number.isFinite(thickness) && mesh.deepest < (1 - 1e-9) * thickness) {
    const at = mesh.where.map((x) => x.toPrecision(3)).join(', ');
    throw new BuildError(
      'layer-thick',
      `expected a layer that the shape has room for, found ${thickness} m; the thickest that fits is ${mesh.deepest.toPrecision(3)} m, under (${at}) m; give less, or layer: deep`,
    );
  }
  return buildField(mesh.points, mesh.tets, mesh.extent);
}

function solidField(solid: PreparedSolid): ExtentField {
  const { positions, corners } = solid.mesh;
  const { centroid } = integrateMesh(positions, corners);
  const mesh = starMesh(solid.mesh, centroid);
  if (mesh === undefined) {
    throw new BuildError(
      'solid-hidden',
      'expected a shape all of whose surface is seen from its centroid, found parts that are hidden; give layer: deep',
    );
  }
  return buildField(mesh.points, mesh.tets, mesh.extent);
}
