/** `hawser validate [ID...]` */
import path from 'node:path';
import { caseContext } from '../case-runner.ts';
import type { ValidationCase, ValidationRow } from '../cases.ts';
import { checkoutRoot, chosen, VALIDATION, validationCases } from '../checkout.ts';
import { EXIT } from '../exit.ts';
import { type Output, short, table } from '../output.ts';
import { validationPage } from '../validation-page.ts';

export interface ValidateOptions {
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly fast?: boolean;
}

export async function validate(out: Output, ids: readonly string[], options: ValidateOptions): Promise<void> {
  const all = await validationCases();
  const cases = chosen(all, ids, (c) => c.id).filter((c) => !(options.fast && c.slow));
  const results: { readonly validationCase: ValidationCase; readonly rows: readonly ValidationRow[] }[] = [];
  for (const [i, validationCase] of cases.entries()) {
    out.tell(`${i + 1}/${cases.length} ${validationCase.id} ${validationCase.title}`);
    const rows = await runCase(validationCase, (reason) => out.tell(`  ${reason}`));
    results.push({ validationCase, rows });
    if (!options.json && !options.markdown) printRows(out, rows);
  }
  const rows = results.flatMap((result) => result.rows);
  const failed = rows.filter((row) => !row.pass);
  if (options.json) out.json(rows);
  else if (options.markdown) out.print(validationPage(results));
  out.tell(`${rows.length - failed.length} passed, ${failed.length} failed`);
  if (failed.length > 0) process.exitCode = EXIT.failed;
}

/** A case that throws is a row that does not pass, not the end of the others. */
export async function runCase(
  validationCase: ValidationCase,
  tell: (reason: string) => void,
): Promise<readonly ValidationRow[]> {
  const { id, source } = validationCase;
  try {
    return await validationCase.run(caseContext(path.join(checkoutRoot() ?? '.', VALIDATION, id)));
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error));
    const quantity = 'the case ran to its end (1: yes)';
    return [{ id, quantity, unit: '', expected: 1, measured: 0, tolerance: 0, pass: false, source }];
  }
}

function printRows(out: Output, rows: readonly ValidationRow[]): void {
  const cells = rows.map((row) => [
    row.pass ? 'pass' : 'FAIL',
    row.quantity,
    short(row.expected, 10),
    short(row.measured, 10),
    short(row.tolerance, 3),
    row.unit,
  ]);
  const lines = table(['', 'quantity', 'expected', 'measured', 'tolerance', 'unit'], cells, [2, 3, 4]);
  for (const line of lines) out.print(`  ${line.startsWith('FAIL') ? out.style('red', line, 'stdout') : line}`);
}
