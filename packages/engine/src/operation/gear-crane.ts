/** One crane or davit: driven joints as axes, moved together. */
import { at, BuildError, type Probe, scalar, vector } from '../base/index.ts';
import { cranePose, type CranePose, craneTip } from '../marine/index.ts';
import { DEG_PER_RAD, moveDuration, type SteeredFunction, type Vec3 } from '../math/index.ts';
import { CraneFollow } from './crane-follow.ts';
import type { CraneSpec, Model } from '../model/index.ts';

/** Axes of a crane whose tip can be led, in this order. */
export const CRANE_AXES = ['slew', 'luff', 'knuckle', 'telescope'] as const;

export class Crane {
  readonly spec: CraneSpec;
  readonly inputs: readonly SteeredFunction[];
  /** follows a point with the tip; undefined where the tip cannot be led */
  readonly following: CraneFollow | undefined;

  constructor(spec: CraneSpec, built: Model) {
    const { spec: model, inputs } = built;
    this.spec = spec;
    this.inputs = spec.axes.map((axis, i) =>
      at('axes', () =>
        at(i, () => {
          const joint = model.joints[axis.joint];
          const input = joint && inputs.find(`joint.${joint.name}.${axis.coordinate}`);
          if (input) return input;
          throw new BuildError('not-driven', `axis "${axis.name}" must be a joint whose ${axis.coordinate} is driven`);
        }),
      ),
    );
    if (spec.geometry && !CRANE_AXES.every((name, i) => spec.axes[i]?.name === name)) {
      throw new BuildError('axes', `a crane with a tip must have the axes ${CRANE_AXES.join(', ')} in this order`);
    }
    this.following = spec.geometry && new CraneFollow(spec, spec.geometry, built, this.inputs);
  }

  /** Moves the tip to a point of the body in a slot (from its centre of mass, offset in world axes) and keeps it there. */
  follow(t: number, slot: number, point: Vec3, offset: Vec3): void {
    if (!this.following)
      throw new BuildError('no-tip', `"${this.spec.name}" has no tip that can be led; give its axes`);
    this.following.begin(t, slot, point, offset);
  }

  /** Brings all axes to rest as fast as allowed. */
  stop(t: number): void {
    if (this.following?.on) this.following.end(t);
    else {
      this.inputs.forEach((input, i) => {
        const { acceleration, lower, upper } = this.spec.axes[i];
        if (!input.resting(t)) input.run(t, 0, acceleration, lower, upper);
      });
    }
  }

  pose(t: number): number[] {
    return this.inputs.map((input) => input.value(t));
  }

  /** The pose for a tip in the frame of the base; throws BuildError where there is none. */
  poseAt(tip: Vec3, t: number, telescope?: number): Record<string, number> {
    const { geometry, name } = this.spec;
    if (!geometry) throw new BuildError('no-tip', `"${name}" has no tip that can be led; give its axes`);
    const out = telescope ?? this.inputs[3].value(t);
    const pose = cranePose(geometry, tip, out, this.inputs[0].value(t));
    if (!pose) {
      throw new BuildError(
        'out-of-reach',
        `the tip of "${name}" cannot come to [${tip.map(show).join(', ')}] m with ${show(out)} m of telescope`,
      );
    }
    return Object.fromEntries(CRANE_AXES.map((axis, i) => [axis, pose[i]]));
  }

  /** Throws BuildError for unknown axes, and for values out of range. */
  check(pose: Readonly<Record<string, number>>): void {
    const { axes, name } = this.spec;
    for (const [axis, value] of Object.entries(pose)) {
      const found = axes.find((one) => one.name === axis);
      if (!found) {
        const names = axes.map((one) => one.name).join(', ');
        throw new BuildError('no-axis', `"${name}" has the axes ${names}, found "${axis}"`);
      }
      if (value >= found.lower - 1e-9 && value <= found.upper + 1e-9) continue;
      const unit = found.coordinate === 'angle' ? 'deg' : 'm';
      const given = (x: number): string => show(found.coordinate === 'angle' ? x * DEG_PER_RAD : x);
      throw new BuildError(
        'crane-range',
        `${axis} of "${name}" goes from ${given(found.lower)} to ${given(found.upper)} ${unit}, asked for ${given(value)} ${unit}`,
      );
    }
  }

  /** All axes arrive together, the slowest at its limits. Returns the duration from rest [s]. */
  move(t: number, pose: Readonly<Record<string, number>>): number {
    this.check(pose);
    this.following?.end(t);
    const { axes } = this.spec;
    let duration = 0;
    axes.forEach((axis, i) => {
      const target = pose[axis.name];
      if (target === undefined) return;
      duration = Math.max(duration, moveDuration(target - this.inputs[i].value(t), axis));
    });
    axes.forEach((axis, i) => {
      const target = pose[axis.name];
      if (target === undefined) return;
      this.inputs[i].move(t, target, { rate: axis.rate, acceleration: axis.acceleration, duration });
    });
    return duration;
  }

  arrived(t: number): boolean {
    if (this.following?.on) return this.following.there;
    return this.inputs.every((input) => input.resting(t));
  }

  probes(time: () => number): Probe[] {
    const of = `crane.${this.spec.name}`;
    const { geometry, axes } = this.spec;
    const probes = axes.map((axis, i) =>
      scalar(`${of}.${axis.name}`, axis.coordinate === 'angle' ? 'rad' : 'm', () => this.inputs[i].value(time())),
    );
    if (!geometry) return probes;
    const tip = (out: Float64Array, o: number): void => {
      craneTip(place, geometry, this.pose(time()) as unknown as CranePose);
      out.set(place, o);
    };
    return [...probes, vector(`${of}.tip`, 'm', tip), scalar(`${of}.off`, 'm', () => this.following?.off ?? 0)];
  }
}

const place = new Float64Array(3);

function show(x: number): string {
  return String(Number(x.toPrecision(4)));
}
