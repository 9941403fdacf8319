/** The list of what may stand at the cursor: grows shorter with every letter, arrows choose, Enter or Tab takes. */
import { type Completion, complete } from './complete.ts';
import { element, Popup } from './popup.ts';
import type { Sheet } from './sheet.ts';

/** more would be no help */
const MOST = 60;

export class CompletionList {
  readonly #sheet: Sheet;
  readonly #popup: Popup;
  readonly #list: HTMLElement = element('ul', '');
  #options: readonly Completion[] = [];
  #from = 0;
  #chosen = 0;

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
    this.#popup = new Popup(sheet, 'completions');
    this.#list.id = 'completions';
    this.#list.setAttribute('role', 'listbox');
    this.#list.setAttribute('aria-label', 'Completions');
    this.#list.addEventListener('mousedown', (event) => {
      event.preventDefault(); // the sheet keeps the focus
      const at = [...this.#list.children].indexOf((event.target as HTMLElement).closest('li') as Element);
      if (at >= 0) this.#take(at);
    });
    sheet.area.setAttribute('aria-autocomplete', 'list');
    sheet.area.setAttribute('aria-haspopup', 'listbox');
    sheet.area.setAttribute('aria-controls', 'completions');
  }

  get open(): boolean {
    return this.#popup.open;
  }

  /** Looks what fits; `asked`: also where nothing has been written yet. */
  look(asked: boolean): void {
    const { text, selection } = this.#sheet;
    const [start, at] = selection;
    const found = start === at ? complete(text, at, asked) : undefined;
    const word = found === undefined ? '' : text.slice(found.from, at).toLowerCase();
    const options = found === undefined ? [] : fitting(found.options, word);
    // a word that stands there in full needs no list
    const whole = options.length === 1 && options[0].label.toLowerCase() === word && !asked;
    if (found === undefined || options.length === 0 || whole) {
      this.close();
      return;
    }
    [this.#options, this.#from, this.#chosen] = [options, found.from, 0];
    this.#show();
  }

  close(): void {
    this.#popup.hide();
    this.#sheet.area.removeAttribute('aria-activedescendant');
    this.#sheet.area.setAttribute('aria-expanded', 'false');
  }

  /** Whether the key was for the list. */
  key(key: string): boolean {
    if (!this.open) return false;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[key];
    if (step !== undefined) {
      const count = this.#options.length;
      this.#chosen = Math.abs(step) === 1 ? (this.#chosen + step + count) % count : clamp(this.#chosen + step, count);
      this.#show();
    } else if (key === 'Enter' || key === 'Tab') this.#take(this.#chosen);
    else if (key === 'Escape') this.close();
    else return false;
    return true;
  }

  #take(at: number): void {
    const { label, apply = label } = this.#options[at];
    this.close();
    this.#sheet.replace(this.#from, this.#sheet.selection[1], apply);
    this.close(); // the change has looked again
  }

  #show(): void {
    const items = this.#options.map(({ label, detail = '', type }, i) => {
      const item = element('li', type);
      item.id = `completion-${i}`;
      item.setAttribute('role', 'option');
      item.setAttribute('aria-selected', String(i === this.#chosen));
      item.append(element('b', '', label), ' ', element('span', 'soft', detail));
      return item;
    });
    this.#list.replaceChildren(...items);
    const about = element('p', '', this.#options[this.#chosen].info ?? '');
    this.#popup.show(about.textContent === '' ? [this.#list] : [this.#list, about], this.#from, 'below');
    items[this.#chosen].scrollIntoView({ block: 'nearest' });
    this.#sheet.area.setAttribute('aria-expanded', 'true');
    this.#sheet.area.setAttribute('aria-activedescendant', `completion-${this.#chosen}`);
  }
}

/** What begins with the word, then what holds it; what is required comes first. */
function fitting(options: readonly Completion[], word: string): Completion[] {
  const rank = ({ label, boost = 0 }: Completion): number => {
    const at = label.toLowerCase().indexOf(word);
    return at < 0 ? -1 : (at === 0 ? 10 : 1) + boost;
  };
  return options
    .filter((option) => rank(option) > 0)
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, MOST);
}

function clamp(at: number, count: number): number {
  return Math.max(0, Math.min(count - 1, at));
}
