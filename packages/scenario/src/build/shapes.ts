/** Converts shapes and materials of the file to ShapeSpec and MaterialSpec. */
import {
  type FieldSpec,
  type MaterialSpec,
  type Placement,
  type PressureFieldSpec,
  quaternionToMatrix,
  ROPE_MATERIAL,
  rootLaw,
  type ShapeSpec,
  stiffeningLaw,
} from '@hawser/engine';
import type { MeshData } from '../assets.ts';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import type { Body } from '../schema/body.ts';
import { type Friction, type Material, materialSchema } from '../schema/material.ts';
import type { FieldCore, Shape, ShapeField } from '../schema/shape.ts';
import { buildSolid } from './solid.ts';
import { buildPlacement } from './placement.ts';

export interface BuiltShape {
  readonly shape: ShapeSpec;
  readonly placement: Placement;
  readonly material: number;
  readonly collide: boolean;
  readonly field?: PressureFieldSpec;
  readonly thin?: boolean;
  /** [kg/m^3]; undefined: not given */
  readonly density?: number;
  /** true: its material is missing or invalid (already reported), so its density is unknown */
  readonly lost: boolean;
  /** as written */
  readonly source: Shape;
  readonly path: Path;
}

/** Materials by name; shapes without one get a default material, made on first use. */
export class Materials {
  readonly #specs: MaterialSpec[] = [];
  readonly #sources: Material[] = [];
  readonly #index: Map<string, number> = new Map();

  constructor(materials: Readonly<Record<string, Material>>) {
    for (const [name, material] of Object.entries(materials)) this.#add(name, material);
  }

  get specs(): readonly MaterialSpec[] {
    return this.#specs;
  }

  index(name: string): number | undefined {
    return this.#index.get(name);
  }

  /** The material of shapes that name none. A user may define it under the name "default". */
  unnamed(): number {
    return this.#index.get('default') ?? this.#add('default', materialSchema.parse({}));
  }

  /** A default rope material with this friction. */
  rope(name: string, friction: Friction): number {
    const { youngs, poisson, restitution } = ROPE_MATERIAL;
    return this.#index.get(name) ?? this.#add(name, { youngs, poisson, restitution, friction });
  }

  /** [kg/m^3] */
  density(index: number): number | undefined {
    return this.#sources[index].density;
  }

  #add(name: string, material: Material): number {
    const { youngs, poisson, restitution, friction } = material;
    const spec = {
      name,
      youngs,
      poisson,
      restitution,
      frictionStatic: friction.static,
      frictionKinetic: friction.kinetic,
    };
    this.#sources.push(material);
    this.#index.set(name, this.#specs.length);
    return this.#specs.push(spec) - 1;
  }
}

/** The valid shapes of a body; faults of the others are reported. */
export function buildShapes(context: Context, body: Body, materials: Materials, path: Path): BuiltShape[] {
  const shapes: BuiltShape[] = [];
  const bodyMaterial = materialOf(context, body.material, materials, [...path, 'material']);
  for (const [i, source] of body.shapes.entries()) {
    const at: Path = [...path, 'shapes', i];
    const named = materialOf(context, source.material, materials, [...at, 'material']);
    const shape = buildShape(context, source, at);
    if (shape === undefined) continue;
    const material = named ?? bodyMaterial ?? materials.unnamed();
    const density = source.density ?? body.density ?? materials.density(material);
    const placement = buildPlacement(source.at, source.rotation);
    const { collide } = source;
    const materialName = source.material ?? body.material;
    const unread = named === undefined && bodyMaterial === undefined;
    const lost = materialName !== undefined && (unread || !context.gives(['materials', materialName], 'density'));
    shapes.push({
      shape,
      placement,
      material,
      collide,
      lost,
      source,
      path: at,
      ...(density !== undefined && { density }),
      ...(source.thin && { thin: true }),
      ...fieldSpec(context, source, [...at, 'field']),
    });
  }
  return shapes;
}

/** The field of a shape, if it has one that can be built. */
function fieldSpec(context: Context, { field, scale, mesh }: Shape, path: Path): { field?: PressureFieldSpec } {
  if (field === undefined) return {};
  const { modulus, pressures, stiffening = 0 } = field;
  const rate = field['expansion rate'];
  const indenter = field['half-space for'];
  const extent = extentOf(context, field, mesh === undefined ? 1 : scale, path);
  if (extent === undefined) return {};
  const top = pressures?.at(-1)?.[1];
  const law =
    pressures !== undefined
      ? pressures.flatMap(([e, p]) => [e, p / (top ?? p)])
      : stiffening > 0
        ? stiffeningLaw(stiffening)
        : undefined;
  const given = top ?? modulus;
  return {
    field: {
      extent: law === undefined ? extent : { ...extent, law },
      ...(given !== undefined && { modulus: given }),
      ...(indenter?.sphere !== undefined && { indenter: { shape: 'sphere', radius: indenter.sphere } }),
      ...(indenter?.cylinder !== undefined && { indenter: { shape: 'cylinder', radius: indenter.cylinder } }),
      ...(rate !== undefined && { expansionRate: rate }),
    },
  };
}

/** Depth below which the polyline of a half-space for a sphere begins, in parts of its radius. */
const LEAST_DEPTH = 1e-7;

