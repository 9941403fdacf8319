/** A study file: scenario, variables, measures, criteria, early stop, and report. */
import {
  choice,
  customIssue,
  exactlyOne,
  expecting,
  flag,
  named,
  numberBetween,
  object,
  quantity,
  text,
  wholeNumber,
} from '@hawser/scenario';
import * as z from 'zod';

import {
  type Criterion,
  type Measure,
  MEASURE_KINDS,
  STUDY_VERSION,
  type Study,
  TAKES,
  type Variable,
  VARIABLE_KINDS,
  type Written,
} from './types.ts';

const written = (what: string): z.ZodType<Written> => z.union([z.number(), z.string().min(1)], expecting(what));
const amount = written('a number, or text with a unit such as "1.5 m"');
const pair = z.tuple([amount, amount], expecting('two numbers, lower first, such as [0.1, 0.3]'));

const variable: z.ZodType<Variable> = object(
  {
    path: text('a path such as environment.sea.waves[0].jonswap.height')
      .optional()
      .describe('What is varied: any path that --set takes.'),
    paths: z
      .array(text('a path'), expecting('a list of paths'))
      .min(1, expecting('at least one path'))
      .optional()
      .describe('Several paths that take the same value.'),
    values: z
      .array(z.unknown(), expecting('a list of values such as [1 m, 2 m]'))
      .min(1, expecting('at least one value'))
      .optional()
      .describe('A list.'),
    range: object(
      {
        from: amount.describe('First value.'),
        to: amount.describe('Last value.'),
        count: wholeNumber(2, 1_000_000).optional().describe('How many, ends included; or give step.'),
        step: amount.optional().describe('Distance between values; or give count.'),
        spacing: choice(['linear', 'log']).prefault('linear').describe('log: equal ratios.'),
      },
      'a map with from, to and count or step',
    )
      .superRefine(exactlyOne(['count', 'step'], 'a range'))
      .optional()
      .describe('A grid.'),
    seeds: z
      .union(
        [wholeNumber(1, 1_000_000), object({ first: wholeNumber(0, 2_000_000_000), count: wholeNumber(1, 1_000_000) })],
        expecting('a number of seeds, or a map with first and count'),
      )
      .optional()
      .describe('Seeds 1, 2, ...: repetitions of one case, over which shares and means are taken.'),
    column: text('the name of a column').optional().describe('A column of the table of the study.'),
    uniform: pair.optional().describe('Uniform between two values.'),
    normal: object(
      { mean: amount, deviation: amount, from: amount.optional(), to: amount.optional() },
      'a map with mean and deviation',
    )
      .optional()
      .describe('Normal; from and to cut it off.'),
    lognormal: object({ median: amount, sigma: numberBetween(1e-9, 10) }, 'a map with median and sigma')
      .optional()
      .describe('Lognormal; sigma is that of the logarithm.'),
    weibull: object({ scale: amount, shape: numberBetween(1e-3, 1000) }, 'a map with scale and shape')
      .optional()
      .describe('Weibull.'),
    gumbel: object({ mode: amount, scale: amount }, 'a map with mode and scale')
      .optional()
      .describe('Gumbel (largest values).'),
    triangular: z
      .tuple([amount, amount, amount], expecting('three numbers: least, most likely, greatest'))
      .optional()
      .describe('Triangular.'),
  },
  'a map with path and one of values, range, seeds, column or a distribution',
)
  .superRefine(exactlyOne(['path', 'paths'], 'a variable'))
  .superRefine(exactlyOne(VARIABLE_KINDS, 'a variable'));

