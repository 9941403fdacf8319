/** `hawser bench [NAME...] [--refine] [--irregular]` */
import path from 'node:path';
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
    rows.push(await benchCase.run(caseContext(path.join(checkoutRoot() ?? '.', BENCHMARKS)), flags));
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
