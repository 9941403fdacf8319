/** Shaders of three.js without what a compiler skips: comments, indents, blocks for lights that the studio never shines. */

/** Conditions that are never true here: the sun, the sky and an even light are all there is. */
const NEVER = /^#if (?:\( )?NUM_(?:RECT_AREA|SPOT|POINT)_LIGHT(?:S|_MAPS|_SHADOWS)? > 0\b(?![^\n]*\|\|)/;

/** A module whose only template texts are shaders. */
export function leanGlsl(module: string): string {
  return module.replace(/`[^`]*`/g, (text) => (text.includes('${') ? text : `\`${lean(text.slice(1, -1))}\``));
}

function lean(shader: string): string {
  const lines = shader
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .map((line) => line.replace(/\/\/.*$/, '').trim())
    .filter((line) => line !== '');
  return `\n${withoutDead(lines).map(narrow).join('\n')}\n`;
}

/** Leaves out blocks of conditions that are never true; one with another branch stays. */
function withoutDead(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const end = NEVER.test(lines[i]) ? endOf(lines, i) : -1;
    if (end < 0) kept.push(lines[i]);
    else i = end;
  }
  return kept;
}

/** Where the block that begins at `start` ends; -1 when it has an `else`. */
function endOf(lines: readonly string[], start: number): number {
  let depth = 0;
  for (let i = start; i < lines.length; i++) {
    if (/^#if/.test(lines[i])) depth++;
    if (depth === 1 && /^#el/.test(lines[i])) return -1;
    if (/^#endif/.test(lines[i]) && --depth === 0) return i;
  }
  return -1;
}

/** No spaces around signs; directives are read by the word, so they keep theirs. */
function narrow(line: string): string {
  return line.startsWith('#') ? line : line.replace(/\s*([-+*/=<>(){}[\],;?:&|!])\s*/g, '$1');
}
