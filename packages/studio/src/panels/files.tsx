/** The files of the project: open, check, rename, add, remove, save. */
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { addFiles, checkMeshFile, isText, removeFile, renameFile, saveScenario } from '../actions/scenario.ts';
import { active, changed, project } from '../state.ts';
import { Button } from '../ui/icon.tsx';
import type { MeshReport } from '../worker/messages.ts';

const MESH = /\.(obj|stl|ply|vtk|vtp|gltf|glb)$/i;

export function FilesPanel(): VNode | null {
  const reports = useSignal<Readonly<Record<string, MeshReport>>>({});
  const naming = useSignal('');
  const chooser = useRef<HTMLInputElement>(null);
  const now = project.value;
  if (now === undefined) return null;
  const names = Object.keys(now.files).sort((a, b) => rank(a, now.main) - rank(b, now.main) || a.localeCompare(b));
  const folder = now.main.replace(/[^/]*$/, '');
  const shortOf = (name: string): string => (name.startsWith(folder) ? name.slice(folder.length) : `../${name}`);
  const checkMesh = async (name: string): Promise<void> => {
    const content = now.files[name];
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    reports.value = { ...reports.value, [name]: await checkMeshFile(name, bytes) };
  };
  const add = async (input: HTMLInputElement): Promise<void> => {
    const chosen = [...(input.files ?? [])];
    input.value = '';
    const read = chosen.map(
      async (file): Promise<[string, string | Uint8Array]> => [
        folder + file.name,
        isText(file.name) ? await file.text() : new Uint8Array(await file.arrayBuffer()),
      ],
    );
    addFiles(Object.fromEntries(await Promise.all(read)));
  };
  return (
    <details class="files" open={names.length > 1}>
      <summary>
        Files <span class="count">{names.length}</span>
      </summary>
      <ul>
        {names.map((name) => (
          <li key={name} class={name === active.value ? 'chosen' : ''}>
            {naming.value === name ? (
              <input
                aria-label={`New name of ${shortOf(name)}`}
                value={shortOf(name)}
                ref={(element) => element?.focus()}
                onKeyDown={(event) => {
                  if (event.key === 'Escape') naming.value = '';
                  else if (event.key === 'Enter') event.currentTarget.blur();
                }}
                onBlur={(event) => {
                  if (naming.value !== name) return;
                  naming.value = '';
                  renameFile(name, folder + event.currentTarget.value.trim());
                }}
              />
            ) : (
              <button
                type="button"
                class="link file-name"
                title={name}
                onClick={() => {
                  if (isText(name) && !MESH.test(name)) active.value = name;
                  else void checkMesh(name);
                }}
              >
                {shortOf(name)}
                {changed.value.includes(name) ? <span class="unsaved"> ●</span> : null}
              </button>
            )}
            <span class="soft small">{sizeText(now.files[name])}</span>
            <Button icon="pen" label={`Rename ${shortOf(name)}`} onClick={() => (naming.value = name)} />
            <Button
              icon="close"
              label={`Take ${shortOf(name)} out of the project`}
              disabled={name === now.main}
              onClick={() => removeFile(name)}
            />
            {reports.value[name] === undefined ? null : (
              <ul class="mesh-lines">
                {reports.value[name].lines.map(({ tone, text }) => (
                  <li key={text} class={tone}>
                    {text}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      <div class="form-row">
        <input
          type="file"
          multiple
          hidden
          ref={chooser}
          aria-label="Files to add"
          onChange={(event) => void add(event.currentTarget)}
        />
        <Button icon="plus" label="Add files to the project" onClick={() => chooser.current?.click()}>
          Add…
        </Button>
        <Button
          icon="save"
          label={names.length > 1 ? 'Save all files as one zip (Ctrl S)' : 'Save the scenario (Ctrl S)'}
          onClick={saveScenario}
        >
          {names.length > 1 ? 'Save as zip' : 'Save'}
        </Button>
      </div>
    </details>
  );
}

/** The scenario, then texts, then the rest. */
function rank(name: string, main: string): number {
  if (name === main) return 0;
  return /\.(ya?ml|json)$/i.test(name) ? 1 : MESH.test(name) ? 3 : 2;
}

function sizeText(content: string | Uint8Array): string {
  const size = content.length;
  return size < 1000 ? `${size} B` : `${(size / 1000).toFixed(size < 1e4 ? 1 : 0)} kB`;
}
