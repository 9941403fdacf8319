/** docs/validation.md: one table, one line a number. */
import type { ValidationCase, ValidationRow } from './cases.ts';
import { short } from './output.ts';

interface CaseResult {
  readonly validationCase: ValidationCase;
  readonly rows: readonly ValidationRow[];
}

export function validationPage(results: readonly CaseResult[]): string {
  const rows = results.flatMap((result) => result.rows);
  const passed = rows.filter((row) => row.pass).length;
  const lines = [
    '# Validation',
    '',
    'Written by `hawser validate --markdown`; do not edit. Every case is a scenario in `validation/`, run through the same',
    'path as a user’s file, and compared with numbers from outside the project. A row passes when measured and expected',
    'differ by no more than the tolerance. [steps.md](steps.md) compares the convex step with the general one.',
    '',
    `${passed} of ${rows.length} numbers of ${results.length} cases are inside their tolerance.`,
  ];
  for (const { validationCase, rows: own } of results) {
    lines.push(
      '',
      `## ${validationCase.id}`,
      '',
      `${escaped(validationCase.title)}. Source: ${escaped(validationCase.source)}.`,
      '',
      '| quantity | unit | expected | measured | difference | tolerance | |',
      '|---|---|---:|---:|---:|---:|---|',
      ...own.map(line),
    );
  }
  return lines.join('\n');
}

function line(row: ValidationRow): string {
  const difference = short(row.measured - row.expected, 2);
  const numbers = [short(row.expected, 10), short(row.measured, 10), difference, short(row.tolerance, 3)];
  return `| ${escaped(row.quantity)} | ${escaped(row.unit)} | ${numbers.join(' | ')} | ${row.pass ? 'pass' : '**fail**'} |`;
}

const escaped = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
