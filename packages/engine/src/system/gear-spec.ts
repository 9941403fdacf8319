/** Gear in a model: plain data, SI units. */
import type { WinchMode, WinchSpec } from '../marine/index.ts';

/** A winch and the line it feeds: a cable that is paid out, or a spring. */
export interface FeedWinchSpec extends WinchSpec {
  readonly line: { readonly cable: number } | { readonly spring: number };
  /** what it does at the start */
  readonly start: { readonly mode: WinchMode; readonly target: number };
}
