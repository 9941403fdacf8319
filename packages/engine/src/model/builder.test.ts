import { describe, expect, test } from 'vitest';
import {
  action,
  body,
  CONTACT,
  constant,
  joint,
  load,
  model,
  ORIGIN,
  place,
  shape,
  spring,
  WORLD,
} from '../../test/support.ts';
import { BuildError } from '../base/index.ts';
import { buildModel } from './builder.ts';
import type { ModelSpec } from './spec.ts';

/** path and code of the refusal */
function refusal(spec: ModelSpec): { text: string; code: string } {
  try {
    buildModel(spec);
  } catch (error) {
    if (error instanceof BuildError) return { text: String(error), code: error.code };
    throw error;
  }
  return { text: 'accepted', code: '' };
}

const two = [body('a'), body('b')];
const NAN = Number.NaN;

describe('a model is refused with the path of what is wrong', () => {
  const cases: [string, ModelSpec, string, RegExp][] = [
    ['no world', { ...model([body('a')]), bodies: [body('a')] }, 'no-world', /^bodies\[0\] must be the world/],
    [
      'mass 0',
      model([body('a'), body('b', { mass: 0 })]),
      'not-positive',
      /^bodies\[2\]\.mass: must be > 0 kg, found 0/,
    ],
    ['mass 1e-300', model([body('a', { mass: 1e-300 })]), 'out-of-range', /^bodies\[1\]\.mass: must be between/],
    [
      'inertia 1e-300',
      model([body('a', { inertia: [1e-300, 1e-300, 1e-300, 0, 0, 0] })]),
      'out-of-range',
      /^bodies\[1\]\.inertia: principal moments must be between/,
    ],
    ['mass NaN', model([body('a', { mass: NAN })]), 'not-positive', /^bodies\[1\]\.mass: .*found NaN/],
    [
      'inertia 0',
      model([body('a', { inertia: [0, 1, 1, 0, 0, 0] })]),
      'not-positive',
      /^bodies\[1\]\.inertia: principal moments must be > 0 kg m\^2/,
    ],
    [
      'inertia not finite',
      model([body('a', { inertia: [NAN, 1, 1, 0, 0, 0] })]),
      'not-finite',
      /^bodies\[1\]\.inertia: must be finite/,
    ],
    [
      'inertia of no body',
      model([body('a', { inertia: [1, 1, 3, 0, 0, 0] })]),
      'triangle-inequality',
      /^bodies\[1\]\.inertia: no body has/,
    ],
    [
      'negative products',
      model([body('a', { inertia: [1, 1, 1, 0.9, 0, 0] })]),
      'triangle-inequality',
      /^bodies\[1\]\.inertia/,
    ],
    [
      'joint to nobody',
      model(two, { joints: [joint('j', 'point', 0, 7)] }),
      'no-body',
      /^joints\[0\]\.b: must name one of 3 bodies, found 7/,
    ],
    ['joint to itself', model(two, { joints: [joint('j', 'point', 1, 1)] }), 'same-body', /^joints\[0\]: .*"a" twice/],
    [
      'joint of two fixed bodies',
      model([body('a'), body('f', { kind: 'fixed' })], { joints: [joint('j', 'point', 0, 2)] }),
      'nothing-free',
      /^joints\[0\]: a joint needs/,
    ],
    [
      'distance without length',
      model(two, { joints: [joint('j', 'distance', 1, 2)] }),
      'not-positive',
      /^joints\[0\]\.length: must be > 0 m, found undefined/,
    ],
    [
      'driver of what is held',
      model(two, {
        joints: [joint('j', 'prismatic', 1, 2, { drivers: [{ coordinate: 'angle', target: constant(0) }] })],
      }),
      'no-coordinate',
      /^joints\[0\]: a prismatic joint has no free angle; it leaves free: displacement/,
    ],
    [
      'action on what is held',
      model(two, { joints: [joint('j', 'fixed', 1, 2, { actions: [action('angle', {})] })] }),
      'no-coordinate',
      /^joints\[0\]\.actions\[0\]: .*leaves free: none/,
    ],
    [
      'two drivers',
      model(two, {
        joints: [
          joint('j', 'revolute', 1, 2, {
            drivers: [
              { coordinate: 'angle', target: constant(0) },
              { coordinate: 'angle', target: constant(0) },
            ],
          }),
        ],
      }),
      'driven-twice',
      /^joints\[0\]: two drivers for the angle/,
    ],
    [
      'driver that is no number',
      model(two, {
        joints: [joint('j', 'revolute', 1, 2, { drivers: [{ coordinate: 'angle', target: constant(NAN) }] })],
      }),
      'not-finite',
      /^joints\[0\]\..*value: must be a finite number/,
    ],
    [
      'spring to nobody',
      model(two, { forces: [spring('s', 1, 9, {})] }),
      'no-body',
      /^forces\[0\]\.b: must name one of 3 bodies, found 9/,
    ],
    [
      'spring to itself',
      model(two, { forces: [spring('s', 1, 1, {})] }),
      'same-body',
      /^forces\[0\]: a spring must join two different bodies/,
    ],
    [
      'negative stiffness',
      model(two, { forces: [load('l', 1, {}), spring('s', 1, 2, { stiffness: -1 })] }),
      'negative',
      /^forces\[1\]/,
    ],
    ['load on nobody', model(two, { forces: [load('l', -1, {})] }), 'no-body', /^forces\[0\]\.body: must name/],
    [
      'load that is no number',
      model(two, { forces: [load('l', 1, { force: [constant(0), constant(Number.POSITIVE_INFINITY), constant(0)] })] }),
      'not-finite',
      /^forces\[0\]\..*must be a finite number/,
    ],
    [
      'no such material',
      model([body('a', { shapes: [shape({ kind: 'sphere', radius: 1 }, ORIGIN, 3)] })], { contacts: CONTACT }),
      'no-material',
      /^bodies\[1\]\.shapes\[0\]\.material: must name one of 1 materials, found 3/,
    ],
    ['ignored nobody', model(two, { contacts: { ...CONTACT, ignore: [[1, 9]] } }), 'no-body', /^contacts\.ignore\[0\]/],
    [
      'stop restitution',
      model(two, {
        joints: [
          joint('j', 'revolute', 1, 2, {
            actions: [action('angle', { limits: { lower: 0, stiffness: 1, restitution: 0 } })],
          }),
        ],
      }),
      'restitution',
      /^joints\[0\]\.actions\[0\]\.limits\.restitution: must lie in 0\.05 \.\.\. 1, found 0/,
    ],
    [
      'stops that cross',
      model(two, {
        joints: [
          joint('j', 'revolute', 1, 2, {
            actions: [action('angle', { limits: { lower: 1, upper: -1, stiffness: 1, restitution: 0.5 } })],
          }),
        ],
      }),
      'limits',
      /^joints\[0\]\.actions\[0\]\.limits/,
    ],
    [
      'friction without deflection',
      model(two, {
        joints: [
          joint('j', 'revolute', 1, 2, {
            actions: [action('angle', { friction: { constant: 1, coefficient: 0, radius: 0, deflection: 0 } })],
          }),
        ],
      }),
      'not-positive',
      /^joints\[0\]\.actions\[0\]\.friction\.deflection: must be > 0/,
    ],
  ];
  test.each(cases)('%s', (_name, spec, code, message) => {
    const found = refusal(spec);
    expect(found.text).toMatch(message);
    expect(found.code).toBe(code);
  });
});

