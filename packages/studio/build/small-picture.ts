/** A picture of a scenario for its card in the gallery, where a unit is half a pixel: whole units, few corners. */

/** [units] corners nearer to the last one are left out */
const APART = 7;

export function smallPicture(svg: string): string {
  return svg
    .replace(/<path d="([^"]*)"([^>]*)\/>/g, (_, path: string, rest: string) => {
      const small = path
        .split('M')
        .slice(1)
        .map(subpath)
        .join('');
      return small === '' ? '' : `<path d="${small}"${rest.replace(/ (?:fill-opacity|stroke-opacity|opacity)="1"/g, '')}/>`;
    })
    .replace(/(\d\.\d)\d+/g, '$1');
}

/** `1.2 3.4L5.6 7.8Z` -> `M1 3l5 4z` */
function subpath(text: string): string {
  const closed = text.endsWith('Z');
  const kept: [number, number][] = [];
  for (const [, x, y] of text.matchAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g)) {
    const corner: [number, number] = [Math.round(Number(x)), Math.round(Number(y))];
    const last = kept.at(-1);
    if (last === undefined || Math.hypot(corner[0] - last[0], corner[1] - last[1]) >= APART) kept.push(corner);
  }
  if (kept.length < 2) return '';
  let [x, y] = kept[0];
  const steps = kept.slice(1).map(([u, v]) => {
    const step = `${u - x}${v < y ? '' : ' '}${v - y}`;
    [x, y] = [u, v];
    return step;
  });
  return `M${kept[0].join(' ')}l${steps.join(' ').replace(/ -/g, '-')}${closed ? 'z' : ''}`;
}
