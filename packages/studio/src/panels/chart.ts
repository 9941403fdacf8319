/** Curves over anything but time: x against y, amplitude against frequency. Drawn on a canvas, in the page's colours. */
import { formatNumber, tickTexts } from '@hawser/formats/report';
import { colour, seriesColour } from '@hawser/viewer';

export interface ChartCurve {
  readonly label: string;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}

export interface ChartSpec {
  readonly curves: readonly ChartCurve[];
  readonly xTitle: string;
  readonly yTitle: string;
  readonly logX?: boolean;
  readonly logY?: boolean;
  /** the same length for a unit of x and of y */
  readonly square?: boolean;
  /** a point to mark: index into the first curve */
  readonly mark?: number;
}

interface Axis {
  readonly low: number;
  readonly high: number;
  readonly log: boolean;
}

const MARGIN = { left: 64, right: 16, top: 10, bottom: 42 } as const;

export function drawChart(canvas: HTMLCanvasElement, spec: ChartSpec): void {
  const ratio = Math.min(2, devicePixelRatio);
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
  const pen = canvas.getContext('2d');
  if (pen === null || width === 0) return;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  const inner = { width: width - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom };
  let x = axisOf(
    spec.curves.map((curve) => curve.x),
    spec.logX ?? false,
  );
  let y = axisOf(
    spec.curves.map((curve) => curve.y),
    spec.logY ?? false,
  );
  if (spec.square) [x, y] = squared(x, y, inner.width / inner.height);
  const px = (value: number): number => MARGIN.left + inner.width * share(x, value);
  const py = (value: number): number => MARGIN.top + inner.height * (1 - share(y, value));
  drawGrid(pen, x, y, px, py, width, height, spec);
  pen.save();
  pen.beginPath();
  pen.rect(MARGIN.left, MARGIN.top, inner.width, inner.height);
  pen.clip();
  spec.curves.forEach((curve, i) => {
    pen.strokeStyle = seriesColour(i);
    pen.lineWidth = 1.5;
    pen.beginPath();
    let drawing = false;
    for (let k = 0; k < curve.x.length; k++) {
      const [a, b] = [px(curve.x[k]), py(curve.y[k])];
      if (!Number.isFinite(a) || !Number.isFinite(b)) drawing = false;
      else if (drawing) pen.lineTo(a, b);
      else {
        pen.moveTo(a, b);
        drawing = true;
      }
    }
    pen.stroke();
  });
  const first = spec.curves[0];
  if (spec.mark !== undefined && first !== undefined && spec.mark < first.x.length) {
    pen.fillStyle = colour('--signal');
    pen.beginPath();
    pen.arc(px(first.x[spec.mark]), py(first.y[spec.mark]), 5, 0, 2 * Math.PI);
    pen.fill();
  }
  pen.restore();
}

function drawGrid(
  pen: CanvasRenderingContext2D,
  x: Axis,
  y: Axis,
  px: (value: number) => number,
  py: (value: number) => number,
  width: number,
  height: number,
  { xTitle, yTitle }: ChartSpec,
): void {
  pen.font = '12px system-ui, sans-serif';
  pen.strokeStyle = colour('--plot-grid');
  pen.fillStyle = colour('--soft');
  pen.lineWidth = 1;
  pen.textAlign = 'center';
  pen.textBaseline = 'top';
  for (const [value, text] of labelled(x)) {
    line(pen, px(value), MARGIN.top, px(value), height - MARGIN.bottom);
    pen.fillText(text, px(value), height - MARGIN.bottom + 5);
  }
  pen.fillText(xTitle, MARGIN.left + (width - MARGIN.left - MARGIN.right) / 2, height - 18);
  pen.textAlign = 'right';
  pen.textBaseline = 'middle';
  for (const [value, text] of labelled(y)) {
    line(pen, MARGIN.left, py(value), width - MARGIN.right, py(value));
    pen.fillText(text, MARGIN.left - 6, py(value));
  }
  pen.save();
  pen.translate(12, MARGIN.top + (height - MARGIN.top - MARGIN.bottom) / 2);
  pen.rotate(-Math.PI / 2);
  pen.textAlign = 'center';
  pen.fillText(yTitle, 0, 0);
  pen.restore();
}

function line(pen: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  pen.beginPath();
  pen.moveTo(x0, y0);
  pen.lineTo(x1, y1);
  pen.stroke();
}

function share({ low, high, log }: Axis, value: number): number {
  if (log) return (Math.log10(value) - Math.log10(low)) / (Math.log10(high) - Math.log10(low));
  return (value - low) / (high - low);
}

function axisOf(lists: readonly ArrayLike<number>[], log: boolean): Axis {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) {
      if (!Number.isFinite(list[i]) || (log && !(list[i] > 0))) continue;
      low = Math.min(low, list[i]);
      high = Math.max(high, list[i]);
    }
  }
  if (!(low <= high)) return { low: log ? 0.1 : 0, high: 1, log };
  if (log) return { low: Math.max(low, high * 1e-8), high: high > low ? high * 1.3 : high * 10, log };
  const air = high > low ? 0.05 * (high - low) : Math.max(1e-12, 0.1 * Math.abs(high));
  return { low: low - air, high: high + air, log };
}

function squared(x: Axis, y: Axis, aspect: number): [Axis, Axis] {
  const [wide, tall] = [x.high - x.low, y.high - y.low];
  const scale = Math.max(wide / aspect, tall);
  const grown = (axis: Axis, size: number): Axis => {
    const middle = (axis.low + axis.high) / 2;
    return { ...axis, low: middle - size / 2, high: middle + size / 2 };
  };
  return [grown(x, scale * aspect), grown(y, scale)];
}

/** Ticks with the numbers beside them. */
function labelled(axis: Axis): (readonly [number, string])[] {
  const values = ticks(axis);
  const texts = axis.log ? values.map((value) => formatNumber(value, 1)) : tickTexts(values);
  return values.map((value, i) => [value, texts[i]]);
}

/** About six round values. */
function ticks({ low, high, log }: Axis): number[] {
  const found: number[] = [];
  if (log) {
    for (let power = Math.ceil(Math.log10(low)); power <= Math.log10(high); power++) found.push(10 ** power);
    return found;
  }
  const raw = (high - low) / 6;
  const power = 10 ** Math.floor(Math.log10(raw));
  const digit = raw / power;
  const step = power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
  for (let value = Math.ceil(low / step) * step; value <= high; value += step)
    found.push(Math.abs(value) < 1e-9 * step ? 0 : value);
  return found;
}
