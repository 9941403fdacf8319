/** Warnings: scenarios that can be run but may not be meant so. */
import { emptyBounds, mergeBounds, type RepeatedRows, shapeBounds, type Simulation } from '@hawser/engine';
import type { EnergySummary } from '@hawser/record';
import { asksForPairs, unlistedPairs } from './channels.ts';
import { matrixOf } from './build/placement.ts';
import { strainUnder } from './build/tension-table.ts';
import type { Compiled } from './compile.ts';
import { formatPath, type Issue, type IssueList, type Path } from './issues.ts';

/** Joints named in one sentence; the rest are counted. */
const MOST_NAMED = 12;

/** Redundant joint conditions, reported at the joint named first. */
export function jointNotice(repeated: RepeatedRows, compiled: Compiled): Issue {
  const { rows, joints } = repeated;
  const path = joints.length === 0 ? [] : ['joints', joints[0].name];
  const sentence = (named: number): string => {
    if (joints.length === 0) {
      return `${rows} joint conditions hang together so closely that it was not looked for those that repeat others. As long as they agree the motion is right; how joints that repeat each other share their reactions is not unique.`;
    }
    const total = joints.reduce((sum, { count }) => sum + count, 0);
    const names = joints.slice(0, named).map(({ name, count }) => `${name} (${count})`);
    const more = joints.length > named ? ` and ${joints.length - named} more joints` : '';
    return `${total} of ${rows} joint conditions repeat others: ${names.join(', ')}${more}. As long as they agree the motion is right; how these joints share their reactions is not unique.`;
  };
  const found = sentence(joints.length);
  return notice(compiled, path, 'joints that do not repeat each other', found, sentence(MOST_NAMED));
}

/** The same for a scenario that rejects such joints: an error for each of them. */
export function refuseRepeated(repeated: RepeatedRows, compiled: Compiled, issues: IssueList): void {
  for (const { name, count } of repeated.joints) {
    const path = ['joints', name];
    const found = `${count} of the conditions of "${name}" held by other joints already`;
    issues.add('joint', compiled.source.place(path), path, {
      expected: 'joints that do not repeat each other (solver.redundant: refuse)',
      found,
      hint: 'take a joint of the loop out or choose a type that leaves more free, or set solver.redundant: warn',
    });
  }
}

/** Suspicious initial states. */
export function startNotices(compiled: Compiled, simulation: Simulation): Issue[] {
  const { spec } = compiled;
  if (spec.bodies.every((body) => body.kind === 'fixed') && !spec.cables?.length) {
    const message = 'nothing moves: there is no cable, and no body that is free or has a motion';
    return [notice(compiled, [], 'a body that moves', 'none', message)];
  }
  const now = reader(simulation);
  return [
    ...overlaps(compiled, simulation),
    ...thrownCables(compiled, simulation),
    ...tightCables(compiled, simulation),
    ...lateEvents(compiled),
    ...passedStops(compiled, now),
    ...springsWithoutDirection(compiled, now),
    ...missingPairs(compiled, simulation),
  ];
}

/** Angles that are probably degrees without unit. */
export function angleNotices(compiled: Compiled): Issue[] {
  return compiled.source.bareAngles().map(({ path, value }) => {
    const [turns, degrees] = [value / (2 * Math.PI), (value * 180) / Math.PI].map((x) => Number(x.toPrecision(4)));
    const message =
      `${value} has no unit and is read as ${value} rad, which is ${degrees} deg or ${turns} turns; ` +
      `write "${value} deg" if degrees are meant, "${value} rad" if not`;
    return notice(compiled, path, 'an angle with its unit', `${value}`, message);
  });
}

/** [s] ropes settle in milliseconds to seconds: a new load would take about this time to stretch the rope. */
const LONGEST_SETTLING = 10;
const DAMPINGS = [
  ['axial damping', 'EA', 'N s'],
  ['bending damping', 'EI', 'N m^2 s'],
  ['torsion damping', 'GJ', 'N m^2 s'],
] as const;

