/** Search for scenarios with all given words, in the gallery of the page and in that of the program. */

export interface Searched {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly theme: string;
}

export function hasWords({ id, title, description, theme }: Searched, text: string): boolean {
  const all = `${id} ${title} ${description} ${theme}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** Text of a card of the gallery in the page. */
export function readCard(card: Element): Searched {
  return {
    id: card.getAttribute('data-scenario') ?? '',
    title: card.querySelector('b')?.textContent ?? '',
    description: card.querySelector('.soft')?.textContent ?? '',
    theme: card.closest('[data-theme-name]')?.getAttribute('data-theme-name') ?? '',
  };
}

/** Hides cards without all words, and themes without a card. */
export function searchCards(text: string): void {
  for (const section of document.querySelectorAll<HTMLElement>('[data-theme-name]')) {
    let shown = 0;
    for (const item of section.querySelectorAll<HTMLElement>('li')) {
      const card = item.querySelector('[data-scenario]');
      item.hidden = card === null || !hasWords(readCard(card), text);
      if (!item.hidden) shown++;
    }
    section.hidden = shown === 0;
  }
}
