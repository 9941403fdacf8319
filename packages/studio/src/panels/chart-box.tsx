/** A chart on the page, redrawn when its data, its size or the theme changes. */
import { download, framedPlot, onTheme, seriesColour } from '@hawser/viewer';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../ui/icon.tsx';
import { type ChartSpec, drawChart } from './chart.ts';

export interface ChartBoxProps {
  readonly spec: ChartSpec;
  readonly title: string;
  readonly fileName: string;
}

export function ChartBox({ spec, title, fileName }: ChartBoxProps): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef(spec);
  latest.current = spec;
  useEffect(() => {
    if (canvas.current !== null) drawChart(canvas.current, spec);
  }, [spec]);
  useEffect(() => {
    const target = canvas.current;
    if (target === null) return undefined;
    const redraw = (): void => drawChart(target, latest.current);
    const observer = new ResizeObserver(redraw);
    observer.observe(target);
    const off = onTheme(redraw);
    return () => {
      observer.disconnect();
      off();
    };
  }, []);
  const save = (): void => {
    if (canvas.current === null) return;
    const names = spec.curves.map(({ label }, i) => ({ label, colour: seriesColour(i) }));
    framedPlot(canvas.current, title, names).toBlob((blob) => {
      if (blob !== null) download(`${fileName}.png`, blob);
    }, 'image/png');
  };
  return (
    <figure class="chart">
      <figcaption class="plot-head">
        <span class="plot-title">{title}</span>
        <span class="spring" />
        <Button icon="image" label="Save the chart as PNG" onClick={save} />
      </figcaption>
      <canvas ref={canvas} role="img" aria-label={`Chart: ${title}; ${spec.yTitle} over ${spec.xTitle}`} />
    </figure>
  );
}
