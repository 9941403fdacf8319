/** CT-15: the torque that friction resists a spin with, over patches of five pressures, at any rate. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';
import { completed } from '../series.ts';
import { turnedHull } from '../turned.ts';

const [id, source] = ['CT-15-spin', 'Elandt 2022, table 6.1; integrals of mu p r over the patch'];
const row = { id, source };

const R = 0.02; // [m]
/** [m] so flat that the patch is as good as plane */
const DEPTH = 1e-5;
const BODY = 0.01; // [m] height of the body over its rim
const GIVE = 1e-4; // [m]
const MU = 0.5;
const STEP = 1e-3; // [s]
const SIDES = 64;
const RINGS = 24;
const WHOLE = 2e-3;

/** p over its largest, as a function of r/R; mean of r/R under it. */
const SHAPES: Readonly<Record<string, { p(r: number): number; mean: number; rings?: number }>> = {
  disc: { p: () => 1, mean: 2 / 3 },
  'half-sphere': { p: (r) => Math.sqrt(1 - r * r), mean: (3 * Math.PI) / 16 },
  cone: { p: (r) => 1 - r, mean: 1 / 2, rings: 1 },
  paraboloid: { p: (r) => 1 - r * r, mean: 8 / 15 },
};

/** The ring is a tube: mean of r/R between 0.96 and 1. */
const INNER = 0.96;
const RING_MEAN = (2 * (1 - INNER ** 3)) / (3 * (1 - INNER ** 2));

function shapeOf(name: string): string {
  if (name === 'ring')
    return `{ solid: { tube: { outer: ${R}, inner: ${INNER * R}, length: ${BODY}, sides: 192 } }, at: [0, 0, ${BODY / 2}] }`;
  const { p, rings: count = RINGS } = SHAPES[name];
  const rings: [number, number][] = [];
  // even in the angle of a half-sphere: close to each other at the rim, where the profile is steep
  if (name === 'disc') rings.push([R, 0]);
  else
    for (let i = 0; i <= count; i++) {
      const r = Math.sin((0.5 * Math.PI * i) / count);
      rings.push([i === count ? R : R * r, DEPTH * (1 - (i === count ? 0 : p(r)))]);
    }
  rings.push([R, BODY]);
  return turnedHull(rings, SIDES);
}

function scenario(shape: string, rate: number, duration: number): string {
  return `hawser: 1
title: A body turns on a soft layer
environment: { gravity: [0, 0, 0] }
bodies:
  floor: { fixed: true, shapes: [{ half-space: true, field: { layer: 10 mm, modulus: 1 MPa } }] }
  body: { mass: 1 kg, inertia: [1e-3, 1e-3, 1e-3], position: [0, 0, ${-DEPTH}], shapes: [${shape}] }
joints:
  axle: { type: revolute, between: [world, body], at: [0, 0, 0], driver: { angle: { ramp: { to: ${rate * duration}, duration: ${duration} } } } }
contacts: { defaults: { friction coefficient: ${MU}, stick deflection: ${GIVE}, dissipation: 0 s/m } }
run: { duration: ${duration} }
solver: { step: ${STEP} }
output: { rate: 100 Hz, channels: ['contact.floor~body.*'] }
`;
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const rows: ValidationRow[] = [];
  /** torque over mu N R at the end of a turn by so many gives of the rim a step, until the rim has gone by `gives` of them */
  const torque = async (name: string, part: number, gives: number): Promise<number> => {
    const rate = (part * GIVE) / (R * STEP);
    const text = scenario(shapeOf(name), rate, Math.ceil(gives / part) * STEP);
    const { final } = completed(await context.runScenario(text));
    return Math.abs(final('contact.floor~body.moment.z')) / (MU * final('contact.floor~body.normal-force') * R);
  };
  for (const name of ['ring', ...Object.keys(SHAPES)]) {
    const mean = name === 'ring' ? RING_MEAN : SHAPES[name].mean;
    for (const part of [0.05, 1, 10]) {
      const measured = await torque(name, part, Math.max(10, 20 * part));
      const quantity = `${name}: torque over that of Coulomb friction, the rim going ${part} of the give a step`;
      rows.push(compareRelative(row, { quantity, unit: '1', expected: 1, measured: measured / mean, relative: WHOLE }));
    }
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Spin torque of patches under five pressures', source, run };
