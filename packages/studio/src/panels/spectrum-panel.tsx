/** Spectrum of a channel. */
import { formatNumber } from '@hawser/formats/report';
import { type Signal, signal, useComputed, useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { spectrumOf } from '../run/spectrum.ts';
import { slowGrowth, run } from '../state.ts';
import type { ChartSpec } from './chart.ts';
import { ChartBox } from './chart-box.tsx';
import { ColumnPicker } from './column-picker.tsx';

type Kind = 'amplitude' | 'density';
const column: Signal<string> = signal('');
const kind: Signal<Kind> = signal<Kind>('amplitude');
const segments: Signal<number> = signal(3);
const log: Signal<boolean> = signal(false);

export function SpectrumPanel(): VNode {
  useSignalEffect(() => {
    const store = run.value;
    if (store === undefined || store.has(column.peek())) return;
    const moving = store.columns.filter(({ range }) => range !== null && range[1] > range[0]);
    column.value = (moving.find(({ name }) => name.endsWith('.position.z')) ?? moving[0])?.name ?? '';
  });
  const found = useComputed(() => {
    slowGrowth.value;
    const store = run.value;
    if (store === undefined || !store.has(column.value)) return undefined;
    const { times, values } = store.series(column.value);
    return spectrumOf(times, values, segments.value);
  });
  const spec = useComputed((): ChartSpec | undefined => {
    const spectrum = found.value;
    if (spectrum === undefined) return undefined;
    const unit = run.value?.column(column.value)?.unit || '–';
    return {
      curves: [{ label: column.value, x: spectrum.frequency.subarray(1), y: spectrum[kind.value].subarray(1) }],
      xTitle: 'frequency [Hz]',
      yTitle: kind.value === 'amplitude' ? `amplitude [${unit}]` : `power density [${unit}²/Hz]`,
      logX: log.value,
      logY: log.value,
    };
  });
  return (
    <>
      <div class="form-row">
        <ColumnPicker label="channel" value={column.value} onPick={(name) => (column.value = name)} />
        <label class="picker narrow">
          <span>shown</span>
          <select value={kind.value} onChange={(event) => (kind.value = event.currentTarget.value as Kind)}>
            <option value="amplitude">amplitude</option>
            <option value="density">power density</option>
          </select>
        </label>
        <label class="picker narrow">
          <span>segments</span>
          <select value={segments.value} onChange={(event) => (segments.value = Number(event.currentTarget.value))}>
            {[1, 3, 7, 15].map((count) => (
              <option key={count}>{count}</option>
            ))}
          </select>
        </label>
        <label class="option">
          <input type="checkbox" checked={log.value} onChange={(event) => (log.value = event.currentTarget.checked)} />
          logarithmic
        </label>
      </div>
      {spec.value === undefined ? (
        <p class="empty">Choose a channel with at least eight rows a segment.</p>
      ) : (
        <>
          <ChartBox
            spec={spec.value}
            title={`Spectrum of ${column.value}`}
            fileName={`${run.value?.fileStem}-spectrum`}
          />
          <p class="soft small">{peakText(found.value)} Hann window, half overlapping segments, mean taken off each.</p>
        </>
      )}
    </>
  );
}

function peakText(spectrum: ReturnType<typeof spectrumOf>): string {
  if (spectrum === undefined) return '';
  const { frequency, amplitude } = spectrum;
  let best = 1;
  for (let k = 1; k < amplitude.length; k++) if (amplitude[k] > amplitude[best]) best = k;
  const f = frequency[best];
  return `Peak at ${formatNumber(f, 3)} Hz (period ${formatNumber(1 / f, 3)} s), bins of ${formatNumber(frequency[1], 2)} Hz.`;
}
