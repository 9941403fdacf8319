/** A deck as typed data, SI units, with line numbers. */
import type { Report } from '../report.ts';
import { ImportError } from '../result.ts';
import { Cells, type Deck, type Row, type TableName } from './deck.ts';
import type { Vec3 } from '../mass.ts';

export interface LineType {
  readonly line: number;
  readonly name: string;
  readonly diameter: number;
  readonly mass: number;
  /** as written: a number, `static|dynamic`, a table or SYROPE: */
  readonly stiffness: string;
  readonly damping: string;
  readonly EI: number;
  readonly Cd: number;
  readonly Ca: number;
  readonly CdAx: number;
  readonly CaAx: number;
}

export interface RodType {
  readonly diameter: number;
  readonly mass: number;
  readonly Cd: number;
  readonly Ca: number;
  /** of each end, along the axis */
  readonly CdEnd: number;
  readonly CaEnd: number;
}

/** A holder. */
export type Holder =
  | { readonly kind: 'fixed' | 'coupled' | 'free' }
  | { readonly kind: 'pinned'; readonly to: 'world' | 'vessel' | number }
  | { readonly kind: 'body'; readonly body: number };

export interface Point {
  readonly line: number;
  readonly id: string;
  readonly holder: Holder;
  readonly at: Vec3;
  readonly mass: number;
  readonly volume: number;
  readonly CdA: number;
  readonly Ca: number;
}

export interface Rod {
  readonly line: number;
  readonly id: string;
  readonly type: RodType;
  readonly holder: Holder;
  readonly a: Vec3;
  readonly b: Vec3;
  readonly segments: number;
}

export interface Body {
  readonly line: number;
  readonly id: number;
  readonly holder: Holder;
  readonly at: Vec3;
  /** [deg] */
  readonly angles: Vec3;
  readonly mass: number;
  readonly centre: Vec3;
  readonly inertia: Vec3;
  readonly volume: number;
  readonly CdA: readonly [number, number];
  readonly Ca: number;
}

/** `3`, `R2A`: where a line ends. */
export interface LineEnd {
  readonly kind: 'point' | 'rod';
  readonly id: string;
  readonly side: 'A' | 'B';
}

export interface Line {
  readonly line: number;
  readonly id: string;
  readonly type: LineType;
  readonly a: LineEnd;
  readonly b: LineEnd;
  readonly length: number;
  readonly segments: number;
}

export interface Failure {
  readonly line: number;
  readonly at: LineEnd;
  readonly lines: readonly string[];
  readonly time: number;
  readonly tension: number;
}

/** Where a line's end is held: a body of the scenario and a point in its frame; undefined: free. */
export interface Hold {
  readonly body: string;
  readonly point: Vec3;
  /** clamped along this direction of the body, out of the holder */
  readonly direction?: Vec3;
}

export type TensionRows = readonly (readonly [strain: number, tension: number])[];

/** Of the Syrope model. */
export interface WorkingCurves {
  readonly original: TensionRows;
  readonly form: 'linear' | 'quadratic' | 'exponential';
  readonly k1: number;
  readonly k2: number;
}

export interface MoorDynModel {
  /** of line types of the Syrope model; largest tension so far by line [N] (creep.ts) */
  readonly workingCurves: Map<LineType, WorkingCurves>;
  readonly largest: Map<string, number>;
  /** of line types whose EA is a file, once they are read (tension-tables.ts) */
  readonly tensionTables: Map<LineType, TensionRows>;
  readonly lineTypes: ReadonlyMap<string, LineType>;
  readonly points: ReadonlyMap<string, Point>;
  readonly rods: ReadonlyMap<string, Rod>;
  readonly bodies: ReadonlyMap<number, Body>;
  readonly lines: readonly Line[];
  readonly failures: readonly Failure[];
}

const NAME = ['TypeName', 'LineType', 'RodType', 'Name', 'Type'];
const ID = ['ID', 'Node', 'Line', '#', 'Num', 'Point', 'No', 'Number', 'FailureID', 'Failure'];
const KIND = ['Attachment', 'Type', 'Attach'];
/** Largest number of objects in a model. */
const MOST_SEGMENTS = 5000;

