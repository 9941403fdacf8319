/** Line types of a deck as ropes. The damping of a type may depend on the length of its segments, and polyester remembers its load, so a type may become several ropes. */
import type { Report } from '../report.ts';
import { ImportError } from '../result.ts';
import { q, type Value } from '../yaml.ts';
import { creeps, creepValue } from './creep.ts';
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
  const kinds = new Map<LineType, Set<string>>();
  const told = new Set<LineType>();
  const keyOf = (line: Line): string => {
    const { type } = line;
    if (creeps(type)) return `${type.name} ${model.largest.get(line.id) ?? ''}`;
    return `${type.name} ${dampingOf(line, stiffnessOf(type, tables, report), report)}`;
  };
  for (const line of model.lines) {
    const { type } = line;
    const key = keyOf(line);
    const seen = kinds.get(type) ?? new Set<string>();
    kinds.set(type, seen.add(key));
    if (names.has(key)) continue;
    const plain = nameOf(type.name);
    names.set(key, seen.size === 1 ? plain : `${plain} ${line.id}`);
    const name = names.get(key) ?? plain;
    if (creeps(type)) ropes[name] = ropeValue(type, creepValue(line, model, report, told.has(type)), 0, settings);
    else {
      const EA = stiffnessOf(type, tables, report);
      const table = tables.get(type);
      const law: Record<string, Value> =
        table === undefined
          ? { stiffness: q(EA, 'N') }
          : { 'tension table': table.map(([strain, tension]) => [strain, q(tension, 'N')]) };
      ropes[name] = ropeValue(type, law, dampingOf(line, EA, report), settings);
    }
    told.add(type);
  }
  return { ropes, ropeOf: (line) => names.get(keyOf(line)) ?? nameOf(line.type.name) };
}

function nameOf(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+|-+$/g, '');
  return /^[\p{L}_]/u.test(plain) ? plain : `rope-${plain}`;
}

function stiffnessOf(type: LineType, tables: ReadonlyMap<LineType, TensionRows>, report: Report): number {
  const table = tables.get(type);
  if (table !== undefined) return table[1][1] / table[1][0];
  const EA = Number(type.stiffness);
  if (EA > 0 && Number.isFinite(EA)) return EA;
  throw new ImportError(report.file, type.line, 'a stiffness EA > 0 [N]', `"${type.stiffness}"`);
}

/** [s] of T = EA (strain + tau strain rate): BA [N s], or a part of the critical damping of a segment, -zeta l sqrt(EA m). */
function dampingOf({ type, length, segments }: Line, EA: number, report: Report): number {
  const [first] = type.damping.split('|');
  const value = Number(first);
  if (!Number.isFinite(value))
    throw new ImportError(report.file, type.line, 'a damping BA [N s] or -zeta', `"${type.damping}"`);
  const BA = value < 0 ? (-value * length * Math.sqrt(EA * type.mass)) / segments : value;
  return Number((BA / EA).toPrecision(9));
}

function ropeValue(type: LineType, law: Record<string, Value>, damping: number, { density }: Settings): Value {
  const { mass, diameter, EI, Cd, CdAx, Ca, CaAx } = type;
  return {
    mass: q(mass, 'kg/m'),
    ...law,
    diameter: q(diameter, 'm'),
    ...(EI > 0 && { bending: q(EI, 'N m^2') }),
    ...(damping > 0 && { 'axial damping': q(damping, 's') }),
    ...(density > 0 && (Cd > 0 || CdAx > 0) && { drag: { normal: Cd, tangential: CdAx } }),
    ...(density > 0 && (Ca > 0 || CaAx > 0) && { 'added mass': { normal: Ca, tangential: CaAx } }),
  };
}
