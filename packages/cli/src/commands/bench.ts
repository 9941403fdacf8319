/** `hawser bench [NAME...] [--refine] [--irregular]` */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { caseContext } from '../case-runner.ts';
import type { BenchFlag, BenchRow } from '../cases.ts';
import { BENCHMARKS, benchCases, checkoutRoot, chosen } from '../checkout.ts';
import { inputError } from '../exit.ts';
import { type Output, short, table } from '../output.ts';

export interface BenchOptions {
  readonly json?: boolean;
  readonly refine?: boolean;
  readonly irregular?: boolean;
}

const FLAGS: readonly BenchFlag[] = ['refine', 'irregular'];

export async function bench(out: Output, names: readonly string[], options: BenchOptions): Promise<void> {
  const cases = chosen(await benchCases(), names, (c) => c.name);
  const flags = new Set(FLAGS.filter((flag) => options[flag]));
  for (const flag of flags) {
    const without = cases.find((c) => !c.flags?.includes(flag));
    if (without) throw inputError(`scene ${without.name} knows no --${flag}; name a scene that does: launch-recovery`);
  }
  const rows: BenchRow[] = [];
  for (const [i, benchCase] of cases.entries()) {
    out.tell(`${i + 1}/${cases.length} ${benchCase.name}: ${benchCase.title}`);
    const context = caseContext(path.join(checkoutRoot() ?? '.', BENCHMARKS));
    rows.push(cases.length > 1 ? await alone(benchCase.name, flags) : await benchCase.run(context, flags));
  }
  if (options.json) {
    out.json(rows);
    return;
  }
  const head = ['name', 'simulated [s]', 'processor [s]', 'real-time ratio'];
  const cells = rows.map((row) => [
    row.name,
    short(row.simulatedSeconds, 4),
    short(row.cpuSeconds, 3),
    short(row.realTimeRatio, 3),
  ]);
  const [title, rule, ...lines] = table(head, cells, [1, 2, 3]);
  out.print(title);
  out.print(rule);
  for (const [i, line] of lines.entries()) {
    out.print(line);
    for (const [name, value] of Object.entries(rows[i].details)) {
      out.print(`  ${name}: ${typeof value === 'number' ? short(value, 4) : value}`);
    }
  }
}

/** One scene of several, in a separate process: code compiled for earlier scenes makes the next one up to a third slower. */
async function alone(name: string, flags: ReadonlySet<BenchFlag>): Promise<BenchRow> {
  const args = [
    ...process.execArgv,
    process.argv[1],
    'bench',
    name,
    '--json',
    ...[...flags].map((flag) => `--${flag}`),
  ];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e8 });
    const [row] = JSON.parse(stdout) as BenchRow[];
    return row;
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1);
    throw new Error(`scene ${name}: ${said || (error instanceof Error ? error.message : String(error))}`);
  }
}
