/**
 * Results of Capytaine (netCDF, classic or HDF5) as the text files of WAMIT that scenarios name. Arrays as its export writes them:
 *   added_mass, radiation_damping                  (omega, radiating_dof, influenced_dof)
 *   diffraction_force, Froude_Krylov_force         (complex, omega, wave_direction, influenced_dof), real part first
 * time factor e^(-iwt), angles in radians. WAMIT's files are dimensionless with L = 1 and have the conjugate of forces.
 */
import { type ReadResult, refused } from '../issue.ts';
import { isClassicNetcdf, NetcdfFault, readClassicNetcdf } from './netcdf3.ts';

export interface WamitFiles {
  /** PER I J A B */
  readonly radiation: string;
  /** PER BETA I MOD PHA RE IM; missing where the results have no incoming waves */
  readonly excitation?: string;
  /** [m] depth of water of the computation; infinite: deep; missing: not in the file */
  readonly depth?: number;
}

const MOTIONS = ['surge', 'sway', 'heave', 'roll', 'pitch', 'yaw'] as const;

const HDF5 = [0x89, 0x48, 0x44, 0x46];

let fileCount = 0;

/** Files for each body of the results, by its name; the name of a single body may be ''. */
export async function readCapytaine(bytes: Uint8Array): Promise<ReadResult<ReadonlyMap<string, WamitFiles>>> {
  if (isClassicNetcdf(bytes)) {
    try {
      const variables = readClassicNetcdf(bytes);
      return convert((name) => variables.get(name));
    } catch (error) {
      if (!(error instanceof NetcdfFault)) throw error;
      return refused('netcdf', `expected a netCDF file of Capytaine: ${error.message}`);
    }
  }
  // a netCDF-4 file is an HDF5 file, which begins with this
  if (!HDF5.every((byte, i) => bytes[i] === byte)) {
    return refused('netcdf', 'expected a netCDF file of Capytaine, found another format');
  }
  const { ready, File } = await import('h5wasm');
  const { FS } = await ready;
  const path = `capytaine-${fileCount++}.nc`;
  FS.writeFile(path, bytes);
  try {
    const file = new File(path, 'r');
    try {
      return convert((name) => arrayOf(file.get(name)));
    } finally {
      file.close();
    }
  } catch (error) {
    return refused('netcdf', `expected a netCDF file of Capytaine, found one that HDF5 cannot open (${String(error)})`);
  } finally {
    FS.unlink(path);
  }
}

interface Numbers {
  readonly shape: readonly number[];
  readonly values: readonly (number | string)[];
}

function arrayOf(entity: unknown): Numbers | undefined {
  const dataset = entity as { shape?: number[] | null; value?: unknown } | null;
  if (!dataset || dataset.shape === undefined) return undefined;
  const { value } = dataset;
  const values = ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : Array.isArray(value) ? value : [value];
  return { shape: dataset.shape ?? [], values: values.flat() as (number | string)[] };
}

