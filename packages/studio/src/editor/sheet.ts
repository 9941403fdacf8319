/**
 * A sheet to write on: a plain text area, which brings the browser's own cursor, selection, input methods and screen
 * readers, over the same text in colours. The coloured lines give the sheet its size; what scrolls is around both.
 */
import { type Edit, History } from './history.ts';
import { inked, type Mark } from './ink.ts';

interface Line {
  readonly text: string;
  readonly ink: HTMLElement;
  marks: readonly Mark[];
}

export class Sheet {
  /** what scrolls */
  readonly dom: HTMLElement = document.createElement('div');
  readonly area: HTMLTextAreaElement = document.createElement('textarea');
  /** the text was changed, by a hand or from outside */
  onChange: (byHand: boolean) => void = () => {};
  /** the cursor was moved by a hand */
  onMove: () => void = () => {};
  readonly #ink: HTMLElement = document.createElement('div');
  readonly #history = new History();
  #lines: Line[] = [];
  #text = '';
  #active: HTMLElement | undefined;
  /** selection before the last input, for undo */
  #before: readonly [number, number] = [0, 0];

  constructor(label: string) {
    this.dom.className = 'sheet';
    this.#ink.className = 'ink';
    this.#ink.setAttribute('aria-hidden', 'true');
    const { area } = this;
    area.spellcheck = false;
    area.wrap = 'off';
    area.autocapitalize = 'off';
    area.setAttribute('autocorrect', 'off');
    area.setAttribute('aria-label', label);
    const page = document.createElement('div');
    page.className = 'sheet-page';
    page.append(this.#ink, area);
    this.dom.append(page);
    area.addEventListener('beforeinput', (event) => {
      this.#before = this.selection;
      if (!event.inputType.startsWith('history')) return;
      event.preventDefault();
      this.travel(event.inputType === 'historyUndo' ? 'undo' : 'redo');
    });
    area.addEventListener('input', () => this.#typed());
    area.addEventListener('scroll', () => area.scrollTo(0, 0)); // the sheet is as large as its text
    document.addEventListener('selectionchange', () => {
      if (document.activeElement === area) this.#moved();
    });
    // less room must not hide the cursor
    new ResizeObserver(() => {
      if (document.activeElement === area) this.show(area.selectionEnd);
    }).observe(this.dom);
    this.#paint('');
  }

  get text(): string {
    return this.#text;
  }
  get lineCount(): number {
    return this.#lines.length;
  }
  get selection(): readonly [number, number] {
    return [this.area.selectionStart, this.area.selectionEnd];
  }

  /** Line (from 0) and column (from 0) of a place. */
  lineAt(at: number): { line: number; column: number } {
    const before = this.#text.slice(0, at);
    const start = before.lastIndexOf('\n') + 1;
    return { line: before.split('\n').length - 1, column: at - start };
  }

  /** Where a line (from 0) begins. */
  startOf(line: number): number {
    let at = 0;
    for (let i = 0; i < line; i++) at += this.#lines[i].text.length + 1;
    return at;
  }

  textOf(line: number): string {
    return this.#lines[line]?.text ?? '';
  }

  /** Changes a stretch as a hand would: it can be undone. The cursor goes behind what is put in, or where it is told to. */
  replace(from: number, to: number, put: string, select?: readonly [number, number]): void {
    const edit: Edit = { from, out: this.#text.slice(from, to), put, before: this.selection };
    this.#set(this.#text.slice(0, from) + put + this.#text.slice(to));
    this.#history.add(edit);
    const [start, end] = select ?? [from + put.length, from + put.length];
    this.area.setSelectionRange(start, end);
    this.onChange(true);
    this.#moved();
  }

  /** A text from outside: the cursor stays where it is in the words around it. */
  take(next: string): void {
    const edit = difference(this.#text, next, this.selection);
    if (edit === undefined) return;
    const shift = (at: number): number =>
      at <= edit.from ? at : Math.max(edit.from + edit.put.length, at + edit.put.length - edit.out.length);
    const [start, end] = this.selection;
    this.#set(next);
    this.#history.add(edit);
    this.area.setSelectionRange(shift(start), shift(end));
    this.onChange(false);
  }

  /** A new document: nothing of the old one can be undone. */
  open(text: string): void {
    this.#set(text);
    this.#history.clear();
    this.area.setSelectionRange(0, 0);
    this.dom.scrollTo(0, 0);
  }

  travel(way: 'undo' | 'redo'): void {
    const step = way === 'undo' ? this.#history.undo() : this.#history.redo();
    if (step === undefined) return;
    const { from, out, put, select } = step;
    this.#set(this.#text.slice(0, from) + put + this.#text.slice(from + out.length));
    this.area.setSelectionRange(...select);
    this.onChange(true);
    this.#moved();
  }

  setSelection(from: number, to: number = from): void {
    this.area.setSelectionRange(from, to);
    this.#moved();
  }

  /** Marks of one kind and the others of all lines: those given replace what was there of these kinds. */
  setMarks(kinds: readonly Mark['kind'][], marks: readonly (Mark & { readonly line: number })[]): void {
    const own = new Map<number, Mark[]>();
    for (const mark of marks) own.set(mark.line, [...(own.get(mark.line) ?? []), mark]);
    this.#lines.forEach((line, i) => {
      const next = [...line.marks.filter(({ kind }) => !kinds.includes(kind)), ...(own.get(i) ?? [])];
      if (next.length === 0 && line.marks.length === 0) return;
      line.marks = next;
      draw(line);
    });
  }

  marksAt(line: number): readonly Mark[] {
    return this.#lines[line]?.marks ?? [];
  }

  /** The lines from place to place are those of what is chosen. */
  choose(from: number, to: number): void {
    const first = this.lineAt(from).line;
    const last = this.lineAt(Math.max(from, to - 1)).line;
    this.#lines.forEach(({ ink }, i) => {
      ink.classList.toggle('chosen', i >= first && i <= last);
    });
    this.show(from, 0.3);
  }

