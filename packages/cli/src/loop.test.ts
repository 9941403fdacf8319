import type { Probe, Simulation, StepResult } from '@hawser/engine';
import { expect, test } from 'vitest';
import { channelsOf, type LoopPlan, runLoop } from './loop.ts';
import { MemorySink } from './memory-sink.ts';

/** A ball at constant speed 2 m/s that touches the floor from 0.25 s to 0.5 s; steps of at most `h`. */
function fake(h: number, failAt = Number.POSITIVE_INFINITY): Simulation & { steps: number[] } {
  const probe = (name: string, values: () => number[], components: string[]): Probe => ({
    name,
    unit: 'm',
    size: components.length as 1 | 3 | 4,
    components,
    read: (out, offset) => out.set(values(), offset),
  });
  const sim = {
    time: 0,
    steps: [] as number[],
    spec: { solver: { step: h } },
    step(until: number): StepResult {
      const next = Math.min(until, sim.time + h);
      if (next > failAt) {
        return { ok: false, reason: 'diverged', subject: 'ball', time: sim.time, message: 'did not converge' };
      }
      sim.steps.push(next - sim.time);
      sim.time = next;
      return { ok: true, time: next, step: h, iterations: 2 };
    },
    probes: [] as Probe[],
  };
  sim.probes.push(
    probe('ball.position', () => [2 * sim.time, 0, 1], ['x', 'y', 'z']),
    probe('ball.rotation', () => [1, 0, 0, 0], ['w', 'x', 'y', 'z']),
    probe('contact.ball~floor.count', () => [sim.time > 0.25 && sim.time <= 0.5 ? 1 : 0], ['']),
  );
  return sim as unknown as Simulation & { steps: number[] };
}

const plan = (sim: Simulation, rest: Partial<LoopPlan> = {}): LoopPlan => ({
  end: 1,
  rate: 10,
  animationRate: 0,
  probes: sim.probes.slice(0, 1),
  bodies: ['ball'],
  ...rest,
});

test('loop: rows fall on whole multiples of 1/rate, first and last instant included', async () => {
  const sim = fake(0.03);
  const sink = new MemorySink(channelsOf(sim.probes.slice(0, 1)));
  expect(await runLoop(sim, plan(sim), sink)).toEqual({ status: 'complete' });
  const recording = sink.recording();
  expect(Array.from(recording.time)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
  expect(Array.from(recording.column('ball.position.x'))).toEqual(Array.from(recording.time, (t) => 2 * t));
});

test('loop: an end between two rows is recorded too', async () => {
  const sim = fake(0.5);
  const sink = new MemorySink(channelsOf(sim.probes.slice(0, 1)));
  await runLoop(sim, plan(sim, { end: 0.25 }), sink);
  expect(Array.from(sink.recording().time)).toEqual([0, 0.1, 0.2, 0.25]);
});

test('loop: a resumed run goes on with the rows it would have had', async () => {
  const sim = fake(0.5);
  (sim as { time: number }).time = 0.25;
  const sink = new MemorySink(channelsOf(sim.probes.slice(0, 1)));
  await runLoop(sim, plan(sim, { end: 0.5 }), sink);
  expect(Array.from(sink.recording().time)).toEqual([0.25, 0.3, 0.4, 0.5]);
});

test('loop: frames do not disturb fixed steps', async () => {
  const without = fake(0.04);
  const withFrames = fake(0.04);
  const frames: number[] = [];
  await runLoop(without, plan(without), new MemorySink(channelsOf(without.probes.slice(0, 1))));
  await runLoop(withFrames, plan(withFrames, { animationRate: 30 }), {
    append: () => {},
    appendFrame: (time) => frames.push(time),
    event: () => {},
  });
  expect(withFrames.steps).toEqual(without.steps);
  expect(frames[0]).toBe(0);
  expect(frames.at(-1)).toBe(1);
  expect(frames.length).toBeGreaterThan(20);
});

test('loop: contacts that begin and end become events', async () => {
  const sim = fake(0.01);
  const sink = new MemorySink(channelsOf(sim.probes.slice(0, 1)));
  await runLoop(sim, plan(sim), sink);
  expect(sink.events.map((event) => [event.kind, event.subject])).toEqual([
    ['contact-begin', 'ball~floor'],
    ['contact-end', 'ball~floor'],
  ]);
});

test('loop: a step that fails ends the run with its cause, and the rows before it stay', async () => {
  const sim = fake(0.1, 0.55);
  const sink = new MemorySink(channelsOf(sim.probes.slice(0, 1)));
  const end = await runLoop(sim, plan(sim), sink);
  expect(end).toMatchObject({ status: 'failed', failure: { reason: 'diverged', subject: 'ball' } });
  expect(sink.recording().length).toBe(6);
  expect(sink.events.at(-1)).toMatchObject({ kind: 'failure', message: 'did not converge' });
});

test('loop: breathing can end the run, and then nothing more is stepped', async () => {
  const sim = fake(0.1);
  const sink = new MemorySink(channelsOf(sim.probes.slice(0, 1)));
  let steps = 0;
  const end = await runLoop(sim, plan(sim), sink, { due: () => ++steps >= 3, breathe: async () => false });
  expect(end).toEqual({ status: 'interrupted' });
  expect(sim.steps).toHaveLength(3);
});
