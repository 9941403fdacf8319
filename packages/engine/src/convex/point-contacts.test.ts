import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GrowableInt32 } from '../base/index.ts';
import { body, model } from '../../test/support.ts';
import { buildModel } from '../model/index.ts';
import {
  ARM_A,
  ARM_B,
  AT_A,
  AT_B,
  BLOCK_A,
  BLOCK_B,
  BODY,
  BRISTLE,
  DEPTH,
  DISSIPATION,
  EXPONENT,
  KIND_A,
  KIND_B,
  LINK_STRIDE,
  MU,
  PointContacts,
  S0,
  S1,
  STIFFNESS,
  VISCOUS,
} from './point-contacts.ts';
import { Resolved } from './resolved.ts';
import { BodyMatrix } from './step-matrix.ts';

const none = new Uint8Array(2);
const built = buildModel(
  model([body('a', { mass: 2 }), body('b', { mass: 3 })], { solver: { integrator: 'convex', step: 5e-3 } }),
);

/** One contact between two bodies, everything drawn at random. */
function contact(numbers: readonly number[], exponent: number): PointContacts {
  const contacts = new PointContacts(2, new Resolved(built));
  contacts.h = 5e-3;
  const i = contacts.add();
  const e = contacts.data.data;
  const links = contacts.links.data;
  const length = Math.hypot(numbers[0], numbers[1], 1);
  e[0] = numbers[0] / length;
  e[1] = numbers[1] / length;
  e[2] = 1 / length;
  for (let k = 0; k < 3; k++) {
    e[ARM_A + k] = numbers[2 + k];
    e[ARM_B + k] = numbers[5 + k];
    e[BRISTLE + k] = 1e-6 * numbers[8 + k];
  }
  const along = e[BRISTLE] * e[0] + e[BRISTLE + 1] * e[1] + e[BRISTLE + 2] * e[2];
  for (let k = 0; k < 3; k++) e[BRISTLE + k] -= along * e[k];
  e[DEPTH] = 1e-4 * (1 + numbers[11]);
  e[STIFFNESS] = exponent === 1 ? 1e5 : 1e8;
  e[EXPONENT] = exponent;
  e[DISSIPATION] = 0.5 + 0.5 * numbers[12];
  e[MU] = 0.5;
  e[S0] = 1e4;
  e[S1] = 3;
  e[VISCOUS] = 2;
  links.set([BODY, 0, 0, BODY, 6, 1, 0, 0], LINK_STRIDE * i);
  links[KIND_A] = BODY;
  links[KIND_B] = BODY;
  links[AT_A] = 0;
  links[AT_B] = 6;
  links[BLOCK_A] = 0;
  links[BLOCK_B] = 1;
  contacts.resolved.find(0, 1, 0.5, 1);
  contacts.capStiffness(i, 5 * (1 + numbers[13]));
  return contacts;
}

const drawn = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 30, maxLength: 30 });
const force = (contacts: PointContacts, v: Float64Array): Float64Array => {
  const out = new Float64Array(12);
  contacts.addForces(out, v, none);
  return out;
};

test('forces of a contact never grow along a motion: they are minus the slope of a convex function, for every exponent', () => {
  fc.assert(
    fc.property(drawn, fc.constantFrom(1, 1.5, 2, 2.7), (n, exponent) => {
      const contacts = contact(n, exponent);
      const at = Float64Array.from(n.slice(0, 12), (x) => 0.05 * x);
      const to = Float64Array.from(n.slice(14, 26), (x) => 0.05 * x);
      const a = force(contacts, at);
      const b = force(contacts, to);
      let product = 0;
      let scale = 0;
      for (let i = 0; i < 12; i++) {
        product += (b[i] - a[i]) * (to[i] - at[i]);
        scale += Math.abs(b[i] - a[i]) * Math.abs(to[i] - at[i]);
      }
      expect(product).toBeLessThanOrEqual(1e-12 * scale + 1e-30);
    }),
  );
});

test('the matrix of a contact is what its force loses, and symmetric: differences of the force', () => {
  fc.assert(
    fc.property(drawn, fc.constantFrom(1, 1.5, 2), (n, exponent) => {
      const contacts = contact(n, exponent);
      const at = Float64Array.from(n.slice(0, 12), (x) => 0.02 * x);
      const way = Float64Array.from(n.slice(14, 26), (x) => x);
      const matrix = new BodyMatrix(2);
      const couples = new GrowableInt32(4);
      contacts.couple((a, b) => {
        couples.push(a);
        couples.push(b);
      });
      matrix.lay(couples);
      contacts.lay(matrix);
      force(contacts, at);
      force(contacts, at); // the second time no state has changed: the true matrix
      matrix.clear();
      contacts.addMatrix(matrix, none);
      contacts.noteLine(at, way, none);
      const lost = new Float64Array(12);
      contacts.subtractMatrix(lost, none);
      const eps = 1e-7;
      const shifted = (s: number): Float64Array => at.map((x, i) => x + s * eps * way[i]);
      const state = contacts.data.data[31];
      const plus = force(contacts, shifted(1));
      const same = contacts.data.data[31] === state;
      const minus = force(contacts, shifted(-1));
      if (!same || contacts.data.data[31] !== state) return; // at a corner of the law
      let scale = 1e-6; // [N s/m], far below what a contact that acts has
      for (let i = 0; i < 12; i++) scale = Math.max(scale, Math.abs(lost[i]));
      for (let i = 0; i < 12; i++) {
        const change = (contacts.h * (plus[i] - minus[i])) / (2 * eps);
        expect(Math.abs(change - lost[i])).toBeLessThan(2e-4 * scale); // the law is of second order in steps of 1e-7 m/s, sums of forces round at 1e-16 / 1e-7
      }
    }),
  );
});

test('a bristle that learns of another load keeps its energy', () => {
  const contacts = contact(Array(30).fill(0.1), 1);
  const e = contacts.data.data;
  const z = 1e-6;
  const before = 0.5 * e[54] * e[S0] * z * z; // at the load the step begins with
  const deflection = contacts.bristleScale(0) * z;
  expect(0.5 * e[55] * deflection * deflection).toBeCloseTo(before, 15);
});
