/**
 * Minimal start code of the page. The gallery is part of the page, so it can be searched and clicked before the program is loaded; the
 * program is kept as text until the browser is idle or the user acts.
 */
import 'uplot/dist/uPlot.min.css';
import './style/viewer.css';
import './style/frame.css';
import './style/start.css';
import './style/model.css';
import './style/editor.css';
import './style/run.css';
import './style/results.css';
import './style/study.css';
import { part } from './files/parts.ts';
import { showPictures } from './files/pictures.ts';
import { searchCards } from './files/gallery-search.ts';

/** [ms] the program is started after this at the latest */
const LATEST = 800;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'dragenter', 'hashchange'] as const;

let begun = false;

/** The page's policy lists the checksums of these texts, so they may run. */
function begin(): void {
  if (begun) return;
  begun = true;
  for (const sign of SIGNS) window.removeEventListener(sign, onSign);
  if (import.meta.env.DEV) {
    void import('./main.tsx');
    return;
  }
  for (const name of ['three', 'program']) {
    const script = document.createElement('script');
    script.textContent = part(name);
    document.body.append(script);
  }
}

/** After the frame that answers the sign itself. */
function onSign(event: Event): void {
  if (event.target instanceof HTMLInputElement) return; // the user is typing into the search: wait
  requestAnimationFrame(() => setTimeout(begin));
}

function boot(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  let kept: string | null = null;
  try {
    kept = localStorage.getItem('hawser-theme');
  } catch {
    // a browser that keeps nothing for local files
  }
  document.documentElement.dataset.theme = kept ?? (dark ? 'dark' : 'light');
  const search = document.querySelector<HTMLInputElement>('.start .filter');
  search?.addEventListener('input', () => searchCards(search.value));
  performance.mark('hawser-gallery');
  document.documentElement.dataset.gallery = 'ready';
  void showPictures();
  for (const sign of SIGNS) window.addEventListener(sign, onSign, { passive: true });
  // an address with a request, or a server with something to open
  if (location.hash.length > 1) requestAnimationFrame(() => setTimeout(begin));
  const idle = window.requestIdleCallback ?? ((act: () => void) => setTimeout(act, LATEST));
  requestAnimationFrame(() => setTimeout(() => idle(() => begin(), { timeout: LATEST })));
}

boot();
