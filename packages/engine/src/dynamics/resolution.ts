/** Convergence criterion of a stage. */
import type { StageIncrement } from '../contacts/index.ts';
import type { Workspace } from '../stage/index.ts';

interface Tolerant extends StageIncrement {
  tolerance: number;
}

/** Is the present increment small enough, or without effect on any active contact? */
export function isSmall(stage: StageIncrement, w: Workspace): boolean {
  if (stage.size <= stage.tolerance) return true;
  const { sources } = w.allContacts;
  for (let i = 0; i < sources.length; i++) if (!sources[i].barelyFeels(w, stage)) return false;
  return true;
}

/**
 * Bound on increments of a stage: where something touches, small compared with the contact depth and with the elastic deflection of
 * friction (bristles).
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
