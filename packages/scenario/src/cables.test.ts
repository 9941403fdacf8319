/** Cables in scenario files: fed at an end, let go and caught. */
import fs from 'node:fs';
import { readMesh, readTable } from '@hawser/formats';
import { Simulation } from '@hawser/engine';
import { touchesAt } from '@hawser/record';
import { describe, expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';
import { prepareRun, runScenario } from './run.ts';

function compile(text: string) {
  const readers = { mesh: readMesh, table: readTable };
  return compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), readers, set: [] });
}

const hoist = (cable: string, rest = ''): string => `hawser: 1
ropes: { wire: { mass: 0.5 kg/m, stiffness: 1 MN, diameter: 20 mm } }
bodies: { load: { mass: 100 kg, inertia: [1, 1, 1], position: [0, 0, -10 m], points: { eye: [0, 0, 0] } } }
cables:
  hoist: { rope: wire, length: 10 m, elements: 10, from: { body: world }, to: { body: load, point: eye }${cable} }
solver: { assemble: true }
run: { duration: 4 s }
${rest}`;

function messages(text: string): string[] {
  const result = compile(text);
  return result.ok ? [] : result.issues.map(formatIssue);
}

describe('pay out', () => {
  test('room for as much as the run asks for, drawn and fed at the end named', () => {
    const result = compile(hoist(', pay out: { from: { ramp: { from: 10 m, to: 12 m, start: 1 s, duration: 2 s } } }'));
    if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
    const { spec, scenery } = result.compiled;
    expect(spec.cables?.[0].pay).toMatchObject({ end: 'start' });
    expect(spec.cables?.[0].pay?.longest).toBeCloseTo(12, 2);
    const elements = scenery.bodies.filter(({ name }) => name.startsWith('hoist#')).length;
    expect(elements).toBeGreaterThanOrEqual(12);
    const simulation = new Simulation(spec);
    while (simulation.time < 4) {
      const step = simulation.step(4);
      if (!step.ok) throw new Error(step.message);
    }
    const length = simulation.probes.find(({ name }) => name === 'cable.hoist.length');
    const out = new Float64Array(1);
    length?.read(out, 0);
    expect(out[0]).toBeCloseTo(12, 9);
  });

  test('a function that does not begin at the length, or feeds both ends, is told', () => {
    expect(messages(hoist(', pay out: { to: 9 m }'))).toEqual([
      expect.stringMatching(/the length of the cable, 10 m, at t = 0, found 9 m/),
    ]);
    expect(messages(hoist(', pay out: { to: 10 m, from: 10 m }'))[0]).toMatch(/either from or to.*both/);
  });
});

describe('what does not fit', () => {
  const tight = (length: string, rest = ''): string => `hawser: 1
ropes: { wire: { mass: 0.5 kg/m, stiffness: 1 MN, diameter: 20 mm } }
bodies: { post: { fixed: true, position: [4 m, 0, 0] } }
cables: { stay: { rope: wire, length: ${length}, from: { body: world }, to: { body: post }${rest} } }
run: { duration: 1 s }
`;

  test('a length far below the way between the ends is refused with both, at its field', () => {
    expect(messages(tight('2 m'))).toEqual([
      expect.stringMatching(
        /cables\.stay\.length: expected a length of at least 3\.636 m, its ends being 4 m apart, found 2 m.*stretch by 100 %; give more length/,
      ),
    ]);
    const rubber = tight('2 m', ', shape: [[0, 0, 0], [4 m, 0, 0]]').replace('1 MN', '1 kN');
    expect(messages(rubber)).toEqual([]); // meant so
  });

  test('one a little too short is said to be tight, with its tension; one that reaches is not', () => {
    const warnings = (text: string): string[] => {
      const result = compile(text);
      const run = result.ok ? prepareRun(result.compiled) : result;
      if (!run.ok) throw new Error(run.issues.map(formatIssue).join('\n'));
      return [...run.prepared.warnings];
    };
    expect(warnings(tight('3.9 m'))).toEqual([
      expect.stringMatching(/cable "stay" .*tension of 2\.56e\+4 N, a strain of 2\.6 %/),
    ]);
    expect(warnings(tight('4.05 m'))).toEqual([]);
  });

  test('a pay-out past the end of the drum, and hauling in to nothing, are told before the run', () => {
    const feed = (to: string, longest = ''): string =>
      hoist(`, pay out: { from: { ramp: { from: 10 m, to: ${to}, start: 1 s, duration: 2 s } }${longest} }`);
    expect(messages(feed('14 m', ', longest: 12 m'))).toEqual([
      expect.stringMatching(
        /pay out\.longest: expected at least the 14 m .*found 12 m: it would run out.*put more on the drum/,
      ),
    ]);
    expect(messages(feed('-1 m'))).toEqual([expect.stringMatching(/pay out: expected a length above 0 m.*found -1 m/)]);
    expect(messages(feed('12 m', ', longest: 12 m'))).toEqual([]);
  });

  test('at an end that nothing holds is told, unless it is caught later', () => {
    const text = (events = ''): string =>
      hoist(', pay out: { to: 10 m }', events).replace(', to: { body: load, point: eye }', '');
    expect(messages(text())).toEqual([
      'a.yaml:5:90: cables.hoist.pay out.to: expected a cable that something holds where it is fed, at "to", found a free end; ' +
        'say what holds it with "to" of the cable, or feed it at "from"',
    ]);
    expect(messages(text('events: [{ at: 1 s, attach: { cable: hoist, end: to, body: load } }]'))).toEqual([]);
  });
});

