/**
 * Stockless anchors by type and mass: a shank and a head with two flukes that turns on a pin. The sizes in the plane of the flukes
 * follow from the type and the cube root of the mass; thicknesses follow from the share of the mass that is in the head.
 * Proportions are those of the type, not of a maker's drawing.
 *
 * Shank: z along it, upwards; the origin is where the shackle holds, the pin is at (0, 0, -shank). Head: the origin is on the pin,
 * the pin is x, flukes point along +z at zero fluke angle, and the shank swings in y-z.
 */
import { PI, sincos } from '../../../math/index.ts';
import type { TriangleMesh } from '../triangle-mesh.ts';
import { extrudedMesh } from './extrude.ts';
import { checkLengths } from './sizes.ts';

export const ANCHOR_TYPES = ['hall', 'spek', 'ac-14', 'us-navy'] as const;
export type AnchorType = (typeof ANCHOR_TYPES)[number];

interface Proportions {
  /** overall length over the cube root of the volume of steel */
  readonly slenderness: number;
  /** width of the head and length of a fluke, crown to bill, over the overall length */
  readonly width: number;
  readonly fluke: number;
  /** share of the mass in the head */
  readonly head: number;
  /** [deg] to either side */
  readonly angle: number;
}

/**
 * Fluke angles and the least head share (0.6) are those of seamanship manuals and class rules; lengths are representative: Hall from
 * an unconfirmed 3 t anchor (1.95 m overall, head 1.40 m, fluke 1.15 m), the others in proportion to it by their outlines.
 */
const PROPORTIONS: Readonly<Record<AnchorType, Proportions>> = {
  hall: { slenderness: 2.69, width: 0.72, fluke: 0.59, head: 0.64, angle: 45 },
  spek: { slenderness: 2.6, width: 0.74, fluke: 0.6, head: 0.65, angle: 40 },
  'ac-14': { slenderness: 2.75, width: 0.92, fluke: 0.6, head: 0.68, angle: 35 },
  'us-navy': { slenderness: 2.65, width: 0.7, fluke: 0.57, head: 0.62, angle: 45 },
};

/** Class rules and manuals: not less than three fifths of an ordinary stockless anchor are in its head. */
export const LEAST_HEAD_SHARE = 0.6;

export interface AnchorSizes {
  /** [m] crown to the top of the shank */
  readonly overall: number;
  /** [m] of the head, across; of a fluke, crown to bill; of the crown, below the pin */
  readonly width: number;
  readonly fluke: number;
  readonly crown: number;
  /** [m] of the shank: shackle to pin; across, along the pin; its mean thickness the other way */
  readonly shank: number;
  readonly bar: number;
  /** [m] half the thickness of the head at the crown */
  readonly half: number;
  /** [rad] flukes to either side */
  readonly angle: number;
  /** of the mass, in the head */
  readonly head: number;
}

/** Thickness of the bills over that of the crown; of the shank at its pin and its top over the mean. */
const BILL = 0.25;
const AT_PIN = 1.15;
const AT_TOP = 0.85;
/** corners of the rounded ends of the shank */
const ROUND = 8;

/** mass [kg], density [kg/m^3] */
export function anchorSizes(type: AnchorType, mass: number, density: number): AnchorSizes {
  checkLengths({ mass, density });
  const { slenderness, width, fluke, head, angle } = PROPORTIONS[type];
  const volume = mass / density;
  const overall = slenderness * cubeRoot(volume);
  const F = fluke * overall;
  // the bar of the shank: its length depends on the crown, and the crown on the bar
  let bar = 0.12 * overall;
  let [crown, shank] = [0, 0];
  for (let i = 0; i < 60; i++) {
    crown = crownOf(bar, overall, F);
    shank = overall - crown - 0.5 * AT_TOP * bar;
    const area = ((1 - head) * volume) / bar;
    const ends = (roundArea(AT_PIN) + roundArea(AT_TOP)) * bar * bar;
    bar = Math.sqrt(bar * Math.max(0.1 * bar, (area - ends) / shank));
  }
  const sizes = { overall, width: width * overall, fluke: F, crown, shank, bar, angle: (angle * PI) / 180, head };
  const [area, moment] = areaAbove(headOutline(sizes), -crown);
  const half = (head * volume) / (2 * (area - ((1 - BILL) * moment) / F));
  return { ...sizes, half };
}

