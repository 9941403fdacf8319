/** CT-09: when a block tips, when it slides, and how it rocks from edge to edge. */
import type { CaseContext, Overrides, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed, crossings, interpolate, largestSize, threshold } from '../series.ts';

const [id, source] = ['CT-09-tipping', 'Housner 1963, Bull. Seism. Soc. Am. 53'];
const row = { id, source };

interface Block {
  readonly name: string;
  readonly half_width: number;
  readonly half_height: number;
  readonly mu: number;
  readonly release_angle_rad?: number;
  readonly tip_angle_deg: number;
  readonly slide_angle_deg: number;
  readonly tips_before_sliding: boolean;
  readonly push_height_limit_m: number;
  readonly impact_angular_velocity_ratio: number;
  readonly quarter_period_s?: number;
  readonly omega_at_impact?: number;
  readonly omega_after_impact?: number;
}

interface Reference {
  readonly reference: { readonly results: readonly Block[] };
  readonly tolerance: { readonly angle_abs_deg: number; readonly time_rel: number };
}

const G = 9.81;
const DEPTH = 0.5; // [m] of the blocks, across the motion
const RESOLUTION = 0.005; // [deg] of the angles found
/** Coefficient that keeps the squat block from sliding, to see it tip: tan(59 deg) = 1.67. */
const ROUGH = 3;
/** A block that has turned so far falls [rad]; one that stands has turned by 1e-6. */
const FALLS = 0.02;
const SLIDES = 2e-5; // [m]

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  for (const block of reference.results) {
    rows.push(...(await onSlope(context, block, tolerance.angle_abs_deg)));
    rows.push(await pushed(context, block, tolerance.time_rel));
    if (block.quarter_period_s !== undefined) rows.push(...(await rocking(context, block, tolerance.time_rel)));
  }
  return rows;
}

async function onSlope(context: CaseContext, block: Block, allowed: number): Promise<readonly ValidationRow[]> {
  const { name, tips_before_sliding: tips, tip_angle_deg: tipAngle, slide_angle_deg: slideAngle } = block;
  const angle = (quantity: string, expected: number, measured: number): ValidationRow =>
    compare(row, { quantity: `${name}: ${quantity}`, unit: 'deg', expected, measured, tolerance: allowed });
  const find = async (expected: number, mu: number, what: 'turned' | 'slipped', limit: number): Promise<number> =>
    threshold(expected - 0.4, expected + 0.6, RESOLUTION, async (degrees) => {
      const moved = await released(context, block, degrees, mu);
      return moved[what] < limit;
    });
  const rows = [
    angle('slope at which it tips', tipAngle, await find(tipAngle, tips ? block.mu : ROUGH, 'turned', FALLS)),
  ];
  if (!tips)
    rows.push(angle('slope at which it slides', slideAngle, await find(slideAngle, block.mu, 'slipped', SLIDES)));
  const first = Math.min(tipAngle, slideAngle) + 0.2;
  const moved = await released(context, block, first, block.mu);
  rows.push(
    compare(row, {
      quantity: `${name}: on a slope of ${first.toFixed(2)} deg it ${tips ? 'tips and does not slide' : 'slides and does not tip'} (1: yes)`,
      unit: '1',
      expected: 1,
      measured: Number(
        tips ? moved.turned > FALLS && moved.toe < SLIDES : moved.slipped > SLIDES && moved.turned < 1e-5,
      ),
      tolerance: 0,
    }),
  );
  return rows;
}

interface Moved {
  /** [rad] */
  readonly turned: number;
  /** [m] way of the centre, and of the lower edge while the block has not turned far */
  readonly slipped: number;
  readonly toe: number;
}

/** The block after 2 s on a slope, let go at 0.1 s. */
async function released(context: CaseContext, block: Block, degrees: number, mu: number): Promise<Moved> {
  const { half_width: b, half_height: h } = block;
  const angle = (degrees * Math.PI) / 180;
  const rotation = { axis: [0, 1, 0], angle };
  const result = completed(
    await context.runScenario('slope.yaml', {
      'bodies.slope.rotation': rotation,
      'bodies.block.rotation': rotation,
      'bodies.block.position': [h * Math.sin(angle), 0, h * Math.cos(angle)],
      ...shapeOf(block),
      'bodies.block.points': { toe: [b, 0, -h] },
      'forces.hand.force[0].ramp.from': -G * Math.sin(angle),
      'contacts.defaults.friction coefficient': mu,
    }),
  );
  const { recording } = result;
  const pitch = recording.column('block.angles.pitch').map((value) => value - angle);
  const way = (point: string): Float64Array => {
    const [x, z] = ['x', 'z'].map((axis) => recording.column(`${point}.position.${axis}`));
    return x.map((value, i) => Math.hypot(value - x[0], z[i] - z[0]));
  };
  const standing = way('block.toe').filter((_, i) => Math.abs(pitch[i]) < FALLS);
  return { turned: largestSize(pitch), slipped: largestSize(way('block')), toe: largestSize(standing) };
}