describe('shape', () => {
  const laid = (shape: string): string => hoist(`, shape: ${shape}`).replace('solver: { assemble: true }\n', '');

  test('that does not begin and end where the cable is held is told at its points', () => {
    expect(messages(laid('[[0.5, 0, 0], [0, 0, -9 m]]'))).toEqual([
      'a.yaml:5:115: cables.hoist.shape[0]: expected [0, 0, 0], where "from" holds the cable at the start, found [0.5, 0, 0], ' +
        '0.5 m away; begin the shape there, or hold the cable where its shape begins',
      'a.yaml:5:128: cables.hoist.shape[1]: expected [0, 0, -10], where "to" holds the cable at the start, found [0, 0, -9], ' +
        '1 m away; end the shape there, or hold the cable where its shape ends',
    ]);
    expect(messages(laid('[[0.01, 0, 0], [0, 0, -10 m]]'))).toEqual([]);
  });

  test('far longer or shorter than its rope is refused at its field; strained, slack and soft ones are not', () => {
    const line = (length: number, rope = 'stiffness: 2 MN', solver = ''): string[] =>
      messages(`hawser: 1
ropes: { wire: { mass: 1 kg/m, ${rope}, diameter: 20 mm } }
cables: { line: { rope: wire, length: 10 m, from: { body: world }, shape: [[0, 0, 0], [3, 0, 0], [${length}, 0, 0]] } }
solver: { step: 1 ms${solver} }
run: { duration: 1 s }
`);
    expect(line(30)).toEqual([
      'a.yaml:3:75: cables.line.shape: expected a shape about as long as its cable, 10 m, ' +
        'found 30 m, 200 % more: none of its stiffness can be stretched so far; make it shorter, or the cable 30 m long',
    ]);
    expect(line(5)).toEqual([
      'a.yaml:3:75: cables.line.shape: expected a shape about as long as its cable, 10 m, ' +
        'found 5 m, 50 % less: it would be crumpled from the start; make it longer, with the bends of what is slack, or the cable 5 m long',
    ]);
    for (const length of [8, 9.4, 10.3, 11]) expect(line(length)).toEqual([]);
    const rubber = 'stiffness: 500 N';
    expect(line(30, rubber)).toEqual([]);
    expect(line(6, `${rubber}, compression: rod`)).toEqual([]);
    expect(line(6, 'stiffness: 20 MN, compression: rod')).toHaveLength(1);
    expect(line(6, rubber)).toHaveLength(1);
    expect(line(100, rubber)).toHaveLength(1);
    expect(line(30, 'stiffness: 2 MN', ', start from equilibrium: true')).toEqual([]); // a guess
  });

  test('of sections: each is strained by its own points, and goes on where the one before it ends', () => {
    const text = (a: string, b: string, more = ''): string => `hawser: 1
ropes: { wire: { mass: 1 kg/m, stiffness: 2 MN, diameter: 20 mm } }
bodies: { post: { fixed: true, position: [5 m, 0, 1 m] } }
cables:
  line:
    sections:
      - { rope: wire, length: 4 m, elements: 2${a} }
      - { rope: wire, length: 1 m, elements: 1${b} }
    from: { body: world }
    to: { body: post }${more}
run: { duration: 1 s }
`;
    const bent = ', shape: [[0, 0, 0], [4 m, 0, 0]]';
    const result = compile(text(bent, ', shape: [[4 m, 0, 0], [5 m, 0, 1 m]]'));
    if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
    expect(result.compiled.spec.cables?.[0].shape).toEqual([0, 0, 0, 2, 0, 0, 4, 0, 0, 5, 0, 1]);
    expect(messages(text(bent, ''))).toEqual([
      expect.stringMatching(
        /^a\.yaml:8:9: cables\.line\.sections\[1\]: expected a shape, as other sections have, found none/,
      ),
    ]);
    expect(messages(text(bent, ', shape: [[4.5 m, 0, 0], [5 m, 0, 1 m]]'))).toEqual([
      expect.stringMatching(
        /sections\[1\]\.shape\[0\]: expected \[4, 0, 0\], where the section before it ends, found \[4\.5, 0, 0\], 0\.5 m away/,
      ),
    ]);
    expect(messages(text(bent, ', shape: [[4 m, 0, 0], [5 m, 0, 2 m]]'))).toEqual([
      expect.stringMatching(/sections\[1\]\.shape\[1\]: expected \[5, 0, 1\], where "to" holds the cable at the start/),
    ]);
    expect(messages(text(bent, bent, '\n    shape: [[0, 0, 0], [5 m, 0, 1 m]]'))).toEqual([
      expect.stringMatching(/cables\.line\.shape: expected either shape or shapes of sections, found both/),
    ]);
  });

  test('with points written twice is that without them', () => {
    const nodes = (shape: string) => {
      const result = compile(laid(shape));
      if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
      return result.compiled.spec.cables?.[0].shape;
    };
    const once = nodes('[[0, 0, 0], [1, 0, -5], [0, 0, -10]]');
    expect(once?.every(Number.isFinite)).toBe(true);
    expect(nodes('[[0, 0, 0], [0, 0, 0], [1, 0, -5], [1, 0, -5], [0, 0, -10], [0, 0, -10]]')).toEqual(once);
  });
});

