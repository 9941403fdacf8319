/**
 * Chains as cables without links; d is the diameter of the bar. The outer diameter is that of a cylinder of the same volume, 1.89 d with
 * studs and 1.80 d without, so that buoyancy is right; drag coefficients, which DNV-OS-E301 gives on d, are divided by it, those along by pi too.
 * Sources: OrcaFlex chain (mass, EA, equivalent diameter); UR W18 by `class-rules.ts` of the engine for grades 1 to 3; MoorPy for grade R4.
 */
import { chainBreakLoad, type Grade } from '@hawser/engine';
import type { RopeType, Source } from './rope-type.ts';

const ORCAFLEX: Source = { from: 'OrcaFlex chain', confirmed: true };
const W18: Source = { from: 'UR W18', confirmed: false };
const MOORPY: Source = { from: 'MoorPy', confirmed: true };

const STUD = { mass: 21_900, EA: 1.01e11, outer: 1.89, normal: 2.6, along: 1.4 };
const STUDLESS = { mass: 19_900, EA: 0.854e11, outer: 1.8, normal: 2.4, along: 1.15 };

function chain(
  name: string,
  about: string,
  link: typeof STUD,
  breakLoad: RopeType['breakLoad'],
  strength: Source,
): RopeType {
  return {
    name,
    kind: 'chain',
    about,
    sizes: [0.0125, 0.162],
    mass: link.mass,
    breakLoad,
    slow: { d2: link.EA },
    outer: link.outer,
    drag: { normal: link.normal / link.outer, tangential: link.along / (Math.PI * link.outer) },
    addedMass: { normal: 1, tangential: 0.5 },
    sources: {
      mass: ORCAFLEX,
      'break load': strength,
      stiffness: ORCAFLEX,
      'fast stiffness': undefined,
      density: undefined,
      bending: undefined,
      friction: undefined,
      drag: ORCAFLEX,
      'added mass': ORCAFLEX,
    },
  };
}

/** c d^2 (44 - 0.08 d) [kN, mm] as powers of d [m], from two sizes. */
function graded(grade: Grade): RopeType['breakLoad'] {
  const [small, large] = [0.02, 0.1].map((d) => chainBreakLoad(d, grade) / (d * d));
  const d3 = (large - small) / 0.08;
  return { d2: small - 0.02 * d3, d3 };
}

const R4 = { d2: 1.2056e9, d3: -2.192e9 }; // 0.0274 d^2 (44 - 0.08 d) kN, which MoorPy rounds to 1.21e9 and -2.19e9

export const chains: readonly RopeType[] = [
  ...([1, 2, 3] as const).map((grade) =>
    chain(`chain stud-link grade ${grade}`, `stud-link chain, grade ${grade}`, STUD, graded(grade), W18),
  ),
  chain('chain stud-link R4', 'stud-link chain, offshore grade R4', STUD, R4, MOORPY),
  chain('chain studless R4', 'studless chain, offshore grade R4', STUDLESS, R4, MOORPY),
];
