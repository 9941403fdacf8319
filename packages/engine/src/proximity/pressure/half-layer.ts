/** The layer under the plane of a half-space: slabs, in each of which f is linear in the depth h. */
import type { FieldSpec } from '../../geometry/index.ts';

/** Numbers a slab: depth of its top and of its bottom [m], f at its top [m], slope df/dh, and what Q = integral of f dh has beyond f^2/(2 slope) [m^2]. */
export const SLAB = 5;
export const SLAB_TOP = 0;
export const SLAB_BOTTOM = 1;
export const SLAB_F = 2;
export const SLAB_SLOPE = 3;
export const SLAB_REST = 4;

/** scale: f where the pressure is the modulus [m]. The last slab goes on for ever. */
export function halfLayer(spec: FieldSpec, scale: number): Float64Array | undefined {
  if (spec.kind !== 'layer') return undefined;
  const { thickness, law = [0, 0, 1, 1] } = spec;
  const count = law.length / 2 - 1;
  const slabs = new Float64Array(SLAB * count);
  let held = 0;
  for (let s = 0; s < count; s++) {
    const o = SLAB * s;
    const top = law[2 * s] * thickness;
    const bottom = law[2 * s + 2] * thickness;
    const f = law[2 * s + 1] * scale;
    const slope = (law[2 * s + 3] * scale - f) / (bottom - top);
    slabs[o + SLAB_TOP] = top;
    slabs[o + SLAB_BOTTOM] = s === count - 1 ? Number.POSITIVE_INFINITY : bottom;
    slabs[o + SLAB_F] = f;
    slabs[o + SLAB_SLOPE] = slope;
    slabs[o + SLAB_REST] = held - (f * f) / (2 * slope);
    held += (bottom - top) * (f + 0.5 * slope * (bottom - top));
  }
  return slabs;
}

/** g[at...]: gradient and offset of f of slab s, in a frame in which the plane has this outward normal and offset. */
export function slabGradient(g: Float64Array, slabs: Float64Array, s: number, plane: Float64Array): void {
  const o = SLAB * s;
  const slope = slabs[o + SLAB_SLOPE];
  for (let k = 0; k < 4; k++) g[k] = -slope * plane[k];
  g[3] += slabs[o + SLAB_F] - slope * slabs[o + SLAB_TOP];
}
