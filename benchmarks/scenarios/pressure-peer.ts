/**
 * Whole steps of 1 ms beside native Drake 1.51 (hydroelastic contact, polygons, SAP and Lagged), same shapes, moduli, masses and friction: processor time a
 * step, general and convex. Drake's numbers are stored, of a loaded machine like this one; its disc of spin is read by its own stop time.
 */
import type { BenchCase, CaseContext } from 'hawser/cases';

interface Scene {
  readonly bodies: string;
  readonly rest?: string;
  readonly friction: number;
  /** [us] a step of Drake: least and most of its solvers and meshes of about as many polygons */
  readonly drake: string;
}

const SOFT = 'field: { solid: true, modulus: 10 MPa }';
const PAD = (x: number): string =>
  `mass: 0.2 kg, inertia: [1e-4, 1e-4, 1e-4], position: [${x}, 0, 0], shapes: [{ box: [0.02, 0.08, 0.08], ${SOFT} }]`;
const SLIDES = (x: number, push: number): string => `joints:
  left: { type: prismatic, between: [world, left pad], at: [${-x}, 0, 0], axis: [1, 0, 0], force: ${push} N }
  right: { type: prismatic, between: [world, right pad], at: [${x}, 0, 0], axis: [-1, 0, 0], force: ${push} N }
`;
const SLAB = `slab: { fixed: true, position: [0, 0, -0.1], shapes: [{ box: [1, 1, 0.2], ${SOFT} }] }`;
const PLATE = 'slab: { fixed: true, shapes: [{ half-space: true }] }';
const DISC = `disc: { mass: 1 kg, position: [0, 0, 0.02499], angular velocity: [0, 0, 15.707963], shapes: [{ solid: { prism: { radius: 0.25, length: 0.05, sides: 64 } }, ${SOFT} }] }`;

const SCENES: Readonly<Record<string, Scene>> = {
  'ball on a soft slab': {
    bodies: `${SLAB}\n  ball: { mass: 4 kg, position: [0, 0, 0.0995], shapes: [{ solid: { ball: { radius: 0.1, level: 2 } }, ${SOFT} }] }`,
    friction: 0.5,
    drake: '291',
  },
  'gripper on a ball': {
    bodies: `left pad: { ${PAD(-0.0598)} }\n  right pad: { ${PAD(0.0598)} }\n  ball: { mass: 0.5 kg, position: [0, 0, 0], shapes: [{ solid: { ball: { radius: 0.05, level: 2 } }, ${SOFT} }] }`,
    rest: SLIDES(0.0598, 60),
    friction: 0.8,
    drake: '481 to 509',
  },
  'gripper on a cylinder': {
    bodies: `left pad: { ${PAD(-0.0398)} }\n  right pad: { ${PAD(0.0398)} }\n  bar: { mass: 0.5 kg, position: [0, 0, 0], shapes: [{ solid: { prism: { radius: 0.03, length: 0.1, sides: 24 } }, ${SOFT} }] }`,
    rest: SLIDES(0.0398, 60),
    friction: 0.8,
    drake: '481 to 509',
  },
  'disc on a soft plate': { bodies: `${SLAB}\n  ${DISC}`, friction: 0.6, drake: '2017' },
  'disc on a rigid plate': { bodies: `${PLATE}\n  ${DISC}`, friction: 0.6, drake: '760' },
};

const text = ({ bodies, rest = '', friction }: Scene, integrator: string): string => `hawser: 1
title: Soft bodies
bodies:
  ${bodies}
${rest}contacts: { ${rest === '' ? '' : 'ignore: [[left pad, right pad]], '}defaults: { friction coefficient: ${friction}, dissipation: 10 s/m } }
solver: { integrator: ${integrator}, step: 1 ms }
run: { duration: 0.6 s }
output: { rate: 500 Hz, channels: ['*.angular-velocity', '*.velocity'] }
`;

/** [s] mu m g (2/3) R resists I = m R^2/2: the spin is gone to a hundredth after this */
const STOP = (0.99 * 3 * 0.25 * 15.707963) / (4 * 0.6 * 9.81);

async function measure(context: CaseContext, scene: Scene, integrator: string) {
  const run = await context.runScenario(text(scene, integrator));
  if (run.status !== 'complete') throw new Error(run.failure);
  return run;
}

export const benchCase: BenchCase = {
  name: 'pressure-peer',
  title: 'steps of 1 ms of soft bodies beside native Drake',
  async run(context) {
    const details: Record<string, number | string> = {};
    let [all, simulated] = [0, 0];
    for (const [name, scene] of Object.entries(SCENES)) {
      details[`${name}: Drake, us a step`] = scene.drake;
      for (const integrator of ['tr-bdf2', 'convex']) {
        await measure(context, scene, integrator); // compiled for it
        const { cpuSeconds, steps, simulatedSeconds, recording } = await measure(context, scene, integrator);
        details[`${name}: ${integrator}, us a step`] = (1e6 * cpuSeconds) / steps;
        all += cpuSeconds;
        simulated += simulatedSeconds;
        if (!name.startsWith('disc')) continue;
        const spin = recording.column('disc.angular-velocity.z');
        const i = spin.findIndex((w) => w < 0.15707963);
        const part = (spin[i - 1] - 0.15707963) / (spin[i - 1] - spin[i]);
        const stop = recording.time[i - 1] + part * (recording.time[i] - recording.time[i - 1]);
        details[`${name}: ${integrator}, stop time over theory less 1`] = stop / STOP - 1;
      }
    }
    return {
      name: 'pressure-peer',
      simulatedSeconds: simulated,
      cpuSeconds: all,
      realTimeRatio: simulated / all,
      details,
    };
  },
};
