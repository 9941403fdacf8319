/** Faults of a study, reported at their place. */
import type { IssueList, Path, ReadDocument } from '@hawser/scenario';
import { readAmount, unitFactor, type Amount } from './quantity.ts';
import type { Study, Written } from './types.ts';

export class Findings {
  readonly document: ReadDocument<Study>;
  readonly issues: IssueList;

  constructor(document: ReadDocument<Study>, issues: IssueList) {
    this.document = document;
    this.issues = issues;
  }

  bad(path: Path, expected: string, found: string, hint?: string): void {
    this.issues.add('value', this.document.place(path), path, { expected, found, ...(hint !== undefined && { hint }) });
  }

  /** In `unit` where one is given: `50 cm` beside `1 m` counts 0.5. */
  amount(written: Written, path: Path, unit?: string): Amount | undefined {
    const amount = readAmount(written);
    if (amount === undefined) {
      this.bad(path, 'a number, or text with a unit such as "1.5 m"', `"${written}"`);
      return undefined;
    }
    if (unit === undefined) return amount;
    const factor = unitFactor(amount.unit, unit);
    if (factor === undefined) {
      this.bad(path, unit === '' ? 'a number without unit' : `a value in ${unit} or the like`, `"${written}"`);
      return undefined;
    }
    return { number: amount.number * factor, unit };
  }
}
