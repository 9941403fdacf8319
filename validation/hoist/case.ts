/** A chain under a payload a thousand and five thousand times heavier than a link keeps its length. */
import type { CaseContext, CaseRun, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['hoist', 'rigid links and ideal joints: 20 m stay 20 m'];
const row = { id, source };

const LINKS = 40;
const LENGTH = 20; // [m]
const STRETCH = 1e-5; // 0.001 %

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const rows: ValidationRow[] = [];
  for (const mass of [1000, 5000]) {
    for (const step of ['auto', '2 ms', '10 ms']) {
      const result = completed(
        await context.runScenario('scenario.yaml', { 'bodies.payload.mass': mass, 'solver.step': step }),
      );
      const { longest, open } = stretch(result);
      const name = `${mass} kg, ${step === 'auto' ? 'automatic steps' : `steps of ${step}`}`;
      const percent = { unit: '%', expected: 0, tolerance: 100 * STRETCH };
      rows.push(
        compare(row, {
          quantity: `${name}: largest stretch of the chain in 5 s`,
          ...percent,
          measured: 100 * (longest / LENGTH - 1),
        }),
        compare(row, {
          quantity: `${name}: all joints opened at once would stretch it by`,
          ...percent,
          measured: (100 * open) / LENGTH,
        }),
      );
    }
  }
  return rows;
}

/** Way from the hook through all joints to the eye of the payload at its longest, and the largest sum of gaps [m]. */
function stretch(result: CaseRun): { readonly longest: number; readonly open: number } {
  const { recording } = result;
  const track = (point: string): readonly Float64Array[] =>
    ['x', 'y', 'z'].map((axis) => recording.column(`${point}.position.${axis}`));
  const upper = Array.from({ length: LINKS }, (_, k) => track(`link${k + 1}.upper`));
  const lower = Array.from({ length: LINKS }, (_, k) => track(`link${k + 1}.lower`));
  const chain = [track('head.hook'), ...upper.slice(1), track('payload.eye')];
  let [longest, open] = [0, 0];
  for (let i = 0; i < recording.length; i++) {
    const distance = (a: readonly Float64Array[], b: readonly Float64Array[]): number =>
      Math.hypot(a[0][i] - b[0][i], a[1][i] - b[1][i], a[2][i] - b[2][i]);
    let [length, gaps] = [0, distance(chain[0], upper[0])];
    for (let k = 0; k < LINKS; k++) {
      length += distance(chain[k], chain[k + 1]);
      gaps += distance(lower[k], chain[k + 1]);
    }
    if (!(length <= longest)) longest = length;
    if (!(gaps <= open)) open = gaps;
  }
  return { longest, open };
}

export const validationCase: ValidationCase = { id, title: 'Chain of 40 links under 1 t and 5 t', source, run };
