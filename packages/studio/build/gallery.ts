/** The shipped scenarios, and the gallery of them as it stands in the page before the program runs. */
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { smallPicture } from './small-picture.ts';

export interface ShippedFolder {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** scenario.yaml */
  readonly text: string;
  /** SVG, or empty */
  readonly picture: string;
  /** names of the other files */
  readonly others: readonly string[];
}

export function shippedFolders(scenarios: string): ShippedFolder[] {
  return fs
    .readdirSync(scenarios, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && fs.existsSync(path.join(scenarios, entry.name, 'scenario.yaml')))
    .map(({ name }) => {
      const folder = path.join(scenarios, name);
      const others = fs
        .readdirSync(folder, { withFileTypes: true })
        .filter((file) => file.isFile() && file.name !== 'scenario.yaml' && !/\.(svg|md|png)$/.test(file.name))
        .map((file) => file.name);
      const text = fs.readFileSync(path.join(folder, 'scenario.yaml'), 'utf8');
      const { title = name, description = '' } = parse(text) as { title?: string; description?: string };
      const svg = path.join(folder, 'thumbnail.svg');
      const picture = fs.existsSync(svg) ? smallPicture(fs.readFileSync(svg, 'utf8')) : '';
      return { id: name, title, description: description.trim(), text, picture, others };
    });
}

/** A link opens its scenario as soon as the program runs, so that nothing is lost by clicking early. */
export function gallery(scenarios: readonly ShippedFolder[]): string {
  const cards = scenarios.map(({ id, title, description, picture }) => {
    const image =
      picture === '' ? '<span class="no-picture"></span>' : `<img alt="" src="data:image/svg+xml;utf8,${inUrl(picture)}">`;
    const text = `<span class="card-text"><b>${escaped(title)}</b><span class="soft">${escaped(description)}</span></span>`;
    return `<li><a class="card" data-scenario="${id}" href="#scenario=${id}">${image}${text}</a></li>`;
  });
  return (
    '<header class="top"><span class="mark"></span><h1>hawser studio</h1></header><div class="screen">' +
    '<main class="start"><div class="start-inner"><div class="open-bar"><p>Starting…</p></div><h2>Scenarios</h2>' +
    `<ul class="cards">${cards.join('')}</ul></div></main></div>`
  );
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}

/** What an address in double quotes cannot hold. */
function inUrl(svg: string): string {
  return svg.replace(/"/g, "'").replace(/[%#<>]/g, (character) => encodeURIComponent(character));
}
