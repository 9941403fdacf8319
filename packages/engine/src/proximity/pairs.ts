/**
 * The table of shape pairs: the only place that chooses by kinds of shapes. Boxes and hulls are polyhedra; a is the shape of
 * lower rank (half-space, polyhedron, cylinder, sphere).
 *
 *                half-space   polyhedron          cylinder             sphere
 *   half-space   never        vertices            rims or rim points   sphere-plane
 *   polyhedron                faces or edges      rims, line or prism  face, edge or vertex
 *   cylinder                                      lines, rim or prism  side, cap or rim
 *   sphere                                                             sphere-sphere
 */
import { type BuiltShape, CYLINDER, HALF_SPACE, POLYTOPE, SPHERE } from './built-shape.ts';
import { cylinderPair } from './cylinder-pair.ts';
import { polytopeCylinder } from './cylinder-polytope.ts';
import { halfSpaceCylinder, halfSpacePolytope, halfSpaceSphere } from './half-space.ts';
import { polytopePair } from './polytope-pair.ts';
import { cylinderSphere, polytopeSphere, sphereSphere } from './sphere.ts';
import type { Workspace } from './workspace.ts';

const RANKS = 4;

/** Writes the elements of one pair; a.rank <= b.rank, neither UNTOUCHED. */
export function meetShapes(w: Workspace, a: BuiltShape, b: BuiltShape): void {
  // two half-spaces are in no case: the broad phase never pairs them
  switch (RANKS * a.rank + b.rank) {
    case RANKS * HALF_SPACE + POLYTOPE:
      halfSpacePolytope(w, a, b);
      break;
    case RANKS * HALF_SPACE + CYLINDER:
      halfSpaceCylinder(w, a, b);
      break;
    case RANKS * HALF_SPACE + SPHERE:
      halfSpaceSphere(w, a, b);
      break;
    case RANKS * POLYTOPE + POLYTOPE:
      polytopePair(w, a, b);
      break;
    case RANKS * POLYTOPE + CYLINDER:
      polytopeCylinder(w, a, b);
      break;
    case RANKS * POLYTOPE + SPHERE:
      polytopeSphere(w, a, b);
      break;
    case RANKS * CYLINDER + CYLINDER:
      cylinderPair(w, a, b);
      break;
    case RANKS * CYLINDER + SPHERE:
      cylinderSphere(w, a, b);
      break;
    case RANKS * SPHERE + SPHERE:
      sphereSphere(w, a, b);
      break;
  }
}
