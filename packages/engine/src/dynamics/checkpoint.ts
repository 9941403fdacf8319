/**
 * Checkpoint file: one line of text, one line of JSON that names the columns and their lengths, then the columns as little-endian float64.
 * It holds everything that a restart needs to continue with the same bits: the state, the memory of contacts and their search, and the
 * pattern of the matrix.
 */
import { BuildError, Hasher } from '../base/index.ts';
import { type EnergySums, forgetCaches, type Workspace } from '../stage/index.ts';
import type { GearSet } from '../operation/index.ts';
import { restorePulls, savePulls } from '../trial/index.ts';
import type { SavedColumn } from '../contacts/index.ts';
import type { Statistics } from './simulation-types.ts';
import { rewind, type State } from './state.ts';

const TITLE = 'hawser checkpoint 10\n';

/** method: the memory of the time integration; readCheckpoint returns it. */
export function writeCheckpoint(
  state: State,
  w: Workspace,
  gear: GearSet,
  sums: EnergySums,
  stats: Statistics,
  method: readonly number[],
  operation: ArrayLike<number>,
): Uint8Array {
  const columns: SavedColumn[] = [
    [
      'numbers',
      [
        state.time,
        state.lastStep,
        state.nextStep,
        state.fixedTarget,
        state.steps,
        sums.initial,
        sums.ledger.initial,
        sums.impactLoss,
        state.events,
        state.jolt,
        sums.overbooked,
      ],
    ],
    [
      'statistics',
      [
        stats.steps,
        stats.rejected,
        stats.iterations,
        stats.factorisations,
        stats.lastStep,
        stats.lastIterations,
        stats.contacts,
        stats.absorbedImpacts,
        stats.deepestOverlap,
        stats.convexSteps,
      ],
    ],
    ['method', method],
    ['operation', operation],
    ['position', state.position],
    ['rotation', state.rotation],
    ['velocity', state.velocity],
    ['x', state.x],
    ['xRate', state.xRate],
    ['lambda', state.lambda],
    ['momentumRate', state.momentumRate],
    ['uPrevious', state.uPrevious],
    ['vPrevious', state.vPrevious],
    ['momentumPrevious', state.momentumPrevious],
    ['cableQ', state.cableQ],
    ['cables', w.cables.save()],
    ['hulls', w.hulls.save()],
    ['inputs', w.model.inputs.save()],
    ['gear', gear.save()],
    ['springHeld', w.springs.held],
    ['pull', savePulls(w.pull, w.pushes)],
    ['actionState', w.actions.state],
    ['jointAngle', w.joints.angle],
    ['sums', sums.sums.toArray()],
    ['powers', sums.start.toArray()],
    ...w.allContacts.save(w),
    ['matrixPairs', w.matrix.savePairs()],
    ['effort', w.effort.save()],
  ];
  const header = `${TITLE}${JSON.stringify({ model: modelKey(w), columns: columns.map(([name, values]) => [name, values.length]) })}\n`;
  const total = columns.reduce((sum, [, values]) => sum + values.length, 0);
  const bytes = new Uint8Array(header.length + 8 * total);
  for (let i = 0; i < header.length; i++) bytes[i] = header.charCodeAt(i);
  const view = new DataView(bytes.buffer);
  let at = header.length;
  for (const [, values] of columns) {
    for (let i = 0; i < values.length; i++, at += 8) view.setFloat64(at, values[i], true);
  }
  return bytes;
}

