import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { importModel } from '../import-model.ts';
import type { Imported, Source } from '../result.ts';
import { catenary } from './start-shape.ts';

declare const TextEncoder: new () => { encode(text: string): Uint8Array };

function files(texts: Readonly<Record<string, string>>): Source {
  return { read: (name) => (Object.hasOwn(texts, name) ? new TextEncoder().encode(texts[name]) : undefined) };
}

type Good = Extract<Imported, { ok: true }>;
type Scenario = Record<string, Record<string, Record<string, unknown>>>;

function imported(
  text: string,
  more: Readonly<Record<string, string>> = {},
  motion?: string,
): { good: Good; scenario: Scenario } {
  const result = importModel('deck.txt', files({ 'deck.txt': text, ...more }), motion === undefined ? {} : { motion });
  if (!result.ok) throw new Error(result.issues[0].message);
  return { good: result, scenario: parse(result.files['scenario.yaml']) as Scenario };
}

const V2 = `--------------------- MoorDyn Input File ------------------------------------
Two lines to a barge
----------------------- LINE TYPES ------------------------------------------
TypeName   Diam    Mass/m     EA         BA/-zeta    EI         Cd     Ca     CdAx    CaAx
(name)     (m)     (kg/m)     (N)        (N-s/-)     (N-m^2)    (-)    (-)    (-)     (-)
chain      0.15    150        2.0e8      -0.5        0          1.3    1.0    0.2     0.1
wire       0.08    30         1.5e8      3.0e5       0          1.1    0.9    0.1     0.0
---------------------- POINT PROPERTIES --------------------------------
ID    Type      X       Y       Z       Mass   Volume  CdA    Ca
(#)   (-)       (m)     (m)     (m)     (kg)   (m^3)   (m^2)  (-)
1     Fixed     300     0       -80     0      0       0      0
2     Free      150     0       -40     0      0       0      0
3     Vessel    5       0       -2      0      0       0      0
4     Fixed     -300    0       -80     0      0       0      0
5     Free      -120    0       -30     500    1.2     0.8    0.5
6     Vessel    -5      0       -2      0      0       0      0
---------------------- LINES ----------------------------------------
ID   LineType   AttachA  AttachB  UnstrLen  NumSegs  LineOutputs
(#)   (name)     (#)      (#)       (m)       (-)     (-)
1     chain      1        2         165       11      p
2     wire       3        2         160       16      -
3     chain      4        5         200       10      -
4     wire       5        6         125       10      -
---------------------- OPTIONS -----------------------------------------
0.001   dtM       time step
2.0e5   kBot      bottom stiffness
1.0e4   cBot      bottom damping
1000.0  WtrDnsty  density
80      WtrDpth   depth
0.4     FrictionCoefficient
60      TmaxIC    relaxation
0.5     dtOut     output
7       Flavour   no such thing
---------------------- OUTPUTS -----------------------------------------
FairTen1 AnchTen3 L4N3PX Con5Fx
------------------------- need this line --------------------------------------
`;

