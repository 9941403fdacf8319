/**
 * Properties of one kind of rope, by unstretched length. Defaults are those of a bare rope: no bending, no torsion, no fluid. `checkRope`
 * reports all faults of a rope, `checkCable` those of a list of lengths of rope.
 */
import type { Issue, PathStep } from '../../base/index.ts';
import { PI } from '../../math/index.ts';
import type { TensionTable } from './axial-curve.ts';
import { creepFault, type CreepSpec } from './creep-curve.ts';

export interface RopeSpec {
  /** m_l [kg/m] */
  readonly massPerLength: number;
  /** EA, force per strain [N]; with a table, that of its first two rows */
  readonly axialStiffness: number;
  /** strain and tension [N] by rows from (0, 0), both rising: the tension of a taut element (axial-curve.ts); default EA strain */
  readonly tensionTable?: TensionTable;
  /** creep of a fibre rope (creep.ts): EA is then its static stiffness, or about that of its original curve */
  readonly creep?: CreepSpec;
  /** outer diameter d, for drag and contact [m] */
  readonly diameter: number;
  /** EA of a slack element over EA: 1 for a rod that carries compression, at least 1e-7 (default 1e-5) */
  readonly slackRatio?: number;
  /** tension below which the law changes to slack [N]; default 1e-3 of the cable's weight, see Cable */
  readonly slackTension?: number;
  /** compression carried before an element counts as buckled [N]; default pi^2 EI / l^2, the Euler load of an element */
  readonly bucklingLoad?: number;
  /** tau_a: T = law(strain + tau_a strain rate) [s]; default 0 */
  readonly axialDamping?: number;
  /** EI [N m^2] */
  readonly bendingStiffness?: number;
  /** tau_b: moment EI (curvature + tau_b its rate) [s] */
  readonly bendingDamping?: number;
  /** GJ [N m^2] */
  readonly torsionalStiffness?: number;
  /** tau_t: torque GJ (twist + tau_t its rate) [s] */
  readonly torsionalDamping?: number;
  /** curvature of the unloaded rope about its own two cross axes [1/m] */
  readonly naturalCurvature?: readonly [number, number];
  /** twist of the unloaded rope [rad/m] */
  readonly naturalTwist?: number;
  /** inertia about the own axis [kg m]; default m_l d^2 / 8, that of a full cylinder */
  readonly polarInertia?: number;
  /** tension at which it parts [N]; never if missing */
  readonly breakLoad?: number;
  /** cross-section that displaces fluid [m^2]; default pi d^2 / 4 */
  readonly displacedArea?: number;
  /** drag across (on d) and along (on pi d) */
  readonly dragNormal?: number;
  readonly dragTangential?: number;
  /** added mass across and along, over the displaced mass */
  readonly addedMassNormal?: number;
  readonly addedMassTangential?: number;
}

/** A length of one rope, cut in `elements` elements. */
export interface RopeLength {
  readonly rope: RopeSpec;
  /** unstretched [m] */
  readonly length: number;
  readonly elements: number;
  /** lengths of the elements in proportion, one number each; default equal */
  readonly spacing?: ArrayLike<number>;
}

/**
 * Default stiffness ratio of slack elements: energy that they take up while slack is missing in the taut rope (1e-4 lowers a snap load by
 * 0.1 % after a fall of a tenth of the length). All snap tests converge down to the smallest ratio, with tensions as unknowns.
 */
export const SLACK_RATIO = 1e-5;
export const SMALLEST_SLACK_RATIO = 1e-7;

export function displacedArea(rope: RopeSpec): number {
  return rope.displacedArea ?? 0.25 * PI * rope.diameter * rope.diameter;
}

export function polarInertia(rope: RopeSpec): number {
  return rope.polarInertia ?? 0.125 * rope.massPerLength * rope.diameter * rope.diameter;
}

/** All faults of a rope. */
export function checkRope(rope: RopeSpec, path: readonly PathStep[] = []): Issue[] {
  const issues: Issue[] = [];
  const tell = (field: string, code: string, message: string) => issues.push({ path: [...path, field], code, message });
  const positive = (field: keyof RopeSpec & string, unit: string, hint: string) => {
    const value = rope[field] as number;
    if (!(value > 0) || value === Number.POSITIVE_INFINITY) {
      tell(field, 'not-positive', `must be finite and > 0 ${unit}, found ${value}; ${hint}`);
    }
  };
  positive('massPerLength', 'kg/m', 'a rope without mass has no motion of its own');
  positive('axialStiffness', 'N', 'for a rope that hardly stretches give its real EA, 1e9 N is no trouble');
  positive('diameter', 'm', 'contact and drag need it');
  checkTable(rope, tell);
  checkCreep(rope, tell);
  for (const field of NOT_NEGATIVE) {
    const value = rope[field];
    if (value !== undefined && !(value >= 0 && value < Number.POSITIVE_INFINITY)) {
      tell(field, 'negative', `must be finite and >= 0, found ${value}`);
    }
  }
  const ratio = rope.slackRatio;
  if (ratio !== undefined && !(ratio >= SMALLEST_SLACK_RATIO && ratio <= 1)) {
    tell('slackRatio', 'out-of-range', `must lie in ${SMALLEST_SLACK_RATIO} … 1, found ${ratio}; 1 is a rod`);
  }
  for (const value of [...(rope.naturalCurvature ?? []), rope.naturalTwist ?? 0]) {
    if (!Number.isFinite(value)) tell('naturalCurvature', 'not-finite', `must be finite, found ${value}`);
  }
  return issues;
}

