/** Mouse and touch input on a plot. */
import type uPlot from 'uplot';

export interface PointerActions {
  readonly go: (time: number) => void;
  readonly zoom: (range: readonly [number, number] | undefined) => void;
  readonly bounds: readonly [number, number];
}

/** A click goes to an instant, a finger drags it along, a double click shows all, Ctrl and the wheel zooms. */
export function listenToPointer(plot: uPlot, { go, zoom, bounds }: PointerActions): void {
  const { over } = plot;
  const timeAt = (event: MouseEvent): number => plot.posToVal(event.clientX - over.getBoundingClientRect().left, 'x');
  let downAt = Number.NaN;
  over.addEventListener('pointerdown', (event) => {
    downAt = event.clientX;
  });
  over.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'touch' && event.isPrimary) go(timeAt(event));
  });
  over.addEventListener('click', (event) => {
    if (Math.abs(event.clientX - downAt) < 4) go(timeAt(event));
  });
  over.addEventListener('dblclick', () => zoom(undefined));
  over.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.shiftKey) return;
      event.preventDefault();
      const { min, max } = plot.scales.x;
      if (min === undefined || max === undefined || min === null || max === null) return;
      const centre = timeAt(event);
      const factor = 1.0015 ** (event.deltaY || event.deltaX);
      const from = Math.max(bounds[0], centre - (centre - min) * factor);
      const to = Math.min(bounds[1], centre + (max - centre) * factor);
      zoom(from <= bounds[0] && to >= bounds[1] ? undefined : [from, to]);
    },
    { passive: false },
  );
}
