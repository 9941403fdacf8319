import { describe, expect, test } from 'vitest';
import { B, begin, C, three } from '../../test/stage.ts';
import {
  action,
  body,
  CONTACT,
  constant,
  Draw,
  joint,
  load,
  model,
  place,
  shape,
  sine,
  spring,
} from '../../test/support.ts';
import { addTransposed, evaluateRows } from './constraints.ts';
import { evaluateForces } from './evaluate.ts';
import { HISTORY } from '../contacts/index.ts';
import type { ModelSpec } from '../model/index.ts';
import type { Workspace } from './workspace.ts';

const WEIGHTLESS = { gravity: [0, 0, 0] as const };

/** Sum of forces, and of moments about the world origin, over the bodies with unknowns. */
function resultant(w: Workspace, force: Float64Array): { force: number; moment: number; size: number } {
  const sum = new Float64Array(6);
  let size = 0;
  for (let i = 0; i < w.model.dynamicCount; i++) {
    const [x, y, z] = w.position.subarray(3 * i, 3 * i + 3);
    const [fx, fy, fz, mx, my, mz] = force.subarray(6 * i, 6 * i + 6);
    const wrench = [fx, fy, fz, mx + y * fz - z * fy, my + z * fx - x * fz, mz + x * fy - y * fx];
    wrench.forEach((value, k) => {
      sum[k] += value;
    });
    size = Math.max(size, Math.hypot(...wrench));
  }
  return { force: Math.hypot(sum[0], sum[1], sum[2]), moment: Math.hypot(sum[3], sum[4], sum[5]), size };
}

function expectNoResultant(w: Workspace, force: Float64Array = w.force): void {
  const total = resultant(w, force);
  expect(total.size).toBeGreaterThan(1);
  expect(total.force).toBeLessThan(1e-13 * total.size); // rounding of a few additions
  expect(total.moment).toBeLessThan(1e-13 * total.size);
}

/** Everything between three bodies and nothing to the world. */
function internal(seed: number): ModelSpec {
  const draw = new Draw(seed);
  const ends = () => ({ pointA: draw.vector(), pointB: draw.vector() });
  const frames = () => ({ frameA: draw.placement(), frameB: draw.placement() });
  const friction = { constant: 50, coefficient: 0.1, radius: 0.1, deflection: 1e-3 };
  return three(seed, {
    ...WEIGHTLESS,
    forces: [
      spring('spring', 1, 2, { ...ends(), stiffness: 1e4, damping: 30, length: 1 }),
      spring('gas', 1, 3, {
        ...ends(),
        stiffness: 700,
        damping: 10,
        length: 1,
        gas: { tension: 500, column: 5, exponent: 1.3, stroke: 9 },
      }),
      spring('rope', 2, 3, { ...ends(), stiffness: 1e4, damping: 30, length: 0.3, tensionOnly: true }),
    ],
    joints: [
      joint('hinge', 'revolute', 1, 2, {
        ...frames(),
        actions: [action('angle', { spring: { stiffness: 300, rest: 2 }, damping: 5, effort: constant(7), friction })],
      }),
      joint('slide', 'cylindrical', 2, 3, {
        ...frames(),
        actions: [
          action('displacement', { limits: { lower: 30, stiffness: 1e4, restitution: 0.5 }, friction }),
          action('angle', { damping: 11 }),
        ],
      }),
    ],
  });
}