function extentOf(context: Context, field: ShapeField, scale: number, path: Path): FieldSpec | undefined {
  const { layer, solid, core, tets, 'half-space for': indenter } = field;
  if (layer !== undefined) return { kind: 'layer', thickness: layer === 'deep' ? Number.POSITIVE_INFINITY : layer };
  // p = E* h 2/(pi R) (Elandt 2022, eq. B.2) and p = E*/pi sqrt(h/R) (eq. B.4) as layers
  if (indenter?.cylinder !== undefined) return { kind: 'layer', thickness: 0.5 * Math.PI * indenter.cylinder };
  if (indenter?.sphere !== undefined) {
    const law = rootLaw(LEAST_DEPTH).map((x, i) => (i % 2 === 0 ? x : x / Math.PI));
    return { kind: 'layer', thickness: indenter.sphere, law };
  }
  if (core !== undefined) {
    const shape = buildShape(context, core, [...path, 'core']);
    if (shape === undefined) return undefined;
    const { position, rotation } = buildPlacement(core.at, core.rotation);
    const matrix = new Float64Array(9);
    quaternionToMatrix(matrix, 0, rotation, 0);
    return { kind: 'core', core: { shape, position, rotation: [...matrix] } };
  }
  if (tets === undefined) return { kind: 'solid', ...(solid === 'poisson' && { poisson: true }) };
  const cells = context.mesh(tets, [...path, 'tets'])?.cells;
  if (cells === undefined) {
    if (!context.faulty([...path, 'tets']) && context.mesh(tets, [...path, 'tets']) !== undefined) {
      context.wrong('asset', [...path, 'tets'], {
        expected: 'a file of tetrahedra',
        found: `${tets}, which has none`,
        hint: 'mesh the inside too, or give layer: with a thickness',
      });
    }
    return undefined;
  }
  return {
    kind: 'tets',
    given: {
      points: Float64Array.from(cells.points, (x) => x * scale),
      tets: Int32Array.from(cells.tets),
      ...(cells.values && { values: Float64Array.from(cells.values) }),
    },
  };
}

function materialOf(context: Context, name: string | undefined, materials: Materials, path: Path): number | undefined {
  if (name === undefined || context.faulty(path)) return undefined;
  const index = materials.index(name);
  if (index === undefined) context.unknownName('material', ['materials'], name, context.knownMaterials, path);
  return index;
}

function buildShape(
  context: Context,
  source: FieldCore & Pick<Partial<Shape>, 'half-space'>,
  path: Path,
): ShapeSpec | undefined {
  if (source.scale !== 1 && source.mesh === undefined && source.hull?.mesh === undefined) {
    context.wrong('value', [...path, 'scale'], {
      expected: '"scale" beside a mesh file only',
      found: `scale ${source.scale}`,
    });
  }
  if (source.sphere !== undefined) return { kind: 'sphere', radius: source.sphere };
  if (source.box !== undefined) {
    const [x, y, z] = source.box;
    return { kind: 'box', half: [x / 2, y / 2, z / 2] };
  }
  if (source.cylinder !== undefined) {
    return { kind: 'cylinder', radius: source.cylinder.radius, halfLength: source.cylinder.length / 2 };
  }
  if (source['half-space'] !== undefined) return { kind: 'half-space' };
  if (source.hull !== undefined) {
    const mesh = meshOf(context, source.hull.mesh, source.scale, [...path, 'hull', 'mesh']);
    const points = source.hull.points?.flat();
    if (points) return context.sharedShape(`hull ${points.join()}`, () => ({ kind: 'hull', points }));
    return mesh && hullOf(mesh);
  }
  if (source.solid !== undefined) {
    const at = [...path, 'solid'];
    return context.sharedShape(`solid ${JSON.stringify(source.solid)}`, () => {
      const solid = buildSolid(context, source.solid ?? {}, at);
      const link = source.solid?.link;
      return (
        solid && {
          kind: 'mesh',
          positions: solid.positions,
          triangles: solid.triangles,
          ...(link && {
            link: { bar: link.bar, length: link.length, width: link.width, ...(link.stud && { stud: link.stud }) },
          }),
        }
      );
    });
  }
  return meshOf(context, source.mesh, source.scale, [...path, 'mesh']);
}

type MeshShape = Extract<ShapeSpec, { kind: 'mesh' }>;

/** Shapes of each mesh file by scale: shapes of one file share one object, which is prepared once. */
const scaled = new WeakMap<MeshData, Map<number, MeshShape>>();
const hulls = new WeakMap<MeshShape, ShapeSpec>();

function hullOf(mesh: MeshShape): ShapeSpec {
  const hull = hulls.get(mesh) ?? { kind: 'hull', points: mesh.positions };
  hulls.set(mesh, hull);
  return hull;
}

export function meshOf(context: Context, file: string | undefined, scale: number, path: Path): MeshShape | undefined {
  const mesh = file === undefined ? undefined : context.mesh(file, path);
  if (mesh === undefined) return undefined;
  const known = scaled.get(mesh)?.get(scale);
  if (known) return known;
  const positions = Float64Array.from(mesh.positions, (x) => x * scale);
  const bad = positions.findIndex((x) => !Number.isFinite(x));
  if (bad >= 0) {
    const found = `${positions[bad]} in vertex ${Math.floor(bad / 3) + 1} of ${file}`;
    context.wrong('asset', path, { expected: 'finite coordinates', found });
    return undefined;
  }
  const shape: MeshShape = { kind: 'mesh', positions, triangles: Int32Array.from(mesh.triangles) };
  scaled.set(mesh, (scaled.get(mesh) ?? new Map()).set(scale, shape));
  return shape;
}
