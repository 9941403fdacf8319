/** docs/validation.md: one line for each case, with the numbers folded below. */
import type { ValidationCase, ValidationRow } from './cases.ts';
import { short } from './output.ts';

interface CaseResult {
  readonly validationCase: ValidationCase;
  readonly rows: readonly ValidationRow[];
}

/** Groups of cases by the first letters of their ids; others come last. */
const GROUPS: readonly (readonly [prefix: RegExp, title: string])[] = [
  [/^MB-/, 'Multibody dynamics'],
  [/^CT-/, 'Contact'],
  [/^CB-/, 'Cables'],
  [/^MA-/, 'Sea and ships'],
  [/^GE-/, 'Geometry'],
  [/^(roy|dopico|elandt|dsa|vilela)/, 'Scenes of the five documents'],
  [/./, 'Scenes and orders of convergence'],
];

export function validationPage(results: readonly CaseResult[]): string {
  const rows = results.flatMap((result) => result.rows);
  const passed = rows.filter((row) => row.pass).length;
  const lines = [
    '# Validation',
    '',
    'Written by `hawser validate --markdown`; do not edit. Every case is a scenario in `validation/`, run through the same',
    'path as a user’s file, and compared with numbers from outside the project. A number passes when measured and expected',
    'differ by no more than the tolerance. [steps.md](steps.md) compares the convex step with the general one.',
    '',
    `**${passed} of ${rows.length} numbers of ${results.length} cases are inside their tolerance.**`,
    '',
    'One line a case: how many of its numbers pass, and how much of its tolerance the number that is furthest off uses. The numbers themselves are folded below.',
  ];
  const groups = GROUPS.map(([, title]) => ({ title, own: [] as CaseResult[] }));
  for (const result of results)
    groups[GROUPS.findIndex(([prefix]) => prefix.test(result.validationCase.id))].own.push(result);
  for (const { title, own } of groups.filter((group) => group.own.length > 0)) {
    lines.push(
      '',
      `## ${title}`,
      '',
      '| case | | numbers | furthest off |',
      '|---|---|---:|---:|',
      ...own.map(overview),
    );
  }
  lines.push('', '## All numbers');
  for (const { validationCase, rows: own } of results) {
    lines.push(
      '',
      `<details id="${validationCase.id}"><summary><b>${validationCase.id}</b>: ${html(validationCase.title)}</summary>`,
      '',
      `Source: ${escaped(validationCase.source)}.`,
      '',
      '| quantity | unit | expected | measured | difference | tolerance | |',
      '|---|---|---:|---:|---:|---:|---|',
      ...own.map(line),
      '',
      '</details>',
    );
  }
  return lines.join('\n');
}

/** A case in one line. */
function overview({ validationCase: { id, title }, rows }: CaseResult): string {
  const passed = rows.filter((row) => row.pass).length;
  const count = passed === rows.length ? `${passed}` : `**${passed} of ${rows.length}**`;
  return `| [${id}](#${id}) | ${escaped(title)} | ${count} | ${share(rows)} |`;
}

/** The largest difference as a part of its tolerance; exact where nothing may differ and nothing does. */
function share(rows: readonly ValidationRow[]): string {
  const parts = rows.map(({ measured, expected, tolerance }) => {
    const difference = Math.abs(measured - expected);
    return difference === 0 ? 0 : difference / tolerance;
  });
  const most = Math.max(...parts);
  return Number.isFinite(most) ? `${short(100 * most, 2)} %` : 'beyond';
}

function line(row: ValidationRow): string {
  const difference = short(row.measured - row.expected, 2);
  const numbers = [short(row.expected, 10), short(row.measured, 10), difference, short(row.tolerance, 3)];
  return `| ${escaped(row.quantity)} | ${escaped(row.unit)} | ${numbers.join(' | ')} | ${row.pass ? 'pass' : '**fail**'} |`;
}

const escaped = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const html = (text: string): string => escaped(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
