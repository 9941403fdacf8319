/** Tension along a cable: now, and its least and largest at every place. */
import { type Signal, signal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { cableRanges, tensionsAt } from '../run/cable-range.ts';
import { clock, run, slowGrowth } from '../state.ts';
import type { ChartSpec } from './chart.ts';
import { ChartBox } from './chart-box.tsx';

const chosen: Signal<string> = signal('');

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
    return run.value === undefined ? [] : cableRanges(run.value);
  });
  const range = ranges.value.find(({ cable }) => cable === chosen.value) ?? ranges.value[0];
  const store = run.value;
  if (store === undefined || range === undefined) {
    return (
      <p class="empty">
        No tensions along cables were recorded. Add <code>cable.*.element-*</code> with the name of a cable to
        output.channels, such as <code>cable.hoist.element-*</code>, and run again.
      </p>
    );
  }
  const spec: ChartSpec = {
    curves: [
      { label: 'now', x: range.along, y: tensionsAt(store, range, time.value) },
      { label: 'largest', x: range.along, y: range.largest },
      { label: 'least', x: range.along, y: range.least },
    ],
    xTitle: 'along the cable [m]',
    yTitle: 'tension [N]',
  };
  return (
    <>
      <div class="form-row">
        <label class="picker">
          <span>cable</span>
          <select value={range.cable} onChange={(event) => (chosen.value = event.currentTarget.value)}>
            {ranges.value.map(({ cable }) => (
              <option key={cable}>{cable}</option>
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
        title={`Tension along ${range.cable}`}
        fileName={`${store.fileStem}-${range.cable}-range`}
      />
    </>
  );
}