function convert(get: (name: string) => Numbers | undefined): ReadResult<ReadonlyMap<string, WamitFiles>> {
  const omega = get('omega')?.values.map(Number);
  const A = get('added_mass');
  const B = get('radiation_damping');
  const radiating = motions(get('radiating_dof'));
  const influenced = motions(get('influenced_dof'));
  if (!omega || !A || !B || !radiating || !influenced) {
    return refused(
      'capytaine',
      'expected omega, added_mass, radiation_damping, radiating_dof and influenced_dof (Surge ... Yaw), found not all of them',
    );
  }
  const size = omega.length * radiating.length * influenced.length;
  if (A.values.length !== size || B.values.length !== size) {
    return refused(
      'capytaine',
      `expected ${size} coefficients, found ${A.values.length}; export one depth and one speed`,
    );
  }
  const rho = Number(get('rho')?.values[0] ?? 1000);
  const depth = Number(get('water_depth')?.values[0] ?? Number.NaN);
  // a frequency that the program could not solve is NaN: skip it
  const perFrequency = radiating.length * influenced.length;
  const solved = omega.map((w, i) => {
    const at = [A.values, B.values].map((values) => values.slice(i * perFrequency, (i + 1) * perFrequency));
    return !(w > 0 && Number.isFinite(w)) || at.every((part) => part.every((x) => Number.isFinite(Number(x))));
  });
  const bodies = new Map<string, WamitFiles>();
  for (const body of new Set(radiating.map((each) => each.body))) {
    const lines: string[] = [];
    for (const [i, w] of omega.entries()) {
      if (!solved[i]) continue;
      for (const [r, from] of radiating.entries()) {
        if (from.body !== body) continue;
        for (const [s, to] of influenced.entries()) {
          if (to.body !== body) continue; // interaction of bodies is not used
          const at = (i * radiating.length + r) * influenced.length + s;
          const added = Number(A.values[at]) / rho;
          // force on `to` by motion of `from`; infinite and zero frequency have no damping column
          if (w > 0 && Number.isFinite(w)) {
            lines.push(`${period(w)} ${to.motion} ${from.motion} ${added} ${Number(B.values[at]) / (rho * w)}`);
          } else if (Number.isFinite(added)) lines.push(`${w > 0 ? 0 : -1} ${to.motion} ${from.motion} ${added}`);
        }
      }
    }
    const excitation = exciting(get, omega, influenced, body, rho);
    bodies.set(body, {
      radiation: `${lines.join('\n')}\n`,
      ...(excitation !== undefined && { excitation }),
      ...(depth > 0 && { depth }),
    });
  }
  return { ok: true, value: bodies };
}

function exciting(
  get: (name: string) => Numbers | undefined,
  omega: readonly number[],
  influenced: readonly Mode[],
  body: string,
  rho: number,
): string | undefined {
  const directions = get('wave_direction')?.values.map(Number);
  const parts = [get('diffraction_force'), get('Froude_Krylov_force')];
  if (!directions || parts.some((part) => part === undefined)) return undefined;
  const half = omega.length * directions.length * influenced.length;
  if (parts.some((part) => part?.values.length !== 2 * half)) return undefined;
  const g = Number(get('g')?.values[0] ?? 9.81);
  const lines: string[] = [];
  for (const [i, w] of omega.entries()) {
    if (!(w > 0 && Number.isFinite(w))) continue;
    for (const [d, direction] of directions.entries()) {
      for (const [s, to] of influenced.entries()) {
        if (to.body !== body) continue;
        const at = (i * directions.length + d) * influenced.length + s;
        const sum = (offset: number): number =>
          parts.reduce((total, part) => total + Number(part?.values[offset + at]), 0) / (rho * g);
        const [re, im] = [sum(0), -sum(half)];
        if (!Number.isFinite(re) || !Number.isFinite(im)) continue;
        const phase = (Math.atan2(im, re) * 180) / Math.PI;
        lines.push(
          `${period(w)} ${(direction * 180) / Math.PI} ${to.motion} ${Math.hypot(re, im)} ${phase} ${re} ${im}`,
        );
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

function period(omega: number): number {
  return (2 * Math.PI) / omega;
}

interface Mode {
  /** prefix of the motion: "ship" of "ship__Heave" */
  readonly body: string;
  /** 1 ... 6 */
  readonly motion: number;
}

/** Bodies and motions by name; undefined where one is no rigid motion. */
function motions(names: Numbers | undefined): Mode[] | undefined {
  const found = names?.values.map((each) => {
    const name = String(each);
    const motion = MOTIONS.findIndex((one) => name.toLowerCase().endsWith(one));
    return {
      body: motion < 0 ? '' : name.slice(0, name.length - MOTIONS[motion].length).replace(/_+$/, ''),
      motion: motion + 1,
    };
  });
  return found?.every(({ motion }) => motion > 0) ? found : undefined;
}
