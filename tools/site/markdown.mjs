/** Markdown to HTML: links between pages become links between their addresses, code is coloured, headings have anchors. */
import fs from 'node:fs';
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import anchor from 'markdown-it-anchor';
import { createHighlighter } from 'shiki';

const LANGUAGES = ['yaml', 'sh', 'js', 'ts', 'json', 'python', 'sql', 'html', 'dockerfile'];
const NAMES = { bash: 'sh', shell: 'sh', mjs: 'js', javascript: 'js', typescript: 'ts', py: 'python', yml: 'yaml' };
const THEMES = { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' };

/** The anchor of a heading, spelled as code hosts spell it: links written for them work here. */
export function slug(text) {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

export async function makeRenderer() {
  const highlighter = await createHighlighter({ langs: LANGUAGES, themes: Object.values(THEMES) });
  const markdown = new MarkdownIt({ html: true, highlight: (code, language) => colour(code, language) });
  const colour = (code, language) => {
    const lang = NAMES[language] ?? language;
    if (!LANGUAGES.includes(lang)) return `<pre tabindex="0"><code>${markdown.utils.escapeHtml(code)}</code></pre>`;
    return highlighter.codeToHtml(code.replace(/\n$/, ''), { lang, themes: THEMES, defaultColor: false });
  };
  markdown.use(anchor, { slugify: slug, tabIndex: false });
  const { rules } = markdown.renderer;
  // wide tables scroll by themselves, not the page
  rules.table_open = (tokens, i) =>
    `<div class="table" tabindex="0" role="region" aria-label="${tokens[i].meta}"><table>\n`;
  rules.table_close = () => '</table></div>\n';

  /** @param follow turns a link written in `file` into one of the site */
  const render = (text, follow) => {
    const tokens = markdown.parse(text, {});
    const headings = [];
    let tables = 0;
    for (const [i, token] of tokens.entries()) {
      // a heading cell without words is none; what scrolls has a name of its own
      if (token.type === 'th_open' && tokens[i + 1].content === '') token.tag = tokens[i + 2].tag = 'td';
      if (token.type === 'table_open') token.meta = `Table ${++tables}`;
      if (token.type === 'heading_open') {
        const title = plain(tokens[i + 1]);
        headings.push({ level: Number(token.tag.slice(1)), id: token.attrGet('id'), title });
      }
      for (const child of token.children ?? []) {
        if (child.type === 'link_open') child.attrSet('href', follow(child.attrGet('href')));
        if (child.type === 'image') {
          child.attrSet('src', follow(child.attrGet('src')));
          child.attrSet('loading', 'lazy');
        }
      }
    }
    return { html: markdown.renderer.render(tokens, markdown.options, {}), headings };
  };
  return { render, colour };
}

/** What a heading says, without its marks. */
function plain(inline) {
  return inline.children
    .filter((token) => token.type === 'text' || token.type === 'code_inline')
    .map((token) => token.content)
    .join('');
}

/** The words of each heading's part of a page, for the search: [{ id, title, text }]. */
export function parts(text, headings) {
  const found = [{ id: '', title: headings[0]?.title ?? '', text: '' }];
  let next = 0;
  let fenced = false;
  for (const line of text.split('\n')) {
    if (/^\s*```/.test(line)) fenced = !fenced;
    if (!fenced && /^#{1,6} /.test(line) && next < headings.length) {
      const heading = headings[next++];
      if (heading.level > 1) found.push({ id: heading.id, title: heading.title, text: '' });
      continue;
    }
    found[found.length - 1].text += `${line}\n`;
  }
  return found.map((part) => ({
    ...part,
    text: part.text
      .replace(/\]\([^)]*\)|[#*`|<>[\]!-]+|:?-{3,}/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  }));
}

export function read(root, file) {
  return fs.readFileSync(path.join(root, file), 'utf8');
}