describe('what is built', () => {
  test('slots: bodies that move freely first, then the others, each group in the order given', () => {
    const built = buildModel(
      model([body('p', { kind: 'prescribed' }), body('a'), body('f', { kind: 'fixed' }), body('b')]),
    );
    expect([...built.bodyOfSlot]).toEqual([2, 4, 0, 1, 3]);
    expect(built.dynamicCount).toBe(2);
    built.bodyOfSlot.forEach((index, slot) => {
      expect(built.slotOfBody[index]).toBe(slot);
    });
  });

  test('points of joints, springs and loads are measured from the centre of mass', () => {
    const c = [0.1, 0.2, 0.3] as const;
    const built = buildModel(
      model([body('a', { centreOfMass: c })], {
        joints: [joint('j', 'point', 0, 1, { frameA: place([1, 2, 3]), frameB: place([4, 5, 6]) })],
        forces: [spring('s', 0, 1, { pointB: [1, 1, 1] }), load('l', 1, { point: [2, 2, 2] })],
      }),
    );
    expect([...built.joints.data.subarray(0, 6)]).toEqual([1, 2, 3, 4 - 0.1, 5 - 0.2, 6 - 0.3]);
    expect([...built.springs.data.subarray(3, 6)]).toEqual([1 - 0.1, 1 - 0.2, 1 - 0.3]);
    expect([...built.loads.data.subarray(0, 3)]).toEqual([2 - 0.1, 2 - 0.2, 2 - 0.3]);
  });

  test('the inertia of a thin plate (largest = sum of the others) is accepted', () => {
    expect(refusal(model([body('plate', { inertia: [1, 2, 3, 0, 0, 0] })])).text).toBe('accepted');
  });

  test('shapes that do not collide are left out of the search', () => {
    const ball = shape({ kind: 'sphere', radius: 1 });
    const built = buildModel(
      model([WORLD, body('a', { shapes: [ball, { ...ball, collide: false }] })], { contacts: CONTACT }),
    );
    expect(built.shapes.length).toBe(1);
    expect(buildModel(model([body('a', { shapes: [ball] })])).shapes.length).toBe(0); // contacts off
  });
});
