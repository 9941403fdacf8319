/** Meshes of the project: is each the surface of a solid? */
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { checkMeshFile } from '../actions/scenario.ts';
import { project } from '../state.ts';
import type { MeshReport } from '../worker/messages.ts';

export function MeshCheck(): VNode | null {
  const reports = useSignal<Readonly<Record<string, MeshReport>>>({});
  const files = Object.entries(project.value?.files ?? {}).filter(([name]) =>
    /\.(obj|stl|ply|vtk|vtp|gltf|glb)$/i.test(name),
  );
  if (files.length === 0) return null;
  return (
    <div class="mesh-check">
      <h3>Meshes</h3>
      <ul>
        {files.map(([name, content]) => (
          <li key={name}>
            <button
              type="button"
              class="link"
              onClick={async () => {
                const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
                const report = await checkMeshFile(name, bytes);
                reports.value = { ...reports.value, [name]: report };
              }}
            >
              Check {name.replace(/^.*\//, '')}
            </button>
            <ul class="mesh-lines">
              {(reports.value[name]?.lines ?? []).map(({ tone, text }) => (
                <li key={text} class={tone}>
                  {text}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  );
}
