/** Results: one time bar for the picture, the plots and the tables. */
import { type Signal, signal } from '@preact/signals';
import type { VNode } from 'preact';
import { LivePlots } from '../panels/live-plots.tsx';
import { Timeline } from '../panels/timeline.tsx';
import { Splitter } from '../ui/splitter.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { View } from '../view/view.tsx';

type Tab = 'plots';
const right: Signal<number> = signal(42);
const chosen: Signal<Tab> = signal<Tab>('plots');
const TABS: readonly { readonly id: Tab; readonly title: string }[] = [{ id: 'plots', title: 'Plots' }];

export function ResultsScreen(): VNode {
  return (
    <>
      <main class="bench two" style={`--right:${right.value}rem`}>
        <View />
        <Splitter width={right} side="right" label="Width of the results" least={18} />
        <div class="results">
          <Tabs
            label="Results"
            prefix="results"
            tabs={TABS}
            chosen={chosen.value}
            onChoose={(id) => (chosen.value = id)}
          />
          <div class="panel" role="tabpanel" id="results-panel" aria-labelledby={`results-tab-${chosen.value}`}>
            <LivePlots />
          </div>
        </div>
      </main>
      <Timeline />
    </>
  );
}
