/**
 * Initial velocities of a cable follow from those of its ends: interpolated along its length, then changed as little as possible so that no
 * element stretches, except the one at a winch, which grows as the winch pays out. A cable whose inner nodes were at rest while its ends
 * move would begin with a shock: EA v/c, 5 MN in a rope that carries 1.3 kN.
 *   t_j . (v_{j+1} - v_j) = e_j L'_j         for every element j: t_j its direction, e_j stretched over unstretched length, L'_j feed rate
 * The smallest change in the metric of masses, with a small compliance eps so that ends that move apart (a rope drawn straight) strain it
 * evenly:
 *   v += M^-1 G^T lambda,   (G M^-1 G^T + eps) lambda = -(G v - e L')      tridiagonal: an element meets its two neighbours only
 */
import type { Workspace } from '../../stage/index.ts';
import type { CableItem } from '../../model/index.ts';

/** eps over the diagonal: elements of a rope that cannot follow without stretching take equal parts of the remaining strain rate. */
const GIVE = 1e-9;

/** Sets the velocities of all nodes from those of the bodies in the workspace; rows must have been evaluated. */
export function moveCablesWithEnds(w: Workspace): void {
  w.cables.items.forEach((item, index) => {
    const velocity = w.model.spec.cables?.[index]?.velocity;
    const [a, b] = endVelocities(w, index);
    if (velocity === undefined && a === undefined && b === undefined) return;
    layVelocities(w, item, velocity ?? a ?? b ?? [0, 0, 0], velocity ?? b ?? a ?? [0, 0, 0]);
    if (a !== undefined) setNode(w, item, 0, a);
    if (b !== undefined) setNode(w, item, item.cable.nodeCount - 1, b);
    keepLengths(w, item, a !== undefined, b !== undefined);
  });
}

/** [m/s] of the points that hold the start and the end; undefined where nothing holds it */
function endVelocities(w: Workspace, index: number): (readonly number[] | undefined)[] {
  const { attachments: a, firstRow } = w.cables;
  const { jacobianB: J, phiT } = w.rows;
  return [2 * index, 2 * index + 1].map((k) => {
    if (a.active[k] === 0) return undefined;
    return [0, 1, 2].map((r) => {
      // the row says v_node + J v_body + phi_t = 0
      const row = firstRow + 3 * k + r;
      let v = -phiT[row];
      for (let c = 0; c < 6; c++) v -= J[6 * row + c] * w.velocity[6 * a.slot[k] + c];
      return v;
    });
  });
}

function setNode(w: Workspace, { at }: CableItem, node: number, v: readonly number[]): void {
  for (let r = 0; r < 3; r++) w.velocity[at + 4 * node + r] = v[r];
}

function layVelocities(w: Workspace, item: CableItem, a: readonly number[], b: readonly number[]): void {
  const { cable } = item;
  let along = 0;
  for (let i = 0; i < cable.nodeCount; i++) {
    const part = along / cable.totalLength;
    setNode(
      w,
      item,
      i,
      a.map((x, r) => x + part * (b[r] - x)),
    );
    if (i < cable.elementCount) along += cable.materialLength[i];
  }
}

function keepLengths(w: Workspace, item: CableItem, heldStart: boolean, heldEnd: boolean): void {
  const { cable, at, feed } = item;
  const n = cable.elementCount;
  const q = cable.q;
  const v = w.velocity;
  const direction = new Float64Array(3 * n);
  const rate = new Float64Array(n); // G v - e L'
  const fed = feed === undefined ? -1 : feed.end === 0 ? 0 : n - 1;
  const now = new Float64Array(3);
  feed?.length.evaluate(w.time, now, 0);
  for (let j = 0; j < n; j++) {
    let size = 0;
    for (let r = 0; r < 3; r++) {
      direction[3 * j + r] = q[4 * j + 4 + r] - q[4 * j + r];
      size += direction[3 * j + r] * direction[3 * j + r];
    }
    size = Math.sqrt(size);
    if (!(size > 0)) continue; // zero length: no direction, no condition
    for (let r = 0; r < 3; r++) {
      direction[3 * j + r] /= size;
      rate[j] += direction[3 * j + r] * (v[at + 4 * j + 4 + r] - v[at + 4 * j + r]);
    }
    if (j === fed) rate[j] -= (size / cable.materialLength[j]) * now[1];
  }
  const light = lightness(item, heldStart, heldEnd);
  const lambda = solveTridiagonal(direction, light, rate);
  for (let i = 0; i <= n; i++) {
    for (let r = 0; r < 3; r++) {
      const pull =
        (i > 0 ? direction[3 * i - 3 + r] * lambda[i - 1] : 0) - (i < n ? direction[3 * i + r] * lambda[i] : 0);
      v[at + 4 * i + r] += light[i] * pull;
    }
  }
}

/** 1/m of every node [1/kg]; 0 where it is held */
function lightness({ cable }: CableItem, heldStart: boolean, heldEnd: boolean): Float64Array {
  const n = cable.elementCount;
  const mass = new Float64Array(n + 1);
  for (let j = 0; j < n; j++) {
    const half = 0.5 * cable.massPerLength[j] * cable.materialLength[j];
    mass[j] += half;
    mass[j + 1] += half;
  }
  const light = mass.map((m) => (m > 0 ? 1 / m : 0));
  if (heldStart) light[0] = 0;
  if (heldEnd) light[n] = 0;
  return light;
}

/** lambda of (G M^-1 G^T + eps) lambda = -rate (Thomas) */
function solveTridiagonal(direction: Float64Array, light: Float64Array, rate: Float64Array): Float64Array {
  const n = rate.length;
  const diagonal = new Float64Array(n);
  const beside = new Float64Array(n); // between j and j + 1
  let most = 0;
  for (let j = 0; j < n; j++) {
    diagonal[j] = light[j] + light[j + 1];
    most = Math.max(most, diagonal[j]);
    if (j + 1 === n) continue;
    let dot = 0;
    for (let r = 0; r < 3; r++) dot += direction[3 * j + r] * direction[3 * j + 3 + r];
    beside[j] = -dot * light[j + 1];
  }
  if (most === 0) return diagonal; // one element between two held ends: nothing can give
  const lambda = rate.map((x) => -x);
  for (let j = 0; j < n; j++) diagonal[j] += GIVE * most;
  for (let j = 1; j < n; j++) {
    const factor = beside[j - 1] / diagonal[j - 1];
    diagonal[j] -= factor * beside[j - 1];
    lambda[j] -= factor * lambda[j - 1];
  }
  for (let j = n - 1; j >= 0; j--) {
    if (j + 1 < n) lambda[j] -= beside[j] * lambda[j + 1];
    lambda[j] /= diagonal[j];
  }
  return lambda;
}
