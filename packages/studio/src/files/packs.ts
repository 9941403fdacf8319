/** Compressed parts of the page that are decoded when somebody first asks for them. */

/** The bytes of a pack: base64 of gzip inside a script element. */
export async function unpack(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const element = document.querySelector(`script[data-pack="${name}"]`);
  if (element === null) throw new Error(`this page was built without its part "${name}"; build it again`);
  const packed = Uint8Array.from(atob((element.textContent ?? '').trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A worker whose script is a pack. */
export async function packedWorker(name: string): Promise<Worker> {
  const address = URL.createObjectURL(new Blob([await unpack(name)], { type: 'text/javascript' }));
  return new Worker(address);
}
