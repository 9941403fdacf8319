/**
 * The result of every key of a source file: taken, approximated (how) or lost (why), with its line. The page import.md is made from it, for
 * reading before the scenario is trusted.
 */

export type Verdict = 'taken' | 'approximated' | 'lost';

export interface Note {
  readonly file: string;
  /** from 1; 0: the whole file */
  readonly line: number;
  readonly key: string;
  readonly verdict: Verdict;
  /** approximation, or reason of the loss; the result where that is not obvious */
  readonly text: string;
}

export class Report {
  readonly notes: Note[] = [];
  /** names in the source -> names in the scenario */
  readonly names: Map<string, string> = new Map();
  #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  get file(): string {
    return this.#file;
  }

  /** Notes that follow are of this file. */
  in(file: string): void {
    this.#file = file;
  }

  taken(line: number, key: string, text = ''): void {
    this.#add(line, key, 'taken', text);
  }

  approximated(line: number, key: string, how: string): void {
    this.#add(line, key, 'approximated', how);
  }

  lost(line: number, key: string, why: string): void {
    this.#add(line, key, 'lost', why);
  }

  #add(line: number, key: string, verdict: Verdict, text: string): void {
    this.notes.push({ file: this.#file, line, key, verdict, text });
  }

  count(verdict: Verdict): number {
    return this.notes.filter((note) => note.verdict === verdict).length;
  }

  markdown(title: string, program: string): string {
    const part = (verdict: Verdict, head: string, none: string): string[] => {
      const notes = this.notes.filter((note) => note.verdict === verdict);
      if (notes.length === 0) return [`## ${head}`, '', none, ''];
      const rows = notes.map(
        ({ file, line, key, text }) =>
          `| ${cell(file.replace(/^.*[\\/]/, ''))}${line > 0 ? `:${line}` : ''} | ${cell(key)} | ${cell(text)} |`,
      );
      const last = verdict === 'taken' ? 'as' : verdict === 'lost' ? 'why' : 'how';
      return [`## ${head}`, '', `| where | what | ${last} |`, '|---|---|---|', ...rows, ''];
    };
    const names = [...this.names].map(([from, to]) => `| ${cell(from)} | ${cell(to)} |`);
    return [
      `# ${title}`,
      '',
      `Made from a model of ${program}. ${this.count('taken')} taken, ${this.count('approximated')} approximated, ${this.count('lost')} lost.`,
      '',
      ...part('approximated', 'Approximated', 'Nothing.'),
      ...part('lost', 'Lost', 'Nothing.'),
      ...part('taken', 'Taken', 'Nothing.'),
      ...(names.length > 0 ? ['## Names', '', '| in the source | in the scenario |', '|---|---|', ...names, ''] : []),
    ].join('\n');
  }
}

function cell(text: string): string {
  return text.replace(/\|/g, '\\|').replace(/\s+/g, ' ').trim();
}
