/** Packed parts of the page that are unpacked when somebody first asks for them. */

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

/** Meshes of these kinds are read by a pack of their own; .obj and .stl by the engine's script. */
const RARE_MESH = /\.(ply|vtk|vtp|gltf|glb)$/i;
let readers: string | undefined;

/** Unpacks the readers that files of these names need. */
export async function readyFor(names: readonly string[]): Promise<void> {
  if (readers !== undefined || !names.some((name) => RARE_MESH.test(name))) return;
  readers = new TextDecoder().decode(await unpack('mesh-readers'));
}

/** The script of the readers of rare meshes, once they are needed. */
export function rareReaders(): { readonly readers?: string } {
  return readers === undefined ? {} : { readers };
}

/** Address of the worker's script with the engine, unpacked once, off the page's thread, since the page was opened. */
export function engineScript(): Promise<string> {
  return window.hawserEngine ?? Promise.reject(new Error('this page was built without its engine; build it again'));
}
