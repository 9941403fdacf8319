/** Keys of a JSON text with their count and first line, which JSON.parse does not provide. */

export interface JsonKey {
  /** `nodes[].extras.mass` */
  readonly path: string;
  /** from 1, of the first one */
  readonly line: number;
  count: number;
}

/** Deeper keys count as their parent. */
const DEEPEST = 12;

interface Level {
  readonly array: boolean;
  readonly path: string;
  key: string;
  /** values begun in it */
  values: number;
  naming: boolean;
}

/**
 * Keys with plain values, or lists of them, in the order of the text, which must be JSON; `lines` has also where each item of a list
 * at the top begins, `nodes[3]`.
 */
export function jsonKeys(text: string): {
  readonly keys: readonly JsonKey[];
  readonly lines: ReadonlyMap<string, number>;
} {
  const keys = new Map<string, JsonKey>();
  const lines = new Map<string, number>();
  const stack: Level[] = [];
  let line = 1;
  const note = (path: string): void => {
    const known = keys.get(path);
    if (known) known.count++;
    else keys.set(path, { path, line, count: 1 });
  };
  /** Path of a value that begins. */
  const begin = (): string => {
    const level = stack.at(-1);
    if (level === undefined) return '';
    if (!level.array) return level.path === '' ? level.key : `${level.path}.${level.key}`;
    if (stack.length === 2) lines.set(`${level.path}[${level.values}]`, line);
    return `${level.path}[]`;
  };
  /** A plain value: counts for its key, or for its list. */
  const plain = (): void => {
    const level = stack.at(-1);
    const path = begin();
    if (level !== undefined && (!level.array || level.values === 0)) note(level.array ? level.path : path);
    if (level !== undefined) level.values++;
  };
  const open = (array: boolean): void => {
    const path = begin();
    const outer = stack.at(-1);
    if (outer !== undefined) outer.values++;
    const deep = stack.length > DEEPEST;
    stack.push({ array, path: deep ? (outer as Level).path : path, key: '', values: 0, naming: !array });
  };
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    const level = stack.at(-1);
    if (character === '\n') line++;
    else if (character === '"') {
      const end = endOfString(text, i);
      if (level?.naming) {
        level.key = end - i < 200 ? String(JSON.parse(text.slice(i, end + 1))) : text.slice(i + 1, i + 60);
        level.naming = false;
      } else plain();
      i = end;
    } else if (character === '{' || character === '[') open(character === '[');
    else if (character === '}' || character === ']') {
      const closed = stack.pop();
      if (closed !== undefined && closed.values === 0 && stack.length > 0 && closed.path !== '') note(closed.path);
    } else if (character === ',') {
      if (level !== undefined) level.naming = !level.array;
    } else if (character !== ':' && character > ' ') {
      plain(); // a number, true, false or null
      while (i + 1 < text.length && !/[\s,\]}]/.test(text[i + 1])) i++;
    }
  }
  return { keys: [...keys.values()], lines };
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
