/** Converts the water and wind data of a body from the file to HydroSpec. */
import {
  type AddedMassSpec,
  BuildError,
  boxMesh,
  estimateAddedMass,
  floatUpright,
  type Flotation,
  type HydroSpec,
  hullMesh,
  integrateMesh,
  longestSide,
  type PlacedShape,
  type TriangleMesh,
} from '@hawser/engine';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import type { AddedMass, Hydro } from '../schema/hydro.ts';
import type { Vec3 } from '../schema/kit.ts';
import { buildBem } from './bem.ts';
import type { BodyMass } from './mass.ts';
import { ORIGIN, UPRIGHT } from './placement.ts';
import { type BuiltShape, meshOf } from './shapes.ts';
import { buildSolid } from './solid.ts';

/** Number of panels along a hull with the default panel size. */
const PANELS_ALONG = 6;
/** Part of the full volume from which added mass and damping act in full (stage/hull-forces.ts). */
const ALL_FROM = 1.1;

/** mass: undefined for a body that does not move freely; position: of the body origin at t = 0 */
export function buildHydro(
  context: Context,
  hydro: Hydro,
  shapes: readonly BuiltShape[],
  mass: BodyMass | undefined,
  position: Vec3,
  path: Path,
): HydroSpec | undefined {
  const { environment } = context.scenario;
  if (!environment.sea && environment.water?.surface === undefined) {
    context.wrongThing('value', path, {
      expected: 'water with a surface to be in',
      found: environment.water ? 'water without a surface' : 'none',
      hint: 'add "environment: { water: { surface: 0 m } }", or waves',
    });
    return undefined;
  }
  const mesh = buildHull(context, hydro, shapes, path);
  const { members, windage, damping } = hydro;
  const added = hydro['added mass'];
  if (added && hydro.bem) {
    const found = 'both';
    context.wrongThing('value', [...path, 'added mass'], {
      expected: '"added mass" or "bem"',
      found,
      hint: 'take it out',
    });
  }
  const wet = damping && mesh && fullVolume(context, mesh, mass);
  const surface = environment.water?.surface ?? 0;
  const bem = hydro.bem && buildBem(context, hydro.bem, mesh, surface - position[2], [...path, 'bem']);
  const addedMass =
    bem?.addedMass ?? (added && buildAddedMass(context, hydro, added, mesh, mass, [...path, 'added mass']));
  return {
    ...(mesh && { hull: mesh, drag: hydro.drag }),
    ...(addedMass && { addedMass }),
    ...(bem && { radiation: bem.radiation }),
    ...(bem?.diffraction && { diffraction: bem.diffraction }),
    ...(damping?.linear && { linearDamping: damping.linear }),
    ...(damping?.quadratic && { quadraticDamping: damping.quadratic }),
    ...(wet !== undefined && { dampedVolume: wet }),
    ...(members.length > 0 && {
      members: members.map((member, i) => {
        if (member.from.every((x, r) => x === member.to[r])) {
          const at = [...path, 'members', i];
          context.wrongThing('value', at, { expected: 'a member with a length', found: 'both ends at one point' });
        }
        return {
          from: member.from,
          to: member.to,
          diameter: member.diameter,
          dragNormal: member.drag.normal,
          dragTangential: member.drag.tangential,
          addedMass: member['added mass'],
          ...(member.ends && { endDrag: member.ends.drag, endAddedMass: member.ends['added mass'] }),
          buoyant: member.buoyant ?? mesh === undefined,
          segments: member.segments,
        };
      }),
    }),
    ...(windage.length > 0 && {
      windage: windage.map(({ areas, coefficient, at }) => ({
        areas: [areas[0] * coefficient, areas[1] * coefficient, areas[2] * coefficient] as const,
        point: at,
      })),
    }),
  };
}

