import { describe, expect, test } from 'vitest';
import { body, CONTACT, FLOOR, model, shape } from '../../test/support.ts';
import { BuildError, GrowableFloat64 } from '../base/index.ts';
import {
  cornerStiffness,
  exactHysteresis,
  hertzStiffness,
  hysteresisFor,
  mixMaterials,
  rimStiffness,
} from '../contact/index.ts';
import { checkContactTable, pairTouches } from './contact-table.ts';
import {
  BRISTLE_S0,
  DISSIPATION,
  EXPONENT,
  FRICTION_KIND,
  HYSTERESIS,
  K_POINT,
  K_RIM,
  MU_KINETIC,
  MU_STATIC,
  PAIR_STRIDE,
  writePair,
} from './points/pair-laws.ts';
import { buildModel, type ContactTableSpec, type MaterialSpec, type Model } from '../model/index.ts';

const STEEL: MaterialSpec = {
  name: 'steel',
  youngs: 2e11,
  poisson: 0.3,
  restitution: 0.6,
  frictionStatic: 0.4,
  frictionKinetic: 0.3,
};
const RUBBER: MaterialSpec = {
  name: 'rubber',
  youngs: 1e7,
  poisson: 0.5,
  restitution: 0.8,
  frictionStatic: 1,
  frictionKinetic: 0.9,
};

/** shapes: 0 the floor (steel), 1 ball (rubber), 2 box (steel), 3 drum (rubber); bodies: 0 world, 1 ball, 2 box, 3 drum */
function build(contacts: Partial<ContactTableSpec>): Model {
  return buildModel(
    model(
      [
        FLOOR,
        body('ball', { shapes: [shape({ kind: 'sphere', radius: 0.2 }, undefined, 1)] }),
        body('box', { shapes: [shape({ kind: 'box', half: [0.1, 0.2, 0.3] })] }),
        body('drum', { shapes: [shape({ kind: 'cylinder', radius: 0.2, halfLength: 0.4 }, undefined, 1)] }),
      ],
      { materials: [STEEL, RUBBER], contacts: { ...CONTACT, ...contacts } },
    ),
  );
}

const BALL = 1;
const BOX = 2;
const DRUM = 3;

function pair(built: Model, a: number, b: number): Float64Array {
  const columns = new GrowableFloat64();
  writePair(columns, 0, built, a, b);
  expect(columns.length).toBe(PAIR_STRIDE);
  return columns.toArray();
}