/** Damping times of ropes that are far too long: probably values in newton seconds, as in other programs. */
export function dampingNotices(compiled: Compiled): Issue[] {
  return Object.entries(compiled.scenario.ropes).flatMap(([name, rope]) =>
    DAMPINGS.flatMap(([key, modulus, unit]): Issue[] => {
      const time = rope[key];
      if (time === undefined || !(time > LONGEST_SETTLING)) return [];
      const stiffness = { EA: rope.stiffness, EI: rope.bending, GJ: rope.torsion }[modulus];
      const divided = stiffness ? `, here ${Number((time / stiffness).toPrecision(3))} s` : '';
      const message =
        `${key} of ${time} s: rope "${name}" would take about that long to settle under a new load, where ropes take milliseconds to seconds; ` +
        `a damping in ${unit} is to be divided by ${modulus}${divided}`;
      return [notice(compiled, ['ropes', name, key], `a time of up to ${LONGEST_SETTLING} s`, `${time} s`, message)];
    }),
  );
}

/** The value of a channel at the start, NaN where there is none. */
function reader(simulation: Simulation): (channel: string) => number {
  const byName = new Map(simulation.probes.map((probe) => [probe.name, probe]));
  const value = new Float64Array(4);
  return (channel) => {
    value[0] = Number.NaN;
    byName.get(channel)?.read(value, 0);
    return value[0];
  };
}

/** Cables with invisible overlaps that are deep enough to throw them off. */
function thrownCables(compiled: Compiled, simulation: Simulation): Issue[] {
  return simulation.thrown.map(({ cable, other, depth, force, weight }) => {
    const [overlap, push, mass] = [depth, force, weight].map((x) => Number(x.toPrecision(3)));
    const message =
      `cable "${cable}" lies ${overlap} m deep in "${other}" at the start: contact pushes with ${push} N where the cable weighs ` +
      `${mass} N, and throws it off; move its shape out by that much`;
    return notice(compiled, ['cables', cable], 'no overlap', `${overlap} m`, message);
  });
}

/** Initial strain from which a cable is reported as tight: fibre ropes break at some per cent, wires at less. */
const TIGHT = 0.01;

/** Cables shorter than the distance of their ends: pulled tight, or a mistake. */
function tightCables(compiled: Compiled, simulation: Simulation): Issue[] {
  const now = reader(simulation);
  return (compiled.spec.cables ?? []).flatMap(({ name, pieces, start, end, shape }) => {
    if (start === undefined || end === undefined || shape !== undefined) return [];
    const tension = now(`cable.${name}.tension-min`);
    const strain = Math.max(...pieces.map(({ rope }) => strainUnder(rope, tension)));
    if (!(strain > TIGHT)) return [];
    const found = `a strain of ${(100 * strain).toPrecision(2)} %`;
    const message = `cable "${name}" is shorter than the way between its ends and begins with a tension of ${tension.toPrecision(3)} N, ${found}; give it more length unless it is meant to be that tight`;
    return [notice(compiled, ['cables', name], 'a cable that reaches from end to end', found, message)];
  });
}

/** Events after the end of the run; an unfinished script is reported at the end. */
function lateEvents(compiled: Compiled): Issue[] {
  const { events, run } = compiled.scenario;
  const { files, place } = compiled.source;
  if (!files.includes(place(['run', 'duration']).file)) return []; // a run shortened from outside is intended
  return events.flatMap(({ at }, i) => {
    if (at < run.duration) return [];
    const message = `this event is to come at ${at} s and will not happen: the run ends at ${run.duration} s; let it come before, or run longer`;
    return [notice(compiled, ['events', i, 'at'], `a time before ${run.duration} s`, `${at} s`, message)];
  });
}

/** [m or rad] compression of a stop by a load at rest. */
const PRESSED = 0.01;

