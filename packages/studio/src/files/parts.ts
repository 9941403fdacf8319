/** Parts of the page kept as text until needed: scripts of workers, the report's program, the scenarios. */

export function part(name: string): string {
  const element = document.querySelector(`script[data-part="${name}"]`);
  if (element === null) throw new Error(`this page was built without its part "${name}"; build it again`);
  return element.textContent ?? '';
}

/** A part that is not needed to start: base64 of gzip in a page on a disk, a file beside the page that `hawser studio` serves. */
export async function zippedPart(name: string): Promise<string> {
  if (document.querySelector(`script[data-part="${name}"]`) === null && location.protocol === 'http:') {
    const reply = await fetch(`parts/${name}`);
    if (!reply.ok) throw new Error(`the part "${name}" of this page could not be fetched: ${await reply.text()}`);
    return reply.text();
  }
  const bytes = Uint8Array.from(atob(part(name)), (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

const addresses = new Map<string, string>();

/** A worker whose script is a part of the page: a page on a disk cannot load a second file. */
export function partWorker(name: string, text: string = part(name)): Worker {
  let address = addresses.get(name);
  if (address === undefined) {
    address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    addresses.set(name, address);
  }
  return new Worker(address);
}