describe('events', () => {
  test('become those of the engine', () => {
    const events = `events:
  - { at: 1 s, detach: { cable: hoist, end: to } }
  - { at: 2 s, attach: { cable: hoist, end: to, body: load, point: eye, reach: 6 m, within: 500 ms } }
`;
    const result = compile(hoist('', events));
    if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
    expect(result.compiled.spec.events).toEqual([
      { at: 1, cable: 0, end: 'end' },
      { at: 2, cable: 0, end: 'end', attach: { body: 1, point: [0, 0, 0], reach: 6, within: 0.5 } },
    ]);
  });

  test('an end let go twice, or caught while it is held, is told before the run', () => {
    const events = (list: string): string => hoist('', `events: [${list}]`);
    const letGo = (at: number): string => `{ at: ${at}, detach: { cable: hoist, end: to } }`;
    const caught = (at: number): string => `{ at: ${at}, attach: { cable: hoist, end: to, body: load } }`;
    expect(messages(events(`${letGo(2)}, ${letGo(1)}`))).toEqual([
      'a.yaml:8:27: events[0].detach: expected an end that is held by then, found "to" of cable "hoist", which is free at 2 s already; ' +
        'take this event out, or attach the end before',
    ]);
    expect(messages(events(caught(1)))).toEqual([
      'a.yaml:8:27: events[0].attach: expected an end that is free by then, found "to" of cable "hoist", which is held at 1 s already; ' +
        'detach it before',
    ]);
    expect(messages(events(`${letGo(1)}, ${caught(2)}, ${letGo(3)}`))).toEqual([]);
  });

  test('one that the run does not come to is told as a warning, at its time', () => {
    const notices = (at: string): string[] => {
      const result = compile(hoist('', `events: [{ at: ${at}, detach: { cable: hoist, end: to } }]`));
      const run = result.ok ? prepareRun(result.compiled) : result;
      if (!run.ok) throw new Error(run.issues.map(formatIssue).join('\n'));
      return run.prepared.notices.map(formatIssue);
    };
    for (const at of [4, 20]) {
      expect(notices(`${at} s`)).toEqual([
        `a.yaml:8:16: events[0].at: this event is to come at ${at} s and will not happen: the run ends at 4 s; let it come before, or run longer`,
      ]);
    }
    expect(notices('3.9 s')).toEqual([]);
  });

  test('a clamp may catch an end with torsion', () => {
    const text = hoist(
      '',
      'events: [{ at: 1, detach: { cable: hoist, end: to } }, { at: 2, attach: { cable: hoist, end: to, body: load, clamp: [0, 0, -1] } }]',
    ).replace('diameter: 20 mm', 'diameter: 20 mm, bending: 5 N m^2, torsion: 4 N m^2');
    expect(messages(text)).toEqual([]);
  });

  test('names that are unknown, and events that say nothing, are told', () => {
    const events = `events:
  - { at: 1 s, detach: { cable: hoits, end: to } }
  - { at: 2 s }
  - { at: 2 s, attach: { cable: hoist, end: to, body: laod } }
`;
    const found = messages(hoist('', events)).join('\n');
    expect(found).toMatch(/the name of a cable, found "hoits".*hoist/);
    expect(found).toMatch(/either detach or attach, found neither/);
    expect(found).toMatch(/the name of a body, found "laod".*load/);
  });
});