function buildHull(
  context: Context,
  hydro: Hydro,
  shapes: readonly BuiltShape[],
  path: Path,
): TriangleMesh | undefined {
  const { hull } = hydro;
  if (hull === 'none' || (hull === undefined && (hydro.members.length > 0 || shapes.length === 0))) return undefined;
  const at = [...path, 'hull'];
  let placed: readonly PlacedShape[] = shapes;
  if (typeof hull === 'object') {
    const mesh = hull.box
      ? boxMesh(...hull.box)
      : hull.solid
        ? buildSolid(context, hull.solid, [...at, 'solid'])
        : meshOf(context, hull.mesh, hull.scale, [...at, 'mesh']);
    if (mesh === undefined) return undefined;
    const shape = { kind: 'mesh' as const, positions: mesh.positions, triangles: mesh.triangles };
    placed = [{ shape, placement: { position: hull.at ?? ORIGIN, rotation: UPRIGHT } }];
  } else if (shapes.length === 0) {
    context.wrong('value', at, { expected: 'a body with shapes', found: 'none', hint: 'name a mesh instead' });
    return undefined;
  }
  try {
    const whole = hullMesh(placed, Number.POSITIVE_INFINITY);
    return hullMesh(placed, hydro['panel size'] ?? longestSide(whole) / PANELS_ALONG);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    if (error.code === 'too-many-panels') {
      const panels = [...path, 'panel size'];
      const text = { expected: 'panels that are not too many', found: error.message, message: error.message };
      context.wrongThing('value', context.given(panels) ? panels : path, text);
      return undefined;
    }
    context.wrongThing('value', context.given(at) ? at : path, {
      expected: 'closed shapes to float on',
      found: error.message,
    });
    return undefined;
  }
}

function buildAddedMass(
  context: Context,
  hydro: Hydro,
  added: AddedMass,
  mesh: TriangleMesh | undefined,
  mass: BodyMass | undefined,
  path: Path,
): AddedMassSpec | undefined {
  const density = context.scenario.environment.water?.density ?? 1025;
  const volume = (mass?.mass ?? 0) / density;
  let flotation: Flotation | undefined;
  if (added.estimate) {
    if (!mesh || !mass) {
      const expected = 'a body that moves freely and has a hull';
      context.wrong('value', [...path, 'estimate'], { expected, found: mass ? 'no hull' : 'a given motion' });
      return undefined;
    }
    try {
      flotation = floatUpright(mesh, volume);
    } catch (error) {
      if (!(error instanceof BuildError)) throw error;
      context.wrong('value', [...path, 'estimate'], {
        expected: 'a hull that floats',
        found: error.message,
        hint: 'give the added mass by numbers',
      });
      return undefined;
    }
  }
  const { diagonal, matrix } = added;
  const full = added['full volume'] ?? (mesh && fullVolume(context, mesh, mass)) ?? 'always';
  const numbers =
    matrix?.flat() ??
    (diagonal
      ? Array.from({ length: 36 }, (_, i) => (i % 7 === 0 ? diagonal[i / 7] : 0))
      : estimateAddedMass(flotation as Flotation, volume, density));
  checkPositive(context, numbers, path);
  if (full !== 'always' && !mesh) {
    const at = [...path, 'full volume'];
    context.wrong('value', at, { expected: 'always, for want of a hull', found: `${full} m^3` });
  }
  return {
    matrix: numbers,
    point: added.at ?? flotation?.centre ?? mass?.centre ?? ORIGIN,
    ...(full !== 'always' && { fullVolume: full }),
    slamming: hydro.slamming && full !== 'always',
  };
}

/**
 * [m^3] wet volume from which added mass and damping act in full: that which carries the body or, for a body heavier than water, its whole
 * volume. Undefined for a body with given motion.
 */
function fullVolume(context: Context, mesh: TriangleMesh, mass: BodyMass | undefined): number | undefined {
  const volume = (mass?.mass ?? 0) / (context.scenario.environment.water?.density ?? 1025);
  if (!(volume > 0)) return undefined;
  return Math.min(volume, integrateMesh(mesh.positions, mesh.triangles).volume / ALL_FROM);
}

/** Kinetic energy of the water is never negative: pivots of elimination of the symmetric part. */
function checkPositive(context: Context, numbers: readonly number[], path: Path): void {
  const a = numbers.map((x, i) => 0.5 * (x + numbers[6 * (i % 6) + Math.floor(i / 6)]));
  const size = Math.max(...a.map(Math.abs));
  for (let k = 0; k < 6; k++) {
    const pivot = a[7 * k];
    if (pivot < -1e-9 * size) {
      context.wrongThing('value', path, {
        expected: 'an added mass whose kinetic energy is never negative',
        found: `a negative pivot in row ${k + 1}`,
        hint: 'check the signs of its off-diagonal numbers',
      });
      return;
    }
    if (!(pivot > 1e-12 * size)) continue;
    for (let i = k + 1; i < 6; i++) {
      const factor = a[6 * i + k] / pivot;
      for (let j = k; j < 6; j++) a[6 * i + j] -= factor * a[6 * k + j];
    }
  }
}
