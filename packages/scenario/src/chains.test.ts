/** Chains in scenario files: proportions, laying out, joints, tension, and what does not fit. */
import { readMesh, readTable } from '@hawser/formats';
import { type ModelSpec, Simulation } from '@hawser/engine';
import { describe, expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario, compileValue } from './compile.ts';
import { formatIssue } from './issues.ts';
import { prepareRun } from './run.ts';

const G = 9.81;
const readers = { mesh: readMesh, table: readTable };

function compile(text: string, set: string[] = []) {
  return compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), readers, set });
}

function specOf(text: string, set: string[] = []): ModelSpec {
  const result = compile(text, set);
  if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
  return result.compiled.spec;
}

function told(text: string): string[] {
  const result = compile(text);
  if (!result.ok) return result.issues.map(formatIssue);
  const prepared = prepareRun(result.compiled);
  return prepared.ok ? [] : prepared.issues.map(formatIssue);
}

function read(simulation: Simulation, name: string): number[] {
  const probe = simulation.probes.find((each) => each.name === name);
  if (probe === undefined) throw new Error(`no channel ${name}`);
  const out = new Float64Array(probe.size);
  probe.read(out, 0);
  return [...out];
}

function advance(simulation: Simulation, until: number): void {
  while (simulation.time < until) {
    const step = simulation.step(until);
    if (!step.ok) throw new Error(step.message);
  }
}

const chain = (fields: string, rest = ''): string => `hawser: 1
materials:
  steel: { density: 7850 kg/m^3 }
bodies:
  post: { fixed: true, position: [3 m, 0, 5 m] }
  load: { mass: 100 kg, inertia: [1, 1, 1], position: [7 m, 0, 0], points: { eye: [0, 0, 0.5 m] } }
chains:
  cable: { ${fields} }
${rest}`;

describe('links', () => {
  test("stud-link: a maker's proportions and mass: pitch 4 d, 6 d by 3.6 d, 0.0219 d^2 kg/m with d in mm", () => {
    const spec = specOf(chain('links: 3, diameter: 76 mm, from: { body: world }'));
    const links = spec.bodies.filter(({ name }) => name.startsWith('cable '));
    expect(links.map(({ name }) => name)).toEqual(['cable 1', 'cable 2', 'cable 3']);
    for (const { mass } of links) expect(mass / (4 * 0.076)).toBeCloseTo(0.0219 * 76 ** 2, 9);
    expect(links[0].placement.position).toEqual([0, 0, expect.closeTo(-2 * 0.076, 12)]);
    expect(spec.chains?.[0].length).toBeCloseTo(12 * 0.076, 12);
    const box = links[0].shapes.find(({ collide }) => collide)?.shape;
    expect(box).toMatchObject({ kind: 'box', half: [1.8 * 0.076, 0.5 * 0.076, expect.closeTo(3 * 0.076, 12)] });
  });

  test('rings and rods weigh their bar; a given mass and a pitch are kept', () => {
    const mass = (fields: string) =>
      specOf(chain(`links: 1, diameter: 20 mm, from: { body: world }, ${fields}`)).bodies[3].mass;
    const section = (Math.PI / 4) * 0.02 ** 2;
    expect(mass('type: rod, pitch: 0.5 m')).toBeCloseTo(7850 * section * 0.5, 9);
    expect(mass('type: ring')).toBeCloseTo(7850 * section * 2 * Math.PI * 0.05, 9);
    expect(mass('mass: 10 kg/m, pitch: 0.1 m')).toBeCloseTo(1, 12);
    expect(mass('type: rod, pitch: 0.5 m, material: steel')).toBeCloseTo(7850 * section * 0.5, 9);
  });

  test('a chain is what its bodies and joints written one by one would be: the same motion', () => {
    const text = chain(
      'links: 4, diameter: 40 mm, from: { body: world }, to: { body: load, point: eye, carried: true }, along: [1, 0, -1], joints: hinge, damping: 2 N m s/rad',
      'contacts: { enabled: false }\n',
    );
    const spec = specOf(text);
    const bodies = Object.fromEntries(
      spec.bodies.slice(1).map((body) => [
        body.name,
        body.kind === 'fixed'
          ? { fixed: true, position: body.placement.position }
          : {
              mass: body.mass,
              inertia: body.inertia,
              position: body.placement.position,
              rotation: { quaternion: body.placement.rotation },
            },
      ]),
    );
    const step = (0.16 * Math.SQRT1_2) as number;
    const names = ['world', 'cable 1', 'cable 2', 'cable 3', 'cable 4', 'load'];
    const joints = Object.fromEntries(
      [0, 1, 2, 3, 4].map((i) => [
        i === 4 ? 'cable end' : names[i + 1],
        {
          type: 'revolute',
          between: [names[i], names[i + 1]],
          at: [step * i, 0, -step * i],
          axis: i % 2 === 0 ? [0, 1, 0] : [-1, 0, -1],
          damping: 2,
        },
      ]),
    );
    const one = compileValue({ hawser: 1, bodies, joints, contacts: { enabled: false } });
    if (!one.ok) throw new Error(one.issues.map(formatIssue).join('\n'));
    const [a, b] = [new Simulation(spec), new Simulation(one.compiled.spec)];
    advance(a, 0.3);
    advance(b, 0.3);
    // signs of axes differ, so rounding does; the steps are the same
    const apart = read(a, 'load.position').map((x, i) => Math.abs(x - read(b, 'load.position')[i]));
    expect(Math.max(...apart)).toBeLessThan(1e-9);
    expect(read(a, 'load.velocity')[2]).toBeLessThan(-0.1); // it did move
  });

  test('links held by nothing but each other carry a load', () => {
    const text = chain(
      'links: 2, type: studless, diameter: 40 mm, joints: contact, from: { body: world }, to: { body: load, point: eye, carried: true }',
    );
    const simulation = new Simulation(specOf(text));
    advance(simulation, 0.2);
    // free fall would be 0.2 m; bars bed into each other by millimetres of a soft default material
    expect(Math.abs(read(simulation, 'load.eye.position')[2] + 2 * 0.16)).toBeLessThan(0.03);
  });
});

