/**
 * Steel wire ropes. Sources:
 * - EN 12385-4 factors, read in a maker's technical notes (Vornbäumen, "Calculation variables"): mass = W d^2 [kg/100 m, mm], metal
 *   section = C d^2, break load = K d^2 R_r / 1000 [kN, mm, N/mm^2].
 * - OrcaFlex rope: EA of 6x19 over d^2, and densities. Over the metal section that is a modulus of 95.6 GPa (fibre core) and 90 GPa (steel core); other
 *   constructions take the modulus of their core.
 * - MoorPy: sheathed spiral strand.
 * Bending is derived, a lower bound: wires slide on each other freely. n round wires of the metal section A have the diameter
 * delta = sqrt(4 A/(pi n)), so EI = n E pi delta^4/64 = E A^2/(4 pi n), E = 200 GPa. A rope under load is stiffer.
 */
import type { RopeType, Source } from './rope-type.ts';

interface Construction {
  readonly name: string;
  readonly core: 'fibre' | 'steel';
  /** factors of EN 12385-4 */
  readonly W: number;
  readonly C: number;
  readonly K: number;
  /** wires, those of a steel core (7x7) with them */
  readonly wires: number;
}

const CONSTRUCTIONS: readonly Construction[] = [
  { name: '6x19 FC', core: 'fibre', W: 0.359, C: 0.384, K: 0.33, wires: 114 },
  { name: '6x19 IWRC', core: 'steel', W: 0.4, C: 0.449, K: 0.356, wires: 163 },
  { name: '6x36 FC', core: 'fibre', W: 0.367, C: 0.393, K: 0.33, wires: 216 },
  { name: '6x36 IWRC', core: 'steel', W: 0.409, C: 0.46, K: 0.356, wires: 265 },
  { name: '8x36 IWRC', core: 'steel', W: 0.417, C: 0.468, K: 0.356, wires: 337 },
];
/** [N/mm^2] */
const GRADES = [1770, 1960] as const;
/** [Pa] EA over the metal section: OrcaFlex 3.67e10 / 0.384 and 4.04e10 / 0.449 */
const MODULUS = { fibre: 95.6e9, steel: 90e9 };
/** [kg/m^3] of the whole, core and grease with it: OrcaFlex rope */
const DENSITY = { fibre: 6810, steel: 7850 };
/** [Pa] of the wire itself */
const STEEL = 200e9;

const FACTORS: Source = { from: 'EN 12385-4 factors', confirmed: true };
const ORCAFLEX: Source = { from: 'OrcaFlex rope', confirmed: false };
const DERIVED: Source = { from: 'derived: wires slide freely', confirmed: false };
const RECALLED: Source = { from: 'DNV-OS-E301, six-strand rope, from memory', confirmed: false };
const MOORPY: Source = { from: 'MoorPy', confirmed: true };

const stranded = CONSTRUCTIONS.flatMap(({ name, core, W, C, K, wires }) =>
  GRADES.map(
    (grade): RopeType => ({
      name: `wire ${name} ${grade}`,
      kind: 'wire',
      about: `${name.split(' ')[0]} wire rope, ${core} core, ${grade} N/mm^2`,
      sizes: [0.006, 0.06],
      mass: W * 1e4,
      breakLoad: { d2: K * grade * 1e6, d3: 0 },
      slow: { d2: MODULUS[core] * C },
      density: DENSITY[core],
      bending: (STEEL * C * C) / (4 * Math.PI * wires),
      drag: { normal: 1.8, tangential: 0 },
      addedMass: { normal: 1, tangential: 0 },
      sources: {
        mass: FACTORS,
        'break load': FACTORS,
        stiffness: ORCAFLEX,
        'fast stiffness': undefined,
        density: ORCAFLEX,
        bending: DERIVED,
        friction: undefined,
        drag: RECALLED,
        'added mass': RECALLED,
      },
    }),
  ),
);

const spiral: RopeType = {
  name: 'spiral strand',
  kind: 'wire',
  about: 'sheathed spiral strand, for moorings',
  sizes: [0.04, 0.18],
  mass: 5293,
  breakLoad: { d2: 1022e6, d3: 0 },
  slow: { d2: 97.1e9 },
  outer: 1.18,
  drag: { normal: 1.021, tangential: 0 },
  addedMass: { normal: 1, tangential: 0 },
  sources: {
    mass: MOORPY,
    'break load': MOORPY,
    stiffness: MOORPY,
    'fast stiffness': undefined,
    density: undefined,
    bending: undefined,
    friction: undefined,
    drag: MOORPY,
    'added mass': { from: 'a cylinder', confirmed: true },
  },
};

export const wireRopes: readonly RopeType[] = [...stranded, spiral];
