/**
 * ParaView: a collection (.pvd) of VTK PolyData files (.vtp), one for each frame of moving bodies and one for fixed bodies. Cell data: body
 * id, colour, and velocity of the body's origin [m/s] where it was recorded (NaN where not). Field data: time, and the names the ids stand
 * for. Cables whose nodes were recorded are polylines besides, a file a frame (lines-0000.vtp, part 2), in double precision: at points the
 * arc [m], tension [N], curvature [1/m] and twist [rad/m] that were recorded, at cells the cable. Contacts that were recorded are a file a
 * frame too (contacts-0000.vtp, part 3; vtp-touches.ts).
 */
import {
  type Frames,
  pickFrames,
  POSE_SIZE,
  type Recording,
  type Scenery,
  spreadFrames,
  type TouchFrames,
  touchesAt,
} from '@hawser/record';
import { type CableLines, cableLinesAt, recordedCables } from './cable-lines.ts';
import { usableFrames } from './tracks.ts';
import { interpolated } from './interpolate.ts';
import { placed, type PlacedGeometry } from './placed.ts';
import { escapeXml, stringArray, timeValue, VtkArrays } from './vtk-xml.ts';
import { touchesFile } from './vtp-touches.ts';

export interface VtpOptions {
  /** name of the .pvd file and of the folder beside it (default animation) */
  readonly name?: string;
  /** most frames, spread evenly over the run (default 500) */
  readonly maxFrames?: number;
  /** source of velocities and lines of cables */
  readonly recording?: Recording;
  /** contacts */
  readonly touches?: TouchFrames;
}

/** All files by their path: `animation.pvd`, `animation/fixed.vtp`, `animation/frame-0000.vtp`, ... */
export async function writeVtp(
  scenery: Scenery,
  frames: Frames,
  options: VtpOptions = {},
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for await (const [path, bytes] of vtpFiles(scenery, frames, options)) files.set(path, bytes);
  return files;
}

/** The same files one after the other, for writing without keeping all in memory; the collection comes last. */
export async function* vtpFiles(
  scenery: Scenery,
  frames: Frames,
  options: VtpOptions = {},
): AsyncGenerator<[path: string, bytes: Uint8Array]> {
  const { zlibSync } = await import('fflate');
  const compress = (bytes: Uint8Array): Uint8Array => zlibSync(bytes, { level: 4 });
  const name = options.name ?? 'animation';
  const usable = pickFrames(frames, usableFrames(frames));
  const kept = pickFrames(usable, spreadFrames(usable, options.maxFrames ?? 500));
  const moves = (body: number): boolean =>
    !scenery.bodies[body].fixed && kept.time.length > 0 && kept.bodies.includes(scenery.bodies[body].name);
  const encoder = new TextEncoder();
  const entries: string[] = [];

  const still = placed(scenery, standing(kept), (body) => !moves(body));
  const moving = scenery.bodies.some((_, body) => moves(body));
  const cables = options.recording ? recordedCables(options.recording) : [];
  const pad = String(Math.max(0, kept.time.length - 1)).length;
  if (still.triangleCount > 0) yield [`${name}/fixed.vtp`, vtpFile(scenery, still, null, null, compress)];
  if (still.triangleCount > 0 && kept.time.length === 0) entries.push(entry(0, 0, `${name}/fixed.vtp`));
  for (let f = 0; f < kept.time.length; f++) {
    const time = kept.time[f];
    if (still.triangleCount > 0) entries.push(entry(time, 0, `${name}/fixed.vtp`));
    const number = String(f).padStart(pad, '0');
    if (options.recording && cables.length > 0) {
      const path = `${name}/lines-${number}.vtp`;
      yield [path, linesFile(cableLinesAt(cables, options.recording.time, time), time, compress)];
      entries.push(entry(time, 2, path));
    }
    if (options.touches && options.touches.time.length > 0) {
      const path = `${name}/contacts-${number}.vtp`;
      yield [path, touchesFile(touchesAt(options.touches, time), options.touches.bodies, time, compress)];
      entries.push(entry(time, 3, path));
    }
    if (!moving) continue;
    const path = `${name}/frame-${number}.vtp`;
    const size = POSE_SIZE * kept.bodies.length;
    const one: Frames = { ...kept, poses: kept.poses.subarray(f * size, (f + 1) * size) };
    const velocities = options.recording ? velocitiesAt(scenery, options.recording, time) : null;
    yield [path, vtpFile(scenery, placed(scenery, one, moves), velocities, time, compress)];
    entries.push(entry(time, 1, path));
  }
  yield [`${name}.pvd`, encoder.encode(collection(entries))];
}