describe('laying out', () => {
  test('ends nearer than the chain is long: it hangs at rest, the level pull the same all along', () => {
    const text = chain(
      'links: 15, diameter: 50 mm, from: { body: world, point: [1 m, 1 m, 4 m] }, to: { body: post, point: [0, 1 m, 0] }',
    );
    const spec = specOf(text);
    const simulation = new Simulation(spec);
    const links = spec.bodies.filter(({ name }) => name.startsWith('cable '));
    // rounding of positions of metres, over a weight of tonnes
    for (const { name } of links) expect(Math.hypot(...read(simulation, `${name}.acceleration`))).toBeLessThan(1e-6);
    const level = spec.joints.map(({ name }) => {
      const [x, y] = read(simulation, `joint.${name}.reaction`);
      return Math.hypot(x, y);
    });
    expect(Math.max(...level) - Math.min(...level)).toBeLessThan(1e-6 * level[0]);
    const weight = links.reduce((sum, { mass }) => sum + mass * G, 0);
    const held = read(simulation, 'joint.cable 1.reaction')[2] - read(simulation, 'joint.cable end.reaction')[2];
    expect(held / weight).toBeCloseTo(1, 8);
  });

  test('tension of each link: what hangs below it and half of itself; the largest and those at the ends', () => {
    const text = chain(
      'links: 5, diameter: 50 mm, from: { body: world }, to: { body: load, point: eye, carried: true }',
    );
    const simulation = new Simulation(specOf(text));
    const link = 0.0219 * 50 ** 2 * 0.2;
    const below = (n: number): number => (100 + n * link) * G;
    for (let i = 1; i <= 5; i++)
      expect(read(simulation, `chain.cable.link-${i}.tension`)[0] / below(5.5 - i)).toBeCloseTo(1, 9);
    expect(read(simulation, 'chain.cable.start.tension')[0] / below(5)).toBeCloseTo(1, 9);
    expect(read(simulation, 'chain.cable.end.tension')[0] / below(0)).toBeCloseTo(1, 9);
    expect(read(simulation, 'chain.cable.tension-max')[0] / below(4.5)).toBeCloseTo(1, 9);
    expect(read(simulation, 'chain.cable.length')).toEqual([1]);
  });

  test('a carried body stands where the chain ends, whatever the number of links', () => {
    const text = chain(
      'links: 5, diameter: 50 mm, from: { body: post }, to: { body: load, point: eye, carried: true }',
    );
    for (const links of [3, 9]) {
      const spec = specOf(text, [`chains.cable.links=${links}`]);
      expect(spec.bodies[2].placement.position).toEqual([3, 0, expect.closeTo(5 - 0.2 * links - 0.5, 12)]);
    }
  });

  test('along a shape: every link one pitch long, corners cut', () => {
    const text = chain(
      'links: 8, type: rod, pitch: 0.25 m, diameter: 20 mm, from: { body: world }, shape: [[0, 0, 0], [1 m, 0, 0], [1 m, 2 m, 0]]',
    );
    const ends = specOf(text).joints.map(({ frameB }) => frameB.position[2]);
    for (const z of ends) expect(z).toBeCloseTo(-0.125, 12);
    const last = specOf(text).bodies[10].placement.position;
    expect(last).toEqual([expect.closeTo(1, 12), expect.closeTo(0.875, 12), 0]);
  });

  test('links in the sea are buoyant: a chain of the density of water weighs nothing', () => {
    const text = chain(
      'links: 3, type: rod, pitch: 1 m, diameter: 0.1 m, material: water, from: { body: world, point: [0, 0, -2 m] }',
      'environment: { water: { surface: 0 m, density: 1000 kg/m^3 } }\n',
    ).replace('materials:', 'materials:\n  water: { density: 1000 kg/m^3 }');
    const simulation = new Simulation(specOf(text));
    // of 77 N each
    expect(Math.abs(read(simulation, 'chain.cable.start.tension')[0])).toBeLessThan(1e-6);
  });

  test('contact pairs and ignored pairs take the name of a chain for all of its links', () => {
    const pairs =
      'contacts: { pairs: [{ between: [cable, post], friction coefficient: 0.7 }], ignore: [[cable, load]] }\n';
    const { contacts } = specOf(chain('links: 3, diameter: 50 mm, from: { body: world }', pairs));
    expect(contacts.pairs.map(({ a }) => a)).toEqual([{ body: 3 }, { body: 4 }, { body: 5 }]);
    // three with the load, three among themselves
    expect(contacts.ignore.length).toBe(6);
  });
});

