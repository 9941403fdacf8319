/** Events: contacts with their largest force, warnings, failures. A click on a row goes to its time. */
import { displayScale, formatNumber, quantity } from '@hawser/formats/report';
import { type Signal, signal, useComputed } from '@preact/signals';
import type { VNode } from 'preact';
import { type Touch, touchesOf, withPeaks } from '../run/touches.ts';
import { clock, slowGrowth, run } from '../state.ts';
import { jumpTo } from './jump.ts';
import { Jump } from './statistics.tsx';

const filter: Signal<string> = signal('');
const order: Signal<'time' | 'force'> = signal<'time' | 'force'>('time');
/** Rows shown at once. */
const MOST = 500;

export function EventsPanel(): VNode {
  const touches = useComputed((): readonly Touch[] => {
    slowGrowth.value;
    const store = run.value;
    return store === undefined ? [] : withPeaks(store, touchesOf(store.events));
  });
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const shown = touches.value.filter(({ pair }) => fits(pair));
  const sorted = order.value === 'time' ? shown : [...shown].sort((a, b) => (b.peak ?? 0) - (a.peak ?? 0));
  const others = (run.value?.events ?? [])
    .filter(({ kind }) => !kind.startsWith('contact'))
    .map((event) => ({
      ...event,
      message: event.subject === '' ? event.message : `${event.subject}: ${event.message}`,
    }))
    .filter(({ message }) => fits(message))
    .sort((a, b) => a.time - b.time);
  const end = clock.value.end;
  return (
    <>
      <div class="form-row">
        <input
          type="search"
          class="filter"
          placeholder="Filter"
          aria-label="Filter events"
          value={filter.value}
          onInput={(event) => (filter.value = event.currentTarget.value)}
        />
        <label class="picker narrow">
          <span>order</span>
          <select
            value={order.value}
            onChange={(event) => (order.value = event.currentTarget.value as 'time' | 'force')}
          >
            <option value="time">by time</option>
            <option value="force">by force</option>
          </select>
        </label>
      </div>
      {others.length === 0 ? null : (
        <ul class="told">
          {others.map(({ time, kind, message }) => (
            <li key={`${time}${message}`} class={kind}>
              <Jump time={time} what={message} /> {message}
            </li>
          ))}
        </ul>
      )}
      {sorted.length === 0 ? (
        <p class="empty">No contact began or ended{words.length > 0 ? ' between bodies of that name' : ''}.</p>
      ) : (
        <div class="scroll">
          <table class="data" id="contact-events">
            <thead>
              <tr>
                <th scope="col" class="n">
                  begins
                </th>
                <th scope="col" class="n">
                  lasts
                </th>
                <th scope="col">between</th>
                <th scope="col" class="n">
                  largest force
                </th>
                <th scope="col" class="n">
                  at
                </th>
              </tr>
            </thead>
            <tbody>
              {sorted.slice(0, MOST).map((touch) => (
                <tr key={`${touch.pair}${touch.begin}`} class="jump-row" onClick={() => jumpTo(touch.begin)}>
                  <td class="n">
                    <Jump time={touch.begin} what={touch.pair} />
                  </td>
                  <td class="n">
                    {touch.end === undefined ? 'to the end' : durationText((touch.end ?? end) - touch.begin)}
                  </td>
                  <th scope="row">{touch.pair.replace('~', ' and ')}</th>
                  <td class="n">{touch.peak === undefined ? '–' : quantity(touch.peak, 'N')}</td>
                  {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button inside takes the keys */}
                  <td class="n" onClick={(event) => event.stopPropagation()}>
                    <Jump time={touch.peakTime} what={`largest force of ${touch.pair}`} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function durationText(seconds: number): string {
  const { factor, unit } = displayScale('s', seconds);
  return `${formatNumber(seconds * factor, 3)} ${unit}`;
}
