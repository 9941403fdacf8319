import type { Workspace } from '../system/index.ts';
import { TOUCH_SHARE } from './options.ts';

/** Depth and bristles that carry cables [m]. */
export function touchDepth({ touch }: Workspace): number {
  return Math.min(touch.deepest, touch.finest);
}

/** out.depth: what increments must be small against where bodies or cables touch: depths, and deflections of bristles [m]; 0: nothing. */
export function findResolution(out: { depth: number }, { contacts, touch }: Workspace): void {
  const bodies = Math.min(contacts.deepest, contacts.finest);
  const cables = TOUCH_SHARE * Math.min(touch.deepest, touch.finest);
  out.depth = bodies > 0 && cables > 0 ? Math.min(bodies, cables) : Math.max(bodies, cables);
}
