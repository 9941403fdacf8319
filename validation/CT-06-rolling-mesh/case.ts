/** CT-06 with meshes: the same rollers as polygons and divided icosahedra, meeting the slope by volume. */
import type { CaseContext, Overrides, ValidationCase, ValidationRow } from 'hawser/cases';
import { validationCase as points } from '../CT-06-rolling/case.ts';

const [id, source] = ['CT-06-rolling-mesh', points.source];

interface Roller {
  readonly shapes: readonly { readonly sphere?: number; readonly cylinder?: { radius: number; length: number } }[];
}

/** The roller of triangles: 256 sides, or 20480 faces. */
function ofTriangles(roller: Roller): unknown {
  const [{ sphere, cylinder, ...placed }] = roller.shapes;
  const solid = cylinder ? { prism: { ...cylinder, sides: 256 } } : { ball: { radius: sphere, level: 5 } };
  return { ...roller, shapes: [{ ...placed, solid }] };
}

/**
 * Ten times the foundation of Vilela's table 5.6; under a ball, a thousand times that, so that it rolls on 56 um less than its
 * radius. A constant damping factor (README of vilela2018-3).
 */
function volume(ball: boolean): Overrides {
  return {
    'contacts.defaults.method': 'volume',
    'contacts.defaults.foundation': ball ? 1e10 : 1e7,
    'contacts.defaults.dissipation': 0.05,
  };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const rows = await points.run({
    ...context,
    readJson: (file) => context.readJson(`../CT-06-rolling/${file}`),
    runScenario: (file, overrides = {}) => {
      const roller = overrides['bodies.roller'] as Roller;
      return context.runScenario(`../CT-06-rolling/${file}`, {
        ...overrides,
        'bodies.roller': ofTriangles(roller),
        ...volume(roller.shapes[0].sphere !== undefined),
      });
    },
  });
  // friction at an instant swings as facet after facet comes down
  return rows.filter(({ quantity }) => !quantity.includes('friction')).map((row) => ({ ...row, id }));
}

export const validationCase: ValidationCase = {
  id,
  title: 'Rolling cylinder, sphere and hoop of triangles',
  source,
  slow: true,
  run,
};
