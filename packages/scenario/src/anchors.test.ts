/** Anchors, bows with hawse pipes and windlasses in scenario files. */
import { readMesh, readTable } from '@hawser/formats';
import { MeshIntersection, type ModelSpec, Simulation, solidOf } from '@hawser/engine';
import { matrixOf } from './build/placement.ts';
import { describe, expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';

const G = 9.81;
const readers = { mesh: readMesh, table: readTable };

function compile(text: string) {
  return compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), readers });
}

function specOf(text: string): ModelSpec {
  const result = compile(text);
  if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
  return result.compiled.spec;
}

function issues(text: string): string[] {
  const result = compile(text);
  return result.ok ? [] : result.issues.map(formatIssue);
}

function read(simulation: Simulation, name: string): number {
  const probe = simulation.probes.find((each) => each.name === name);
  if (probe === undefined) throw new Error(`no channel ${name}`);
  const out = new Float64Array(probe.size);
  probe.read(out, 0);
  return out[0];
}

function advance(simulation: Simulation, until: number): void {
  while (simulation.time < until) {
    const step = simulation.step(until);
    if (!step.ok) throw new Error(step.message);
  }
}

/** An anchor that hangs from eight links. */
const hung = (winch: string, rest = ''): string => `hawser: 1
anchors: { bower: { type: spek, mass: 3060 kg, flukes: 40 deg, rotation: { yaw: 30 deg } } }
chains:
  cable: { links: 8, diameter: 50 mm, from: { body: world, point: [1, 2, 10] }, to: { body: bower shank, carried: true } }
${winch}
${rest}
solver: { step: 5 ms }`;

describe('an anchor', () => {
  test('is two bodies of its mass on a pin; the chain that carries the shank takes the head along', () => {
    const spec = specOf(hung(''));
    const [shank, head] = ['bower shank', 'bower head'].map((name) => spec.bodies.find((body) => body.name === name));
    if (!shank || !head) throw new Error('a part is missing');
    expect(shank.mass + head.mass).toBeCloseTo(3060, 6);
    expect(head.mass / 3060).toBeCloseTo(0.65, 9);
    expect(shank.placement.position).toEqual([1, 2, 10 - 8 * 0.2].map((x) => expect.closeTo(x, 9)));
    const pin = spec.joints.find(({ name }) => name === 'bower pin');
    const below = -(pin?.frameA.position[2] ?? 0);
    expect(head.placement.position).toEqual([1, 2, 10 - 1.6 - below].map((x) => expect.closeTo(x, 9)));
    expect(new Simulation(spec).probes.some(({ name }) => name === 'joint.bower pin.angle')).toBe(true);
  });

  test('hangs in its chain with its own weight and that of the chain', () => {
    const simulation = new Simulation(specOf(hung('')));
    advance(simulation, 4);
    const chain = 8 * 4 * 0.05 * 0.0219 * 50 ** 2;
    // the flukes lie on a stop by now; what is left is the ring of a stiff chain
    expect(read(simulation, 'chain.cable.start.tension') / ((3060 + chain) * G)).toBeCloseTo(1, 2);
    expect(Math.abs(read(simulation, 'joint.bower pin.angle'))).toBeCloseTo((40 * Math.PI) / 180, 1);
  });

  test('whose parts have the name of a body is refused', () => {
    expect(issues(hung('', 'bodies: { bower head: { mass: 1 kg, inertia: [1, 1, 1] } }'))).toEqual([
      expect.stringMatching(/anchors\.bower: expected no body or joint called "bower head" beside the anchor/),
    ]);
  });
});

