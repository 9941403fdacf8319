/** Shapes and materials as written -> ShapeSpec and MaterialSpec. */
import {
  type MaterialSpec,
  type Placement,
  type PressureFieldSpec,
  ROPE_MATERIAL,
  type ShapeSpec,
} from '@hawser/engine';
import type { MeshData } from '../assets.ts';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import type { Body } from '../schema/body.ts';
import { type Friction, type Material, materialSchema } from '../schema/material.ts';
import type { Shape, ShapeField } from '../schema/shape.ts';
import { buildSolid } from './solid.ts';
import { buildPlacement } from './placement.ts';

export interface BuiltShape {
  readonly shape: ShapeSpec;
  readonly placement: Placement;
  readonly material: number;
  readonly collide: boolean;
  readonly field?: PressureFieldSpec;
  /** [kg/m^3]; undefined: nobody says */
  readonly density?: number;
  /** true: names a material that is not there or not understood (said already), so its density is not known */
  readonly lost: boolean;
  /** as written */
  readonly source: Shape;
  readonly path: Path;
}

/** Materials by name; shapes that name none get one more, made when it is first asked for. */
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

  /** A rope of this friction, in all else as one whose material is not given. */
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

/** The shapes of a body that can be built; what is wrong with the others is said. */
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
      ...(source.field !== undefined && { field: fieldSpec(source.field) }),
    });
  }
  return shapes;
}

function fieldSpec({ layer, modulus }: ShapeField): PressureFieldSpec {
  const thickness = layer === 'deep' ? Number.POSITIVE_INFINITY : layer;
  return {
    extent: thickness === undefined ? { kind: 'solid' } : { kind: 'layer', thickness },
    ...(modulus !== undefined && { modulus }),
  };
}

function materialOf(context: Context, name: string | undefined, materials: Materials, path: Path): number | undefined {
  if (name === undefined || context.faulty(path)) return undefined;
  const index = materials.index(name);
  if (index === undefined) context.unknownName('material', ['materials'], name, context.knownMaterials, path);
  return index;
}

function buildShape(context: Context, source: Shape, path: Path): ShapeSpec | undefined {
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

/** Of each mesh read, the shape of each scale: shapes of one file are one shape, which is prepared once. */
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
