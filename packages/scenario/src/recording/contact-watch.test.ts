import type { Probe } from '@hawser/engine';
import type { RunEvent } from '@hawser/record';
import { describe, expect, test } from 'vitest';
import { ContactWatch } from './contact-watch.ts';

/** A pair a~b that touches whenever `touches(time)` says so. */
function scene(touches: (time: number) => boolean, rate = 1000) {
  const state = { time: 0, touching: false };
  const simulation = {
    get time() {
      return state.time;
    },
    probes: [probe('a.position'), probe('contact.count'), probe('contact.a~b.count', () => (state.touching ? 2 : 0))],
    blows: [],
    stats: {
      get contacts() {
        return state.touching ? 2 : 0;
      },
    },
  };
  const events: RunEvent[] = [];
  const watch = new ContactWatch(simulation, rate, (event) => events.push(event));
  const goTo = (time: number): void => {
    state.time = time;
    state.touching = touches(time);
  };
  const run = (end: number, step = 1e-4, start = 0): void => {
    for (let i = Math.round(start / step); i <= Math.round(end / step); i++) {
      goTo(i * step);
      watch.look();
    }
  };
  return { watch, run, goTo, events, told: () => events.map(({ kind, time }) => [kind, Number(time.toFixed(6))]) };
}

function probe(name: string, value: () => number = () => 0): Probe {
  return {
    name,
    unit: '1',
    size: 1,
    components: [''],
    read: (out, offset) => {
      out[offset] = value();
    },
  };
}

describe('contact events', () => {
  test('a contact is told with its pair, at the times it begins and ends', () => {
    const { run, told, events } = scene((t) => t >= 0.01 && t < 0.03);
    run(0.1);
    expect(told()).toEqual([
      ['contact-begin', 0.01],
      ['contact-end', 0.03],
    ]);
    expect(events[0]).toMatchObject({ subject: 'a~b', message: 'a and b begin to touch' });
    expect(events[1].message).toBe('a and b cease to touch');
  });

  test('a blow of one step is told', () => {
    const { run, told } = scene((t) => Math.abs(t - 0.05) < 1e-5);
    run(0.1);
    expect(told()).toEqual([
      ['contact-begin', 0.05],
      ['contact-end', 0.0501],
    ]);
  });

  test('rattling is one contact: parting for less than 5 ms is no end', () => {
    const { run, told } = scene((t) => t < 0.02 && Math.floor(t / 0.004) % 2 === 0); // 4 ms on, 4 ms off
    run(0.1);
    expect(told()).toEqual([
      ['contact-begin', 0],
      ['contact-end', 0.02],
    ]);
  });

  test('with rows further apart than 5 ms, parting for less than their interval is no end', () => {
    const hops = (t: number): boolean => Math.floor(t / 0.015) % 2 === 0; // 15 ms on, 15 ms off
    const [often, seldom] = [scene(hops, 1000), scene(hops, 50)];
    often.run(0.1);
    seldom.run(0.1);
    expect(often.told()).toHaveLength(7);
    expect(seldom.told()).toEqual([['contact-begin', 0]]);
  });

  test('the run may end before a parting is sure: what is apart then has ceased to touch', () => {
    const { run, told, watch } = scene((t) => t < 0.098);
    run(0.1);
    watch.end();
    expect(told()).toEqual([
      ['contact-begin', 0],
      ['contact-end', 0.098],
    ]);
  });

  test('going on after an earlier part: what touched and touches is not told again, what has parted is', () => {
    const begin: RunEvent = { time: 0, kind: 'contact-begin', subject: 'a~b', message: '' };
    const going = scene((t) => t < 0.07);
    going.goTo(0.05);
    going.watch.restore([begin]);
    going.run(0.1, 1e-4, 0.05);
    expect(going.told()).toEqual([['contact-end', 0.07]]);

    const alone = scene(() => true); // a checkpoint without its recording
    alone.goTo(0.05);
    alone.watch.restore([]);
    alone.run(0.1, 1e-4, 0.05);
    expect(alone.told()).toEqual([]);
  });

  test('a contact that never ceases to hop is told two thousand times and no more', () => {
    const { run, events } = scene((t) => Math.floor(t / 0.02 + 1e-6) % 2 === 0);
    run(45, 0.005);
    expect(events).toHaveLength(2001);
    expect(events[2000].kind).toBe('warning');
  });
});
