/**
 * The first script of the page: shows the gallery that stands in it, then has the program, the engine and the shipped
 * scenarios unpacked by workers that run this same script, and starts the program. What was unpacked is kept by the
 * browser for the next visit.
 */
import { unmix } from './unmix.ts';

function packed(name: string): string {
  return document.querySelector(`script[data-pack=${name}]`)?.textContent ?? '';
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function start(own: string): void {
  const program = textOf(own, 'program').then((text) => text.text());
  window.hawserEngine = textOf(own, 'engine').then((text) => URL.createObjectURL(text));
  // two at a time: machines have that many processors
  window.hawserShipped = program.then(() => textOf(own, 'shipped')).then((text) => text.text());
  program.then(
    (text) => {
      const script = document.createElement('script');
      script.type = 'module';
      script.textContent = text;
      document.body.append(script);
    },
    (error: Error) => document.querySelector('.open-bar')?.replaceChildren(`The studio cannot start: ${error.message}`),
  );
}

async function textOf(own: string, part: string): Promise<Blob> {
  const pack = packed(part);
  // the last bits of a packed text depend on all of it
  const name = `${part} ${pack.length} ${pack.slice(-32)}`;
  return (await kept(name)) ?? unpackAside(own, part, pack, name);
}

function unpackAside(own: string, part: string, pack: string, name: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(URL.createObjectURL(new Blob([own], { type: 'text/javascript' })));
    worker.onmessage = ({ data }: MessageEvent<Blob>) => {
      worker.terminate();
      void inStore('readwrite', (store) => {
        store.delete(IDBKeyRange.bound(`${part} `, `${part}!`)); // of earlier builds
        return store.put(data, name);
      });
      resolve(data);
    };
    worker.onerror = ({ message }) => reject(new Error(`the ${part} could not be unpacked: ${message}`));
    worker.postMessage(pack);
  });
}

/** The unpacked engine of an earlier visit, if it is of the same build. */
async function kept(name: string): Promise<Blob | undefined> {
  const found = await inStore('readonly', (store) => store.get(name));
  return found instanceof Blob ? found : undefined;
}

/** Browsers that keep nothing for local files, or are told not to, answer nothing. */
function inStore(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  return new Promise((resolve) => {
    try {
      const opening = indexedDB.open('hawser-parts', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('texts');
      opening.onerror = () => resolve(undefined);
      opening.onblocked = () => resolve(undefined);
      opening.onsuccess = () => {
        const transaction = opening.result.transaction('texts', mode);
        const request = use(transaction.objectStore('texts'));
        transaction.oncomplete = () => {
          opening.result.close();
          resolve(request.result);
        };
        transaction.onabort = () => resolve(undefined);
      };
    } catch {
      resolve(undefined);
    }
  });
}

if (typeof document === 'undefined') {
  self.onmessage = ({ data }: MessageEvent<string>) => {
    self.postMessage(new Blob([unmix(bytesOf(data))], { type: 'text/javascript' }));
  };
} else {
  const own = document.currentScript?.textContent ?? '';
  // a file dropped before the program runs must not take the page's place
  for (const kind of ['dragover', 'drop']) addEventListener(kind, (event) => event.preventDefault());
  // after the first picture of the page, so that there is something to look at; a hidden tab draws none
  if (document.hidden) start(own);
  else requestAnimationFrame(() => setTimeout(() => start(own)));
}
