/** One channel against another: orbits, force against travel, hysteresis. */
import { firstAtLeast } from '@hawser/record';
import { type Signal, signal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { clock, slowGrowth, run } from '../state.ts';
import type { ChartSpec } from './chart.ts';
import { ChartBox } from './chart-box.tsx';
import { ColumnPicker } from './column-picker.tsx';

const chosen: Signal<readonly [string, string]> = signal(['', '']);
const square: Signal<boolean> = signal(false);

export function XyPanel(): VNode {
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
  useSignalEffect(() => {
    const store = run.value;
    if (store === undefined || (store.has(chosen.peek()[0]) && store.has(chosen.peek()[1]))) return;
    const positions = store.columns.filter(({ unit, range }) => unit === 'm' && range !== null && range[1] > range[0]);
    const first = positions.find(({ component }) => component === 'x') ?? positions[0] ?? store.columns[0];
    const second =
      positions.find(({ channel, component }) => channel === first?.channel && component === 'z') ??
      positions[1] ??
      first;
    chosen.value = [first?.name ?? '', second?.name ?? ''];
    square.value = first?.unit === 'm' && second?.unit === 'm';
  });
  const spec = useComputed((): ChartSpec | undefined => {
    slowGrowth.value;
    const store = run.value;
    const [x, y] = chosen.value;
    if (store === undefined || !store.has(x) || !store.has(y)) return undefined;
    const unit = (name: string): string => store.column(name)?.unit || '–';
    const { times, values } = store.series(x);
    return {
      curves: [{ label: y, x: values, y: store.series(y).values }],
      xTitle: `${x} [${unit(x)}]`,
      yTitle: `${y} [${unit(y)}]`,
      square: square.value,
      mark: Math.min(times.length - 1, firstAtLeast(times, time.value)),
    };
  });
  const [x, y] = chosen.value;
  return (
    <>
      <div class="form-row">
        <ColumnPicker label="x" value={x} onPick={(name) => (chosen.value = [name, y])} />
        <ColumnPicker label="y" value={y} onPick={(name) => (chosen.value = [x, name])} />
        <label class="option">
          <input
            type="checkbox"
            checked={square.value}
            onChange={(event) => (square.value = event.currentTarget.checked)}
          />
          equal scales
        </label>
      </div>
      {spec.value === undefined ? (
        <p class="empty">Choose two channels.</p>
      ) : (
        <ChartBox spec={spec.value} title={`${y} against ${x}`} fileName={`${run.value?.fileStem}-xy`} />
      )}
    </>
  );
}
