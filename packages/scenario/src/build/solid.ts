/** Converts solids given by numbers to closed meshes. Inconsistent sizes are reported at their place. */
import {
  anchorHeadMesh,
  anchorShankMesh,
  anchorSizes,
  binMesh,
  boatMesh,
  bowMesh,
  BuildError,
  cradleMesh,
  cylinderMesh,
  extrudedMesh,
  gearMesh,
  linkMesh,
  nutMesh,
  pocketMesh,
  screwMesh,
  fittedSphereMesh,
  torusMesh,
  type TriangleMesh,
  tubeMesh,
} from '@hawser/engine';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import { type Solid, solidKinds } from '../schema/solid.ts';
import { bedMesh, bedOf } from './bed.ts';

/** [kg/m^3] of what anchors are cast and forged from */
export const ANCHOR_STEEL = 7850;

export function buildSolid(context: Context, solid: Solid, path: Path): TriangleMesh | undefined {
  if (solid.bed) return solidBed(context, solid.bed.below, [...path, 'bed']);
  try {
    return mesh(solid);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    const kind = solidKinds.find((each) => solid[each] !== undefined) ?? '';
    const field = error.path.map(String).find((step) => context.given([...path, kind, step]));
    const at = [...path, kind, ...(field === undefined ? [] : [field])];
    const [rule, found = 'sizes that do not fit each other'] = error.message.split(', found ');
    context.wrong('value', at, { expected: rule.replace(/^must be /, 'a value '), found }, [[...path, kind]]);
    return undefined;
  }
}

function solidBed(context: Context, below: number, path: Path): TriangleMesh | undefined {
  const bed = bedOf(context);
  if (bed?.grid) return bedMesh(bed, below);
  const { seabed } = context.scenario.environment;
  if (bed || seabed === undefined) {
    context.wrong('value', path, {
      expected: 'a bed from a table or a mesh at environment.seabed',
      found: seabed === undefined ? 'no seabed' : 'a flat one',
      hint: 'a flat bed is a fixed body with a shape "half-space: true"',
    });
  }
  return undefined;
}

function mesh(solid: Solid): TriangleMesh | undefined {
  const { prism, tube, torus, link, ball, pocket, bin, gear, boat, cradle, bow, extrusion, screw, nut } = solid;
  if (prism) return cylinderMesh(prism);
  if (tube) return tubeMesh(tube);
  if (torus)
    return torusMesh({ ring: torus.ring, tube: torus.tube, sides: torus.sides, tubeSides: torus['tube sides'] });
  if (link) return linkMesh({ ...link, barSides: link['bar sides'] });
  if (ball) return stretched(fittedSphereMesh(ball.radius, ball.level), ball.stretch);
  if (pocket) return pocketMesh(pocket);
  if (bin) return binMesh(bin);
  if (gear) return gearMesh(gear);
  if (extrusion) return extrudedMesh(extrusion.outline.flat(), extrusion.length);
  if (screw) return screwMesh(screw);
  if (nut) return nutMesh(nut);
  if (boat) return boatMesh(boat);
  if (cradle) return cradleMesh(cradle);
  if (bow) return bowMesh({ ...bow, pipe: { ...bow.pipe, radius: bow.pipe.bore / 2 } });
  const { 'anchor shank': shank, 'anchor head': head } = solid;
  if (shank) return anchorShankMesh(anchorSizes(shank.type, shank.mass, ANCHOR_STEEL));
  if (head) return anchorHeadMesh(anchorSizes(head.type, head.mass, ANCHOR_STEEL));
  return undefined;
}

/** Along x, y and z, so that a ball becomes an ellipsoid. */
function stretched(mesh: TriangleMesh, by: readonly number[] = [1, 1, 1]): TriangleMesh {
  return { positions: mesh.positions.map((x, i) => x * by[i % 3]), triangles: mesh.triangles };
}
