/** `hawser mesh FILE` */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import {
  BuildError,
  fieldOf,
  type FieldSpec,
  formatPlace,
  isCavity,
  type MeshFault,
  type MeshRepair,
  type MeshStudy,
  MOST_MEETINGS,
  repairMesh,
  solidOf,
  studyMesh,
  thickenMesh,
  type TriangleMesh,
} from '@hawser/engine';
import { buildMeshReport, formatFileIssue, meshFormat, readMesh, type WeldedMesh, writeMesh } from '@hawser/formats';
import { EXIT, inputError } from '../exit.ts';
import { type Output, plural, short } from '../output.ts';
import { writeAtomic } from '../run-folder.ts';
import { uniteParts } from '../unite.ts';

export interface MeshCommandOptions {
  readonly repair?: string;
  readonly fillHoles?: boolean;
  readonly weld?: number;
  /** [m] of plates; below 0: above the faces */
  readonly thicken?: number;
  readonly unite?: boolean;
  readonly tolerance?: number;
  /** [m] of a layer, or a word */
  readonly field?: number | 'deep' | 'solid';
  /** a path, false for none; missing: the default path */
  readonly report?: string | false;
  readonly json?: boolean;
}

/** Largest number of faults of one kind printed; the report and --json have more. */
const MOST_TOLD = 5;
/** [bytes] text of more than half a gigabyte does not fit into a string */
const LARGEST = 500e6;

/** A repair of the engine, or another requested operation. */
interface Done extends Omit<MeshRepair, 'code'> {
  readonly code: MeshRepair['code'] | 'thickened' | 'united';
}

interface Repaired {
  readonly file: string;
  readonly mesh: TriangleMesh;
  readonly repairs: readonly Done[];
  readonly study: MeshStudy;
}

export async function mesh(out: Output, file: string, options: MeshCommandOptions): Promise<void> {
  const alone =
    options.repair === undefined && (['thicken', 'unite'] as const).find((key) => options[key] !== undefined);
  if (alone) throw inputError(`--${alone}: expected --repair FILE beside it: where the result goes`);
  if (options.repair !== undefined) checkTarget(options.repair);
  if (options.report) checkFolder('--report', options.report);
  const given = openMesh(file);
  const study = studyMesh(given, { tolerance: options.tolerance });
  const readable = study.survey.shells.length > 0;
  const repaired = options.repair !== undefined && readable ? await repair(given, options.repair, options) : null;
  const field =
    options.field === undefined ? null : findField(repaired?.mesh ?? given, repaired?.study ?? study, options.field);
  const report = options.report === false ? null : reportName(file, options.report);
  if (report !== null) {
    const format = meshFormat(file) ?? '';
    writeAtomic(report, buildMeshReport({ file, format, mesh: given, study, repair: repaired, viewer: viewerFiles() }));
  }
  const last = repaired?.study ?? study;
  const errors = last.survey.faults.filter((fault) => fault.severity === 'error');
  if (errors.length > 0 || !last.survey.solid) process.exitCode = EXIT.input;
  if (options.json) out.json(jsonOf(file, given, study, repaired, field, report));
  else tell(out, file, given, study, repaired, field, report);
}

interface FieldReport {
  readonly kind: 'layer' | 'solid';
  readonly cells: number;
  /** [m] smallest height of a cell under the surface; volume over the integral of |grad e| (Elandt 2022, eqs 5.6-5.9) */
  readonly thinnest: number;
  readonly thickness: number;
  /** part of the volume of the solid that cells cover */
  readonly covered: number;
}

function findField(
  mesh: TriangleMesh,
  { survey, properties }: MeshStudy,
  wanted: number | 'deep' | 'solid',
): FieldReport {
  if (!survey.solid || properties === null)
    throw inputError(
      '--field: expected a closed mesh, turned outwards, found one that is not; see hawser mesh without --field, or --repair',
    );
  const spec: FieldSpec =
    wanted === 'solid'
      ? { kind: 'solid' }
      : { kind: 'layer', thickness: wanted === 'deep' ? Number.POSITIVE_INFINITY : wanted };
  const { positions, triangles } = mesh;
  try {
    const { count, thinnest, thickness, volume } = fieldOf(solidOf({ kind: 'mesh', positions, triangles }), spec);
    return { kind: spec.kind, cells: count, thinnest, thickness, covered: volume / properties.volume };
  } catch (error) {
    if (error instanceof BuildError) throw inputError(`--field: ${error.message}`);
    throw error;
  }
}

