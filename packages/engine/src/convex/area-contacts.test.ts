import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GrowableInt32 } from '../base/index.ts';
import { body, model } from '../../test/support.ts';
import { buildModel } from '../model/index.ts';
import {
  AreaContacts,
  BODY_A,
  BODY_B,
  CENTRE,
  DISSIPATION,
  ELASTIC,
  FLAT,
  FROM,
  LEVER_A,
  LEVER_B,
  LINK_STRIDE,
  LOAD_START,
  MU_KINETIC,
  MU_STATIC,
  NORMAL,
  POINT_LAG,
  POINT_STRIDE,
  REST,
  S0,
  S1,
  STIFFNESS,
} from './area-contacts.ts';
import { Resolved } from './resolved.ts';
import { BodyMatrix } from './step-matrix.ts';

const none = new Uint8Array(2);
const built = buildModel(
  model([body('a', { mass: 2 }), body('b', { mass: 3 })], { solver: { integrator: 'convex', step: 5e-3 } }),
);
const NO_BLOW = { away: 0 };

/** A patch of six points between two bodies, everything drawn at random; its normals differ by up to 0.5 rad where it bends. */
function patch(n: readonly number[], flat: boolean): AreaContacts {
  const contacts = new AreaContacts(2, 2, new Resolved(built));
  contacts.h = 5e-3;
  const p = contacts.add();
  const e = contacts.data.data;
  const links = contacts.links.data;
  const length = Math.hypot(0.5 * n[0], 0.5 * n[1], 1);
  const normal = [(0.5 * n[0]) / length, (0.5 * n[1]) / length, 1 / length];
  for (let k = 0; k < 3; k++) {
    e[CENTRE + k] = n[2 + k];
    e[NORMAL + k] = normal[k];
    e[LEVER_A + k] = 0.3 * n[5 + k];
    e[LEVER_B + k] = 0.3 * n[8 + k];
    e[ELASTIC + k] = 1e-5 * n[11 + k];
    e[ELASTIC + 3 + k] = 1e-4 * n[14 + k];
  }
  e[FLAT] = flat ? 1 : 0;
  e[DISSIPATION] = 0.5 + 0.5 * n[17];
  e[MU_STATIC] = 0.5;
  e[MU_KINETIC] = 0.5;
  e[S0] = 1e4;
  e[S1] = 3;
  e[LOAD_START] = 20;
  links[LINK_STRIDE * p + BODY_A] = 0;
  links[LINK_STRIDE * p + BODY_B] = 1;
  links[LINK_STRIDE * p + FROM] = 0;
  const { points } = contacts;
  for (let k = 0; k < 6; k++) {
    const o = points.length;
    points.resize(o + POINT_STRIDE);
    const q = points.data;
    q.fill(0, o, o + POINT_STRIDE);
    const bent = [0, 1, 2].map((j) => normal[j] + (flat ? 0 : 0.25 * n[18 + ((3 * k + j) % 12)]));
    const size = Math.hypot(...bent);
    const rho = [0, 1, 2].map((j) => 0.1 * n[(7 * k + j) % 30]);
    const along = rho[0] * normal[0] + rho[1] * normal[1] + rho[2] * normal[2];
    for (let j = 0; j < 3; j++) {
      q[o + j] = rho[j] - (flat ? along * normal[j] : 0);
      q[o + 3 + j] = flat ? normal[j] : bent[j] / size;
    }
    q[o + STIFFNESS] = 2e4 * (1.1 + n[(5 * k) % 30]);
    q[o + REST] = 1e-4 * (0.5 + n[(3 * k + 4) % 30]);
    q[o + POINT_LAG] = 4 * (1.05 + n[(11 * k + 2) % 30]);
  }
  contacts.close(0, 1, NO_BLOW);
  contacts.setBrushes();
  return contacts;
}

const drawn = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 54, maxLength: 54 });
const force = (contacts: AreaContacts, v: Float64Array): Float64Array => {
  const out = new Float64Array(12);
  contacts.addForces(out, v, none);
  return out;
};

