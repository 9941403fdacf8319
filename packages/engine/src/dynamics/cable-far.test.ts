/** Cables far from everything are not looked at every step, and what they come to is still met. */
import { expect, test } from 'vitest';
import { line, ROPE, workspace } from '../../test/cables.ts';
import { body, CONTACT, FLOOR, model, place, read, shape, STEEL, WORLD } from '../../test/support.ts';
import { Simulation } from './index.ts';

const RADIUS = 0.5 * ROPE.diameter;

/** 1 m of rope let go level, so high above a floor. */
function dropped(height: number): Simulation {
  const shape = line([0, 0, height], [1, 0, height], 12);
  const rope = { ...ROPE, bendingStiffness: 0.5, bendingDamping: 0.01 };
  const cables = [{ name: 'rope', pieces: [{ rope, length: 1, elements: 12 }], shape }];
  return new Simulation(model([FLOOR], { cables, contacts: CONTACT, solver: { step: 2e-3 } }));
}

test('a rope that falls 3 m meets the floor: searched seldom on the way, and no node passes', () => {
  const s = dropped(3);
  const { touch } = workspace(s);
  let looked = 0;
  const search = touch.onSolids.search.bind(touch.onSolids);
  touch.onSolids.search = (reach, solidReach) => {
    looked++;
    search(reach, solidReach);
  };
  let steps = 0;
  let lowest = Number.POSITIVE_INFINITY;
  while (s.time < 1) {
    const result = s.step(1);
    if (!result.ok) throw new Error(result.message);
    if (s.time < 0.7) steps++;
    else if (steps > 0) {
      expect(looked).toBeLessThan(0.5 * steps); // it lands after 0.78 s
      steps = 0;
    }
    for (let i = 0; i <= 12; i++) lowest = Math.min(lowest, read(s, `cable.rope.node-${i}.position`)[2]);
  }
  expect(lowest).toBeGreaterThan(0.5 * RADIUS);
  expect(lowest).toBeLessThan(1.2 * RADIUS);
});

test('a restart on the way down goes on with the same bits', () => {
  const s = dropped(0.5);
  while (s.time < 0.2) s.step(0.2);
  const other = dropped(0.5);
  other.load(s.save());
  for (const each of [s, other]) while (each.time < 0.4) each.step(0.4);
  expect(other.hash()).toBe(s.hash());
});

test('a rope that sways beside a post and hits it: the same bits as when it is looked for every step', () => {
  const sway = (everyStep: boolean): { hash: string; quiet: number } => {
    const post = body('post', {
      kind: 'fixed',
      placement: place([0.12, 0, -0.5]),
      shapes: [shape({ kind: 'box', half: [0.05, 0.2, 0.5] })],
    });
    const rope = { ...ROPE, bendingStiffness: 0.05, bendingDamping: 0.02 };
    // hangs at a slant away from the post, swings to it
    const cables = [
      {
        name: 'rope',
        pieces: [{ rope, length: 1, elements: 10 }],
        shape: line([0, 0, 0], [-0.3, 0, -0.954], 10),
        start: { body: 0, point: [0, 0, 0] as const },
      },
    ];
    const s = new Simulation(
      model([WORLD, post], { materials: [STEEL], cables, contacts: CONTACT, solver: { step: 4e-3 } }),
    );
    const { touch } = workspace(s);
    if (everyStep) {
      const { far } = touch as unknown as { far: object };
      Object.defineProperty(far, 'staysQuiet', { value: () => false });
    }
    let quiet = 0;
    let touched = 0;
    while (s.time < 0.8) {
      s.step(0.8);
      if (touch.quiet) quiet++;
      if (touch.active > 0) touched++;
    }
    expect(touched).toBeGreaterThan(5);
    return { hash: s.hash(), quiet };
  };
  const seldom = sway(false);
  const always = sway(true);
  expect(always.quiet).toBe(0);
  expect(seldom.quiet).toBeGreaterThan(30); // of 200 steps, before it touches
  expect(seldom.hash).toBe(always.hash);
});

test('a rope that swings 4 mm beside a wall is looked for once in four steps at most; pulled to the wall it is met', () => {
  const wall = body('wall', {
    kind: 'fixed',
    placement: place([0, RADIUS + 0.004 + 0.1, -0.5]),
    shapes: [shape({ kind: 'box', half: [2, 0.1, 1] })],
  });
  // hangs at a slant in a plane along the wall
  const cables = [
    {
      name: 'rope',
      pieces: [{ rope: ROPE, length: 1, elements: 10 }],
      shape: line([0, 0, 0], [-0.15, 0, -0.9887], 10),
      start: { body: 0, point: [0, 0, 0] as const },
    },
  ];
  const s = new Simulation(
    model([WORLD, wall], { materials: [STEEL], cables, contacts: CONTACT, solver: { step: 4e-3 } }),
  );
  const { touch } = workspace(s);
  let looked = 0;
  const search = touch.onSolids.search.bind(touch.onSolids);
  touch.onSolids.search = (reach, solidReach) => {
    looked++;
    return search(reach, solidReach);
  };
  let steps = 0;
  while (s.time < 0.8) {
    expect(s.step(0.8).ok).toBe(true);
    steps++;
    expect(touch.active).toBe(0);
  }
  expect(looked).toBeLessThan(0.25 * steps);
  s.controls.pull({ cable: 'rope', node: 10, force: [0, 2, 0] });
  let touched = 0;
  while (s.time < 1.2) {
    expect(s.step(1.2).ok).toBe(true);
    if (touch.active > 0) touched++;
    expect(touch.deepest).toBeLessThan(0.1 * RADIUS);
  }
  expect(touched).toBeGreaterThan(20); // of 100 steps
});

test('a weight on a rope that swings free beside a box: looked for seldom, no step is taken twice', () => {
  const weight = body('weight', { mass: 50, inertia: [1, 1, 1, 0, 0, 0], placement: place([1, 0, 0]) });
  const box = body('box', {
    kind: 'fixed',
    placement: place([0, 1.5, -0.5]),
    shapes: [shape({ kind: 'box', half: [2, 1, 1] })],
  });
  const cables = [
    {
      name: 'rope',
      pieces: [{ rope: ROPE, length: 1, elements: 8 }],
      shape: line([0, 0, 0], [1, 0, 0], 8),
      start: { body: 0, point: [0, 0, 0] as const },
      end: { body: 2, point: [0, 0, 0] as const },
    },
  ];
  const s = new Simulation(
    model([WORLD, box, weight], { materials: [STEEL], cables, contacts: CONTACT, solver: { step: 4e-3 } }),
  );
  const { touch } = workspace(s);
  let idle = 0;
  while (s.time < 0.4) {
    expect(s.step(0.4).ok).toBe(true);
    if (touch.idle) idle++;
  }
  expect(s.stats.rejected).toBe(0);
  expect(idle).toBeGreaterThan(50); // of 100 steps
});
