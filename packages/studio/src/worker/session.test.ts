import { compileScenario, memoryLoader, prepareRun, runScenario } from '@hawser/scenario';
import { readBlock } from '@hawser/record';
import { expect, test } from 'vitest';
import { RunStore } from '../run/run-store.ts';
import { handText } from '@hawser/scenario';
import type { FromSession, Tick } from './messages.ts';
import { readers } from './project.ts';
import { Session } from './session.ts';

const TEXT = `hawser: 1
bodies:
  floor: { fixed: true, shapes: [{ half-space: true }] }
  ball: { density: 500 kg/m^3, position: [0, 0, 0.6 m], velocity: [0.3, 0, 0], shapes: [{ sphere: 0.2 m }] }
run: { duration: 1 s }
`;
const project = { main: 'ball.yaml', files: { 'ball.yaml': TEXT } };

/** A session with everything it has said. */
function started(): {
  session: Session;
  said: FromSession[];
  next: (kind: FromSession['kind']) => Promise<FromSession>;
} {
  const said: FromSession[] = [];
  const waiting: { kind: string; resolve: (message: FromSession) => void }[] = [];
  const session = new Session((message) => {
    said.push(structuredClone(message)); // as a worker's message would be
    for (const asked of waiting.splice(0)) {
      if (asked.kind === message.kind) asked.resolve(message);
      else waiting.push(asked);
    }
  });
  return { session, said, next: (kind) => new Promise((resolve) => waiting.push({ kind, resolve })) };
}

const hashOf = (message: FromSession): string => (message.kind === 'done' ? message.summary.hash : '');

test('a session ends in the state of a plain run, and so does one that was taken back to a checkpoint', async () => {
  const compiled = compileScenario({ file: 'ball.yaml', loader: memoryLoader(project.files), readers });
  if (!compiled.ok) throw new Error(compiled.issues[0].message);
  const prepared = prepareRun(compiled.compiled);
  if (!prepared.ok) throw new Error(prepared.issues[0].message);
  const { hash } = runScenario(prepared.prepared).summary;
  const { session, said, next } = started();
  session.receive({ kind: 'load', project, pace: 0, tickEvery: 33 });
  const first = next('done');
  session.receive({ kind: 'go' });
  expect(hashOf(await first)).toBe(hash);
  expect(said.filter(({ kind }) => kind === 'checkpoint').length).toBeGreaterThan(20);
  session.receive({ kind: 'rewind', checkpoint: 12 });
  const second = next('done');
  session.receive({ kind: 'go' });
  expect(hashOf(await second)).toBe(hash);
});

test('steps go one by one, and a scenario with faults is refused with its issues', async () => {
  const { session, said } = started();
  session.receive({ kind: 'load', project, pace: 0, tickEvery: 33 });
  for (let i = 0; i < 3; i++) session.receive({ kind: 'step' });
  const ticks = said.filter((message): message is Tick => message.kind === 'tick');
  expect(ticks.map(({ steps }) => steps)).toEqual([0, 1, 2, 3]);
  const bad = started();
  bad.session.receive({
    kind: 'load',
    project: { main: 'a.yaml', files: { 'a.yaml': 'hawser: 1\ncolour: 3\n' } },
    pace: 0,
  });
  expect(bad.said).toMatchObject([{ kind: 'refused', issues: [{ code: 'unknown-key', line: 2 }] }]);
});

const LINE = `hawser: 1
ropes: { wire: { mass: 1 kg/m, stiffness: 1 MN, diameter: 20 mm, axial damping: 5 ms } }
bodies: { stone: { mass: 50 kg, inertia: [1, 1, 1], position: [0, 0, -4 m] } }
cables:
  fall: { rope: wire, length: 4 m, elements: 4, from: { body: world }, to: { body: stone } }
solver: { start from equilibrium: true }
run: { duration: 0.05 s }
output: { channels: ['energy.*', stone.position] }
`;

test('what a session records beyond the file stands under its own name: tensions along a line at rest', async () => {
  const { session, said, next } = started();
  const files = { 'line.yaml': LINE };
  session.receive({ kind: 'load', project: { main: 'line.yaml', files }, pace: 0, tickEvery: 33 });
  const done = next('done');
  session.receive({ kind: 'go' });
  await done;
  const ready = said.find((message) => message.kind === 'ready');
  const blocks = said.flatMap((message) => (message.kind === 'tick' ? message.blocks : []));
  const header = readBlock(blocks[0]);
  if (ready?.kind !== 'ready' || header.kind !== 'header') throw new Error('no model, or no head of the stream');
  // the page names the columns by the model
  expect(header.header.channels.map(({ name }) => name)).toEqual(ready.model.recorded);
  const store = new RunStore(
    { title: '', file: '', source: '', resolved: {}, duration: 1, version: '', started: '' },
    { scenery: { bodies: [] }, bounds: { min: [0, 0, 0], max: [1, 1, 1] }, backdrop: [], links: [] },
    header.header.channels,
    header.header.bodies,
  );
  store.take(blocks);
  // an element carries the stone and what of the line hangs below its middle
  for (let j = 0; j < 4; j++) {
    expect(store.valueAt(`cable.fall.element-${j}.tension`, 0)).toBeCloseTo(9.81 * (50 + 4 - 0.5 - j), 1);
  }
  expect(store.valueAt('stone.position.z', 0)).toBeCloseTo(-4, 2);
});

