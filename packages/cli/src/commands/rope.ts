/** `hawser rope list` and `hawser rope show TYPE --diameter D`: the catalogue of ropes, wires and chains. */
import {
  breakLoadOf,
  catalogue,
  fastCurve,
  parseQuantity,
  PROPERTIES,
  ropeNames,
  ropeOfType,
  type RopeType,
  slowStiffness,
  suggest,
} from '@hawser/scenario';
import { inputError } from '../exit.ts';
import { type Output, short, table } from '../output.ts';

export interface RopeOptions {
  readonly diameter?: string;
  readonly json?: boolean;
}

export function ropeList(out: Output, options: RopeOptions): void {
  const rows = catalogue.map((type) => ({ type, d: sizeOf(type, options.diameter) }));
  if (options.json) {
    out.json(rows.map(({ type, d }) => ({ name: type.name, about: type.about, ...numbersOf(type, d) })));
    return;
  }
  const lines = rows.map(({ type, d }) => [
    type.name,
    `${short(1000 * d, 4)} mm`,
    `${short(type.mass * d * d, 3)} kg/m`,
    `${short(breakLoadOf(type, d) / 1000, 3)} kN`,
    `${short(slowStiffness(type, d) / 1e6, 3)} MN`,
    type.about,
  ]);
  for (const line of table(['type', 'diameter', 'mass', 'break load', 'EA', ''], lines, [1, 2, 3, 4])) out.print(line);
  out.print('`hawser rope show TYPE --diameter 48mm` prints one with the source of each number.');
}

export function ropeShow(out: Output, name: string, options: RopeOptions): void {
  const type = catalogue.find((each) => each.name === name);
  if (type === undefined) {
    throw inputError(`expected a type of rope, found "${name}"; ${suggest(name, ropeNames) ?? 'see hawser rope list'}`);
  }
  const d = sizeOf(type, options.diameter);
  const curve = fastCurve(type, d);
  const made = d >= type.sizes[0] && d <= type.sizes[1];
  if (options.json) {
    const sources = Object.fromEntries(PROPERTIES.map((property) => [property, type.sources[property] ?? null]));
    const sizes = { made, from: type.sizes[0], to: type.sizes[1] };
    out.json({ name, about: type.about, ...numbersOf(type, d), fastCurve: curve ?? null, sizes, sources });
    return;
  }
  const rope = ropeOfType(name, d, 'slow');
  const shown: Readonly<Record<string, string>> = {
    mass: `${short(rope?.mass ?? 0, 4)} kg/m`,
    'break load': `${short(breakLoadOf(type, d) / 1000, 4)} kN`,
    stiffness: `EA ${short(slowStiffness(type, d) / 1e6, 4)} MN`,
    'fast stiffness':
      curve === undefined ? '' : `breaks at a strain of ${short(100 * curve[curve.length - 1][0], 3)} %`,
    density: type.density === undefined ? '' : `${short(type.density, 4)} kg/m^3`,
    bending: rope?.bending === undefined ? '' : `EI ${short(rope.bending, 3)} N m^2`,
    friction: type.friction === undefined ? '' : `${type.friction} on steel`,
    drag: `${short(type.drag.normal, 3)} across, ${short(type.drag.tangential, 3)} along`,
    'added mass': `${type.addedMass.normal} across, ${type.addedMass.tangential} along`,
  };
  out.print(`${name}, ${short(1000 * d, 4)} mm: ${type.about}`);
  const rows = PROPERTIES.map((property) => {
    const source = type.sources[property];
    if (source === undefined || shown[property] === '') return [property, 'not known', ''];
    return [property, shown[property], `${source.from}${source.confirmed ? '' : ' (unconfirmed)'}`];
  });
  for (const line of table(['', 'value', 'source'], rows, [])) out.print(line);
  if (!made) {
    const [least, most] = type.sizes.map((size) => short(1000 * size, 4));
    out.print(`Sizes made: ${least} to ${most} mm; these numbers are extrapolated.`);
  }
}

/** What `--diameter` says, or a size in the middle of those made. */
function sizeOf({ sizes: [least, most] }: RopeType, given: string | undefined): number {
  if (given === undefined) return Math.round(1000 * Math.sqrt(least * most)) / 1000;
  const read = parseQuantity(given, 'length');
  if (!read.ok || !(read.value > 0)) {
    throw inputError(`--diameter: expected a length above 0 m such as "48 mm", found "${given}"`);
  }
  return read.value;
}

function numbersOf(type: RopeType, diameter: number): object {
  return { diameter, ...ropeOfType(type.name, diameter, 'slow') };
}
