/** What robot descriptions share: bodies with shapes and masses, meshes that go along, names. */
import type { MassSum } from '../mass.ts';
import type { Report } from '../report.ts';
import type { Source } from '../result.ts';
import { type Frame, isNoTurn, type Quaternion, rotate, type Vec3 } from '../rotation.ts';
import { q, type Value } from '../yaml.ts';

export type Properties = { readonly [key: string]: Value | undefined };

export const ORIGIN: Frame = { at: [0, 0, 0], turn: [1, 0, 0, 0] };

export const round = (x: number): number => (Math.abs(x) < 1e-15 ? 0 : Number(x.toPrecision(10)));
export const lengths = (v: readonly number[]): Value => v.map((x) => q(round(x), 'm'));

export function placedAt({ at, turn }: Frame): Properties {
  return {
    ...(at.some((x) => round(x) !== 0) && { at: lengths(at) }),
    ...(!isNoTurn(turn) && { rotation: { quaternion: turn.map(round) } }),
  };
}

/** An inertia (xx, yy, zz, xy, xz, yz) given in a turned frame, in the axes outside. */
export function turned(tensor: readonly number[], turn: Quaternion): number[] {
  const [xx, yy, zz, xy, xz, yz] = tensor;
  const rows = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  const axes = [rotate(turn, [1, 0, 0]), rotate(turn, [0, 1, 0]), rotate(turn, [0, 0, 1])];
  const at = (i: number, j: number): number => {
    let sum = 0;
    for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) sum += axes[a][i] * rows[a][b] * axes[b][j];
    return sum;
  };
  return [at(0, 0), at(1, 1), at(2, 2), at(0, 1), at(0, 2), at(1, 2)];
}

/** Mass, inertia and centre of a body as a scenario has them. */
export function massValue(sum: MassSum): Properties {
  const inertia = sum.inertia.map(round);
  const plain = inertia.slice(3).every((x) => Math.abs(x) < 1e-12 * Math.max(...inertia));
  return {
    mass: q(round(sum.mass), 'kg'),
    inertia: (plain ? inertia.slice(0, 3) : inertia).map((x) => q(x, 'kg m^2')),
    ...(sum.centre.some((x) => round(x) !== 0) && { centre: lengths(sum.centre) }),
  };
}

/** Whether a tensor can be that of a body: positive, and no moment above the sum of the others (for the diagonal, which is necessary). */
export function isInertia([xx, yy, zz]: readonly number[]): boolean {
  return (
    xx > 0 && yy > 0 && zz > 0 && xx <= (yy + zz) * 1.000001 && yy <= (xx + zz) * 1.000001 && zz <= (xx + yy) * 1.000001
  );
}

/** Names of bodies and joints that a scenario takes; the map is kept. */
export class Names {
  readonly #used: Set<string> = new Set(['world']);
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  make(source: string | undefined, fallback: string): string {
    const plain = (source ?? '')
      .replace(/[^\p{L}\p{N}_ -]+/gu, '-')
      .replace(/\s+/g, ' ')
      .replace(/^[^\p{L}_]+/u, '')
      .slice(0, 60)
      .trim();
    const first = plain === '' || plain === '__proto__' ? fallback : plain;
    let name = first;
    for (let i = 2; this.#used.has(name); i++) name = `${first} ${i}`;
    this.#used.add(name);
    if (source !== undefined) {
      let key = source;
      for (let i = 2; this.#report.names.has(key); i++) key = `${source} (${i})`;
      this.#report.names.set(key, name);
    }
    return name;
  }
}

/** Mesh files beside a description, under plain names; a file is copied once. */
export class Meshes {
  readonly files: Record<string, Uint8Array> = {};
  readonly #source: Source;
  readonly #known: Map<string, string | undefined> = new Map();

  constructor(source: Source) {
    this.#source = source;
  }

  /** Name of the copy; undefined: there is no such file, or hawser does not read its kind. */
  take(named: string, folders: readonly string[]): string | undefined {
    if (this.#known.has(named)) return this.#known.get(named);
    const path = named
      .replace(/^(?:package|model):\/\/[^/]+\//, '')
      .replace(/^file:\/+/, '/')
      .replace(/\\/g, '/');
    const plain = path.replace(/^.*\//, '').replace(/[^\w.-]+/g, '-');
    let taken: string | undefined;
    if (/\.(?:stl|obj|ply|vtk|vtp|glb|gltf)$/i.test(plain)) {
      for (const name of [
        path,
        ...folders.map((folder) => `${folder}${path}`),
        ...folders.map((folder) => `${folder}${plain}`),
        plain,
      ]) {
        const bytes = this.#source.read(name);
        if (bytes === undefined) continue;
        taken = plain;
        for (let i = 2; this.files[taken] !== undefined; i++) taken = plain.replace(/(\.\w+)$/, `-${i}$1`);
        this.files[taken] = bytes;
        break;
      }
    }
    this.#known.set(named, taken);
    return taken;
  }
}

/** "#rrggbb" of 3 or 4 parts from 0 to 1; opacity of the fourth. */
export function colourOf(rgba: readonly number[] | undefined): Properties {
  if (rgba === undefined || rgba.length < 3) return {};
  const hex = rgba
    .slice(0, 3)
    .map((x) =>
      Math.round(255 * Math.min(1, Math.max(0, x)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('');
  const opacity = rgba[3];
  return { colour: `#${hex}`, ...(opacity !== undefined && opacity < 1 && { opacity: Math.max(0, opacity) }) };
}

export function axisIn(frame: Frame, axis: Vec3): Value {
  return rotate(frame.turn, axis).map(round);
}

/** A turn that brings z along a direction. */
export function turnTo(direction: Vec3): Quaternion {
  const length = Math.hypot(...direction);
  if (!(length > 0)) return [1, 0, 0, 0];
  const [x, y, z] = direction.map((c) => c / length);
  if (z < -1 + 1e-12) return [0, 1, 0, 0];
  const w = 1 + z;
  const n = Math.hypot(w, x, y);
  return [w / n, -y / n, x / n, 0];
}
