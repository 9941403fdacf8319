/** The gallery: the table of scenarios/README.md as cards, with moving pictures where a scenario has one. */
import fs from 'node:fs';
import path from 'node:path';
import { read } from './markdown.mjs';

const ROW = /^\| !\[\]\(([^/]+)\/thumbnail\.svg\) \| \*\*\[([^\]]+)\]\(([^)]+)\)\*\* (.*?) \| `([^`]+)` \|$/gm;

/** HTML of the gallery, or undefined where the table is not written as expected. */
export function galleryPage(root, follow) {
  const rows = [...read(root, 'scenarios/README.md').matchAll(ROW)];
  if (rows.length === 0) return undefined;
  const studio = fs.existsSync(path.join(root, 'packages/studio/dist/index.html'));
  const cards = rows.map(([, folder, title, file, text, command]) => {
    const still = follow(`${folder}/thumbnail.svg`);
    const moving = fs.existsSync(path.join(root, 'scenarios', folder, 'loop.svg'))
      ? follow(`${folder}/loop.svg`)
      : undefined;
    const open = studio ? `<a href="../studio/index.html#scenario=${folder}">open in the studio</a>` : '';
    return `<li class="card"><img src="${still}"${moving ? ` data-loop="${moving}"` : ''} alt="" loading="lazy">
<h2><a href="${follow(file)}">${title}</a></h2><p>${text}</p><code>${command}</code>${open}</li>`;
  });
  return `<h1>Scenarios</h1><p>Systems to open first. Each is one file that explains itself: run it, open the report, change a number, run it again.
Point at a picture to see it move.</p><ul class="cards">${cards.join('\n')}</ul>`;
}
