/**
 * Warnings about mesh files of a scenario that are closed, so that they can be run, but are not the surface of one solid: volume in two
 * parts counts twice in mass and contact, volume in an inverted part counts negative.
 */
import { type MeshFault, surveyMesh, type TriangleMesh } from '@hawser/engine';
import type { Issue, Path, PreparedRun } from '@hawser/scenario';

/** Largest mesh searched for crossings here (a second for some ten thousand triangles); `hawser mesh` searches larger ones. */
const MOST_CROSSED = 10_000;
const MOST_SURVEYED = 200_000;

export function meshNotices({ compiled }: PreparedRun): Issue[] {
  const { scenario, spec, source } = compiled;
  const seen = new Set<string>();
  const notices: Issue[] = [];
  for (const { name, kind, shapes } of spec.bodies) {
    const body = Object.hasOwn(scenario.bodies, name) ? scenario.bodies[name] : undefined;
    if (body === undefined || body.shapes.length !== shapes.length) continue;
    const weighed = kind === 'dynamic' && (body.mass === undefined || body.inertia === undefined);
    shapes.forEach(({ shape, collide }, i) => {
      const { mesh: file } = body.shapes[i];
      if (file === undefined || shape.kind !== 'mesh' || !(collide || weighed)) return;
      const path = ['bodies', name, 'shapes', i, 'mesh'];
      const place = source.place(path);
      const key = `${place.file} ${file}`;
      if (seen.has(key)) return;
      seen.add(key);
      const message = doubt(file, {
        positions: Float64Array.from(shape.positions),
        triangles: Int32Array.from(shape.triangles),
      });
      if (message !== undefined) notices.push(notice(place, path, message));
    });
  }
  return notices;
}

/** The fault in a sentence; undefined: none. */
function doubt(file: string, mesh: TriangleMesh): string | undefined {
  const count = mesh.triangles.length / 3;
  if (count > MOST_SURVEYED) return undefined;
  const { faults, counts } = surveyMesh(mesh, { selfIntersection: count <= MOST_CROSSED });
  const bad = faults.filter(({ code, severity }) => severity === 'error' || code === 'nested-shell');
  if (bad.length === 0) return undefined;
  const [first] = bad;
  const codes = new Set(bad.map(({ code }: MeshFault) => code));
  const more = [...codes].reduce((sum, code) => sum + (counts[code] ?? 0), 0) - 1;
  return (
    `${file} is closed, but not the surface of one solid, so its mass and contacts may be wrong: ${first.message}` +
    `${more > 0 ? ` (and ${more} more)` : ''}; hawser mesh ${file} lists and shows all`
  );
}

function notice(place: { file: string; line: number; column: number }, path: Path, message: string): Issue {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return {
    severity: 'warning',
    code: 'build',
    file: place.file,
    line: place.line,
    column: place.column,
    path: text.slice(1),
    expected: 'a mesh that is the surface of one solid',
    found: 'one that is not',
    message,
  };
}
