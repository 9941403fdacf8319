/* What the pages of the documentation do: menu on a phone, light or dark, search, moving pictures. Works from disk. */
(() => {
  const up = document.body.dataset.up;
  const menu = document.getElementById('menu');
  const menuButton = document.querySelector('.menu-button');
  menuButton.addEventListener('click', () =>
    menuButton.setAttribute('aria-expanded', String(menu.classList.toggle('open'))),
  );
  menu.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });

  document.querySelector('.theme').addEventListener('click', () => {
    const root = document.documentElement;
    const dark = root.dataset.theme
      ? root.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = dark ? 'light' : 'dark';
    try {
      localStorage.setItem('hawser-docs-theme', root.dataset.theme);
    } catch {
      /* a page from disk may have no storage: the choice holds for this page */
    }
  });

  for (const image of document.querySelectorAll('img[data-loop]')) {
    const still = image.src;
    const card = image.closest('.card');
    card.addEventListener('pointerenter', () => (image.src = image.dataset.loop));
    card.addEventListener('pointerleave', () => (image.src = still));
  }

  const input = document.querySelector('.search input');
  const results = document.getElementById('results');
  const script = (name) =>
    new Promise((done, fail) => {
      const element = document.createElement('script');
      element.src = `${up}/assets/${name}`;
      element.onload = done;
      element.onerror = fail;
      document.head.append(element);
    });
  let engine;
  const load = () => {
    engine ??= script('minisearch.js')
      .then(() => script('search-index.js'))
      .then(() => {
        const options = { fields: ['title', 'page', 'text'], storeFields: ['title', 'page', 'to', 'text'] };
        return window.MiniSearch.loadJSON(window.SEARCH_INDEX, options);
      });
    return engine;
  };
  const escaped = (text) =>
    text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);
  /** The words around the first hit, with the hit marked. */
  const excerpt = (text, terms) => {
    const at = terms.map((term) => text.toLowerCase().indexOf(term)).filter((i) => i >= 0);
    const from = Math.max(0, Math.min(...(at.length > 0 ? at : [0])) - 40);
    const words = escaped(`${from > 0 ? '…' : ''}${text.slice(from, from + 150)}…`);
    return terms.reduce(
      (all, term) => all.replace(new RegExp(`(${term.replace(/\W/g, '\\$&')})`, 'gi'), '<b>$1</b>'),
      words,
    );
  };
  /** Guides and reference before change log and list of claims. */
  const weight = (_id, _term, { to }) =>
    /^docs\/(guide|cli|api|studio)/.test(to) ? 2 : /^(CHANGELOG|CLAIMS|REFERENCES)|decisions/.test(to) ? 0.3 : 1;
  const show = async () => {
    const query = input.value.trim();
    if (query === '') {
      results.hidden = true;
      return;
    }
    const found = (await load())
      .search(query, {
        prefix: true,
        fuzzy: 0.15,
        boost: { title: 4, page: 2 },
        combineWith: 'AND',
        boostDocument: weight,
      })
      .slice(0, 12);
    if (input.value.trim() !== query) return;
    results.innerHTML =
      found.length === 0
        ? '<li><small>No page has these words.</small></li>'
        : found
            .map(
              (hit) =>
                `<li><a href="${up}/${hit.to}">${escaped(hit.title || hit.page)}<small>${escaped(hit.page)}: ${excerpt(hit.text, hit.terms)}</small></a></li>`,
            )
            .join('');
    results.hidden = false;
  };
  input.addEventListener('focus', () => void load());
  input.addEventListener('input', () => void show());
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && document.activeElement !== input && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      input.focus();
    }
    if (event.key === 'Escape') {
      results.hidden = true;
      input.blur();
    }
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !results.hidden) {
      const links = [...results.querySelectorAll('a')];
      const i = links.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1);
      (links[i] ?? input).focus();
      event.preventDefault();
    }
    if (event.key === 'Enter' && document.activeElement === input) results.querySelector('a')?.click();
  });
  document.addEventListener('click', (event) => {
    if (!event.target.closest('.search')) results.hidden = true;
  });
})();