describe('MoorDyn decks', () => {
  const { good, scenario } = imported(V2);

  test('line types become ropes; -zeta is a part of the critical damping of a segment, BA divided by EA a time', () => {
    const chain = scenario.ropes.chain;
    expect(chain).toMatchObject({ mass: '150 kg/m', stiffness: '200000000 N', diameter: '0.15 m' });
    expect(chain.drag).toEqual({ normal: 1.3, tangential: 0.2 });
    expect(chain['added mass']).toEqual({ normal: 1, tangential: 0.1 });
    // zeta l sqrt(EA m) / EA, segments of 15 m
    expect(Number.parseFloat(String(chain['axial damping']))).toBeCloseTo((0.5 * 15 * Math.sqrt(2e8 * 150)) / 2e8, 9);
    expect(scenario.ropes.wire['axial damping']).toBe(`${3e5 / 1.5e8} s`);
    // line 3 has segments of 20 m: another time, another rope
    expect(Number.parseFloat(String(scenario.ropes['chain 3']['axial damping']))).toBeCloseTo(
      (0.5 * 20 * Math.sqrt(2e8 * 150)) / 2e8,
      9,
    );
  });

  test('lines that meet at a free point without mass are sections of one cable, turned round where need be', () => {
    expect(scenario.cables['line1-2']).toEqual({
      sections: [
        { rope: 'chain', length: '165 m', elements: 11 },
        { rope: 'wire', length: '160 m', elements: 16 },
      ],
      from: { body: 'world', point: ['300 m', 0, '-80 m'] },
      to: { body: 'vessel', point: ['5 m', 0, '-2 m'] },
    });
    expect(Object.keys(scenario.cables)).toEqual(['line1-2', 'line3', 'line4']);
  });

  test('a free point with mass is a body with its buoyancy, drag and added mass', () => {
    const point = scenario.bodies.point5 as Record<string, unknown>;
    expect(point).toMatchObject({ mass: '500 kg', position: ['-120 m', 0, '-30 m'] });
    const hydro = point.hydro as { damping: { quadratic: number[] }; 'added mass': { diagonal: number[] } };
    expect(hydro.damping.quadratic[0]).toBeCloseTo(0.5 * 1000 * 0.8, 9);
    expect(hydro['added mass'].diagonal[2]).toBeCloseTo(1000 * 1.2 * 0.5, 9);
    const [force] = Object.values(scenario.forces) as { force: unknown[] }[];
    expect(Number.parseFloat(String(force.force[2]))).toBeCloseTo(1000 * 9.80665 * 1.2, 6);
    expect(scenario.cables.line3.to).toEqual({ body: 'point5' });
  });

  test('what is coupled goes with one body, led from outside or on a motion with its own table', () => {
    expect(scenario.bodies.vessel).toEqual({ position: [0, 0, 0], motion: 'outside' });
    const moved = imported(V2, { 'm.txt': '-2 0 0 0.1\n-1 0.5 0 0.2\n0 1 0 0.3\n' }, 'm.txt');
    expect(moved.scenario.bodies.vessel.motion).toEqual({
      x: { table: 'motion.csv', time: 'time', column: 'x' },
      z: { table: 'motion.csv', time: 'time', column: 'z' },
    });
    expect(moved.good.files['motion.csv']).toBe('time [s],x [m],z [m]\n0,0,0.1\n1,0.5,0.2\n2,1,0.3\n');
  });

  test('the bed holds surfaces of cables, so it lies half a diameter lower; friction gives as the other bed does', () => {
    const bed = scenario.environment.seabed as Record<string, unknown>;
    expect(bed.height).toBe('-80.075 m');
    expect(bed).toMatchObject({ stiffness: 200000, friction: 0.4 });
    const rest = (9.80665 * (150 - (Math.PI / 4) * 0.15 ** 2 * 1000)) / (2e5 * 0.15);
    expect(Number.parseFloat(String(bed.give))).toBeCloseTo(0.4 * rest, 4);
    expect(Number.parseFloat(String(bed.damping))).toBeCloseTo(1e4 / (2e5 * rest), 3);
  });

  test('every key is told as taken, approximated or lost, with its line; output names are aliases', () => {
    const of = (key: RegExp) => good.notes.find((note) => key.test(note.key));
    expect(of(/^kBot/)).toMatchObject({ line: 26, verdict: 'taken', file: 'deck.txt' });
    expect(of(/^cBot/)).toMatchObject({ line: 27, verdict: 'approximated' });
    expect(of(/^dtM/)).toMatchObject({ line: 25, verdict: 'approximated' });
    expect(of(/^Flavour/)).toMatchObject({ line: 33, verdict: 'lost' });
    const aliases = (scenario.output as unknown as { aliases: Record<string, string> }).aliases;
    expect(aliases).toEqual({
      FairTen1: 'cable.line1-2.element-10.tension',
      AnchTen3: 'cable.line3.start.tension',
      L4N3PX: 'cable.line4.node-3.position.x',
    });
    expect(of(/Con5Fx/)).toMatchObject({ line: 35, verdict: 'lost' });
    expect(good.files['import.md']).toMatch(/\| deck\.txt:33 \| Flavour 7 \| this option is not known \|/);
    expect(good.names.get('Line2')).toBe('cable line1-2, elements 11 to 26');
    expect(scenario.output.rate).toBe('2 Hz');
    expect(scenario.solver['start from equilibrium']).toBe(true);
  });

  test('columns are known by their header: other names, other order, counts of MoorDyn 1', () => {
    const v1 = `title of the deck
---------------------- LINE TYPES ------------------
1  NTypes - number of line types
LineType  Diam  MassDenInAir  EA  BA/-zeta  Can  Cat  Cdn  Cdt
(-)  (m)  (kg/m)  (N)  (Pa-s/-)  (-) (-) (-) (-)
rope  0.1  12  5E6  -0.8  0.9  0.05  1.6  0.07
------------- CONNECTION PROPERTIES ----------------
2 NConnects - number
Node Type X Y Z M V FX FY FZ CdA CA
(-) (-) (m) (m) (m) (kg) (m^3) (kN) (kN) (kN) (m^2) (-)
1 Fix 100 0 -50 0 0 0 0 0 0 0
2 Vessel 0 0 0 0 0 0 0 0 0 0
------------- LINE PROPERTIES -----------------------
1 NLines - number
Line LineType UnstrLen NumSegs NodeAnch NodeFair Flags
(-) (-) (m) (-) (-) (-) (-)
1 rope 115 20 1 2 -
---------- SOLVER OPTIONS ---------------------------
50 WtrDpth - depth
--------- need this line ----------------------------
`;
    const { scenario: old } = imported(v1);
    expect(old.ropes.rope).toMatchObject({
      drag: { normal: 1.6, tangential: 0.07 },
      'added mass': { normal: 0.9, tangential: 0.05 },
    });
    expect(old.cables.line1).toMatchObject({
      length: '115 m',
      elements: 20,
      from: { body: 'world' },
      to: { body: 'vessel' },
    });
  });

  test('rods, bodies, pins and clamps', () => {
    const deck = `-- bodies
----------------------- LINE TYPES -----------------
TypeName Diam Mass/m EA BA/-zeta EI Cd Ca CdAx CaAx
beam 0.1 60 1e8 -1 2e5 1 1 0 0
---------------------- ROD TYPES -------------------
TypeName Diam Mass/m Cd Ca CdEnd CaEnd
tube 0.5 100 0.6 1.0 1.2 1.0
---------------------- BODIES ----------------------
ID Attachment X0 Y0 Z0 r0 p0 y0 Mass CG* I* Volume CdA* Ca
1 free 0 0 -3 0 0 30 1000 0 400 0 0 0
---------------------- RODS ------------------------
ID RodType Attachment Xa Ya Za Xb Yb Zb NumSegs RodOutputs
1 tube Body1 0 0 0 0 0 4 4 -
2 tube Pinned 20 0 -5 24 0 -5 4 -
3 tube Body1Pinned 1 0 0 1 0 -3 3 -
---------------------- POINTS ----------------------
ID Type X Y Z Mass Volume CdA Ca
1 Fixed -20 0 -10 0 0 0 0
2 Body1 0 0 -1 50 0 0 0
---------------------- LINES -----------------------
ID LineType AttachA AttachB UnstrLen NumSegs LineOutputs
1 beam 1 2 22 11 -
2 beam R2B R1B 26 13 -
---------------------- OPTIONS ---------------------
10 WtrDpth
0 TmaxIC
--------- need this line ---------------------------
`;
    const outputs =
      '---------------------- OUTPUTS ---------------------\nRod2PZ ROD3VX Rod1PX Rod2RX\n--------- need this line';
    const { scenario: made } = imported(deck.replace('--------- need this line', outputs));
    expect(made.output.aliases).toEqual({ Rod2PZ: 'rod2.position.z', ROD3VX: 'rod3.velocity.x' }); // rod 1 is part of a body
    const body = made.bodies.body1 as { mass: string; centre: string[]; hydro: { members: { from: unknown[] }[] } };
    expect(body.mass).toBe('1450 kg'); // 1000 + 400 of the rod + 50 of the point
    expect(Number.parseFloat(body.centre[2])).toBeCloseTo((400 * 2 - 50) / 1450, 9);
    expect(body.hydro.members.length).toBe(1);
    expect(made.joints['pin of rod2']).toEqual({ type: 'point', between: ['world', 'rod2'], at: ['20 m', 0, '-5 m'] });
    expect(made.joints['pin of rod3']).toEqual({ type: 'point', between: ['body1', 'rod3'], at: ['1 m', 0, '-3 m'] });
    expect(made.cables.line2.from).toEqual({ body: 'rod2', point: ['4 m', 0, 0], clamp: [4, 0, 0] });
    expect(made.cables.line2.to).toEqual({ body: 'body1', point: [0, 0, '4 m'], clamp: [0, 0, -4] });
  });

  test('a driver of OpenFAST brings gravity, water, times and the deck', () => {
    const driver = `driver
9.7   Gravity - g
1010  rhoW - density
90    WtrDpth - depth
"d.dat" MDInputFile - deck
12  TMax - end
0.01 dtC - step
0 InputsMode - none
--- Initial Positions ---
ref_X ref_Y surge_init sway_init heave_init roll_init pitch_init yaw_init
0 0 1.5 0 0 0 0 0.1
END
`;
    const deck = V2.replace(/^1000\.0.*$/m, '').replace(/^80 .*$/m, '');
    const result = importModel('driver.inp', files({ 'driver.inp': driver, 'd.dat': deck }));
    if (!result.ok) throw new Error(result.issues[0].message);
    const made = parse(result.files['scenario.yaml']) as Scenario;
    expect(made.environment).toMatchObject({ gravity: '9.7 m/s^2', water: { density: '1010 kg/m^3' } });
    expect(made.run.duration).toBe('12 s');
    expect(made.bodies.vessel.position).toEqual(['1.5 m', 0, 0]);
    expect(made.cables.line4.to).toEqual({ body: 'vessel', point: ['-6.5 m', 0, '-2 m'] });
  });

  test('SeaState of OpenFAST: waves and currents as its input and WaterKin say', () => {
    const driver = (deck: string): string => `driver
9.81   Gravity - g
1025  rhoW - density
80    WtrDpth - depth
"${deck}" MDInputFile - deck
12  TMax - end
0 InputsMode - none
"sea.dat"  SeaStateFile - sea
`;
    const kin = (waves: number, current: number): string => `WaterKin
--- WAVES ---
${waves}   WaveKinMod  - type
"eta.txt"  WaveKinFile - elevation
30   WaveDir - heading
2   - X wave input type
-800, 10, 101  - X wave grid point data
--- CURRENT ---
${current}  CurrentMod - type
z-depth x-current y-current
0    1.5   0.5
-80  0.2   0
--------
`;
    const sea = (mode: string): string => `SeaState
1025 WtrDens - density
80 WtrDpth - depth
${mode} WaveMod - {0: none, 1: regular}
3 WaveStMod - stretching
4.0 WaveHs - height
8.5 WaveTp - period
"DEFAULT" WavePkShp - peak
-45 WaveDir - heading
1 CurrMod - current {0: none}
2 CurrSSV0 - below
90 CurrSSDir - heading
20 CurrNSRef - depth
1.0 CurrNSV0 - near the surface
0 CurrNSDir - heading
0.5 CurrDIV - even
180 CurrDIDir - heading
`;
    const deck = V2.replace('7       Flavour', '"kin.dat" WaterKin');
    const environment = (files_: Readonly<Record<string, string>>): Record<string, unknown> => {
      const result = importModel('md.inp', files({ 'md.inp': driver('d.dat'), 'd.dat': deck, ...files_ }));
      if (!result.ok) throw new Error(result.issues[0].message);
      return (parse(result.files['scenario.yaml']) as Scenario).environment;
    };
    const hybrid = environment({ 'kin.dat': kin(2, 2), 'sea.dat': sea('1P30') });
    const regular = { height: '4 m', period: '8.5 s', direction: '-45 deg', phase: '-30 deg' };
    expect(hybrid.sea).toEqual({ waves: [{ regular }], stretching: 'wheeler' });
    const { profile } = hybrid.water as { profile: { depth: string; velocity: (string | number)[] }[] };
    const at = (depth: number): number[] =>
      (profile.find((row) => Number.parseFloat(row.depth) === depth)?.velocity ?? []).map((v) =>
        Number.parseFloat(`${v}`),
      );
    for (const [found, wanted] of [
      [at(0), [0.5, 2, 0]], // 1 near the surface less 0.5 of the even one along x
      [at(20), [-0.5, 2 * 0.75 ** (1 / 7), 0]],
      [at(80), [-0.5, 0, 0]],
    ])
      for (let c = 0; c < 3; c++) expect(found[c]).toBeCloseTo(wanted[c], 9);
    expect(environment({ 'kin.dat': kin(2, 0), 'sea.dat': sea('2') }).sea).toEqual({
      waves: [{ jonswap: { height: '4 m', period: '8.5 s', direction: '-45 deg' } }],
      stretching: 'wheeler',
    });
    const steady = environment({ 'kin.dat': kin(0, 1) });
    expect(steady.sea).toBeUndefined();
    expect((steady.water as { profile: unknown }).profile).toEqual([
      { depth: 0, velocity: ['1.5 m/s', '0.5 m/s', 0] },
      { depth: '80 m', velocity: ['0.2 m/s', 0, 0] },
    ]);
    const rows = Array.from({ length: 32 }, (_, i) => `${0.5 * i}\t${Math.cos((2 * Math.PI * 2 * i) / 32)}`).join(
      '\r\n',
    );
    const record = environment({ 'kin.dat': kin(1, 0), 'eta.txt': rows }).sea as {
      waves: { regular: { direction: string } }[];
    };
    expect(record.waves.length).toBe(1);
    expect(Number.parseFloat(record.waves[0].regular.direction)).toBeCloseTo(Math.PI / 6, 9);
    const alone = importModel('d.dat', files({ 'd.dat': deck, 'kin.dat': kin(2, 2) }));
    expect(alone.ok && alone.notes.some(({ text }) => text.startsWith('the driver names the input of SeaState'))).toBe(
      true,
    );
    const missing = importModel('md.inp', files({ 'md.inp': driver('d.dat'), 'd.dat': deck, 'kin.dat': kin(2, 0) }));
    expect(missing.ok ? '' : missing.issues[0].message).toMatch(
      /expected the input of SeaState that the driver names, found sea\.dat/,
    );
  });

  test('waves: components with phases as they stand; a record as its Fourier sum, which gives it back', () => {
    const spectrum = imported(V2.replace('7       Flavour', '7       WaveKin'), {
      'wave_frequencies.txt': '0 0 0\n0.5 0 1.2\n0.8 0.3 0 1.57\n',
    });
    const waves = (spectrum.scenario.environment.sea as { waves: { regular: Record<string, unknown> }[] }).waves;
    expect(waves.map(({ regular }) => regular.height)).toEqual(['2.4 m', '0.6 m']);
    expect(Number.parseFloat(String(waves[0].regular.phase))).toBeCloseTo(-Math.PI / 2, 12);
    expect(waves[1].regular.direction).toBe('1.57 rad');
    const n = 64;
    const eta = (t: number): number =>
      0.8 * Math.cos(2 * Math.PI * (3 / 32) * t - 0.7) + 0.2 * Math.sin(2 * Math.PI * (5 / 32) * t);
    const rows = Array.from({ length: n }, (_, i) => `${i * 0.5} ${eta(i * 0.5)}`).join('\n');
    const record = imported(V2.replace('7       Flavour', '3       WaveKin'), { 'wave_elevation.txt': rows });
    const found = (record.scenario.environment.sea as { waves: { regular: Record<string, string> }[] }).waves;
    for (const t of [0, 1.3, 7.7]) {
      const sum = found.reduce(
        (total, { regular: { height, period, phase } }) =>
          total +
          0.5 *
            Number.parseFloat(height) *
            Math.cos((-2 * Math.PI * t) / Number.parseFloat(period) + Number.parseFloat(phase ?? '0')),
        0,
      );
      expect(sum).toBeCloseTo(eta(t), 6);
    }
  });

  test('a sea floor on a grid: its heights are a table, half a diameter lower like a flat bed', () => {
    const grid = '2 3\n-10 20\n0 5 10\n-10 0 -40\n-10 5 -41\n-10 10 -42\n20 0 -38\n20 5 -39\n20 10 -40.5\n';
    const { scenario, good } = imported(V2.replace('80      WtrDpth   depth', 'floor.txt  SeafloorFile'), {
      'floor.txt': grid,
    });
    const { seabed } = scenario.environment as { seabed: Record<string, unknown> };
    expect(seabed.table).toBe('seabed.csv');
    const level = imported(V2).scenario.environment as { seabed: { height: string } };
    expect(Number.parseFloat(String(seabed.height))).toBeCloseTo(Number.parseFloat(level.seabed.height) + 80, 12);
    expect(good.files['seabed.csv']).toBe(
      'x [m],y [m],z [m]\n-10,0,-40\n-10,5,-41\n-10,10,-42\n20,0,-38\n20,5,-39\n20,10,-40.5\n',
    );
  });

  test('a current by depth, from the surface down', () => {
    const { scenario: made } = imported(V2.replace('7       Flavour', '1       Currents'), {
      'current_profile.txt': 'head\nz ux uy uz\n-80 0 0 0\n-10 1.5 0.5 0\n0 2 0 0\n5 2 0 0\n',
    });
    expect((made.environment.water as unknown as { profile: unknown[] }).profile).toEqual([
      { depth: 0, velocity: ['2 m/s', 0, 0] },
      { depth: '10 m', velocity: ['1.5 m/s', '0.5 m/s', 0] },
      { depth: '80 m', velocity: [0, 0, 0] },
    ]);
  });

  test('a table of tension by strain is taken row by row; what is wrong in it is said with its line', () => {
    const deck = V2.replace('1.5e8 ', 'poly.dat');
    const head = 'Strain Tension\n(-) (N)\n';
    const { good, scenario: made } = imported(deck, { 'poly.dat': `${head}-0.1 0\n0.0 0\n0.01 4.0e5\n0.03 2e6\n` });
    const { wire } = made.ropes;
    expect(wire['tension table']).toEqual([
      [0, 0],
      [0.01, '400000 N'],
      [0.03, '2000000 N'],
    ]);
    expect(wire.stiffness).toBeUndefined();
    expect(wire['axial damping']).toBe(`${3e5 / 4e7} s`); // BA over EA of the first rows
    expect(good.files['import.md']).toMatch(/below strain 0 a rope goes slack/);
    expect(good.files['import.md']).toMatch(/3 rows of strain and tension/);
    const fault = (rows: string): string => {
      const result = importModel('deck.txt', files({ 'deck.txt': deck, 'poly.dat': head + rows }));
      return result.ok ? 'taken' : result.issues[0].message;
    };
    expect(fault('0 0\n0.01 5\n0.02 5\n')).toBe(
      'poly.dat:5: expected strain above 0.01 and tension above 5 N, those of the row before, found 0.02 and 5 N',
    );
    expect(fault('0 7\n0.01 8\n')).toBe('poly.dat:3: expected tension 0 at strain 0, found 7 N');
    expect(fault('0 0\n0.01\n')).toBe('poly.dat:4: expected a row with strain and tension [N], found "0.01"');
    expect(fault('0 0\n')).toBe('poly.dat: expected at least 2 rows of strain and tension, found 1');
  });

  test('faults are told with file and line, what was expected and what was found', () => {
    const fault = (text: string): string => {
      const result = importModel('deck.txt', files({ 'deck.txt': text }));
      return result.ok ? 'taken' : result.issues[0].message;
    };
    expect(fault(V2.replace('2.0e8 ', 'stiff '))).toBe(
      'deck.txt:6: expected a stiffness EA > 0 [N], or a table of tension by strain beside the deck, found "stiff": no such file',
    );
    expect(fault(V2.replace('1     chain      1        2 ', '1     chain      1        9 '))).toBe(
      'deck.txt:20: expected one of the points 1, 2, 3, 4, 5, 6, found point 9',
    );
    expect(fault(V2.replace('3     Vessel', '3     Vesel '))).toMatch(
      /^deck\.txt:13: expected an attachment of a point: .*, found "Vesel"$/,
    );
    expect(fault(V2.replace('165       11', '165       0'))).toBe(
      'deck.txt:20: expected a number of segments from 1 to 5000, found 0',
    );
    expect(fault('some text')).toMatch(/^deck\.txt: expected .*, found something else$/);
    expect(fault('a\0b')).toMatch(/binary/);
  });

  test('2000 decks with characters, words and lines spoilt: taken or refused, never a crash', () => {
    let seed = 7;
    const draw = (n: number): number => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * n);
    };
    const words = [
      '',
      '-',
      '0',
      '-1',
      '1e999',
      'NaN',
      'Free',
      'R1A',
      'Body7',
      '|',
      '--------- LINES',
      '(',
      '"',
      '99999999',
      '\t',
    ];
    const counts = { taken: 0, refused: 0 };
    for (let k = 0; k < 2000; k++) {
      const lines = V2.split('\n');
      for (let m = 0; m <= draw(4); m++) {
        const i = draw(lines.length);
        const cells = lines[i].split(' ');
        const what = draw(4);
        if (what === 0) lines.splice(i, 1);
        else if (what === 1) lines.splice(i, 0, lines[draw(lines.length)]);
        else {
          cells[draw(cells.length)] = words[draw(words.length)];
          lines[i] = cells.join(' ');
        }
      }
      const result = importModel('deck.txt', files({ 'deck.txt': lines.join('\n') }));
      counts[result.ok ? 'taken' : 'refused']++;
      if (!result.ok) expect(result.issues[0].message).toMatch(/expected .*found/s);
    }
    expect(counts.taken).toBeGreaterThan(200);
    expect(counts.refused).toBeGreaterThan(200);
  });
});

