/** One time bar for all views: play, scrub, events and checkpoints; while a run is computed, its controls. */
import { formatTime } from '@hawser/formats/report';
import { SPEEDS } from '@hawser/viewer';
import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { rewindTo, setPace, startRun, stepOnce, stopRun, toggleRun } from '../actions/session.ts';
import { checkpoints, clock, following, growth, outdated, pace, run, runState, screen } from '../state.ts';
import { Button } from '../ui/icon.tsx';
import { stepFrame } from './keys.ts';

/** Fine enough that a pixel of a wide screen is several steps. */
const SCRUB_STEPS = 20_000;
const PACES: readonly (readonly [number, string])[] = [
  [0, 'fastest'],
  [1, 'real time'],
  [0.5, '½ ×'],
  [0.25, '¼ ×'],
  [0.1, '0.1 ×'],
  [0.02, '0.02 ×'],
  [2, '2 ×'],
  [5, '5 ×'],
];

export function Timeline(): VNode {
  const now = useSignal({ time: 0, playing: false, speed: 1, end: 0, start: 0 });
  useSignalEffect(() => {
    const shown = clock.value;
    const show = (): void => {
      const { time, playing, speed, end, start } = shown;
      now.value = { time, playing, speed, end, start };
    };
    shown.listen(show);
    show();
    return () => shown.leave(show);
  });
  const live = screen.value === 'run';
  return (
    <section class="transport" aria-label="Time">
      {live ? <RunButtons /> : <ReplayButtons playing={now.value.playing} />}
      <Scrubber now={now} />
      <div class="clock">
        <output class="now">{formatTime(now.value.time, whole())}</output>
        <span class="total">/ {formatTime(whole(), whole())} s</span>
      </div>
      {live ? (
        <select
          class="pace"
          aria-label="Pace"
          title="Pace of the computation"
          value={pace.value}
          onChange={(event) => setPace(Number(event.currentTarget.value))}
        >
          {PACES.map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      ) : (
        <select
          class="speed"
          aria-label="Speed"
          title="Speed"
          value={now.value.speed}
          onChange={(event) => clock.value.setSpeed(Number(event.currentTarget.value))}
        >
          {SPEEDS.map((value) => (
            <option key={value} value={value}>{`${value} ×`}</option>
          ))}
        </select>
      )}
    </section>
  );
}

/** [s] length of the bar: the requested duration while a run grows, then the actual one */
function whole(): number {
  const store = run.value;
  if (store === undefined) return 0;
  return runState.value === 'done' ? store.endTime : Math.max(store.facts.duration, store.endTime);
}

function RunButtons(): VNode {
  const state = runState.value;
  const going = state === 'running';
  const word = going ? 'Pause' : state === 'paused' ? 'Go on' : 'Run';
  return (
    <div class="buttons">
      <Button
        icon={going ? 'pause' : 'play'}
        class="play"
        id="run-toggle"
        label={`${word} (space)`}
        onClick={toggleRun}
        disabled={state === 'loading'}
      >
        {word}
      </Button>
      <Button
        icon="step"
        label="One step of the solver (.)"
        onClick={stepOnce}
        disabled={state !== 'paused' && !going}
      />
      <Button icon="stop" label="End the run here" onClick={stopRun} disabled={state !== 'paused' && !going} />
      <Button
        icon="start"
        label={outdated.value ? 'Run the changed scenario from the start' : 'Run from the start'}
        onClick={startRun}
        disabled={state === 'loading'}
      />
      <Button
        icon="again"
        label="Back to the checkpoint before the shown instant"
        onClick={rewindHere}
        disabled={checkpoints.value.length === 0}
      />
    </div>
  );
}

/** The last checkpoint up to the shown instant. */
function rewindHere(): void {
  const { time } = clock.value;
  let index = 0;
  checkpoints.value.forEach((at, i) => {
    if (at <= time + 1e-9) index = i;
  });
  if (index > 0 && checkpoints.value[index] > time - 1e-9 && runState.value !== 'done') index--; // pressed again: further back
  rewindTo(index);
}

function ReplayButtons({ playing }: { readonly playing: boolean }): VNode {
  return (
    <div class="buttons">
      <Button icon="start" label="To the start (Home)" onClick={() => clock.value.set(clock.value.start)} />
      <Button icon="back" label="One frame back (left arrow)" onClick={() => stepFrame(-1)} />
      <Button
        icon={playing ? 'pause' : 'play'}
        class="play"
        label={playing ? 'Pause (space)' : 'Play (space)'}
        onClick={() => clock.value.toggle()}
      />
      <Button icon="forward" label="One frame on (right arrow)" onClick={() => stepFrame(1)} />
    </div>
  );
}

interface Now {
  readonly time: number;
  readonly start: number;
}

function Scrubber({ now }: { readonly now: Signal<Now> }): VNode {
  const start = now.value.start;
  const length = whole() - start;
  const share = length > 0 ? (now.value.time - start) / length : 0;
  return (
    <div class="scrub-box">
      <Marks start={start} length={length} />
      <input
        type="range"
        class="scrub"
        min={0}
        max={SCRUB_STEPS}
        step={1}
        value={Math.round(share * SCRUB_STEPS)}
        style={`--share:${100 * share}%`}
        aria-label="Time"
        aria-valuetext={`${now.value.time.toFixed(3)} seconds`}
        onInput={(event) => {
          const to = start + (Number(event.currentTarget.value) / SCRUB_STEPS) * length;
          clock.value.pause();
          clock.value.set(to);
          following.value = to >= clock.value.end && runState.value === 'running';
        }}
      />
    </div>
  );
}

/** Marks of events; redrawn when the run has grown, not when time moves. */
function Marks({ start, length }: { readonly start: number; readonly length: number }): VNode {
  growth.value;
  const left = (time: number): string => `left:${length > 0 ? (100 * (time - start)) / length : 0}%`;
  const grown = length > 0 ? (clock.value.end - start) / length : 0;
  return (
    <div class="marks" aria-hidden="true">
      <i class="grown" style={`width:${100 * grown}%`} />
      {checkpoints.value.map((time) => (
        <i
          key={`c${time}`}
          class="mark mark-checkpoint"
          style={left(time)}
          title={`checkpoint at ${time.toFixed(3)} s`}
        />
      ))}
      {(run.value?.events ?? []).slice(0, 400).map((event, i) => (
        <i
          key={i}
          class={`mark mark-${event.kind}`}
          style={left(event.time)}
          title={`${event.time.toFixed(3)} s: ${event.message}`}
        />
      ))}
    </div>
  );
}
