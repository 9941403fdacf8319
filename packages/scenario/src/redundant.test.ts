/** Joints that say the same twice: allowed and named where they may be meant, refused where they cannot be. */
import { describe, expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';
import { type PreparedRun, prepareRun, runScenario } from './run.ts';

const nothing = { ok: false, issues: [] } as const;
const readers = { mesh: () => nothing, table: () => nothing };

function prepare(text: string): { messages: string[]; prepared?: PreparedRun } {
  const compiled = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), readers });
  const result = compiled.ok ? prepareRun(compiled.compiled) : compiled;
  if (!result.ok) return { messages: result.issues.map(formatIssue) };
  return { messages: result.prepared.notices.map(formatIssue), prepared: result.prepared };
}

/** A door in the x-z plane; joints begin in line 5. */
const door = (joints: readonly string[], rest = ''): string => `hawser: 1
bodies:
  door: { mass: 20 kg, inertia: [4, 5, 1.2], position: [0.5 m, 0, 1 m], points: { low: [-0.5, 0, -0.8] } }
joints:
${joints.map((joint) => `  ${joint}\n`).join('')}${rest}`;

const hinge = (name: string, z: number, more = ''): string =>
  `${name}: { type: revolute, between: [world, door], at: [0, 0, ${z} m], axis: [0, 0, 1]${more} }`;
const hinges = [hinge('lower', 0.2), hinge('upper', 1.8)];

describe('two hinges of one door', () => {
  test('run, with a warning at the hinge that repeats the other', () => {
    const { messages, prepared } = prepare(door(hinges, 'run: { duration: 0.1 s }\n'));
    expect(messages).toEqual([
      'a.yaml:6:10: joints.upper: 5 of 10 joint conditions repeat others: upper (5). As long as they agree the motion is right; how these joints share their reactions is not unique.',
    ]);
    expect(prepared && runScenario(prepared).status).toBe('complete');
  });

  test('are refused at the place when solver.redundant says so', () => {
    expect(prepare(door(hinges, 'solver: { redundant: refuse }\n')).messages).toEqual([
      'a.yaml:6:10: joints.upper: expected joints that do not repeat each other (solver.redundant: refuse), found 5 of the conditions of "upper" held by other joints already; take a joint of the loop out or choose a type that leaves more free, or set solver.redundant: warn',
    ]);
    expect(prepare(door(hinges.slice(0, 1), 'solver: { redundant: refuse }\n')).messages).toEqual([]);
  });

  test('driven to different angles run until they contradict each other, and fail by the name of a joint', () => {
    const to = (angle: number) => `, driver: { angle: { ramp: { to: ${angle} deg, duration: 1 s } } }`;
    const driven = [hinge('lower', 0.2, to(10)), hinge('upper', 1.8, to(20))];
    const { prepared } = prepare(door(driven, 'run: { duration: 1 s }\n'));
    const result = prepared && runScenario(prepared);
    expect(result?.status).toBe('failed');
    expect(result?.failure?.message).toMatch(/lower|upper/);
    expect(result?.failure?.time).toBeGreaterThan(0);
  });
});

describe('a joint written twice', () => {
  const twice = (other: string, first = 'lower') =>
    `expected a joint that holds something "${first}" does not hold already, found the same motion of "world" and "door" held twice at the same place; remove one of the two`.replace(
      '"world" and "door"',
      other,
    );

  test('is refused at the second one', () => {
    expect(prepare(door([hinge('lower', 0.2), hinge('again', 0.2)])).messages).toEqual([
      `a.yaml:6:10: joints.again: ${twice('"world" and "door"')}`,
    ]);
  });

  test('with the bodies the other way round, or as one of its parts, as well', () => {
    const back = 'back: { type: revolute, between: [door, world], at: [0, 0, 0.2 m], axis: [0, 0, -1] }';
    const ball = 'ball: { type: point, between: [world, door], at: [0, 0, 0.2 m] }';
    const messages = prepare(door([ball, hinge('lower', 0.2), back])).messages;
    expect(messages).toEqual([
      `a.yaml:5:9: joints.ball: ${twice('"world" and "door"')}`,
      `a.yaml:7:9: joints.back: ${twice('"door" and "world"')}`,
    ]);
  });

  test('a rod between the same two points', () => {
    const rod = (name: string) => `${name}: { type: distance, between: [world, door], points: [[0, 0, 3], low] }`;
    expect(prepare(door([rod('a'), rod('b')])).messages).toEqual([
      `a.yaml:6:6: joints.b: ${twice('"world" and "door"', 'a')}`,
    ]);
  });

  test('what holds more, or stands elsewhere, is no repetition', () => {
    const slide = 'slide: { type: cylindrical, between: [world, door], at: [0, 0, 0.2 m], axis: [0, 1, 0] }';
    const across = 'across: { type: revolute, between: [world, door], at: [0, 0, 0.2 m], axis: [1, 0, 0] }';
    const rod = 'rod: { type: distance, between: [world, door], points: [[0, 0, 3], low] }';
    for (const other of [slide, across, rod]) {
      expect(prepare(door([hinge('lower', 0.2), other])).prepared, other).toBeDefined();
    }
  });
});

test('joints that contradict each other at t = 0 are all told, with how far each is off', () => {
  const rod = (name: string, length: string) =>
    `${name}: { type: distance, between: [world, door], points: [[0, 0, 1.2], low], length: ${length} }`;
  const off = 'open: { type: point, between: [world, door], frames: { a: { at: [0, 0, 0] }, b: { at: [0, 0, 0] } } }';
  expect(prepare(door([rod('short', '0.9 m'), rod('long', '1.5 m'), off])).messages).toEqual([
    'a.yaml:5:10: joints.short: the two points are 1 m apart at the start, but the joint keeps them at 0.9 m; change the length, move a body, or set solver.assemble: true',
    'a.yaml:6:9: joints.long: the two points are 1 m apart at the start, but the joint keeps them at 1.5 m; change the length, move a body, or set solver.assemble: true',
    'a.yaml:6:9: joints.long: expected a joint that holds something "short" does not hold already, found the same motion of "world" and "door" held twice at the same place; remove one of the two',
    'a.yaml:7:9: joints.open: the two bodies do not fit together at the start: 1.118 m apart (allowed 1e-6 m); move one of them, or set solver.assemble: true',
  ]);
});

test('joints that no position satisfies are told with what is left, when the solver is to assemble them', () => {
  const rod = (name: string, x: number, length: string) =>
    `${name}: { type: distance, between: [world, door], points: [[${x}, 0, 0.2], low], length: ${length} }`;
  const { messages } = prepare(door([rod('a', -3, '1 m'), rod('b', 3, '1 m')], 'solver: { assemble: true }\n'));
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatch(
    /^a\.yaml:[56]:6: joints\.[ab]: no position satisfies all joints: "[ab]" is left with [\d.]+ m/,
  );
});
