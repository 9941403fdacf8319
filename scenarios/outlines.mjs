// Makes a picture of many bodies small: outlines only, corners at least 2 px apart, half pixels.
//   node scenarios/outlines.mjs thumbnail.svg
import { readFileSync, writeFileSync } from 'node:fs';

const file = process.argv[2];
const APART = 2; // [px]
const half = (x) => Math.round(2 * x) / 2;

function thin(path) {
  const kept = [];
  for (const [, x, y] of path.matchAll(/[ML]([-\d.]+) ([-\d.]+)/g)) {
    const [u, v] = [half(+x), half(+y)];
    const last = kept.at(-1);
    if (last === undefined || Math.hypot(u - last[0], v - last[1]) >= APART) kept.push([u, v]);
  }
  return `M${kept.map(([u, v]) => `${u} ${v}`).join('L')}${path.endsWith('Z') ? 'Z' : ''}`;
}

const svg = readFileSync(file, 'utf8').replace(/<path d="([^"]*)"([^>]*)\/>/g, (whole, path, rest) => {
  if (rest.includes('stroke-width=".7"')) return ''; // edges within an outline
  return path.indexOf('M', 1) < 0 ? `<path d="${thin(path)}"${rest}/>` : whole;
});
writeFileSync(file, svg);
