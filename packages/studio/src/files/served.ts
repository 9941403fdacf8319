/** What `hawser studio FILE` serves beside the page. From a disk there is no server and nothing is asked for. */
import { openProject } from '../actions/scenario.ts';
import { notice } from '../state.ts';
import { takeFiles } from './take.ts';

interface ServedList {
  /** the scenario among the files; null: the folder of a run */
  readonly main: string | null;
  readonly files: readonly string[];
}

/** True when a server had something to open. */
export async function openServed(): Promise<boolean> {
  if (location.protocol !== 'http:' || !location.hash.startsWith('#served')) return false;
  try {
    const list = (await (await fetch('served.json')).json()) as ServedList;
    if (list.files.length === 0) return false;
    const files = await Promise.all(
      list.files.map(async (name) => {
        const reply = await fetch(`served/${name.split('/').map(encodeURIComponent).join('/')}`);
        if (!reply.ok) throw new Error(`${name}: ${await reply.text()}`);
        return { name, file: new File([await reply.blob()], name.replace(/^.*\//, '')) };
      }),
    );
    if (list.main === null) await takeFiles(files);
    else {
      const read = files.map(
        async ({ name, file }): Promise<[string, string | Uint8Array]> => [
          name,
          /\.(ya?ml|json)$/i.test(name) || name === list.main
            ? await file.text()
            : new Uint8Array(await file.arrayBuffer()),
        ],
      );
      openProject({ main: list.main, files: Object.fromEntries(await Promise.all(read)) });
    }
    return true;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    notice.value = { tone: 'bad', title: 'What hawser studio was started with could not be read', text };
    return false;
  }
}
