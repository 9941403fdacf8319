/** Hands on the run: sliders for what can be led, winches, and how hard the pointer pulls. */
import { displayScale, formatNumber } from '@hawser/formats/report';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { lead, orderWinch } from '../actions/session.ts';
import { model, pullStrength, runState, tick } from '../state.ts';
import type { TargetView, WinchView } from '../worker/messages.ts';

export function Steering(): VNode {
  const targets = (model.value?.targets ?? []).map((target, index) => ({ target, index }));
  const winches = model.value?.winches ?? [];
  const slider = ({ target, index }: (typeof targets)[number]): VNode => (
    <TargetSlider key={target.name} target={target} index={index} />
  );
  const more = targets.filter(({ target }) => !target.main);
  return (
    <section class="steering" aria-label="Steering">
      <h3>By hand</h3>
      {winches.map((winch, i) => (
        <WinchSlider key={winch.name} winch={winch} index={i} />
      ))}
      {targets.filter(({ target }) => target.main).map(slider)}
      {more.length === 0 ? null : (
        <details class="settings">
          <summary>Loads and lengths ({more.length})</summary>
          {more.map(slider)}
        </details>
      )}
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
        Drag a body or a cable while it runs. A slider takes over from the file, smoothly. Both are booked as work.
      </p>
    </section>
  );
}

function live(): boolean {
  return runState.value === 'running' || runState.value === 'paused';
}

/** `joint.slew.angle` -> `slew angle` */
function plainName(name: string): string {
  return name.replace(/^(?:joint|cable|force)\./, '').replace(/\./g, ' ');
}

function TargetSlider({ target, index }: { readonly target: TargetView; readonly index: number }): VNode {
  const held = useSignal<number | undefined>(undefined);
  const { name, unit, low, high, start } = target;
  const now = tick.value?.led[index] ?? start;
  const shown = (value: number): string => {
    if (unit === 'rad') return `${formatNumber((value * 180) / Math.PI, 3)}°`;
    if (unit === 'm') return `${formatNumber(value, 4)} m`;
    const scale = displayScale(unit, Math.max(Math.abs(low), Math.abs(high)));
    return `${formatNumber(value * scale.factor, 3)} ${scale.unit}`;
  };
  return (
    <label class="slider">
      <span>
        {plainName(name)} <b>{shown(now)}</b>
      </span>
      <input
        type="range"
        min={low}
        max={high}
        step={(high - low) / 400}
        value={held.value ?? now}
        disabled={!live()}
        aria-label={plainName(name)}
        aria-valuetext={shown(held.value ?? now)}
        onInput={(event) => {
          held.value = Number(event.currentTarget.value);
          lead(name, held.value);
        }}
        onBlur={() => (held.value = undefined)}
      />
    </label>
  );
}

/** Speed by the slider; in the middle the brake holds. */
function WinchSlider({ winch, index }: { readonly winch: WinchView; readonly index: number }): VNode {
  const held = useSignal(0);
  const state = tick.value?.winches[index];
  const { name, speedIn, speedOut } = winch;
  const tension = displayScale('N', state?.tension ?? 0);
  const wanted =
    held.value === 0 ? 'brake' : `${formatNumber(Math.abs(held.value), 2)} m/s ${held.value > 0 ? 'out' : 'in'}`;
  return (
    <label class="slider">
      <span>
        winch {name} <b>{wanted}</b>
      </span>
      <input
        type="range"
        min={-speedIn}
        max={speedOut}
        step={(speedIn + speedOut) / 80}
        value={held.value}
        disabled={!live()}
        aria-label={`winch ${name}, speed out`}
        aria-valuetext={wanted}
        onInput={(event) => {
          const speed = Number(event.currentTarget.value);
          held.value = Math.abs(speed) < 0.03 * (speedIn + speedOut) ? 0 : speed;
          orderWinch(name, held.value);
        }}
      />
      {state === undefined ? null : (
        <span class="soft small">
          {formatNumber(state.length, 4)} m out, {formatNumber(state.tension * tension.factor, 3)} {tension.unit}
        </span>
      )}
    </label>
  );
}
