/** The still pictures of the gallery: a part of the page, unpacked once the names are seen. */
import { zippedPart } from './parts.ts';

/** Addresses of pictures by scenario. */
export async function readPictures(): Promise<Readonly<Record<string, string>>> {
  const svgs = JSON.parse(await zippedPart('pictures')) as Readonly<Record<string, string>>;
  return Object.fromEntries(Object.entries(svgs).map(([id, svg]) => [id, addressOf(svg)]));
}

/** Of a picture made by this program, shown as an image: it cannot run anything. */
export function addressOf(svg: string): string {
  return svg === '' ? '' : `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`;
}

/** Puts them into the gallery that stands in the page. */
export async function showPictures(): Promise<void> {
  const addresses = await readPictures();
  for (const card of document.querySelectorAll('.cards [data-scenario]')) {
    const address = addresses[card.getAttribute('data-scenario') ?? ''] ?? '';
    if (address === '') continue;
    const picture = document.createElement('img');
    [picture.alt, picture.src] = ['', address];
    card.querySelector('.no-picture')?.replaceWith(picture);
  }
}