/** Below the pin: room for the end of the shank to turn, and a floor under it. */
function crownOf(bar: number, overall: number, fluke: number): number {
  return 0.5 * AT_PIN * bar + 0.012 * overall + 0.1 * fluke;
}

/** Wedge: thickest at the crown. The outline is flat, so its faces are. */
export function anchorHeadMesh(sizes: AnchorSizes): TriangleMesh {
  const { crown, fluke, half } = sizes;
  const { positions, triangles } = extrudedMesh(headOutline(sizes), 2);
  for (let i = 0; i < positions.length; i += 3) {
    const [z, y] = [positions[i + 1], -positions[i + 2]];
    positions[i + 1] = y * half * (1 - ((1 - BILL) * (z + crown)) / fluke);
    positions[i + 2] = z;
  }
  return { positions, triangles };
}

export function anchorShankMesh({ shank, bar }: AnchorSizes): TriangleMesh {
  const outline: number[] = [];
  const t = new Float64Array(2);
  for (const [radius, z, first] of [
    [0.5 * AT_PIN * bar, -shank, PI],
    [0.5 * AT_TOP * bar, 0, 0],
  ] as const) {
    for (let k = 0; k <= ROUND; k++) {
      sincos(t, 0, first + (PI * k) / ROUND);
      outline.push(radius * t[1], z + radius * t[0]);
    }
  }
  const { positions, triangles } = extrudedMesh(outline, bar);
  // outline in y, z, drawn along its third axis, then turned so that this axis is x
  for (let i = 0; i < positions.length; i += 3) {
    const [y, z, x] = [positions[i], positions[i + 1], positions[i + 2]];
    positions[i] = x;
    positions[i + 1] = y;
    positions[i + 2] = z;
  }
  return { positions, triangles };
}

/** x, z pairs, anticlockwise: crown, starboard fluke, slot for the shank, port fluke. */
function headOutline({ overall, width, fluke, crown, bar }: Omit<AnchorSizes, 'half'>): number[] {
  const slot = 0.5 * bar + 0.012 * overall;
  const floor = -0.5 * AT_PIN * bar - 0.012 * overall;
  const bill = fluke - crown;
  const right = [
    [0.4 * width, -crown],
    [0.5 * width, 0.25 * fluke - crown],
    [0.37 * width, bill],
    [0.3 * width, bill],
    [Math.max(1.1 * slot, 0.17 * width), 0.4 * fluke - crown],
    [slot, 0.35 * fluke - crown],
    [slot, floor],
  ];
  return [...right, ...[...right].reverse().map(([x, z]) => [-x, z])].flat();
}

/** Area, and its moment about z = low. */
function areaAbove(outline: readonly number[], low: number): readonly [number, number] {
  let [area, moment] = [0, 0];
  for (let i = 0; i < outline.length; i += 2) {
    const j = (i + 2) % outline.length;
    const [x, z, u, w] = [outline[i], outline[i + 1] - low, outline[j], outline[j + 1] - low];
    const c = x * w - u * z;
    area += c / 2;
    moment += (c * (z + w)) / 6;
  }
  return [area, moment];
}

/** Of the polygon in a half circle of diameter `part`, less the half that the straight part of the outline has to spare. */
function roundArea(part: number): number {
  const t = new Float64Array(2);
  sincos(t, 0, PI / ROUND);
  return (ROUND / 2) * t[0] * 0.25 * part * part;
}

function cubeRoot(x: number): number {
  let y = x > 1 ? x : 1;
  for (let i = 0; i < 200; i++) {
    const next = (2 * y + x / (y * y)) / 3;
    if (!(next < y)) break;
    y = next;
  }
  return y;
}