export function readModel(deck: Deck, report: Report): MoorDynModel {
  const cells = (name: TableName): Cells[] =>
    deck.tables[name].rows.map((row: Row) => new Cells(deck.file, deck.tables[name], row));
  for (const [name, keys] of [
    ['line types', NAME],
    ['rod types', NAME],
    ['bodies', ID],
    ['rods', ID],
    ['points', ID],
    ['lines', ID],
  ] as const)
    distinct(cells(name), keys, deck.file);
  const lineTypes = new Map(cells('line types').map((row) => [row.text(NAME), lineType(row, report)]));
  const rodTypes = new Map(cells('rod types').map((row) => [row.text(NAME), rodType(row, report)]));
  const bodies = new Map(cells('bodies').map((row) => [Number(row.text(ID)), body(row, report)]));
  const rods = new Map(cells('rods').map((row) => [row.text(ID), rod(row, rodTypes, deck.file, report)]));
  const points = new Map(cells('points').map((row) => [row.text(ID), point(row, deck.file, report)]));
  const lines = cells('lines').map((row) => lineOf(row, lineTypes, deck.file, report));
  const failures = cells('failure').map((row) => failure(row, deck.file));
  for (const line of lines) for (const end of [line.a, line.b]) known(end, points, rods, deck.file, line.line);
  for (const [what, things] of [
    ['point', points],
    ['rod', rods],
  ] as const) {
    for (const { holder, line, id } of things.values()) {
      const held =
        holder.kind === 'body'
          ? holder.body
          : holder.kind === 'pinned' && typeof holder.to === 'number'
            ? holder.to
            : undefined;
      if (held !== undefined && !bodies.has(held)) {
        throw new ImportError(
          deck.file,
          line,
          `a body for ${what} ${id} (there are ${[...bodies.keys()].join(', ') || 'none'})`,
          `Body${held}`,
        );
      }
    }
  }
  return {
    tensionTables: new Map(),
    workingCurves: new Map(),
    largest: new Map(),
    lineTypes,
    points,
    rods,
    bodies,
    lines,
    failures,
  };
}

function distinct(rows: readonly Cells[], keys: readonly string[], file: string): void {
  const lines = new Map<string, number>();
  for (const row of rows) {
    if (!row.has(keys)) continue;
    const key = row.text(keys);
    const before = lines.get(key);
    if (before !== undefined)
      throw new ImportError(
        file,
        row.line,
        `a new ${keys === NAME ? 'name' : 'number'}`,
        `${key} again, as in line ${before}`,
      );
    lines.set(key, row.line);
  }
}

function lineType(row: Cells, report: Report): LineType {
  const name = row.text(NAME);
  const damping = ['BA/-zeta', 'cIntDamp', 'BA', 'cInt', 'intDamp', 'BAInternalDamp', 'BA/-zeta/cIntDamp'];
  const type: LineType = {
    line: row.line,
    name,
    diameter: row.number(['Diam', 'Diameter', 'd']),
    mass: row.number(['Mass/m', 'MassDenInAir', 'MassDen', 'MassDensity', 'w', 'Mass/Length', 'Mass']),
    stiffness: row.plain(['EA']),
    damping: row.has(damping) ? row.plain(damping) : '0',
    EI: row.number(['EI'], 0),
    Cd: row.number(['Cd', 'Cdn', 'CdNorm'], 0),
    Ca: row.number(['Ca', 'Can', 'CaNorm'], 0),
    CdAx: row.number(['CdAx', 'Cdt', 'CdTan'], 0),
    CaAx: row.number(['CaAx', 'Cat', 'CaTan'], 0),
  };
  if (!(type.diameter > 0)) throw bad(report, row, 'a diameter above 0', type.diameter);
  if (!(type.mass > 0)) throw bad(report, row, 'a mass per length above 0', type.mass);
  report.taken(
    row.line,
    `line type ${name}: diameter, mass, EI, drag and added mass along and across`,
    `ropes.${name}`,
  );
  if (row.has(['Cl']) && row.number(['Cl']) !== 0) {
    report.lost(row.line, `line type ${name}: Cl`, 'there is no model of vortex-induced vibration');
  }
  return type;
}

