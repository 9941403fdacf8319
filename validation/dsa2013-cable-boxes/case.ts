/** A cable falls on a box and the ground and rests on both (Roy et al. 2013, s. 10.2). */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['dsa2013-cable-boxes', 'Roy et al. 2013, s. 10.2; weight of the cable'];
const row = { id, source };
const NODES = 31;
const RADIUS = 0.02;

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const result = completed(await context.runScenario('scenario.yaml'));
  // their own search (s. 3.2) beside the tree: no node may ever be elsewhere
  const searched = completed(await context.runScenario('scenario.yaml', { 'contacts.solid search': 'stochastic' }));
  let apart = 0;
  for (let i = 0; i < NODES; i++) {
    for (const axis of ['x', 'y', 'z']) {
      const name = `cable.line.node-${i}.position.${axis}`;
      const other = searched.recording.column(name);
      result.recording.column(name).forEach((value, k) => {
        apart = Math.max(apart, Math.abs(value - other[k]));
      });
    }
  }
  let deepest = 0; // of nodes in the ground or the crate, axis below its radius
  let fastest = 0;
  for (let i = 0; i < NODES; i++) {
    const [x, y, z] = ['x', 'y', 'z'].map((axis) => result.recording.column(`cable.line.node-${i}.position.${axis}`));
    for (let k = 0; k < z.length; k++) {
      const over = x[k] > 0.5 && x[k] < 1.5 && Math.abs(y[k]) < 0.5;
      const inCrate = over ? Math.min(1 + RADIUS - z[k], x[k] - 0.5 + RADIUS, 1.5 - x[k] + RADIUS) : 0;
      deepest = Math.max(deepest, RADIUS - z[k], inCrate);
    }
    const v = ['x', 'y', 'z'].map((axis) => result.final(`cable.line.node-${i}.velocity.${axis}`));
    fastest = Math.max(fastest, Math.hypot(...v));
  }
  const carried =
    result.final('contact.line~ground.force.z') +
    result.final('contact.line~crate.force.z') +
    result.final('cable.line.start.force.z');
  return [
    compare(row, { quantity: 'deepest any node came', unit: 'm', expected: 0, measured: deepest, tolerance: 0.01 }),
    compare(row, {
      quantity: 'farthest any node is from where it is with contacts found by the stochastic search',
      unit: 'm',
      expected: 0,
      measured: apart,
      tolerance: 1e-9,
    }),
    compare(row, { quantity: 'fastest node at 8 s', unit: 'm/s', expected: 0, measured: fastest, tolerance: 0.02 }),
    compareRelative(row, {
      quantity: 'carried by ground, crate and the held end',
      unit: 'N',
      expected: 6 * 9.81,
      measured: Math.abs(carried),
      relative: 0.02,
    }),
  ];
}

export const validationCase: ValidationCase = { id, title: 'Cable on two boxes', source, run };
