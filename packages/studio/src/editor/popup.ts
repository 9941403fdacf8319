/** A box that stands above or below a place of the sheet, over everything else. */
import type { Sheet } from './sheet.ts';

export class Popup {
  readonly dom: HTMLElement = document.createElement('div');
  readonly #sheet: Sheet;

  constructor(sheet: Sheet, name: string) {
    this.#sheet = sheet;
    this.dom.className = `popup ${name}`;
    this.dom.hidden = true;
  }

  get open(): boolean {
    return !this.dom.hidden;
  }

  show(content: readonly Node[], at: number, side: 'above' | 'below'): void {
    this.dom.replaceChildren(...content);
    this.dom.hidden = false;
    if (!this.dom.isConnected) document.body.append(this.dom);
    const place = this.#sheet.rectOf(at);
    const { width, height } = this.dom.getBoundingClientRect();
    const fits = side === 'above' ? place.top - height > 0 : place.bottom + height > innerHeight;
    const top = fits ? place.top - height - 2 : place.bottom + 2;
    this.dom.style.left = `${Math.max(4, Math.min(place.left, innerWidth - width - 8))}px`;
    this.dom.style.top = `${top}px`;
  }

  hide(): void {
    this.dom.hidden = true;
  }
}

export function element(tag: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  made.textContent = text;
  return made;
}
