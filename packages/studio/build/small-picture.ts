/** A picture of a scenario for its card in the gallery, where a unit is half a pixel: whole units, few corners. */

/** [units] corners nearer to the last one are left out */
const APART = 7;

type Point = readonly [number, number];

export function smallPicture(svg: string): string {
  return svg
    .replace(/<path d="([^"]*)"([^>]*)\/>/g, (_, path: string, rest: string) => {
      const small = smallPath(path);
      return small === '' ? '' : `<path d="${small}"${rest.replace(/ (?:fill-opacity|stroke-opacity|opacity)="1"/g, '')}/>`;
    })
    .replace(/(\d\.\d)\d+/g, '$1');
}

/**
 * `M1.2 3.4L5.6 7.8M5.6 7.8L9 1` -> `m1 3 4 4 3-7`: all relative, whole units from the first corner on, so that the same lines elsewhere
 * are the same text.
 */
function smallPath(path: string): string {
  let origin: Point | undefined;
  let at: Point = [0, 0];
  let open = false;
  let out = '';
  const step = ([x, y]: Point): void => {
    const [u, v] = [x - at[0], y - at[1]];
    out += `${u < 0 || /[mz]$/.test(out) ? '' : ' '}${u}${v < 0 ? '' : ' '}${v}`;
    at = [x, y];
  };
  for (const text of path.split('M').slice(1)) {
    const kept: Point[] = [];
    for (const [, x, y] of text.matchAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g)) {
      origin ??= [Number(x), Number(y)];
      const from = origin;
      const whole = (value: number, k: 0 | 1): number => Math.round(from[k]) + Math.round(value - from[k]);
      const corner: Point = [whole(Number(x), 0), whole(Number(y), 1)];
      const last = kept.at(-1);
      if (last === undefined || Math.hypot(corner[0] - last[0], corner[1] - last[1]) >= APART) kept.push(corner);
    }
    if (kept.length < 2) continue;
    const closed = text.endsWith('Z');
    const goesOn = open && !closed && kept[0][0] === at[0] && kept[0][1] === at[1];
    if (!goesOn) {
      out += 'm';
      step(kept[0]);
    }
    for (const corner of kept.slice(1)) step(corner);
    open = !closed;
    if (!closed) continue;
    out += 'z';
    at = kept[0];
  }
  return out;
}
