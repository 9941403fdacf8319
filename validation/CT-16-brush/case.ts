/** CT-16: a belt drawn under a block and stopped. Bristles that are damped stick, slip and stick again; at points, over an area, in a joint. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed, interpolate } from '../series.ts';

const [id, source] = ['CT-16-brush', 'Elandt 2022, section 6.1.2 (the model); closed form'];
const row = { id, source };

interface Reference {
  readonly parameters: { readonly mu: number; readonly p: number; readonly t_stop: number };
  readonly reference: { readonly locked_in_traction: number };
  readonly tolerance: { readonly rel: number };
}

/** Where the speed changes within 10 us. */
const CORNER = 1e-3; // [s]

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { parameters, reference, tolerance } = context.readJson('reference.json') as Reference;
  const table = context.readCsv('reference.csv');
  const rows: ValidationRow[] = [];
  const limit = parameters.mu * parameters.p;
  const relative = tolerance.rel;
  const ways = [
    ['points', 'scenario.yaml', 'contact.belt~block.friction-force'],
    ['volume', 'scenario.yaml', 'contact.belt~block.friction-force'],
    ['joint', 'joint.yaml', 'joint.slide.friction'],
  ] as const;
  for (const [name, file, channel] of ways) {
    const overrides = name === 'joint' ? {} : { 'contacts.defaults.method': name };
    const { recording, final } = completed(await context.runScenario(file, overrides));
    const traction = recording.column(channel).map((f) => Math.abs(f));
    let most = 0;
    for (let i = 1; i < table.t.length; i++) {
      const t = table.t[i];
      if (Math.abs(t - parameters.t_stop) < CORNER) continue;
      most = Math.max(most, Math.abs(interpolate(recording.time, traction, t) - table.friction[i]));
    }
    const text = (quantity: string): string => `${name}: ${quantity}`;
    rows.push(
      compare(row, {
        quantity: text('largest difference of the traction'),
        unit: 'N',
        expected: 0,
        measured: most,
        tolerance: relative * limit,
      }),
      compareRelative(row, {
        quantity: text('traction locked in after the stop'),
        unit: 'N',
        expected: reference.locked_in_traction,
        measured: Math.abs(final(channel)),
        relative,
      }),
    );
  }
  return rows;
}

export const validationCase: ValidationCase = {
  id,
  title: 'Drag and stop: bristles stick, slip and stick',
  source,
  run,
};
