/** Takes dropped or chosen files: a scenario with its files, meshes, or the folder of a run. */
import { addFiles, openProject } from '../actions/scenario.ts';
import { forgetRun } from '../actions/open.ts';
import { askExtras } from '../extras/client.ts';
import { notice, project } from '../state.ts';
import { openRunFolder } from './run-folder.ts';
import type { TakenFile } from './taken.ts';
import { unzipped } from './zip.ts';

/** [bytes] a browser tab that reads more is likely to die */
export const LARGEST = 100e6;
const SCENARIO = /\.(ya?ml|json)$/i;
const MESH = /\.(obj|stl|ply|vtk|vtp|gltf|glb)$/i;
const ASSET =
  /\.(obj|stl|ply|vtk|vtp|gltf|glb|bin|csv|txt|dat|tsv|ya?ml|json|inp|urdf|xml|re1|rao|ah1|[138]|tec|cal)$/i;
/** Endings of possible models of other programs; their content decides. */
const MODEL = /\.(txt|dat|inp|ya?ml|urdf|xml|re1|rao|ah1|1|tec|gltf|glb)$/i;

export async function takeFiles(given: readonly TakenFile[]): Promise<void> {
  const all = await opened(given.filter(({ name }) => !/(^|\/)\./.test(name)));
  const files = all.length > 1 ? withoutCommonFolder(all) : all;
  const manifest = files.find(({ name }) => /(^|\/)run\.json$/.test(name));
  if (manifest !== undefined || files.some(({ name }) => /(^|\/)series\.stream$/.test(name))) {
    await openRunFolder(files);
    return;
  }
  const known = files.filter(({ name }) => ASSET.test(name));
  const large = known.filter(({ file }) => file.size > LARGEST);
  if (large.length > 0) {
    const { name, file } = large[0];
    refuse(
      `${name} is too large`,
      `The studio takes files up to ${LARGEST / 1e6} MB, found ${(file.size / 1e6).toFixed(0)} MB. ` +
        'Simplify the mesh, or run the scenario with the hawser command, which has no such limit.',
    );
    return;
  }
  const scenarios = known.filter(({ name }) => SCENARIO.test(name));
  const others = known.filter(({ name }) => !SCENARIO.test(name));
  if ((await firstWithHead(scenarios)) === undefined && (await openModel(known))) return;
  if (scenarios.length === 0 && others.length > 0) await addAssets(others);
  else if (scenarios.length > 0) await openScenario(scenarios, others);
  else {
    const found =
      files.length === 0
        ? 'an empty folder'
        : files
            .map(({ name }) => name)
            .slice(0, 4)
            .join(', ');
    refuse(
      'Nothing to open',
      `Expected a scenario (.yaml), a model of another program (docs/guide/bring-your-own.md), a mesh (.obj, .stl, .ply, .vtk, .vtp, .glb), a table (.csv) or the folder of a run, found ${found}.`,
    );
  }
}

