/** Shapes and small scenes for the tests of this folder. */
import { CableSpline } from '../../geometry/index.ts';
import { cos, PI, sin } from '../../math/index.ts';
import { CableCurves, type CableLayout, splineControl } from './curves.ts';

export interface TestCables {
  readonly layout: CableLayout;
  readonly curves: CableCurves;
  readonly control: Float64Array;
}

/** Natural splines through nodes (xyz triples), with the chords as unstretched lengths. */
export function splineCables(
  cables: readonly (readonly number[])[],
  radii: readonly number[],
  neighbourLength?: readonly number[],
): TestCables {
  const starts = [0];
  const radius: number[] = [];
  const restLength: number[] = [];
  for (const [k, nodes] of cables.entries()) {
    const n = nodes.length / 3 - 1;
    starts.push(starts[k] + n);
    for (let i = 0; i < n; i++) {
      radius.push(radii[k]);
      const [x, y, z] = [0, 1, 2].map((d) => nodes[3 * i + 3 + d] - nodes[3 * i + d]);
      restLength.push(Math.sqrt(x * x + y * y + z * z));
    }
  }
  const layout: CableLayout = {
    starts: Int32Array.from(starts),
    radius: Float64Array.from(radius),
    restLength: Float64Array.from(restLength),
    ...(neighbourLength && { neighbourLength: Float64Array.from(neighbourLength) }),
  };
  const control = new Float64Array(12 * starts[cables.length]);
  for (const [k, nodes] of cables.entries()) {
    const spline = new CableSpline(nodes.length / 3);
    spline.setLengths(restLength.slice(starts[k], starts[k + 1]), nodes.length / 3);
    spline.fit(Float64Array.from(nodes), 0, 3);
    splineControl(control, starts[k], spline);
  }
  const curves = new CableCurves(layout);
  curves.set(control);
  return { layout, curves, control };
}

/** n elements of a straight cable through `through`, along the unit vector `along`. */
export function straightNodes(
  n: number,
  through: readonly number[],
  along: readonly number[],
  length: number,
): number[] {
  const nodes: number[] = [];
  for (let i = 0; i <= n; i++) {
    const s = (i / n - 0.5) * length;
    for (let d = 0; d < 3; d++) nodes.push(through[d] + s * along[d]);
  }
  return nodes;
}

export type ShapeName = 'loop' | 'trefoil' | 'snake' | 'tangle' | 'coil';

/** Coils, knots and tangles of about 1 m, with n nodes. */
export function shapeNodes(name: ShapeName, n: number): number[] {
  const nodes: number[] = [];
  for (let i = 0; i < n; i++) {
    const t = i / (n - 1);
    const a = 2 * PI * t;
    if (name === 'coil') {
      const q = 1 + 0.02 * sin(17.3 * t) + 0.01 * cos(31 * t); // turns that are not quite round
      nodes.push(q * cos(6 * a), q * sin(6 * a), 0.15 * t + 0.004 * sin((23 * 6 * a) / 6.3));
    } else if (name === 'trefoil') {
      const b = 0.97 * a;
      nodes.push(0.33 * (sin(b) + 2 * sin(2 * b)), 0.33 * (cos(b) - 2 * cos(2 * b)), -0.035 * sin(3 * b));
    } else if (name === 'snake') {
      nodes.push(2 * t + 0.12 * sin(16 * a), 0.6 * sin(8 * a), 0.01 * sin(24 * a));
    } else if (name === 'tangle') {
      nodes.push(
        0.5 * sin(3 * a + 0.3) + 0.35 * sin(7 * a + 1.1) + 0.2 * sin(11 * a + 2),
        0.5 * sin(4 * a + 1.7) + 0.35 * sin(5 * a + 0.4) + 0.2 * sin(13 * a + 0.9),
        0.3 * sin(2 * a + 0.9) + 0.2 * sin(9 * a + 2.3) + 0.15 * sin(12 * a + 0.1),
      );
    } else {
      const b = 2 * PI * (t - 0.5) * 1.2;
      nodes.push(2 * (t - 0.5) - 0.5 * sin(b), 0.5 * cos(b), 0.03 * (t - 0.5));
    }
  }
  return nodes;
}
