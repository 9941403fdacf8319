/**
 * How deep a YAML text nests, found from its tokens alone. The parser itself recurses, and near the end of the stack the runtime aborts
 * instead of throwing, so depth is limited before parsing.
 */
import { CST, Lexer } from 'yaml';

/** A scenario needs about ten levels. */
export const DEEPEST = 64;

/** Offset of the first token that stands deeper than DEEPEST, or -1. */
export function tooDeepAt(text: string): number {
  const columns: number[] = []; // of the block collections that are open
  let flow = 0; // open brackets and braces
  let offset = 0;
  let lineStart = 0;
  let structural = true; // the next token may open a block level: it is first in its line, or follows "-" or "?"
  let scalarNext = false;
  for (const token of new Lexer().lex(text)) {
    if (token === CST.SCALAR) {
      scalarNext = true;
      continue;
    }
    if (token === CST.DOCUMENT || token === CST.FLOW_END) {
      if (token === CST.FLOW_END) flow = 0;
      continue;
    }
    const kind = scalarNext ? 'scalar' : CST.tokenType(token);
    scalarNext = false;
    if (kind === 'flow-map-start' || kind === 'flow-seq-start') flow++;
    else if (kind === 'flow-map-end' || kind === 'flow-seq-end') flow = Math.max(0, flow - 1);
    if (kind === 'newline') {
      structural = true;
    } else if (kind !== 'space' && kind !== 'comment') {
      if (structural && flow === 0) {
        const column = offset - lineStart;
        while (columns.length > 0 && columns[columns.length - 1] >= column) columns.pop();
        columns.push(column);
      }
      structural = kind === 'seq-item-ind' || kind === 'explicit-key-ind';
    }
    if (columns.length + flow > DEEPEST) return offset;
    offset += token.length;
    const lastBreak = token.lastIndexOf('\n');
    if (lastBreak >= 0) lineStart = offset - token.length + lastBreak + 1;
  }
  return -1;
}