/** The poses of resting bodies: those of the first frame, if any. */
function standing(frames: Frames): Frames {
  return { ...frames, poses: frames.poses.subarray(0, POSE_SIZE * frames.bodies.length) };
}

/** Three numbers a body of the scenery; null when no body's velocity was recorded. */
function velocitiesAt(scenery: Scenery, recording: Recording, time: number): Float32Array | null {
  const velocities = new Float32Array(3 * scenery.bodies.length).fill(Number.NaN);
  let any = false;
  for (let body = 0; body < scenery.bodies.length; body++) {
    for (let i = 0; i < 3; i++) {
      const column = `${scenery.bodies[body].name}.velocity.${'xyz'[i]}`;
      if (!recording.has(column)) continue;
      velocities[3 * body + i] = interpolated(recording.time, recording.column(column), time);
      any = true;
    }
  }
  return any ? velocities : null;
}

function vtpFile(
  scenery: Scenery,
  geometry: PlacedGeometry,
  velocities: Float32Array | null,
  time: number | null,
  compress: (bytes: Uint8Array) => Uint8Array,
): Uint8Array {
  const arrays = new VtkArrays(compress);
  const { positions, normals, triangles, cellBody, cellColour, triangleCount } = geometry;
  const offsets = Int32Array.from({ length: triangleCount }, (_, i) => 3 * (i + 1));
  const cells = [
    arrays.add('Int32', 'body', 1, cellBody),
    arrays.add('UInt8', 'colour', 3, cellColour),
    velocities ? arrays.add('Float32', 'velocity', 3, perCell(velocities, cellBody)) : '',
  ];
  const names = scenery.bodies.map((body) => body.name);
  const body = [
    '<PolyData>',
    '<FieldData>',
    time === null ? '' : timeValue(time),
    stringArray('bodies', names),
    '</FieldData>',
    `<Piece NumberOfPoints="${positions.length / 3}" NumberOfVerts="0" NumberOfLines="0" NumberOfStrips="0" NumberOfPolys="${triangleCount}">`,
    `<PointData Normals="normals">${arrays.add('Float32', 'normals', 3, normals)}</PointData>`,
    `<CellData Scalars="colour">${cells.join('')}</CellData>`,
    `<Points>${arrays.add('Float32', 'points', 3, positions)}</Points>`,
    `<Polys>${arrays.add('Int32', 'connectivity', 1, triangles)}${arrays.add('Int32', 'offsets', 1, offsets)}</Polys>`,
    '</Piece>',
    '</PolyData>',
  ];
  return arrays.file('PolyData', body.join('\n'));
}

function linesFile(lines: CableLines, time: number, compress: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  const arrays = new VtkArrays(compress);
  const { names, points, ends, values } = lines;
  const count = points.length / 3;
  const along = [...values].map(([what, column]) => arrays.add('Float64', what, 1, column));
  const body = [
    '<PolyData>',
    '<FieldData>',
    timeValue(time),
    stringArray('cables', names),
    '</FieldData>',
    `<Piece NumberOfPoints="${count}" NumberOfVerts="0" NumberOfLines="${names.length}" NumberOfStrips="0" NumberOfPolys="0">`,
    `<PointData>${along.join('')}</PointData>`,
    `<CellData>${arrays.add(
      'Int32',
      'cable',
      1,
      Int32Array.from(names, (_, i) => i),
    )}</CellData>`,
    `<Points>${arrays.add('Float64', 'points', 3, points)}</Points>`,
    `<Lines>${arrays.add(
      'Int32',
      'connectivity',
      1,
      Int32Array.from({ length: count }, (_, i) => i),
    )}${arrays.add('Int32', 'offsets', 1, ends)}</Lines>`,
    '</Piece>',
    '</PolyData>',
  ];
  return arrays.file('PolyData', body.join('\n'));
}

function perCell(ofBody: Float32Array, cellBody: Int32Array): Float32Array {
  const values = new Float32Array(3 * cellBody.length);
  for (let c = 0; c < cellBody.length; c++) {
    for (let i = 0; i < 3; i++) values[3 * c + i] = ofBody[3 * cellBody[c] + i];
  }
  return values;
}

function entry(time: number, part: number, path: string): string {
  return `<DataSet timestep="${time}" group="" part="${part}" file="${escapeXml(path)}"/>`;
}

function collection(entries: readonly string[]): string {
  const head =
    '<?xml version="1.0"?>\n<VTKFile type="Collection" version="0.1" byte_order="LittleEndian">\n<Collection>\n';
  return `${head}${entries.join('\n')}\n</Collection>\n</VTKFile>\n`;
}
