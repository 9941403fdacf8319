/** CB-08: buckling loads, shapes after buckling, and a column under its own weight, from positions of rest. */
import type { CaseContext, CaseRun, Overrides, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';
import { alongCable, completed } from '../series.ts';

const [id, source] = ['CB-08-buckling', 'Timoshenko & Gere 1961; elastica with elliptic integrals'];
const row = { id, source };
const [L, EI, G, ELEMENTS] = [2, 50, 9.81, 80];
const FINE = 240; // elements of rods bent back on themselves: the error of the load falls with the square
const SHORTENED = 1e-4; // of the length: raises the force of a pinned rod by half as much

interface Reference {
  readonly reference: {
    readonly pinned_pinned: number;
    readonly fixed_free: number;
    readonly fixed_fixed: number;
    readonly fixed_pinned: number;
    readonly self_weight_critical_wL3_over_EI: number;
    /** end angle [deg], P/P_cr, chord/L, deflection/L */
    readonly post_buckling: readonly (readonly [number, number, number, number])[];
  };
}

const first = ({ recording }: CaseRun, column: string): number => recording.column(column)[0];

/** Chord along x; headings a(s) [rad] from x to z, s from 0 to 1. */
function bowed(chord: number, heading: (s: number) => number, n: number = ELEMENTS): number[][] {
  const points = [[0, 0, 0]];
  for (let i = 0; i < n; i++) {
    const a = heading((i + 0.5) / n);
    points.push([points[i][0] + (L / n) * Math.cos(a), 0, points[i][2] + (L / n) * Math.sin(a)]);
  }
  const end = points[n];
  return points.map(([x, , z], i) => [x + (chord - end[0]) * (i / n), 0, z - end[2] * (i / n)]);
}

async function loads(context: CaseContext, reference: Reference['reference']): Promise<ValidationRow[]> {
  const angle = 2 * Math.sqrt(SHORTENED); // of a sine with this shortening
  const clamp = [1, 0, 0];
  const chord = L * (1 - SHORTENED);
  const ends: readonly [string, number, Overrides, (s: number) => number][] = [
    ['pinned, pinned', reference.pinned_pinned, {}, (s) => angle * Math.cos(Math.PI * s)],
    [
      'fixed, fixed',
      reference.fixed_fixed,
      { 'cables.rod.from.clamp': clamp, 'cables.rod.to.clamp': clamp },
      (s) => angle * Math.sin(2 * Math.PI * s),
    ],
    ['fixed, pinned', reference.fixed_pinned, { 'cables.rod.from.clamp': clamp }, (s) => angle * Math.sin(4.4934 * s)],
  ];
  const rows: ValidationRow[] = [];
  for (const [name, expected, overrides, heading] of ends) {
    const rest = completed(
      await context.runScenario('scenario.yaml', {
        ...overrides,
        'cables.rod.to.point': [chord, 0, 0],
        'cables.rod.shape': bowed(chord, heading),
      }),
    );
    const measured = Math.abs(first(rest, 'cable.rod.start.force.x'));
    rows.push(compareRelative(row, { quantity: `${name}: load`, unit: 'N', expected, measured, relative: 1e-3 }));
  }
  const leaning = bowed(chord, (s) => 2 * angle * Math.sin((Math.PI * s) / 2)).map(([x], i, all) => [
    (0.04 * L * (1 - Math.cos((Math.PI * i) / 2 / (all.length - 1)))) / 2,
    0,
    x,
  ]);
  const column = completed(
    await context.runScenario('column.yaml', {
      'bodies.head.position': leaning[ELEMENTS],
      'joints.aside.at': leaning[ELEMENTS],
      'cables.rod.shape': leaning,
    }),
  );
  rows.push(
    compareRelative(row, {
      quantity: 'fixed, free: load',
      unit: 'N',
      expected: reference.fixed_free,
      measured: Math.abs(first(column, 'cable.rod.end.force.z')),
      relative: 1e-3,
    }),
  );
  return rows;
}

async function shapes(context: CaseContext, reference: Reference['reference']): Promise<ValidationRow[]> {
  const rows: ValidationRow[] = [];
  for (const [degrees, load, chord, deflection] of reference.post_buckling) {
    const a = (degrees * Math.PI) / 180;
    const rest = completed(
      await context.runScenario('scenario.yaml', {
        'cables.rod.elements': FINE,
        'cables.rod.to.point': [chord * L, 0, 0],
        'cables.rod.shape': bowed(chord * L, (s) => a * Math.cos(Math.PI * s), FINE),
      }),
    );
    const add = (quantity: string, unit: string, expected: number, measured: number): void => {
      const text = `pinned, end angle ${degrees}°: ${quantity}`;
      rows.push(compareRelative(row, { quantity: text, unit, expected, measured, relative: 1e-3 }));
    };
    add('load', 'N', load * reference.pinned_pinned, Math.abs(first(rest, 'cable.rod.start.force.x')));
    add('deflection of the middle', 'm', deflection * L, Math.abs(alongCable(rest, 'rod', 0.5, 'z', 0)));
  }
  return rows;
}

/** Tip deflection² grows in proportion to the weight beyond the critical one: two positions of rest give where it begins. */
async function ownWeight(context: CaseContext, expected: number): Promise<ValidationRow> {
  const square = async (over: number): Promise<number> => {
    const w = (over * expected * EI) / L ** 3;
    const shape = Array.from({ length: ELEMENTS + 1 }, (_, i) => {
      const s = i / ELEMENTS;
      return [0.2 * (1 - Math.cos((Math.PI * s) / 2)), 0, L * s * 0.995];
    });
    const rest = completed(
      await context.runScenario('column.yaml', {
        'environment.gravity': G,
        'ropes.rod.mass': w / G,
        joints: {},
        bodies: {},
        'cables.rod': { rope: 'rod', length: L, elements: ELEMENTS, from: { body: 'world', clamp: [0, 0, 1] }, shape },
      }),
    );
    return first(rest, 'cable.rod.end.position.x') ** 2;
  };
  const [near, far] = [await square(1.01), await square(1.02)];
  return compareRelative(row, {
    quantity: 'own weight: critical w L³/EI',
    unit: '',
    expected,
    measured: expected * (1.01 - (0.01 * near) / (far - near)),
    relative: 1e-3,
  });
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference } = context.readJson('reference.json') as Reference;
  return [
    ...(await loads(context, reference)),
    ...(await shapes(context, reference)),
    await ownWeight(context, reference.self_weight_critical_wL3_over_EI),
  ];
}

export const validationCase: ValidationCase = { id, title: 'Buckling and after', source, slow: true, run };
