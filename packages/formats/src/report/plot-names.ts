/** Names of curves with their differences, and titles with their common part. */
import type { ColumnInfo } from './columns.ts';

export interface PlotNames {
  /** common part of all curves; may be empty */
  readonly title: string;
  /** the rest of each name */
  readonly labels: readonly string[];
}

/**
 *   a.position.x, a.position.y     a.position: x, y
 *   a.velocity.z, b.velocity.z     velocity z: a, b
 *   a.position.x, b.position.z     position: a.x, b.z
 *   energy.kinetic, energy.work    energy: kinetic, work
 *   a.tension, b.tension-max       tension: a.tension, b.tension-max
 * Anything else keeps its full names.
 */
export function plotNames(columns: readonly ColumnInfo[]): PlotNames {
  const split = columns.map((column) => {
    const dot = column.channel.lastIndexOf('.');
    return { ...column, object: column.channel.slice(0, Math.max(0, dot)), quantity: column.channel.slice(dot + 1) };
  });
  const same = (pick: (part: (typeof split)[number]) => string): boolean =>
    split.every((part) => pick(part) === pick(split[0]));
  if (split.length > 1 && same((part) => part.channel)) {
    return { title: split[0].channel, labels: split.map((part) => part.component) };
  }
  if (same((part) => part.quantity) && split.every((part) => part.object !== '')) {
    const { quantity, component } = split[0];
    if (same((part) => part.component)) {
      return { title: `${quantity} ${component}`.trim(), labels: split.map((part) => part.object) };
    }
    return { title: quantity, labels: split.map((part) => `${part.object}.${part.component}`) };
  }
  if (split.length > 1 && same((part) => part.object) && split[0].object !== '') {
    return {
      title: split[0].object,
      labels: split.map((part) => (part.component === '' ? part.quantity : `${part.quantity}.${part.component}`)),
    };
  }
  // tension of a winch beside the greatest along a cable
  const kind = ({ quantity }: (typeof split)[number]): string => quantity.replace(/-(?:max|min)$/, '');
  const title =
    split.length > 1 && same(kind) && split.every(({ component }) => component === '') ? kind(split[0]) : '';
  return { title, labels: columns.map((column) => column.name) };
}

/** Families of objects, in their usual order. */
const FAMILIES: readonly (readonly [string, string])[] = [
  ['joint', 'Joints'],
  ['force', 'Forces'],
  ['cable', 'Cables'],
  ['contact', 'Contacts'],
  ['separation', 'Separations'],
  ['energy', 'Energy'],
  ['solver', 'Solver'],
];

export interface Place {
  /** `Bodies`, `Joints`, ... */
  readonly family: string;
  /** `crate`, `joint.pin`, `energy` */
  readonly object: string;
  /** rest of the channel's name: `tip.position`, `reaction`, `kinetic` */
  readonly rest: string;
}

/** Where a channel belongs in the list. */
export function placeOf(channel: string): Place {
  const parts = channel.split('.');
  const family = FAMILIES.find(([prefix]) => prefix === parts[0]);
  if (family === undefined) return { family: 'Bodies', object: parts[0], rest: parts.slice(1).join('.') };
  const single = family[0] === 'energy' || family[0] === 'solver' || parts.length < 3;
  const cut = single ? 1 : parts.length - 1; // names of joints and pairs may hold dots themselves
  return { family: family[1], object: parts.slice(0, cut).join('.'), rest: parts.slice(cut).join('.') };
}

export const FAMILY_ORDER: readonly string[] = ['Bodies', ...FAMILIES.map(([, title]) => title)];
