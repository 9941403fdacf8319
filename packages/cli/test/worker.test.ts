/** openInWorker in Node: a model in a thread of its own has the bits of one in this. */
import { open } from 'hawser';
import { openInWorker } from 'hawser/worker';
import { expect, test } from 'vitest';

const MODEL = `hawser: 1
bodies:
  bob: { mass: 3 kg, inertia: [0.1, 0.1, 0.1], position: [1 m, 0, 0] }
joints: { pin: { type: revolute, between: [world, bob], at: [0, 0, 0], axis: [0, 1, 0] } }
`;

test('a thread steps a model, in lock-step and by the clock', async () => {
  const poses: number[][] = [];
  let wake: () => void = () => {};
  const some = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const opened = await openInWorker(MODEL, {
    warmUp: 0.05,
    onFrame: ({ poses: now }) => {
      poses.push([...now]);
      if (poses.length >= 5) wake();
    },
  });
  if (!opened.ok) throw new Error(opened.issues[0].message);
  const { sim } = opened;
  expect(await sim.step(0.5)).toEqual({ ok: true, time: 0.5 });
  sim.play();
  await some;
  sim.close();
  const direct = open(MODEL);
  if (!direct.ok) throw new Error(direct.issues[0].message);
  direct.sim.stepTo(0.5);
  expect(poses[0]).toEqual([...direct.sim.poses()]);
  for (let i = 1; i < 5; i++) {
    direct.sim.stepTo(0.5 + i / 60);
    expect(poses[i]).toEqual([...direct.sim.poses()]);
  }
});
