/** Light or dark: the system's setting, until the reader changes it. */

const KEY = 'hawser-theme';
const listeners = new Set<() => void>();

export function startTheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  apply(stored() ?? (system.matches ? 'dark' : 'light'));
  system.addEventListener('change', () => {
    if (stored() === undefined) apply(system.matches ? 'dark' : 'light');
  });
}

export function toggleTheme(): void {
  const next = isDark() ? 'light' : 'dark';
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // a browser without storage for local files: the choice lasts for the page
  }
  apply(next);
}

export function isDark(): boolean {
  return document.documentElement.dataset.theme === 'dark';
}

/** Adds a listener; returns a function that removes it. */
export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A colour of the style sheet, such as `--ink`. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Colours of curves and paths, in order; distinguishable with all common kinds of colour vision. */
export function seriesColour(index: number): string {
  return colour(`--series-${(index % 8) + 1}`);
}

function stored(): 'light' | 'dark' | undefined {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'light' || value === 'dark' ? value : undefined;
  } catch {
    return undefined;
  }
}

function apply(theme: 'light' | 'dark'): void {
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}
