/** Transforms elements from the frames of two shapes, in which queries write them, to the frames of their bodies. */
import type { ContactSet } from './contact-set.ts';
import {
  EDGE_DIRECTION_B,
  aboutEdge,
  EDGE_ACROSS,
  EDGE_ASIDE,
  EDGE_EDGE,
  EDGE_POINT_B,
  ELEMENT_STRIDE,
  fromEdge,
  LINE_CENTRE_B,
  LINE_FALLBACK,
  PLANE_CENTRE,
  RIM_AXIS,
  RIM_FALLBACK,
  RIM_PLANE,
  SPHERE_CENTRE_B,
  SPHERE_FALLBACK,
  SPHERE_LINE,
  SPHERE_SPHERE,
} from './element.ts';
import type { ShapePoses } from './shape-poses.ts';

/** Elements from `first` on, all between shapes i and j, which lie on different bodies. */
export function moveToBodies(set: ContactSet, first: number, poses: ShapePoses, i: number, j: number): void {
  const data = set.data;
  for (let e = first; e < set.count; e++) {
    const o = ELEMENT_STRIDE * e;
    const a = set.bodyA[e] === poses.body[i] ? i : j;
    const b = a === i ? j : i;
    poses.movePoint(data, o, a);
    switch (set.kind[e]) {
      case SPHERE_SPHERE:
        poses.movePoint(data, o + SPHERE_CENTRE_B, b);
        poses.turnDirection(data, o + SPHERE_FALLBACK, a);
        break;
      case SPHERE_LINE:
        poses.turnDirection(data, o + 3, a);
        poses.movePoint(data, o + LINE_CENTRE_B, b);
        poses.turnDirection(data, o + LINE_FALLBACK, a);
        break;
      case RIM_PLANE:
        poses.turnDirection(data, o + 3, a);
        poses.movePoint(data, o + PLANE_CENTRE, b);
        poses.turnDirection(data, o + RIM_AXIS, b);
        poses.turnDirection(data, o + RIM_FALLBACK, b);
        break;
      case EDGE_EDGE:
        turnEdge(data, o, poses, a);
        poses.movePoint(data, o + EDGE_POINT_B, b);
        poses.turnDirection(data, o + EDGE_DIRECTION_B, b);
        break;
      default:
        poses.turnDirection(data, o + 3, a);
        poses.movePoint(data, o + PLANE_CENTRE, b);
    }
  }
}

const direction = new Float64Array(3);
const normal = new Float64Array(3);
const side = new Float64Array(2);

/** The edge of A, and the side of the other edge. */
function turnEdge(data: Float64Array, o: number, poses: ShapePoses, a: number): void {
  for (let k = 0; k < 3; k++) direction[k] = data[o + 3 + k];
  fromEdge(normal, data, o + EDGE_ACROSS, direction);
  poses.turnDirection(normal, 0, a);
  poses.turnDirection(data, o + 3, a);
  for (let k = 0; k < 3; k++) direction[k] = data[o + 3 + k];
  aboutEdge(side, normal, direction);
  data[o + EDGE_ACROSS] = side[0];
  data[o + EDGE_ASIDE] = side[1];
}
