/** How small increments of a stage must be. */
import type { StageIncrement } from '../contacts/index.ts';
import type { Workspace } from '../stage/index.ts';

interface Tolerant extends StageIncrement {
  tolerance: number;
}

/** Is the increment at hand small enough, or does no contact that touches feel it? */
export function isSmall(stage: StageIncrement, w: Workspace): boolean {
  if (stage.size <= stage.tolerance) return true;
  const { sources } = w.allContacts;
  for (let i = 0; i < sources.length; i++) if (!sources[i].barelyFeels(w, stage)) return false;
  return true;
}

/**
 * What increments of a stage must come below: where something touches, small against the depth that carries it and the give of its
 * friction (deflections of bristles).
 */
export function chooseTolerance(stage: Tolerant, w: Workspace): void {
  const { sources } = w.allContacts;
  let depth = 0;
  for (let i = 0; i < sources.length; i++) {
    const { scale, tolerance } = sources[i];
    const own = tolerance.share * Math.min(scale.deepest, scale.finest);
    if (own > 0 && (depth === 0 || own < depth)) depth = own;
  }
  if (depth > 0) stage.tolerance = Math.min(stage.newtonTolerance, Math.max(1e-14, stage.resolution * depth));
  for (let i = 0; i < sources.length; i++) {
    const { scale, tolerance } = sources[i];
    if (scale.active === 0) continue;
    const enough = Math.min(tolerance.enough * Math.min(scale.deepest, scale.finest), tolerance.speed * w.c);
    if (enough > stage.tolerance) stage.tolerance = enough;
  }
}
