/** The first script of the page: shows the gallery that stands in it, then unpacks the program and starts it. */
import { unsqueeze } from './unsqueeze.ts';

function start(): void {
  const pack = document.querySelector('script[data-pack=program]')?.textContent ?? '';
  const bytes = Uint8Array.from(atob(pack), (character) => character.charCodeAt(0));
  const script = document.createElement('script');
  script.type = 'module';
  script.textContent = new TextDecoder().decode(unsqueeze(bytes));
  document.body.append(script);
}

// after the first picture of the page, so that there is something to look at; a hidden tab draws none
if (document.hidden) start();
else requestAnimationFrame(() => setTimeout(start));