/** Replaces zips by their contents. */
async function opened(given: readonly TakenFile[]): Promise<readonly TakenFile[]> {
  const lists = given.map(async (taken): Promise<readonly TakenFile[]> => {
    if (!/\.zip$/i.test(taken.name)) return [taken];
    try {
      const bytes = new Uint8Array(await taken.file.arrayBuffer());
      return unzipped(bytes).map(({ name, bytes: content }) => ({
        name,
        file: new File([content as Uint8Array<ArrayBuffer>], name.replace(/^.*\//, '')),
      }));
    } catch (error) {
      refuse(`${taken.name} cannot be opened`, `Expected a zip, found: ${(error as Error).message}.`);
      return [];
    }
  });
  return (await Promise.all(lists)).flat();
}

async function openScenario(scenarios: readonly TakenFile[], others: readonly TakenFile[]): Promise<void> {
  const main =
    scenarios.filter(({ name }) => /(^|\/)scenario\.ya?ml$/.test(name)).sort((a, b) => depth(a) - depth(b))[0] ??
    (await firstWithHead(scenarios)) ??
    scenarios[0];
  const read: Record<string, string | Uint8Array> = {};
  for (const { name, file } of scenarios) read[name] = await file.text();
  for (const { name, file } of others) read[name] = new Uint8Array(await file.arrayBuffer());
  forgetRun();
  openProject({ main: main.name, files: read });
}

function depth({ name }: TakenFile): number {
  return name.split('/').length;
}

/** A model of another program becomes a scenario; false: there is none among the files. */
async function openModel(files: readonly TakenFile[]): Promise<boolean> {
  // beside an open scenario a mesh is a mesh
  const tried = files.filter(({ name }) => MODEL.test(name) && !(project.value !== undefined && MESH.test(name)));
  if (tried.length === 0) return false;
  const read: Record<string, Uint8Array> = {};
  for (const { name, file } of files) read[name] = new Uint8Array(await file.arrayBuffer());
  const answer = await askExtras({ kind: 'import', tried: tried.map(({ name }) => name), files: read });
  if (answer === undefined) return false;
  if (!answer.ok) {
    refuse(`This model of ${answer.program} cannot be taken`, answer.message);
    return true;
  }
  const { 'scenario.yaml': scenario } = answer.files;
  if (scenario === undefined) {
    // tables for a hull: they go beside the scenario that is open
    const names = Object.keys(answer.files).filter((name) => name !== 'import.md');
    const folder = project.value?.main.replace(/[^/]*$/, '');
    if (folder === undefined) {
      refuse(`Results of ${answer.program} alone are no scenario`, 'Open the scenario whose hull they are of first.');
    } else {
      addFiles(Object.fromEntries(names.map((name) => [folder + name, answer.files[name]])));
      notice.value = {
        tone: 'plain',
        title: `Made from results of ${answer.program}`,
        text: `${names.join(', ')} can now be named in hydro.bem.`,
      };
    }
    return true;
  }
  forgetRun();
  openProject({ main: 'scenario.yaml', files: answer.files });
  notice.value = {
    tone: 'plain',
    title: `Made from a model of ${answer.program}`,
    text: `${answer.approximated} approximated, ${answer.lost} lost: import.md, among the files, says which.`,
  };
  return true;
}

/** Among several texts the one that is a scenario. */
async function firstWithHead(files: readonly TakenFile[]): Promise<TakenFile | undefined> {
  for (const taken of files)
    if (/^\s*(?:#.*\n|\s)*["{\s]*hawser["\s]*:/.test((await taken.file.text()).slice(0, 4000))) return taken;
  return undefined;
}

/** Meshes and tables go beside the scenario that is open; without one a small scenario is made around a mesh. */
async function addAssets(files: readonly TakenFile[]): Promise<void> {
  const read: Record<string, Uint8Array> = {};
  for (const { name, file } of files) read[name] = new Uint8Array(await file.arrayBuffer());
  const opened = project.value;
  if (opened !== undefined) {
    const folder = opened.main.replace(/[^/]*$/, '');
    addFiles(Object.fromEntries(Object.entries(read).map(([name, bytes]) => [folder + name, bytes])));
    notice.value = {
      tone: 'plain',
      title: 'Added to the scenario',
      text: `${Object.keys(read).join(', ')} can now be named in it.`,
    };
    return;
  }
  const mesh = files.find(({ name }) => MESH.test(name));
  if (mesh === undefined) {
    refuse('A table alone is no scenario', 'Open the scenario first, or drop both together.');
    return;
  }
  const text = `hawser: 1\ntitle: ${mesh.name}\nbodies:\n  part:\n    fixed: true\n    shapes: [{ mesh: ${mesh.name} }]\n`;
  openProject({ main: 'scenario.yaml', files: { 'scenario.yaml': text, ...read } });
}

function refuse(title: string, text: string): void {
  notice.value = { tone: 'bad', title, text };
}

/** `a/b.yaml, a/c.obj` -> `b.yaml, c.obj` */
function withoutCommonFolder(files: readonly TakenFile[]): readonly TakenFile[] {
  const folder = files[0]?.name.match(/^[^/]+\//)?.[0];
  if (folder === undefined || !files.every(({ name }) => name.startsWith(folder))) return files;
  return withoutCommonFolder(files.map(({ name, file }) => ({ name: name.slice(folder.length), file })));
}

/** A thing in a drop; browsers that open folders by handles give them here. */
type Dropped = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> };

/**
 * All files of a drop, including folders. A page from a disk can open the files of a folder only by handles; a page served without
 * encryption only by entries.
 */
export async function filesOf(transfer: DataTransfer): Promise<readonly TakenFile[]> {
  // request all at once: a drop is empty after its event
  const items = ([...transfer.items] as Dropped[])
    .filter(({ kind }) => kind === 'file')
    .map((item) => {
      const entry = item.webkitGetAsEntry();
      const handle = entry?.isDirectory ? item.getAsFileSystemHandle?.().catch(() => null) : undefined;
      return { file: item.getAsFile(), entry, handle };
    });
  const lists = await Promise.all(
    items.map(async ({ file, entry, handle }): Promise<readonly TakenFile[]> => {
      if (entry === null || entry.isFile) return file === null ? [] : [{ name: file.name, file }];
      const opened = await handle;
      return opened ? open(opened, '') : walk(entry, '');
    }),
  );
  return lists.flat();
}

async function open(handle: FileSystemHandle, folder: string): Promise<readonly TakenFile[]> {
  if (handle.kind === 'file') {
    return [{ name: folder + handle.name, file: await (handle as FileSystemFileHandle).getFile() }];
  }
  const found: TakenFile[] = [];
  const inside = (handle as FileSystemDirectoryHandle & { values(): AsyncIterable<FileSystemHandle> }).values();
  for await (const inner of inside) found.push(...(await open(inner, `${folder}${handle.name}/`)));
  return found;
}

async function walk(entry: FileSystemEntry, folder: string): Promise<readonly TakenFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ name: folder + entry.name, file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: TakenFile[] = [];
  for (;;) {
    const some = await new Promise<readonly FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return found;
    for (const inner of some) found.push(...(await walk(inner, `${folder}${entry.name}/`)));
  }
}