function passedStops(compiled: Compiled, now: (channel: string) => number): Issue[] {
  return compiled.spec.joints.flatMap(({ name, actions }) =>
    actions.flatMap(({ coordinate, limits }) => {
      const at = now(`joint.${name}.${coordinate}`);
      const [lower, upper] = [limits?.lower ?? Number.NEGATIVE_INFINITY, limits?.upper ?? Number.POSITIVE_INFINITY];
      if (!(at < lower - PRESSED || at > upper + PRESSED)) return [];
      const unit = coordinate === 'angle' ? 'rad' : 'm';
      const [stop, limit] = at < lower ? ['lower', lower] : ['upper', upper];
      const found = `${Number(at.toPrecision(4))} ${unit}`;
      const message =
        `"${name}" stands at ${found} at the start, past its ${stop} limit of ${Number(limit.toPrecision(4))} ${unit}, and will be ` +
        'thrown back; move a body, or change the limit';
      return [notice(compiled, ['joints', name], 'a start within the limits', found, message)];
    }),
  );
}

function springsWithoutDirection(compiled: Compiled, now: (channel: string) => number): Issue[] {
  return compiled.spec.forces.flatMap((force) => {
    if (force.kind !== 'spring' || !(force.length > 0) || force.tensionOnly) return [];
    if (!(now(`force.${force.name}.length`) < 1e-9 * force.length)) return [];
    const message = `the two ends of "${force.name}" are at the same place at the start: it has no direction to push in; move one end`;
    return [notice(compiled, ['forces', force.name], 'two ends that are apart', 'the same place', message)];
  });
}

/** A pattern such as contact.* matches something, but not everything requested. */
function missingPairs(compiled: Compiled, simulation: Simulation): Issue[] {
  const reason = unlistedPairs(simulation);
  const { channels } = compiled.scenario.output;
  const index = channels.findIndex(asksForPairs);
  if (reason === undefined || index < 0 || !compiled.source.given(['output', 'channels'])) return [];
  const path = ['output', 'channels', index];
  return [
    notice(
      compiled,
      path,
      'channels of all pairs',
      'those of named pairs',
      `"${channels[index]}" brings not all pairs: ${reason}`,
    ),
  ];
}

/** Initial overlap, over the size of the smaller body, from which it is reported: contact will throw the bodies apart. */
const DEEP = 0.05;

function overlaps(compiled: Compiled, simulation: Simulation): Issue[] {
  const found: Issue[] = [];
  const depth = new Float64Array(1);
  if (unlistedPairs(simulation) !== undefined) return overlapSomewhere(compiled, simulation);
  for (const probe of simulation.probes) {
    const pair = /^contact\.(.*)~(.*)\.depth$/s.exec(probe.name);
    if (pair === null) continue;
    probe.read(depth, 0);
    const [, a, b] = pair;
    if (!(depth[0] > DEEP * Math.min(sizeOf(compiled, a), sizeOf(compiled, b)))) continue;
    const message =
      `"${a}" and "${b}" lie ${Number(depth[0].toPrecision(3))} m deep in each other at the start and will be thrown apart; ` +
      'move one of them, or put the pair under contacts.ignore';
    const isBody = compiled.spec.bodies.some(({ name }) => name === b);
    const path = isBody ? ['bodies', b, 'position'] : ['cables', b];
    found.push(notice(compiled, path, 'bodies that do not overlap', `an overlap of ${depth[0]} m`, message));
  }
  return found;
}

/** The same where there are too many pairs to test one by one. */
function overlapSomewhere(compiled: Compiled, simulation: Simulation): Issue[] {
  const depth = new Float64Array(1);
  simulation.probes.find((probe) => probe.name === 'contact.deepest')?.read(depth, 0);
  const sizes = compiled.spec.bodies.map(({ name }) => sizeOf(compiled, name)).filter((size) => size > 0);
  if (!(depth[0] > DEEP * Math.min(...sizes))) return [];
  const message =
    `bodies lie up to ${Number(depth[0].toPrecision(3))} m deep in each other at the start and will be thrown apart; ` +
    'move them, or put such pairs under contacts.ignore';
  return [notice(compiled, ['bodies'], 'bodies that do not overlap', `an overlap of ${depth[0]} m`, message)];
}

