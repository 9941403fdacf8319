/** `hawser validate [ID...]`, and `--defaults`: the same cases as written by a user without knowledge of settings. */
import fs from 'node:fs';
import path from 'node:path';
import { caseContext } from '../case-runner.ts';
import type { ValidationCase, ValidationRow } from '../cases.ts';
import { checkoutRoot, chosen, VALIDATION, validationCases } from '../checkout.ts';
import { cpuSeconds } from '../clock.ts';
import { EXIT } from '../exit.ts';
import { type Output, short, table } from '../output.ts';
import { validationPage } from '../validation-page.ts';

export interface ValidateOptions {
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly fast?: boolean;
  readonly defaults?: boolean;
}

/** A number of a case as written, and of the same without settings; undefined there: not found. */
interface BothRows {
  readonly row: ValidationRow;
  readonly plain: ValidationRow | undefined;
}

export async function validate(out: Output, ids: readonly string[], options: ValidateOptions): Promise<void> {
  const all = await validationCases();
  const cases = chosen(all, ids, (c) => c.id).filter((c) => !(options.fast && c.slow));
  if (options.defaults) return validateDefaults(out, cases, options);
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

/** Runs every case as written and without settings: prints both columns, and the failures of the second. */
async function validateDefaults(
  out: Output,
  cases: readonly ValidationCase[],
  options: ValidateOptions,
): Promise<void> {
  const excuses = knownExcuses();
  const all: BothRows[] = [];
  const failing: string[] = [];
  const dear: string[] = [];
  for (const [i, validationCase] of cases.entries()) {
    const { id } = validationCase;
    out.tell(`${i + 1}/${cases.length} ${id} ${validationCase.title}`);
    const costs: number[] = [];
    const runs: (readonly ValidationRow[])[] = [];
    for (const untuned of [false, true]) {
      const start = cpuSeconds();
      runs.push(
        await runCase(validationCase, (reason) => out.tell(`  ${untuned ? 'by default: ' : ''}${reason}`), untuned),
      );
      costs.push(cpuSeconds() - start);
    }
    const both = runs[0].map(
      (row): BothRows => ({ row, plain: runs[1].find((other) => other.quantity === row.quantity) }),
    );
    all.push(...both);
    for (const { row, plain } of both) {
      if (plain?.pass) continue;
      const reason = excuseFor(excuses, id, row.quantity);
      failing.push(`${id}: ${row.quantity}: ${reason ?? 'no reason is known'}`);
    }
    if (costs[1] > MOST_COST * Math.max(costs[0], LEAST_COST)) {
      dear.push(`${id}: ${short(costs[1] / costs[0], 3)} (${short(costs[1], 3)} s)`);
    }
    if (!options.json) printBoth(out, both);
    out.tell(
      `  processor time ${short(costs[0], 3)} s as written, ${short(costs[1], 3)} s by default: ${short(costs[1] / costs[0], 3)}`,
    );
  }
  if (options.json) {
    out.json(
      all.map(({ row, plain }) => ({
        ...row,
        byDefault: plain?.measured ?? null,
        passByDefault: plain?.pass ?? false,
      })),
    );
  }
  const passed = (rows: readonly boolean[]): number => rows.filter((pass) => pass).length;
  out.tell(
    `${all.length} numbers: ${passed(all.map(({ row }) => row.pass))} pass as written, ` +
      `${passed(all.map(({ plain }) => plain?.pass === true))} by default`,
  );
  for (const line of failing) out.tell(`outside by default: ${line}`);
  for (const line of dear) out.tell(`more than ${MOST_COST} times the cost by default: ${line}`);
  const unexcused = all.some(
    ({ row, plain }) => !row.pass || (!plain?.pass && excuseFor(excuses, row.id, row.quantity) === undefined),
  );
  if (unexcused) process.exitCode = EXIT.failed;
}

/** By case, then by prefix of the name of a number: the reason why it may miss its tolerance without settings. */
type Excuses = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Ratio of processor times, default over written, above which a case is named; and shortest time to compare [s]. */
const MOST_COST = 3;
const LEAST_COST = 0.1;

function excuseFor(excuses: Excuses, id: string, quantity: string): string | undefined {
  return Object.entries(excuses[id] ?? {}).find(([start]) => quantity.startsWith(start))?.[1];
}

/** validation/defaults.json */
function knownExcuses(): Excuses {
  const file = path.join(checkoutRoot() ?? '.', VALIDATION, 'defaults.json');
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Excuses;
}

function printBoth(out: Output, rows: readonly BothRows[]): void {
  const word = (pass: boolean | undefined): string => (pass === undefined ? 'none' : pass ? 'pass' : 'FAIL');
  const cells = rows.map(({ row, plain }) => [
    word(row.pass),
    word(plain?.pass),
    row.quantity,
    short(row.expected, 8),
    short(row.measured, 8),
    plain === undefined ? '' : short(plain.measured, 8),
    short(row.tolerance, 3),
    row.unit,
  ]);
  const head = ['', 'default', 'quantity', 'expected', 'measured', 'by default', 'tolerance', 'unit'];
  for (const line of table(head, cells, [3, 4, 5, 6])) {
    out.print(`  ${line.includes('FAIL') ? out.style('red', line, 'stdout') : line}`);
  }
}

/** A case that throws becomes a failed row and does not end the others. */
export async function runCase(
  validationCase: ValidationCase,
  tell: (reason: string) => void,
  untuned: boolean = false,
): Promise<readonly ValidationRow[]> {
  const { id, source } = validationCase;
  try {
    return await validationCase.run(caseContext(path.join(checkoutRoot() ?? '.', VALIDATION, id), untuned));
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