test('a make-up: pitches, bars and masses of each kind in their order, hanging at rest between two ends', () => {
  const makeUp = `make-up: [{ link: anchor-shackle }, { link: swivel }, { link: end }, { link: enlarged }, { count: 9 }, { link: kenter }, { count: 12 }]`;
  const spec = specOf(
    chain(`${makeUp}, diameter: 50 mm, from: { body: world, point: [0, 0, 5 m] }, to: { body: post }`),
  );
  const [links] = spec.chains ?? [];
  expect(links.links.length).toBe(26);
  // outside less two bars: (8.7 - 2.8) + (9.7 - 2.4) + (6.75 - 2.4) + 4.4 + 22 times 4
  expect(links.length / 0.05).toBeCloseTo(5.9 + 7.3 + 4.35 + 4.4 + 88, 9);
  const mass = links.links.map((i) => spec.bodies[i].mass);
  expect(mass[3] / mass[4]).toBeCloseTo(1.1 ** 3, 12);
  expect(mass.slice(0, 4).every((m) => m > mass[4])).toBe(true);
  // at rest: the level pull is the same all along, whatever the links weigh
  const simulation = new Simulation(spec);
  const tension = simulation.probes.find(({ name }) => name === 'joint.cable 5.reaction');
  const other = simulation.probes.find(({ name }) => name === 'joint.cable end.reaction');
  const [f, g] = [new Float64Array(3), new Float64Array(3)];
  tension?.read(f, 0);
  other?.read(g, 0);
  expect(Math.abs(Math.hypot(f[0], f[1]) / Math.hypot(g[0], g[1]) - 1)).toBeLessThan(1e-6);
  // a swivel twists against what is before it
  expect(
    spec.joints
      .filter(({ name }) => name.startsWith('cable'))
      .map(({ type }) => type)
      .slice(0, 4),
  ).toEqual(['universal', 'point', 'universal', 'universal']);
});

test('friction, a stop of the bend and play of the twist reach every joint of a chain, with the lever of its bar', () => {
  const acts = 'joints: ball, friction: 0.4, bend stop: 60 deg, twist play: 20 deg';
  const { joints } = specOf(chain(`links: 3, diameter: 50 mm, from: { body: world }, ${acts}`));
  for (const { actions } of joints) {
    const [bend, twist] = actions;
    expect(bend).toMatchObject({ coordinate: 'bend', friction: { coefficient: 0.4, radius: 0.025 } });
    expect(bend.limits?.upper).toBeCloseTo(Math.PI / 3, 12);
    expect(twist.coordinate).toBe('twist');
    expect(twist.limits?.lower).toBeCloseTo(-Math.PI / 9, 12);
  }
});

