/** A script played between steps. */
import { describe, expect, test } from 'vitest';
import { winchSpec } from '../../test/gear.ts';
import { body, constant, joint, model, place, read } from '../../test/support.ts';
import type { DirectorAction, DirectorStep, ModelSpec } from '../model/index.ts';
import { Simulation } from '../dynamics/simulation.ts';
import type { StepResult } from '../dynamics/simulation-types.ts';

/** A weight on a line with a winch, and an arm that can be swung. */
function scene(script: readonly DirectorStep[], step: number | 'auto' = 0.01): ModelSpec {
  return model(
    [
      body('load', { mass: 100, placement: place([0, 0, -5.0981]) }),
      body('arm', { mass: 10, placement: place([20, 0, 0]) }),
    ],
    {
      joints: [
        joint('swing', 'revolute', 0, 2, {
          frameA: place([20, 0, 0]),
          drivers: [{ coordinate: 'angle', target: constant(0) }],
        }),
      ],
      forces: [
        {
          kind: 'spring',
          name: 'line',
          a: 0,
          b: 1,
          pointA: [0, 0, 0],
          pointB: [0, 0, 0],
          stiffness: 1e4,
          damping: 500,
          length: 5,
          tensionOnly: true,
        },
      ],
      winches: [winchSpec('hoist', { spring: 0 }, { longest: 20 })],
      cranes: [
        {
          name: 'davit',
          axes: [{ name: 'swing', joint: 0, coordinate: 'angle', lower: 0, upper: 2, rate: 0.2, acceleration: 0.2 }],
        },
      ],
      director: { script },
      solver: { step },
    },
  );
}

const lift = (target: number): DirectorAction => ({
  what: 'winch',
  winch: 'hoist',
  mode: 'length',
  target,
  speed: 0.5,
});
const act = (action: DirectorAction, wait = true): DirectorStep => ({ kind: 'do', action, wait, within: 60 });
const until = (channel: string, bounds: { above?: number; below?: number }, hold = 0, within = 10): DirectorStep => ({
  kind: 'until',
  conditions: [{ channel, component: channel.endsWith('position') ? 2 : 0, ...bounds }],
  hold,
  within,
});

function play(simulation: Simulation, end: number): StepResult {
  for (;;) {
    const result = simulation.step(end);
    if (!result.ok || simulation.time >= end) return result;
  }
}

