/** Document data of a report: author, client, version. */
import type * as z from 'zod';
import { object, text } from './kit.ts';

/** The title block of a report. */
export interface Paper {
  readonly project?: string;
  readonly client?: string;
  readonly number?: string;
  readonly revision?: string;
  readonly author?: string;
  readonly checker?: string;
  readonly date?: string;
  readonly logo?: string;
}

export const paperSchema: z.ZodType<Paper> = object(
  {
    project: text().optional().describe('Project that the report belongs to.'),
    client: text().optional().describe('For whom it is made.'),
    number: text().optional().describe('Number of the document.'),
    revision: text().optional().describe('Revision of the document, such as B.'),
    author: text().optional().describe('Who made it.'),
    checker: text().optional().describe('Who checked it.'),
    date: text().optional().describe('Date of the revision, as it is to be printed.'),
    logo: text('a file name')
      .optional()
      .describe('Picture (.svg, .png, .jpg) beside the scenario, for the title block.'),
  },
  'a map with the fields of the title block',
);
