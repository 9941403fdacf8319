/** Targets for sliders: name, unit and range of every target and winch of a model. */
import { compileFunction, type ModelSpec, type Simulation, type TimeFunction } from '@hawser/engine';
import { targetUnit } from '@hawser/scenario';
import type { HandView, TargetView, WinchView } from './messages.ts';

/** [rad], [m] range of a slider beyond the values of the file */
const EXTRA_ANGLE = Math.PI / 4;
const EXTRA_LENGTH = 0.5;
const GRAVITY = 9.81;

export function targetsOf(simulation: Simulation, duration: number): TargetView[] {
  const { spec, controls } = simulation;
  const fed = new Set([...(spec.winches ?? []), ...(spec.hands ?? [])].map(({ line }) => fedBy(spec, line)));
  return controls.targets
    .filter((name) => !fed.has(name) && !name.startsWith('lead.')) // targets led by a winch, a deckhand or a program are excluded
    .map((name): TargetView => {
      const start = controls.target(name);
      const unit = targetUnit(name);
      const driver = driverOf(spec, name);
      const axis = craneAxis(spec, name);
      if (axis !== undefined) return { name, unit, low: axis.low, high: axis.high, start, main: true };
      if (driver !== undefined) {
        const [low, high] = rangeOf(driver, duration);
        const extra = unit === 'rad' ? EXTRA_ANGLE : Math.max(EXTRA_LENGTH, 0.25 * (high - low));
        const least = /\.length$/.test(name) ? 0.1 * low : Number.NEGATIVE_INFINITY;
        return { name, unit, low: Math.max(least, low - extra), high: high + extra, start, main: true };
      }
      if (unit === 'm') {
        const pay = (spec.cables ?? []).find((cable) => name === `cable.${cable.name}.length`)?.pay;
        const high = pay === undefined ? 1.5 * start + EXTRA_LENGTH : pay.longest;
        return { name, unit, low: 0.2 * start, high, start, main: pay !== undefined };
      }
      const weight = spec.bodies.reduce((sum, { kind, mass }) => sum + (kind === 'dynamic' ? mass : 0), 0) * GRAVITY;
      const most = Math.max(2 * Math.abs(start), 0.3 * weight);
      return { name, unit, low: -most, high: most, start, main: false };
    });
}

/** Range of a crane's axis that a target leads. */
function craneAxis(spec: ModelSpec, name: string): { readonly low: number; readonly high: number } | undefined {
  for (const { axes } of spec.cranes ?? []) {
    for (const axis of axes) {
      const joint = spec.joints[axis.joint];
      if (joint === undefined) continue;
      if (name === `joint.${joint.name}.${axis.coordinate}`) return { low: axis.lower, high: axis.upper };
    }
  }
  return undefined;
}

export function winchesOf(spec: ModelSpec): WinchView[] {
  return (spec.winches ?? []).map(({ name, speedIn, speedOut }) => ({ name, speedIn, speedOut }));
}

/** Gear that takes orders, and lines that can be hooked on and cast off. */
export function peopleOf(spec: ModelSpec): { readonly hands: readonly HandView[]; readonly lines: readonly string[] } {
  return {
    hands: (spec.hands ?? []).map(({ name, speedIn, speedOut, strength }) => ({ name, speedIn, speedOut, strength })),
    lines: spec.forces.filter((force) => force.kind === 'spring' && force.tensionOnly).map(({ name }) => name),
  };
}

function fedBy(spec: ModelSpec, line: { readonly cable: number } | { readonly spring: number }): string {
  if ('cable' in line) return `cable.${spec.cables?.[line.cable]?.name}.length`;
  const springs = spec.forces.filter(({ kind }) => kind === 'spring');
  return `force.${springs[line.spring]?.name}.length`;
}

function driverOf(spec: ModelSpec, name: string): TimeFunction | undefined {
  for (const joint of spec.joints) {
    for (const { coordinate, target } of joint.drivers) {
      if (name === `joint.${joint.name}.${coordinate}`) return target;
    }
  }
  return undefined;
}

function rangeOf(target: TimeFunction, duration: number): [number, number] {
  const f = compileFunction(target);
  const out = new Float64Array(3);
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i <= 200; i++) {
    f.evaluate((i / 200) * duration, out, 0);
    low = Math.min(low, out[0]);
    high = Math.max(high, out[0]);
  }
  return [low, high];
}
