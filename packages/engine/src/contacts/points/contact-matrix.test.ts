import { describe, expect, test } from 'vitest';
import { begin, compare } from '../../../test/stage.ts';
import { body, CONTACT, Draw, FLOOR, model, place, shape, turn, WORLD } from '../../../test/support.ts';
import type { BodySpec, ModelSpec } from '../../model/index.ts';
import { HISTORY, TRIAL } from './contacts.ts';

describe('contacts in the stage matrix', () => {
  const DEPTH = 1e-5;
  const RADIUS = 0.2;
  const LAW = { stiffness: 1e8, exponent: 1, restitution: 0.5, frictionStatic: 0.4, frictionKinetic: 0.3 };

  type Scene = 'sphere on floor' | 'box on floor' | 'sphere on sphere' | 'box on sphere';
  function scene(name: Scene, friction: 'bristle' | 'coulomb' | 'none', slide: number, depth: number): ModelSpec {
    const ball = shape({ kind: 'sphere', radius: RADIUS });
    const box = shape({ kind: 'box', half: [0.3, 0.2, 0.1] });
    const spin = 0.1 * slide;
    const motion = {
      velocity: [slide, -0.4 * slide, -0.01] as const,
      angularVelocity: [spin, -2 * spin, spin] as const,
    };
    const draw = new Draw(800);
    const tilt = turn([1, 0.3, 0], 1.1);
    const above = (height: number, what: typeof ball, rotation: typeof tilt): BodySpec =>
      body('top', {
        ...motion,
        placement: place([0, 0, height - depth], rotation),
        shapes: [what],
        inertia: draw.inertia(0.1),
      });
    const level = turn([0, 0, 1], 0.7);
    const top = {
      'sphere on floor': above(RADIUS, ball, tilt),
      'box on floor': above(0.1, box, level),
      'sphere on sphere': above(3 * RADIUS, ball, tilt),
      'box on sphere': above(2 * RADIUS + 0.1, box, level),
    }[name];
    const bottom = body('bottom', { placement: place([0, 0, RADIUS]), shapes: [ball], inertia: draw.inertia(0.1) });
    const onFloor = name.endsWith('floor');
    return model(onFloor ? [FLOOR, top] : [WORLD, top, bottom], {
      contacts: { ...CONTACT, defaults: { ...LAW, friction, stickDeflection: 1e-5, slipSpeed: 0.05 } },
    });
  }

  /** Error of the matrix in parts of its largest entry. */
  function mistake(name: Scene, friction: 'bristle' | 'coulomb' | 'none', slide: number, depth = DEPTH): number {
    const w = begin(scene(name, friction, slide, depth));
    const { set, history } = w.contacts;
    for (let i = 0; i < set.count; i++) {
      history.data[HISTORY * i] = 2e-6; // every normal here is vertical
      history.data[HISTORY * i + 1] = -1e-6;
    }
    const { error, size } = compare(w, { h: 1e-3 });
    const slips = [...Array(set.count).keys()].map((i) => w.contacts.trial.data[TRIAL * i + 3]);
    expect(w.contacts.active).toBe(name === 'box on floor' ? 4 : 1);
    expect(slips.every((s) => s === (slide > 0.1 || friction !== 'bristle' ? 1 : 0))).toBe(true);
    return error / size;
  }

  const LAWS: [string, 'bristle' | 'coulomb' | 'none', number][] = [
    ['sticking', 'bristle', 1e-4],
    ['slipping', 'bristle', 0.5],
    ['regularised Coulomb', 'coulomb', 0.5],
    ['no friction', 'none', 0.5],
  ];
  test.each(LAWS)('%s: exact but for terms of order depth over radius', (_name, friction, slide) => {
    // a sphere on a plane: neither normal nor lever turns; the bristle (2e-6 m) turns by half the body's turn
    expect(mistake('sphere on floor', friction, slide)).toBeLessThan(2e-6 / RADIUS);
    for (const name of ['box on floor', 'sphere on sphere', 'box on sphere'] as const) {
      const deep = mistake(name, friction, slide);
      const shallow = mistake(name, friction, slide, DEPTH / 10);
      expect(deep).toBeLessThan((2 * DEPTH) / RADIUS);
      expect(shallow).toBeLessThan(0.2 * deep + 2e-6); // with the depth, down to what the bristle's turning leaves
    }
  });
});
