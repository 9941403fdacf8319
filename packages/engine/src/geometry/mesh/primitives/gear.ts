/**
 * Spur gears with involute flanks (ISO 53 basic rack: addendum m, dedendum 1.25 m). Half the angle a tooth takes at
 * radius rho is  pi/(2 z) - j/(4 r) + inv(alpha) - inv(acos(r_b / rho)),  inv(a) = tan a - a,  r_b = r cos alpha.
 * Departure: below the base circle the flank runs straight to the root; the undercut of a hob is not modelled.
 */
import { acos, PI, RAD_PER_DEG, sincos, tan, TWO_PI } from '../../../math/index.ts';
import type { TriangleMesh } from '../triangle-mesh.ts';
import { extrudedMesh } from './extrude.ts';
import { checkCount, checkFits, checkLengths } from './sizes.ts';

export interface GearSpec {
  /** [m] pitch diameter over teeth; wheels of one module mesh at the distance m (z1 + z2)/2 */
  readonly module: number;
  readonly teeth: number;
  /** [m] along z, centred on the origin */
  readonly width: number;
  /** [m] radius of the bore; 0: none (default) */
  readonly bore?: number;
  /** [rad] default 20 degrees */
  readonly pressureAngle?: number;
  /** [m] gap between the flanks of a pair on the pitch circle, half of it taken from each wheel; default 0.04 m */
  readonly backlash?: number;
  /** straight pieces of a flank; default 4 */
  readonly flankSegments?: number;
  /** sides of the bore; default 4 a tooth, at least 24 */
  readonly boreSides?: number;
}

/** The middle of one tooth points along +x. */
export function gearMesh(spec: GearSpec): TriangleMesh {
  const { module, teeth, width, bore = 0, pressureAngle = 20 * RAD_PER_DEG, flankSegments = 4 } = spec;
  const backlash = spec.backlash ?? 0.04 * module;
  checkLengths({ module, width });
  checkCount('teeth', teeth, 5);
  checkCount('flankSegments', flankSegments, 1, 1000);
  const pitch = (module * teeth) / 2;
  const root = pitch - 1.25 * module;
  const tip = pitch + module;
  const turn = new Float64Array(2);
  sincos(turn, 0, pressureAngle);
  const base = pitch * turn[1];
  const foot = Math.max(base, root);
  const halfAt = (radius: number): number => {
    const angle = radius > base ? acos(base / radius) : 0;
    return PI / (2 * teeth) - backlash / (4 * pitch) + (tan(pressureAngle) - pressureAngle) - (tan(angle) - angle);
  };
  const outline: number[] = [];
  const add = (radius: number, angle: number): void => {
    sincos(turn, 0, angle);
    outline.push(radius * turn[1], radius * turn[0]);
  };
  for (let tooth = 0; tooth < teeth; tooth++) {
    const middle = (TWO_PI * tooth) / teeth;
    if (root < foot) add(root, middle - halfAt(foot));
    for (let k = 0; k <= flankSegments; k++) {
      const radius = foot + ((tip - foot) * k) / flankSegments;
      add(radius, middle - halfAt(radius));
    }
    for (let k = flankSegments; k >= 0; k--) {
      const radius = foot + ((tip - foot) * k) / flankSegments;
      add(radius, middle + halfAt(radius));
    }
    if (root < foot) add(root, middle + halfAt(foot));
  }
  if (bore === 0) return extrudedMesh(outline, width);
  checkLengths({ bore });
  checkFits('bore', bore, 'the radius of the root', root);
  const sides = spec.boreSides ?? Math.max(24, 4 * teeth);
  checkCount('boreSides', sides, 3);
  const hole: number[] = [];
  for (let i = 0; i < sides; i++) {
    sincos(turn, 0, (TWO_PI * i) / sides);
    hole.push(bore * turn[1], bore * turn[0]);
  }
  return extrudedMesh(outline, width, [hole]);
}
