import type { Probe } from '@hawser/engine';
import { readMesh, readTable } from '@hawser/formats';
import { expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { chooseProbes } from './channels.ts';
import { compileScenario, compileValue } from './compile.ts';
import { type PrepareResult, prepareRun } from './run.ts';

const probe = (name: string, components: string[] = ['']): Probe => ({
  name,
  unit: '',
  size: 1,
  components,
  read: () => {},
});
const offered = [
  probe('bar.position', ['x', 'y', 'z']),
  probe('bar.tip.position', ['x', 'y', 'z']),
  probe('bar.energy'),
  probe('joint.pin.reaction', ['x', 'y', 'z']),
  probe('joint.pin.angle'),
  probe('energy.total'),
];
const names = (...patterns: string[]) => chooseProbes(patterns, offered).probes.map(({ name }) => name);

test('a star crosses dots, a question mark is one character, order and number are those of the engine', () => {
  expect(names('joint.*')).toEqual(['joint.pin.reaction', 'joint.pin.angle']);
  expect(names('*.position')).toEqual(['bar.position', 'bar.tip.position']);
  expect(names('ba?.energy', 'bar.*', 'bar.energy')).toEqual(['bar.position', 'bar.tip.position', 'bar.energy']);
  expect(names('*')).toHaveLength(offered.length);
});

test('the dot of a pattern is a dot', () => {
  expect(names('energy.tot.l', 'energyxtotal')).toEqual([]);
});

test('a component brings the whole vector', () => {
  expect(names('bar.tip.position.z')).toEqual(['bar.tip.position']);
});

test('a pattern that matches nothing is told with the nearest that would', () => {
  const hints = chooseProbes(['bar.tp.position', 'bar.*.positon', 'joint.pni.*', 'zzz'], offered).unmatched.map(
    ({ hint }) => hint,
  );
  expect(hints).toEqual([
    'did you mean "bar.tip.position"?',
    'did you mean "bar.*.position"?',
    'did you mean "joint.pin.*"?',
    'there are 6 channels, such as bar.position, bar.tip.position, bar.energy',
  ]);
});

test('regions of contact come when asked for, not with everything', () => {
  const region = { ...probe('region.a~b.1.depth'), detail: true };
  const brought = (pattern: string) => chooseProbes([pattern], [probe('contact.a~b.depth'), region]).probes.length;
  expect(['*', 'contact.*', '*.depth', 'region.*', 'region.a~b.*'].map(brought)).toEqual([1, 1, 1, 1, 1]);
  expect(chooseProbes(['region.*'], [region]).probes).toEqual([region]);
  expect(chooseProbes(['*'], [region]).probes).toEqual([]);
});

test('details of a cable come when asked for by their kind, not with everything of the cable', () => {
  const details = ['range-0.tension', 'range-0.arc', 'node-0.position'].map((name) => ({
    ...probe(`cable.hoist.${name}`),
    detail: true,
  }));
  const chosen = (pattern: string) =>
    chooseProbes([pattern], [probe('cable.hoist.length'), ...details]).probes.map(({ name }) => name);
  expect(chosen('cable.*')).toEqual(['cable.hoist.length']);
  expect(chosen('cable.hoist.range-*')).toEqual(['cable.hoist.range-0.tension', 'cable.hoist.range-0.arc']);
  expect(chosen('cable.*.range-*.tension')).toEqual(['cable.hoist.range-0.tension']);
  expect(chosen('cable.*.tension')).toEqual([]);
});

/** So many balls that may all touch each other: n (n - 1) / 2 pairs. */
function pile(balls: number, channels: readonly string[], more: object = {}): PrepareResult {
  const ball = (i: number) => [`b${i}`, { mass: 1, position: [i === 1 ? 0.799 : i, 0, 0], shapes: [{ sphere: 0.4 }] }];
  const bodies = Object.fromEntries(Array.from({ length: balls }, (_, i) => ball(i)));
  const compiled = compileValue({ hawser: 1, bodies, output: { channels }, ...more });
  return compiled.ok ? prepareRun(compiled.compiled) : compiled;
}

test('a pattern that fits nothing but details is told how to ask for them, not to write what it is', () => {
  const cable = [{ ...probe('cable.a.node-3.velocity'), detail: true }, probe('cable.a.tension-max')];
  const [{ hint }] = chooseProbes(['*.velocity'], cable).unmatched;
  expect(hint).toBe('channels such as cable.a.node-3.velocity are many and come by name only, not by a star before it');
  const half = { ...probe('force.sling.half-0.position'), detail: true };
  const chosen = (pattern: string) => chooseProbes([pattern], [half]).probes.length;
  expect(['force.sling.half-0.position', 'force.*'].map(chosen)).toEqual([1, 0]);
});

test('above 600 pairs channels are offered for the pairs that the scenario names; a pattern for all of them is told why', () => {
  const names = (made: PrepareResult): string[] =>
    made.ok
      ? made.prepared.probes.map(({ name }) => name)
      : made.issues.map(({ path, message }) => `${path}: ${message}`);
  const offered = (made: PrepareResult): string[] =>
    made.ok ? made.prepared.simulation.probes.map(({ name }) => name).filter((name) => name.endsWith('.force')) : [];
  expect(offered(pile(35, ['b0.position']))).toHaveLength(595);
  expect(offered(pile(36, ['b0.position']))).toEqual([]); // 630 pairs
  const named = pile(36, ['contact.b0~b1.force', 'contact.b7~*.depth']);
  expect(named.ok ? named.prepared.warnings : ['refused']).toEqual([]);
  expect(names(named)).toHaveLength(1 + 28); // b7 with b8 to b35: a pair is named in the order of the scenario
  const limits = [{ channel: 'contact.b3~b9.normal-force', below: '5 N' }];
  const contacts = { pairs: [{ between: ['b5', 'b4'], 'friction coefficient': 0.1 }] };
  const script = [{ 'wait until': { channel: 'contact.b1~b2.depth', above: '1 mm' }, within: '1 s' }];
  const elsewhere = pile(36, ['b0.position'], { limits, contacts, director: script, run: { duration: 2 } });
  expect(offered(elsewhere)).toEqual(['contact.b1~b2.force', 'contact.b3~b9.force', 'contact.b4~b5.force']);
  expect(names(pile(36, ['contact.b1~b0.force']))).toEqual([
    expect.stringContaining('did you mean "contact.b0~b1.force"?'),
  ]);
  const warned = pile(36, ['contact.*']); // matches contact.count, which is not what was asked for
  expect(warned.ok ? warned.prepared.warnings : []).toEqual([
    expect.stringMatching(/^"contact\.\*" brings not all pairs: 630 pairs of bodies may touch/),
  ]);
});

test('the force of a named pair is the same among few pairs and among hundreds', () => {
  const force = (balls: number): number => {
    // b0 and b1 overlap by 1 mm
    const made = pile(balls, ['contact.b0~b1.normal-force'], {
      contacts: { defaults: { stiffness: 1e6, exponent: 1 } },
    });
    if (!made.ok) throw new Error(made.issues.map(({ message }) => message).join());
    const out = new Float64Array(1);
    made.prepared.probes[0].read(out, 0);
    return out[0];
  };
  expect(force(3)).toBeCloseTo(1000, 3); // K depth
  expect(force(40)).toBe(force(3));
});

test('a key nobody knows under output is all that is told, whatever the channels of meshes and of bodies in water are', () => {
  const text = `hawser: 1
environment: { water: { density: 1025, surface: 0 } }
bodies:
  floor: { fixed: true, shapes: [{ half-space: true }] }
  tet: { density: 500, position: [0, 0, 9], shapes: [{ mesh: tet.obj }] }
  buoy: { density: 500, position: [9, 0, 9], shapes: [{ sphere: 1, collide: false }], hydro: { panel size: 0.5 } }
output: { channels: [tet.position, contact.*, region.*, separation.*, "*.draft"], colour: red }
`;
  const tet = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
  const loader = memoryLoader({ 'a.yaml': text, 'tet.obj': tet });
  const result = compileScenario({ file: 'a.yaml', loader, readers: { mesh: readMesh, table: readTable } });
  expect(result.ok ? [] : result.issues.map(({ path }) => path)).toEqual(['output.colour']);
});

test('a cable that is wrong is all that is told, whatever channels of all cables, their contacts and separations are asked for', () => {
  const text = `hawser: 1
ropes: { wire: { mass: 1, stiffness: 1e6, diameter: 0.02 } }
bodies: { load: { mass: 100, inertia: [5, 5, 5], position: [0, 0, -5] } }
cables:
  hoist: { rope: wire, length: 5, from: { body: world, point: [0, 0, 0] }, to: { body: load }, pay out: { from: 4 } }
output: { channels: [load.position, 'cable.*', 'contact.*', 'separation.*'] }
`;
  const loader = memoryLoader({ 'a.yaml': text });
  const result = compileScenario({ file: 'a.yaml', loader, readers: { mesh: readMesh, table: readTable } });
  expect(result.ok ? [] : result.issues.map(({ path }) => path)).toEqual(['cables.hoist.pay out.from']);
});
