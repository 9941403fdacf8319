/** Plots of the run on the page; they grow with it. */
import { defaultPlots, holdersOf } from '@hawser/formats/report';
import { PlotStack } from '@hawser/viewer';
import { effect } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Curves } from '../run/curves.ts';
import { clock, growth, run } from '../state.ts';

/** What was plotted last, by title of the scenario: a new run of it shows the same. */
const remembered = new Map<string, readonly (readonly string[])[]>();

export function LivePlots(): VNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let stack: PlotStack | undefined;
    let rows = 0;
    let ended = false;
    const remember = (): void => {
      const title = run.peek()?.title;
      if (stack !== undefined && title !== undefined && stack.shown.length > 0) remembered.set(title, stack.shown);
    };
    const stopStack = effect(() => {
      const store = run.value;
      const now = clock.value;
      remember();
      stack?.destroy();
      stack?.element.remove();
      stack = undefined;
      rows = 0;
      if (store === undefined) return;
      now.listen(grow);
      grow();
      return () => now.leave(grow);
    });
    function grow(): void {
      const store = run.peek();
      if (store === undefined) return;
      if (stack === undefined) {
        if (store.rows < 3) return; // not enough data to choose plots
        stack = new PlotStack(
          new Curves(store),
          clock.peek(),
          remembered.get(store.title) ?? defaultPlots(store.columns, holdersOf(store.facts.resolved)),
        );
        box.current?.append(stack.element);
        rows = store.rows;
      }
    }
    const stopGrowth = effect(() => {
      growth.value;
      grow();
      const store = run.peek();
      if (stack === undefined || store === undefined) return;
      const over = store.end !== undefined; // peaks between rows are known from then on
      if (store.rows === rows && over === ended) return;
      rows = store.rows;
      ended = over;
      stack.refresh();
    });
    return () => {
      remember();
      stopGrowth();
      stopStack();
      stack?.destroy();
    };
  }, []);
  return <div class="live-plots" ref={box} />;
}
