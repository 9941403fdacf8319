/**
 * A loose coil of 160 nodes falls on a floor, piles up on itself and comes to lie, with bending and friction: contact of a cable with
 * itself in convex steps, everything included; the fastest of five runs, once warm. Details: the
 * fall alone, 0.2 s from the first touch to the fourth turn down; seven seconds more, in which the heap lies; steps and iterations, how
 * many patches touch at the end, the deepest overlap of strands at any row, the largest growth of energy from row to row, and what the
 * ledger cannot account for.
 */
import type { BenchCase } from 'hawser/cases';

const [NODES, ELEMENT, DIAMETER, RADIUS] = [160, 0.04, 0.02, 0.2];
const DURATION = 3; // [s]
const LYING = 7; // [s] more
const WARM = 4; // runs: from the first to the fourth each is faster than the one before
const RUNS = 5; // of which the fastest counts, as in the bin: what else a machine does only adds
const FALL = 0.2; // [s] from the first touch of floor and turns to the fourth turn down

function coil(): string {
  const pitch = 2.5 * DIAMETER;
  const points: number[][] = [];
  // points so close that their chords have the length of the arc
  const rise = pitch / (2 * Math.PI);
  const length = ELEMENT * (NODES - 1);
  const turns = length / Math.hypot(RADIUS, rise);
  for (let i = 0; i <= 20 * NODES; i++) {
    const a = (turns * i) / (20 * NODES);
    const r = RADIUS * (1 + 0.08 * Math.sin(1.7 * a));
    points.push([r * Math.cos(a), r * Math.sin(a), 0.03 + rise * a]);
  }
  let along = 0;
  for (let i = 1; i < points.length; i++) along += Math.hypot(...points[i].map((x, k) => x - points[i - 1][k]));
  return JSON.stringify({
    hawser: 1,
    bodies: { floor: { fixed: true, shapes: [{ 'half-space': true }] } },
    ropes: {
      rope: {
        mass: 0.3,
        stiffness: 1e5,
        diameter: DIAMETER,
        bending: 0.01,
        'bending damping': '50 ms',
        'axial damping': '2 ms',
      },
    },
    cables: { rope: { rope: 'rope', length: along, elements: NODES - 1, shape: points } },
    solver: { step: '10 ms', integrator: 'convex' },
    run: { duration: DURATION },
    output: { rate: 100, channels: ['contact.*', 'energy.*'] },
  }).concat('\n');
}

export const benchCase: BenchCase = {
  name: 'self-contact',
  title: `${NODES} nodes piled on themselves, with bending and friction`,
  async run(context) {
    const text = coil();
    const fall = { 'run.duration': FALL };
    for (let k = 0; k < WARM; k++) await context.runScenario(text); // so that the compiler is done with its work
    const fallen = await context.runScenario(text, fall);
    const runs = [];
    for (let k = 0; k < RUNS; k++) runs.push(await context.runScenario(text));
    runs.sort((a, b) => a.cpuSeconds - b.cpuSeconds);
    const [run] = runs;
    const lain = await context.runScenario(text, { 'run.duration': DURATION + LYING });
    for (const { status, failure } of [fallen, lain, run]) if (status !== 'complete') throw new Error(failure);
    const { simulatedSeconds, cpuSeconds, steps, iterations, recording } = run;
    const last = (channel: string): number => recording.column(channel)[recording.time.length - 1];
    const energy = recording.column('energy.total');
    let growth = 0;
    for (let i = 1; i < energy.length; i++) growth = Math.max(growth, energy[i] - energy[i - 1]);
    const deepest = Math.max(...recording.column('contact.rope~rope.depth'));
    const details = {
      nodes: NODES,
      steps,
      iterations,
      'the middle one of the runs: simulated seconds a processor second': simulatedSeconds / runs[RUNS >> 1].cpuSeconds,
      'fall: simulated seconds a processor second': fallen.simulatedSeconds / fallen.cpuSeconds,
      'fall: iterations a step': fallen.iterations / fallen.steps,
      'lying: simulated seconds a processor second': LYING / (lain.cpuSeconds - cpuSeconds),
      'patches on itself': last('contact.rope~rope.count'),
      'patches on the floor': last('contact.rope~floor.count'),
      'deepest overlap of strands [mm]': 1e3 * deepest,
      'largest growth of energy from row to row [J]': growth,
      'imbalance [J]': last('energy.imbalance'),
    };
    return {
      name: 'self-contact',
      simulatedSeconds,
      cpuSeconds,
      realTimeRatio: simulatedSeconds / cpuSeconds,
      details,
    };
  },
};
