/**
 * Is a vertex of one mesh inside the other? Counts the triangles crossed by a ray from the vertex, each with certified signs, so the answer
 * never contradicts the crossings. The ray ends beyond the other mesh and moves with the vertex.
 */
import { collectAlongRay } from '../../geometry/index.ts';
import { lineSide, planeSide } from './certified.ts';
import type { MeshWorkspace } from './workspace.ts';

/** vertex, end of the ray: x y z each */
const segment = new Float64Array(6);
const ray = new Float64Array(6);

export function isInside(work: MeshWorkspace, s: number, vertex: number): boolean {
  const { tick, margin, hits } = work;
  const mine = work.sides[s];
  const other = work.sides[1 - s];
  const { rot, shift, mesh } = other;
  mine.bring(vertex, tick);
  for (let k = 0; k < 3; k++) segment[k] = mine.x[3 * vertex + k];
  for (let k = 0; k < 3; k++) {
    ray[k] = 0;
    for (let l = 0; l < 3; l++) ray[k] += rot[3 * l + k] * (segment[l] - shift[l]);
  }
  const { boxes } = mesh.tree;
  for (let k = 0; k < 3; k++) if (Math.abs(ray[k] - boxes[k]) > boxes[3 + k] + margin) return false;
  work.rays += 1;
  // a direction along no axis and along no usual face
  ray[3] = 0.7836;
  ray[4] = 0.5361;
  ray[5] = 0.3139;
  const length = 4 * mesh.radius;
  for (let k = 0; k < 3; k++) {
    const along = rot[3 * k] * ray[3] + rot[3 * k + 1] * ray[4] + rot[3 * k + 2] * ray[5];
    segment[3 + k] = segment[k] + length * along;
  }
  collectAlongRay(hits, mesh.tree, ray, 4 * margin); // factor four: the ray is up to four times longer than the reach
  const { corners } = mesh;
  const moves = s === 0;
  let inside = false;
  for (let i = 0; i < hits.length; i++) {
    const f = hits.pairs[i];
    if (other.faceTick[f] !== tick) other.bringTriangle(f, tick);
    const { x } = other;
    const a = 3 * corners[3 * f];
    const b = 3 * corners[3 * f + 1];
    const c = 3 * corners[3 * f + 2];
    if (planeSide(x, a, b, c, segment, 0, moves) === planeSide(x, a, b, c, segment, 3, moves)) continue;
    const sign = lineSide(segment, 0, 3, x, a, b, moves);
    if (lineSide(segment, 0, 3, x, b, c, moves) !== sign || lineSide(segment, 0, 3, x, c, a, moves) !== sign) continue;
    inside = !inside;
  }
  return inside;
}
