/** A model in a worker, both ends in one process: what goes over, and when, by a clock of the test. */
import { expect, test } from 'vitest';
import { openWith } from '../open.ts';
import { type Frame, type InWorkerOptions, openThrough, type WorkerSim } from './client.ts';
import { serveSim } from './host.ts';
import type { Port } from './messages.ts';

const MODEL = `hawser: 1
bodies:
  bob: { mass: 3 kg, inertia: [0.1, 0.1, 0.1], position: [1 m, 0, 0] }
  deck: { motion: outside, shapes: [{ box: [1 m, 1 m, 1 m], at: [0, 0, -9 m] }] }
joints: { pin: { type: revolute, between: [world, bob], at: [0, 0, 0], axis: [0, 1, 0] } }
run: { duration: 10 s }
`;

/** Two ports that hear each other at once, or, with a transfer, lose what they send. */
function channel(): [Port, Port] {
  const hears: ((message: unknown) => void)[][] = [[], []];
  const port = (side: 0 | 1): Port => ({
    post: (message, transfer = []) => {
      const copy = structuredClone(message, { transfer: [...transfer] });
      for (const hear of hears[1 - side]) hear(copy);
    },
    listen: (hear) => void hears[side].push(hear),
    close: () => {},
  });
  return [port(0), port(1)];
}

/** A clock that only goes when it is asked for the time, by `cost` [ms], or waited for. */
class TestClock {
  time = 0;
  cost = 0;
  readonly #due: { at: number; act: () => void }[] = [];

  now = (): number => {
    this.time += this.cost;
    return this.time;
  };

  after = (milliseconds: number, act: () => void): void => {
    this.#due.push({ at: this.time + milliseconds, act });
  };

  /** Until nothing waits, or this many have been called. */
  run(most: number): void {
    for (let i = 0; i < most && this.#due.length > 0; i++) {
      this.#due.sort((a, b) => a.at - b.at);
      const next = this.#due.shift() as { at: number; act: () => void };
      this.time = Math.max(this.time, next.at);
      next.act();
    }
  }
}

async function opened(options: InWorkerOptions): Promise<{ sim: WorkerSim; clock: TestClock }> {
  const [page, worker] = channel();
  const clock = new TestClock();
  clock.cost = 0.01;
  serveSim(worker, clock);
  const result = await openThrough(page, MODEL, { warmUp: 0.005, ...options });
  if (!result.ok) throw new Error(result.issues[0].message);
  return { sim: result.sim, clock };
}

function direct() {
  const result = openWith(MODEL, {});
  if (!result.ok) throw new Error(result.issues[0].message);
  return result.sim;
}

test('frames come when they are due, with the bits of a model stepped by hand, warm-up or not', async () => {
  const frames: { time: number; at: number; late: boolean; pose: number[]; speed: number[] }[] = [];
  let clock: TestClock | undefined;
  const made = await opened({
    channels: ['bob.velocity'],
    onFrame: (frame: Frame) =>
      frames.push({
        time: frame.time,
        at: clock?.time ?? 0,
        late: frame.late,
        pose: [...frame.poses],
        speed: [...frame.values('bob.velocity')],
      }),
  });
  clock = made.clock;
  const from = clock.time;
  made.sim.play();
  clock.run(40);
  expect(frames).toHaveLength(40);
  const sim = direct();
  for (let i = 0; i < 40; i++) {
    sim.stepTo((i + 1) / 60);
    expect(frames[i].time).toBe(sim.time);
    expect(frames[i].late).toBe(false);
    expect(frames[i].at - from).toBeGreaterThanOrEqual((1000 * (i + 1)) / 60 - 1e-6);
    expect(frames[i].pose).toEqual([...sim.poses()]);
    expect(frames[i].speed).toEqual([...sim.readVector('bob.velocity')]);
  }
});

test('a frame that takes longer than its time is late and says so; far behind, the clock is set back', async () => {
  const late: boolean[] = [];
  const { sim, clock } = await opened({ onFrame: (frame) => late.push(frame.late) });
  sim.play();
  clock.run(3);
  clock.cost = 12; // two looks at the clock a frame: 24 ms and more
  clock.run(20);
  clock.cost = 0.01;
  clock.run(20);
  expect(late.slice(0, 3)).toEqual([false, false, false]);
  expect(late.slice(5, 20).every((x) => x)).toBe(true);
  expect(late[late.length - 1]).toBe(false);
});

test('a page that does not give buffers back gets no frames, and hears how many it missed', async () => {
  const [page, worker] = channel();
  const clock = new TestClock();
  serveSim(worker, clock);
  const heard: { kind: string; dropped?: number; buffer?: ArrayBuffer }[] = [];
  page.listen((message) => heard.push(message as never));
  page.post({ kind: 'open', source: MODEL, options: { warmUp: 0 } });
  page.post({ kind: 'play' });
  clock.run(10);
  const frames = heard.filter(({ kind }) => kind === 'frame');
  expect(frames).toHaveLength(3);
  page.post({ kind: 'buffer', buffer: frames[0].buffer });
  clock.run(1);
  expect(heard[heard.length - 1]).toMatchObject({ kind: 'frame', dropped: 7 });
});

test('orders, leads and steps are answered; a scenario or channel that is wrong is refused as data', async () => {
  const { sim } = await opened({});
  expect(await sim.lead('deck', { position: [0, 0, 1], rotation: [1, 0, 0, 0] })).toEqual({ ok: true });
  expect(await sim.step(0.25)).toEqual({ ok: true, time: 0.25 });
  expect(await sim.lead('dock', { position: [0, 0, 1], rotation: [1, 0, 0, 0] })).toMatchObject({ ok: false });
  expect(await sim.step(-1)).toMatchObject({ ok: false, reason: 'refused' });
  const bad = async (source: string, options: InWorkerOptions): Promise<string> => {
    const [page, worker] = channel();
    serveSim(worker, new TestClock());
    const result = await openThrough(page, source, { warmUp: 0, ...options });
    return result.ok ? '' : result.issues[0].message;
  };
  expect(await bad('hawser: 1\nbodies: { a: { mass: -1 kg } }\n', {})).toMatch(/inertia/);
  expect(await bad(MODEL, { channels: ['bob.colour'] })).toMatch(
    /expected a channel of this model, found "bob.colour"/,
  );
  expect(await bad(MODEL, { rate: 0 })).toMatch(/expected a rate/);
});
