import { File, ready } from 'h5wasm';
import { expect, test } from 'vitest';
import { readCapytaine } from './capytaine.ts';

/** A file as Capytaine's export lays it out: two frequencies, two directions, heave and pitch. */
async function sample(names: readonly string[] = ['Heave', 'Pitch']): Promise<Uint8Array> {
  const { FS } = await ready;
  const file = new File('sample.nc', 'w');
  const put = (name: string, data: number[], shape: number[]): void => {
    file.create_dataset({ name, data: Float64Array.from(data), shape });
  };
  put('omega', [0.5, 1], [2]);
  put('wave_direction', [0, Math.PI], [2]);
  file.create_dataset({ name: 'radiating_dof', data: [...names] });
  file.create_dataset({ name: 'influenced_dof', data: [...names] });
  put('rho', [1000], [1]);
  put('water_depth', [50], [1]);
  put('g', [10], [1]);
  put('added_mass', [1e6, 2, 3, 4, 2e6, 6, 7, 8], [2, 2, 2]);
  put('radiation_damping', [1e4, 0, 0, 0, 2e4, 0, 0, 0], [2, 2, 2]);
  const re = [10000, 0, 20000, 0, 30000, 0, 40000, 0];
  const im = [5000, 0, 6000, 0, 7000, 0, 8000, 0];
  put('diffraction_force', [...re, ...im], [2, 2, 2, 2]);
  put(
    'Froude_Krylov_force',
    [...re, ...im].map(() => 0),
    [2, 2, 2, 2],
  );
  file.close();
  const bytes = FS.readFile('sample.nc') as Uint8Array;
  FS.unlink('sample.nc');
  return bytes;
}

test('capytaine: coefficients become the lines of WAMIT, dimensionless, forces conjugate', async () => {
  const result = await readCapytaine(await sample());
  if (!result.ok) throw new Error(result.issues[0].message);
  const rows = (text: string | undefined): number[][] =>
    (text ?? '')
      .trim()
      .split('\n')
      .map((line) => line.split(' ').map(Number));
  const [files] = result.value.values();
  expect(files.depth).toBe(50);
  const radiation = rows(files.radiation);
  expect(radiation).toHaveLength(8);
  expect(radiation[0]).toEqual([4 * Math.PI, 3, 3, 1000, 20]); // B/(rho w) = 1e4/(1000 * 0.5)
  expect(radiation[1].slice(1, 4)).toEqual([5, 3, 0.002]); // moment of pitch by heave
  const excitation = rows(files.excitation);
  expect(excitation[2].slice(0, 3)).toEqual([4 * Math.PI, 180, 3]);
  expect(excitation[2].slice(5)).toEqual([2, -0.6]);
});

test('capytaine: several bodies by the names before their motions, each with its own coefficients', async () => {
  const result = await readCapytaine(await sample(['ship__Heave', 'buoy__Heave']));
  if (!result.ok) throw new Error(result.issues[0].message);
  expect([...result.value.keys()]).toEqual(['ship', 'buoy']);
  const first = (text: string | undefined): number[] => (text ?? '').split('\n')[0].split(' ').map(Number);
  expect(first(result.value.get('ship')?.radiation)).toEqual([4 * Math.PI, 3, 3, 1000, 20]);
  expect(first(result.value.get('buoy')?.radiation).slice(1, 4)).toEqual([3, 3, 0.004]);
  expect(first(result.value.get('buoy')?.excitation).slice(2, 4)).toEqual([3, 0]);
});

/** A classic file (version 2) by the specification: every part written out by hand. */
function classic(): Uint8Array {
  const bytes: number[] = [0x43, 0x44, 0x46, 2];
  const word = (x: number): void => void bytes.push((x >>> 24) & 255, (x >>> 16) & 255, (x >>> 8) & 255, x & 255);
  const name = (text: string): void => {
    word(text.length);
    bytes.push(...new TextEncoder().encode(text));
    while (bytes.length % 4 !== 0) bytes.push(0);
  };
  const double = (x: number): number[] => [...new Uint8Array(new Float64Array([x]).buffer)].reverse();
  const dims: [string, number][] = [
    ['omega', 2],
    ['dof', 2],
    ['letters', 8],
  ];
  const texts = (list: readonly string[]): number[] =>
    list.flatMap((text) => [...new TextEncoder().encode(text.padEnd(8, '\0'))]);
  const variables: [string, number[], number, number[]][] = [
    ['omega', [0], 6, [0.5, 1].flatMap(double)],
    ['radiating_dof', [1, 2], 2, texts(['Heave', 'Pitch'])],
    ['influenced_dof', [1, 2], 2, texts(['Heave', 'Pitch'])],
    ['rho', [], 6, double(1000)],
    ['added_mass', [0, 1, 1], 6, [1e6, 2, 3, 4, 2e6, 6, 7, 8].flatMap(double)],
    ['radiation_damping', [0, 1, 1], 6, [1e4, 0, 0, 0, 2e4, 0, 0, 0].flatMap(double)],
  ];
  word(0); // no records
  word(10);
  word(dims.length);
  for (const [text, size] of dims) {
    name(text);
    word(size);
  }
  word(0);
  word(0); // no attributes
  word(11);
  word(variables.length);
  const head =
    bytes.length +
    variables.reduce(
      (sum, [text, ids]) => sum + 4 + 4 * Math.ceil(text.length / 4) + 4 + 4 * ids.length + 8 + 4 + 4 + 8,
      0,
    );
  let begin = head;
  for (const [text, ids, type, data] of variables) {
    name(text);
    word(ids.length);
    for (const id of ids) word(id);
    word(0);
    word(0);
    word(type);
    word(data.length);
    word(0);
    word(begin);
    begin += data.length;
  }
  for (const [, , , data] of variables) bytes.push(...data);
  return Uint8Array.from(bytes);
}

test('capytaine: a classic netCDF file; cut anywhere it is told, never a crash', async () => {
  const whole = classic();
  const result = await readCapytaine(whole);
  if (!result.ok) throw new Error(result.issues[0].message);
  const [files] = result.value.values();
  expect(files.radiation.split('\n')[0].split(' ').map(Number)).toEqual([4 * Math.PI, 3, 3, 1000, 20]);
  for (let cut = 4; cut < whole.length; cut += 3) expect((await readCapytaine(whole.subarray(0, cut))).ok).toBe(false);
  for (let k = 0; k < 2000; k++) {
    const torn = whole.slice();
    torn[4 + ((k * 7919) % (torn.length - 4))] = (k * 31) & 255;
    await readCapytaine(torn);
  }
});

test('capytaine: what it cannot be is told', async () => {
  const other = await readCapytaine(new Uint8Array([1, 2, 3]));
  expect(other.ok).toBe(false);
  const names = await readCapytaine(await sample(['Heave', 'Bending']));
  expect(names.ok ? '' : names.issues[0].message).toMatch(/Surge ... Yaw/);
});