describe('what does not fit', () => {
  const post = 'diameter: 50 mm, from: { body: world, point: [0, 0, 5 m] }, to: { body: post }';
  test.each<[string, string, RegExp]>([
    [
      'no links',
      'links: 0, diameter: 50 mm',
      /^a\.yaml:8:19: chains\.cable\.links: expected a whole number from 1 to 500, found 0/,
    ],
    [
      'unknown type',
      'links: 3, type: studd, diameter: 5 cm, from: { body: world }',
      /chains\.cable\.type: expected one of stud-link, studless, ring, rod, found "studd"/,
    ],
    [
      'too short',
      `links: 14, ${post}`,
      /^a\.yaml:8:19: chains\.cable\.links: expected at least 15 links of 0\.2 m, its ends being 3 m apart, found 14, which are 2\.8 m; give more links/,
    ],
    [
      'slack with hinges',
      `links: 20, joints: hinge, ${post}`,
      /chains\.cable\.joints: expected joints that bend both ways .* found hinge, with 4 m of chain between ends 3 m apart/,
    ],
    [
      'ends above each other',
      'links: 20, diameter: 50 mm, from: { body: world }, to: { body: world, point: [0, 0, 1 m] }',
      /chains\.cable\.to: expected ends that are not above each other/,
    ],
    [
      'begins nowhere',
      'links: 3, diameter: 50 mm',
      /chains\.cable: expected from or shape, found a chain that begins nowhere/,
    ],
    [
      'only an end',
      'links: 3, diameter: 50 mm, to: { body: post }',
      /chains\.cable: expected "from" beside "to", found none/,
    ],
    [
      'shape too short',
      'links: 9, diameter: 50 mm, shape: [[0, 0, 0], [1 m, 0, 0]]',
      /chains\.cable\.shape: expected a shape at least as long as the chain, 1\.8 m, found 1 m/,
    ],
    [
      'shape elsewhere',
      'links: 3, diameter: 50 mm, from: { body: world }, shape: [[0, 0, 1 m], [1 m, 0, 1 m]]',
      /chains\.cable\.shape\[0\]: expected a shape that begins where the chain is held, \[0, 0, 0\] m, found \[0, 0, 1\] m/,
    ],
    [
      'friction of links held by contact',
      'links: 3, diameter: 50 mm, from: { body: world }, joints: contact, friction: 0.3',
      /chains\.cable\.friction: expected friction with joints: universal, hinge, ball, found joints: contact/,
    ],
    [
      'links and a make-up',
      'links: 3, make-up: [{ count: 2 }], diameter: 50 mm, from: { body: world }',
      /chains\.cable: expected "links" or "make-up", found both; take one of them out/,
    ],
    [
      'a swivel between rods',
      'make-up: [{ link: swivel }], type: rod, diameter: 50 mm, from: { body: world }',
      /chains\.cable\.make-up: expected common links in the make-up of a chain of type rod, found swivel/,
    ],
    [
      'carries a post',
      'links: 3, diameter: 50 mm, from: { body: world }, to: { body: post, carried: true }',
      /chains\.cable\.to\.carried: expected a body that moves freely, found "post" \(fixed\)/,
    ],
    [
      'unknown body',
      'links: 3, diameter: 50 mm, from: { body: pots }',
      /chains\.cable\.from\.body: expected the name of a body, found "pots"; did you mean "post"\?/,
    ],
    [
      'unknown material',
      'links: 3, diameter: 50 mm, from: { body: world }, material: stele',
      /chains\.cable\.material: .* did you mean "steel"\?/,
    ],
    [
      'axis along it',
      'links: 3, diameter: 50 mm, from: { body: world }, axis: [0, 0, 2]',
      /chains\.cable\.axis: expected a direction across the first link, found \[0,0,2\]/,
    ],
    [
      'pitch below two bars',
      'links: 3, diameter: 50 mm, pitch: 5 cm, from: { body: world }',
      /chains\.cable\.pitch: expected a pitch of at least 0\.1 m for a bar of 0\.05 m, found 0\.05 m/,
    ],
    [
      'rods held by contact',
      'links: 3, type: rod, diameter: 50 mm, from: { body: world }, joints: contact',
      /chains\.cable\.joints: expected universal, hinge or ball/,
    ],
  ])('%s: one error, at its place', (_name, fields, expected) => {
    const all = told(chain(fields));
    expect(all.length, all.join('\n')).toBe(1);
    expect(all[0]).toMatch(expected);
  });

  test('names of links are taken; what the engine says of a link is told at its chain', () => {
    const twice = chain(
      'links: 3, diameter: 50 mm, from: { body: world }',
      'joints: { cable 2: { type: point, between: [load, post], at: [7 m, 0, 0] } }\n',
    );
    expect(told(twice)[0]).toMatch(
      /^a\.yaml:8:3: chains\.cable: expected no body or joint called "cable 2" beside the chain/,
    );
    const same = chain('links: 3, diameter: 50 mm, from: { body: world }').replace('  cable:', '  load:');
    expect(told(same)[0]).toMatch(/chains\.load: expected a name that no body and no material has/);
    const unknown = chain(
      'links: 3, diameter: 50 mm, from: { body: world }',
      'joints: { tie: { type: point, between: [cable 4, load], at: [0, 0, 0] } }\n',
    );
    expect(told(unknown)[0]).toMatch(
      /joints\.tie\.between\[0\]: expected the name of a body, found "cable 4"; did you mean "cable \d"\?/,
    );
  });
});