describe('elements', () => {
  const line = (cable: string): string => `hawser: 1
environment: { water: { density: 1025 kg/m^3, current: [0.5 m/s, 0, 0] } }
ropes: { chain: { mass: 50 kg/m, stiffness: 100 MN, diameter: 60 mm, drag: {} } }
cables:
  line: { rope: chain, length: 120 m, from: { body: world, point: [0, 0, -60 m] }, to: { body: world, point: [80 m, 0, 0] }${cable} }
run: { duration: 1 s }
`;
  const compiled = (text: string) => {
    const result = compile(text);
    if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
    return result.compiled;
  };
  /** Position of the middle of the line, and the force at its end. */
  const rest = (text: string) => {
    const simulation = new Simulation(compiled(text).spec);
    const value = (name: string): Float64Array => {
      const out = new Float64Array(3);
      simulation.probes.find((probe) => probe.name === name)?.read(out, 0);
      return out;
    };
    return { force: Math.hypot(...value('cable.line.end.force')), lowest: value('cable.line.tension-min')[0] };
  };
  const count = (text: string): number =>
    (compiled(text).spec.cables ?? []).flatMap(({ pieces }) => pieces).reduce((sum, { elements }) => sum + elements, 0);

  test('accuracy chooses as many as the shape of rest needs, and its forces are that right', () => {
    const [rough, fine] = [
      line(', accuracy: { force: 0.01, position: 1 m }'),
      line(', accuracy: { force: 1e-4, position: 10 mm }'),
    ];
    expect(count(rough)).toBeLessThan(0.5 * count(fine));
    expect(count(fine)).toBeLessThan(400);
    const truth = rest(line(', elements: 1000')).force;
    expect(Math.abs(rest(fine).force / truth - 1)).toBeLessThan(1e-4);
    expect(Math.abs(rest(rough).force / truth - 1)).toBeLessThan(1e-2);
    const { scenery } = compiled(fine);
    expect(scenery.bodies.filter(({ name }) => name.startsWith('line#'))).toHaveLength(count(fine));
  });

  test('an accuracy beyond reach, or beside elements, is told', () => {
    expect(messages(line(', accuracy: { force: 1e-6, position: 1 um }'))[0]).toMatch(
      /an accuracy that \d+ elements reach, found about .* m and .* %.*ask for less/,
    );
    expect(messages(line(', elements: 20, accuracy: {}'))[0]).toMatch(/no elements beside accuracy, found both/);
    // a stiff loop that lies on the bed this way on few elements and that way on more
    const loop = `hawser: 1
environment: { seabed: { height: -1 m, stiffness: 1e5 } }
ropes: { bar: { mass: 3 kg/m, stiffness: 100 kN, diameter: 30 mm, bending: 100 N m^2 } }
cables: { loop: { rope: bar, length: 10 m, from: { body: world }, to: { body: world }, accuracy: { position: 1 mm } } }
`;
    expect(messages(loop)).toEqual([
      expect.stringMatching(
        /loop\.accuracy: expected a cable that comes to rest on finer.*found \d+ elements, about .*ask for less/,
      ),
    ]);
  });

  test('refine leaves room for elements to come, drawn as equal pieces', () => {
    const text = line(', elements: 30, refine: { angle: 15 deg }');
    const { spec, scenery } = compiled(text);
    expect(spec.cables?.[0].refine).toMatchObject({ shortest: 0.25, longest: 4, most: 120 });
    expect(scenery.bodies.filter(({ name }) => name.startsWith('line#'))).toHaveLength(120);
    const simulation = new Simulation(spec);
    expect(simulation.step(1).ok).toBe(true);
    expect(messages(line(', elements: 30, refine: { most: 10 }'))[0]).toMatch(/at least the 30 elements.*found 10/);
  });
});

