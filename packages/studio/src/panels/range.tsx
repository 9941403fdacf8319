/** Tension, curvature or twist along a cable: now, and the least and largest at every place. */
import { displayScale } from '@hawser/formats/report';
import { type Signal, signal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { cableRanges, RANGE_UNITS, type RangeQuantity, valuesAlong } from '../run/cable-range.ts';
import { clock, run, slowGrowth } from '../state.ts';
import type { ChartSpec } from './chart.ts';
import { ChartBox } from './chart-box.tsx';

const chosen: Signal<string> = signal('');
const quantity: Signal<RangeQuantity> = signal<RangeQuantity>('tension');
const QUANTITIES = Object.keys(RANGE_UNITS) as RangeQuantity[];

export function RangePanel(): VNode {
  const time = useSignal(0);
  useSignalEffect(() => {
    const now = clock.value;
    const show = (): void => {
      time.value = now.time;
    };
    now.listen(show);
    show();
    return () => now.leave(show);
  });
  const ranges = useComputed(() => {
    slowGrowth.value;
    return run.value === undefined ? [] : cableRanges(run.value, quantity.value);
  });
  const range = ranges.value.find(({ cable }) => cable === chosen.value) ?? ranges.value[0];
  const store = run.value;
  const offered = store === undefined ? [] : QUANTITIES.filter((each) => cableRanges(store, each).length > 0);
  if (store === undefined || range === undefined) {
    if (offered.length > 0) quantity.value = offered[0];
    return (
      <p class="empty">
        No tensions along cables or chains were recorded. Add <code>cable.hoist.range-*</code> or{' '}
        <code>chain.hoist.link-*</code>, with the name of yours, to output.channels and run again.
      </p>
    );
  }
  const now = valuesAlong(store, range, time.value);
  const all = range.along ?? { arc: [], min: [], max: [] };
  const largest = [...all.max, ...all.min, ...now.value].reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const { factor, unit } = displayScale(RANGE_UNITS[quantity.value], largest);
  const scaled = (values: ArrayLike<number>): number[] => Array.from(values, (value) => value * factor);
  const spec: ChartSpec = {
    curves: [
      { label: 'now', x: now.arc, y: scaled(now.value) },
      { label: 'largest', x: all.arc, y: scaled(all.max) },
      { label: 'least', x: all.arc, y: scaled(all.min) },
    ],
    xTitle: `from the start of ${range.cable} [m]`,
    yTitle: `${quantity.value} [${unit}]`,
  };
  return (
    <>
      <div class="form-row">
        <label class="picker">
          <span>cable or chain</span>
          <select value={range.cable} onChange={(event) => (chosen.value = event.currentTarget.value)}>
            {ranges.value.map(({ cable }) => (
              <option key={cable}>{cable}</option>
            ))}
          </select>
        </label>
        <label class="picker">
          <span>quantity</span>
          <select
            value={quantity.value}
            onChange={(event) => (quantity.value = event.currentTarget.value as RangeQuantity)}
          >
            {offered.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <ul class="legend">
          {spec.curves.map(({ label }, i) => (
            <li key={label} class="chip" style={`--curve:var(--series-${i + 1})`}>
              {label}
            </li>
          ))}
        </ul>
      </div>
      <ChartBox
        spec={spec}
        title={`${quantity.value[0].toUpperCase()}${quantity.value.slice(1)} along ${range.cable}`}
        fileName={`${store.fileStem}-${range.cable}-range`}
      />
    </>
  );
}
