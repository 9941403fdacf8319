/** Results: one time bar for the picture, the plots and the tables. */
import { type Signal, signal } from '@preact/signals';
import type { VNode } from 'preact';
import { ComparePanel } from '../panels/compare.tsx';
import { EventsPanel } from '../panels/events.tsx';
import { ExportPanel } from '../panels/export-panel.tsx';
import { Inspector } from '../panels/inspector.tsx';
import { LivePlots } from '../panels/live-plots.tsx';
import { Meters } from '../panels/meters.tsx';
import { OperationPanel } from '../panels/operation.tsx';
import { RangePanel } from '../panels/range.tsx';
import { SpectrumPanel } from '../panels/spectrum-panel.tsx';
import { StatisticsPanel } from '../panels/statistics.tsx';
import { Timeline } from '../panels/timeline.tsx';
import { XyPanel } from '../panels/xy.tsx';
import { growth, run } from '../state.ts';
import { Splitter } from '../ui/splitter.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { View } from '../view/view.tsx';

type Tab =
  | 'operation'
  | 'plots'
  | 'range'
  | 'xy'
  | 'spectrum'
  | 'statistics'
  | 'events'
  | 'object'
  | 'compare'
  | 'run'
  | 'export';
const right: Signal<number> = signal(44);
const chosen: Signal<Tab> = signal<Tab>('plots');
const PANELS: Readonly<Record<Tab, () => VNode>> = {
  operation: OperationPanel,
  plots: LivePlots,
  range: RangePanel,
  xy: XyPanel,
  spectrum: SpectrumPanel,
  statistics: StatisticsPanel,
  events: EventsPanel,
  object: Inspector,
  compare: ComparePanel,
  run: Meters,
  export: ExportPanel,
};

export function ResultsScreen(): VNode {
  growth.value;
  const count = run.value?.events.filter(({ kind }) => kind !== 'contact-end').length ?? 0; // a contact is one row
  const hasCables = run.value?.channels.some(({ name }) => /^(?:cable|chain)\./.test(name)) ?? false;
  const tabs: readonly { readonly id: Tab; readonly title: string; readonly badge?: string }[] = [
    ...(run.value?.operation === undefined ? [] : [{ id: 'operation' as const, title: 'Operation' }]),
    { id: 'plots', title: 'Plots' },
    ...(hasCables ? [{ id: 'range' as const, title: 'Range' }] : []),
    { id: 'xy', title: 'XY' },
    { id: 'spectrum', title: 'Spectrum' },
    { id: 'statistics', title: 'Statistics' },
    { id: 'events', title: 'Events', ...(count > 0 ? { badge: String(count) } : {}) },
    { id: 'object', title: 'Object' },
    { id: 'compare', title: 'Compare' },
    { id: 'run', title: 'Run' },
    { id: 'export', title: 'Export' },
  ];
  const shown = tabs.some(({ id }) => id === chosen.value) ? chosen.value : 'plots'; // another run may have had more to show
  const Panel = PANELS[shown];
  return (
    <>
      <main class="bench two" style={`--right:${right.value}rem`}>
        <View />
        <Splitter width={right} side="right" label="Width of the results" least={18} />
        <div class="results">
          <Tabs label="Results" prefix="results" tabs={tabs} chosen={shown} onChoose={(id) => (chosen.value = id)} />
          <div
            class="panel"
            role="tabpanel"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls must be reached by keys
            tabIndex={0}
            id="results-panel"
            aria-labelledby={`results-tab-${shown}`}
          >
            <Panel />
          </div>
        </div>
      </main>
      <Timeline />
    </>
  );
}
