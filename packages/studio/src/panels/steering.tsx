/** Hands on the run: sliders for what drivers move, and how hard the pointer pulls. */
import { formatNumber } from '@hawser/formats/report';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { drive } from '../actions/session.ts';
import { model, pullStrength, runState, tick } from '../state.ts';
import type { DriverView } from '../worker/messages.ts';

export function Steering(): VNode {
  const drivers = model.value?.drivers ?? [];
  return (
    <section class="steering" aria-label="Steering">
      <h3>By hand</h3>
      {drivers.map((driver, i) => (
        <DriverSlider key={`${driver.joint} ${driver.coordinate}`} driver={driver} index={i} />
      ))}
      <label class="slider">
        <span>
          Pull of the pointer <b>× {pullStrength.value}</b>
        </span>
        <select
          aria-label="Pull of the pointer"
          value={pullStrength.value}
          onChange={(event) => (pullStrength.value = Number(event.currentTarget.value))}
        >
          {[0.2, 1, 5, 25].map((value) => (
            <option key={value} value={value}>
              × {value}
            </option>
          ))}
        </select>
      </label>
      <p class="soft small">
        Drag a body while it runs. A slider takes over from the file, smoothly. Both are booked as work.
      </p>
    </section>
  );
}

function DriverSlider({ driver, index }: { readonly driver: DriverView; readonly index: number }): VNode {
  const held = useSignal<number | undefined>(undefined);
  const { joint, coordinate, low, high, start } = driver;
  const now = tick.value?.driven[index] ?? start;
  const angle = coordinate === 'angle';
  const shown = (value: number): string =>
    angle ? `${formatNumber((value * 180) / Math.PI, 3)}°` : `${formatNumber(value, 4)} m`;
  const live = runState.value === 'running' || runState.value === 'paused';
  return (
    <label class="slider">
      <span>
        {joint} {coordinate} <b>{shown(now)}</b>
      </span>
      <input
        type="range"
        min={low}
        max={high}
        step={(high - low) / 400}
        value={held.value ?? now}
        disabled={!live}
        aria-label={`${joint} ${coordinate}`}
        aria-valuetext={shown(held.value ?? now)}
        onInput={(event) => {
          held.value = Number(event.currentTarget.value);
          drive(joint, coordinate, held.value);
        }}
        onBlur={() => (held.value = undefined)}
      />
    </label>
  );
}