describe('a windlass', () => {
  const winch = (start: string) =>
    `winches: { windlass: { chain: cable, speed: 0.4 m/s, torque: 50 kN m, start: ${start} } }`;

  test('hauls the chain at its speed and pays it out again; what is out is the length of the chain less what came in', () => {
    const simulation = new Simulation(specOf(hung(winch('{ length: 1.2 m }'))));
    expect(read(simulation, 'winch.windlass.length')).toBeCloseTo(1.6, 12);
    const z = () => read(simulation, 'bower shank.position');
    z();
    advance(simulation, 4);
    expect(read(simulation, 'winch.windlass.length')).toBeCloseTo(1.2, 3);
    const probe = simulation.probes.find(({ name }) => name === 'bower shank.position');
    const at = new Float64Array(3);
    probe?.read(at, 0);
    expect(at[2]).toBeCloseTo(10 - 1.2, 2); // the chain runs on straight up past the gypsy
    simulation.controls.winch('windlass', 'length', 1.5, 0);
    advance(simulation, 8);
    probe?.read(at, 0);
    expect(at[2]).toBeCloseTo(10 - 1.5, 2);
  });

  test('let go with chain on board it falls by g m/(m + J/R^2), and the stopper ends it at the next flat link', () => {
    const on = (extra: string): string =>
      winch(`{ free: true }, on board: 1 m, ${extra}drum: { radius: 0.25 m, inertia: 100 kg m^2 }`);
    const simulation = new Simulation(specOf(hung(on('shortest: 0.1 m, '))));
    expect(read(simulation, 'winch.windlass.length')).toBeCloseTo(0.6, 12);
    // the line comes taut within a tenth of a second; from then on the speed grows evenly
    advance(simulation, 0.15);
    const before = read(simulation, 'winch.windlass.speed');
    advance(simulation, 0.35);
    // anchor, eight links of 0.0219 d^2 kg/m and the grip, two of them, fall against the gypsy: J/R^2 = 1600 kg
    const mass = 3000 + 10 * 21_900 * 0.05 ** 2 * 0.2;
    const gained = read(simulation, 'winch.windlass.speed') - before;
    expect(gained / ((0.2 * 9.81 * mass) / (mass + 1600))).toBeCloseTo(1, 1);
    const at = read(simulation, 'winch.windlass.length');
    simulation.controls.winch('windlass', 'stopper');
    advance(simulation, 0.9);
    const flat = 0.4 * Math.ceil(at / 0.4); // two pitches of 4 d
    expect(read(simulation, 'winch.windlass.length')).toBeCloseTo(flat, 1);
    expect(read(simulation, 'winch.windlass.length')).toBeLessThan(flat + 0.02); // half a step at the speed it had
    expect(Math.abs(read(simulation, 'winch.windlass.speed'))).toBeLessThan(1e-9);
    simulation.controls.winch('windlass', 'speed', -0.2);
    advance(simulation, 1.6);
    expect(read(simulation, 'winch.windlass.length')).toBeLessThan(flat - 0.05); // chain comes in past the bar
  });

  test('a gypsy of five whelps turns evenly: chain comes in with a ripple of 5 % a link and the mean speed that was asked for', () => {
    const gypsy = winch('{ haul: 0.2 m/s }, drum: { whelps: 5 }');
    const simulation = new Simulation(specOf(hung(gypsy)));
    advance(simulation, 1.5);
    const from = read(simulation, 'winch.windlass.length');
    const lowest = { speed: 0, at: from };
    let highest = -1;
    let turned = 0;
    const steps = 250;
    for (let i = 1; i <= steps; i++) {
      const before = read(simulation, 'winch.windlass.length');
      advance(simulation, 1.5 + i * 0.004);
      const v = (read(simulation, 'winch.windlass.length') - before) / 0.004;
      turned -= v * 0.004;
      if (v < lowest.speed) lowest.speed = v;
      if (v > highest) highest = v;
    }
    expect(highest / lowest.speed).toBeCloseTo(Math.cos(Math.PI / 10), 3);
    expect(turned).toBeCloseTo(0.2, 3); // a link of 4 d in a second
    expect(read(simulation, 'winch.windlass.radius')).toBeGreaterThan(0.3);
    expect(issues(hung(winch('{ hold: true }, drum: { whelps: 5, radius: 0.3 m }')))[0]).toMatch(
      /drum\.radius: expected radius or whelps, found both/,
    );
    expect(issues(hung(winch('{ hold: true }, drum: { whelps: 4.5 }')))[0]).toMatch(
      /drum\.whelps: expected a whole number, found 4\.5/,
    );
  });

  test('led through the pipe of a bow its links clear the lower side and the bell mouth by 10 mm, wherever the bow stands', () => {
    const bow = (at: string) =>
      [
        'hawser: 1',
        `bodies: { bow: { fixed: true, ${at}shapes: [{ solid: { bow: { flare: 5 deg, pipe: { bore: 0.6 m, angle: 33 deg, length: 3 m }, mouth: 0.5 m } } }] } }`,
        'chains: { cable: { links: 30, diameter: 62 mm, from: { body: bow }, through pipe: true } }',
      ].join('\n');
    const start = (text: string): number[] => [...specOf(text).joints[0].frameA.position];
    // 3.5 m up the axis (-sin 33, cos 33), and 0.3 - 1.8 d - 0.01 m, less the sagitta of a pitch of 4 d, towards (-cos 33, -sin 33)
    const r = 0.5 + 1.8 * 0.062 + 0.01;
    const off = 0.3 - 1.8 * 0.062 - 0.01 - (4 * 0.062) ** 2 / (8 * r);
    const [s, c] = [Math.sin((33 * Math.PI) / 180), Math.cos((33 * Math.PI) / 180)];
    const expected = [0, -3.5 * s - off * c, 3.5 * c - off * s];
    for (const text of [bow(''), bow('position: [7, -3, 2], rotation: { yaw: 40 deg }, ')]) {
      const found = start(text);
      for (let i = 0; i < 3; i++) expect(found[i]).toBeCloseTo(expected[i], 9);
    }
  });

  test('an anchor that would hang in the shell hangs on a chain that leans away from it, by as little as it takes', () => {
    const hung = (flare: number, yaw: number): string =>
      [
        'hawser: 1',
        `bodies: { bow: { fixed: true, rotation: { yaw: 20 deg }, shapes: [{ solid: { bow: { flare: ${flare} deg, below: 8 m, pipe: { bore: 0.6 m, angle: 33 deg, length: 3 m }, mouth: 0.5 m } } }] } }`,
        `anchors: { bower: { mass: 4890 kg, flukes: 45 deg, rotation: { yaw: ${yaw} deg } } }`,
        'chains: { cable: { links: 30, diameter: 62 mm, from: { body: bow }, through pipe: true, to: { body: bower shank, carried: true } } }',
      ].join('\n');
    /** [rad] from the vertical; is a part in the hull? */
    const look = (text: string): { lean: number; inHull: boolean; gap: number } => {
      const { bodies } = specOf(text);
      const placed = (name: string) => {
        const { placement, shapes } = bodies.find((body) => body.name === name) ?? bodies[0];
        const R = matrixOf(placement.rotation);
        return { R, x: Float64Array.from(placement.position), mesh: solidOf(shapes[0].shape).mesh };
      };
      const [bow, shank, head, last] = ['bow', 'bower shank', 'bower head', 'cable 30'].map(placed);
      const inHull = [shank, head].some(
        ({ mesh, x, R }) => new MeshIntersection(bow.mesh, mesh).compute(bow.x, bow.R, x, R) > 0,
      );
      const gap = Math.hypot(...[0, 1, 2].map((i) => last.x[i] - shank.x[i]));
      return { lean: Math.acos(shank.R[8]), inHull, gap };
    };
    const straight = look(hung(15, 0));
    expect(straight.lean).toBeLessThan(1e-12);
    for (const [flare, yaw] of [
      [0, 20],
      [0, 110],
      [1.5, 200],
    ]) {
      const { lean, inHull, gap } = look(hung(flare, yaw));
      expect(inHull).toBe(false);
      expect(lean).toBeGreaterThan(0.02);
      expect(lean).toBeLessThan(0.4);
      expect(gap).toBeCloseTo(straight.gap, 9); // the last link is at the shackle as before
    }
  });

  test('a stopper or chain on board of a winch that hauls no chain is refused', () => {
    const cable =
      'ropes: { wire: { mass: 1 kg/m, stiffness: 1 MN, diameter: 10 mm } }\ncables: { w: { rope: wire, length: 2 m, from: { body: world }, to: { body: world, point: [1, 0, 0] } } }\n';
    expect(issues(hung(`${cable}winches: { w: { cable: w, rope: 9 m, start: { stopper: true } } }`))[0]).toMatch(
      /winches\.w\.start\.stopper: expected "start\.stopper" of a winch that hauls a chain, found one that does not/,
    );
  });

  test('without the torque for the weight it does not lift the anchor', () => {
    const weak = winch('{ haul: 0.2 m/s }').replace('50 kN m', '6 kN m'); // 24 kN at 0.25 m for 31 kN
    const simulation = new Simulation(specOf(hung(weak.replace('speed', 'brake: 100 kN m, speed'))));
    advance(simulation, 2);
    expect(read(simulation, 'winch.windlass.length')).toBeGreaterThan(1.59);
  });

  test('what does not fit is told at its place', () => {
    expect(issues(hung('winches: { windlass: { chain: cabel } }'))).toEqual([
      expect.stringMatching(
        /winches\.windlass\.chain: expected the name of a chain, found "cabel"; did you mean "cable"/,
      ),
    ]);
    expect(
      issues(
        hung(winch('{ hold: true }'), 'forces: { windlass line: { type: load, body: bower head, force: [0, 0, 1] } }'),
      ),
    ).toEqual([expect.stringMatching(/winches\.windlass: expected no body, joint or spring called "windlass line"/)]);
    expect(issues(hung('winches: { windlass: { chain: cable, line: x } }'))[0]).toMatch(
      /winches\.windlass\.line: expected one of cable, line and chain, found chain and line/,
    );
  });
});

describe('a bow', () => {
  const bow = (fields: string) => `hawser: 1
bodies:
  bow: { fixed: true, shapes: [{ solid: { bow: { ${fields} } } }] }`;

  test('is one closed solid, with or without pocket and bolster', () => {
    const spec = specOf(
      bow('pipe: { bore: 0.6 m, angle: 40 deg }, mouth: 0.4 m, pocket: { radius: 1.6 m, depth: 0.3 m }'),
    );
    expect(spec.bodies[1].shapes[0].shape.kind).toBe('mesh');
  });

  test('whose sizes do not fit each other is refused where they stand', () => {
    expect(issues(bow('pipe: { bore: 0.6 m, length: 0.4 m }, mouth: 0.4 m'))).toEqual([
      expect.stringMatching(/solid\.bow.*expected a value smaller than the length of the pipe/),
    ]);
  });
});