function tellField(line: (name: string, text: string) => void, field: FieldReport): void {
  const { kind, cells, thinnest, thickness, covered } = field;
  line(
    'field',
    `${kind} of ${plural(cells, 'cell')}, none turned over; they cover ${short(100 * covered, 4)} % of the volume`,
  );
  line('', `thinnest cell ${short(thinnest, 4)} m, characteristic thickness ${short(thickness, 4)} m`);
  line('', `a modulus of 1 MPa gives ${short(1e6 / thickness, 4)} N/m^3, on the mean`);
}

function openMesh(file: string): WeldedMesh {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) throw inputError(`${file}: expected a mesh file, found none; check the path`);
  if (!stat.isFile()) throw inputError(`${file}: expected a mesh file, found a folder`);
  if (stat.size > LARGEST)
    throw inputError(`${file}: expected at most ${LARGEST / 1e6} MB, found ${short(stat.size / 1e6)} MB`);
  const beside = (name: string): Uint8Array | undefined => {
    const other = path.join(path.dirname(file), name);
    const found = fs.statSync(other, { throwIfNoEntry: false });
    return found?.isFile() && found.size <= LARGEST ? new Uint8Array(fs.readFileSync(other)) : undefined;
  };
  const result = readMesh(new Uint8Array(fs.readFileSync(file)), file, { beside });
  if (result.ok) return result.value;
  throw inputError(
    result.issues.map((issue) => formatFileIssue(file, issue)).join('\n'),
    result.issues.map((issue) => ({
      severity: 'error',
      file,
      line: issue.line > 0 ? issue.line : null,
      column: issue.column > 0 ? issue.column : null,
      path: '',
      code: issue.code,
      expected: '',
      found: '',
      hint: null,
      message: issue.message,
    })),
  );
}

/** Before any computation: checks that the output has a supported format, can be written and does not exist. */
function checkTarget(target: string): void {
  const trial = writeMesh({ positions: new Float64Array(0), triangles: new Int32Array(0) }, target);
  if (!trial.ok) throw inputError(`--repair: ${trial.issues[0].message}`);
  if (fs.existsSync(target)) throw inputError(`--repair ${target}: expected a new name, found a file; choose another`);
  checkFolder('--repair', target);
}

function checkFolder(option: string, target: string): void {
  const folder = path.dirname(target);
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw inputError(`${option} ${target}: expected a folder that exists, found no folder ${folder}; make it first`);
}

async function repair(given: TriangleMesh, file: string, options: MeshCommandOptions): Promise<Repaired> {
  const repaired = repairMesh(given, { fillHoles: options.fillHoles, weld: options.weld });
  const repairs: Done[] = [...repaired.repairs];
  let result = repaired.mesh;
  const { thicken } = options;
  if (thicken !== undefined) {
    const plates = thickenMesh(result, thicken);
    if (plates === undefined) {
      const expected = 'expected a surface with an open rim, whose faces agree at every edge';
      throw inputError(`--thicken: ${expected}, found none; see hawser mesh without it`);
    }
    result = plates;
    const side = thicken > 0 ? 'below' : 'above';
    const message = `open surfaces became plates of ${short(Math.abs(thicken))} m, ${side} their faces`;
    repairs.push({ code: 'thickened', count: 1, message });
  }
  if (options.unite) {
    const { mesh: united, before, after } = await uniteParts(result);
    result = united;
    const message = `${plural(before, 'closed shell')} became ${after}, in single precision`;
    repairs.push({ code: 'united', count: before, message });
  }
  const bytes = writeMesh(result, file);
  if (!bytes.ok) throw inputError(`--repair: ${bytes.issues[0].message}`);
  writeAtomic(file, bytes.value);
  return { file, mesh: result, repairs, study: studyMesh(result, { tolerance: options.tolerance }) };
}

/** `hull.mesh.html` in the present folder. */
function reportName(file: string, wanted: string | undefined): string {
  return wanted === undefined ? `${path.basename(file).replace(/\.[^.]+$/, '')}.mesh.html` : wanted;
}

