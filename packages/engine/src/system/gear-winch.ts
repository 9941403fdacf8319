/** One winch and the line it feeds. */
import { BuildError } from '../base/index.ts';
import {
  driveWinch,
  drumRadius,
  orderWinch,
  WINCH,
  WINCH_MODES,
  type WinchMode,
  watchWinch,
  winchArrived,
} from '../marine/index.ts';
import type { FedLine, GearView } from './fed-line.ts';
import type { FeedWinchSpec } from './gear-spec.ts';
import { type Probe, scalar } from './probe.ts';

export class Winch {
  readonly spec: FeedWinchSpec;
  readonly line: FedLine;
  readonly s: Float64Array = new Float64Array(WINCH.size);
  readonly #now: Float64Array = new Float64Array(3);

  constructor(spec: FeedWinchSpec, line: FedLine) {
    this.spec = spec;
    this.line = line;
    checkRope(spec, line);
    this.s[WINCH.slackSince] = -1;
    this.order(spec.start.mode, spec.start.target, 0);
  }

  get mode(): WinchMode {
    return WINCH_MODES[this.s[WINCH.mode]];
  }

  order(mode: WinchMode, target: number, speed: number): void {
    orderWinch(this.s, mode, target, speed);
  }

  arrived(t: number): boolean {
    this.line.input.evaluate(t, this.#now, 0);
    return winchArrived(this.s, this.#now[0], this.#now[1]);
  }

  watch(t: number, view: GearView): void {
    watchWinch(this.s, this.spec, t, this.line.tension(view));
  }

  drive(t: number, h: number): void {
    const { line, spec, s } = this;
    line.input.evaluate(t, this.#now, 0);
    const [out, v] = this.#now;
    const A = driveWinch(s, spec, h, out, v, line.stiffness(h));
    if (A === 0 && v === 0 && !line.input.steered) return; // at rest it leaves the bits of its line alone
    line.input.accelerate(t, out, v, A);
  }

  probes(time: () => number): Probe[] {
    const of = `winch.${this.spec.name}`;
    const { input } = this.line;
    return [
      scalar(`${of}.tension`, 'N', () => this.s[WINCH.tension]),
      scalar(`${of}.length`, 'm', () => input.value(time())),
      scalar(`${of}.speed`, 'm/s', () => input.rate(time())),
      scalar(`${of}.motor`, 'N', () => this.s[WINCH.motor]),
      scalar(`${of}.brake`, 'N', () => this.s[WINCH.brake]),
      scalar(`${of}.radius`, 'm', () => drumRadius(this.spec, input.value(time()))),
      scalar(`${of}.flags`, '1', () => this.s[WINCH.flags]),
    ];
  }
}

export function checkRope(spec: { readonly longest: number; readonly shortest: number }, line: FedLine): void {
  const out = line.input.value(0);
  if (out <= spec.longest && out >= spec.shortest) return;
  throw new BuildError(
    'winch-rope',
    `must have room for the ${out} m that are out at the start: its rope allows ${spec.shortest} to ${spec.longest} m`,
    ['longest'],
  );
}
