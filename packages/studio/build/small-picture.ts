/** A picture of a scenario for its card in the gallery, where a unit is half a pixel: whole units, few corners. */

/** [units] corners nearer to the last one are left out; ropes are drawn finer */
const [APART, APART_ON_ROPES] = [7, 4];

type Point = readonly [number, number];

export function smallPicture(svg: string): string {
  return svg
    .replace(PIECES, (pieces: string, stroke: string) => `<path d="${joined(pieces)}" fill="none" ${stroke}/>`)
    .replace(/<path d="([^"]*)"([^>]*)\/>/g, (_, path: string, rest: string) => {
      const small = smallPath(path, ROPE.test(rest));
      return small === '' ? '' : `<path d="${small}"${rest.replace(/ (?:fill-opacity|stroke-opacity|opacity)="1"/g, '')}/>`;
    })
    .replace(/(\d\.\d)\d+/g, '$1');
}

/** Lines thicker than edges. */
const ROPE = /fill="none".* stroke-width="(?!0?\.|1")/;
/** Pieces of a rope, one after the other. */
const PIECES =
  /<path d="M[^"MZ]*" fill="none" (stroke="[^"]*" stroke-width="[^"]*")\/>(?:<path d="M[^"MZ]*" fill="none" \1\/>)+/g;

/** Pieces that meet become one line: each alone may be too short to be seen. */
function joined(pieces: string): string {
  const lines: string[][] = [];
  for (const [, path] of pieces.matchAll(/d="M([^"]*)"/g)) {
    const corners = path.split('L');
    const [first, last] = [corners[0], corners[corners.length - 1]];
    const before = lines.find((line) => line.at(-1) === first);
    const after = lines.find((line) => line[0] === last);
    if (before !== undefined && after !== undefined && before !== after) {
      before.push(...corners.slice(1), ...after.slice(1));
      lines.splice(lines.indexOf(after), 1);
    } else if (before !== undefined) before.push(...corners.slice(1));
    else if (after !== undefined) after.unshift(...corners.slice(0, -1));
    else lines.push(corners);
  }
  return lines.map((line) => `M${line.join('L')}`).join('');
}

/**
 * `M1.2 3.4L5.6 7.8M5.6 7.8L9 1` -> `m1 3 4 4 3-7`: all relative, whole units from the first corner on, so that the same lines elsewhere
 * are the same text.
 */
function smallPath(path: string, rope: boolean): string {
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
    let end: Point | undefined;
    for (const [, x, y] of text.matchAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g)) {
      origin ??= [Number(x), Number(y)];
      const from = origin;
      const whole = (value: number, k: 0 | 1): number => Math.round(from[k]) + Math.round(value - from[k]);
      const corner: Point = [whole(Number(x), 0), whole(Number(y), 1)];
      const last = kept.at(-1);
      const apart = rope ? APART_ON_ROPES : APART;
      if (last === undefined || Math.hypot(corner[0] - last[0], corner[1] - last[1]) >= apart) kept.push(corner);
      end = corner;
    }
    if (rope && end !== undefined && kept.at(-1) !== end) kept.push(end); // a rope reaches what it is made fast to
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