const measure: z.ZodType<Measure> = object(
  {
    channel: text('the name of a channel')
      .optional()
      .describe('A channel; a component by .x, .y or .z. Of a vector without one, its length.'),
    take: choice(TAKES)
      .optional()
      .describe('largest: the largest size, either sign; range: max less min. max if nothing else is asked.'),
    fractile: numberBetween(0, 1)
      .optional()
      .describe('The value below which the channel is for this part of the time.'),
    'time above': amount.optional().describe('Seconds above a value.'),
    'time below': amount.optional().describe('Seconds below a value.'),
    peaks: object(
      {
        above: amount,
        separation: quantity('time', 'not-negative').prefault(0).describe('Peaks nearer than this are one [s].'),
      },
      'a map with above',
    )
      .optional()
      .describe('All peaks above a threshold, one for each stay above it; their number is the measure.'),
    from: quantity('time').optional().describe('Only from this time on [s].'),
    to: quantity('time').optional().describe('Only up to this time [s].'),
    events: object(
      { kind: text().optional(), subject: text().optional(), message: text().optional() },
      'a map with kind, subject or message',
    )
      .optional()
      .describe('Number of events whose kind and subject are these and whose message holds this text, as whole words.'),
    limit: text('the name of a limit of the scenario')
      .optional()
      .describe('The farthest a limit of the scenario came.'),
    summary: choice(['simulatedTime', 'steps', 'rejected', 'imbalance', 'deepestOverlap'])
      .optional()
      .describe('A number of the summary of the run.'),
    expression: text('an expression such as "hook load / 5000"')
      .optional()
      .describe('Of variables and measures above it, by name; names of several words in square brackets.'),
  },
  'a map with channel, events, limit, summary or expression',
)
  .superRefine(exactlyOne(MEASURE_KINDS, 'a measure'))
  .superRefine((value, context) => {
    const asked = (['take', 'fractile', 'time above', 'time below', 'peaks'] as const).filter(
      (key) => value[key] !== undefined,
    );
    if (asked.length > 1)
      context.addIssue(
        customIssue(value, {
          expected: 'one of take, fractile, time above, time below, peaks',
          found: asked.join(' and '),
        }),
      );
    if (value.channel === undefined && (asked.length > 0 || value.from !== undefined || value.to !== undefined)) {
      context.addIssue(
        customIssue(value, { expected: 'take, fractile, times and peaks with a channel only', found: 'no channel' }),
      );
    }
  });

const criterion: z.ZodType<Criterion> = object(
  {
    name: text().optional().describe('How reasons call it; the name of the measure if left out.'),
    measure: text('the name of a measure').optional(),
    above: amount.optional().describe('Go while the measure is above this.'),
    below: amount.optional().describe('Go while the measure is below this.'),
    verdict: z
      .literal('go', expecting('go'))
      .optional()
      .describe('Go when the scenario itself says go (its limits, its script, its people).'),
  },
  'a map with measure and above or below, or verdict: go',
)
  .superRefine(exactlyOne(['measure', 'verdict'], 'a criterion'))
  .superRefine((value, context) => {
    if (value.measure !== undefined && value.above === undefined && value.below === undefined) {
      context.addIssue(customIssue(value, { expected: 'above, below or both with measure', found: 'neither' }));
    }
  });

const share = numberBetween(0, 1);

