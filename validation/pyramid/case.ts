/** The pyramid of Roy et al. 2013, s. 10.1: falls, stays up, comes to rest, and rests as deep as the contact law says. */
import type { CaseContext, CaseRun, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed } from '../series.ts';
import { type Cube, pyramidAtRest } from './statics.ts';

const [id, source] = ['pyramid', 'Roy et al. 2013, s. 10.1; at rest: statics of the contact law (statics.ts)'];
const row = { id, source };

const cubes: readonly Cube[] = [
  { name: 'left', row: 0, x: -1.1 },
  { name: 'middle', row: 0, x: 0 },
  { name: 'right', row: 0, x: 1.1 },
  { name: 'upper left', row: 1, x: -0.55 },
  { name: 'upper right', row: 1, x: 0.55 },
  { name: 'top', row: 2, x: 0 },
];
const WEIGHT = 7000 * 9.81; // [N] of a cube
const MU = 0.5;
/** A corner of a flat face of 1 m: E* l/4, E* = E/(2 (1 - nu^2)) for two equal materials. */
const STIFFNESS = (0.25 * 1e7) / (2 * (1 - 0.09)); // [N/m]
const AT_REST = 1e-6; // [m/s]

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const fallen = completed(await context.runScenario('scenario.yaml'));
  const steel = completed(await context.runScenario('scenario.yaml', { 'materials.soft.youngs': '210 GPa' }));
  // where statics says they rest; if the engine's law were another, they would move from there to its own rest
  const rest = pyramidAtRest(cubes, 'ground', WEIGHT, STIFFNESS);
  const lowered = Object.fromEntries(
    cubes.map(({ name, row: level }, i) => [`bodies.${name}.position[2]`, 0.5 + level - rest.cubes[i].sunk]),
  );
  const placed = completed(
    await context.runScenario('scenario.yaml', { ...lowered, 'solver.start from equilibrium': true }),
  );
  return [
    still('after the fall, 10 MPa', fallen),
    still('after the fall, 210 GPa', steel),
    still('started at rest, 10 MPa', placed),
    ...balance(fallen),
    ...againstLaw(fallen),
    ...againstStatics(placed),
  ];
}

function still(name: string, result: CaseRun): ValidationRow {
  const speeds = cubes.map(
    (cube) => size(result, `${cube.name}.velocity`) + size(result, `${cube.name}.angular-velocity`),
  );
  const quantity = `${name}: fastest cube at 5 s (speed plus turning at 1 m)`;
  return compare(row, { quantity, unit: 'm/s', expected: 0, measured: Math.max(...speeds), tolerance: AT_REST });
}

/** The ground carries six cubes, and every cube still stands in its row. */
function balance(result: CaseRun): readonly ValidationRow[] {
  const carried = ['left', 'middle', 'right'].reduce(
    (sum, name) => sum + result.final(`contact.ground~${name}.force.z`),
    0,
  );
  const rest = pyramidAtRest(cubes, 'ground', WEIGHT, STIFFNESS);
  const heights = cubes.map(({ name, row: level }, i) =>
    Math.abs(result.final(`${name}.position.z`) - (0.5 + level - rest.cubes[i].sunk)),
  );
  return [
    compareRelative(row, {
      quantity: 'after the fall: force on the ground',
      unit: 'N',
      expected: 6 * WEIGHT,
      measured: carried,
      relative: 1e-6,
    }),
    compare(row, {
      quantity: 'after the fall: largest distance of a cube from its height by statics',
      unit: 'm',
      expected: 0,
      measured: Math.max(...heights),
      tolerance: 6e-3, // between all contacts sticking and none the top cube sinks by 41 to 48 mm
    }),
  ];
}

/**
 * After a fall, friction holds the cubes in what tilt they had when they gripped. Depths must then be those of the law
 * for the force and the tilts that are there: force/(4 K) + overlap/2 |difference of tilts|.
 */
function againstLaw(result: CaseRun): readonly ValidationRow[] {
  const { pairs } = pyramidAtRest(cubes, 'ground', WEIGHT, STIFFNESS);
  const tilt = (name: string): number => (name === 'ground' ? 0 : result.final(`${name}.angles.pitch`));
  const rows = pairs.map(({ name }): ValidationRow => {
    const [lower, upper] = name.split('~');
    const overlap =
      lower === 'ground' ? 1 : 1 - Math.abs(result.final(`${upper}.position.x`) - result.final(`${lower}.position.x`));
    const force = result.final(`contact.${name}.normal-force`);
    return compareRelative(row, {
      quantity: `after the fall: ${name.replace('~', ' and ')}, depth for the load and tilt there`,
      unit: 'm',
      expected: force / (4 * STIFFNESS) + 0.5 * overlap * Math.abs(tilt(upper) - tilt(lower)),
      measured: result.final(`contact.${name}.depth`),
      relative: 0.01, // faces tilted by 4 mrad meet along lines a hundredth of the overlap from where they did
    });
  });
  const tilts = cubes.map(({ name }) => Math.abs(tilt(name)));
  rows.push(
    compare(row, {
      quantity: 'after the fall: largest tilt of a cube (14 mrad without friction, 0 where all stick from the start)',
      unit: 'rad',
      expected: 0,
      measured: Math.max(...tilts),
      tolerance: 0.014,
    }),
  );
  return rows;
}

/** Started from rest nothing has slipped, and statics says it all. */
function againstStatics(result: CaseRun): readonly ValidationRow[] {
  const rest = pyramidAtRest(cubes, 'ground', WEIGHT, STIFFNESS);
  const rows = rest.pairs.map(({ name, deepest }) =>
    compareRelative(row, {
      quantity: `started at rest: ${name.replace('~', ' and ')}, depth`,
      unit: 'm',
      expected: deepest,
      measured: result.final(`contact.${name}.depth`),
      relative: 1e-3,
    }),
  );
  const tilts = cubes.map(({ name }) => Math.abs(result.final(`${name}.angles.pitch`)));
  const needed = Math.max(...rest.pairs.map(({ friction }) => friction));
  rows.push(
    compare(row, {
      quantity: 'started at rest: largest tilt of a cube',
      unit: 'rad',
      expected: Math.max(...rest.cubes.map((cube) => Math.abs(cube.tilt))),
      measured: Math.max(...tilts),
      tolerance: 1e-5, // the give of sticking contacts, 1 um on 0.5 m, and the search for the rest
    }),
    compare(row, {
      quantity: 'started at rest: friction needed for it, below 0.5 (1: yes)',
      unit: '1',
      expected: 1,
      measured: Number(needed < MU),
      tolerance: 0,
    }),
  );
  return rows;
}

function size(result: CaseRun, channel: string): number {
  return Math.hypot(...['x', 'y', 'z'].map((axis) => result.final(`${channel}.${axis}`)));
}

export const validationCase: ValidationCase = { id, title: 'Pyramid of six 7 t cubes', source, run };
