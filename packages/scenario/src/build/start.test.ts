import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileValue } from '../compile.ts';
import { formatIssue } from '../issues.ts';
import { type PreparedRun, prepareRun, runScenario } from '../run.ts';

function prepared(value: Record<string, unknown>): PreparedRun {
  const result = compileValue({ hawser: 1, ...value });
  const run = result.ok ? prepareRun(result.compiled) : result;
  if (!run.ok) throw new Error(run.issues.map(formatIssue).join('\n'));
  return run.prepared;
}

const sine = (amplitude: number, phase: number) => ({ sine: { amplitude, period: 8, phase } });

/** A ship that stands anyhow, a post welded to it and a lamp hung from it, all given in the world. */
function ship(motion: Record<string, unknown>, placed: Record<string, unknown> = {}) {
  return {
    bodies: {
      ship: { motion, ...placed, points: { hook: [1, 2, 3] } },
      post: { mass: 10, inertia: [1, 1, 1], position: [4, 1, 2] },
      lamp: { mass: 1, inertia: [1, 1, 1], position: [3, -1, 1] },
    },
    joints: {
      weld: { type: 'fixed', between: ['ship', 'post'], at: [4, 1, 2], axis: [1, 2, 3] },
      rod: { type: 'distance', between: ['ship', 'lamp'], points: ['hook', [0, 0, 0.5]] },
    },
    forces: { tie: { type: 'spring', between: ['lamp', 'ship'], points: [[0, 0, 0], 'hook'], stiffness: 1000 } },
    run: { duration: 0.05 },
    output: { rate: 100 },
  };
}

test('joints given in the world fit a body whose motion does not start from zero, whatever the motion', () => {
  const value = fc.double({ min: -2, max: 2, noNaN: true });
  const motion = fc.record({ x: value, y: value, z: value, roll: value, pitch: value, yaw: value });
  fc.assert(
    fc.property(motion, value, value, (start, phase, turn) => {
      const functions = Object.fromEntries(
        Object.entries(start).map(([key, mean]) => [key, { sum: [mean, sine(0.3, phase)] }]),
      );
      const placed = { position: [1, -2, 0.5], rotation: { axis: [1, 1, 0], angle: turn } };
      const { simulation } = prepared(ship(functions, placed)); // refused as not assembled when the frames do not fit
      const at = (name: string) => {
        const out = new Float64Array(4);
        simulation.probes.find((probe) => probe.name === name)?.read(out, 0);
        return out;
      };
      const hook = at('ship.hook.position');
      const [dx, dy, dz] = [hook[0] - 3, hook[1] + 1, hook[2] - 1];
      // a spring of no given length is relaxed at the start: as long as its two ends are apart where the engine has them
      expect(simulation.spec.forces[0]).toMatchObject({ kind: 'spring' });
      expect((simulation.spec.forces[0] as { length: number }).length).toBeCloseTo(Math.hypot(dx, dy, dz), 12);
      expect(at('force.tie.tension')[0]).toBeCloseTo(0, 8);
    }),
    { numRuns: 50 },
  );
});

test('a deck that is pitched at t = 0 carries its post: it is where the file puts it, and goes with the ship', () => {
  const { recording } = runScenario(prepared(ship({ pitch: sine(0.1, Math.PI / 2), z: sine(0.5, Math.PI / 2) })));
  expect([0, 1, 2].map((i) => recording.column(`post.position.${'xyz'[i]}`)[0])).toEqual([4, 1, 2]);
  // at the top of both swings all is at rest; (2 pi/8)^2 (0.5 m + 0.1 * 4 m) of acceleration is 0.7 mm in 50 ms
  expect(Math.abs((recording.column('post.position.z').at(-1) ?? 0) - 2)).toBeLessThan(1e-3);
});

test('without motion, and with one that starts from zero, nothing changes: the frames are the same to the last bit', () => {
  const still = prepared(ship({})).compiled.spec;
  const swinging = prepared(ship({ roll: sine(0.2, 0), y: sine(1, 0) })).compiled.spec;
  expect(swinging.joints.map(({ frameA }) => frameA)).toEqual(still.joints.map(({ frameA }) => frameA));
});
