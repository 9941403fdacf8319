import { expect, test } from 'vitest';
import { validationPage } from './validation-page.ts';

const validationCase = { id: 'XX-01', title: 'A | B', source: 'closed form', run: async () => [] };
const row = { id: 'XX-01', quantity: 'period', unit: 's', expected: 2, measured: 2.5, tolerance: 0.1, source: 's' };

test('validation page: counts what passes and marks what does not', () => {
  const page = validationPage([
    {
      validationCase,
      rows: [
        { ...row, pass: false },
        { ...row, measured: 2, pass: true },
      ],
    },
  ]);
  expect(page).toContain('1 of 2 numbers of 1 cases');
  expect(page).toContain('| period | s | 2 | 2.5 | 0.5 | 0.1 | **fail** |');
  expect(page).toContain('| [XX-01](#XX-01) | A \\| B | **1 of 2** | 500 % |'); // half a second off where a tenth is allowed
  expect(page).toContain('A \\| B'); // a bar in a text must not break the table
});
