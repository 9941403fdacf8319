/** Sums masses about the origin of a body: points, cylinders, meshes and given values. */
import { BuildError, shapeMassProperties } from '@hawser/engine';

export type Vec3 = readonly [number, number, number];

export class MassSum {
  mass = 0;
  readonly #first: number[] = [0, 0, 0];
  /** xx, yy, zz, xy, xz, yz about the origin */
  readonly #second: number[] = [0, 0, 0, 0, 0, 0];

  /** tensor: about the part's own centre, xx, yy, zz, xy, xz, yz */
  add(mass: number, [x, y, z]: Vec3, tensor: readonly number[] = [0, 0, 0, 0, 0, 0]): void {
    this.mass += mass;
    const at = [x, y, z];
    for (let i = 0; i < 3; i++) this.#first[i] += mass * at[i];
    const own = steiner(mass, [x, y, z]);
    for (let i = 0; i < 6; i++) this.#second[i] += tensor[i] + own[i];
  }

  get centre(): Vec3 {
    if (this.mass === 0) return [0, 0, 0];
    return [this.#first[0] / this.mass, this.#first[1] / this.mass, this.#first[2] / this.mass];
  }

  /** about the centre */
  get inertia(): number[] {
    const own = steiner(this.mass, this.centre);
    return this.#second.map((x, i) => x - own[i]);
  }
}

function steiner(m: number, [x, y, z]: Vec3): number[] {
  return [m * (y * y + z * z), m * (x * x + z * z), m * (x * x + y * y), -m * x * y, -m * x * z, -m * y * z];
}

/** A full cylinder between two points, about its centre. */
export function cylinder(mass: number, a: Vec3, b: Vec3, diameter: number): number[] {
  const d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const length = Math.hypot(...d);
  const along = (mass * diameter * diameter) / 8;
  const across = mass * ((diameter * diameter) / 16 + (length * length) / 12);
  const u = length > 0 ? d.map((x) => x / length) : [0, 0, 1];
  const t = along - across;
  return [
    across + t * u[0] * u[0],
    across + t * u[1] * u[1],
    across + t * u[2] * u[2],
    t * u[0] * u[1],
    t * u[0] * u[2],
    t * u[1] * u[2],
  ];
}

/** About its own centre, for a density of 1; undefined: it encloses nothing. */
export function measured(
  shape: Parameters<typeof shapeMassProperties>[0],
): { readonly volume: number; readonly centre: Vec3; readonly inertia: readonly number[] } | undefined {
  try {
    const { volume, centroid, inertia } = shapeMassProperties(shape);
    const [x, y, z] = centroid;
    return volume > 0 && [volume, ...centroid, ...inertia].every(Number.isFinite)
      ? { volume, centre: [x, y, z], inertia }
      : undefined;
  } catch (error) {
    if (error instanceof BuildError) return undefined;
    throw error;
  }
}
