/** Elandt 2022, fig. 4.11: force on a soft layer by a pressure field over that of an elastic one, for a punch and a ball. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { ballForce, punchForce } from '../reference/elastic-layer.ts';
import { compare } from '../rows.ts';
import { completed } from '../series.ts';
import { turnedHull } from '../turned.ts';

const [id, source] = [
  'elandt-layer',
  'Elandt 2022, s. 4.5 and fig. 4.11; elastic layer by Hankel transforms, another program and mesh',
];
const row = { id, source };

/** H/D; force over that of the elastic layer for a punch and a ball, from 40 and 56 rings. */
const TABLE: readonly (readonly [ratio: number, punch: number, ball: number])[] = [
  [0.05, 0.9766, 1.0022],
  [0.1, 0.9532, 1.0067],
  [0.15, 0.9302, 1.0098],
  [0.2, 0.9073, 1.0103],
  [0.25, 0.8846, 1.0072],
  [0.35, 0.8398, 0.9895],
  [0.5, 0.7752, 0.9376],
  [0.75, 0.6769, 0.8197],
  [1, 0.5927, 0.7064],
];
const PUNCH = 0.015;
const BALL = 0.01;

const D = 0.01; // [m]
const DEPTH = 2e-6; // [m]
const E = 1e6; // [Pa]
const RINGS = [24, 48] as const;

/** From two meshes, with the order in which a punch on a half-space converges to 2 E* R d = 1/(1 - nu^2). */
function refined(force: (rings: number) => number, half: readonly number[]): number {
  const [coarse, fine] = RINGS.map(force);
  const times = (half[0] - 1) / (half[1] - 1);
  return fine + (fine - coarse) / (times - 1);
}

function scenario(shape: string, thickness: number): string {
  return `hawser: 1
title: A rigid body on a soft layer
environment: { gravity: [0, 0, 0] }
materials: { foam: { density: 1000, youngs: ${E} Pa, poisson: 0.3 } }
bodies:
  floor: { fixed: true, material: foam, shapes: [{ half-space: true, field: { layer: ${thickness} } }] }
  body: { mass: 1 kg, inertia: [1, 1, 1], position: [0, 0, ${-DEPTH}], shapes: [${shape}] }
contacts: { defaults: { friction coefficient: 0, dissipation: 0 s/m } }
solver: { step: 1e-7 s }
run: { duration: 1e-7 s }
output: { rate: 10000000 Hz, channels: ['contact.floor~body.*'] }
`;
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const rows: ValidationRow[] = [];
  const half = RINGS.map((n) => punchForce(1e4, n) * 0.91);
  rows.push(
    compare(row, {
      quantity: 'elastic punch on a layer of 10 000 D over 2 E* R d, 48 rings',
      unit: '1',
      expected: 1,
      measured: half[1],
      tolerance: 0.01,
    }),
  );
  const punch = turnedHull(
    [
      [0.5 * D, 0],
      [0.5 * D, D],
    ],
    96,
  );
  const profile = Array.from({ length: 25 }, (_, i): [number, number] => [
    (1.1 * 0.5 * D * i) / 24,
    DEPTH * ((1.1 * i) / 24) ** 2,
  ]);
  const ball = turnedHull([...profile, [0.55 * D, D]], 64);
  for (const [ratio, ofPunch, ofBall] of TABLE) {
    for (const [name, shape, force, expected, tolerance] of [
      ['punch', punch, punchForce, ofPunch, PUNCH],
      ['ball', ball, ballForce, ofBall, BALL],
    ] as const) {
      const solved =
        force === ballForce ? ballForce(ratio, RINGS[0]) : refined((rings) => punchForce(ratio, rings), half);
      const elastic = E * D * DEPTH * solved;
      const { recording } = completed(await context.runScenario(scenario(shape, ratio * D)));
      const measured = recording.column('contact.floor~body.force.z')[0] / elastic;
      rows.push(
        compare(row, {
          quantity: `${name}, H/D = ${ratio}: force over that of the elastic layer`,
          unit: '1',
          expected,
          measured,
          tolerance,
        }),
      );
    }
  }
  return rows;
}

export const validationCase: ValidationCase = {
  id,
  title: 'A pressure field for an elastic layer',
  source,
  slow: true,
  run,
};
