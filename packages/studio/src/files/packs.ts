/** Packed parts of the page that are unpacked when somebody first asks for them. */
import Unpacker from '../packing/unpack.worker.ts?worker&inline';

function packed(name: string): string {
  const element = document.querySelector(`script[data-pack="${name}"]`);
  if (element === null) throw new Error(`this page was built without its part "${name}"; build it again`);
  return (element.textContent ?? '').trim();
}

/** The bytes of a pack: base64 of gzip inside a script element. */
export async function unpack(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(atob(packed(name)), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A worker whose script is a pack. */
export async function packedWorker(name: string): Promise<Worker> {
  const address = URL.createObjectURL(new Blob([await unpack(name)], { type: 'text/javascript' }));
  return new Worker(address);
}

let engine: Promise<string> | undefined;

/** Address of the worker's script with the engine, unpacked once, off the page's thread. */
export function engineScript(): Promise<string> {
  engine ??= new Promise((resolve, reject) => {
    const worker = new Unpacker();
    worker.onmessage = ({ data }: MessageEvent<Blob>) => {
      resolve(URL.createObjectURL(data));
      worker.terminate();
    };
    worker.onerror = ({ message }) => reject(new Error(`the engine could not be unpacked: ${message}`));
    worker.postMessage(packed('engine'));
  });
  return engine;
}
