/** A cable beside a box: distance found, and motion not disturbed by looking for it (Roy et al. 2013, s. 10.3 and 10.4). */
import type { CaseContext, CaseRun, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = [
  'dsa2013-detection',
  'Roy et al. 2013, s. 10.3 and 10.4; distance: half the box, the radius and 4 mm',
];
const row = { id, source };
const SCENE = '../../scenarios/cable-beside-box/scenario.yaml';
const FAR = 50;
/** [m] the box's middle is so far from the plane of the cable, over sqrt 2 */
const place = (away: number): readonly number[] => [away * Math.SQRT1_2, -away * Math.SQRT1_2, -2];

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const near = completed(await context.runScenario(SCENE));
  const far = completed(await context.runScenario(SCENE, { 'bodies.box.position': place(FAR) }));
  const alone = completed(
    await context.runScenario(SCENE, { 'contacts.ignore': [['line', 'box']], 'output.channels': ['cable.*'] }),
  );
  const gap = (result: CaseRun, expected: number): number =>
    Math.max(...[...result.recording.column('separation.line~box.least')].map((d) => Math.abs(d - expected)));
  const differs = (a: CaseRun): number =>
    Math.max(
      ...[...a.recording.column('cable.line.start.tension')].map((T, i) =>
        Math.abs(T - alone.recording.column('cable.line.start.tension')[i]),
      ),
    );
  const zero = (quantity: string, unit: string, measured: number, tolerance: number): ValidationRow =>
    compare(row, { quantity, unit, expected: 0, measured, tolerance });
  return [
    zero('beside the box: least distance found, off from 4 mm, over the run', 'm', gap(near, 0.004), 1e-8),
    zero('far from the box: the same, off from 47.985 m', 'm', gap(far, FAR - 2 - 0.015), 1e-8),
    zero('beside the box: contacts', '1', Math.max(...near.recording.column('contact.line~box.count')), 0),
    zero('beside the box: tension, change from one not watched', 'N', differs(near), 1e-6),
    zero('far from the box: tension, change from one not watched', 'N', differs(far), 1e-6),
  ];
}

export const validationCase: ValidationCase = {
  id,
  title: 'A cable watched beside a box it does not touch',
  source,
  run,
};
