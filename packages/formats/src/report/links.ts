/**
 * Lines between bodies without a shape: springs, ropes, distance joints. Pictures need them (a load without its slings would float), so
 * they are read from the resolved scenario in run.json.
 */

export interface LinkEnd {
  readonly body: string;
  /** [m] body frame */
  readonly point: readonly [number, number, number];
}

export interface Link {
  readonly name: string;
  readonly ends: readonly [LinkEnd, LinkEnd];
  /** [m] length of a rope, which hangs when its ends come closer; undefined: a straight line always */
  readonly rope?: number;
}

/**
 * Springs and distance joints of a resolved scenario. A spring with a diameter has a shape; an unhooked one is not visible at the start.
 * Invalid entries are skipped, because this only serves pictures.
 */
export function linksOf(resolved: unknown): Link[] {
  const scenario = record(resolved);
  const links: Link[] = [];
  for (const [list, type] of [
    ['forces', 'spring'],
    ['joints', 'distance'],
  ]) {
    for (const [name, value] of Object.entries(record(scenario[list]))) {
      const element = record(value);
      if (element.type !== type || element.diameter !== undefined || element.hooked === false) continue;
      const ends = endsOf(element, record(scenario.bodies));
      if (ends === undefined) continue;
      const rope = element['tension only'] === true && typeof element.length === 'number' ? element.length : undefined;
      links.push({ name, ends, ...(rope === undefined ? {} : { rope }) });
    }
  }
  return links;
}

function endsOf(element: Fields, bodies: Fields): [LinkEnd, LinkEnd] | undefined {
  const { between, points } = element;
  if (!Array.isArray(between) || !Array.isArray(points)) return undefined;
  const [a, b] = [0, 1].map((i) => endOf(between[i], points[i], bodies));
  return a === undefined || b === undefined ? undefined : [a, b];
}

/** A point is three numbers, or the name of a point of the body. */
function endOf(body: unknown, given: unknown, bodies: Fields): LinkEnd | undefined {
  if (typeof body !== 'string') return undefined;
  const point = typeof given === 'string' ? record(record(bodies[body]).points)[given] : given;
  if (!Array.isArray(point) || point.length !== 3 || !point.every(Number.isFinite)) return undefined;
  return { body, point: [point[0], point[1], point[2]] };
}

type Fields = Readonly<Record<string, unknown>>;

function record(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
