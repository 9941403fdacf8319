/** The shipped scenarios, and the gallery of them as it stands in the page before the program runs. */
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { smallPicture } from './small-picture.ts';
import { byTheme } from './themes.ts';

export interface ShippedFolder {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** scenario.yaml */
  readonly text: string;
  /** SVG, or empty */
  readonly picture: string;
  /** SVG that moves, or empty */
  readonly loop: string;
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
        .filter((file) => file.isFile() && file.name !== 'scenario.yaml' && !/\.(svg|md|png|mjs)$/.test(file.name))
        .map((file) => file.name);
      const text = fs.readFileSync(path.join(folder, 'scenario.yaml'), 'utf8');
      const { title = name, description = '' } = parse(text) as { title?: string; description?: string };
      const svg = path.join(folder, 'thumbnail.svg');
      const picture = fs.existsSync(svg) ? smallPicture(fs.readFileSync(svg, 'utf8')) : '';
      const moving = path.join(folder, 'loop.svg');
      const loop = fs.existsSync(moving) ? fs.readFileSync(moving, 'utf8') : '';
      return { id: name, title, description: description.trim(), text, picture, loop, others };
    });
}

/** A link opens its scenario as soon as the program runs, so that nothing is lost by clicking early. */
export function gallery(scenarios: readonly ShippedFolder[]): string {
  const card = ({ id, title, description }: ShippedFolder): string => {
    const text = `<span class="card-text"><b>${escaped(title)}</b><span class="soft">${escaped(shortened(description))}</span></span>`;
    return `<li><a class="card" data-scenario="${id}" href="#scenario=${id}"><span class="no-picture"></span>${text}</a></li>`;
  };
  const groups = byTheme(scenarios).map(
    ([theme, own]) =>
      `<section aria-label="${theme}" data-theme-name="${theme}"><h3 class="theme">${theme}</h3>` +
      `<ul class="cards">${own.map(card).join('')}</ul></section>`,
  );
  return (
    '<header class="top"><span class="mark"></span><h1>hawser studio</h1></header><div class="screen">' +
    '<main class="start"><div class="start-inner"><div class="open-bar"><p>Drop a scenario, a mesh, or the folder of a run anywhere on this page</p></div>' +
    '<div class="gallery-head"><h2>Scenarios</h2><input type="search" class="filter" placeholder="Search, such as: chain" ' +
    'aria-label="Search the scenarios"></div>' +
    `${groups.join('')}</div></main></div>`
  );
}

/** As much as a card shows: it has three lines. */
function shortened(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, 160).replace(/\s+\S*$/, '')}…`;
}

/** Texts and files of all scenarios, for a part of the page. */
export function contents(scenarios: readonly ShippedFolder[], folder: string): string {
  const parts = scenarios.map(({ id, text, others }) => {
    const files = others.map((name) => {
      const bytes = fs.readFileSync(path.join(folder, id, name));
      const content = bytes.toString('utf8');
      if (Buffer.from(content).equals(bytes)) return [name, content];
      throw new Error(`scenarios/${id}/${name}: expected text, found bytes that are none; the gallery takes texts only`);
    });
    return [id, { 'scenario.yaml': text, ...Object.fromEntries(files) }];
  });
  return JSON.stringify(Object.fromEntries(parts));
}

/** Pictures by scenario, for a part of the page. */
export function pictures(scenarios: readonly ShippedFolder[]): string {
  return JSON.stringify(Object.fromEntries(scenarios.map(({ id, picture }) => [id, picture])));
}

/** Moving pictures by scenario, for a part of the page. */
export function loops(scenarios: readonly ShippedFolder[]): string {
  return JSON.stringify(Object.fromEntries(scenarios.filter(({ loop }) => loop !== '').map(({ id, loop }) => [id, loop])));
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
