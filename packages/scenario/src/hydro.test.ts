/** Bodies in water, as scenario files have them. */
import { readMesh, readTable } from '@hawser/formats';
import { Simulation } from '@hawser/engine';
import { describe, expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';

function compile(
  text: string,
  files: Readonly<Record<string, string>> = {},
): { simulation?: Simulation; messages: string[] } {
  const readers = { mesh: readMesh, table: readTable };
  const loader = memoryLoader({
    ...files,
    'a.yaml': `hawser: 1\n${text}`,
    'open.obj': 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\n',
  });
  const result = compileScenario({ file: 'a.yaml', loader, readers, set: [] });
  if (!result.ok) return { messages: result.issues.map(formatIssue) };
  return { simulation: new Simulation(result.compiled.spec), messages: [] };
}

const water = 'environment: { water: { surface: 0 m } }';

function probe(simulation: Simulation, name: string): number {
  const out = new Float64Array(4);
  simulation.probes.find((each) => each.name === name)?.read(out, 0);
  return out[0];
}

describe('hulls', () => {
  test('of shapes: a box, a ball and a cylinder displace their own volume', () => {
    const shapes =
      '[{ box: [1 m, 1 m, 1 m] }, { sphere: 0.5 m, at: [3 m, 0, 0] }, { cylinder: { radius: 0.5 m, length: 2 m }, at: [6 m, 0, 0] }]';
    const { simulation, messages } = compile(`${water}
bodies: { float: { mass: 1 t, inertia: [1000, 1000, 1000], position: [0, 0, -5 m], shapes: ${shapes}, hydro: {} } }`);
    expect(messages).toEqual([]);
    const wanted = 1 + Math.PI / 6 + Math.PI / 2;
    expect(probe(simulation as Simulation, 'float.wetted-volume') / wanted).toBeCloseTo(1, 10);
    expect(probe(simulation as Simulation, 'float.buoyancy') / (1025 * 9.81 * wanted)).toBeCloseTo(1, 10);
  });

  test('added mass and damping may carry units, as every quantity; a wrong one is named at its place', () => {
    const boat = (hydro: string): string => `${water}
bodies: { boat: { mass: 6 t, inertia: [1, 1, 1], shapes: [{ box: [2 m, 2 m, 1 m] }], hydro: ${hydro} } }`;
    const { simulation, messages } = compile(
      boat(
        '{ added mass: { diagonal: [5 t, 5 t, 6000, 1 t m^2, 1, 1] }, damping: { linear: [2 kN s/m, 0, 0, 3 kN m s, 0, 0] } }',
      ),
    );
    expect(messages).toEqual([]);
    const hydro = simulation?.spec.bodies[1].hydro;
    expect([0, 7, 14, 21, 28, 35].map((i) => hydro?.addedMass?.matrix[i])).toEqual([5000, 5000, 6000, 1000, 1, 1]);
    expect(compile(boat('{ added mass: { diagonal: [5 t m^2, 5 t, 6 t, 1, 1, 1] } }')).messages.join()).toMatch(
      /diagonal\[0\]: expected a mass of at least 0 kg such as "2 kg", found "5 t m\^2" \(a moment of inertia\)/,
    );
    expect(compile(boat('{ added mass: { diagonal: [5 t, 5 t] } }')).messages.join()).toMatch(
      /expected a list of 6, surge, sway, heave such as 2 kg, roll, pitch, yaw such as 0.2 kg m\^2/,
    );
  });

  test('of a mesh of their own, with the mass of a floating boat estimated', () => {
    const { simulation, messages } = compile(`${water}
bodies:
  boat:
    mass: 2 t
    inertia: [900, 4200, 4500]
    centre: [2.6 m, 0, 0.7 m]
    position: [0, 0, -0.5 m]
    hydro: { hull: { solid: { boat: { length: 6 m, beam: 2.2 m, depth: 1.2 m } } }, added mass: { estimate: true } }`);
    expect(messages).toEqual([]);
    const added = simulation?.spec.bodies[1].hydro?.addedMass;
    expect(added?.slamming).toBe(true);
    expect(added?.fullVolume).toBeCloseTo(2000 / 1025, 12);
    const [surge, , heave] = [0, 7, 14].map((i) => added?.matrix[i] ?? 0);
    expect(surge).toBeCloseTo(100, 9);
    expect(heave).toBeGreaterThan(2000); // pi/8 rho B A_w with about 1.9 m and 10 m^2: 7 t
    expect(heave).toBeLessThan(10000);
  });
});

describe('damping', () => {
  /** Force of the water on a box of 1 m^3 and 2 t that sinks at 1 m/s, so deep; without drag: buoyancy and damping. */
  const push = (depth: number): number => {
    const box = `mass: 2 t, inertia: [300, 300, 300], shapes: [{ box: [1 m, 1 m, 1 m] }], velocity: [0, 0, -1 m/s]`;
    const hydro =
      'drag: { normal: 0, tangential: 0 }, damping: { linear: [0, 0, 10000, 0, 0, 0], quadratic: [0, 0, 5000, 0, 0, 0] }';
    const { simulation, messages } = compile(`${water}
bodies: { load: { ${box}, position: [0, 0, ${0.5 - depth}], hydro: { ${hydro} } } }`);
    expect(messages).toEqual([]);
    const out = new Float64Array(4);
    simulation?.probes.find(({ name }) => name === 'load.water-force')?.read(out, 0);
    return out[2] - 1025 * 9.81 * Math.min(Math.max(depth, 0), 1);
  };

  test('comes with the wet volume: nothing at the surface, in proportion below it, all of it when the body is under', () => {
    const full = 10000 + 5000;
    expect(push(-0.01)).toBe(0);
    // up to nine tenths of the full volume, which is the box over 1.1, the share is that of the volume
    expect(push(0.001) / full).toBeCloseTo(0.0011, 6);
    expect(push(0.4) / full).toBeCloseTo(0.44, 6);
    expect(push(2) / full).toBeCloseTo(1, 6);
  });
});

describe('what is wrong is told', () => {
  const body = (hydro: string): string => `bodies: { a: { mass: 1 t, inertia: [1, 1, 1], hydro: ${hydro} } }`;
  test.each<[string, string, RegExp]>([
    ['no water', body('{ hull: { box: [1 m, 1 m, 1 m] } }'), /water with a surface.*found none/],
    ['an open mesh', `${water}\n${body('{ hull: { mesh: open.obj } }')}`, /closed shapes to float on, found/],
    [
      'a hull that sinks',
      `${water}\n${body('{ hull: { box: [0.5 m, 0.5 m, 0.5 m] }, added mass: { estimate: true } }')}`,
      /a hull that floats, found the hull holds 0.125 m\^3 and would have to displace 0.9756/,
    ],
    [
      'five numbers',
      `${water}\n${body('{ hull: none, damping: { linear: [1, 2, 3, 4, 5] } }')}`,
      /a list of 6, surge, sway, heave such as 10 N s/,
    ],
    [
      'two kinds of hull',
      `${water}\n${body('{ hull: { box: [1, 1, 1], mesh: a.obj } }')}`,
      /exactly one of mesh, solid, box/,
    ],
    [
      'a member without length',
      `${water}\n${body('{ members: [{ from: [0, 0, 0], to: [0, 0, 0], diameter: 0.1 m }] }')}`,
      /a member with a length/,
    ],
    [
      'an added mass that would give energy away',
      `${water}\n${body('{ hull: none, added mass: { matrix: [[1,2,0,0,0,0],[2,1,0,0,0,0],[0,0,1,0,0,0],[0,0,0,1,0,0],[0,0,0,0,1,0],[0,0,0,0,0,1]] } }')}`,
      /kinetic energy is never negative/,
    ],
    ['an unknown key', `${water}\n${body('{ hul: none }')}`, /hul/],
  ])('%s', (_, text, message) => {
    const { messages } = compile(text);
    expect(messages.join('\n')).toMatch(message);
    expect(messages).toHaveLength(1);
  });
});

describe('panel programs', () => {
  // K = a (1 + b t - b^2 t^2) exp(-b t) in heave, as files of WAMIT with L = 1
  const [rho, a, b] = [1025, 4e4, 0.9];
  const periods = Array.from({ length: 18 }, (_, i) => (2 * Math.PI) / (0.25 * (i + 1)));
  const heave = (T: number): [number, number] => {
    const w = (2 * Math.PI) / T;
    const size = b * b + w * w;
    const z = [b / size, -w / size];
    const z2 = [z[0] * z[0] - z[1] * z[1], 2 * z[0] * z[1]];
    const z3 = [z2[0] * z[0] - z2[1] * z[1], z2[0] * z[1] + z2[1] * z[0]];
    const B = a * (z[0] + b * z2[0] - 2 * b * b * z3[0]);
    const A = 1e5 + (a * (z[1] + b * z2[1] - 2 * b * b * z3[1])) / w;
    return [A / rho, B / (rho * w)];
  };
  const radiation = (sign = 1): string =>
    periods.map((T) => `${T} 3 3 ${heave(T)[0]} ${sign * heave(T)[1]}`).join('\n');
  /** twice the pressure of the undisturbed wave on a box of 20 x 6 x 3 m in long waves */
  const excitation = (scale: number): string =>
    periods
      .flatMap((T) =>
        [0, 90, 180].flatMap((beta) =>
          [1, 2, 3, 4, 5, 6].map((i) => `${T} ${beta} ${i} 0 0 ${i === 3 ? scale * 120 : 0} 0`),
        ),
      )
      .join('\n');
  const text = (
    bem: string,
  ): string => `environment: { sea: { waves: [{ regular: { height: 1 m, period: 8 s } }], ramp: 8 s } }
bodies:
  barge: { mass: 184.5 t, inertia: [813645, 6642000, 6642000], hydro: { hull: { box: [20 m, 6 m, 3 m] }, bem: { ${bem} } } }
run: { duration: 2 s }`;

  test('give added mass, memory and scattered waves to a free barge', () => {
    const files = { 'ship.1': radiation(), 'ship.3': excitation(1) };
    const { simulation, messages } = compile(text('radiation: ship.1, excitation: ship.3'), files);
    expect(messages).toEqual([]);
    const hydro = simulation?.spec.bodies[1].hydro;
    expect((hydro?.addedMass?.matrix[14] ?? 0) / 1e5).toBeCloseTo(1, 1);
    expect((hydro?.radiation?.kernel[14] ?? 0) / a).toBeCloseTo(1, 1);
    // nothing is scattered by long waves that fit the mesh
    expect(Math.abs(hydro?.diffraction?.values[4] ?? 0)).toBeLessThan(0.05 * 1025 * 9.81 * 120);
    while (simulation && simulation.time < 2) expect(simulation.step(2).ok).toBe(true);
  });

  test('what cannot be right is told', () => {
    const told = (bem: string, files: Record<string, string>): string => compile(text(bem), files).messages.join('\n');
    expect(told('radiation: ship.1', { 'ship.1': radiation(-1) })).toMatch(/takes energy from every motion/);
    expect(told('radiation: ship.1', { 'ship.1': '10 3 3 1 1\n' })).toMatch(/at least 3 periods/);
    expect(told('radiation: ship.1', { 'ship.1': `${radiation()}\nend of file` })).toMatch(
      /at least 4 numbers.*end of file/,
    );
    const files = { 'ship.1': radiation(), 'ship.3': excitation(5) };
    expect(told('radiation: ship.1, excitation: ship.3', files)).toMatch(/exciting force of the hull given.*mesh says/);
    const holed = { ...files, 'ship.3': excitation(1).split('\n').slice(1).join('\n') };
    expect(told('radiation: ship.1, excitation: ship.3', holed)).toMatch(
      /no line for motion 1, period .* heading 0 deg/,
    );
  });
});
