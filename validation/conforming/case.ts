/** Conforming contact in several directions at once, against statics: each wall carries its load, nothing else moves. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = [
  'conforming',
  'statics of rigid bodies on an elastic foundation; Vilela 2018, s. 6.2.1, asks for the cube',
];
const row = { id, source };
const G = 9.81;

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  return [...(await cube(context)), ...(await pin(context)), ...(await keel(context))];
}

/** Floor, one wall, then two walls: forces, and depths over the faces. */
async function cube(context: CaseContext): Promise<readonly ValidationRow[]> {
  const rows: ValidationRow[] = [];
  const [k, area, clearance] = [1e10, 0.01, 1e-4];
  for (const across of [0, 40]) {
    const overrides = { 'forces.push.force[1].ramp.to': across };
    const result = completed(await context.runScenario('cube.yaml', overrides));
    const name = across === 0 ? 'cube against one wall' : 'cube in a corner';
    const end = (column: string): number => result.final(column);
    const add = (quantity: string, unit: string, expected: number, measured: number, relative: number): void => {
      rows.push(compareRelative(row, { quantity: `${name}: ${quantity}`, unit, expected, measured, relative }));
    };
    add('sum of normal forces', 'N', 8 * G + 60 + across, end('contact.block~cube.normal-force'), 1e-4);
    // faces lose a strip as wide as the other faces are deep, 1e-5 of them
    add('depth in the floor', 'm', (8 * G) / (k * area), 0.025 - end('cube.position.z'), 2e-3);
    add('depth in the wall', 'm', 60 / (k * area), end('cube.position.x') - clearance, 2e-3);
    if (across > 0) add('depth in the other wall', 'm', across / (k * area), end('cube.position.y') - clearance, 2e-3);
    const tilt = Math.hypot(...['roll', 'pitch', 'yaw'].map((a) => end(`cube.angles.${a}`)));
    rows.push(compare(row, { quantity: `${name}: angle`, unit: 'rad', expected: 0, measured: tilt, tolerance: 1e-8 }));
  }
  return rows;
}

/**
 * The pin sinks until pressure k (e cos a - c) along its radii, over the arc where it is positive, carries the load: e the
 * way of its centre, c the play. The arc lies half-way between pin and bore.
 */
async function pin(context: CaseContext): Promise<readonly ValidationRow[]> {
  const result = completed(await context.runScenario('pin.yaml'));
  const [r, R, k, length, load] = [0.01, 0.0102, 1e10, 0.03, 30];
  const play = R - r;
  const carried = (depth: number): number => {
    const way = play + depth;
    const half = Math.acos(play / way);
    const sum = way * (half + Math.sin(half) * Math.cos(half)) - 2 * play * Math.sin(half);
    return k * length * 0.5 * (r + R) * sum;
  };
  let [low, high] = [0, 1e-4];
  while (high - low > 1e-12) {
    const middle = 0.5 * (low + high);
    if (carried(middle) < load) low = middle;
    else high = middle;
  }
  const depth = -result.final('pin.position.z') - play;
  const quantity = 'pin in its bore: depth';
  return [
    // facets of 3 degrees, and their corners against the faces of the bore
    compareRelative(row, { quantity, unit: 'm', expected: low, measured: depth, relative: 0.01 }),
    compareRelative(row, {
      quantity: 'pin in its bore: force',
      unit: 'N',
      expected: load,
      measured: result.final('contact.eye~pin.force.z') * Math.sign(result.final('contact.eye~pin.force.z')),
      relative: 1e-4,
    }),
    compare(row, {
      quantity: 'pin in its bore: way to the side',
      unit: 'm',
      expected: 0,
      measured: result.final('pin.position.x'),
      tolerance: 1e-8,
    }),
  ];
}

/** Two planes share the weight: each pushes with W/(2 cos b), b the angle of the planes. */
async function keel(context: CaseContext): Promise<readonly ValidationRow[]> {
  const result = completed(await context.runScenario('wedge.yaml'));
  const [weight, cosine] = [500 * G, Math.cos((45 * Math.PI) / 180)];
  const forces = result.final('contact.cradle~keel.normal-force');
  const sunk = -result.final('keel.position.z');
  const add = (quantity: string, unit: string, expected: number, measured: number, relative: number): ValidationRow =>
    compareRelative(row, { quantity: `keel in its cradle: ${quantity}`, unit, expected, measured, relative });
  return [
    add('sum of normal forces', 'N', weight / cosine, forces, 1e-3),
    add('way down', 'm', weight / (2 * 1e8 * 0.5 * cosine), sunk, 1e-2),
  ];
}

export const validationCase: ValidationCase = {
  id,
  title: 'Cube in a hole, pin in a bore, keel in a cradle',
  source,
  run,
};
