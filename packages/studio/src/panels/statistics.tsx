/** Extremes and means of every column over an interval; every extreme is a link to its time. */
import { displayScale, formatAmong } from '@hawser/formats/report';
import { type ColumnSummary, summariseColumn, widened } from '@hawser/record';
import { type Signal, signal, useComputed } from '@preact/signals';
import { Fragment, type VNode } from 'preact';
import { slowGrowth, run, selection } from '../state.ts';
import { jumpTo } from './jump.ts';

const filter: Signal<string> = signal('');
const from: Signal<number | undefined> = signal(undefined);
const to: Signal<number | undefined> = signal(undefined);
const steady: Signal<boolean> = signal(false);
/** Rows shown at once; the filter finds the rest. */
const MOST = 300;

interface Row extends ColumnSummary {
  readonly name: string;
}

export function StatisticsPanel(): VNode {
  const rows = useComputed((): readonly Row[] => {
    slowGrowth.value;
    const store = run.value;
    if (store === undefined) return [];
    const first = from.value ?? Number.NEGATIVE_INFINITY;
    const last = to.value ?? Number.POSITIVE_INFINITY;
    const { time } = store;
    let [start, end] = [0, time.length];
    while (start < end && time[start] < first) start++;
    while (end > start && time[end - 1] > last) end--;
    const part = time.subarray(start, end);
    return store.columns.map(({ name, unit }) => {
      const values = store.series(name).values.subarray(start, end) as Float64Array;
      const rows = summariseColumn(part, values, unit);
      return { name, ...widened(rows, store.end?.extremes?.[name], first, last) };
    });
  });
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = selection.value?.name.toLowerCase();
  const fitting = rows.value.filter(
    ({ name, min, max }) =>
      (steady.value || min !== max) &&
      (words.length > 0 ? words.every((word) => name.toLowerCase().includes(word)) : true),
  );
  const sorted =
    chosen === undefined ? fitting : [...fitting].sort((a, b) => rank(b.name, chosen) - rank(a.name, chosen));
  return (
    <>
      <div class="form-row">
        <input
          type="search"
          class="filter"
          placeholder="Filter"
          aria-label="Filter statistics"
          value={filter.value}
          onInput={(event) => (filter.value = event.currentTarget.value)}
        />
        <TimeField label="from" value={from} />
        <TimeField label="to" value={to} />
        <label class="option">
          <input
            type="checkbox"
            checked={steady.value}
            onChange={(event) => (steady.value = event.currentTarget.checked)}
          />
          constant channels too
        </label>
      </div>
      <div class="scroll">
        <table class="data stats">
          <thead>
            <tr>
              <th scope="col">channel</th>
              <th scope="col">unit</th>
              <th scope="col" class="n">
                min
              </th>
              <th scope="col" class="n">
                at
              </th>
              <th scope="col" class="n">
                max
              </th>
              <th scope="col" class="n">
                at
              </th>
              <th scope="col" class="n">
                mean
              </th>
              <th scope="col" class="n">
                deviation
              </th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, MOST).map((row) => (
              <StatisticsRow key={row.name} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      <p class="soft small">
        {sorted.length > MOST
          ? `${MOST} of ${sorted.length} columns shown; filter for the others.`
          : `${sorted.length} of ${rows.value.length} columns.`}
      </p>
    </>
  );
}

function StatisticsRow({ row }: { readonly row: Row }): VNode {
  const { name, unit, min, minTime, max, maxTime, mean, rms } = row;
  const size = Math.max(Math.abs(min ?? 0), Math.abs(max ?? 0));
  const scale = displayScale(unit, size);
  const shown = (value: number | null): string =>
    value === null ? '–' : formatAmong(value * scale.factor, size * scale.factor);
  const deviation = mean === null || rms === null ? null : Math.sqrt(Math.max(0, rms * rms - mean * mean));
  return (
    <tr>
      <th scope="row">{breakable(name)}</th>
      <td class="u">{scale.unit}</td>
      <td class="n">{shown(min)}</td>
      <td class="n">
        <Jump time={minTime} what={`minimum of ${name}`} />
      </td>
      <td class="n">{shown(max)}</td>
      <td class="n">
        <Jump time={maxTime} what={`maximum of ${name}`} />
      </td>
      <td class="n">{shown(mean)}</td>
      <td class="n">{shown(deviation)}</td>
    </tr>
  );
}

/** A name that may be broken after its dots. */
function breakable(name: string): VNode[] {
  return name.split(/(?<=[.~])/).map((part, i) => (
    <Fragment key={`${i} ${part}`}>
      {i > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
}

function rank(name: string, chosen: string): number {
  return name.toLowerCase().includes(chosen) ? 1 : 0;
}

export function Jump({ time, what }: { readonly time: number | null; readonly what: string }): VNode {
  if (time === null) return <>–</>;
  return (
    <button
      type="button"
      class="jump link"
      aria-label={`${time.toFixed(2)} s, go to ${what}`}
      onClick={() => jumpTo(time)}
    >
      {time.toFixed(2)} s
    </button>
  );
}

function TimeField({ label, value }: { readonly label: string; readonly value: Signal<number | undefined> }): VNode {
  return (
    <label class="picker narrow">
      <span>{label} [s]</span>
      <input
        type="number"
        step="any"
        value={value.value}
        onInput={(event) => {
          const typed = event.currentTarget.valueAsNumber;
          value.value = Number.isFinite(typed) ? typed : undefined;
        }}
      />
    </label>
  );
}
