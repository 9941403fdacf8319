/** What keys do to the text beyond letters: indentation, brackets in pairs, comments. Pure: from a text to an edit. */

export interface Change {
  readonly from: number;
  readonly to: number;
  readonly put: string;
  readonly select: readonly [number, number];
}

const PAIRS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '"': '"', "'": "'" };

/** The edit that a key makes; undefined: the browser does what it always does. */
export function changeOf(text: string, [start, end]: readonly [number, number], key: string): Change | undefined {
  if (key === 'Enter') return newLine(text, start, end);
  if (key === 'Tab' || key === 'Shift+Tab') return indent(text, start, end, key === 'Tab');
  if (key === 'Control+/') return comment(text, start, end);
  if (key === 'Backspace') return start === end ? dropPair(text, start) : undefined;
  return start === end ? bracket(text, start, key) : surround(text, start, end, key);
}

/** A line after `key:` stands deeper, any other as deep as the one before. */
function newLine(text: string, start: number, end: number): Change {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const before = text.slice(lineStart, start);
  const deep = (/^\s*/.exec(before)?.[0].length ?? 0) + (/:\s*(?:#.*)?$/.test(before) ? 2 : 0);
  const put = `\n${' '.repeat(deep)}`;
  return { from: start, to: end, put, select: [start + put.length, start + put.length] };
}

function wholeLines(text: string, start: number, end: number): { from: number; to: number; lines: string[] } {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const found = text.indexOf('\n', last);
  const to = found < 0 ? text.length : found;
  return { from, to, lines: text.slice(from, to).split('\n') };
}

function indent(text: string, start: number, end: number, deeper: boolean): Change {
  const { from, to, lines } = wholeLines(text, start, end);
  if (deeper && lines.length === 1 && start === end) {
    return { from: start, to: end, put: '  ', select: [start + 2, start + 2] };
  }
  const moved = lines.map((line) => (deeper ? (line === '' ? '' : `  ${line}`) : line.replace(/^ {1,2}/, '')));
  return changedLines(from, to, lines, moved, start, end);
}

function comment(text: string, start: number, end: number): Change {
  const { from, to, lines } = wholeLines(text, start, end);
  const full = lines.filter((line) => line.trim() !== '');
  const off = full.length > 0 && full.every((line) => /^\s*#/.test(line));
  const least = Math.min(...full.map((line) => /^ */.exec(line)?.[0].length ?? 0));
  const moved = lines.map((line) => {
    if (line.trim() === '') return line;
    return off ? line.replace(/^(\s*)# ?/, '$1') : `${line.slice(0, least)}# ${line.slice(least)}`;
  });
  return changedLines(from, to, lines, moved, start, end);
}

/** Lines for lines; the selection keeps to what it held. */
function changedLines(
  from: number,
  to: number,
  old: readonly string[],
  next: readonly string[],
  start: number,
  end: number,
): Change {
  const first = next[0].length - old[0].length;
  const put = next.join('\n');
  const grown = put.length - (to - from);
  return { from, to, put, select: [Math.max(from, start + first), Math.max(from, end + grown)] };
}

/** A bracket brings its other half where nothing stands behind it; the other half is typed over. */
function bracket(text: string, at: number, key: string): Change | undefined {
  const behind = text[at] ?? '';
  const over = { from: at, to: at + 1, put: key, select: [at + 1, at + 1] as const };
  if (key === behind && (key === '}' || key === ']')) return over;
  const other = PAIRS[key];
  if (other === undefined || !/^[\s}\],]?$/.test(behind))
    return key === behind && other !== undefined ? over : undefined;
  if (key === other && /[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return undefined; // an apostrophe
  return { from: at, to: at, put: key + other, select: [at + 1, at + 1] };
}

function surround(text: string, start: number, end: number, key: string): Change | undefined {
  const other = PAIRS[key];
  if (other === undefined) return undefined;
  return { from: start, to: end, put: key + text.slice(start, end) + other, select: [start + 1, end + 1] };
}

function dropPair(text: string, at: number): Change | undefined {
  const before = text[at - 1] ?? '';
  if (PAIRS[before] === undefined || text[at] !== PAIRS[before]) return undefined;
  return { from: at - 1, to: at + 1, put: '', select: [at - 1, at - 1] };
}
