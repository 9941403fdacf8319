/** The bar between two columns, moved with the pointer or the arrow keys. */
import type { Signal } from '@preact/signals';
import type { VNode } from 'preact';

export interface SplitterProps {
  /** [rem] width of the column on one side */
  readonly width: Signal<number>;
  /** which side the column is on */
  readonly side: 'left' | 'right';
  readonly label: string;
  readonly least?: number;
  readonly most?: number;
}

export function Splitter({ width, side, label, least = 12, most = 70 }: SplitterProps): VNode {
  const set = (rem: number): void => {
    width.value = Math.min(most, Math.max(least, rem));
  };
  const onMove = (event: PointerEvent): void => {
    const bar = event.currentTarget as HTMLElement;
    if (!bar.hasPointerCapture(event.pointerId)) return;
    const root = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const box = (bar.parentElement as HTMLElement).getBoundingClientRect();
    set((side === 'left' ? event.clientX - box.left : box.right - event.clientX) / root);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is no <hr>
    <div
      class="splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={Math.round(width.value)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        event.preventDefault();
      }}
      onPointerMove={onMove}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -1.5, ArrowRight: 1.5 }[event.key];
        if (by === undefined || event.shiftKey || event.ctrlKey) return;
        event.preventDefault();
        set(width.value + (side === 'left' ? by : -by));
      }}
    />
  );
}
