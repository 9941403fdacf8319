// Draws a figure of a page as SVG: panels side by side, each with axes, curves, points and a legend.
//   writeFigure('friction.svg', 'What the figure shows', [panel, ...])
//   panel: { title, x: axis, y: axis, curves: [{ label, points: [[x, y], ...], dash?, dots?, colour? }], notes?: [{ at: [x, y], text, anchor? }] }
//   axis:  { label, from, to, step, log? }   from, to: in the unit of the label; step: between ticks, a factor with `log`
import { writeFileSync } from 'node:fs';

// Okabe and Ito 2008: readers who are colour-blind tell these apart; dashes do the same in print
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#8a6d00', '#56b4e9', '#555555'];
const [WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM] = [380, 290, 58, 30, 16, 44]; // [px] of a panel and of its margins

const escape = (text) => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const scaleOf = ({ from, to, log }, low, high) => {
  const f = log ? Math.log : (v) => v;
  return (v) => low + ((high - low) * (f(v) - f(from))) / (f(to) - f(from));
};

function ticksOf({ from, to, step, log }) {
  const out = [];
  if (log) for (let v = from; v <= to * 1.0001; v *= step) out.push(v);
  else for (let i = 0; from + i * step <= to + 1e-9 * Math.abs(step); i++) out.push(from + i * step);
  return out;
}

function tickText(value, { step, log }) {
  if (log) return value >= 0.01 && value < 1e4 ? String(Number(value.toPrecision(3))) : value.toExponential(0).replace('+', '');
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const rounded = digits > 0 && Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) > 1e-9 ? digits + 1 : digits;
  return (Math.abs(value) < 1e-12 ? 0 : value).toFixed(rounded);
}

function panelSvg({ title, x, y, curves, notes = [] }, at) {
  const [left, right, top, bottom] = [at + LEFT, at + WIDTH - RIGHT, TOP, HEIGHT - BOTTOM];
  const px = scaleOf(x, left, right);
  const py = scaleOf(y, bottom, top);
  const id = `clip${at}`;
  const out = [`<text x="${left}" y="18" font-weight="600">${escape(title)}</text>`];
  for (const v of ticksOf(y)) {
    const place = py(v).toFixed(1);
    out.push(`<path d="M${left} ${place}H${right}" stroke="#ddd"/>`);
    out.push(`<text x="${left - 6}" y="${place}" dy="0.35em" text-anchor="end">${tickText(v, y)}</text>`);
  }
  for (const v of ticksOf(x)) {
    const place = px(v).toFixed(1);
    out.push(`<path d="M${place} ${top}V${bottom}" stroke="#ddd"/>`);
    out.push(`<text x="${place}" y="${bottom + 16}" text-anchor="middle">${tickText(v, x)}</text>`);
  }
  out.push(`<text x="${(left + right) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${escape(x.label)}</text>`);
  out.push(
    `<text transform="translate(${at + 13} ${(top + bottom) / 2}) rotate(-90)" text-anchor="middle">${escape(y.label)}</text>`,
  );
  out.push(`<clipPath id="${id}"><rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"/></clipPath>`);
  out.push(`<g clip-path="url(#${id})">`);
  curves.forEach(({ points, dash = '', dots = false, width = 1.8, colour: c }, k) => {
    const colour = COLOURS[(c ?? k) % COLOURS.length];
    const inside = points.filter(([a, b]) => Number.isFinite(a) && Number.isFinite(b) && (!x.log || a > 0) && (!y.log || b > 0));
    const places = inside.map(([a, b]) => [px(a).toFixed(1), py(b).toFixed(1)]);
    if (dots) for (const [a, b] of places) out.push(`<circle cx="${a}" cy="${b}" r="3" fill="${colour}"/>`);
    else out.push(`<path d="M${places.map((p) => p.join(' ')).join('L')}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-dasharray="${dash}"/>`);
  });
  out.push('</g>', `<path d="M${left} ${top}V${bottom}H${right}" fill="none" stroke="#333"/>`);
  for (const { at: [a, b], text, anchor = 'start' } of notes) {
    out.push(`<text x="${px(a).toFixed(1)}" y="${py(b).toFixed(1)}" text-anchor="${anchor}">${escape(text)}</text>`);
  }
  return out.join('\n');
}

/** Names of the curves of a panel, under it: lines or dots in their colours. */
function legendSvg({ curves }, at, y0) {
  return curves
    .map(({ label, dash = '', dots = false, colour: c }, k) => {
      if (label === undefined) return '';
      const colour = COLOURS[(c ?? k) % COLOURS.length];
      const y = y0 + 16 * k;
      const mark = dots
        ? `<circle cx="${at + LEFT + 9}" cy="${y}" r="3" fill="${colour}"/>`
        : `<path d="M${at + LEFT} ${y}h18" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}"/>`;
      return `${mark}<text x="${at + LEFT + 26}" y="${y}" dy="0.35em">${escape(label)}</text>`;
    })
    .join('\n');
}

export function writeFigure(file, about, panels) {
  const rows = Math.max(...panels.map(({ curves }) => curves.filter(({ label }) => label !== undefined).length));
  const height = HEIGHT + 6 + 16 * rows;
  const width = WIDTH * panels.length;
  const body = panels.map((panel, i) => `${panelSvg(panel, i * WIDTH)}\n${legendSvg(panel, i * WIDTH, HEIGHT + 6)}`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#222" role="img" aria-label="${escape(about)}">
<rect width="${width}" height="${height}" fill="#fff"/>
${body.join('\n')}
</svg>
`;
  writeFileSync(new URL(file, import.meta.url), svg);
}
