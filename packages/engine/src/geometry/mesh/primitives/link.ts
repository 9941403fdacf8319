/** A link of a chain: a round bar bent to two half circles and two straights, z along it, x across, flat in x-z. */
import { PI, sincos, TWO_PI } from '../../../math/index.ts';
import { MeshBuilder } from '../mesh-builder.ts';
import type { TriangleMesh } from '../triangle-mesh.ts';
import { checkCount, checkFits, checkLengths } from './sizes.ts';

export interface LinkSpec {
  /** [m] diameter of the bar, to its corners */
  readonly bar: number;
  /** [m] outside, along z */
  readonly length: number;
  /** [m] outside, along x; equal to the length it makes a ring */
  readonly width: number;
  /** facets of each half circle, and around the bar */
  readonly bends: number;
  readonly barSides: number;
}

/**
 * Vertices on the true surface, whose volume is pi/4 bar^2 (2 pi r + 2 s) with the middle line's radius
 * r = (width - bar)/2 and straights s = length - width.
 */
export function linkMesh({ bar, length, width, bends, barSides }: LinkSpec): TriangleMesh {
  checkLengths({ bar, length, width });
  checkFits('bar', 2 * bar, 'width', width);
  if (length < width) checkFits('width', width, 'length', length);
  checkCount('bends', bends, 2);
  checkCount('barSides', barSides, 3);
  const build = new MeshBuilder();
  const turn = new Float64Array(2);
  const radius = (width - bar) / 2;
  const half = (length - width) / 2;
  const sections: number[][] = [];
  for (const end of [1, -1]) {
    const last = half === 0 ? bends - 1 : bends; // a ring has no straights between its halves
    for (let k = 0; k <= last; k++) {
      sincos(turn, 0, (PI * k) / bends);
      const across = end * turn[1];
      const along = end * turn[0];
      const middle = end * half;
      sections.push(
        Array.from({ length: barSides }, (_, j) => {
          sincos(turn, 0, (TWO_PI * j) / barSides);
          const out = radius + 0.5 * bar * turn[1];
          return build.vertex(out * across, 0.5 * bar * turn[0], middle + out * along);
        }),
      );
    }
  }
  for (let i = 0; i < sections.length; i++) build.band(sections[i], sections[(i + 1) % sections.length]);
  return build.mesh();
}