describe('contact table', () => {
  test('where it is silent the two materials speak', () => {
    const built = build({});
    const mixed = mixMaterials(STEEL, RUBBER);
    const p = pair(built, 0, BALL);
    expect(p[K_POINT]).toBe(hertzStiffness(mixed.modulus, Number.POSITIVE_INFINITY, 0.2));
    expect(p[EXPONENT]).toBe(1.5);
    expect(p[HYSTERESIS]).toBe(exactHysteresis(mixed.restitution));
    expect(p[DISSIPATION]).toBeLessThan(0); // from the speed at onset
    expect(p[MU_STATIC]).toBe(mixed.frictionStatic);
    expect(p[MU_KINETIC]).toBe(mixed.frictionKinetic);
    expect(pair(built, BOX, 0)[EXPONENT]).toBe(1);
    // flat faces: in series with a roughness that a quarter of the weight sinks 2e-8 of the size into
    const size = Math.cbrt(0.2 * 0.4 * 0.6);
    const rough = (0.25 * 1 * 9.81) / (2e-8 * size);
    const rim = rimStiffness(mixed.modulus, size);
    expect(Math.abs(pair(built, DRUM, BOX)[K_RIM] * (1 / rim + 1 / rough) - 1)).toBeLessThan(1e-14);
    const corner = cornerStiffness(mixMaterials(STEEL, STEEL).modulus, size);
    expect(Math.abs(pair(built, BOX, 0)[K_POINT] * (1 / corner + 1 / rough) - 1)).toBeLessThan(1e-14);
  });

  test('a pair has the same law whichever shape comes first', () => {
    const built = build({ pairs: [{ a: { body: 1 }, b: { material: 0 }, restitution: 0.3 }] });
    for (let a = 0; a < 4; a++) for (let b = 0; b < a; b++) expect(pair(built, a, b)).toEqual(pair(built, b, a));
  });

  test('defaults override materials, entries override defaults, the last matching entry wins field by field', () => {
    const built = build({
      defaults: { restitution: 0.9, frictionKinetic: 0.1, frictionStatic: 0.1 },
      pairs: [
        { a: 'any', b: { body: 1 }, restitution: 0.2, stiffness: 1e6 },
        { a: { material: 0 }, b: { material: 1 }, restitution: 0.3 },
        { a: { body: 3 }, b: { body: 1 }, law: 'flores', restitution: 0.4 },
        { a: { body: 2 }, b: 'any', restitution: 0.5 },
      ],
    });
    const restitution = (a: number, b: number): number => pair(built, a, b)[HYSTERESIS];
    expect(restitution(0, BALL)).toBe(exactHysteresis(0.3)); // any~ball, then steel~rubber
    expect(pair(built, 0, BALL)[K_POINT]).toBe(1e6); // the stiffness of the first stays
    expect(restitution(DRUM, BALL)).toBe(hysteresisFor('flores', 0.4));
    expect(restitution(BALL, BOX)).toBe(exactHysteresis(0.5));
    expect(restitution(0, BOX)).toBe(exactHysteresis(0.5));
    expect(restitution(0, DRUM)).toBe(exactHysteresis(0.3));
    expect(pair(built, DRUM, BALL)[MU_KINETIC]).toBe(0.1);
  });

  test('a field that is there but undefined does not win', () => {
    const built = build({
      pairs: [
        { a: 'any', b: 'any', restitution: 0.2 },
        { a: 'any', b: 'any', restitution: undefined },
      ],
    });
    expect(pair(built, 0, BALL)[HYSTERESIS]).toBe(exactHysteresis(0.2));
  });

  test("'none' keeps a pair apart, and a later entry can bring it back", () => {
    const built = build({
      pairs: [
        { a: 'any', b: 'any', law: 'none' },
        { a: { body: 1 }, b: { body: 0 }, law: 'exact' },
      ],
    });
    expect(pairTouches(built, 0, BALL)).toBe(true);
    expect(pairTouches(built, 0, BOX)).toBe(false);
    expect(pairTouches(built, BALL, BOX)).toBe(false);
  });

  test('one friction coefficient serves for both; static friction is never below kinetic', () => {
    const one = build({ defaults: { frictionKinetic: 0.7 } });
    expect([pair(one, 0, BALL)[MU_STATIC], pair(one, 0, BALL)[MU_KINETIC]]).toEqual([0.7, 0.7]);
    const both = build({ defaults: { frictionKinetic: 0.7, frictionStatic: 0.2 } });
    expect(pair(both, 0, BALL)[MU_STATIC]).toBe(0.7);
  });

  test('friction 0 is no friction; the bristle reaches mu_s at the deflection asked for', () => {
    const none = build({ defaults: { frictionKinetic: 0, frictionStatic: 0 } });
    expect(pair(none, 0, BALL)[FRICTION_KIND]).toBe(0);
    const built = build({ defaults: { frictionStatic: 0.5, frictionKinetic: 0.4, stickDeflection: 1e-3 } });
    expect(pair(built, 0, BALL)[BRISTLE_S0] * 1e-3).toBeCloseTo(0.5, 14);
  });

  test('a constant dissipation is handed on as it is', () => {
    expect(pair(build({ defaults: { dissipation: 1.5 } }), 0, BALL)[DISSIPATION]).toBe(1.5);
  });

  test('joined, ignored and immovable bodies never touch', () => {
    const built = build({ ignore: [[1, 2]] });
    const slot = (index: number): number => built.slotOfBody[index];
    expect(built.mayTouch(slot(1), slot(2), 0, 0)).toBe(false);
    expect(built.mayTouch(slot(2), slot(1), 0, 0)).toBe(false);
    expect(built.mayTouch(slot(1), slot(3), 0, 0)).toBe(true);
    expect(built.mayTouch(slot(0), slot(3), 0, 0)).toBe(true);
    expect(built.mayTouch(slot(3), slot(3), 0, 0)).toBe(false);
  });

  test.each([
    [{ defaults: { stiffness: 0 } }, 'contacts.defaults.stiffness'],
    [{ defaults: { exponent: -1 } }, 'contacts.defaults.exponent'],
    [{ pairs: [{ a: 'any', b: 'any', restitution: 0.01 }] }, 'contacts.pairs[0].restitution'],
    [
      {
        pairs: [
          { a: 'any', b: 'any' },
          { a: 'any', b: 'any', frictionKinetic: -0.1 },
        ],
      },
      'contacts.pairs[1].frictionKinetic',
    ],
    [{ defaults: { stickDeflection: Number.NaN } }, 'contacts.defaults.stickDeflection'],
  ] as [Partial<ContactTableSpec>, string][])('refuses a number no law can use: %j', (contacts, path) => {
    const attempt = (): void => checkContactTable(build(contacts));
    expect(attempt).toThrow(BuildError);
    expect(messageOf(attempt)).toMatch(new RegExp(`^${path.replace(/[.[\]]/g, '\\$&')}: must `));
  });
});

function messageOf(attempt: () => void): string {
  try {
    attempt();
  } catch (error) {
    return String(error);
  }
  return '';
}
