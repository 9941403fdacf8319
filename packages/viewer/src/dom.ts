/** Small helpers to make elements. */

export type Child = Node | string | null | undefined;
type Handler = (event: Event) => void;
export type Attributes = Readonly<Record<string, string | number | boolean | Handler | undefined>>;

/** An element: attributes by name, `on…` handlers as functions; false and undefined leave an attribute out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (name === 'style')
      element.style.cssText = String(value); // the page's policy takes no style attributes
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children) if (child !== null && child !== undefined) element.append(child);
  return element;
}

/** The element with this id, which the page is known to have. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element #${id}; it was not made by buildReport`);
  return element;
}

const PATHS = {
  play: 'M8 5v14l11-7z',
  pause: 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z',
  back: 'M6 5h2.5v14H6zM18.5 5v14L9.5 12z',
  forward: 'M15.5 5H18v14h-2.5zM5.5 5v14l9-7z',
  start: 'M5 5h2.5v14H5zM13 5v14l-6-7zM20 5v14l-6-7z',
  fit: 'M4 9V4h5v2H6v3zM15 4h5v5h-2V6h-3zM18 15h2v5h-5v-2h3zM6 15v3h3v2H4v-5z',
  axes: 'M11 3h2v10.2l6.6 3.8-1 1.7L12 15l-6.6 3.7-1-1.7L11 13.2z',
  image: 'M4 5h16v14H4zm2 2v8.6l3.6-3.6 3 3 3.4-4.4 2 2.6V7zm3 1.2a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2z',
  table: 'M4 5h16v14H4zm2 5v2.5h5V10zm7 0v2.5h5V10zm-7 4.5V17h5v-2.5zm7 0V17h5v-2.5z',
  close: 'M6.4 5 5 6.4 10.6 12 5 17.6 6.4 19 12 13.4 17.6 19 19 17.6 13.4 12 19 6.4 17.6 5 12 10.6z',
  plus: 'M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z',
  minus: 'M5 11h14v2H5z',
  wide: 'M8 7 3 12l5 5v-4h8v4l5-5-5-5v4H8z',
  list: 'M4 6h2v2H4zm4 0h12v2H8zM4 11h2v2H4zm4 0h12v2H8zM4 16h2v2H4zm4 0h12v2H8z',
  sun: 'M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10zm-1-5h2v3h-2zm0 17h2v3h-2zM2 11h3v2H2zm17 0h3v2h-3zM4.2 5.6l1.4-1.4 2.1 2.1-1.4 1.4zM16.3 17.7l1.4-1.4 2.1 2.1-1.4 1.4zM5.6 19.8l-1.4-1.4 2.1-2.1 1.4 1.4zM17.7 7.7l-1.4-1.4 2.1-2.1 1.4 1.4z',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  keys: 'M3 6h18v12H3zm2 2v2h2V8zm4 0v2h2V8zm4 0v2h2V8zm4 0v2h2V8zM5 12v2h2v-2zm12 0v2h2v-2zm-8.5 0v4h7v-4z',
} as const;

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}

/** A button with an icon; its label is read aloud and shown as a tooltip. */
export function iconButton(name: IconName, label: string, action: () => void, text?: string): HTMLButtonElement {
  return h(
    'button',
    {
      type: 'button',
      class: text === undefined ? 'icon' : 'icon worded',
      'aria-label': label,
      title: label,
      onclick: action,
    },
    icon(name),
    text,
  );
}

/** Downloads a file. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = h('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000); // the browser reads it after the click has returned
}
