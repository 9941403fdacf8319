/** Cable and ball against a ship's side, with and without contact (Roy et al. 2013, s. 10.5). */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['dsa2013-cable-ship', 'Roy et al. 2013, s. 10.5'];
const row = { id, source };
/** [m] the ship's side, radius of the rope */
const SIDE = -0.2;
const RADIUS = 0.015;

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const result = completed(await context.runScenario('scenario.yaml'));
  const least = (name: string): number => Math.min(...result.recording.column(`${name}.position.y`));
  let deepest = 0; // of nodes below the rounded edge of the deck
  for (let i = 0; i <= 20; i++) {
    const y = result.recording.column(`cable.line.node-${i}.position.y`);
    const z = result.recording.column(`cable.line.node-${i}.position.z`);
    for (let k = 0; k < y.length; k++) if (z[k] < 4.5) deepest = Math.max(deepest, SIDE + RADIUS - y[k]);
  }
  return [
    compare(row, {
      quantity: 'ball with contact: how far its skin came into the side',
      unit: 'm',
      expected: 0,
      measured: Math.max(0, -(least('ball') - 0.25 + 0.2)),
      tolerance: 0.01,
    }),
    compare(row, {
      quantity: 'cable with contact: how deep it came into the side',
      unit: 'm',
      expected: 0,
      measured: deepest,
      tolerance: 0.01,
    }),
    compare(row, {
      quantity: 'ball without contact passes through (1: yes)',
      unit: '1',
      expected: 1,
      measured: least('ghost') < -1 ? 1 : 0,
      tolerance: 0,
    }),
  ];
}

export const validationCase: ValidationCase = { id, title: "Cable and ball against a ship's side", source, run };
