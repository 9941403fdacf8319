/**
 * Springs drawn as lines: two rods of half the free length each. The rods of a slack spring meet below the straight line; those of an
 * unhooked spring hang from end a.
 */
import { matrixToQuaternion } from '../math/index.ts';
import { SPRING_STRIDE } from '../model/index.ts';
import { type Probe, vector } from '../base/index.ts';
import type { Workspace } from '../stage/index.ts';

/** Name under which half 0 or 1 of a spring is drawn. */
export function drawnSpring(spring: string, half: 0 | 1): string {
  return `force.${spring}.half-${half}`;
}

const QUATERNION = ['w', 'x', 'y', 'z'] as const;

export function springPoses(w: Workspace, name: string, k: number): Probe[] {
  const points = new Float64Array(9); // a, where the halves meet, b
  const frame = new Float64Array(9);
  return ([0, 1] as const).flatMap((half): Probe[] => {
    const of = drawnSpring(name, half);
    return [
      {
        ...vector(`${of}.position`, 'm', (out, o) => {
          place(points, w, k);
          for (let r = 0; r < 3; r++) out[o + r] = 0.5 * (points[3 * half + r] + points[3 * half + 3 + r]);
        }),
        detail: true,
        within: 'motion',
      },
      {
        name: `${of}.rotation`,
        unit: '1',
        size: 4,
        components: QUATERNION,
        detail: true,
        within: 'motion',
        read: (out, o) => {
          place(points, w, k);
          along(frame, points, 3 * half);
          matrixToQuaternion(out, o, frame, 0);
        },
      },
    ];
  });
}

function place(p: Float64Array, w: Workspace, k: number): void {
  const { springs } = w.model;
  const o = SPRING_STRIDE * k;
  for (let end = 0; end < 2; end++) {
    const slot = end === 0 ? springs.slotA[k] : springs.slotB[k];
    const q = o + 3 * end;
    for (let i = 0; i < 3; i++) {
      const R = 9 * slot + 3 * i;
      p[6 * end + i] =
        w.position[3 * slot + i] +
        w.rotation[R] * springs.data[q] +
        w.rotation[R + 1] * springs.data[q + 1] +
        w.rotation[R + 2] * springs.data[q + 2];
    }
  }
  const length = springs.length[k].value(w.time);
  if (w.springs.held[k] === 0) {
    for (let i = 0; i < 3; i++) p[3 + i] = p[6 + i] = p[i];
    p[5] -= 0.5 * length;
    p[8] -= length;
    return;
  }
  const d = [p[6] - p[0], p[7] - p[1], p[8] - p[2]];
  const far = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  const sag = far < length ? 0.5 * Math.sqrt(length * length - far * far) : 0;
  // the downward direction across the line; sideways for a vertical line
  const u = far > 0 ? d.map((x) => x / far) : [0, 0, 1];
  const down = [u[2] * u[0], u[2] * u[1], u[2] * u[2] - 1];
  const size = Math.sqrt(down[0] * down[0] + down[1] * down[1] + down[2] * down[2]);
  const n = size > 1e-6 ? down.map((x) => x / size) : [1, 0, 0];
  for (let i = 0; i < 3; i++) p[3 + i] = 0.5 * (p[i] + p[6 + i]) + sag * n[i];
}

/** z along the line from p[o..] to the next point. */
function along(m: Float64Array, p: Float64Array, o: number): void {
  const d = [p[o + 3] - p[o], p[o + 4] - p[o + 1], p[o + 5] - p[o + 2]];
  const size = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  const z = size > 0 ? d.map((c) => c / size) : [0, 0, 1];
  const e = Math.abs(z[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const y = [z[1] * e[2] - z[2] * e[1], z[2] * e[0] - z[0] * e[2], z[0] * e[1] - z[1] * e[0]];
  const s = Math.sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
  for (let i = 0; i < 3; i++) y[i] /= s;
  const x = [y[1] * z[2] - y[2] * z[1], y[2] * z[0] - y[0] * z[2], y[0] * z[1] - y[1] * z[0]];
  for (let i = 0; i < 3; i++) {
    m[3 * i] = x[i];
    m[3 * i + 1] = y[i];
    m[3 * i + 2] = z[i];
  }
}