export const studySchema: z.ZodType<Study> = object(
  {
    study: z.literal(STUDY_VERSION, expecting(`"study: ${STUDY_VERSION}"`)).describe('Version of the study format.'),
    title: text().optional(),
    description: text().optional(),
    scenario: text('the name of a scenario file').describe('Scenario file, as seen from this file.'),
    set: z
      .record(z.string(), z.unknown(), expecting('a map of paths to values'))
      .prefault({})
      .describe('Values changed in every run: paths as for --set.'),
    vary: named(variable, 'variables')
      .prefault({})
      .describe('What varies, by name. Lists, grids and seeds are crossed, the first varies slowest.'),
    paired: z
      .array(
        z.array(text('the name of a variable')).min(2, expecting('at least two names')),
        expecting('a list of lists of names'),
      )
      .prefault([])
      .describe('Variables that go together, value by value, instead of crossed.'),
    table: text('the name of a table file')
      .optional()
      .describe('Table (CSV) whose rows are cases, for variables with column.'),
    sample: object(
      {
        method: choice(['latin-hypercube', 'sobol', 'random', 'saltelli'])
          .prefault('latin-hypercube')
          .describe('saltelli: for Sobol indices; takes count times (variables + 2) points.'),
        count: wholeNumber(1, 10_000_000),
        seed: wholeNumber(0, 2_147_483_647).prefault(1),
      },
      'a map with count',
    )
      .optional()
      .describe('How variables with a distribution are drawn.'),
    measure: named(measure, 'measures').prefault({}).describe('What is measured in every run, by name.'),
    criteria: z
      .array(criterion, expecting('a list of criteria'))
      .prefault([])
      .describe('What must hold for go; the verdict of the scenario if left out.'),
    'lost runs': choice(['end', 'continue'])
      .optional()
      .describe(
        'end: a run ends when it can only be no-go: its verdict, or a criterion on a largest or smallest value, has failed for good. Left out: end where nothing but go and no-go comes of the study (find, or no measures beyond those of the criteria), else continue.',
      ),
    stop: object(
      {
        of: text('go, or the name of a measure')
          .prefault('go')
          .describe('go: the share of runs that go; or the mean of a measure.'),
        width: amount.describe('Enough when the confidence interval is no wider than this.'),
        confidence: numberBetween(0.5, 0.9999).prefault(0.95),
        least: wholeNumber(2, 1_000_000).prefault(5).describe('Never fewer repetitions than this.'),
        batch: wholeNumber(1, 10_000).prefault(5).describe('Repetitions between two looks.'),
      },
      'a map with width',
    )
      .optional()
      .describe('Stops repeating a case (seeds) when its interval is narrow enough.'),
    find: object(
      {
        along: text('the name of a variable with a range'),
        within: amount.describe('The limit is found to within this.'),
        share: share.prefault(0.9).describe('A value is good when at least this part of the repetitions go.'),
        batch: wholeNumber(1, 10_000).prefault(2).describe('Repetitions between two looks.'),
      },
      'a map with along and within',
    )
      .optional()
      .describe('Bisection for the limit along one variable, in every case of the others.'),
    budget: object({ runs: wholeNumber(1, 1_000_000_000).optional(), time: quantity('time', 'positive').optional() })
      .prefault({})
      .describe('The study ends when so many runs or seconds (wall clock) are used up.'),
    keep: object({
      runs: choice(['none', 'all', 'failed', 'worst']).prefault('none'),
      count: wholeNumber(1, 100_000).prefault(3),
      by: text('the name of a measure').optional().describe('worst: those in which this is largest.'),
      least: flag().prefault(false).describe('worst: those in which it is smallest.'),
    })
      .prefault({})
      .describe('Which run folders are kept.'),
    report: object({
      map: object(
        { x: text('a variable'), y: text('a variable'), panels: text('a variable').optional() },
        'a map with x and y',
      )
        .optional()
        .describe('Operability map; found from the variables if left out.'),
      confidence: numberBetween(0.5, 0.9999).prefault(0.95),
      share: share.prefault(0.9).describe('A case is good when at least this part of the repetitions go.'),
      scatter: text('the name of a table file')
        .optional()
        .describe('Scatter diagram (CSV): first column Hs, then one column for each Tp, with probabilities or counts.'),
      headings: z
        .record(z.string(), z.number().min(0))
        .optional()
        .describe('Share of time from each value of the panels.'),
      weather: object(
        { file: text('the name of a table file'), windows: z.array(quantity('time', 'positive')).min(1) },
        'a map with file and windows',
      )
        .optional()
        .describe('Weather as it was (CSV with the columns time, and those of the map): windows of these lengths [s].'),
      extremes: z
        .array(
          object(
            {
              measure: text('the name of a measure'),
              fit: choice(['gumbel', 'weibull', 'peaks']).prefault('gumbel'),
              'return period': z.array(quantity('time', 'positive')).min(1),
              threshold: amount.optional(),
            },
            'a map with measure and return period',
          ),
          expecting('a list of fits'),
        )
        .prefault([])
        .describe('Extreme-value fits.'),
      worst: wholeNumber(0, 50).prefault(5).describe('Worst cases shown side by side.'),
    }).prefault({}),
  },
  'a map with the key study: 1',
).meta({
  title: 'hawser study',
  description: 'Many runs of a scenario and what is concluded from them.',
}) as unknown as z.ZodType<Study>;
