import { describe, expect, test } from 'vitest';
import { begin, compare } from '../../../test/stage.ts';
import { body, CONTACT, FLOOR, model, place, shape, turn, WORLD } from '../../../test/support.ts';
import { cylinderMesh, type ShapeSpec, type TriangleMesh } from '../../geometry/index.ts';
import type { ModelSpec } from '../../model/index.ts';

const solid = ({ positions, triangles }: TriangleMesh): ShapeSpec => ({
  kind: 'mesh',
  positions,
  triangles,
});

type Scene = 'box on floor' | 'box on box' | 'wheel on floor';

/** A body a little into what is below it, moving; friction sticks at 1e-4 m/s and slips at 0.5 m/s. */
function scene(name: Scene, slide: number, depth: number): ModelSpec {
  const velocity = [slide, -0.4 * slide, -0.01] as const;
  const angularVelocity = [0.1 * slide, 0.2 * slide, 0.3 * slide] as const;
  const box: ShapeSpec = { kind: 'box', half: [0.3, 0.2, 0.1] };
  const wheel = solid(cylinderMesh({ radius: 0.25, length: 0.4, sides: 48 }));
  const top = (what: ShapeSpec, height: number, rotation: ReturnType<typeof turn>) =>
    body('top', {
      velocity,
      angularVelocity,
      placement: place([0, 0, height - depth], rotation),
      shapes: [shape(what)],
    });
  const level = turn([0, 0, 1], 0.7);
  const contacts = {
    ...CONTACT,
    defaults: {
      method: 'volume' as const,
      foundation: 1e8,
      dissipation: 0.3,
      frictionStatic: 0.5,
      frictionKinetic: 0.4,
      stickDeflection: 1e-4,
    },
  };
  if (name === 'box on floor') return model([FLOOR, top(box, 0.1, level)], { contacts });
  // half a facet off, so that no edge lies along the floor
  if (name === 'wheel on floor') return model([FLOOR, top(wheel, 0.25, turn([1, 0, 0], Math.PI / 2))], { contacts });
  const bottom = body('bottom', {
    placement: place([0.1, 0, 0.1], turn([0, 0, 1], 0.2)),
    shapes: [shape({ kind: 'box', half: [0.5, 0.5, 0.1] })],
  });
  return model([WORLD, top(box, 0.3, level), bottom], { contacts });
}

describe('contact by volume in the stage matrix', () => {
  const mistake = (name: Scene, slide: number, depth: number): number => {
    const w = begin(scene(name, slide, depth));
    const { error, size } = compare(w, { h: 1e-3 });
    expect(w.contacts.patches.count).toBe(1);
    return error / size;
  };

  test.each([
    ['sticking', 1e-4],
    ['slipping', 0.5],
  ])('%s: faces on faces, exact but for terms of order depth over size', (_name, slide) => {
    for (const name of ['box on floor', 'box on box'] as const) {
      expect(mistake(name, slide, 1e-5)).toBeLessThan(3e-4);
      expect(mistake(name, slide, 1e-6)).toBeLessThan(6e-5);
    }
  });

  test('a wheel on a floor: what is left out is the change of the levers, depth over width of the contact', () => {
    for (const slide of [1e-4, 0.5]) expect(mistake('wheel on floor', slide, 1e-4)).toBeLessThan(1e-3);
  });
});