describe('a script', () => {
  test('phases one after the other, an order lasts until it is carried out', () => {
    const simulation = new Simulation(
      scene([
        { kind: 'sequence', name: 'lift', steps: [{ kind: 'at', time: 1.234 }, act(lift(3))] },
        { kind: 'sequence', name: 'rest', steps: [{ kind: 'wait', duration: 0.5 }] },
      ]),
    );
    expect(play(simulation, 8).ok).toBe(true);
    const [first, rest] = simulation.operation.phases;
    expect(first).toMatchObject({ name: 'lift', start: 0 });
    // 2 m at 0.5 m/s with 1 m/s^2 up and down: 4.5 s after 1.234 s, and the last millimetre
    expect(first.end).toBeGreaterThan(1.234 + 4.4);
    expect(first.end).toBeLessThan(1.234 + 4.8);
    expect(rest.start).toBe(first.end);
    expect(rest.end).toBeCloseTo(rest.start + 0.5, 12);
    expect(simulation.operation.finished).toBe(true);
    expect(simulation.controls.log[0].time).toBe(1.234); // a step ended there
  });

  test('a condition must hold without a break', () => {
    const simulation = new Simulation(
      scene([
        act(lift(3), false),
        { kind: 'sequence', name: 'high', steps: [until('load.position', { above: -4 }, 0.3)] },
      ]),
    );
    play(simulation, 6);
    let t = 0;
    const watched = new Simulation(scene([act(lift(3), false)]));
    while (read(watched, 'load.position')[2] <= -4) {
      watched.step(6);
      t = watched.time;
    }
    expect(simulation.operation.phases[0].end).toBeCloseTo(t + 0.3, 9);
  });

  test('together: done when all are', () => {
    const swing: DirectorAction = { what: 'crane', crane: 'davit', pose: { swing: 1 } };
    const simulation = new Simulation(
      scene([{ kind: 'sequence', name: 'both', steps: [{ kind: 'together', steps: [act(lift(3)), act(swing)] }] }]),
    );
    play(simulation, 15);
    // the swing is slower: 1.875 rad over 0.2 rad/s
    expect(simulation.operation.phases[0].end).toBeCloseTo(1.875 / 0.2, 9);
    expect(read(simulation, 'joint.swing.angle')[0]).toBeCloseTo(1, 9);
    expect(read(simulation, 'crane.davit.swing')[0]).toBe(1);
  });

  test('what never comes ends the run with its reason', () => {
    const simulation = new Simulation(
      scene([{ kind: 'sequence', name: 'hope', steps: [until('winch.hoist.tension', { above: 5000 }, 0, 2)] }]),
    );
    const result = play(simulation, 6);
    expect(result).toMatchObject({ ok: false, reason: 'event', subject: 'phase hope', time: 2 });
    if (!result.ok)
      expect(result.message).toMatch(/winch.hoist.tension above 5000 N, found 981 N.*2 s, the time allowed/);
  });

  test('what is waited for can be told at any time', () => {
    const simulation = new Simulation(
      scene([{ kind: 'sequence', name: 'hope', steps: [until('winch.hoist.tension', { above: 5000 }, 0, 20)] }]),
    );
    play(simulation, 1);
    expect(simulation.operation.waiting).toEqual([
      expect.stringMatching(/^phase hope waits for winch.hoist.tension above 5000 N, found 981 N, since t = 0 s$/),
    ]);
  });

  test('what cannot be done ends the run with its reason', () => {
    const simulation = new Simulation(
      scene([
        act({ what: 'unhook', force: 'line' }),
        { kind: 'wait', duration: 1 },
        { kind: 'sequence', name: 'catch', steps: [act({ what: 'hook', force: 'line' })] },
      ]),
    );
    const result = play(simulation, 3);
    expect(result).toMatchObject({ ok: false, subject: 'phase catch', time: 1 });
    if (!result.ok) expect(result.message).toMatch(/hook line on: the ends of "line" are 10[.\d]* m apart/);
  });

  test.each<[string, DirectorStep, RegExp]>([
    [
      'a winch there is not',
      act({ ...lift(3), winch: 'host' } as DirectorAction),
      /one of the winches hoist, found "host"/,
    ],
    ['more rope than there is', act(lift(30)), /0.1 to 20 m out, asked for 30 m/],
    [
      'a pose out of range',
      act({ what: 'crane', crane: 'davit', pose: { swing: 3 } }),
      /swing of "davit" goes from 0 to 114.6 deg/,
    ],
    [
      'an axis there is not',
      act({ what: 'crane', crane: 'davit', pose: { slew: 1 } }),
      /has the axes swing, found "slew"/,
    ],
    ['a channel there is not', until('load.height', { above: 1 }), /a channel of this model, found "load.height"/],
  ])('%s is told before the run', (_name, step, message) => {
    expect(() => new Simulation(scene([step]))).toThrow(message);
  });

  test('from a checkpoint the script goes on with the same bits', () => {
    const script: DirectorStep[] = [
      { kind: 'sequence', name: 'lift', steps: [act(lift(3), false), until('load.position', { above: -4 }, 0.2)] },
      { kind: 'sequence', name: 'lower', steps: [act(lift(6))] },
    ];
    for (const step of [0.01, 'auto'] as const) {
      const whole = new Simulation(scene(script, step));
      play(whole, 1.5);
      const other = new Simulation(scene(script, step));
      other.load(whole.save());
      play(whole, 9);
      play(other, 9);
      expect(other.hash()).toBe(whole.hash());
      expect(other.operation.phases).toEqual(whole.operation.phases);
      expect(whole.operation.finished).toBe(true);
    }
  });

  test('a hand holds the script: no order is given and no time allowed runs out; it goes on as much later', () => {
    const script: DirectorStep[] = [
      { kind: 'sequence', name: 'watch', steps: [until('winch.hoist.tension', { above: 5000 }, 0, 2)] },
    ];
    const simulation = new Simulation(scene(script));
    play(simulation, 0.5);
    simulation.operation.hold(true, simulation.time);
    expect(play(simulation, 3.5).ok).toBe(true); // it would have failed at 2 s
    const other = new Simulation(scene(script));
    other.load(simulation.save());
    expect(other.operation.held).toBe(true); // a checkpoint carries it
    simulation.operation.hold(false, simulation.time);
    const result = play(simulation, 9);
    expect(result.ok).toBe(false);
    expect(simulation.time).toBeCloseTo(2 + 3, 9); // 3 s later
  });

  test('an order given by hand is not given again by the script, which waits until it is carried out', () => {
    const swing: DirectorAction = { what: 'crane', crane: 'davit', pose: { swing: 1 } };
    const simulation = new Simulation(
      scene([{ kind: 'sequence', name: 'work', steps: [{ kind: 'at', time: 1 }, act(swing), act(lift(3))] }]),
    );
    expect(simulation.operation.orders).toMatchObject([
      { phase: 'work' },
      { phase: 'work', what: 'winch hoist: length 3 m' },
    ]);
    play(simulation, 0.5);
    simulation.operation.give(0, simulation.time);
    expect(() => simulation.operation.give(2, simulation.time)).toThrow(/from 0 to 1, found 2/);
    play(simulation, 16);
    expect(simulation.operation.finished).toBe(true);
    const times = simulation.controls.log.map(({ time, what }) => [what.split(' ')[0], time] as const);
    expect(times.map(([what]) => what)).toEqual(['crane', 'winch']); // each once
    expect(times[0][1]).toBe(0.5);
    expect(times[1][1]).toBeGreaterThan(0.5 + 1 / 0.2); // 1 rad at 0.2 rad/s at the most
  });
});