function rodType(row: Cells, report: Report): RodType {
  const type = {
    diameter: row.number(['Diam', 'Diameter', 'd']),
    mass: row.number(['Mass/m', 'MassDenInAir', 'MassDen', 'Mass']),
    Cd: row.number(['Cd', 'Cdn'], 0),
    Ca: row.number(['Ca', 'Can'], 0),
    CdEnd: row.number(['CdEnd'], 0),
    CaEnd: row.number(['CaEnd'], 0),
  };
  const name = row.text(NAME);
  if (!(type.diameter > 0)) throw bad(report, row, 'a diameter above 0', type.diameter);
  report.taken(
    row.line,
    `rod type ${name}: diameter, mass, drag and added mass across and of the ends`,
    'members of bodies',
  );
  return type;
}

function body(row: Cells, report: Report): Body {
  const [cdx, cdr] = row.numbers(['CdA'], 2, 'zero');
  const centre = row.numbers(['CG'], 3, 'last');
  const inertia = row.numbers(['I', 'IX/IY/IZ'], 3, 'repeat');
  const id = Number(row.text(ID));
  if (!Number.isInteger(id)) throw bad(report, row, 'a number for the body', row.text(ID));
  report.taken(row.line, `body ${id}: place, mass, centre, inertia`, `bodies.body${id}`);
  return {
    line: row.line,
    id,
    holder: holderOf(row.text(KIND), report.file, row.line, 'body'),
    at: [row.number(['X0', 'X']), row.number(['Y0', 'Y']), row.number(['Z0', 'Z'])],
    angles: [row.number(['r0'], 0), row.number(['p0'], 0), row.number(['y0'], 0)],
    mass: row.number(['Mass', 'M']),
    centre: [centre[0], centre[1], centre[2]],
    inertia: [inertia[0], inertia[1], inertia[2]],
    volume: row.number(['Volume', 'V'], 0),
    CdA: [cdx, cdr],
    Ca: row.numbers(['Ca'], 6, 'repeat')[0],
  };
}

function rod(row: Cells, types: ReadonlyMap<string, RodType>, file: string, report: Report): Rod {
  const name = row.text(['RodType', 'Type', 'TypeName']);
  const type = types.get(name);
  if (type === undefined)
    throw new ImportError(
      file,
      row.line,
      `a rod type (there are ${[...types.keys()].join(', ') || 'none'})`,
      `"${name}"`,
    );
  const id = row.text(ID);
  report.taken(row.line, `rod ${id}: ends, type, attachment`);
  return {
    line: row.line,
    id,
    type,
    holder: holderOf(row.text(['Attachment', 'Attach', 'Body/Att.', 'Att']), file, row.line, 'rod'),
    a: [row.number(['Xa']), row.number(['Ya']), row.number(['Za'])],
    b: [row.number(['Xb']), row.number(['Yb']), row.number(['Zb'])],
    segments: count(row, report, 0),
  };
}

function point(row: Cells, file: string, report: Report): Point {
  const id = row.text(ID);
  report.taken(row.line, `point ${id}: place, attachment, mass, volume`);
  for (const force of ['FX', 'FY', 'FZ']) {
    if (row.has([force]) && row.number([force]) !== 0)
      report.lost(row.line, `point ${id}: ${force}`, 'constant forces of points (MoorDyn 1) are not read');
  }
  return {
    line: row.line,
    id,
    holder: holderOf(row.text(KIND), file, row.line, 'point'),
    at: [row.number(['X']), row.number(['Y']), row.number(['Z'])],
    mass: row.number(['Mass', 'M'], 0),
    volume: row.number(['Volume', 'V', 'Vol'], 0),
    CdA: row.number(['CdA'], 0),
    Ca: row.number(['Ca'], 0),
  };
}

