/** Twenty wedges whose answer is known: does an anchor that was hauled in stay when the chain is slack? */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['anchor-toy-pipes', 'statics of a wedge with Coulomb friction'];
const row = { id, source };

const WEIGHT = 3000 * 9.80665; // [N]
const DRUM = 0.25; // [m]
/** Numbers of the verdicts in stow.bower.verdict. */
const [HUNG_UP, SELF_LOCKING] = [3, 4];

/** [deg] lean of each wall, friction, [kN] pull */
const WEDGES = [
  [2, 0.045, 120],
  [2, 0.1, 120],
  [2, 0.3, 120],
  [2, 0.15, 200],
  [5, 0.12, 120],
  [5, 0.25, 120],
  [5, 0.4, 120],
  [5, 0.1, 200],
  [5, 0.2, 200],
  [5, 0.6, 44],
  [8, 0.15, 120],
  [8, 0.2, 120],
  [8, 0.4, 120],
  [8, 0.6, 120],
  [8, 0.3, 200],
  [12, 0.3, 120],
  [12, 0.6, 120],
  [12, 0.5, 200],
  [12, 0.25, 200],
  [20, 0.3, 120],
] as const;

/**
 * Hauled in, the walls press with 2 N (sin a + mu cos a) = P - W; let go, they hold by up to 2 N (mu cos a - sin a). What they hold over the weight: it
 * stays from 1 on.
 */
function held(lean: number, mu: number, pull: number): number {
  const tan = Math.tan((lean * Math.PI) / 180);
  return ((1e3 * pull - WEIGHT) * (mu - tan)) / (mu + tan) / WEIGHT;
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const rows: ValidationRow[] = [];
  for (const [lean, mu, pull] of WEDGES) {
    const share = held(lean, mu, pull);
    const result = completed(
      await context.runScenario('scenario.yaml', {
        'bodies.hull.shapes[0].rotation.angle': `${-lean} deg`,
        'bodies.hull.shapes[1].rotation.angle': `${lean} deg`,
        'materials.steel.friction': mu,
        'winches.windlass.torque': `${pull * DRUM} kN m`,
      }),
    );
    const name = `wedge of ${lean} deg, mu ${mu}, ${pull} kN (holds ${share.toFixed(2)} of the weight): verdict`;
    const expected = share > 1 ? SELF_LOCKING : HUNG_UP;
    const measured = result.final('stow.bower.verdict');
    rows.push(compare(row, { quantity: name, unit: '1', expected, measured, tolerance: 0 }));
  }
  return rows;
}

export const validationCase: ValidationCase = {
  id,
  title: 'Twenty wedges: an anchor hauled in is locked, or falls out',
  source,
  slow: true,
  run,
};
