/** Ships that follow a record, or the waves through transfer functions, as scenario files have them. */
import { readMesh, readTable } from '@hawser/formats';
import { Simulation } from '@hawser/engine';
import { describe, expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';

function compile(
  text: string,
  files: Readonly<Record<string, string>>,
): { simulation?: Simulation; messages: string[] } {
  const readers = { mesh: readMesh, table: readTable };
  const loader = memoryLoader({ 'a.yaml': `hawser: 1\n${text}`, ...files });
  const result = compileScenario({ file: 'a.yaml', loader, readers, set: [] });
  if (!result.ok) return { messages: result.issues.map(formatIssue) };
  return { simulation: new Simulation(result.compiled.spec), messages: [] };
}

function read(simulation: Simulation | undefined, name: string): number[] {
  const out = new Float64Array(4);
  simulation?.probes.find((each) => each.name === name)?.read(out, 0);
  return [...out];
}

const sea = 'environment: { sea: { waves: [{ regular: { height: 2 m, period: 10 s, direction: 150 deg } }] } }';

/** A cork: heave with the surface, pitch and roll with its slope. lag: what its phases are called. */
function raoTable(sign = 1, drop: (line: string) => boolean = () => false): string {
  const rows = [
    'frequency [rad/s],heading [deg],heave amplitude,heave phase [deg],pitch amplitude [deg/m],pitch phase [deg],roll amplitude [deg/m],roll phase [deg]',
  ];
  for (const heading of [0, 45, 90, 135, 180]) {
    for (const w of [0.2, 0.4, 0.6, 0.8, 1.2]) {
      const k = ((w * w) / 9.81) * (180 / Math.PI);
      const mu = (heading * Math.PI) / 180;
      rows.push([w, heading, 1, 0, k * Math.cos(mu), -90 * sign, k * Math.sin(mu), 90 * sign].join(','));
    }
  }
  return rows.filter((row) => !drop(row)).join('\n');
}

const ship = (rao: string): string => `${sea}
bodies: { ship: { position: [5 m, 0, 2 m], rotation: { yaw: 30 deg }, motion: { rao: { table: rao.csv, heading: 30 deg${rao} } } } }
run: { duration: 2 s }`;

describe('transfer functions', () => {
  test('a ship at 3 m/s heaves with the wave where it is, and keeps its course', () => {
    const { simulation, messages } = compile(ship(', speed: 3 m/s'), { 'rao.csv': raoTable() });
    expect(messages).toEqual([]);
    while (simulation && simulation.time < 2) simulation.step(2);
    const [x, y, z] = read(simulation, 'ship.position');
    const k = ((2 * Math.PI) / 10) ** 2 / 9.81;
    const s = x * Math.cos((150 * Math.PI) / 180) + y * Math.sin((150 * Math.PI) / 180);
    expect(z).toBeCloseTo(2 + Math.cos(k * s - (2 * Math.PI * 2) / 10), 2); // surge is not in the table
    expect(x).toBeCloseTo(5 + 6 * Math.cos(Math.PI / 6), 9);
    expect(read(simulation, 'ship.angles')[2]).toBeCloseTo(Math.PI / 6, 9);
  });

  test('phases that are leads are told from long waves, and taken when said', () => {
    const { messages } = compile(ship(''), { 'rao.csv': raoTable(-1) });
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(/lets long waves carry the ship.*180 deg off.*write "phases: lead"/);
    expect(compile(ship(', phases: lead'), { 'rao.csv': raoTable(-1) }).messages).toEqual([]);
    expect(compile(ship(', check: false'), { 'rao.csv': raoTable(-1) }).messages).toEqual([]);
  });

  test('holes are told with where they are', () => {
    const holed = raoTable(1, (row) => row.startsWith('0.6,90'));
    expect(compile(ship(''), { 'rao.csv': holed }).messages[0]).toMatch(
      /same frequencies.*no row for 0.6 rad.s at 90 deg/,
    );
    const nan = raoTable().replace(/^0\.8,135,1/m, '0.8,135,nan');
    expect(compile(ship(''), { 'rao.csv': nan }).messages[0]).toMatch(/rao.csv/);
  });

  test('without waves there is nothing to move with', () => {
    const { messages } = compile(ship('').replace(sea, ''), { 'rao.csv': raoTable() });
    expect(messages[0]).toMatch(/waves to move with, found none/);
  });
});

describe('a recorded motion', () => {
  const rows = (drop: (i: number) => boolean = () => false): string =>
    ['time [s],z [m],roll [deg]']
      .concat(
        Array.from({ length: 401 }, (_, i) => i)
          .filter((i) => !drop(i))
          .map(
            (i) =>
              `${(0.05 * i).toFixed(2)},${Math.sin(0.0314159 * i).toFixed(3)},${(3 * Math.cos(0.04 * i)).toFixed(3)}`,
          ),
      )
      .join('\n');
  const text = 'bodies: { ship: { motion: { series: { table: m.csv } } } }\nrun: { duration: 5 s }';

  test('rounded to a millimetre moves the ship smoothly', () => {
    const { simulation, messages } = compile(text, { 'm.csv': rows() });
    expect(messages).toEqual([]);
    while (simulation && simulation.time < 5) simulation.step(5);
    const w = 0.0314159 / 0.05;
    expect(read(simulation, 'ship.position')[2]).toBeCloseTo(Math.sin(w * 5), 3);
    expect(Math.abs(read(simulation, 'ship.acceleration')[2] + w * w * Math.sin(w * 5))).toBeLessThan(5e-3);
    expect(read(simulation, 'ship.angles')[0]).toBeCloseTo(((3 * Math.PI) / 180) * Math.cos(4), 4);
  });

  test('gaps, times that go back, and a table without motions are told', () => {
    expect(compile(text, { 'm.csv': rows((i) => i > 100 && i < 120) }).messages).toEqual([
      expect.stringMatching(/even times, about 0.05 s apart, found a gap from 5 s to 6 s after data row 101/),
    ]);
    const back = rows().replace('\n5.00,', '\n4.90,');
    expect(compile(text, { 'm.csv': back }).messages[0]).toMatch(/times that increase.*4.9 s after 4.95 s/);
    // far back: what follows is no gap
    const far = rows().replace('\n5.00,', '\n1.00,');
    expect(compile(text, { 'm.csv': far }).messages[0]).toMatch(/times that increase.*1 s after 4.95 s/);
    expect(compile(text, { 'm.csv': 'time,a\n0,1\n1,2\n' }).messages[0]).toMatch(
      /columns named x, y, z, roll, pitch, yaw/,
    );
  });
});
