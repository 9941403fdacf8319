import { readStream, type StreamSource } from '@hawser/record';
import { describe, expect, test } from 'vitest';
import { type Compiled, compileValue } from './compile.ts';
import { formatIssue } from './issues.ts';
import { energyDoubt } from './notices.ts';
import { type PreparedRun, prepareRun, Run, type RunSink, runScenario, runScenarioAsync } from './run.ts';

function compiled(extra: Record<string, unknown>): Compiled {
  const result = compileValue({ hawser: 1, ...extra });
  if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
  return result.compiled;
}

function prepared(extra: Record<string, unknown>): PreparedRun {
  const result = prepareRun(compiled(extra));
  if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
  return result.prepared;
}

const falling = {
  environment: { gravity: 10 },
  bodies: { ball: { mass: 1, inertia: [1, 1, 1] } },
  run: { duration: 1 },
  output: { rate: 10, 'animation rate': 4 },
};

class MemorySink implements RunSink {
  readonly #parts: Uint8Array[] = [];
  write(bytes: Uint8Array): void {
    this.#parts.push(bytes.slice());
  }
  bytes(): Uint8Array {
    const all = new Uint8Array(this.#parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}

class ReadableSink extends MemorySink {
  reads = 0;
  readBack(): StreamSource {
    this.reads++;
    const bytes = this.bytes();
    return { size: bytes.length, read: (start, end) => bytes.slice(start, end) };
  }
}

describe('what is recorded', () => {
  test('rows and frames have their own times; the initial and the final state are among them', () => {
    const { status, recording, frames, summary } = runScenario(prepared(falling));
    expect(status).toBe('complete');
    expect([...recording.time]).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
    expect([...frames.time]).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(frames.bodies).toEqual(['ball']);
    expect(summary.simulatedTime).toBe(1);
    // free fall: z = -g t^2 / 2; parabolas are exact for a second-order method
    for (let i = 0; i <= 10; i++) expect(recording.column('ball.position.z')[i]).toBeCloseTo(-5 * (i / 10) ** 2, 9);
    expect(frames.poses[7 * 4 + 2]).toBeCloseTo(-5, 9);
    expect(frames.poses[7 * 4 + 3]).toBe(1);
  });

  test('a run without frames records none, and all else of it is the same to the bit', () => {
    const hopping = {
      ...falling,
      bodies: {
        floor: { fixed: true, shapes: [{ 'half-space': true }] },
        ball: { mass: 1, inertia: [1, 1, 1], position: [0, 0, 1], shapes: [{ sphere: 0.1 }] },
      },
      output: { ...falling.output, touches: true },
    };
    const whole = runScenario(prepared(hopping));
    const bare = runScenario(prepared(hopping), { frames: false });
    expect(whole.touches.time.length).toBeGreaterThan(0);
    expect([bare.frames.time.length, bare.frames.poses.length, bare.touches.time.length]).toEqual([0, 0, 0]);
    expect(bare.summary.hash).toBe(whole.summary.hash);
    expect(bare.recording.columns).toEqual(whole.recording.columns);
    expect(bare.extremes).toEqual(whole.extremes);
    expect(bare.events).toEqual(whole.events);
  });

  test('fixed steps keep their rhythm: rows lie within them, and a free fall is right there too', () => {
    const { recording, summary } = runScenario(prepared({ ...falling, solver: { step: 0.03 } }));
    const times = [...recording.time].map((time) => Number(time.toFixed(9)));
    expect(times).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
    recording.column('ball.position.z').forEach((z, i) => {
      expect(z).toBeCloseTo(-5 * times[i] ** 2, 9); // g = 10
    });
    expect(summary.steps).toBe(34); // 33 of 0.03 s and a last one of 0.01 s
  });

  test('times that are sums of rounded steps count as reached', () => {
    const { recording } = runScenario(prepared({ ...falling, solver: { step: 0.001 } }));
    expect(recording.length).toBe(11);
    for (let i = 0; i <= 10; i++) expect(recording.time[i]).toBeCloseTo(i / 10, 12);
  });

  test('only the channels asked for, and all that the default asks for', () => {
    const some = runScenario(prepared({ ...falling, output: { channels: ['ball.energy', 'energy.*'] } }));
    expect(some.recording.channels[0].name).toBe('ball.energy');
    expect(some.recording.has('ball.position.x')).toBe(false);
    const usual = prepared(falling).probes.map(({ name }) => name);
    expect(usual).toContain('ball.position');
    expect(usual).toContain('energy.imbalance');
  });

  test('extremes and energy come with the result', () => {
    const { extremes, summary } = runScenario(prepared(falling));
    expect(extremes['ball.position.z']).toMatchObject({ unit: 'm', max: 0, maxTime: 0, minTime: 1 });
    expect(summary.energy.kinetic).toBeCloseTo(50, 6);
    expect(summary.energy.imbalance).toBeCloseTo(0, 6);
    expect(summary.hash).toMatch(/^[0-9a-f]{16}$/);
    expect(summary.cpuSeconds).toBeUndefined();
  });

  test('processor time is what the caller counts', () => {
    let clock = 5;
    const { summary } = runScenario(prepared(falling), { cpuSeconds: () => clock++ });
    expect(summary).toMatchObject({ cpuSeconds: 1, realTimeRatio: 1 });
  });
});

test('rows and frames almost at one time do not force tiny steps', () => {
  const close = { ...falling, output: { rate: 100, 'animation rate': 33.333, channels: ['solver.step'] } };
  const { extremes, frames } = runScenario(prepared(close));
  expect(extremes['solver.step'].min ?? 0).toBe(0); // at t = 0 there has been no step
  const steps = runScenario(prepared(close)).recording.column('solver.step').subarray(1);
  expect(Math.min(...steps)).toBeGreaterThan(1e-4);
  expect(frames.time.length).toBe(35);
});

test('conditions that repeat each other are told, at the joint that repeats', () => {
  const twice = (name: string, at: number[]) => ({
    [name]: { type: 'revolute', between: ['world', 'bar'], at, axis: [0, 1, 0] },
  });
  const bodies = { bar: { mass: 1, position: [1, 0, 0], shapes: [{ box: [2, 1, 1] }] } };
  const { notices, warnings } = prepared({
    bodies,
    joints: { ...twice('left', [0, 0, 0]), ...twice('right', [0, 1, 0]) },
  });
  expect(warnings).toHaveLength(1);
  expect(notices[0]).toMatchObject({ severity: 'warning', path: 'joints.right', message: warnings[0] });
});

test('a run whose energy ledger does not close says so', () => {
  const at = { kinetic: 5, potential: 10, elastic: 0, dissipated: 3, work: 8, initial: 10, imbalance: 0 };
  expect(energyDoubt({ ...at, imbalance: 0.05 })).toEqual([]);
  expect(energyDoubt({ ...at, imbalance: -1.49e8, work: 1.49e8 })[0]).toMatch(
    /1\.49e\+8 J, 100 % of what was exchanged/,
  );
  // a pile at rest exchanges nothing: what is missing is rounding
  const rest = { ...at, kinetic: 1e-20, potential: 5e5, initial: 5e5, work: 0, dissipated: 0, imbalance: 1e-9 };
  expect(energyDoubt(rest)).toEqual([]);
  expect(runScenario(prepared(falling)).warnings).toEqual([]);
});

test('two drivers that contradict each other: the run is not trusted', () => {
  const swing = (period: number) => ({ angle: { sine: { amplitude: 0.5, period } } });
  const hinge = { type: 'revolute', between: ['world', 'bar'], axis: [0, 1, 0] };
  const { warnings, status } = runScenario(
    prepared({
      bodies: { bar: { mass: 1, position: [1, 0, 0], shapes: [{ box: [2, 0.1, 0.1] }] } },
      joints: {
        left: { ...hinge, at: [0, 0, 0], driver: swing(1) },
        right: { ...hinge, at: [0, 0.5, 0], driver: swing(0.7) },
      },
      run: { duration: 0.5 },
    }),
  );
  // the engine may refuse the steps or satisfy the drivers as well as it can; it must not pass in silence
  if (status === 'complete') expect(warnings.join()).toMatch(/The driver of joint "\w+" was missed by [\d.]+ deg/);
  else expect(status).toBe('failed');
});

test('drivers that are followed, through many turns too, raise no doubt', () => {
  const { warnings, status } = runScenario(
    prepared({
      bodies: {
        wheel: { mass: 1, inertia: [1, 1, 1] },
        sled: { mass: 1, inertia: [1, 1, 1], position: [0, 0, 3] },
        load: { mass: 1, inertia: [1, 1, 1], position: [0, 0, -2] },
      },
      joints: {
        axle: {
          type: 'revolute',
          between: ['world', 'wheel'],
          at: [0, 0, 0],
          driver: { angle: { polynomial: [0, 50] } },
        },
        rail: {
          type: 'prismatic',
          between: ['world', 'sled'],
          at: [0, 0, 3],
          driver: { displacement: { ramp: { to: 1, duration: 0.5 } } },
        },
        winch: {
          type: 'distance',
          between: ['world', 'load'],
          points: [
            [0, 0, 0],
            [0, 0, 0],
          ],
          driver: { length: { sine: { mean: 2, amplitude: 0.1, period: 0.5 } } },
        },
      },
      run: { duration: 0.5 },
    }),
  );
  expect([status, warnings]).toEqual(['complete', []]);
});

describe('ending early', () => {
  test('told to stop, a run keeps what it has, the last state included', () => {
    const { status, recording, summary, failure } = runScenario(prepared(falling), { shouldStop: () => true });
    expect(status).toBe('interrupted');
    expect(failure).toBeUndefined();
    expect(summary.steps).toBe(1);
    expect(recording.length).toBe(2);
    expect(recording.time[1]).toBe(summary.simulatedTime);
  });

  test('the same for callers that must breathe', async () => {
    let breaths = 0;
    const breathe = async () => ++breaths < 3;
    const { status, summary } = await runScenarioAsync(prepared(falling), { due: () => true, breathe });
    expect([status, summary.steps, breaths]).toEqual(['interrupted', 3, 3]);
    const whole = await runScenarioAsync(prepared(falling), { due: () => false, breathe });
    expect(whole.status).toBe('complete');
  });

  test('`until` takes the place of the duration', () => {
    const { status, summary } = runScenario(prepared(falling), { until: 0.35 });
    expect([status, summary.simulatedTime]).toEqual(['complete', 0.35]);
  });

  test('a step that fails ends the run with its reason, an event and all rows so far', () => {
    const real = prepared(falling);
    const { result, steps } = runWithFailure(real, 3);
    expect(result.status).toBe('failed');
    expect(result.failure).toEqual({ reason: 'diverged', subject: 'body ball', time: 0.2, message: 'no solution' });
    expect(result.events.at(-1)).toEqual({ time: 0.2, kind: 'failure', subject: 'body ball', message: 'no solution' });
    expect(result.recording.time.at(-1)).toBe(0.2);
    expect(steps()).toBe(3); // and no step after it
  });
});

/** Runs a stand-in for the engine whose step number `failing` fails; the others are of 0.1 s. */
function runWithFailure(real: PreparedRun, failing: number) {
  let time = 0;
  let steps = 0;
  const simulation = {
    probes: real.simulation.probes,
    stats: real.simulation.stats,
    blows: [],
    stepStart: 0,
    stepIsLine: true,
    visit: () => 'motion',
    leave: () => {},
    model: real.simulation.model,
    energy: real.simulation.energy,
    get time() {
      return time;
    },
    step(until: number) {
      if (++steps === failing)
        return { ok: false, reason: 'diverged', subject: 'body ball', time, message: 'no solution' };
      const step = Math.min(0.1, until - time);
      time += step;
      return { ok: true, time, step, iterations: 1 };
    },
    dissipationByElement: () => [],
    costs: () => [],
    partings: [],
    hash: () => '0000000000000000',
  } as unknown as PreparedRun['simulation'];
  const run = new Run({
    ...real,
    compiled: {
      ...real.compiled,
      scenario: { ...real.compiled.scenario, output: { ...real.compiled.scenario.output, 'animation rate': 10 } },
    },
    simulation,
  });
  while (run.advance());
  run.advance();
  return { result: run.finish(), steps: () => steps };
}

describe('streams and checkpoints', () => {
  const pendulum = {
    bodies: { bar: { mass: 2, position: [1, 0, 0], shapes: [{ box: [2, 0.1, 0.1] }] } },
    joints: {
      pin: { type: 'revolute', between: ['world', 'bar'], at: [0, 0, 0], axis: [0, 1, 0], friction: { torque: 0.1 } },
    },
    run: { duration: 1 },
    output: { rate: 20, 'animation rate': 10 },
  };

  test('the stream holds what the result holds', () => {
    const sink = new MemorySink();
    const result = runScenario(prepared(pendulum), { sink, meta: { seed: 1 } });
    const stream = readStream(sink.bytes());
    expect(stream.complete).toBe(true);
    expect(stream.meta).toEqual({ seed: 1 });
    expect(stream.recording.columns).toEqual(result.recording.columns);
    expect(stream.frames).toEqual(result.frames);
    expect(stream.events).toEqual(result.events);
  });

  test('a sink that can be read back gives the same result, read from it', () => {
    const sink = new ReadableSink();
    const read = runScenario(prepared(pendulum), { sink });
    const kept = runScenario(prepared(pendulum));
    expect(sink.reads).toBe(1); // at the end, once
    expect(read.recording.time).toEqual(kept.recording.time);
    expect(read.recording.columns).toEqual(kept.recording.columns);
    expect(read.recording.channels).toEqual(kept.recording.channels);
    expect(read.frames).toEqual(kept.frames);
    expect(read.extremes).toEqual(kept.extremes);
  });

  test('a stream that does not come back as it was written is not taken for a result', () => {
    const sink = new ReadableSink();
    const spoilt = { write: sink.write.bind(sink), readBack: () => ({ ...sink.readBack(), size: 100 }) };
    expect(() => runScenario(prepared(pendulum), { sink: spoilt })).toThrow(/reads back cut-off/);
  });

  test('checkpoints come at their times, with the stream flushed up to them', () => {
    const sink = new MemorySink();
    const times: number[] = [];
    const onCheckpoint = (_: Uint8Array, time: number) => {
      times.push(time);
      expect(readStream(sink.bytes()).recording.time.at(-1)).toBeCloseTo(Math.floor(20 * time + 1e-6) / 20, 9); // the last row before
    };
    runScenario(prepared(pendulum), { sink, checkpointEvery: 0.25, onCheckpoint });
    expect(times.length).toBeGreaterThanOrEqual(3);
    // after the step in which they are due, 20 ms at most
    times.forEach((time, i) => {
      expect(time - (times[i - 1] ?? 0)).toBeGreaterThanOrEqual(0.25);
      expect(time - (times[i - 1] ?? 0)).toBeLessThan(0.25 + 0.021);
    });
  });

  test('a run that goes on from a checkpoint ends in the same bits, rows and frames as one that never stopped', () => {
    const sink = new MemorySink();
    const checkpoints: { state: Uint8Array; time: number }[] = [];
    const onCheckpoint = (state: Uint8Array, time: number) => checkpoints.push({ state, time });
    const whole = runScenario(prepared(pendulum), { sink, checkpointEvery: 0.5, onCheckpoint });
    const resumedSink = new MemorySink();
    const resumed = runScenario(prepared(pendulum), {
      sink: resumedSink,
      checkpointEvery: 0.5,
      onCheckpoint,
      resume: { state: checkpoints[0].state, recorded: readStream(sink.bytes()) },
    });
    expect(checkpoints[0].time).toBeGreaterThanOrEqual(0.5);
    expect(checkpoints[0].time).toBeLessThan(0.521);
    expect(resumed.summary.hash).toBe(whole.summary.hash);
    expect(resumed.recording.time).toEqual(whole.recording.time);
    expect(resumed.recording.columns).toEqual(whole.recording.columns);
    expect(resumed.frames).toEqual(whole.frames);
    expect(readStream(resumedSink.bytes()).recording.columns).toEqual(whole.recording.columns);
  });
});

describe('events', () => {
  test('contacts that begin and end are told with the pair, once each', () => {
    const bounce = prepared({
      environment: { gravity: 10 },
      materials: { rubber: { youngs: '5 MPa', restitution: 0.9 } },
      bodies: {
        world: { material: 'rubber', shapes: [{ 'half-space': true }] },
        ball: { mass: 1, material: 'rubber', position: [0, 0, 0.15], shapes: [{ sphere: 0.1 }] },
      },
      run: { duration: 0.4 },
    });
    const { events, extremes } = runScenario(bounce);
    expect(events.map(({ kind, subject }) => `${kind} ${subject}`).slice(0, 2)).toEqual([
      'contact-begin world~ball',
      'contact-end world~ball',
    ]);
    // falls 0.05 m: touches at sqrt(2 * 0.05 / 10) = 0.1 s
    expect(events[0].time).toBeGreaterThanOrEqual(0.1);
    expect(events[0].time).toBeLessThan(0.115);
    expect(extremes['contact.world~ball.count'].max).toBe(1);
  });
});

describe('extremes', () => {
  const [m, g, k, drop] = [2, 10, 1e6, 0.05];
  const bounce = (rate: number, solver: object = {}): PreparedRun =>
    prepared({
      solver,
      environment: { gravity: g },
      contacts: { defaults: { stiffness: k, exponent: 1, dissipation: 0, friction: 'none' } },
      bodies: {
        world: { shapes: [{ 'half-space': true }] },
        ball: { mass: m, position: [0, 0, 0.1 + drop], shapes: [{ sphere: 0.1 }] },
      },
      run: { duration: 0.19 },
      output: { rate, 'animation rate': 1 },
    });
  // a mass on a spring that it meets at v: F = m g + sqrt((m g)^2 + k m v^2), v^2 = 2 g drop
  const peak = m * g + Math.sqrt((m * g) ** 2 + k * m * 2 * g * drop);

  test('of an impact between two rows are those of its law, whatever the rate of the rows', () => {
    for (const rate of [2, 14]) {
      const { extremes, recording } = runScenario(bounce(rate));
      const found = extremes['contact.world~ball.normal-force'];
      // steps of 0.15/omega: the one next to the peak is at most cos(0.075) = 0.3 % below it
      expect((found.max ?? 0) / peak).toBeGreaterThan(0.995);
      expect((found.max ?? 0) / peak).toBeLessThan(1.005);
      expect(found.maxTime).toBeGreaterThan(0.1);
      expect(found.maxTime).toBeLessThan(0.105);
      expect(Math.max(...recording.column('contact.world~ball.normal-force'))).toBe(0); // no row met it
      expect(extremes['contact.world~ball.force.magnitude'].max).toBeCloseTo(found.max ?? 0, 9);
    }
  });

  test('of an impact that a fixed step absorbs are those of its law, and the blow is told', () => {
    for (const step of [0.002, 0.01]) {
      const { extremes, events } = runScenario(bounce(2, { step }));
      const found = extremes['contact.world~ball.normal-force'].max ?? 0;
      expect(found / peak).toBeGreaterThan(0.97); // the weight, 1.4 % of the peak here, is not part of the blow
      expect(found / peak).toBeLessThan(1.01);
      expect(events.find(({ kind }) => kind === 'impact')).toMatchObject({ subject: 'world~ball' });
    }
  });

  test('mean and rms are those of all steps: the mean force of a bounce gives its impulse', () => {
    const { extremes, summary } = runScenario(bounce(2));
    const v = Math.sqrt(2 * g * drop);
    const half = Math.PI / Math.sqrt(k / m); // touches for about pi/omega: weight adds to the impulse meanwhile
    const impulse = (extremes['contact.world~ball.normal-force'].mean ?? 0) * summary.simulatedTime;
    expect(impulse / (2 * m * v + m * g * half)).toBeGreaterThan(0.995);
    expect(impulse / (2 * m * v + m * g * half)).toBeLessThan(1.005);
  });

  test('a run that goes on from a checkpoint after the peak still knows it', () => {
    const sink = new MemorySink();
    const states: Uint8Array[] = [];
    const whole = runScenario(bounce(20), { sink, checkpointEvery: 0.15, onCheckpoint: (state) => states.push(state) });
    const resume = { state: states[0], recorded: readStream(sink.bytes()) };
    const resumed = runScenario(bounce(20), { resume });
    const name = 'contact.world~ball.normal-force';
    expect(resumed.extremes[name].max).toBe(whole.extremes[name].max);
    expect(resumed.extremes[name].maxTime).toBe(whole.extremes[name].maxTime);
  });
});
