/**
 * The one loop that every run goes through: step, record, look up now and then. It knows no files and no clock but the
 * one it is given; a run to disk, a validation case and a benchmark differ only in their sinks.
 */
import type { Probe, Simulation, StepResult } from '@hawser/engine';
import { type Channel, POSE_SIZE, type RunEvent } from '@hawser/record';

export interface LoopPlan {
  /** [s] simulated time at which the run ends */
  readonly end: number;
  /** [Hz] rows of the series; rows fall on whole multiples of 1/rate */
  readonly rate: number;
  /** [Hz] frames of the animation; 0: none */
  readonly animationRate: number;
  /** what is recorded */
  readonly probes: readonly Probe[];
  /** bodies whose poses are recorded */
  readonly bodies: readonly string[];
}

/** Where rows, frames and events go; the arrays are only lent. */
export interface LoopSink {
  append(time: number, row: Float64Array): void;
  appendFrame(time: number, poses: Float64Array): void;
  event(event: RunEvent): void;
}

export interface LoopHooks {
  /** Looked at after every step; true: `breathe` is called before the next one. */
  due?(): boolean;
  /** Draws progress, lets signals in. False ends the run early. */
  breathe?(): Promise<boolean>;
  /** After every step. */
  stepped?(): void;
}

export type LoopEnd =
  | { readonly status: 'complete' | 'interrupted' }
  | { readonly status: 'failed'; readonly failure: Extract<StepResult, { ok: false }> };

/** Contacts that begin and end are told up to this many times; a chattering contact must not fill the disk. */
const MOST_EVENTS = 2000;

export async function runLoop(
  sim: Simulation,
  plan: LoopPlan,
  sink: LoopSink,
  hooks: LoopHooks = {},
): Promise<LoopEnd> {
  const row = new Float64Array(plan.probes.reduce((sum, probe) => sum + probe.size, 0));
  const poses = poseReader(sim, plan.bodies);
  const watch = contactWatch(sim, sink);
  const sample = ticks(plan.rate, sim.time);
  const frame = ticks(plan.animationRate, sim.time);
  // frames are taken at the first step that reaches them; only automatic steps, which may be long, are cut for them
  const cutForFrames = sim.spec.solver.step === 'auto' && plan.animationRate > 0;

  const record = (): void => {
    if (sim.time >= sample.next || sim.time >= plan.end) {
      readInto(row, plan.probes);
      sink.append(sim.time, row);
      sample.pass(sim.time);
    }
    if (plan.animationRate > 0 && (sim.time >= frame.next || sim.time >= plan.end)) {
      sink.appendFrame(sim.time, poses());
      frame.pass(sim.time);
    }
  };

  record();
  while (sim.time < plan.end) {
    const until = Math.min(plan.end, sample.next, cutForFrames ? frame.next : Number.POSITIVE_INFINITY);
    const result = sim.step(until);
    if (!result.ok) {
      sink.event({ time: result.time, kind: 'failure', subject: result.subject, message: result.message });
      return { status: 'failed', failure: result };
    }
    watch();
    record();
    hooks.stepped?.();
    if (hooks.due?.() && !(await hooks.breathe?.())) return { status: 'interrupted' };
  }
  return { status: 'complete' };
}

/** The channels of some probes, as a recording names them. */
export function channelsOf(probes: readonly Probe[]): Channel[] {
  return probes.map(({ name, unit, components }) => ({ name, unit, components }));
}

function readInto(row: Float64Array, probes: readonly Probe[]): void {
  let offset = 0;
  for (let i = 0; i < probes.length; i++) {
    probes[i].read(row, offset);
    offset += probes[i].size;
  }
}

/** Whole multiples of 1/rate: `next` is the first one after what has passed (the start itself is due at once). */
function ticks(rate: number, start: number): { next: number; pass(time: number): void } {
  if (!(rate > 0)) return { next: Number.POSITIVE_INFINITY, pass: () => {} };
  let count = 0;
  return {
    next: start,
    pass(time: number): void {
      count = Math.max(count, Math.floor(time * rate) - 1);
      while (count / rate <= time) count++;
      this.next = count / rate;
    },
  };
}

function poseReader(sim: Simulation, bodies: readonly string[]): () => Float64Array {
  const byName = new Map(sim.probes.map((probe) => [probe.name, probe]));
  const poses = new Float64Array(POSE_SIZE * bodies.length);
  const parts: [Probe, number][] = [];
  bodies.forEach((body, i) => {
    for (const [part, offset] of [
      ['position', 0],
      ['rotation', 3],
    ] as const) {
      const probe = byName.get(`${body}.${part}`);
      if (probe === undefined) throw new RangeError(`the engine offers no ${body}.${part}`);
      parts.push([probe, i * POSE_SIZE + offset]);
    }
  });
  return () => {
    for (const [probe, offset] of parts) probe.read(poses, offset);
    return poses;
  };
}

/** Tells when pairs of bodies begin and cease to touch, as seen at the end of a step. */
function contactWatch(sim: Simulation, sink: LoopSink): () => void {
  const counts = sim.probes.filter((probe) => probe.name.startsWith('contact.') && probe.name.endsWith('.count'));
  const touching = new Uint8Array(counts.length);
  const value = new Float64Array(1);
  let told = 0;
  const tell = (kind: RunEvent['kind'], subject: string, message: string): void => {
    if (told <= MOST_EVENTS) sink.event({ time: sim.time, kind, subject, message });
  };
  const look = (): void => {
    for (let i = 0; i < counts.length; i++) {
      counts[i].read(value, 0);
      const now = value[0] > 0 ? 1 : 0;
      if (now === touching[i]) continue;
      touching[i] = now;
      told++;
      const pair = counts[i].name.slice('contact.'.length, -'.count'.length);
      if (told > MOST_EVENTS)
        tell('warning', '', `more than ${MOST_EVENTS} contacts began or ended; the rest is not told`);
      else if (now === 1) tell('contact-begin', pair, 'touches');
      else tell('contact-end', pair, 'lets go');
    }
  };
  look();
  return look;
}