test('a chain sinks into a bed of default stiffness by less than a tenth of its diameter, however thin it is', () => {
  for (const [diameter, mass] of [
    [0.076, 126],
    [0.02, 8.7],
  ]) {
    const bed = `hawser: 1
environment: { seabed: { height: 0 m } }
ropes: { chain: { mass: ${mass} kg/m, stiffness: 500 MN, diameter: ${diameter} m } }
cables: { chain: { rope: chain, length: 20.02 m, elements: 40, from: { body: world, point: [0, 0, ${diameter / 2}] }, to: { body: world, point: [20, 0, ${diameter / 2}] } } }
`;
    const result = compile(bed);
    if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
    const simulation = new Simulation(result.compiled.spec);
    const place = new Float64Array(4);
    simulation.probes.find(({ name }) => name === 'cable.chain.node-20.position')?.read(place, 0);
    const sunk = diameter / 2 - place[2];
    expect(sunk).toBeGreaterThan(0.01 * diameter);
    expect(sunk).toBeLessThan(0.1 * diameter);
  }
});

test('a cable that touches nothing at the start is not said to lie in anything', () => {
  const text = `hawser: 1
ropes: { wire: { mass: 0.5 kg/m, stiffness: 1 MN, diameter: 20 mm } }
bodies: { floor: { fixed: true, position: [0, 0, -5 m], shapes: [{ box: [4 m, 4 m, 1 m] }] }, load: { mass: 1 kg, inertia: [1, 1, 1], position: [0, 3 m, 0] } }
cables: { line: { rope: wire, length: 3 m, elements: 10, from: { body: world, point: [-1 m, 0, 0] }, to: { body: world, point: [1 m, 0, 0] } } }
`;
  const result = compile(text);
  if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
  const run = prepareRun(result.compiled);
  expect(run.ok && run.prepared.warnings).toEqual([]);
});

describe('touches', () => {
  /** A rope of 2 kg/m and 3 m laid on the ground. */
  const lying = `hawser: 1
ropes: { line: { mass: 2 kg/m, stiffness: 50 kN, diameter: 40 mm, axial damping: 20 ms } }
materials: { rubber: { youngs: 5 MPa, density: 1000 kg/m^3, friction: 0.4 } }
bodies: { ground: { fixed: true, shapes: [{ half-space: true, material: rubber }] } }
cables:
  under:
    { rope: line, material: rubber, length: 3 m, elements: 6, shape: [[-1.5 m, 0, 19.9 mm], [1.5 m, 0, 19.9 mm]] }
solver: { step: 2 ms }
run: { duration: 1 s }
output: { touches: true, animation rate: 50 Hz }
`;

  test('a rope on the ground is carried by its touches; each has a strip as large as its area, on the ground', () => {
    const result = compile(lying);
    if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
    const prepared = prepareRun(result.compiled);
    if (!prepared.ok) throw new Error(prepared.issues.map(formatIssue).join('\n'));
    const { touches } = runScenario(prepared.prepared);
    expect(touches.bodies).toEqual(['world', 'ground', 'under']);
    const last = touchesAt(touches, 1);
    expect(last.length).toBeGreaterThanOrEqual(6);
    const down = last.reduce((sum, { a, b, force }) => sum + (a === 2 && b === 1 ? force[2] : 0), 0);
    // forces are those on the ground; a percent is left of settling
    expect(Math.abs(down / (-2 * 3 * 9.81) - 1)).toBeLessThan(0.01);
    for (const { point, normal, outline, area } of last) {
      expect(normal[2]).toBeCloseTo(-1, 6);
      expect(Math.abs(point[2])).toBeLessThan(1e-3);
      let twice = 0;
      for (let i = 0; i < outline.length; i += 3) {
        const j = (i + 3) % outline.length;
        twice += outline[i] * outline[j + 1] - outline[i + 1] * outline[j];
      }
      // the middle of a strip is a little wider than its straight sides tell
      expect(Math.abs(0.5 * Math.abs(twice)) / area).toBeGreaterThan(0.8);
      expect(Math.abs(0.5 * Math.abs(twice)) / area).toBeLessThan(1.2);
    }
  });
});

