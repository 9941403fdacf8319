/** Line types of a deck as ropes. The damping of a type may depend on the length of its segments, so a type may become several ropes. */
import type { Report } from '../report.ts';
import { ImportError } from '../result.ts';
import { q, type Value } from '../yaml.ts';
import type { Line, LineType, MoorDynModel, TensionRows } from './model.ts';
import type { Settings } from './settings.ts';

export function ropesOf(
  model: MoorDynModel,
  settings: Settings,
  report: Report,
): { readonly ropes: Record<string, Value>; ropeOf(line: Line): string } {
  const { tensionTables: tables } = model;
  const ropes: Record<string, Value> = {};
  const names = new Map<string, string>();
  const dampings = new Map<LineType, Set<number>>();
  const told = new Set<LineType>();
  for (const line of model.lines) {
    const { type } = line;
    const EA = stiffnessOf(type, tables, report, told);
    const damping = dampingOf(line, EA, report);
    const seen = dampings.get(type) ?? new Set<number>();
    dampings.set(type, seen.add(damping));
    const plain = nameOf(type.name);
    const name = seen.size === 1 ? plain : `${plain} ${line.id}`;
    const key = `${type.name} ${damping}`;
    if (names.has(key)) continue;
    names.set(key, name);
    told.add(type);
    ropes[name] = ropeValue(type, tables.get(type), EA, damping, settings);
  }
  return {
    ropes,
    ropeOf: (line) =>
      names.get(`${line.type.name} ${dampingOf(line, stiffnessOf(line.type, tables, report, told), undefined)}`) ??
      nameOf(line.type.name),
  };
}

function nameOf(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+|-+$/g, '');
  return /^[\p{L}_]/u.test(plain) ? plain : `rope-${plain}`;
}

function stiffnessOf(
  type: LineType,
  tables: ReadonlyMap<LineType, TensionRows>,
  report: Report,
  told: ReadonlySet<LineType>,
): number {
  const table = tables.get(type);
  if (table !== undefined) return table[1][1] / table[1][0];
  const parts = type.stiffness.split('|').map(Number);
  if (parts.length === 1 && parts[0] > 0 && Number.isFinite(parts[0])) return parts[0];
  if (parts.length > 1 && parts[0] > 0 && Number.isFinite(parts[0])) {
    if (!told.has(type)) {
      report.approximated(
        type.line,
        `line type ${type.name}: EA ${type.stiffness}`,
        'the first, static stiffness; ropes that creep are not modelled',
      );
    }
    return parts[0];
  }
  if (/^SYROPE:/i.test(type.stiffness)) {
    throw new ImportError(
      report.file,
      type.line,
      'a stiffness EA [N]',
      `${type.stiffness}: the Syrope model, in which stiffness depends on the largest tension so far, is not there`,
    );
  }
  throw new ImportError(report.file, type.line, 'a stiffness EA > 0 [N]', `"${type.stiffness}"`);
}

/** [s] of T = EA (strain + tau strain rate): BA [N s], or a part of the critical damping of a segment, -zeta l sqrt(EA m). */
function dampingOf({ type, length, segments }: Line, EA: number, report: Report | undefined): number {
  const [first] = type.damping.split('|');
  const value = Number(first);
  if (!Number.isFinite(value))
    throw new ImportError(report?.file ?? '', type.line, 'a damping BA [N s] or -zeta', `"${type.damping}"`);
  const BA = value < 0 ? (-value * length * Math.sqrt(EA * type.mass)) / segments : value;
  return Number((BA / EA).toPrecision(9));
}

function ropeValue(
  type: LineType,
  table: TensionRows | undefined,
  EA: number,
  damping: number,
  { density }: Settings,
): Value {
  const { mass, diameter, EI, Cd, CdAx, Ca, CaAx } = type;
  return {
    mass: q(mass, 'kg/m'),
    ...(table === undefined
      ? { stiffness: q(EA, 'N') }
      : { 'tension table': table.map(([strain, tension]) => [strain, q(tension, 'N')]) }),
    diameter: q(diameter, 'm'),
    ...(EI > 0 && { bending: q(EI, 'N m^2') }),
    ...(damping > 0 && { 'axial damping': q(damping, 's') }),
    ...(density > 0 && (Cd > 0 || CdAx > 0) && { drag: { normal: Cd, tangential: CdAx } }),
    ...(density > 0 && (Ca > 0 || CaAx > 0) && { 'added mass': { normal: Ca, tangential: CaAx } }),
  };
}
