/** State of a computation: pace, steps, energy. */
import { displayScale, formatAmong, formatNumber } from '@hawser/formats/report';
import type { VNode } from 'preact';
import { firstPotential, run, runState, tick } from '../state.ts';
import { LiveVerdict } from './operation.tsx';

/** the first and the last are what came in, those between where it is */
const LEDGER: readonly (readonly ['initial' | 'kinetic' | 'potential' | 'elastic' | 'dissipated' | 'work', string])[] =
  [
    ['initial', 'at the start'],
    ['kinetic', 'kinetic'],
    ['potential', 'potential, since the start'],
    ['elastic', 'elastic'],
    ['dissipated', 'dissipated'],
    ['work', 'work put in'],
  ];

export function Meters(): VNode {
  const now = tick.value;
  const end = run.value?.end;
  const state = {
    none: 'No run yet',
    loading: 'Building the model',
    running: 'Computing',
    paused: 'Paused',
    done: end === undefined ? 'Over' : words(end.status),
  }[runState.value];
  return (
    <section class="meters" aria-label="Computation">
      <p class={`state state-${runState.value}${end?.status === 'failed' ? ' failed' : ''}`} role="status">
        <strong>{state}</strong>
        {end === undefined ? null : (
          <span class="soft">
            {end.summary.cpuSeconds === undefined ? '' : `computed in ${formatNumber(end.summary.cpuSeconds, 3)} s, `}
            state {end.summary.hash}
          </span>
        )}
      </p>
      <LiveVerdict />
      <dl class="gauges">
        <Gauge
          name="real-time ratio"
          value={now === undefined || now.ratio === 0 ? '–' : `${formatNumber(now.ratio, 3)} ×`}
        />
        <Gauge name="step" value={now === undefined ? '–' : `${formatNumber(1000 * now.step, 3)} ms`} />
        <Gauge name="iterations" value={now === undefined ? '–' : String(now.iterations)} />
        <Gauge name="contacts" value={now === undefined ? '–' : String(now.contacts)} />
        <Gauge name="steps" value={now === undefined ? '–' : String(now.steps)} />
        <Gauge name="rejected" value={now === undefined ? '–' : String(now.rejected)} />
      </dl>
      <Ledger />
      {(end?.warnings ?? []).map((warning) => (
        <p key={warning} class="warning">
          {warning}
        </p>
      ))}
    </section>
  );
}

function words(status: string): string {
  return { complete: 'Complete', interrupted: 'Ended early', failed: 'Failed' }[status] ?? status;
}

function Gauge({ name, value }: { readonly name: string; readonly value: string }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Ledger(): VNode | null {
  const found = tick.value?.energy ?? run.value?.end?.summary.energy;
  if (found === undefined) return null;
  const store = run.value;
  // the zero of potential energy is arbitrary: show its change
  const start =
    store?.has('energy.potential') === true ? store.series('energy.potential').values[0] : firstPotential.value;
  const zero = start ?? found.potential;
  const energy = { ...found, potential: found.potential - zero, initial: found.initial - zero };
  const largest = Math.max(1e-12, ...LEDGER.map(([key]) => Math.abs(energy[key])));
  const { factor, unit } = displayScale('J', largest);
  return (
    <table class="data ledger">
      <caption>Energy ledger</caption>
      <tbody>
        {LEDGER.map(([key, title]) => (
          <tr key={key}>
            <th scope="row">{title}</th>
            <td class="bar-cell">
              <span
                class={`bar bar-${key}${energy[key] < 0 ? ' negative' : ''}`}
                style={`width:${(100 * Math.abs(energy[key])) / largest}%`}
              />
            </td>
            <td class="n">
              {formatAmong(factor * energy[key], factor * largest)} {unit}
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">unexplained</th>
          <td class="bar-cell" />
          <td class="n">{formatNumber(energy.imbalance, 2)} J</td>
        </tr>
      </tbody>
    </table>
  );
}