test('comments of every kind, exponents of Fortran and numbers given twice', () => {
  const plain = imported(V2).good.files['scenario.yaml'];
  const odd = V2.replace('2.0e8 ', '2.0D+08')
    .replace('1     Fixed', '! of the site\n% and\n# more\n1     Fixed')
    .replace('80      WtrDpth', '80      WtrDpth  ! [m]');
  expect(imported(odd).good.files['scenario.yaml']).toBe(plain);
  const twice = importModel('deck.txt', files({ 'deck.txt': V2.replace('4     Fixed', '1     Fixed') }));
  expect(twice.ok ? '' : twice.issues[0].message).toMatch(
    /deck\.txt:14: expected a new number, found 1 again, as in line 11/,
  );
});

test('lines that are not brought to rest begin each between its own points; too long a one is straight', () => {
  const deck = V2.replace('60      TmaxIC', '0       TmaxIC').replace(
    '1     chain      1        2         165',
    '1     chain      1        2         190',
  ); // 155.2 m between its points, 150 m along and 40 m up
  const { scenario } = imported(deck);
  const sections = scenario.cables['line1-2'].sections as { shape: string[][] }[];
  expect(sections[0].shape).toEqual([
    ['300 m', 0, '-80 m'],
    ['150 m', 0, '-40 m'],
  ]);
  expect(sections[1].shape.length).toBeGreaterThan(20);
  expect(sections[1].shape[0]).toEqual(['150 m', 0, '-40 m']);
  expect(imported(V2).scenario.cables['line1-2'].sections).toMatchObject([{ rope: 'chain' }, { rope: 'wire' }]);
});

