/** A grid to judge sizes by, on the floor if there is one, otherwise just below everything. */
import {
  BufferAttribute,
  BufferGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  PlaneGeometry,
  ShadowMaterial,
} from 'three';
import type { Tier } from './quality.ts';

export interface GroundPlan {
  /** [m] height */
  readonly z: number;
  /** [m] between lines */
  readonly spacing: number;
}

/** spacings that one piece of a line spans */
const PIECE = 4;

/** 1, 2 or 5 times a power of ten, so that about ten spacings span the scene. */
export function gridSpacing(size: number): number {
  const raw = Math.max(size, 1e-6) / 10;
  const power = 10 ** Math.floor(Math.log10(raw));
  const digit = raw / power;
  return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
}

/**
 * `floor` is the height of a backdrop's upper side. Without one, zero is used if nothing reaches below it, else a
 * height just under the scene.
 */
export function planGround(min: readonly number[], max: readonly number[], floor: number | undefined): GroundPlan {
  const size = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  const spacing = gridSpacing(size);
  if (floor !== undefined) return { z: floor, spacing };
  const line = spacing / 10; // just below, at a round number: a slab that reaches below zero stands on it
  const z = min[2] > -1e-3 * size ? 0 : Math.floor(min[2] / line) * line;
  return { z: min[2] > size ? Math.floor(min[2] / spacing) * spacing : z, spacing };
}

export class Ground {
  readonly root: Group = new Group();
  readonly plan: GroundPlan;
  readonly #fine: LineBasicMaterial;
  readonly #coarse: LineBasicMaterial;

  constructor(plan: GroundPlan, centre: readonly [number, number], size: number, tier: Tier) {
    this.plan = plan;
    this.#fine = new LineBasicMaterial({ transparent: true, opacity: 0.5 });
    this.#coarse = new LineBasicMaterial({ transparent: true, opacity: 0.9 });
    const reach = Math.min(80, Math.ceil((4 * size) / plan.spacing));
    const cx = Math.round(centre[0] / plan.spacing);
    const cy = Math.round(centre[1] / plan.spacing);
    const fine: number[] = [];
    const coarse: number[] = [];
    for (let i = -reach; i <= reach; i++) {
      const [x, y] = [(cx + i) * plan.spacing, (cy + i) * plan.spacing];
      // in pieces: some drivers lose a line that starts behind the eye
      for (let k = -reach; k < reach; k += PIECE) {
        const [x0, x1] = [(cx + k) * plan.spacing, (cx + Math.min(reach, k + PIECE)) * plan.spacing];
        const [y0, y1] = [(cy + k) * plan.spacing, (cy + Math.min(reach, k + PIECE)) * plan.spacing];
        ((cx + i) % 5 === 0 ? coarse : fine).push(x, y0, plan.z, x, y1, plan.z);
        ((cy + i) % 5 === 0 ? coarse : fine).push(x0, y, plan.z, x1, y, plan.z);
      }
    }
    const grid = [segments(fine, this.#fine), segments(coarse, this.#coarse)];
    for (const lines of grid) lines.position.z = 5e-4 * size; // lines take no polygon offset, so they are lifted a hair
    this.root.add(...grid);
    if (tier === 'full') {
      const shade = new ShadowMaterial({ opacity: 0.22, fog: false });
      [shade.polygonOffset, shade.polygonOffsetFactor, shade.polygonOffsetUnits] = [true, 1, 1];
      const catcher = new Mesh(new PlaneGeometry(10 * size, 10 * size), shade);
      catcher.position.set(centre[0], centre[1], plan.z);
      catcher.receiveShadow = true;
      this.root.add(catcher);
    }
  }

  setColours(fine: string, coarse: string): void {
    this.#fine.color.set(fine);
    this.#coarse.color.set(coarse);
  }
}

function segments(positions: readonly number[], material: LineBasicMaterial): LineSegments {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  return new LineSegments(geometry, material);
}