function viewerFiles(): { script: string; style: string } {
  const require = createRequire(import.meta.url);
  return {
    script: fs.readFileSync(require.resolve('@hawser/viewer/dist/viewer.js'), 'utf8'),
    style: fs.readFileSync(require.resolve('@hawser/viewer/dist/viewer.css'), 'utf8'),
  };
}

function sizeOf({ survey: { min, max } }: MeshStudy): number {
  return Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
}

/** [m] longer than any ship: probably another unit */
const LONG = 1000;

/** Smallest number of single-precision steps across a mesh: below it the shape suffers. */
const FEW_STEPS = 1e4;

/** Warnings about the precision of the file's numbers. */
function resolutionNote({ resolution }: WeldedMesh, study: MeshStudy): string | null {
  const size = sizeOf(study);
  if (!(resolution * FEW_STEPS > size)) return null;
  return (
    `the file holds single precision, here steps of ${short(resolution, 2)} m in a mesh of ${short(size, 3)} m; ` +
    'export it nearer to the origin, or in a format with doubles (OBJ, PLY)'
  );
}

function tell(
  out: Output,
  file: string,
  given: WeldedMesh,
  study: MeshStudy,
  repaired: Repaired | null,
  field: FieldReport | null,
  report: string | null,
): void {
  const { survey } = study;
  const line = (name: string, text: string): void => out.print(`${name.padEnd(14)}${text}`);
  const { vertexCount, triangleCount, edgeCount, min, max } = survey;
  out.print(
    `${file}: ${meshFormat(file)}, ${plural(triangleCount, 'triangle')}, ${plural(vertexCount, 'vertex', 'vertices')}, ${plural(edgeCount, 'edge')}`,
  );
  if (given.read.vertices !== vertexCount || given.collapsed > 0) {
    const joined = `${plural(given.read.vertices, 'vertex', 'vertices')} in the file, joined within ${short(given.weldTolerance)}`;
    line(
      'read',
      given.collapsed > 0 ? `${joined}; ${plural(given.collapsed, 'triangle')} without area left out` : joined,
    );
  }
  const size = sizeOf(study);
  line('bounds [m]', `${formatPlace(min, size)} to ${formatPlace(max, size)}`);
  const way = !survey.closed ? 'open' : survey.solid ? 'closed, turned outwards' : 'closed, not turned outwards';
  const cavities = survey.shells.filter((shell) => isCavity(shell, survey.shells)).length;
  const parts =
    plural(survey.shells.length, 'shell') + (cavities > 0 ? `, ${plural(cavities, 'cavity', 'cavities')}` : '');
  line('surface', `${way}; ${parts}; V - E + F = ${survey.euler}; ${short(survey.area)} m^2`);
  tellSolid(line, study);
  if (size > LONG) {
    const text = `${short(size)} m across; a drawing in millimetres needs scale: 0.001 at its shape`;
    out.print(`${out.style('yellow', 'warning:', 'stdout')} large: ${text}`);
  }
  const note = resolutionNote(given, study);
  if (note !== null) out.print(`${out.style('yellow', 'warning:', 'stdout')} coarse: ${note}`);
  tellFaults(out, study);
  for (const text of study.omitted) out.print(`left out: ${text}`);
  if (repaired !== null) {
    for (const { message } of repaired.repairs) out.print(`repair: ${message}`);
    if (repaired.repairs.length === 0) out.print('repair: nothing to do that is safe');
    tellFaults(out, repaired.study, 'after repair');
    out.print(`repaired mesh: ${repaired.file}`);
  }
  if (field !== null) tellField(line, field);
  if (report !== null) out.print(`report: ${report}`);
}

