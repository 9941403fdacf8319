/** One winch and the line it feeds. */
import { BuildError, held, type Probe, scalar } from '../base/index.ts';
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
import type { FeedWinchSpec, Model } from '../model/index.ts';
import { type DrumPlace, WinchLead } from './winch-lead.ts';

export class Winch {
  readonly spec: FeedWinchSpec;
  readonly line: FedLine;
  readonly s: Float64Array = new Float64Array(WINCH.size);
  /** heave compensation, and the length taken up by a boom between drum and line */
  readonly lead: WinchLead;
  readonly #now: Float64Array = new Float64Array(3);

  constructor(spec: FeedWinchSpec, line: FedLine, model: Model) {
    this.spec = spec;
    this.line = line;
    this.lead = new WinchLead(line, drumPlace(spec, model));
    checkRope(spec, line);
    this.s[WINCH.slackSince] = -1;
    this.order(spec.start.mode, spec.start.target, 0);
  }

  get mode(): WinchMode {
    return WINCH_MODES[this.s[WINCH.mode]];
  }

  order(mode: WinchMode, target: number, speed: number): void {
    orderWinch(this.s, mode, target, speed);
    this.lead.restart();
  }

  arrived(t: number): boolean {
    this.line.input.evaluate(t, this.#now, 0);
    const { leading, taken, takenRate } = this.lead;
    return winchArrived(this.s, this.#now[0] + taken - leading.offset, this.#now[1] + takenRate - leading.rate);
  }

  watch(t: number, view: GearView): void {
    watchWinch(this.s, this.spec, t, this.line.tension(view));
  }

  drive(t: number, h: number, view: GearView): void {
    const { line, spec, s, lead } = this;
    line.input.evaluate(t, this.#now, 0);
    const [out, v] = this.#now;
    lead.look(view, s[WINCH.tension]);
    const atDrum = driveWinch(
      s,
      spec,
      h,
      out + lead.taken,
      v + lead.takenRate,
      line.give(h),
      lead.leading,
      line.holds(view),
    );
    const A = atDrum - lead.takenAcceleration;
    if (A === 0 && v === 0 && !line.input.steered) return; // at rest it does not change its line by a single bit
    line.input.accelerate(t, out, v, A);
    lead.advance(h);
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
      scalar(`${of}.radius`, 'm', () => drumRadius(this.spec, input.value(time()) + this.lead.taken)),
      held(scalar(`${of}.flags`, '1', () => this.s[WINCH.flags])),
    ];
  }
}

/** Undefined: the drum is at the fed end of its line. */
function drumPlace({ drumAt }: FeedWinchSpec, { spec, slotOfBody, centre }: Model): DrumPlace | undefined {
  if (drumAt === undefined) return undefined;
  const slot = slotOfBody[drumAt.body];
  if (slot === undefined) {
    throw new BuildError('no-body', `must name one of ${spec.bodies.length} bodies, found ${drumAt.body}`, ['drumAt']);
  }
  return { slot, point: Float64Array.from(drumAt.point, (x, i) => x - centre[3 * slot + i]) };
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