test('what hands do is noted with its instants, and played again from hands.json it gives the same bits', async () => {
  const played = started();
  played.session.receive({ kind: 'load', project, pace: 0, tickEvery: 33 });
  for (let i = 0; i < 4; i++) played.session.receive({ kind: 'step' });
  const grab = { body: 'ball', point: [0, 0, 0.1], target: [0.4, 0.3, 1.1], strength: 1 } as const;
  played.session.receive({ kind: 'act', act: { do: 'grab', grab } });
  for (let i = 0; i < 7; i++) played.session.receive({ kind: 'step' });
  played.session.receive({ kind: 'act', act: { do: 'grab', grab: { ...grab, target: [-0.2, 0.1, 0.7] } } });
  for (let i = 0; i < 5; i++) played.session.receive({ kind: 'step' });
  played.session.receive({ kind: 'act', act: { do: 'grab', grab: null } });
  played.session.receive({ kind: 'act', act: { do: 'winch', winch: 'none', speed: 1 } }); // declined: not noted
  const done = played.next('done');
  played.session.receive({ kind: 'go' });
  const first = await done;
  if (first.kind !== 'done') throw new Error('not done');
  expect(played.said.some(({ kind }) => kind === 'declined')).toBe(true);
  expect(first.acts.map(({ act }) => act.do)).toEqual(['grab', 'grab', 'grab']);

  const again = started();
  const files = { ...project.files, 'hands.json': handText(first.acts) };
  again.session.receive({ kind: 'load', project: { main: 'ball.yaml', files }, pace: 0, tickEvery: 33 });
  const second = again.next('done');
  again.session.receive({ kind: 'go' });
  const replayed = await second;
  expect(hashOf(replayed)).toBe(hashOf(first));
  expect(replayed.kind === 'done' && replayed.acts).toEqual(first.acts);

  const plain = started();
  plain.session.receive({ kind: 'load', project, pace: 0, tickEvery: 33 });
  const third = plain.next('done');
  plain.session.receive({ kind: 'go' });
  expect(hashOf(await third)).not.toBe(hashOf(first)); // the hands did something
});

/** A stone on a strop that a script casts off and a line that it frees. */
const SCRIPTED = `hawser: 1
bodies: { stone: { mass: 10 kg, inertia: [0.1, 0.1, 0.1], position: [0, 0, -1 m] } }
ropes: { cord: { mass: 0.2 kg/m, stiffness: 10 kN, diameter: 10 mm, axial damping: 20 ms } }
cables: { tether: { rope: cord, length: 3 m, elements: 4, from: { body: world, point: [2 m, 0, 0] }, to: { body: stone, point: [0, 0, 0] } } }
forces: { strop: { type: spring, between: [world, stone], points: [[0, 0, 0], [0, 0, 0]], stiffness: 50 kN/m, damping: 500 N s/m, length: 1 m, tension only: true } }
director:
  - phase: Drop
    steps: [{ at: 0.6 s }, { unhook: strop }]
  - phase: Free
    steps: [{ at: 0.9 s }, { detach: { cable: tether, end: to } }]
run: { duration: 1.2 s }
`;

test('the script is held and its orders are given by hand, and the file of it gives the same bits', async () => {
  const files = { 'scripted.yaml': SCRIPTED };
  const played = started();
  played.session.receive({ kind: 'load', project: { main: 'scripted.yaml', files }, pace: 0, tickEvery: 33 });
  const ready = played.said.find(({ kind }) => kind === 'ready');
  expect(ready?.kind === 'ready' && ready.model.orders).toEqual([
    { phase: 'Drop', what: 'unhook strop' },
    { phase: 'Free', what: 'detach the end of cable tether' },
  ]);
  for (let i = 0; i < 3; i++) played.session.receive({ kind: 'step' });
  played.session.receive({ kind: 'act', act: { do: 'script', held: true } });
  played.session.receive({ kind: 'step' });
  const told = played.said.filter(({ kind }) => kind === 'tick').at(-1);
  expect(told?.kind === 'tick' && told.held).toBe(true);
  played.session.receive({ kind: 'act', act: { do: 'order', order: 1 } }); // the second first
  played.session.receive({ kind: 'act', act: { do: 'order', order: 7 } }); // there is none: declined, not noted
  const done = played.next('done');
  played.session.receive({ kind: 'go' });
  const first = await done;
  if (first.kind !== 'done') throw new Error('not done');
  expect(first.acts.map(({ act }) => act)).toEqual([
    { do: 'script', held: true },
    { do: 'order', order: 1 },
  ]);
  expect(first.operation?.phases.map(({ name }) => name)).toEqual(['Drop']); // the script never went on

  const again = started();
  const project = { main: 'scripted.yaml', files: { ...files, 'hands.json': handText(first.acts) } };
  again.session.receive({ kind: 'load', project, pace: 0, tickEvery: 33 });
  const second = again.next('done');
  again.session.receive({ kind: 'go' });
  expect(hashOf(await second)).toBe(hashOf(first));
});

test('hands.json with a fault is refused with its place', () => {
  for (const [text, fault] of [
    ['{', /expected JSON/],
    ['{"hawser hands": 2}', /expected "hawser hands": 1, found 2/],
    ['{"hawser hands": 1, "acts": [{"time": 1, "act": {"do": "jump"}}]}', /acts\[0\]\.act\.do: expected lead, winch/],
    [
      '{"hawser hands": 1, "acts": [{"time": 1, "act": {"do": "winch", "winch": "a"}}]}',
      /act\.speed: expected a number/,
    ],
  ] as const) {
    const { session, said } = started();
    session.receive({
      kind: 'load',
      project: { main: 'ball.yaml', files: { ...project.files, 'hands.json': text } },
      pace: 0,
      tickEvery: 33,
    });
    const refused = said.find(({ kind }) => kind === 'refused');
    expect(refused?.kind === 'refused' && refused.issues[0].message).toMatch(fault);
  }
});
