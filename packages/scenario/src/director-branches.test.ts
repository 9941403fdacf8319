/** Scripts that choose and repeat, and lead the efforts of joints. */
import { readMesh, readTable } from '@hawser/formats';
import { expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';
import { prepareRun, runScenario } from './run.ts';

const compiled = (script: string) => {
  const text = `hawser: 1
environment: { gravity: [0, 0, 0] }
bodies:
  slider: { mass: 1 kg, inertia: [1, 1, 1] }
  arm: { mass: 1 kg, inertia: [1, 1, 1], position: [1, 0, 0] }
joints:
  rail: { type: prismatic, between: [world, slider], at: [0, 0, 0], axis: [1, 0, 0], force: 0 N }
  hinge: { type: revolute, between: [world, arm], at: [1, 0, 0], driver: { angle: 0 } }
director:
${script}
run: { duration: 3 s }
output: { rate: 100 Hz, channels: [slider.position, joint.hinge.angle] }
`;
  const readers = { mesh: readMesh, table: readTable };
  const result = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), readers });
  return result.ok ? prepareRun(result.compiled) : result;
};

function played(script: string): { slider: number; angle: number } {
  const result = compiled(script);
  if (!result.ok) throw new Error(result.issues.map(formatIssue).join());
  const { extremes } = runScenario(result.prepared);
  return { slider: extremes['slider.position.x'].final, angle: extremes['joint.hinge.angle'].final };
}

const turn = (angle: string): string => `{ set: joint.hinge.angle, to: ${angle}, over: 0.1 s }`;

test.each([
  ['above', 0.2],
  ['below', -0.3],
])('a script takes the branch whose condition holds: %s', (bound, angle) => {
  const choice = `  - choose:
      - { when: { channel: slider.position.x, ${bound}: 0.1 }, steps: [${turn('-0.3 rad')}] }
      - steps: [${turn('0.2 rad')}]`;
  expect(played(choice).angle).toBeCloseTo(angle, 6);
});

test('a script repeats steps so many times, or until a condition holds after a round', () => {
  // 1 N on 1 kg: x = t^2/2 passes 0.5 m after 1 s, seen at the end of the round of 0.3 s that ends at 1.2 s
  const rounds = (until: string): string => `  - { set: joint.rail.force, to: 1 N, over: 1 ms }
  - { repeat: 5, ${until}steps: [{ wait: 0.3 s }] }
  - { set: joint.rail.force, to: 0 N, over: 1 ms }`;
  const after = (t: number): number => 0.5 * t * t + t * (3 - t);
  expect(played(rounds('')).slider).toBeCloseTo(after(1.5), 2);
  expect(played(rounds('until: { channel: slider.position.x, above: 0.5 }, ')).slider).toBeCloseTo(after(1.2), 2);
});

test('repeat without steps, and a branch without steps, are refused where they stand', () => {
  const messages = (script: string): string[] => {
    const result = compiled(script);
    return result.ok ? [] : result.issues.map(formatIssue);
  };
  expect(messages('  - { repeat: 3 }')[0]).toMatch(/^a\.yaml:10:5: director\[0\]: expected "steps" beside repeat/);
  expect(messages('  - choose: [{ when: { channel: slider.position.x, above: 0 } }]')[0]).toMatch(/steps/);
});
