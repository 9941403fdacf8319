import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cornerStiffness, hertzStiffness, type Material, mixMaterials, rimStiffness } from './index.ts';

const material: fc.Arbitrary<Material> = fc.record({
  youngs: fc.double({ min: 3, max: 12, noNaN: true }).map((k) => 10 ** k),
  poisson: fc.double({ min: 0, max: 0.5, noNaN: true }),
  restitution: fc.double({ min: 0.05, max: 1, noNaN: true }),
  frictionStatic: fc.double({ min: 0, max: 2, noNaN: true }),
  frictionKinetic: fc.double({ min: 0, max: 2, noNaN: true }),
});

describe('mixing two materials', () => {
  test('does not depend on which comes first', () => {
    fc.assert(
      fc.property(material, material, (p, q) => {
        expect(mixMaterials(p, q)).toEqual(mixMaterials(q, p));
      }),
    );
  });

  test('of one with itself: half the plane-strain modulus, the same restitution and friction', () => {
    fc.assert(
      fc.property(material, (p) => {
        const mixed = mixMaterials(p, p);
        const modulus = p.youngs / (2 * (1 - p.poisson * p.poisson));
        expect(Math.abs(mixed.modulus / modulus - 1)).toBeLessThan(1e-14);
        expect(Math.abs(mixed.restitution - p.restitution)).toBeLessThan(1e-15);
        expect(Math.abs(mixed.frictionStatic - p.frictionStatic)).toBeLessThan(1e-15);
        expect(Math.abs(mixed.frictionKinetic - p.frictionKinetic)).toBeLessThan(1e-15);
      }),
    );
  });

  test('gives values between the two, and a series stiffness below the softer one', () => {
    fc.assert(
      fc.property(material, material, (p, q) => {
        const mixed = mixMaterials(p, q);
        const soft = Math.min(p.youngs / (1 - p.poisson * p.poisson), q.youngs / (1 - q.poisson * q.poisson));
        expect(mixed.modulus).toBeLessThanOrEqual(soft);
        expect(mixed.modulus).toBeGreaterThanOrEqual(soft / 2 - 1e-9 * soft);
        const es = [p.restitution, q.restitution];
        expect(mixed.restitution).toBeGreaterThanOrEqual(Math.min(...es) - 1e-15);
        expect(mixed.restitution).toBeLessThanOrEqual(Math.max(...es) + 1e-15);
        const mus = [p.frictionStatic, q.frictionStatic];
        expect(mixed.frictionStatic).toBeGreaterThanOrEqual(Math.min(...mus) - 1e-15);
        expect(mixed.frictionStatic).toBeLessThanOrEqual(Math.max(...mus) + 1e-15);
      }),
    );
  });

  test('rubber on steel bounces like rubber: the softer body takes nearly all the deflection', () => {
    const steel = { youngs: 2e11, poisson: 0.3, restitution: 0.6, frictionStatic: 0.3, frictionKinetic: 0.3 };
    const rubber = { youngs: 1e7, poisson: 0.5, restitution: 0.9, frictionStatic: 1, frictionKinetic: 0.8 };
    // the share of steel is k_rubber/k_steel = 6e-5
    expect(Math.abs(mixMaterials(steel, rubber).restitution - 0.9)).toBeLessThan(1e-4);
  });

  test('frictionless on anything is frictionless', () => {
    const p = { youngs: 1e9, poisson: 0.3, restitution: 0.6, frictionStatic: 0, frictionKinetic: 0 };
    expect(mixMaterials(p, { ...p, frictionStatic: 1, frictionKinetic: 1 }).frictionStatic).toBe(0);
    expect(mixMaterials(p, p).frictionKinetic).toBe(0);
  });
});

describe('default stiffness', () => {
  test('Hertz: K^2 = (4/3 E*)^2 R*, a plane is a sphere of infinite radius (Johnson 1985, eq. 4.23)', () => {
    const E = 1e9;
    expect(Math.abs(hertzStiffness(E, 0.2, 0.3) / ((4 / 3) * E * Math.sqrt(0.12)) - 1)).toBeLessThan(1e-15);
    const plane = hertzStiffness(E, 0.2, Number.POSITIVE_INFINITY);
    expect(Math.abs(plane / ((4 / 3) * E * Math.sqrt(0.2)) - 1)).toBeLessThan(1e-15);
    expect(hertzStiffness(E, 0.3, 0.2)).toBe(hertzStiffness(E, 0.2, 0.3));
  });

  test('four corners carry what a flat punch of their side carries: E* l', () => {
    expect(4 * cornerStiffness(1e9, 0.5)).toBe(5e8);
  });

  test('two rims carry the line law of a lying cylinder: (pi/4) E* l', () => {
    expect(Math.abs((2 * rimStiffness(1e9, 0.5)) / ((Math.PI / 4) * 5e8) - 1)).toBeLessThan(1e-15);
  });
});
