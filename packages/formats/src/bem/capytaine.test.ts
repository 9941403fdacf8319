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
  const radiation = rows(result.value.radiation);
  expect(radiation).toHaveLength(8);
  expect(radiation[0]).toEqual([4 * Math.PI, 3, 3, 1000, 20]); // B/(rho w) = 1e4/(1000 * 0.5)
  expect(radiation[1].slice(1, 4)).toEqual([5, 3, 0.002]); // moment of pitch by heave
  const excitation = rows(result.value.excitation);
  expect(excitation[2].slice(0, 3)).toEqual([4 * Math.PI, 180, 3]);
  expect(excitation[2].slice(5)).toEqual([2, -0.6]);
});

test('capytaine: what it cannot be is told', async () => {
  const other = await readCapytaine(new Uint8Array([1, 2, 3]));
  expect(other.ok).toBe(false);
  const names = await readCapytaine(await sample(['Heave', 'Bending']));
  expect(names.ok ? '' : names.issues[0].message).toMatch(/Surge ... Yaw/);
});
