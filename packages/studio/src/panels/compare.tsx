/** Comparison with another run: a ghost in the picture, largest differences, difference plots. */
import { displayScale, formatNumber } from '@hawser/formats/report';
import { readStream } from '@hawser/record';
import { PlotStack } from '@hawser/viewer';
import { type Signal, signal, useComputed, useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { keptRun, type RecentRun, recentRuns } from '../files/keep.ts';
import { openRunFolder } from '../files/run-folder.ts';
import { Difference, deviations } from '../run/difference.ts';
import { RunStore } from '../run/run-store.ts';
import { clock, slowGrowth, other, run } from '../state.ts';
import { Button } from '../ui/icon.tsx';
import { ColumnPicker } from './column-picker.tsx';
import { Jump } from './statistics.tsx';

const column: Signal<string> = signal('');
const MOST = 40;

export function ComparePanel(): VNode {
  const recent = useSignal<readonly RecentRun[]>([]);
  const folder = useRef<HTMLInputElement>(null);
  useEffect(() => void recentRuns().then((runs) => (recent.value = runs)), [slowGrowth.value]);
  const open = async (id: number): Promise<void> => {
    const kept = await keptRun(id);
    if (kept === undefined) return;
    const contents = readStream(new Uint8Array(await kept.stream.arrayBuffer()));
    other.value = RunStore.loaded(kept.facts, kept.scene, contents, kept.end);
  };
  return (
    <>
      <div class="form-row">
        <label class="picker">
          <span>compare with</span>
          <select id="compare-with" value="" onChange={(event) => void open(Number(event.currentTarget.value))}>
            <option value="" disabled>
              {other.value === undefined ? 'a recent run' : other.value.title}
            </option>
            {recent.value.map(({ id, title, started }) => (
              <option key={id} value={id}>{`${title}, ${new Date(started).toLocaleString()}`}</option>
            ))}
          </select>
        </label>
        <input
          type="file"
          hidden
          ref={(element) => {
            folder.current = element;
            element?.setAttribute('webkitdirectory', '');
          }}
          onChange={() => {
            const files = [...(folder.current?.files ?? [])].map((file) => ({ name: file.name, file }));
            if (files.length > 0) void openRunFolder(files, true);
          }}
        />
        <Button icon="folder" label="A folder… of a run to compare with" onClick={() => folder.current?.click()}>
          A folder…
        </Button>
        {other.value === undefined ? null : (
          <Button icon="close" label="Stop comparing" onClick={() => (other.value = undefined)}>
            Stop
          </Button>
        )}
      </div>
      {other.value === undefined || run.value === undefined ? (
        <p class="empty">Runs that this browser has kept are listed; the other run is drawn as a ghost.</p>
      ) : (
        <Compared own={run.value} beside={other.value} />
      )}
    </>
  );
}

function Compared({ own, beside }: { readonly own: RunStore; readonly beside: RunStore }): VNode {
  const rows = useComputed(() => {
    slowGrowth.value;
    return deviations(own, beside);
  });
  const name = own.has(column.value) && beside.has(column.value) ? column.value : rows.value[0]?.name;
  const same = own.end?.summary.hash !== undefined && own.end.summary.hash === beside.end?.summary.hash;
  return (
    <>
      <p class={same ? 'verdict-same' : 'soft'}>
        {same
          ? 'Both runs ended in the same state, bit for bit.'
          : `${rows.value.length} of ${own.columns.length} columns differ.`}
      </p>
      {rows.value.length === 0 ? null : (
        <>
          <ColumnPicker label="channel" value={name ?? ''} onPick={(next) => (column.value = next)} />
          {name === undefined ? null : <DifferencePlots key={name} own={own} beside={beside} name={name} />}
          <div class="scroll">
            <table class="data" id="differences">
              <thead>
                <tr>
                  <th scope="col">channel</th>
                  <th scope="col" class="n">
                    largest difference
                  </th>
                  <th scope="col" class="n">
                    of its range
                  </th>
                  <th scope="col" class="n">
                    at
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.value.slice(0, MOST).map((row) => {
                  const scale = displayScale(row.unit, Math.abs(row.largest));
                  return (
                    <tr key={row.name}>
                      <th scope="row">
                        <button type="button" class="link" onClick={() => (column.value = row.name)}>
                          {row.name}
                        </button>
                      </th>
                      <td class="n">
                        {formatNumber(row.largest * scale.factor, 3)} {scale.unit}
                      </td>
                      <td class="n">{formatNumber(100 * row.share, 2)} %</td>
                      <td class="n">
                        <Jump time={row.time} what={row.name} />
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        </>
      )}
    </>
  );
}

function DifferencePlots({
  own,
  beside,
  name,
}: {
  readonly own: RunStore;
  readonly beside: RunStore;
  readonly name: string;
}): VNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const stack = new PlotStack(new Difference(own, beside), clock.peek(), Difference.plotsOf(name));
    box.current?.append(stack.element);
    return () => {
      stack.destroy();
      stack.element.remove();
    };
  }, [own, beside, name]);
  return <div ref={box} />;
}
