/** A gamepad controls crane and winch: sticks move the first axes of the crane, the triggers haul in and pay out. */
import { model, runState, tick } from '../state.ts';
import { lead, orderWinch } from './session.ts';

/** dead zone of a stick */
const REST = 0.15;
/** [ms] between two orders */
const EVERY = 100;
/** part of an axis' range covered in a second at full deflection */
const RATE = 0.12;
/** axes of the standard gamepad for the first four axes of a crane: slew, luff, knuckle, telescope; up is negative there */
const STICKS = [
  [0, 1],
  [1, -1],
  [3, -1],
  [2, 1],
] as const;
/** buttons of the standard gamepad: left trigger hauls in, right pays out */
const [HAUL, PAY] = [6, 7];

let last = 0;
let paying = 0;
const wanted = new Map<string, number>();

/** Once a frame of the page. */
export function pollGamepad(now: number): void {
  const live = runState.peek() === 'running' || runState.peek() === 'paused';
  if (!live) {
    paying = 0; // the next run begins without an order
    wanted.clear();
  }
  if (!live || now - last < EVERY || typeof navigator.getGamepads !== 'function') return;
  const pad = navigator.getGamepads().find((each) => each?.connected && each.mapping === 'standard');
  if (pad === undefined || pad === null) return;
  const seconds = Math.min(0.3, (now - last) / 1000);
  last = now;
  const { targets = [], winches = [] } = model.peek() ?? {};
  const led = tick.peek()?.led ?? [];
  const main = targets.map((target, index) => ({ ...target, index })).filter((target) => target.main);
  STICKS.forEach(([axis, sign], i) => {
    const target = main[i];
    if (target === undefined) return;
    const way = sign * (pad.axes[axis] ?? 0);
    if (Math.abs(way) < REST) {
      wanted.delete(target.name);
      return;
    }
    const { name, low, high, start, index } = target;
    const from = wanted.get(name) ?? led[index] ?? start;
    const next = Math.min(high, Math.max(low, from + way * RATE * (high - low) * seconds));
    wanted.set(name, next);
    lead(name, next);
  });
  const winch = winches[0];
  if (winch === undefined) return;
  const [haul, pay] = [HAUL, PAY].map((button) => pad.buttons[button]?.value ?? 0);
  const share = pay - haul;
  const speed = Math.abs(share) < REST ? 0 : share * (share > 0 ? winch.speedOut : winch.speedIn);
  if (speed === paying) return;
  paying = speed;
  orderWinch(winch.name, speed);
}
