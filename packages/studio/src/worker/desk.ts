/** Answers requests about scenarios and meshes in a worker. */
import { checkMesh, shapeMassProperties } from '@hawser/engine';
import { readMesh } from '@hawser/formats';
import { compileScenario, type Issue, jsonSchema, prepareRun } from '@hawser/scenario';
import type { CheckReply, DeskReply, DeskRequest, MeshReport, Project } from './messages.ts';
import { modelView } from './model-view.ts';
import { packRun } from './pack-run.ts';
import { readProject } from './documents.ts';
import { editText } from './places.ts';
import { loaderOf, readers } from './project.ts';

export function answer(request: DeskRequest): DeskReply {
  switch (request.kind) {
    case 'check':
      return check(request.project);
    case 'schema':
      return { kind: 'schema', schema: jsonSchema() };
    case 'mesh':
      return meshReport(request.name, request.bytes);
    case 'pack':
      return packRun(request.run);
    case 'edit': {
      const edited = editText(request.text, request.path, request.value);
      return edited === undefined
        ? { kind: 'broken', message: 'the text has a fault that must be put right first' }
        : { kind: 'edited', ...edited };
    }
  }
}

function check(project: Project): CheckReply {
  const begun = performance.now();
  const { places, plains } = readProject(project);
  const reply = (issues: readonly Issue[], model?: CheckReply['model']): CheckReply => ({
    kind: 'checked',
    issues,
    places,
    plains,
    model,
    took: performance.now() - begun,
  });
  const compiled = compileScenario({ file: project.main, loader: loaderOf(project), readers });
  if (!compiled.ok) return reply(compiled.issues);
  const result = prepareRun(compiled.compiled);
  if (!result.ok) return reply(result.issues);
  return reply(result.prepared.notices, modelView(result.prepared));
}

function meshReport(name: string, bytes: Uint8Array): MeshReport {
  const read = readMesh(bytes, name);
  if (!read.ok) {
    return { kind: 'mesh', ok: false, lines: read.issues.map(({ message }) => ({ tone: 'bad', text: message })) };
  }
  const { positions, triangles, collapsed } = read.value;
  const lines: MeshReport['lines'][number][] = [
    { tone: 'plain', text: `${triangles.length / 3} triangles, ${positions.length / 3} vertices` },
    { tone: 'plain', text: `size ${sizeText(positions)}, in the units of the file` },
  ];
  if (collapsed > 0) lines.push({ tone: 'plain', text: `${collapsed} triangles without area were left out` });
  const faults = checkMesh(positions, triangles);
  for (const { message } of faults) lines.push({ tone: 'bad', text: message });
  if (faults.length === 0) {
    const { volume } = shapeMassProperties({
      kind: 'mesh',
      positions: Float64Array.from(positions),
      triangles: Int32Array.from(triangles),
    });
    lines.push({ tone: 'good', text: `closed and oriented; volume ${Number(volume.toPrecision(5))}` });
  }
  return { kind: 'mesh', ok: faults.length === 0, lines };
}

function sizeText(positions: ArrayLike<number>): string {
  const sizes = [0, 1, 2].map((axis) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = axis; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    return Number((high - low).toPrecision(4));
  });
  return sizes.join(' × ');
}
