/** An anchor seated at one step and not at half of it: `--trust` finds out, and the verdict is undecided wherever it stands. */
import { parseManifest, type RunManifest } from '@hawser/record';
import { afterAll, expect, test } from 'vitest';
import { Workshop } from './program.ts';

/** Four blocks with a slot of 0.1 m along x under which a Hall anchor of 3 t comes to rest: each of its bills touches two of them. */
const SLOTS = {
  hawser: 1,
  materials: { steel: { youngs: '2 GPa', density: 7850, friction: 0.3 } },
  bodies: {
    hull: {
      fixed: true,
      material: 'steel',
      shapes: [1, -1].flatMap((x) => [1, -1].map((y) => ({ box: [1.5, 1, 0.4], at: [0.95 * x, 0.55 * y, 0.2] }))),
    },
  },
  anchors: { bower: { mass: 3000, material: 'steel', flukes: 0, 'fluke angle': '1 deg' } },
  chains: {
    cable: {
      links: 14,
      diameter: 0.05,
      touches: 'nothing',
      from: { body: 'hull', point: [0, 0, 2.5] },
      to: { body: 'bower shank', carried: true },
    },
  },
  winches: { windlass: { chain: 'cable', speed: 0.5, torque: 15_000, start: { haul: 0.4 } } },
  stowing: {
    bower: {
      hull: 'hull',
      winch: 'windlass',
      pipe: { at: [0, 0, 0], axis: [0, 0, 1] },
      hold: '1 s',
      depth: 0.712,
      flukes: 0,
    },
  },
  solver: { step: 0.01, impacts: 'absorb' },
  run: { duration: 5 },
};

const shop = new Workshop();
shop.put({ 'slots.yaml': JSON.stringify(SLOTS) });
afterAll(() => shop.close());

function manifestOf(folder: string): RunManifest {
  const read = parseManifest(shop.text(`${folder}/run.json`));
  if (!read.ok) throw new Error(read.message);
  return read.manifest;
}

test('run --trust: a verdict that half the step confirms stands, one that it contradicts is undecided', async () => {
  const sure = await shop.run('run', 'slots.yaml', '--trust', '--no-report', '--out', 'sure');
  expect([sure.code, sure.stdout]).toEqual([0, expect.stringMatching(/anchor bower: seated at/)]);

  // half the step ends micrometres from there: just here is right, so the second run says that it hangs short of or beyond its place
  const depth = manifestOf('sure').operation?.stowing?.[0].depth;
  const set = ['--set', `stowing.bower.depth=${depth}`, '--set', 'stowing.bower.tolerance.depth=1e-7'];
  const { code, stdout } = await shop.run('run', 'slots.yaml', '--trust', ...set, '--out', 'torn');
  expect(code).toBe(4);
  const verdicts = ['seated', 'jam, hung up'];
  const words = `${verdicts[0]}, but ${verdicts[1]} with half of the error allowed`;
  expect(stdout).toContain(`anchor bower: undecided (${words})`);
  expect(stdout).toContain(`verdict: no-go: anchor bower: undecided: ${words}\n`);
  const { operation, events } = manifestOf('torn');
  expect(operation?.stowing?.[0]).toMatchObject({ verdict: 'undecided', verdicts, home: false });
  expect(operation?.verdict).toBe('no-go');
  expect(events.filter(({ subject }) => subject === 'bower').map(({ message }) => message)).toEqual(['undecided']);
  expect(shop.text('torn/report.html')).toContain(`undecided: ${verdicts.join(' or ')}`);
});
