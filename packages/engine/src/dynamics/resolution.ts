import { patchesFeel, type Workspace } from '../system/index.ts';
import { TOUCH_RESOLUTION, TOUCH_SHARE, TOUCH_SPEED } from './options.ts';

interface Tolerant {
  readonly newtonTolerance: number;
  readonly resolution: number;
  /** of the increment at hand, and what it must come below [m or rad] */
  readonly size: number;
  tolerance: number;
  readonly solution: Float64Array;
}

/**
 * Is the increment at hand small enough? The depth of contacts by volume, 1e-11 m of steel on steel, only counts along their normals:
 * across them bristles give way by far more, and rounding of a turn moves what slips by more.
 */
export function isSmall(stage: Tolerant, w: Workspace): boolean {
  const { contacts, touch } = w;
  if (stage.size <= stage.tolerance) return true;
  const others = contacts.active - contacts.patches.count + touch.active;
  if (others > 0 || !(stage.size <= Math.min(stage.newtonTolerance, stage.resolution * contacts.finest))) return false;
  return !patchesFeel(w, stage.solution, stage);
}

/**
 * What increments of a stage must come below: where bodies or cables touch, small against the depth that carries them and the give
 * of their friction (deflections of bristles).
 */
export function chooseTolerance(stage: Tolerant, w: Workspace): void {
  const { contacts, touch } = w;
  const bodies = Math.min(contacts.deepest, contacts.finest);
  const cables = TOUCH_SHARE * Math.min(touch.deepest, touch.finest);
  const depth = bodies > 0 && cables > 0 ? Math.min(bodies, cables) : Math.max(bodies, cables);
  if (depth > 0) stage.tolerance = Math.min(stage.newtonTolerance, Math.max(1e-14, stage.resolution * depth));
  if (touch.active > 0) {
    stage.tolerance = Math.max(
      stage.tolerance,
      Math.min(TOUCH_RESOLUTION * Math.min(touch.deepest, touch.finest), TOUCH_SPEED * w.c),
    );
  }
}
