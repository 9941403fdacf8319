/** Materials of shapes, for mass and contact. */
import * as z from 'zod';
import { materialDefaults } from './defaults.ts';
import { customIssue, expecting, numberBetween, object, quantity } from './kit.ts';

export interface Friction {
  readonly static: number;
  readonly kinetic: number;
}

export interface Material {
  /** [Pa] */
  readonly youngs: number;
  readonly poisson: number;
  /** [kg/m^3] */
  readonly density?: number;
  readonly restitution: number;
  readonly friction: Friction;
}

/** Smallest restitution: below it a law of the form F = K(1 + a v) would need unbounded damping (engine: contact/restitution.ts). */
export const RESTITUTION = { least: 0.05, most: 1 } as const;

export function restitution(): z.ZodType<number, number> {
  return numberBetween(RESTITUTION.least, RESTITUTION.most);
}

/** One coefficient, or a static and a kinetic one. */
export function frictionCoefficient(): z.ZodType<Friction> {
  const coefficient = numberBetween(0, 10);
  const pair = object({
    static: coefficient.describe('Coefficient at rest.'),
    kinetic: coefficient.describe('Coefficient while sliding, not above the static one.'),
  }).superRefine((value, context) => {
    if (value.kinetic <= value.static) return;
    const found = `static ${value.static}, kinetic ${value.kinetic}`;
    context.addIssue(customIssue(value, { expected: 'a kinetic coefficient not above the static one', found }));
  });
  return z.union(
    [coefficient.transform((mu): Friction => ({ static: mu, kinetic: mu })), pair],
    expecting('a friction coefficient such as 0.3, or {static: 0.4, kinetic: 0.3}'),
  );
}

export const materialSchema: z.ZodType<Material> = object(
  {
    youngs: quantity('pressure', 'positive')
      .prefault(materialDefaults.youngs)
      .describe("Young's modulus [Pa]; with Poisson's ratio it sets the stiffness of contacts."),
    poisson: numberBetween(0, 0.499).prefault(materialDefaults.poisson).describe("Poisson's ratio."),
    density: quantity('density', 'positive')
      .optional()
      .describe('Density [kg/m^3]; needed where the mass of a body comes from its shapes.'),
    restitution: restitution()
      .prefault(materialDefaults.restitution)
      .describe(
        'Speed after an impact over speed before it, 0.05 (dead) to 1 (elastic); impacts below 2 cm/s may be absorbed.',
      ),
    friction: frictionCoefficient()
      .prefault(materialDefaults.friction)
      .describe('Friction coefficient: one number, or {static, kinetic}.'),
  },
  'a map of material properties',
);
