/** The sea floor of a deck. */
import type { Report } from '../report.ts';
import { ImportError, type Source } from '../result.ts';
import { q, type Value } from '../yaml.ts';
import type { MoorDynModel } from './model.ts';
import { beside, type Settings } from './settings.ts';

/**
 * hawser's bed holds the surface of a cable, the other program's its axis: half a diameter lower, both rest alike. Damping and
 * give of friction are those at the depth at which the heaviest line rests, d0 = w / (k d): c/(k d0), mu d0.
 */
export function bedOf(
  source: Source,
  deckFile: string,
  settings: Settings,
  model: MoorDynModel,
  report: Report,
): Value | undefined {
  let { depth } = settings;
  if (settings.bedFile !== undefined) depth = flattened(source, deckFile, settings, report);
  if (depth === undefined || !(settings.kBot > 0)) return undefined;
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
  return {
    height: q(-depth - 0.5 * diameter, 'm'),
    stiffness: settings.kBot,
    damping: q(Number((settings.cBot / (settings.kBot * rest)).toPrecision(4)), 's/m'),
    friction: Math.min(5, settings.friction),
    ...(settings.friction > 0 && { give: q(Number(Math.max(1e-4, settings.friction * rest).toPrecision(4)), 'm') }),
  };
}

/** A grid of depths becomes a flat bed. */
function flattened(source: Source, deckFile: string, settings: Settings, report: Report): number | undefined {
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
  const heights = numbers.slice(2 + nx + ny).filter((_, i) => i % 3 === 2);
  if (!(nx > 0 && ny > 0) || heights.length === 0)
    throw new ImportError(found.name, 1, 'numbers of x and y, their values, and rows of x, y, z', 'something else');
  let [low, high, sum] = [heights[0], heights[0], 0];
  for (const z of heights) {
    low = Math.min(low, z);
    high = Math.max(high, z);
    sum += z;
  }
  const mean = Math.abs(sum / heights.length);
  report.approximated(
    0,
    `sea floor of ${nx} x ${ny} depths, ${low} to ${high} m`,
    `flat at their mean, ${Number(mean.toPrecision(5))} m`,
  );
  return mean;
}
