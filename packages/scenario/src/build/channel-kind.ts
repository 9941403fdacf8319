/** Kind of quantity of a channel, by the end of its name, for bounds with a unit. */
import type { Quantity } from '../units.ts';

const KINDS: Readonly<Record<string, Quantity>> = {
  position: 'length',
  velocity: 'speed',
  speed: 'speed',
  acceleration: 'acceleration',
  angles: 'angle',
  angle: 'angle',
  'angular-velocity': 'angular speed',
  displacement: 'length',
  length: 'length',
  depth: 'length',
  clearance: 'length',
  least: 'length',
  second: 'length',
  third: 'length',
  slipped: 'length',
  slid: 'length',
  place: 'length',
  off: 'length',
  draft: 'length',
  radius: 'length',
  tip: 'length',
  telescope: 'length',
  elevation: 'length',
  slew: 'angle',
  luff: 'angle',
  knuckle: 'angle',
  tension: 'force',
  'tension-max': 'force',
  'tension-min': 'force',
  force: 'force',
  'normal-force': 'force',
  'friction-force': 'force',
  reaction: 'force',
  capability: 'force',
  motor: 'force',
  brake: 'force',
  moment: 'torque',
  torque: 'torque',
  'displacement-effort': 'force',
  'angle-effort': 'torque',
  'pressure-max': 'pressure',
  'pressure-mean': 'pressure',
  energy: 'energy',
  'kinetic-energy': 'energy',
};

/** Unknown channels are read as plain SI numbers. */
export function channelKind(channel: string): Quantity {
  if (channel.startsWith('energy.')) return 'energy';
  if (channel.startsWith('clearance.')) return 'length';
  const whole = channel.replace(/\.[xyz]$/, '');
  const last = whole.slice(whole.lastIndexOf('.') + 1);
  return Object.hasOwn(KINDS, last) ? KINDS[last] : 'number'; // a name may be "constructor", which every object has
}
