/** Play, pause, step, scrub, speed: the bar at the foot of the page. */
import { formatTime } from '@hawser/formats/report';
import { type Clock, SPEEDS } from './clock.ts';
import type { RunData } from './data.ts';
import { h, icon, iconButton } from './dom.ts';

/** Fine enough that a pixel of a wide screen is several steps. */
const SCRUB_STEPS = 20_000;

export interface Stepper {
  /** Goes one stored frame forward or back. */
  step(by: 1 | -1): void;
}

export function startTransport(bar: HTMLElement, data: RunData, clock: Clock, stepper: Stepper): void {
  const play = iconButton('play', 'Play (space)', () => clock.toggle());
  play.classList.add('play');
  const scrub = h('input', {
    type: 'range',
    class: 'scrub',
    min: 0,
    max: SCRUB_STEPS,
    step: 1,
    value: 0,
    'aria-label': 'Time',
    oninput: () => {
      const share = Number(scrub.value) / SCRUB_STEPS; // before pause() draws the slider anew
      clock.pause();
      clock.set(clock.start + share * (clock.end - clock.start));
    },
  });
  const now = h('output', { class: 'now' });
  const total = h('span', { class: 'total' }, `/ ${formatTime(clock.end, clock.end)} s`);
  const speed = h(
    'select',
    { class: 'speed', 'aria-label': 'Speed', title: 'Speed', onchange: () => clock.setSpeed(Number(speed.value)) },
    ...SPEEDS.map((value) => h('option', { value }, `${value} ×`)),
  );
  bar.append(
    h(
      'div',
      { class: 'buttons' },
      iconButton('start', 'To the start (Home)', () => clock.set(clock.start)),
      iconButton('back', 'One frame back (left arrow)', () => stepper.step(-1)),
      play,
      iconButton('forward', 'One frame on (right arrow)', () => stepper.step(1)),
    ),
    h('div', { class: 'scrub-box' }, marks(data, clock), scrub),
    h('div', { class: 'clock' }, now, total),
    speed,
  );

  const show = (): void => {
    const share = clock.end > clock.start ? (clock.time - clock.start) / (clock.end - clock.start) : 0;
    scrub.value = String(Math.round(share * SCRUB_STEPS));
    scrub.style.setProperty('--share', `${100 * share}%`);
    const text = formatTime(clock.time, clock.end);
    scrub.setAttribute('aria-valuetext', `${text} seconds`);
    now.textContent = text;
    speed.value = String(clock.speed);
    if ((play.dataset.playing === 'true') !== clock.playing) {
      play.dataset.playing = String(clock.playing);
      play.replaceChildren(icon(clock.playing ? 'pause' : 'play'));
      const label = clock.playing ? 'Pause (space)' : 'Play (space)';
      play.setAttribute('aria-label', label);
      play.title = label;
    }
  };
  clock.listen(show);
  show();
}

/** Small strokes where something happened. */
function marks(data: RunData, clock: Clock): HTMLElement {
  const length = clock.end - clock.start;
  const strokes = data.document.events.map(({ time, kind, text }) =>
    h('i', {
      class: `mark mark-${kind}`,
      style: `left:${length > 0 ? (100 * (time - clock.start)) / length : 0}%`,
      title: `${formatTime(time, clock.end)} s: ${text}`,
    }),
  );
  return h('div', { class: 'marks', 'aria-hidden': 'true' }, ...strokes);
}
