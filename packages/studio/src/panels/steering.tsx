/** Manual control of the run: sliders for targets, winches, and the pull of the pointer. */
import { displayScale, formatNumber } from '@hawser/formats/report';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { act, lead, orderWinch } from '../actions/session.ts';
import type { HandAct } from '@hawser/scenario';
import { model, pullStrength, runState, tick } from '../state.ts';
import type { HandView, TargetView, WinchView } from '../worker/messages.ts';

export function Steering(): VNode {
  const targets = (model.value?.targets ?? []).map((target, index) => ({ target, index }));
  const winches = model.value?.winches ?? [];
  const slider = ({ target, index }: (typeof targets)[number]): VNode => (
    <TargetSlider key={target.name} target={target} index={index} />
  );
  const more = targets.filter(({ target }) => !target.main);
  return (
    <section class="steering" aria-label="Steering">
      <h2>By hand</h2>
      {winches.map((winch, i) => (
        <WinchSlider key={winch.name} winch={winch} index={i} />
      ))}
      {targets.filter(({ target }) => target.main).map(slider)}
      {(model.value?.hands ?? []).map((hand) => (
        <HandOrders key={hand.name} hand={hand} />
      ))}
      {(model.value?.lines ?? []).length === 0 ? null : (
        <details class="settings">
          <summary>Hook on and cast off ({model.value?.lines.length})</summary>
          {model.value?.lines.map((line) => (
            <Orders
              key={line}
              of={line}
              orders={[
                ['Hook on', { do: 'hook', line, hooked: true }],
                ['Cast off', { do: 'hook', line, hooked: false }],
              ]}
            />
          ))}
        </details>
      )}
      <ScriptOrders />
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
        Drag a body or a cable while it runs. A slider takes over from the file, smoothly. Both are booked as work, and
        all of it can be kept and played again (Results, Export). A gamepad leads crane and winch.
      </p>
    </section>
  );
}

/** The script: it can be held, and each of its orders can be given by hand. */
function ScriptOrders(): VNode | null {
  const orders = (model.value?.orders ?? []).map((order, index) => ({ ...order, index }));
  if (orders.length === 0) return null;
  const held = tick.value?.held ?? false;
  const phases = [...new Set(orders.map(({ phase }) => phase))];
  return (
    <details class="settings">
      <summary>Script ({orders.length})</summary>
      <button type="button" class="order" disabled={!live()} onClick={() => act({ do: 'script', held: !held })}>
        {held ? 'Let the script go on' : 'Hold the script'}
      </button>
      {phases.map((phase) => (
        <Orders
          key={phase}
          of={phase === '' ? 'script' : phase}
          orders={orders
            .filter((order) => order.phase === phase)
            .map(({ what, index }) => [what, { do: 'order', order: index }] as const)}
        />
      ))}
    </details>
  );
}

/** Orders to a deckhand, in the words of a script. */
function HandOrders({ hand }: { readonly hand: HandView }): VNode {
  const { name, speedIn, speedOut, strength } = hand;
  return (
    <Orders
      of={`deckhand ${name}`}
      orders={[
        ['Hold', { do: 'hand', hand: name, order: 'hold', target: 0 }],
        ['Haul', { do: 'hand', hand: name, order: 'speed', target: -0.5 * speedIn }],
        ['Pay out', { do: 'hand', hand: name, order: 'speed', target: 0.5 * speedOut }],
        ['Keep tight', { do: 'hand', hand: name, order: 'tension', target: 0.3 * strength }],
        ['Let go', { do: 'let go', hand: name }],
      ]}
    />
  );
}

function Orders({
  of,
  orders,
}: {
  readonly of: string;
  readonly orders: readonly (readonly [string, HandAct])[];
}): VNode {
  return (
    <fieldset class="orders">
      <legend>{of}</legend>
      {orders.map(([label, wanted]) => (
        <button
          key={label}
          type="button"
          class="order"
          disabled={!live()}
          aria-label={`${of}: ${label}`}
          onClick={() => act(wanted)}
        >
          {label}
        </button>
      ))}
    </fieldset>
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

/**
 * Speed by the slider; in the middle the brake holds. Shows the speed of the line, whatever the source of the order: user, script or
 * gamepad; after a user's order the ordered speed until it is reached.
 */
function WinchSlider({ winch, index }: { readonly winch: WinchView; readonly index: number }): VNode {
  const ordered = useSignal<number | undefined>(undefined);
  const state = tick.value?.winches[index];
  const { name, speedIn, speedOut } = winch;
  const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.01 * (speedIn + speedOut);
  const speed = state?.speed ?? 0;
  const reached = ordered.value !== undefined && near(speed, ordered.value);
  useEffect(() => {
    if (reached || !live()) ordered.value = undefined;
  }, [reached, live()]);
  const shown = ordered.value ?? speed;
  const tension = displayScale('N', state?.tension ?? 0);
  const wanted = near(shown, 0) ? 'brake' : `${formatNumber(Math.abs(shown), 2)} m/s ${shown > 0 ? 'out' : 'in'}`;
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
        value={shown}
        disabled={!live()}
        aria-label={`winch ${name}, speed out`}
        aria-valuetext={wanted}
        onInput={(event) => {
          const wish = Number(event.currentTarget.value);
          ordered.value = Math.abs(wish) < 0.03 * (speedIn + speedOut) ? 0 : wish;
          orderWinch(name, ordered.value);
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
