/** Units of an OrcaFlex file: factors from its numbers to SI. */
import type { Fields } from './tree.ts';

export interface Units {
  /** [m] */
  readonly length: number;
  /** [kg] */
  readonly mass: number;
  /** [N] */
  readonly force: number;
  /** [m/s^2] */
  readonly gravity: number;
}

/** OrcaFlex's own standard gravity [m/s^2]. */
const G = 9.80665;
const FOOT = 0.3048;
const POUND = 0.45359237;

const LENGTHS: Readonly<Record<string, number>> = { m: 1, mm: 1e-3, cm: 1e-2, km: 1e3, ft: FOOT, in: FOOT / 12 };
const MASSES: Readonly<Record<string, number>> = {
  kg: 1,
  te: 1e3,
  g: 1e-3,
  lb: POUND,
  lbm: POUND,
  kip: 1e3 * POUND,
  kips: 1e3 * POUND,
};
const FORCES: Readonly<Record<string, number>> = {
  N: 1,
  kN: 1e3,
  MN: 1e6,
  kgf: G,
  kg: G,
  te: 1e3 * G,
  tef: 1e3 * G,
  lbf: POUND * G,
  lb: POUND * G,
  kip: 1e3 * POUND * G,
  kips: 1e3 * POUND * G,
};

export function unitsOf(general: Fields | undefined): Units {
  const system = general?.text('UnitsSystem') ?? 'SI';
  if (/^SI$/i.test(system)) return { length: 1, mass: 1e3, force: 1e3, gravity: G };
  if (/^metric$/i.test(system)) return { length: 1, mass: 1e3, force: 1e3 * G, gravity: G };
  if (/^US$/i.test(system)) return { length: FOOT, mass: 1e3 * POUND, force: 1e3 * POUND * G, gravity: G };
  const own = (name: string, factors: Readonly<Record<string, number>>): number => {
    const unit = general?.text(name) ?? '';
    const factor = factors[unit];
    if (factor !== undefined) return factor;
    return (general as Fields).fail(name, `a unit (${Object.keys(factors).join(', ')})`, unit || 'nothing');
  };
  const length = own('LengthUnits', LENGTHS);
  const gravity = general?.number('g');
  return {
    length,
    mass: own('MassUnits', MASSES),
    force: own('ForceUnits', FORCES),
    gravity: gravity === undefined ? G : gravity * length,
  };
}