test('a stiffness for the contact of a cable, which goes by volume, is refused with what to give instead', () => {
  const [issue, ...rest] = messages(hoist('', 'contacts: { pairs: [{ between: [hoist, load], stiffness: 3e4 }] }'));
  expect(rest).toEqual([]);
  expect(issue).toContain('contacts.pairs[0].stiffness');
  expect(issue).toContain('expected foundation [N/m^3], or nothing, where one of the two is a cable');
  expect(messages(hoist('', 'contacts: { pairs: [{ between: [hoist, load], foundation: 1e9 }] }'))).toEqual([]);
});

test('a foundation of rubber: its share is asked for, refused beside another law, and there is none between bodies', () => {
  const told = (pair: string): readonly string[] => messages(hoist('', `contacts: { pairs: [{ ${pair} }] }`));
  expect(told('between: [hoist, load], foundation law: neo-hooke')).toEqual([]);
  expect(told('between: [hoist, load], foundation law: mooney-rivlin, mooney share: 0.2')).toEqual([]);
  expect(told('between: [hoist, load], foundation law: mooney-rivlin')).toEqual([
    expect.stringContaining(
      'contacts.pairs[0].foundation law: expected mooney-rivlin beside its mooney share, found none',
    ),
  ]);
  expect(told('between: [hoist, load], foundation law: neo-hooke, mooney share: 0.2')).toEqual([
    expect.stringContaining(
      'contacts.pairs[0].mooney share: expected foundation law: mooney-rivlin beside it, found neo-hooke',
    ),
  ]);
  expect(told('between: [load, world], foundation law: neo-hooke')).toEqual([
    expect.stringContaining('contacts.pairs[0].foundation law: expected linear, or nothing, between two bodies'),
  ]);
});

test('a rope laid a tenth of a millimetre into a floor: told by name, with the push against its weight', () => {
  const laid = (z: number): readonly string[] => {
    const result = compile(`hawser: 1
ropes: { line: { mass: 1 kg/m, stiffness: 100 kN, diameter: 20 mm } }
bodies: { floor: { fixed: true, shapes: [{ box: [6, 1, 0.2], at: [0, 0, -0.1] }] } }
cables: { line: { rope: line, length: 1 m, elements: 20, shape: [[0, 0, ${z}], [1, 0, ${z}]] } }
`);
    if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
    const run = prepareRun(result.compiled);
    return run.ok ? run.prepared.notices.map(({ message }) => message) : ['refused'];
  };
  expect(laid(0.0099)).toEqual([
    expect.stringMatching(
      /^cable "line" lies 0.0001 m deep in "floor" at the start: contact pushes with \d+ N where the cable weighs 9.81 N/,
    ),
  ]);
  expect(laid(0.01)).toEqual([]);
});

test('a knot with a Stribeck speed, steps chosen by their error: they are not cut because points of one patch slide at different speeds', () => {
  const file = new URL('../../../scenarios/knot/scenario.yaml', import.meta.url);
  const text = fs.readFileSync(file, 'utf8').replace(/^solver:.*$/m, '');
  const result = compile(text);
  if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
  const simulation = new Simulation(result.compiled.spec);
  // it used to come to a standstill at 2.6 ms with steps of 10 ns
  while (simulation.time < 4e-3) expect(simulation.step(4e-3).ok).toBe(true);
  expect(simulation.stats.steps).toBeLessThan(2000);
});