  /** Scrolls until a place is seen; `margin` is how far from the edges it shall stand, as a share of the height. */
  show(at: number, margin = 0): void {
    const frame = this.dom.getBoundingClientRect();
    if (frame.height === 0) return;
    const place = this.rectOf(at);
    const room = Math.max(4, margin * frame.height);
    if (place.top < frame.top + room) this.dom.scrollTop -= frame.top + room - place.top;
    else if (place.bottom > frame.bottom - room) this.dom.scrollTop += place.bottom - frame.bottom + room;
    const gutter = Number.parseFloat(getComputedStyle(this.area).paddingLeft);
    if (place.left < frame.left + gutter) this.dom.scrollLeft -= frame.left + gutter - place.left;
    else if (place.left > frame.right - 30) this.dom.scrollLeft += place.left - frame.right + 30;
  }

  /** Where a place stands on the screen, as high as its line. */
  rectOf(at: number): { left: number; top: number; bottom: number } {
    const { line, column } = this.lineAt(at);
    const { ink } = this.#lines[line];
    const { top, bottom } = ink.getBoundingClientRect();
    return { left: this.#leftOf(ink, column), top, bottom };
  }

  /** The place nearest to a point of the screen; undefined beside the text. */
  placeAt(x: number, y: number): number | undefined {
    const { top, height } = this.#lines[0].ink.getBoundingClientRect();
    const line = Math.floor((y - top) / height);
    const found = this.#lines[line];
    if (found === undefined) return undefined;
    let [low, high] = [0, found.text.length];
    if (x > this.#leftOf(found.ink, high)) return undefined;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#leftOf(found.ink, middle) <= x) low = middle;
      else high = middle - 1;
    }
    return this.startOf(line) + low;
  }

  #leftOf(ink: HTMLElement, column: number): number {
    const range = document.createRange();
    let rest = column;
    for (const piece of ink.children) {
      const node = piece.firstChild;
      const length = node?.textContent?.length ?? 0;
      if (node !== null && rest <= length) {
        range.setStart(node, rest);
        return range.getBoundingClientRect().left;
      }
      rest -= length;
    }
    return ink.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(ink).paddingLeft);
  }

  #typed(): void {
    const next = this.area.value;
    const edit = difference(this.#text, next, this.#before);
    if (edit === undefined) return;
    this.#history.add(edit);
    this.#paint(next);
    this.onChange(true);
    this.#moved();
  }

  #set(next: string): void {
    this.area.value = next;
    this.#paint(next);
  }

  #moved(): void {
    const { line } = this.lineAt(this.area.selectionEnd);
    const ink = this.#lines[line]?.ink;
    if (ink !== this.#active) {
      this.#active?.classList.remove('active');
      ink?.classList.add('active');
      this.#active = ink;
    }
    if (document.activeElement === this.area) this.show(this.area.selectionEnd);
    this.onMove();
  }

  /** Draws the lines that differ; the others keep their marks. */
  #paint(next: string): void {
    const texts = next.split('\n');
    const old = this.#lines;
    let first = 0;
    while (first < old.length && first < texts.length && old[first].text === texts[first]) first++;
    let [oldEnd, newEnd] = [old.length, texts.length];
    while (oldEnd > first && newEnd > first && old[oldEnd - 1].text === texts[newEnd - 1]) {
      oldEnd--;
      newEnd--;
    }
    const fresh = texts.slice(first, newEnd).map((text, i): Line => {
      const ink = document.createElement('div');
      ink.className = first + i < oldEnd ? old[first + i].ink.className : 'ink-line';
      const line: Line = { text, ink, marks: [] };
      draw(line);
      return line;
    });
    for (const { ink } of old.slice(first, oldEnd)) ink.remove();
    const behind = old[oldEnd]?.ink ?? null;
    for (const { ink } of fresh) this.#ink.insertBefore(ink, behind);
    this.#lines = [...old.slice(0, first), ...fresh, ...old.slice(oldEnd)];
    this.#text = next;
    this.dom.style.setProperty('--digits', String(Math.max(2, String(texts.length).length)));
  }
}

function draw({ text, ink, marks }: Line): void {
  ink.classList.toggle(
    'error',
    marks.some(({ kind }) => kind === 'error'),
  );
  ink.classList.toggle(
    'warning',
    marks.some(({ kind }) => kind === 'warning'),
  );
  ink.replaceChildren(
    ...inked(text, marks).map(({ text: words, classes }) => {
      const piece = document.createElement('span');
      if (classes !== '') piece.className = classes;
      piece.textContent = words;
      return piece;
    }),
  );
}

/** The one stretch in which two texts differ; undefined where they are equal. */
function difference(old: string, next: string, before: readonly [number, number]): Edit | undefined {
  if (old === next) return undefined;
  let from = 0;
  while (from < old.length && from < next.length && old[from] === next[from]) from++;
  let [oldEnd, newEnd] = [old.length, next.length];
  while (oldEnd > from && newEnd > from && old[oldEnd - 1] === next[newEnd - 1]) {
    oldEnd--;
    newEnd--;
  }
  return { from, out: old.slice(from, oldEnd), put: next.slice(from, newEnd), before };
}