function lineOf(row: Cells, types: ReadonlyMap<string, LineType>, file: string, report: Report): Line {
  const name = row.text(['LineType', 'TypeName', 'Type']);
  const type = types.get(name);
  if (type === undefined)
    throw new ImportError(
      file,
      row.line,
      `a line type (there are ${[...types.keys()].join(', ') || 'none'})`,
      `"${name}"`,
    );
  const id = row.text(['Line', 'ID', '#', 'No', 'Num']);
  const length = row.number(['UnstrLen', 'Length', 'UnstrLength']);
  if (!(length > 0)) throw bad(report, row, 'an unstretched length above 0', length);
  report.taken(row.line, `line ${id}: type, ends, length, segments`);
  return {
    line: row.line,
    id,
    type,
    a: endOf(row.text(['AttachA', 'NodeA', 'NodeAnch', 'EndA', 'PointA']), file, row.line),
    b: endOf(row.text(['AttachB', 'NodeB', 'NodeFair', 'EndB', 'PointB']), file, row.line),
    length,
    segments: count(row, report, 1),
  };
}

function count(row: Cells, report: Report, least: number): number {
  const n = row.number(['NumSegs', 'NumSeg', 'N']);
  if (!(Number.isInteger(n) && n >= least && n <= MOST_SEGMENTS))
    throw bad(report, row, `a number of segments from ${least} to ${MOST_SEGMENTS}`, n);
  return n;
}

function failure(row: Cells, file: string): Failure {
  const lines = row.text(['Line(s)', 'Lines', 'Line']);
  return {
    line: row.line,
    at: endOf(row.text(['Point', 'Node', 'Attachment']).replace(/^point/i, ''), file, row.line),
    lines: lines.split(/[,|]/).filter((id) => id !== ''),
    time: row.number(['FailTime', 'Time'], 0),
    tension: row.number(['FailTen', 'Tension'], 0),
  };
}

function bad(report: Report, row: Cells, expected: string, found: number | string): ImportError {
  return new ImportError(report.file, row.line, expected, String(found));
}

function holderOf(text: string, file: string, line: number, what: string): Holder {
  const word = text.toLowerCase();
  const pinnedOn = /^body(\d+)pinned$/.exec(word);
  if (pinnedOn) return { kind: 'pinned', to: Number(pinnedOn[1]) };
  const on = /^body(\d+)$/.exec(word);
  if (on) return { kind: 'body', body: Number(on[1]) };
  if (/^(?:fixed|fix|anchor|ground)$/.test(word)) return { kind: 'fixed' };
  if (/^(?:coupled|vessel|ves|cpld|fairlead)$/.test(word)) return { kind: 'coupled' };
  if (/^(?:free|connect|con|pt)$/.test(word)) return { kind: 'free' };
  if (/^(?:pinned|fixedpinned|fixpin)$/.test(word)) return { kind: 'pinned', to: 'world' };
  if (/^(?:coupledpinned|vesselpinned|vespin|cpldpin)$/.test(word)) return { kind: 'pinned', to: 'vessel' };
  if (/^turbine\d+$/.test(word)) {
    throw new ImportError(
      file,
      line,
      'a mooring of one floater',
      `${text}: moorings shared by several turbines (FAST.Farm) are not read`,
    );
  }
  throw new ImportError(file, line, `an attachment of a ${what}: fixed, coupled, free, pinned or body N`, `"${text}"`);
}

function endOf(text: string, file: string, line: number): LineEnd {
  const rodEnd = /^r(?:od)?(\d+)([ab])$/i.exec(text);
  if (rodEnd) return { kind: 'rod', id: rodEnd[1], side: rodEnd[2].toUpperCase() as 'A' | 'B' };
  const pointEnd = /^(?:p(?:oint)?|c(?:on)?|n(?:ode)?)?(\d+)$/i.exec(text);
  if (pointEnd) return { kind: 'point', id: pointEnd[1], side: 'A' };
  throw new ImportError(file, line, 'a point such as 3 or a rod end such as R2A', `"${text}"`);
}

function known(
  end: LineEnd,
  points: ReadonlyMap<string, Point>,
  rods: ReadonlyMap<string, Rod>,
  file: string,
  line: number,
): void {
  if (end.kind === 'point' ? points.has(end.id) : rods.has(end.id)) return;
  const there = end.kind === 'point' ? [...points.keys()] : [...rods.keys()];
  throw new ImportError(
    file,
    line,
    `one of the ${end.kind}s ${there.join(', ') || '(there are none)'}`,
    `${end.kind} ${end.id}`,
  );
}
