/** Finds and replaces words in the sheet; what is found is marked in the text. */
import { element } from './popup.ts';
import type { Sheet } from './sheet.ts';

export class FindBar {
  readonly dom: HTMLElement = element('form', 'find-bar');
  readonly #sheet: Sheet;
  readonly #find = input('Find');
  readonly #put = input('Replace with');
  readonly #count: HTMLElement = element('span', 'soft');

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
    this.dom.hidden = true;
    this.dom.setAttribute('role', 'search');
    this.#count.setAttribute('role', 'status');
    const buttons = [
      button('Previous', () => this.#go(-1)),
      button('Next', () => this.#go(1)),
      button('Replace', () => this.#replace()),
      button('All', () => this.#replaceAll(), 'Replace all'),
      button('Close', () => this.close()),
    ];
    this.dom.append(this.#find, this.#put, this.#count, ...buttons);
    this.#find.addEventListener('input', () => this.mark());
    this.dom.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.close();
      else if (event.key === 'Enter' && event.target === this.#put) this.#replace();
      else if (event.key === 'Enter' && event.target === this.#find) this.#go(event.shiftKey ? -1 : 1);
      else return;
      event.preventDefault();
    });
  }

  open(): void {
    const { text, selection } = this.#sheet;
    const chosen = text.slice(...selection);
    if (chosen !== '' && !chosen.includes('\n')) this.#find.value = chosen;
    this.dom.hidden = false;
    this.mark();
    this.#find.focus();
    this.#find.select();
  }

  close(): void {
    this.dom.hidden = true;
    this.#sheet.setMarks(['found'], []);
    this.#sheet.area.focus();
  }

  /** Marks what is found; again after every change of the text. */
  mark(): void {
    if (this.dom.hidden) return;
    const places = this.#places();
    const word = this.#find.value;
    this.#count.textContent = word === '' ? '' : `${places.length} found`;
    const marks = places.slice(0, 500).map((at) => {
      const { line, column } = this.#sheet.lineAt(at);
      return { line, from: column, to: column + word.length, kind: 'found' as const, message: '' };
    });
    this.#sheet.setMarks(['found'], marks);
  }

  #places(): number[] {
    const word = this.#find.value.toLowerCase();
    const text = this.#sheet.text.toLowerCase();
    const places: number[] = [];
    if (word === '') return places;
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) places.push(at);
    return places;
  }

  #go(by: 1 | -1): void {
    const places = this.#places();
    if (places.length === 0) return;
    const [start] = this.#sheet.selection;
    const next =
      by === 1
        ? (places.find((at) => at > start) ?? places[0])
        : (places.findLast((at) => at < start) ?? places.at(-1));
    this.#sheet.setSelection(next as number, (next as number) + this.#find.value.length);
    this.#sheet.show(next as number, 0.3);
  }

  #replace(): void {
    const [start, end] = this.#sheet.selection;
    const word = this.#find.value;
    const there = this.#sheet.text.slice(start, end).toLowerCase() === word.toLowerCase();
    if (there && word !== '') this.#sheet.replace(start, end, this.#put.value);
    this.#go(1);
  }

  /** From the last to the first in one change, so that one undo takes all of it back. */
  #replaceAll(): void {
    const { text } = this.#sheet;
    const length = this.#find.value.length;
    const parts: string[] = [];
    let from = 0;
    for (const at of this.#places()) {
      parts.push(text.slice(from, at), this.#put.value);
      from = at + length;
    }
    if (parts.length > 0) this.#sheet.replace(0, text.length, [...parts, text.slice(from)].join(''), [0, 0]);
  }
}

function input(label: string): HTMLInputElement {
  const made = document.createElement('input');
  made.type = 'text';
  made.placeholder = label;
  made.setAttribute('aria-label', label);
  return made;
}

function button(text: string, act: () => void, label = text): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.setAttribute('aria-label', label);
  made.addEventListener('click', act);
  return made;
}