export function readCheckpoint(
  bytes: Uint8Array,
  state: State,
  w: Workspace,
  gear: GearSet,
  sums: EnergySums,
  stats: Statistics,
): {
  readonly method: Float64Array;
  readonly operation: Float64Array;
  readonly columns: ReadonlyMap<string, Float64Array>;
} {
  const columns = unpack(bytes, modelKey(w));
  const take = (name: string): Float64Array => columns.get(name) ?? new Float64Array(0);
  const into = (name: string, target: Float64Array): void => {
    const values = take(name);
    if (values.length !== target.length) throw new BuildError('checkpoint', `column ${name} does not fit this model`);
    target.set(values);
  };
  const numbers = take('numbers');
  state.time = numbers[0];
  state.lastStep = numbers[1];
  state.nextStep = numbers[2];
  state.fixedTarget = numbers[3];
  state.steps = numbers[4];
  sums.initial = numbers[5];
  sums.ledger.initial = numbers[6];
  sums.impactLoss = numbers[7];
  state.events = numbers[8];
  state.jolt = numbers[9];
  sums.overbooked = numbers[10];
  const s = take('statistics');
  [
    stats.steps,
    stats.rejected,
    stats.iterations,
    stats.factorisations,
    stats.lastStep,
    stats.lastIterations,
    stats.contacts,
    stats.absorbedImpacts,
    stats.deepestOverlap,
    stats.convexSteps,
  ] = s;
  into('position', state.position);
  into('rotation', state.rotation);
  into('velocity', state.velocity);
  into('x', state.x);
  into('xRate', state.xRate);
  into('lambda', state.lambda);
  into('momentumRate', state.momentumRate);
  into('uPrevious', state.uPrevious);
  into('vPrevious', state.vPrevious);
  into('momentumPrevious', state.momentumPrevious);
  into('cableQ', state.cableQ);
  w.model.inputs.restore(take('inputs'));
  gear.restore(take('gear'));
  w.springs.held.set(take('springHeld'));
  restorePulls(w.pull, w.pushes, take('pull'));
  w.cables.restore(take('cables'));
  w.hulls.restore(take('hulls'));
  into('actionState', w.actions.state);
  into('jointAngle', w.joints.angle);
  forgetCaches(w);
  for (const [name, target] of [
    ['sums', sums.sums],
    ['powers', sums.start],
  ] as const) {
    target.clear();
    for (const value of take(name)) target.push(value);
  }
  rewind(w, state);
  w.allContacts.restore(columns, w);
  w.matrix.restorePairs(take('matrixPairs'));
  w.effort.restore(take('effort'));
  return { method: take('method'), operation: take('operation'), columns };
}

function unpack(bytes: Uint8Array, key: string): Map<string, Float64Array> {
  let end = 0;
  let lines = 0;
  while (end < bytes.length && lines < 2) if (bytes[end++] === 10) lines++;
  let text = '';
  for (let i = 0; i < end; i++) text += String.fromCharCode(bytes[i]);
  if (!text.startsWith(TITLE))
    throw new BuildError('checkpoint', 'this is not a hawser checkpoint, or one of another version');
  const header = JSON.parse(text.slice(TITLE.length)) as { model: string; columns: [string, number][] };
  if (header.model !== key) {
    throw new BuildError('checkpoint', 'this checkpoint was made by another model: bodies, joints or forces differ');
  }
  const total = header.columns.reduce((sum, [, length]) => sum + length, 0);
  if (bytes.length !== end + 8 * total) {
    throw new BuildError('checkpoint', `the file is cut off: expected ${end + 8 * total} bytes, found ${bytes.length}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const columns = new Map<string, Float64Array>();
  let at = end;
  for (const [name, length] of header.columns) {
    const values = new Float64Array(length);
    for (let i = 0; i < length; i++, at += 8) values[i] = view.getFloat64(at, true);
    columns.set(name, values);
  }
  return columns;
}

/** Digest of the parts of a model that must match a checkpoint: its bodies and joints. */
function modelKey(w: Workspace): string {
  const { spec } = w.model;
  const hasher = new Hasher();
  for (const body of spec.bodies) hasher.addText(`${body.name} ${body.kind} ${body.mass} ${body.inertia.join(' ')};`);
  for (const joint of spec.joints) hasher.addText(`${joint.name} ${joint.type} ${joint.a} ${joint.b};`);
  for (const force of spec.forces) hasher.addText(`${force.name} ${force.kind};`);
  for (const { name, pieces } of spec.cables ?? []) {
    hasher.addText(`${name} ${pieces.map(({ length, elements }) => `${length} ${elements}`).join(' ')};`);
  }
  hasher.addText(`${spec.solver.integrator} ${spec.solver.constraints}`);
  return hasher.digest();
}
