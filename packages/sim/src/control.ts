/** Controls of a model: names and units for orders. */
import type { Simulation } from '@hawser/engine';

export interface Control {
  /** body: for `lead`; the others: for `order` */
  readonly kind: 'target' | 'winch' | 'crane' | 'hand' | 'body';
  /** as orders name it */
  readonly name: string;
  /** SI unit of a target; empty for a factor on the model's value, and for the others */
  readonly unit: string;
  /** of a crane */
  readonly axes?: readonly string[];
}

export function controlsOf({ spec, controls }: Simulation): Control[] {
  const { winches = [], hands = [], cranes = [], bodies } = spec;
  return [
    ...controls.targets
      .filter((name) => !name.startsWith('lead.'))
      .map((name): Control => ({ kind: 'target', name, unit: unitOf(name) })),
    ...winches.map(({ name }): Control => ({ kind: 'winch', name, unit: '' })),
    ...cranes.map(({ name, axes }): Control => ({ kind: 'crane', name, unit: '', axes: axesOf(axes) })),
    ...hands.map(({ name }): Control => ({ kind: 'hand', name, unit: '' })),
    ...bodies
      .filter(({ motion }) => motion?.outside === true)
      .map(({ name }): Control => ({ kind: 'body', name, unit: '' })),
  ];
}

function axesOf(axes: object): string[] {
  return Object.keys(axes);
}

function unitOf(name: string): string {
  if (name.startsWith('sea.')) return ''; // factor on the scenario's value
  if (/\.angle$/.test(name)) return 'rad';
  if (/\.(?:displacement|length)$/.test(name)) return 'm';
  return /\.torque\.[xyz]$|\.torque$/.test(name) ? 'N m' : 'N';
}