test('rods are closed and cut into ten at least, also where their ends have no coefficients', () => {
  const { scenario } = imported(`-- a rod
----------------------- LINE TYPES -----------------
TypeName Diam Mass/m EA BA/-zeta EI Cd Ca CdAx CaAx
wire 0.1 60 1e8 -1 0 1 1 0 0
---------------------- ROD TYPES -------------------
TypeName Diam Mass/m Cd Ca CdEnd CaEnd
tube 4 2000 0 0 0 0
---------------------- RODS ------------------------
ID RodType Attachment Xa Ya Za Xb Yb Zb NumSegs RodOutputs
1 tube Pinned 0 0 -5 0 0 5 2 -
---------------------- OPTIONS ---------------------
50 WtrDpth
--------- need this line ---------------------------
`);
  const [member] = (scenario.bodies.rod1.hydro as { members: unknown[] }).members;
  expect(member).toMatchObject({ segments: 10, ends: { drag: 0, 'added mass': 0 } });
});

test('start shapes: a catenary has the length of its line and ends where it should, hanging, floating and on the bed', () => {
  const size = (points: readonly (readonly number[])[]): number =>
    points
      .slice(1)
      .reduce((sum, p, i) => sum + Math.hypot(p[0] - points[i][0], p[1] - points[i][1], p[2] - points[i][2]), 0);
  for (const [a, b, length, weight, bed] of [
    [[0, 0, -10], [60, 80, -30], 130, 50, undefined],
    [[0, 0, -50], [30, 0, -20], 70, -40, undefined],
    [[300, 0, -80], [0, 0, -2], 330, 800, -80],
    [[0, 0, 0], [0, 0, -10], 30, 5, undefined],
  ] as const) {
    const points = catenary(a, b, length, weight, bed);
    expect(size(points) / length).toBeCloseTo(1, 3);
    expect(points[0]).toEqual(a);
    for (let i = 0; i < 3; i++) expect(points[points.length - 1][i]).toBeCloseTo(b[i], 9);
    const extreme = weight > 0 ? Math.min(...points.map((p) => p[2])) : Math.max(...points.map((p) => p[2]));
    if (weight > 0) expect(extreme).toBeLessThanOrEqual(Math.min(a[2], b[2]));
    else expect(extreme).toBeGreaterThanOrEqual(Math.max(a[2], b[2]));
  }
});