describe.each([
  ['flat', true],
  ['bent', false],
] as const)('a patch that is %s', (_, flat) => {
  test('its forces never grow along a motion: they are minus the slope of a convex function', () => {
    fc.assert(
      fc.property(drawn, (n) => {
        const contacts = patch(n, flat);
        const at = Float64Array.from(n.slice(30, 42), (x) => 0.05 * x);
        const to = Float64Array.from(n.slice(42, 54), (x) => 0.05 * x);
        const a = force(contacts, at);
        const b = force(contacts, to);
        let product = 0;
        let scale = 0;
        for (let i = 0; i < 12; i++) {
          product += (b[i] - a[i]) * (to[i] - at[i]);
          scale += Math.abs(b[i] - a[i]) * Math.abs(to[i] - at[i]);
        }
        // the slip of a patch is found to 1e-10 of its load
        expect(product).toBeLessThanOrEqual(1e-8 * scale + 1e-30);
      }),
    );
  });

  test('its work along a closed way is zero: there is such a function', () => {
    fc.assert(
      fc.property(drawn, (n) => {
        const contacts = patch(n, flat);
        const corners = [0, 1, 2].map((c) =>
          Float64Array.from({ length: 12 }, (_, i) => 0.02 * n[(12 * c + i + 18) % 54]),
        );
        let work = 0;
        let total = 0;
        const parts = 200;
        for (let c = 0; c < 3; c++) {
          const from = corners[c];
          const to = corners[(c + 1) % 3];
          for (let k = 0; k < parts; k++) {
            const f = force(
              contacts,
              from.map((x, i) => x + ((k + 0.5) / parts) * (to[i] - x)),
            );
            let sum = 0;
            for (let i = 0; i < 12; i++) sum += (f[i] * (to[i] - from[i])) / parts;
            work += sum;
            total += Math.abs(sum);
          }
        }
        // midpoints of two hundred parts miss corners of the law by their square, here and there
        expect(Math.abs(work)).toBeLessThan(1e-4 * total + 1e-12);
      }),
      { numRuns: 20 },
    );
  });

  test('its matrix is what its forces lose: differences', () => {
    let compared = 0;
    fc.assert(
      fc.property(drawn, (n) => {
        const contacts = patch(n, flat);
        const at = Float64Array.from(n.slice(30, 42), (x) => 0.02 * x);
        const length = Math.hypot(...n.slice(42, 54));
        if (length < 0.1) return;
        const way = Float64Array.from(n.slice(42, 54), (x) => x / length);
        const matrix = new BodyMatrix(2);
        const couples = new GrowableInt32(4);
        contacts.couple((a, b) => {
          couples.push(a);
          couples.push(b);
        });
        matrix.lay(couples);
        contacts.lay(matrix);
        const eps = 1e-6;
        const shifted = (s: number): Float64Array => at.map((x, i) => x + s * eps * way[i]);
        // a brush foresees its slip from look to look: the third time it knows it
        for (let look = 0; look < 3; look++) force(contacts, at);
        matrix.clear();
        contacts.addMatrix(matrix, none);
        contacts.noteLine(at, way, none);
        const lost = new Float64Array(12);
        contacts.subtractMatrix(lost, none);
        const open = (): string =>
          Array.from({ length: 6 }, (_, k) => (contacts.points.data[POINT_STRIDE * k + 9] > 0 ? 1 : 0)).join('');
        const plus = force(contacts, shifted(1));
        const state = open();
        const minus = force(contacts, shifted(-1));
        if (state !== open()) return; // at a corner of the law
        compared++;
        let scale = 1e-2; // [N s/m] h^2 K of a patch is about 1
        for (let i = 0; i < 12; i++) scale = Math.max(scale, Math.abs(lost[i]));
        let worst = 0;
        for (let i = 0; i < 12; i++) {
          const change = (contacts.h * (plus[i] - minus[i])) / (2 * eps);
          worst = Math.max(worst, Math.abs(change - lost[i]) / scale);
        }
        expect(worst).toBeLessThan(1e-3);
      }),
    );
    expect(compared).toBeGreaterThan(50);
  });
});
