/**
 * Fibre ropes. Sources:
 * - MoorPy: coefficients of NREL's mooring library (`MoorProps_default.yaml`), fits to makers' catalogues: mass, break load, slow and fast
 *   stiffness over the break load, drag by DNV-OS-E301, added mass by Bureau Veritas NR 493.
 * - OrcaFlex rope: mass, stiffness and break load of 8-strand multiplait ropes over d^2, read in a copy (`Mooring-Line-Properties`).
 * Departures: the copy gives 0.676 d^2 for the mass of nylon, where the volume of the same table (diameter 0.85 d, 1.14 t/m^3) gives 0.647; the
 * volume is followed. Its EA of nylon, 0.85 of the break load, would let the rope break at a strain of 118 %, and is not used.
 */
import type { RopeType, Source } from './rope-type.ts';

const MOORPY: Source = { from: 'MoorPy', confirmed: true };
const ORCAFLEX: Source = { from: 'OrcaFlex rope', confirmed: false };
const CARRIED: Source = { from: 'MoorPy, of parallel-strand rope of the same fibre', confirmed: false };
const TABLE: Source = { from: 'PTC friction table, steel on nylon', confirmed: false };
/** by DNV-OS-E301 on the nominal diameter; along: none is given */
const DRAG = { normal: 1.6, tangential: 0 };
const ADDED = { normal: 1.1, tangential: 0.15 };
const NONE = { bending: undefined, friction: undefined };

export const fibreRopes: readonly RopeType[] = [
  {
    name: 'nylon 8-strand',
    kind: 'fibre',
    about: 'polyamide, 8-strand plaited, break load wet',
    sizes: [0.012, 0.12],
    mass: 647,
    breakLoad: { d2: 139.357e6, d3: 0 },
    slow: { overBreakLoad: 5 },
    fast: { base: 2.08, slope: 39 },
    density: 1140,
    friction: 0.3,
    drag: DRAG,
    addedMass: ADDED,
    sources: {
      mass: ORCAFLEX,
      'break load': ORCAFLEX,
      stiffness: CARRIED,
      'fast stiffness': CARRIED,
      density: MOORPY,
      bending: undefined,
      friction: TABLE,
      drag: MOORPY,
      'added mass': MOORPY,
    },
  },
  {
    name: 'nylon parallel-strand',
    kind: 'fibre',
    about: 'polyamide, parallel strands in a jacket, for moorings',
    sizes: [0.03, 0.25],
    mass: 585,
    breakLoad: { d2: 207e6, d3: 230e6 },
    slow: { overBreakLoad: 5 },
    fast: { base: 2.08, slope: 39 },
    density: 1140,
    friction: 0.3,
    drag: DRAG,
    addedMass: ADDED,
    sources: { ...all(MOORPY), bending: undefined, friction: TABLE },
  },
  {
    name: 'polyester 8-strand',
    kind: 'fibre',
    about: 'polyester, 8-strand plaited',
    sizes: [0.012, 0.12],
    mass: 797.8,
    breakLoad: { d2: 170.466e6, d3: 0 },
    slow: { d2: 1.09e9 },
    density: 1380,
    drag: DRAG,
    addedMass: ADDED,
    sources: {
      ...all(ORCAFLEX),
      ...NONE,
      'fast stiffness': undefined,
      density: MOORPY,
      drag: MOORPY,
      'added mass': MOORPY,
    },
  },
  {
    name: 'polyester parallel-strand',
    kind: 'fibre',
    about: 'polyester, parallel strands in a jacket, for moorings',
    sizes: [0.05, 0.3],
    mass: 679,
    breakLoad: { d2: 308e6, d3: 0 },
    slow: { overBreakLoad: 14 },
    fast: { base: 11.6, slope: 40 },
    density: 1380,
    drag: DRAG,
    addedMass: ADDED,
    sources: { ...all(MOORPY), ...NONE },
  },
  {
    name: 'polypropylene 8-strand',
    kind: 'fibre',
    about: 'polypropylene, 8-strand plaited, floats',
    sizes: [0.012, 0.12],
    mass: 452.6,
    breakLoad: { d2: 105.99e6, d3: 0 },
    slow: { d2: 1.06e9 },
    density: 910,
    drag: DRAG,
    addedMass: ADDED,
    sources: { ...all(ORCAFLEX), ...NONE, 'fast stiffness': undefined, drag: MOORPY, 'added mass': MOORPY },
  },
  {
    name: 'HMPE 12-strand',
    kind: 'fibre',
    about: 'high-modulus polyethylene, 12-strand braid, floats',
    sizes: [0.01, 0.15],
    mass: 496,
    breakLoad: { d2: 580e6, d3: 651e6 },
    slow: { overBreakLoad: 56 },
    fast: { base: 59, slope: 54 },
    density: 975,
    drag: DRAG,
    addedMass: ADDED,
    sources: { ...all(MOORPY), ...NONE },
  },
];

function all(source: Source): RopeType['sources'] {
  return {
    mass: source,
    'break load': source,
    stiffness: source,
    'fast stiffness': source,
    density: source,
    bending: source,
    friction: source,
    drag: source,
    'added mass': source,
  };
}
