// Draws docs/images/hertz-patches.svg: Roy 2007, fig. 3.10, with our volumes and Hertz constants (docs/theory/cables.md).
//   npx tsc -b && node docs/images/hertz-patches.mjs
import { writeFileSync } from 'node:fs';
import { hertzCrossedCylinders } from '../../validation/dist/reference/hertz.js';
import { makeSkewOverlap, skewCylinders, skewProjectedArea } from '../../validation/dist/reference/skew-cylinders.js';

const ANGLES = [15, 30, 45, 60, 75, 90]; // [deg] between the axes
const DEEPEST = 0.5; // radii
const POISSON = 0.5;
const overlap = makeSkewOverlap();

/** Patch of the volume model, cut half way (Roy's fig. 3.8), and Hertz' under the force E V/(2 r) of the volume; r = E = 1. */
function patches(depth, degrees) {
  const alpha = (degrees * Math.PI) / 180;
  const sine = Math.sin(alpha);
  skewCylinders(overlap, 1, 1, 2 - depth, sine);
  const { a, b } = hertzCrossedCylinders(1, 1, alpha, 0.5 * overlap.volume, 2 * (1 - POISSON * POISSON));
  return { volume: skewProjectedArea(1, 1, 2 - 0.5 * depth, sine), hertz: Math.PI * a * b, whole: Math.PI / sine };
}

const COLOURS = ['#1b4965', '#2a9d8f', '#8ab17d', '#e9c46a', '#f4a261', '#d1495b'];
const [WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM] = [720, 340, 60, 34, 16, 46];

function panel(x0, title, low, high, every, value) {
  const w = WIDTH / 2 - LEFT - RIGHT;
  const h = HEIGHT - TOP - BOTTOM;
  const px = (depth) => (x0 + LEFT + (w * depth) / DEEPEST).toFixed(1);
  const py = (y) => (TOP + (h * (high - Math.min(high, Math.max(low, y)))) / (high - low)).toFixed(1);
  const out = [`<text x="${x0 + LEFT}" y="20" font-weight="600">${title}</text>`];
  for (let y = low; y <= high + 1e-9; y += every) {
    const line = Math.abs(y) < 1e-9 ? '#333' : '#ddd';
    out.push(`<path d="M${px(0)} ${py(y)}H${px(DEEPEST)}" stroke="${line}"/>`);
    out.push(`<text x="${x0 + LEFT - 6}" y="${+py(y) + 4}" text-anchor="end">${y}</text>`);
  }
  for (let depth = 0; depth <= DEEPEST + 1e-9; depth += 0.1) {
    out.push(`<path d="M${px(depth)} ${TOP}V${TOP + h}" stroke="#ddd"/>`);
    out.push(`<text x="${px(depth)}" y="${TOP + h + 16}" text-anchor="middle">${depth.toFixed(1)}</text>`);
  }
  out.push(`<text x="${x0 + LEFT + w / 2}" y="${HEIGHT - 8}" text-anchor="middle">depth over radius</text>`);
  ANGLES.forEach((degrees, k) => {
    const points = Array.from({ length: 101 }, (_, i) => {
      const depth = 0.004 + ((DEEPEST - 0.004) * i) / 100;
      return `${px(depth)} ${py(value(patches(depth, degrees)))}`;
    });
    out.push(`<path d="M${points.join('L')}" fill="none" stroke="${COLOURS[k]}" stroke-width="1.8"/>`);
  });
  return out.join('\n');
}

const legend = ANGLES.map((degrees, k) => {
  const y = TOP + 16 + 16 * k;
  return `<path d="M${LEFT + 12} ${y}h18" stroke="${COLOURS[k]}" stroke-width="2.4"/><text x="${LEFT + 36}" y="${y + 4}">${degrees}°</text>`;
}).join('\n');

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" fill="#222" role="img" aria-label="Contact patches of crossed cables: volume model against Hertz">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${panel(0, 'Hertz less volume, % of π r²/sin α', -6, 14, 2, ({ volume, hertz, whole }) => (100 * (hertz - volume)) / whole)}
${panel(WIDTH / 2, 'Hertz over volume', 0, 1.6, 0.2, ({ volume, hertz }) => hertz / volume).replaceAll(/>(\d\.\d{2,})</g, (_, y) => `>${(+y).toFixed(1)}<`)}
${legend}
</svg>
`;
writeFileSync(new URL('hertz-patches.svg', import.meta.url), svg);
for (const degrees of [15, 45, 90]) {
  const row = [0.05, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5].map((depth) => {
    const { volume, hertz, whole } = patches(depth, degrees);
    return `${depth}: ${((100 * (hertz - volume)) / whole).toFixed(2)} %, ${(hertz / volume).toFixed(3)}`;
  });
  console.log(`${degrees} deg  ${row.join('  ')}`);
}
