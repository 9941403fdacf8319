/**
 * Requirements of classification societies on anchors, chains and windlasses by the equipment number of a ship. A comparison of numbers,
 * not an approval.
 *
 * Sources, as far as they could be read: IACS UR A1 and Rec. 10 by a maker's table "according to IACS Req. 2014" and Rec. 10 Rev. 5 (2023),
 * table 1; UR A3 and UR W18 by excerpts. `confirmed: false` marks values supported by a single excerpt, or by a catalogue only.
 */

export type Grade = 1 | 2 | 3;

export interface Equipment {
  /** equipment number: above, up to */
  readonly above: number;
  readonly upTo: number;
  /** [kg] of each stockless bower anchor */
  readonly anchor: number;
  /** [m] of chain, all together */
  readonly length: number;
  /** [mm] of stud-link chain by grade; undefined: the table has none */
  readonly diameter: Readonly<Record<Grade, number | undefined>>;
}

/** EN above; anchor [kg], length [m], diameter [mm] of grades 1, 2, 3 (0: none). Each row goes up to the next. */
const TABLE: readonly (readonly [number, number, number, number, number, number])[] = [
  [50, 180, 220, 14, 12.5, 0],
  [70, 240, 220, 16, 14, 0],
  [90, 300, 247.5, 17.5, 16, 0],
  [110, 360, 247.5, 19, 17.5, 0],
  [130, 420, 275, 20.5, 17.5, 0],
  [150, 480, 275, 22, 19, 0],
  [175, 570, 302.5, 24, 20.5, 0],
  [205, 660, 302.5, 26, 22, 20.5],
  [240, 780, 330, 28, 24, 22],
  [280, 900, 357.5, 30, 26, 24],
  [320, 1020, 357.5, 32, 28, 24],
  [360, 1140, 385, 34, 30, 26],
  [400, 1290, 385, 36, 32, 28],
  [450, 1440, 412.5, 38, 34, 30],
  [500, 1590, 412.5, 40, 36, 30],
  [550, 1740, 440, 42, 36, 32],
  [600, 1920, 440, 44, 38, 34],
  [660, 2100, 440, 46, 40, 36],
  [720, 2280, 467.5, 48, 42, 36],
  [780, 2460, 467.5, 50, 44, 38],
  [840, 2640, 467.5, 52, 46, 40],
  [910, 2850, 495, 54, 48, 42],
  [980, 3060, 495, 56, 50, 44],
  [1060, 3300, 495, 58, 50, 46],
  [1140, 3540, 522.5, 60, 52, 46], // the maker's table prints 45 for grade 3, no size of the series
  [1220, 3780, 522.5, 62, 54, 48],
  [1300, 4050, 522.5, 64, 56, 50],
  [1390, 4320, 550, 66, 58, 50],
  [1480, 4590, 550, 68, 60, 52],
  [1570, 4890, 550, 70, 62, 54],
  [1670, 5250, 577.5, 73, 64, 56],
  [1790, 5610, 577.5, 76, 66, 58],
  [1930, 6000, 577.5, 78, 68, 60],
  [2080, 6450, 605, 81, 70, 62],
  [2230, 6900, 605, 84, 73, 64],
  [2380, 7350, 605, 87, 76, 66],
  [2530, 7800, 632.5, 90, 78, 68],
  [2700, 8300, 632.5, 92, 81, 70],
  [2870, 8700, 632.5, 95, 84, 73],
  [3040, 9300, 660, 97, 84, 76],
  [3210, 9900, 660, 100, 87, 78],
];
/** Upper end of the last row. */
const LAST = 3400;

/** UR A1.2: EN = displacement^(2/3) + 2 h B + A/10; [t] moulded, h effective height [m], B breadth [m], A side area [m^2]. */
export function equipmentNumber(displacement: number, height: number, breadth: number, area: number): number {
  let root = displacement > 1 ? displacement : 1;
  for (let i = 0; i < 200; i++) root = (2 * root + displacement / (root * root)) / 3;
  return root * root + 2 * height * breadth + area / 10;
}

/** Undefined: outside the table, 50 to 3400. */
export function equipmentFor(number: number): Equipment | undefined {
  if (!(number > TABLE[0][0] && number <= LAST)) return undefined;
  let i = TABLE.length - 1;
  while (TABLE[i][0] >= number) i--;
  const [above, anchor, length, one, two, three] = TABLE[i];
  const diameter = { 1: one, 2: two, 3: three || undefined };
  return { above, upTo: TABLE[i + 1]?.[0] ?? LAST, anchor, length, diameter };
}

/** UR W18, stud-link chain: c d^2 (44 - 0.08 d) [kN], d in mm. */
const BREAK: Readonly<Record<Grade, number>> = { 1: 0.00981, 2: 0.01373, 3: 0.01961 };
const PROOF: Readonly<Record<Grade, number>> = { 1: 0.00686, 2: 0.00981, 3: 0.01373 };

/** [N] of a stud-link chain of bar diameter d [m] */
export function chainBreakLoad(d: number, grade: Grade): number {
  return load(BREAK[grade], d);
}

export function chainProofLoad(d: number, grade: Grade): number {
  return load(PROOF[grade], d);
}

function load(c: number, d: number): number {
  const mm = 1000 * d;
  return 1000 * c * mm * mm * (44 - 0.08 * mm);
}

/** UR A3: continuous duty pull over d^2 [N/mm^2] by grade, and what each metre beyond 82.5 m of depth adds. */
const DUTY: Readonly<Record<Grade, number>> = { 1: 37.5, 2: 42.5, 3: 47.5 };
const DEEPER = 0.27;
const DEPTH = 82.5;

/** [N]; d [m], depth of anchorage [m] */
export function windlassDutyPull(d: number, grade: Grade, depth: number = DEPTH): number {
  const mm = 1000 * d;
  return (DUTY[grade] + DEEPER * Math.max(0, depth - DEPTH)) * mm * mm;
}

/** UR A3: over the duty pull, for two minutes; least mean speed [m/s]; brake over the break load, without and with a chain stopper; the stopper. */
export const WINDLASS_RULES = {
  overload: 1.5,
  speed: 0.15,
  brake: 0.8,
  brakeWithStopper: 0.45,
  stopper: 0.8,
} as const;