/** Number of cable diameters used as its size. */
const DIAMETERS = 4;

/** [m] largest extent of what can touch; infinite for a half-space, some diameters for a cable. */
function sizeOf({ spec }: Compiled, name: string): number {
  const body = spec.bodies.find((candidate) => candidate.name === name);
  const cable = spec.cables?.find((candidate) => candidate.name === name);
  if (body === undefined && cable !== undefined) {
    return DIAMETERS * Math.min(...cable.pieces.map(({ rope }) => rope.diameter));
  }
  const all = new Float64Array(6);
  const one = new Float64Array(6);
  emptyBounds(all, 0);
  for (const { shape, placement, collide } of body?.shapes ?? []) {
    if (!collide) continue;
    if (shape.kind === 'half-space') return Number.POSITIVE_INFINITY;
    shapeBounds(one, 0, shape, placement.position, 0, matrixOf(placement.rotation), 0);
    mergeBounds(all, 0, all, 0, one, 0);
  }
  return Math.max(all[3] - all[0], all[4] - all[1], all[5] - all[2]);
}

/** Parts of the exchanged energy: a sound run stays far below the first, and a run above the second must not be trusted. */
const DOUBTFUL = 0.01;
const WRONG = 0.1;
/** Part of the present energy below which a missing amount is rounding. */
const ROUNDING = 1e-6;

/** [J] negligible energy: a gram falling by a hundredth of a millimetre. Less is not reported, however little was exchanged. */
const HARDLY_ANY = 1e-7;

/** The estimate of the error at the end is above `accuracy`. The advice names the setting that bounds the error of this run. */
export function accuracyDoubt(
  { positionError, motion }: { readonly positionError?: number; readonly motion?: number },
  { accuracy, step, tolerance }: { readonly accuracy: number; readonly step: unknown; readonly tolerance: unknown },
): string[] {
  if (positionError === undefined || motion === undefined || !(positionError > accuracy * motion)) return [];
  const part = (positionError / motion).toExponential(0);
  const setting = typeof step === 'number' ? 'step' : typeof tolerance === 'number' ? 'tolerance' : 'accuracy';
  return [
    `positions at the end are right to about ${part} of the motion; the accuracy asked for is ${accuracy.toExponential(0)}. ` +
      `Lower solver.${setting}; where that does not help, the motion is chaotic and cannot be predicted for so long.`,
  ];
}

/** A warning when the ledger does not close. */
export function energyDoubt(energy: EnergySummary, mostKinetic: number = 0): string[] {
  const { kinetic, potential, elastic, initial, work, dissipated, imbalance } = energy;
  const missing = Math.abs(imbalance);
  const exchanged = Math.max(...[kinetic, mostKinetic, potential + elastic - initial, work, dissipated].map(Math.abs));
  if (missing < HARDLY_ANY) return [];
  const there = Math.max(...[kinetic, potential, elastic, initial].map(Math.abs));
  if (!(missing > DOUBTFUL * exchanged && missing > ROUNDING * there)) return [];
  const share = Number(((100 * missing) / exchanged).toPrecision(2));
  const judgement = missing > WRONG * exchanged ? 'do not trust this run' : 'its results are good to about that';
  return [
    `The energy ledger cannot account for ${missing.toExponential(2)} J, ${share} % of what was exchanged: ${judgement}. ` +
      'Look for overlaps, drivers or joints that contradict each other, or lower solver.tolerance or solver.step.',
  ];
}

/** A warning at a place of the file. */
export function notice({ source }: Compiled, path: Path, expected: string, found: string, message: string): Issue {
  const { file, line, column } = path.length === 0 ? { file: source.file, line: 0, column: 0 } : source.place(path);
  return { severity: 'warning', code: 'build', file, line, column, path: formatPath(path), expected, found, message };
}
