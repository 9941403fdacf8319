/**
 * Everything at once on a deck that heaves and rolls: twenty mesh crates in ten stacks, a rope laid across five of them, a crane with a driven
 * boom, a wire, a hook on a ball joint under its block and a chain of ten links hanging from it between the stacks. Convex steps of 5 ms,
 * five seconds, once warm. Details: what the energy grows by beyond the work of the deck from row to row, what the ledger cannot account for as a
 * part of the work that went through it, and how far the lowest crate is below where it stood on the deck.
 */
import type { BenchCase } from 'hawser/cases';

const DURATION = 5; // [s]
const CRATES = 20;
const SIDE = 0.4; // [m]

function deck(): string {
  const bodies: Record<string, unknown> = {
    deck: {
      material: 'steel',
      motion: {
        z: { sine: { amplitude: 0.2, period: 7, phase: '90 deg', mean: -0.2 } },
        roll: { sine: { amplitude: '3 deg', period: 8, phase: '90 deg', mean: '-3 deg' } },
      },
      shapes: [{ box: [7, 7, 0.4], at: [0, 0, -0.2] }],
    },
    boom: { mass: 150, inertia: [300, 300, 30], position: [-2.5, 0, 3.2] },
    block: { mass: 20, inertia: [0.3, 0.3, 0.3], position: [0, 0, 1.65] },
    hook: { mass: 25, inertia: [0.4, 0.4, 0.4], position: [0, 0, 1.35], material: 'steel', shapes: [{ sphere: 0.1 }] },
  };
  for (let i = 0; i < CRATES; i++) {
    const layer = i >= CRATES / 2 ? 1 : 0;
    const k = i % (CRATES / 2);
    bodies[`crate ${i + 1}`] = {
      material: 'wood',
      position: [
        -0.9 + 0.62 * (k % 5) + 0.03 * layer * (k % 3),
        -0.45 + 0.9 * Math.floor(k / 5) + 0.02 * layer,
        0.203 + 0.406 * layer,
      ],
      rotation: { yaw: `${((i * 37) % 20) - 10} deg` },
      shapes: [{ solid: { prism: { radius: SIDE / Math.SQRT2, length: SIDE, sides: 4 } } }],
    };
  }
  return JSON.stringify({
    hawser: 1,
    materials: {
      steel: { youngs: '200 GPa', density: 7850, friction: 0.4, restitution: 0.1 },
      wood: { youngs: '2 GPa', density: 400, friction: 0.45, restitution: 0.1 },
    },
    bodies,
    ropes: {
      wire: {
        mass: 0.5,
        stiffness: 1e6,
        diameter: 0.016,
        bending: 0.5,
        'bending damping': '20 ms',
        'axial damping': '5 ms',
      },
      rope: {
        mass: 0.3,
        stiffness: 1e5,
        diameter: 0.02,
        bending: 0.05,
        'bending damping': '50 ms',
        'axial damping': '5 ms',
      },
    },
    cables: {
      hoist: {
        rope: 'wire',
        length: 1.53,
        elements: 10,
        from: { body: 'boom', point: [2.5, 0, 0] },
        to: { body: 'block', point: [0, 0, 0.02] },
      },
      lashing: {
        rope: 'rope',
        length: 2.9,
        elements: 36,
        shape: [
          [-1.2, 0.46, 0.824],
          [1.7, 0.46, 0.824],
        ],
      },
    },
    joints: {
      slew: {
        type: 'revolute',
        between: ['deck', 'boom'],
        at: [-2.5, 0, 3.2],
        axis: [0, 0, 1],
        driver: { angle: { ramp: { to: '20 deg', start: 1, duration: 4 } } },
      },
      swivel: { type: 'point', between: ['block', 'hook'], at: [0, 0, 1.5] },
    },
    chains: {
      sling: {
        links: 10,
        type: 'studless',
        diameter: '16 mm',
        from: { body: 'hook', point: [0, 0, -0.1] },
        along: [0, 0, -1],
        material: 'steel',
        joints: 'hinge',
        damping: 0.5,
      },
    },
    solver: { integrator: 'convex', step: '5 ms' },
    run: { duration: DURATION },
    output: { rate: 50, channels: ['contact.count', 'energy.*', 'crate *.position', 'deck.position'] },
  }).concat('\n');
}

export const benchCase: BenchCase = {
  name: 'mixed',
  title: 'crates, ropes, a chain and a crane hook on a moving deck, in one convex step',
  async run(context) {
    const text = deck();
    await context.runScenario(text, { 'run.duration': 1 });
    const run = await context.runScenario(text);
    if (run.status !== 'complete') throw new Error(run.failure);
    const { simulatedSeconds, cpuSeconds, steps, rejected, iterations, recording, energy } = run;
    const total = recording.column('energy.total');
    const work = recording.column('energy.work');
    let growth = 0;
    let through = 0;
    for (let i = 1; i < total.length; i++) {
      growth = Math.max(growth, total[i] - total[i - 1] - (work[i] - work[i - 1]));
      through += Math.abs(work[i] - work[i - 1]);
    }
    let lowest = Number.POSITIVE_INFINITY;
    for (let i = 1; i <= CRATES; i++) lowest = Math.min(lowest, run.final(`crate ${i}.position.z`));
    return {
      name: 'mixed',
      simulatedSeconds,
      cpuSeconds,
      realTimeRatio: simulatedSeconds / cpuSeconds,
      details: {
        steps,
        rejected,
        'iterations a step': iterations / steps,
        'largest growth of energy beyond the work of the deck, row to row [J]': growth,
        'energy unaccounted for, as a part of the work that went through': Math.abs(energy.imbalance) / through,
        'lowest crate above the deck, as it heaves [m]': lowest - run.final('deck.position.z'),
      },
    };
  },
};
