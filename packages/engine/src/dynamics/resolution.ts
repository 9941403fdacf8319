import type { Workspace } from '../system/index.ts';
import { TOUCH_SHARE } from './options.ts';

/** What increments must be small against where bodies or cables touch: depths, and deflections of bristles [m]; 0: nothing. */
export function resolution({ contacts, touch }: Workspace): number {
  const bodies = Math.min(contacts.deepest, contacts.finest);
  const cables = TOUCH_SHARE * Math.min(touch.deepest, touch.finest);
  return bodies > 0 && cables > 0 ? Math.min(bodies, cables) : Math.max(bodies, cables);
}
