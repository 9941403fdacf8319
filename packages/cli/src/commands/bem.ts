/** `hawser bem FILE`: results of Capytaine as the text files that scenarios name under `hydro.bem`. */
import fs from 'node:fs';
import path from 'node:path';
import { formatFileIssue, readCapytaine } from '@hawser/formats';
import { inputError } from '../exit.ts';
import type { Output } from '../output.ts';
import { writeAtomic } from '../run-folder.ts';

export interface BemCommandOptions {
  /** prefix of the written files; default: the name of the given file */
  readonly out?: string;
  readonly json?: boolean;
}

export async function bem(out: Output, file: string, options: BemCommandOptions): Promise<void> {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) throw inputError(`${file}: expected a netCDF file of Capytaine, found none; check the path`);
  const result = await readCapytaine(fs.readFileSync(file));
  if (!result.ok) throw inputError(formatFileIssue(file, result.issues[0]));
  const base = options.out ?? path.join(path.dirname(file), path.basename(file, path.extname(file)));
  const bodies = [...result.value].map(([name, { radiation, excitation, depth }]) => {
    const own = result.value.size === 1 ? base : `${base}-${name.replace(/[^\w-]+/g, '-') || 'body'}`;
    return {
      name,
      radiation,
      excitation,
      depth,
      files: { radiation: `${own}.1`, ...(excitation !== undefined && { excitation: `${own}.3` }) },
    };
  });
  for (const { files } of bodies) {
    for (const target of Object.values(files)) {
      if (fs.existsSync(target))
        throw inputError(`${target}: expected a new name, found a file; choose another with --out`);
    }
  }
  for (const { radiation, excitation, files } of bodies) {
    writeAtomic(files.radiation, radiation);
    if (excitation !== undefined && files.excitation !== undefined) writeAtomic(files.excitation, excitation);
  }
  if (options.json)
    out.json(
      bodies.length === 1
        ? bodies[0].files
        : { bodies: Object.fromEntries(bodies.map(({ name, files }) => [name, files])) },
    );
  else {
    for (const { files } of bodies) for (const target of Object.values(files)) out.print(target);
    const [{ depth }] = bodies; // one for all of them
    if (depth !== undefined)
      out.print(
        Number.isFinite(depth)
          ? `computed for water ${depth} m deep: waves longer than twice the depth are others elsewhere; give environment.water that depth`
          : 'computed for deep water',
      );
  }
}
