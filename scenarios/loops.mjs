// Moving pictures of the gallery: short loops of drawings, as the still pictures are.
//   node scenarios/loops.mjs RUN-FOLDER...    a run folder is called like its scenario; writes scenarios/NAME/loop.svg
// A loop is a few drawings, one shown after the other. What several of them have in common stands in the file once.
import fs from 'node:fs';
import path from 'node:path';
import { linksOf, renderThumbnailSvg } from '@hawser/formats';
import { runnerImport } from 'vite';
import { loadRun } from '../packages/cli/dist/run-data.js';

const [PICTURES, EACH] = [8, 0.5]; // [s]
/** [bytes] a larger loop is drawn again without edges inside outlines and what is small: all of them stand in the studio's one page */
const LARGE = 40_000;
/** [units, half a pixel of a card] width and height together */
const SMALL = 20;
/** the part of a run that shows what it is about; default: all of it */
const PARTS = {
  'launch-recovery': [0.2, 0.36],
  'launch-recovery-irregular': [0.2, 0.36],
  'launch-recovery-sea-state-3': [0.2, 0.36],
  'rov-launch': [0.1, 0.5],
  'davit-launch': [0.1, 0.7],
  'snap-back': [0.72, 0.93],
};
const { smallPicture } = (await runnerImport(path.join(import.meta.dirname, '../packages/studio/build/small-picture.ts'))).module;

for (const folder of process.argv.slice(2)) {
  const name = path.basename(path.resolve(folder));
  const pictures = await drawings(folder, PARTS[name] ?? [0, 1]);
  let svg = moving(pictures);
  if (svg.length > LARGE) svg = moving(pictures.map((elements) => elements.filter(isLarge)));
  fs.writeFileSync(path.join(import.meta.dirname, name, 'loop.svg'), svg);
  console.log(`${name}: ${svg.length} bytes`);
}

/** The elements of each picture. */
async function drawings(folder, [from, to]) {
  const { recording, frames, scenery, manifest } = await loadRun(folder);
  const end = frames.time.at(-1) ?? 0;
  return Array.from({ length: PICTURES }, (_, i) => {
    const svg = renderThumbnailSvg(recording, frames, scenery, {
      time: end * (from + ((to - from) * i) / (PICTURES - 1)),
      links: linksOf(manifest.scenario.resolved),
      ...(manifest.sea && { water: manifest.sea.level }),
    });
    const elements = smallPicture(svg).match(/<(?:path|rect)[^>]*\/>/g) ?? [];
    return elements.filter((element) => !element.includes('stroke="#d9622b" stroke-width="1.6"')); // where the way itself is seen, it need not be drawn
  });
}

function isLarge(element) {
  if (element.startsWith('<rect')) return true;
  if (element.includes('stroke-width=".7"')) return false;
  if (!element.includes('fill="#')) return true;
  let [x, y, left, right, low, high] = [0, 0, Infinity, -Infinity, Infinity, -Infinity];
  for (const [, u, v] of (/d="([^"z]*)/.exec(element)?.[1] ?? '').matchAll(/(-?\d+) ?(-?\d+)/g)) {
    [x, y] = [x + Number(u), y + Number(v)];
    [left, right, low, high] = [Math.min(left, x), Math.max(right, x), Math.min(low, y), Math.max(high, y)];
  }
  return right - left + high - low >= SMALL;
}

/** Elements that begin or end all pictures are drawn once; others that come back are named. */
function moving(pictures) {
  const same = (k) => pictures.every((picture) => picture.at(k) === pictures[0].at(k));
  const least = Math.min(...pictures.map(({ length }) => length));
  let [first, last] = [0, 0];
  while (first < least && same(first)) first++;
  while (last < least - first && same(-1 - last)) last++;
  const below = pictures[0].slice(0, first);
  const above = last === 0 ? [] : pictures[0].slice(-last);
  const inner = pictures.map((picture) => picture.slice(first, picture.length - last));
  const uses = new Map();
  for (const element of inner.flat()) uses.set(element, (uses.get(element) ?? 0) + 1);
  const named = [...uses].filter(([element, count]) => count > 1 && element.length > 24).map(([element]) => element);
  const names = new Map(named.map((element, i) => [element, i.toString(36)]));
  const shared = named.map((element) => element.replace(/^<\w+/, `$& id="${names.get(element)}"`)).join('');
  const drawn = (element) => (names.has(element) ? `<use href="#${names.get(element)}"/>` : element);
  const steps = inner.map((elements, i) => `<g style="animation-delay:${(EACH * i).toFixed(1)}s">${elements.map(drawn).join('')}</g>`);
  const share = (100 / PICTURES).toFixed(3);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 320" stroke-linejoin="round" stroke-linecap="round">' +
    `<style>g{visibility:hidden;animation:s ${(EACH * PICTURES).toFixed(1)}s infinite}@keyframes s{0%{visibility:visible}${share}%{visibility:hidden}}</style>` +
    `<defs>${shared}</defs>${below.join('')}${steps.join('')}${above.join('')}</svg>\n`
  );
}
