/** The stage matrix with cables in it, against differences of the residual. */
import {
  addTransposed,
  evaluateRows,
  beginMatrix,
  endMatrix,
  evaluateForces,
  massTimes,
  type Workspace,
} from '../src/stage/index.ts';
import { moveTrial } from '../src/trial/index.ts';
import { B, C } from './stage.ts';

/** Largest difference between the stage matrix and differences of the residual, over the largest entry. h: of the unknown. */
export function mistake(w: Workspace, h = 1e-2): number {
  const n = w.size;
  // the stage begins here: frames carried on and displacements measured from now
  w.cables.commit(0);
  w.position0.set(w.position);
  w.rotation0.set(w.rotation);
  for (const { cable: c, at } of w.cables.items) w.cableQ0.set(c.q.subarray(0, 4 * c.nodeCount), at - w.bodySize);
  const velocity = w.velocity.slice();
  const { time } = w;
  const residual = (x: Float64Array): Float64Array => {
    for (let i = 0; i < n; i++) {
      w.u[i] = B * x[i];
      w.velocity[i] = velocity[i] + C * x[i];
    }
    moveTrial(w, time);
    evaluateRows(w, false);
    evaluateForces(w, false, 0, 0); // tensions follow from lengths, as Newton's elimination has it
    const out = new Float64Array(n + w.multiplierCount);
    massTimes(w, out, w.velocity);
    for (let i = 0; i < n; i++) out[i] = out[i] / C - w.force[i];
    addTransposed(w, out, w.lambda);
    for (let i = 0; i < w.multiplierCount; i++) out[n + i] = w.rows.phi[i] / B;
    return out;
  };
  const x = new Float64Array(n);
  residual(x);
  beginMatrix(w, B / C);
  evaluateForces(w, true, B, C);
  endMatrix(w, B, 0, 0, true);
  const { lu } = w.matrix;
  const { values, offsets, sizes } = lu;
  const matrix = values.slice();
  let error = 0;
  let size = 0;
  const blocks = offsets.length - 1;
  for (let j = 0; j < blocks && offsets[j] < n; j++) {
    const width = sizes[j];
    for (let c = 0; c < width; c++) {
      const k = offsets[j] + c;
      x[k] = h;
      const plus = residual(x);
      x[k] = -h;
      const minus = residual(x);
      x[k] = 0;
      for (let i = 0; i < blocks; i++) {
        const o = lu.blockOffset(i, j);
        for (let r = offsets[i]; r < offsets[i] + sizes[i]; r++) {
          const exact = o < 0 ? 0 : matrix[o + width * (r - offsets[i]) + c];
          error = Math.max(error, Math.abs(exact - (plus[r] - minus[r]) / (2 * h)));
          size = Math.max(size, Math.abs(exact));
        }
      }
    }
  }
  residual(x);
  return error / size;
}
