/** Cells of one line. */
export interface Cell {
  readonly text: string;
  /** character where the cell starts, from 1 */
  readonly column: number;
}

/**
 * Splits a line at a separator; a blank matches any run of blanks. Cells may be quoted (RFC 4180, sections 2.5 to 2.7) and are returned
 * without quotes and surrounding blanks. Null: a quote is open at the end of the line.
 */
export function splitRow(line: string, separator: string): Cell[] | null {
  if (separator === ' ') {
    const cells = line.matchAll(/[^\s[]+\s*\[[^\]]*\]|\S+/g); // a unit in brackets stays with its name
    return Array.from(cells, (match) => ({ text: match[0], column: match.index + 1 }));
  }
  if (!line.includes('"')) return splitPlain(line, separator);
  const cells: Cell[] = [];
  for (let at = 0; at <= line.length; ) {
    const start = at;
    while (line[at] === ' ') at++;
    if (line[at] === '"') {
      let text = '';
      for (at++; ; at += 2) {
        const close = line.indexOf('"', at);
        if (close < 0) return null;
        text += line.slice(at, close);
        at = close;
        if (line[close + 1] !== '"') break;
        text += '"'; // two quotes stand for one
      }
      cells.push({ text: text.trim(), column: start + 1 });
      const end = line.indexOf(separator, at + 1);
      at = end < 0 ? line.length + 1 : end + 1;
    } else {
      const found = line.indexOf(separator, at);
      const end = found < 0 ? line.length : found;
      cells.push({ text: line.slice(start, end).trim(), column: start + 1 });
      at = end + 1;
    }
  }
  return cells;
}

function splitPlain(line: string, separator: string): Cell[] {
  const cells: Cell[] = [];
  let column = 1;
  for (const piece of line.split(separator)) {
    cells.push({ text: piece.trim(), column });
    column += piece.length + separator.length;
  }
  return cells;
}