describe('action equals reaction', () => {
  test('springs, ropes, joint springs, dampers, efforts, stops and friction: no net force, no net moment', () => {
    for (let seed = 1; seed <= 5; seed++) {
      const w = begin(internal(seed));
      new Draw(seed).fill(w.lambda, 100);
      evaluateRows(w, false);
      evaluateForces(w, false, B, C);
      expectNoResultant(w);
    }
  });

  test('joint reactions J^T lambda of every row: no net force, no net moment', () => {
    const types = [
      'point',
      'revolute',
      'universal',
      'prismatic',
      'cylindrical',
      'fixed',
      'planar',
      'distance',
    ] as const;
    for (const type of types) {
      const draw = new Draw(9);
      const frame = draw.placement();
      const apart = type === 'distance' ? draw.placement() : frame;
      const spec = three(9, { joints: [joint('j', type, 1, 2, { frameA: frame, frameB: apart, length: 1 })] });
      // the second body where the first is: then the joint's two origins coincide, as its point rows want them
      const w = begin({
        ...spec,
        bodies: spec.bodies.map((b, k) => (k === 2 ? { ...b, placement: spec.bodies[1].placement } : b)),
      });
      draw.fill(w.lambda, 100);
      evaluateRows(w, false);
      const out = new Float64Array(w.size);
      addTransposed(w, out, w.lambda);
      expectNoResultant(w, out);
    }
  });

  test('contacts with friction and viscous drag between two moving bodies', () => {
    const ball = shape({ kind: 'sphere', radius: 0.2 });
    const box = shape({ kind: 'box', half: [0.3, 0.2, 0.1] });
    for (const friction of ['bristle', 'coulomb', 'none'] as const) {
      const w = begin(
        model(
          [
            body('box', { shapes: [box], velocity: [1, 0.2, 0.1], angularVelocity: [0.3, 0.1, -0.2] }),
            body('ball', { shapes: [ball], placement: place([0.05, 0.02, 0.2999]), angularVelocity: [1, 2, 3] }),
          ],
          { ...WEIGHTLESS, contacts: { ...CONTACT, defaults: { friction, viscous: 3 } } },
        ),
      );
      w.contacts.history.data[HISTORY * 0] = 1e-7;
      evaluateForces(w, false, B, C);
      expect(w.contacts.active).toBe(1);
      expectNoResultant(w);
    }
  });
});

describe('power', () => {
  test('what forces do on bodies = what loads put in - what elements absorb, prescribed bodies included', () => {
    for (let seed = 1; seed <= 5; seed++) {
      const draw = new Draw(60 + seed);
      const base = internal(seed);
      const floor = shape({ kind: 'half-space' }, place([0, 0, -9]));
      const ball = shape({ kind: 'sphere', radius: 12 });
      const mover = {
        ...body('mover', { shapes: [floor] }),
        kind: 'prescribed' as const,
        motion: { z: sine(1, 2), roll: sine(0.1, 3) },
      };
      const parts = () => [constant(draw.one(50)), sine(draw.one(50), 2), constant(draw.one(50))] as const;
      const w = begin({
        ...base,
        bodies: [...base.bodies, mover].map((b) => (b.name === 'a' ? { ...b, shapes: [ball] } : b)),
        contacts: { ...CONTACT, defaults: { stiffness: 100, exponent: 1 } },
        forces: [
          ...base.forces,
          spring('towed', 4, 1, { pointB: draw.vector(), stiffness: 1e4, damping: 20, length: 0.5 }),
          spring('towing', 2, 4, { pointA: draw.vector(), stiffness: 1e4, damping: 20, length: 0.5 }),
          load('fixed axes', 1, { point: draw.vector(), force: [...parts()], torque: [...parts()] }),
          load('turning axes', 2, { axes: 'body', point: draw.vector(), force: [...parts()], torque: [...parts()] }),
        ],
        joints: [
          ...base.joints,
          joint('pulled', 'distance', 1, 4, { length: 1, collide: true, actions: [action('length', { damping: 7 })] }),
          joint('driven', 'prismatic', 4, 3, {
            actions: [action('displacement', { damping: 40, effort: sine(30, 1) })],
          }),
        ],
      });
      evaluateRows(w, false);
      evaluateForces(w, false, B, C);
      expect(w.contacts.active).toBeGreaterThan(0);
      let done = 0;
      let size = 0;
      for (let i = 0; i < w.size; i++) {
        done += w.force[i] * w.velocity[i];
        size += Math.abs(w.force[i] * w.velocity[i]);
      }
      const absorbed = [...w.springs.power, ...w.actions.power, ...w.contacts.ledger.power.toArray()].reduce(
        (sum, p) => sum + p,
        0,
      );
      expect(Math.abs(done - (w.loadPower - absorbed))).toBeLessThan(1e-13 * size);
    }
  });
});