function tellSolid(line: (name: string, text: string) => void, study: MeshStudy): void {
  const { properties, hull, boxTree, bsp, pieces } = study;
  if (properties !== null) {
    line('volume [m^3]', short(properties.volume, 9));
    line('centroid [m]', formatPlace(properties.centroid, sizeOf(study)));
    const largest = Math.max(...properties.inertia);
    const [xx, yy, zz, xy, xz, yz] = properties.inertia.map((x) => short(Math.abs(x) < 1e-13 * largest ? 0 : x, 7));
    line(
      'inertia [m^5]',
      `xx ${xx}, yy ${yy}, zz ${zz}, xy ${xy}, xz ${xz}, yz ${yz}, about the centroid at density 1`,
    );
  }
  if (hull !== null) {
    const filled = properties === null ? '' : `, ${short((100 * properties.volume) / hull.volume, 5)} % of it filled`;
    line('convex hull', `${plural(hull.hull.vertices.length / 3, 'corner')}, ${short(hull.volume, 7)} m^3${filled}`);
  }
  if (pieces !== null) {
    const { pieces: list, pieceVolume, volume, complete } = pieces;
    const more = 100 * (pieceVolume / volume - 1);
    const exact = Math.abs(more) < 1e-6;
    const beside = `${short(Math.abs(more), 3)} % ${more < 0 ? 'smaller' : 'larger'}`;
    const air = exact ? 'together exactly the solid' : `${beside} together`;
    const alone = exact ? 'the mesh is convex' : `its hull, ${beside}`;
    const state = complete ? '' : '; more would be needed';
    line('convex pieces', list.length === 1 ? `1: ${alone}${state}` : `${list.length}, ${air}${state}`);
  }
  if (boxTree !== null) line('box tree', `${plural(boxTree.nodes, 'node')}, ${boxTree.depth} deep`);
  if (bsp !== null) line('partition', `${plural(bsp.nodes, 'node')}, ${bsp.depth} deep`);
}

function tellFaults(out: Output, { survey }: MeshStudy, when = ''): void {
  const prefix = when === '' ? '' : `${when}: `;
  const told = new Map<string, number>();
  for (const fault of survey.faults) {
    const before = told.get(fault.code) ?? 0;
    told.set(fault.code, before + 1);
    if (before >= MOST_TOLD) continue;
    const label =
      fault.severity === 'error' ? out.style('red', 'error:', 'stdout') : out.style('yellow', 'warning:', 'stdout');
    out.print(`${prefix}${label} ${fault.code}: ${fault.message}`);
  }
  for (const [code, count] of Object.entries(survey.counts)) {
    const least = code.startsWith('self-') && count >= MOST_MEETINGS ? 'at least ' : '';
    if (count > MOST_TOLD)
      out.print(`${prefix}${code}: ${least}${count - MOST_TOLD} more, in the report and in --json`);
  }
  if (survey.faults.length === 0) out.print(`${prefix}no faults found`);
}

/** Faces of one fault in --json; an inverted shell can have any number. */
const MOST_FACES = 1000;

function jsonFault({ faces, ...fault }: MeshFault): object {
  return { ...fault, faces: faces.slice(0, MOST_FACES) };
}

function jsonStudy({ survey, properties, hull, boxTree, bsp, pieces, omitted }: MeshStudy): object {
  const errors = survey.faults.some((fault) => fault.severity === 'error');
  return {
    ok: survey.solid && !errors,
    closed: survey.closed,
    solid: survey.solid,
    counts: {
      vertices: survey.vertexCount,
      triangles: survey.triangleCount,
      edges: survey.edgeCount,
      shells: survey.shells.length,
    },
    euler: survey.euler,
    bounds: { min: survey.min, max: survey.max },
    area: survey.area,
    volume: properties?.volume ?? null,
    centroid: properties?.centroid ?? null,
    inertia: properties?.inertia ?? null,
    hullVolume: hull?.volume ?? null,
    boxTree,
    bsp,
    pieces: pieces && {
      complete: pieces.complete,
      volume: pieces.pieceVolume,
      list: pieces.pieces.map((piece) => ({
        volume: piece.volume,
        solidVolume: piece.solidVolume,
        corners: piece.hull.vertices.length / 3,
      })),
    },
    shells: survey.shells.map(({ faces, closed, volume, area, centre, depth }) => ({
      triangles: faces.length,
      closed,
      volume: closed ? volume : null,
      area,
      centre,
      depth,
    })),
    faultCounts: survey.counts,
    faults: survey.faults.map(jsonFault),
    omitted,
  };
}

function jsonOf(
  file: string,
  given: WeldedMesh,
  study: MeshStudy,
  repaired: Repaired | null,
  field: FieldReport | null,
  report: string | null,
): object {
  return {
    file,
    format: meshFormat(file),
    read: {
      ...given.read,
      collapsed: given.collapsed,
      weldTolerance: given.weldTolerance,
      resolution: given.resolution,
    },
    ...jsonStudy(study),
    repaired: repaired && { file: repaired.file, repairs: repaired.repairs, ...jsonStudy(repaired.study) },
    field,
    report,
  };
}
