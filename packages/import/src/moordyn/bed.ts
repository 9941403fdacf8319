/** The sea floor of a deck. */
import type { Report } from '../report.ts';
import { ImportError, type Source } from '../result.ts';
import { q, type Value } from '../yaml.ts';
import type { MoorDynModel } from './model.ts';
import { beside, type Settings } from './settings.ts';

/** Heights of a sea floor that is not flat. */
export const BED_FILE = 'seabed.csv';

/**
 * hawser's bed supports the surface of a cable, MoorDyn's its axis: half a diameter lower, both give the same position. Damping and
 * friction deflection are those at the static depth of the heaviest line, d0 = w / (k d): c/(k d0), mu d0.
 */
export function bedOf(
  source: Source,
  deckFile: string,
  settings: Settings,
  model: MoorDynModel,
  report: Report,
): { readonly bed: Value; readonly table?: string } | undefined {
  const { depth } = settings;
  if ((depth === undefined && settings.bedFile === undefined) || !(settings.kBot > 0)) return undefined;
  const table = settings.bedFile === undefined ? undefined : gridOf(source, deckFile, settings, report);
  const types = [...model.lineTypes.values()];
  const heaviest = types.reduce<{ weight: number; diameter: number } | undefined>((best, { mass, diameter }) => {
    const weight = settings.gravity * (mass - 0.25 * Math.PI * diameter * diameter * settings.density);
    return best === undefined || weight > best.weight ? { weight, diameter } : best;
  }, undefined);
  const diameter = heaviest?.diameter ?? 0;
  const rest = heaviest && heaviest.weight > 0 ? heaviest.weight / (settings.kBot * diameter) : 0.01;
  if (new Set(types.map((type) => type.diameter)).size > 1) {
    report.approximated(
      0,
      'height of the bed',
      `half of ${diameter} m lower, the diameter of the heaviest line: thinner ones rest lower by half the difference`,
    );
  }
  const bed: Value = {
    ...(table !== undefined && { table: BED_FILE }),
    height: q((table === undefined ? -(depth ?? 0) : 0) - 0.5 * diameter, 'm'),
    stiffness: settings.kBot,
    damping: q(Number((settings.cBot / (settings.kBot * rest)).toPrecision(4)), 's/m'),
    friction: Math.min(5, settings.friction),
    ...(settings.friction > 0 && { give: q(Number(Math.max(1e-4, settings.friction * rest).toPrecision(4)), 'm') }),
  };
  return { bed, ...(table !== undefined && { table }) };
}

/** A grid of depths: numbers of x and y, their values, rows of x, y, z. The table of heights, as csv. */
function gridOf(source: Source, deckFile: string, settings: Settings, report: Report): string {
  const name = settings.bedFile ?? '';
  const found = beside(source, deckFile, name);
  if (found === undefined) throw new ImportError(deckFile, 0, `the sea floor ${name} beside the deck`, 'no such file');
  report.in(found.name);
  const numbers = found.text
    .split(/[\s,]+/)
    .filter((cell) => cell !== '')
    .map(Number)
    .filter(Number.isFinite);
  const [nx, ny] = numbers;
  const cells = numbers.slice(2 + nx + ny);
  if (!(nx > 0 && ny > 0) || cells.length < 3)
    throw new ImportError(found.name, 1, 'numbers of x and y, their values, and rows of x, y, z', 'something else');
  const rows: string[] = [];
  for (let i = 0; i + 2 < cells.length; i += 3) rows.push(cells.slice(i, i + 3).join(','));
  report.taken(0, `sea floor of ${nx} x ${ny} heights`, `environment.seabed.table, ${BED_FILE}`);
  return `x [m],y [m],z [m]\n${rows.join('\n')}\n`;
}
