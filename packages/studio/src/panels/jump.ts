/** To a moment of the run. */
import { clock, following } from '../state.ts';

export function jumpTo(time: number): void {
  following.value = false;
  clock.value.pause();
  clock.value.set(time);
}
