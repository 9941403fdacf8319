/** The pages of the site: menu, contents of the page, search index, gallery, source files that pages link to. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import MiniSearch from 'minisearch';
import { galleryPage } from './gallery.mjs';
import { makeRenderer, parts, read } from './markdown.mjs';
import { address, sections } from './pages.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const IMAGES = /\.(svg|png|jpe?g|webp|gif)$/;
/** Text files shown as pages of their own; longer ones are copied. [characters] */
const SHOWN = 200_000;

const escaped = (text) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

/** Writes the whole site into the folder `out` (emptied before) and returns how many pages and copied files it has. */
export async function buildSite(root, out) {
  fs.rmSync(out, { recursive: true, force: true });
  fs.mkdirSync(path.join(out, 'assets'), { recursive: true });
  const menu = sections(root);
  const files = new Set(menu.flatMap((section) => section.files));
  const { render, colour } = await makeRenderer();
  const sources = new Set();
  const copies = new Set();
  const entries = [];
  const titles = new Map();
  const bodies = new Map();

  /** A link written in `file`, for the page at `from`. */
  const follow = (file, from) => (href) => {
    if (!href || /^([a-z][a-z0-9+.-]*:|#|\/\/)/i.test(href)) return href;
    const [target, hash] = href.split('#');
    let found = path.posix.normalize(path.posix.join(path.posix.dirname(file), decodeURI(target)));
    if (found.startsWith('..')) return href;
    found = found.replace(/\/$/, '');
    const full = path.join(root, found);
    if (!fs.existsSync(full)) return href;
    let to = found;
    if (fs.statSync(full).isDirectory()) {
      const index = path.posix.join(found, 'README.md');
      if (!files.has(index)) return href;
      to = address(index);
    } else if (files.has(found)) to = address(found);
    else if (IMAGES.test(found) || fs.statSync(full).size > SHOWN) copies.add(found);
    else {
      sources.add(found);
      to = `${found}.html`;
    }
    return path.posix.relative(path.posix.dirname(from), to) + (hash === undefined ? '' : `#${hash}`);
  };

  for (const file of files) {
    const to = address(file);
    const text = read(root, file);
    const { html, headings } = render(text, follow(file, to));
    titles.set(file, headings[0]?.title ?? file);
    bodies.set(file, { html, headings });
    for (const part of parts(text, headings)) {
      if (part.text === '' && part.id !== '') continue;
      entries.push({
        id: entries.length,
        page: titles.get(file),
        title: part.title,
        text: part.text,
        to: part.id === '' ? to : `${to}#${part.id}`,
      });
    }
  }
  const gallery = galleryPage(root, follow('scenarios/README.md', 'scenarios/index.html'));
  if (gallery !== undefined) bodies.set('scenarios/README.md', { ...bodies.get('scenarios/README.md'), html: gallery });

  const write = (to, text) => {
    fs.mkdirSync(path.dirname(path.join(out, to)), { recursive: true });
    fs.writeFileSync(path.join(out, to), text);
  };
  const page = (to, title, html, headings, current) => {
    const up = path.posix.relative(path.posix.dirname(to), '.') || '.';
    const items = menu
      .map((section) => {
        const links = section.files
          .map((file) => {
            const here = file === current;
            return `<li><a href="${up}/${address(file)}"${here ? ' aria-current="page"' : ''}>${escaped(titles.get(file))}</a></li>`;
          })
          .join('');
        const extra =
          section.title === 'Reference' ? `<li><a href="${up}/library/index.html">Types of the library</a></li>` : '';
        const open = section.files.includes(current) || section.title === 'Start' || section.title === 'Guides';
        return `<details${open ? ' open' : ''}><summary>${section.title}</summary><ul>${links}${extra}</ul></details>`;
      })
      .join('\n');
    const contents = headings
      .filter((heading) => heading.level === 2)
      .map((heading) => `<li><a href="#${heading.id}">${escaped(heading.title)}</a></li>`)
      .join('');
    write(
      to,
      template
        .replaceAll('{{up}}', up)
        .replace('{{title}}', () => escaped(title === 'hawser' ? 'hawser' : `${title} · hawser`))
        .replace('{{menu}}', () => items)
        .replace('{{contents}}', () =>
          contents === ''
            ? ''
            : `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${contents}</ul></nav>`,
        )
        .replace('{{body}}', () => html),
    );
  };
  const template = fs.readFileSync(path.join(here, 'page.html'), 'utf8');
  for (const [file, { html, headings }] of bodies) page(address(file), titles.get(file), html, headings, file);
  for (const file of sources) {
    const text = read(root, file);
    const shown = colour(text, path.extname(file).slice(1));
    page(`${file}.html`, file, `<h1>${escaped(file)}</h1>${shown}`, [], undefined);
  }
  for (const file of copies) {
    fs.mkdirSync(path.dirname(path.join(out, file)), { recursive: true });
    fs.copyFileSync(path.join(root, file), path.join(out, file));
  }
  const studio = path.join(root, 'packages/studio/dist/index.html');
  if (fs.existsSync(studio))
    fs.cpSync(path.dirname(studio), path.join(out, 'studio'), {
      recursive: true,
      filter: (name) => !/types|tsbuildinfo/.test(name),
    });

  // the index is a script: a page from disk may load scripts, and nothing else
  const search = new MiniSearch({ fields: ['title', 'page', 'text'], storeFields: ['title', 'page', 'to', 'text'] });
  search.addAll(entries.map((entry) => ({ ...entry, text: entry.text.slice(0, 4000) })));
  write('assets/search-index.js', `window.SEARCH_INDEX = ${JSON.stringify(JSON.stringify(search))};\n`);
  fs.copyFileSync(
    createRequire(import.meta.url)
      .resolve('minisearch')
      .replace(/dist\/.*$/, 'dist/umd/index.js'),
    path.join(out, 'assets/minisearch.js'),
  );
  for (const name of ['site.css', 'site.js']) fs.copyFileSync(path.join(here, name), path.join(out, 'assets', name));
  return { pages: bodies.size + sources.size, copied: copies.size };
}
