/** Several files as one, and back. */
import { strToU8, unzipSync, zipSync } from 'fflate';

export function zipped(files: Readonly<Record<string, string | Uint8Array>>): Blob {
  const parts = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === 'string' ? strToU8(content) : content,
  ]);
  // an instant that never changes: the same files give the same bytes
  const bytes = zipSync(Object.fromEntries(parts), { mtime: '1980-01-01T12:00:00Z' });
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/zip' });
}

/** [bytes] what a zip may hold in all; more is likely a trap */
const MOST = 300e6;

/** The files in a zip, folders left out. */
export function unzipped(bytes: Uint8Array): { readonly name: string; readonly bytes: Uint8Array }[] {
  let size = 0;
  const found = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      size += originalSize;
      if (size > MOST) throw new Error(`expected files of up to ${MOST / 1e6} MB in all, found more`);
      return !name.endsWith('/') && !/(^|\/)(?:__MACOSX|\.)/.test(name) && !/(^|\/)\.\.(\/|$)|^\//.test(name);
    },
  });
  return Object.entries(found).map(([name, content]) => ({ name, bytes: content }));
}