function checkTable(rope: RopeSpec, tell: (field: string, code: string, message: string) => void): void {
  const table = rope.tensionTable;
  if (table === undefined) return;
  const fault = tableFault(table);
  if (fault !== undefined) {
    tell('tensionTable', 'bad-table', `row ${fault.row + 1}: must be ${fault.expected}, found ${fault.found}`);
    return;
  }
  const first = table[1][1] / table[1][0];
  if (!(Math.abs(rope.axialStiffness - first) <= 1e-9 * first)) {
    tell('axialStiffness', 'unlike-table', `must be that of the first rows, ${first} N, found ${rope.axialStiffness}`);
  }
}

function checkCreep(
  { creep, tensionTable, axialStiffness }: RopeSpec,
  tell: (field: string, code: string, message: string) => void,
): void {
  if (creep === undefined) return;
  if (tensionTable !== undefined) tell('creep', 'two-laws', 'must not be given with a tension table, found both');
  const fault = creep.working && tableFault(creep.working.original);
  if (fault !== undefined) {
    tell('creep', 'bad-table', `original curve, row ${fault.row + 1}: must be ${fault.expected}, found ${fault.found}`);
    return;
  }
  const wrong = creepFault(axialStiffness, creep);
  if (wrong !== undefined) tell('creep', 'bad-creep', `${wrong.field} ${wrong.message}`);
}

/** The first faulty row of a table, and its fault; undefined where the table is valid. */
export function tableFault(
  table: TensionTable,
): { readonly row: number; readonly expected: string; readonly found: string } | undefined {
  if (table.length < 2) {
    return { row: table.length, expected: 'at least 2 rows of strain and tension', found: String(table.length) };
  }
  for (let row = 0; row < table.length; row++) {
    const [strain, tension] = table[row];
    const found = `strain ${strain} and tension ${tension} N`;
    if (row === 0) {
      if (strain === 0 && tension === 0) continue;
      return { row, expected: 'strain 0 and tension 0, a rope at rest', found };
    }
    const [z, T] = table[row - 1];
    if (strain > z && tension > T && strain < 1e3 && tension < Number.POSITIVE_INFINITY) {
      // a rounded corner must be wider than the rounding error of its strain, otherwise it would be a step
      if (strain - z > 1e-9 * strain && tension - T > 1e-9 * tension) continue;
    }
    return { row, expected: `strain above ${z} and tension above ${T} N, the row before`, found };
  }
  return undefined;
}

const NOT_NEGATIVE = [
  'slackTension',
  'bucklingLoad',
  'axialDamping',
  'bendingStiffness',
  'bendingDamping',
  'torsionalStiffness',
  'torsionalDamping',
  'polarInertia',
  'breakLoad',
  'displacedArea',
  'dragNormal',
  'dragTangential',
  'addedMassNormal',
  'addedMassTangential',
] as const;

/** All faults of the lengths of rope of a cable. */
export function checkCable(pieces: readonly RopeLength[], path: readonly PathStep[] = []): Issue[] {
  const issues: Issue[] = [];
  if (pieces.length === 0) {
    issues.push({ path, code: 'empty', message: 'a cable needs at least one length of rope, found none' });
  }
  pieces.forEach((piece, i) => {
    issues.push(...checkRope(piece.rope, [...path, i, 'rope']));
    if (!(piece.length > 0 && piece.length < Number.POSITIVE_INFINITY)) {
      issues.push({
        path: [...path, i, 'length'],
        code: 'not-positive',
        message: `must be finite and > 0 m, found ${piece.length}`,
      });
    }
    const { spacing } = piece;
    if (spacing && (spacing.length !== piece.elements || Array.from(spacing).some((part) => !(part > 0)))) {
      issues.push({
        path: [...path, i, 'spacing'],
        code: 'not-positive',
        message: `must be ${piece.elements} numbers > 0, one an element, found ${spacing.length}`,
      });
    }
    if (!(Number.isInteger(piece.elements) && piece.elements >= 1)) {
      issues.push({
        path: [...path, i, 'elements'],
        code: 'not-a-count',
        message: `must be a whole number >= 1, found ${piece.elements}`,
      });
    }
  });
  return issues;
}
