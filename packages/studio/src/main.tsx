/** Starts the program of the studio, loaded by boot.ts. */
import { startTheme } from '@hawser/viewer';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { pollGamepad } from './actions/gamepad.ts';
import { openAddress } from './actions/open.ts';
import { loadSchema } from './actions/scenario.ts';
import { App } from './app.tsx';
import { offerDraft } from './actions/drafts.ts';
import { guardLeaving } from './files/draft.ts';
import { loadPictures, loadShipped } from './files/shipped.ts';
import { openServed } from './files/served.ts';
import { checkedProject, checking, clock, project, screen } from './state.ts';
import { stageNow } from './view/view.tsx';

/** Longer gaps [s] mean a sleeping tab, not a slow frame. */
const LONGEST_TICK = 0.25;

function start(): void {
  performance.mark('hawser-program'); // time from opening to here
  document.documentElement.classList.add('js');
  startTheme();
  const app = document.getElementById('app');
  if (app === null) throw new Error('the page has no element #app');
  app.replaceChildren(); // the gallery of the page as it lies on the disk
  render(<App />, app);
  let last = performance.now();
  // the first frame after a key or a click shows the response before the picture is drawn, the second draws in any case; actions in the
  // picture itself are drawn immediately
  let asked = false;
  let waited = false;
  const onInput = (event: Event): void => {
    if (!(event.target instanceof HTMLCanvasElement)) asked = true;
  };
  for (const kind of ['pointerdown', 'keydown', 'click']) document.addEventListener(kind, onInput, true);
  const frame = (now: number): void => {
    clock.peek().tick(Math.min(LONGEST_TICK, (now - last) / 1000));
    last = now;
    pollGamepad(now);
    waited = asked && !waited;
    asked = false;
    if (!waited) stageNow()?.draw(now);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  // whether what is shown belongs to the text as it stands
  effect(() => {
    const known = !checking.value && checkedProject.value === project.value;
    document.documentElement.dataset.text = known ? 'checked' : 'changed';
  });
  // on a narrow page a screen begins at its top, wherever the one before it was left
  effect(() => {
    screen.value;
    window.scrollTo(0, 0);
  });
  void loadPictures();
  guardLeaving();
  void loadSchema();
  void firstThing();
  window.addEventListener('hashchange', () => void openAddress(location.hash));
}

/** Opens the request of the address or the server; otherwise offers unsaved work. */
async function firstThing(): Promise<void> {
  if (!(await openServed()) && location.hash.includes('scenario=')) await openAddress(location.hash);
  await offerDraft();
  await loadShipped(); // links to instants ask whether the text is that of a shipped scenario
}

start();