/** The height of a push above which the block tips before it slides. */
async function pushed(context: CaseContext, block: Block, relative: number): Promise<ValidationRow> {
  const { name, half_width: b, half_height: h, mu, push_height_limit_m: expected } = block;
  const moved = 3e-6; // [m or rad] more than the give of the contacts, 1e-6 m and 1e-6 rad
  const slidesFirst = async (height: number): Promise<boolean> => {
    const { recording } = completed(
      await context.runScenario('push.yaml', {
        'bodies.block.position': [0, 0, h],
        ...shapeOf(block),
        'bodies.block.points': { toe: [b, 0, -h] },
        'forces.push.at': [0, 0, height - h],
        'forces.push.force[0].table[1]': [2, 1.2 * mu * G],
        'contacts.defaults.friction coefficient': mu,
      }),
    );
    const { time } = recording;
    const slides =
      crossings(time, recording.column('block.toe.position.x'), b + moved, 1)[0] ?? Number.POSITIVE_INFINITY;
    const tips = crossings(time, recording.column('block.angles.pitch'), moved, 1)[0] ?? Number.POSITIVE_INFINITY;
    return slides < tips;
  };
  const measured = await threshold(0.9 * expected, 1.12 * expected, 1e-3 * expected, slidesFirst);
  const quantity = `${name}: height above which a push tips it`;
  return compareRelative(row, { quantity, unit: 'm', expected, measured, relative });
}

/** Released tilted: time to the change of edges, angular velocity before and after. */
async function rocking(context: CaseContext, block: Block, relative: number): Promise<readonly ValidationRow[]> {
  const { name, half_width: b, half_height: h, mu } = block;
  const quarter = block.quarter_period_s ?? Number.NaN;
  const tilt = block.release_angle_rad ?? Number.NaN;
  const [sine, cosine] = [Math.sin(tilt), Math.cos(tilt)];
  const result = completed(
    await context.runScenario('scenario.yaml', {
      'bodies.block.position': [h * sine - b * cosine, 0, b * sine + h * cosine],
      ...shapeOf(block),
      'bodies.block.points': { left: [-b, 0, -h], right: [b, 0, -h] },
      'contacts.defaults.friction coefficient': mu,
      'run.duration': 1.4 * quarter,
    }),
  );
  const { recording } = result;
  const { time } = recording;
  const pitch = recording.column('block.angles.pitch');
  const spin = recording.column('block.angular-velocity.y');
  const impact = crossings(time, recording.column('block.left.position.z'), 0, -1)[0];
  const [radius, alpha] = [Math.hypot(b, h), Math.atan2(b, h)];
  /** Angular velocity at the change of edges that belongs to the motion on an edge at time t: its energy is the same. */
  const atImpact = (t: number): number => {
    const [angle, rate] = [Math.abs(interpolate(time, pitch, t)), interpolate(time, spin, t)];
    const p2 = (3 * G) / (4 * radius);
    return Math.sqrt(rate * rate + 2 * p2 * (Math.cos(alpha - angle) - Math.cos(alpha)));
  };
  // the new edge is down for good after a hop of 30 um that takes 5 ms
  const [before, after] = [atImpact(impact - 1e-3), atImpact(impact + 0.02)];
  const add = (quantity: string, unit: string, expected: number | undefined, measured: number): ValidationRow =>
    compareRelative(row, {
      quantity: `${name}: ${quantity}`,
      unit,
      expected: expected ?? Number.NaN,
      measured,
      relative,
    });
  return [
    add('quarter period from 0.1 rad', 's', quarter, impact),
    add('angular velocity before the change of edges', 'rad/s', block.omega_at_impact, before),
    add('angular velocity after it', 'rad/s', block.omega_after_impact, after),
    add('ratio of the two', '1', block.impact_angular_velocity_ratio, after / before),
  ];
}

function shapeOf({ half_width: b, half_height: h }: Block): Overrides {
  return { 'bodies.block.shapes': [{ box: [2 * b, DEPTH, 2 * h] }] };
}

export const validationCase: ValidationCase = { id, title: 'Tipping, sliding and rocking of a block', source, run };
