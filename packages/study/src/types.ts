/** Content of a study file. */
export const STUDY_VERSION = 1;

/** A value as written in the file. */
export type Written = number | string;

export interface Variable {
  readonly path?: string;
  readonly paths?: readonly string[];
  readonly values?: readonly unknown[];
  readonly range?: {
    readonly from: Written;
    readonly to: Written;
    readonly count?: number;
    readonly step?: Written;
    readonly spacing: 'linear' | 'log';
  };
  readonly seeds?: number | { readonly first: number; readonly count: number };
  readonly column?: string;
  readonly uniform?: readonly [Written, Written];
  readonly normal?: {
    readonly mean: Written;
    readonly deviation: Written;
    readonly from?: Written;
    readonly to?: Written;
  };
  readonly lognormal?: { readonly median: Written; readonly sigma: number };
  readonly weibull?: { readonly scale: Written; readonly shape: number };
  readonly gumbel?: { readonly mode: Written; readonly scale: Written };
  readonly triangular?: readonly [Written, Written, Written];
}

export const DISTRIBUTIONS = ['uniform', 'normal', 'lognormal', 'weibull', 'gumbel', 'triangular'] as const;
export const VARIABLE_KINDS = ['values', 'range', 'seeds', 'column', ...DISTRIBUTIONS] as const;
export const TAKES = ['max', 'min', 'mean', 'rms', 'deviation', 'range', 'largest', 'final'] as const;
export type Take = (typeof TAKES)[number];

export interface Measure {
  readonly channel?: string;
  readonly take?: Take;
  readonly fractile?: number;
  readonly 'time above'?: Written;
  readonly 'time below'?: Written;
  readonly peaks?: { readonly above: Written; readonly separation: number };
  readonly from?: number;
  readonly to?: number;
  readonly events?: { readonly kind?: string; readonly subject?: string; readonly message?: string };
  readonly limit?: string;
  readonly summary?: 'simulatedTime' | 'steps' | 'rejected' | 'imbalance' | 'deepestOverlap';
  readonly expression?: string;
}

export const MEASURE_KINDS = ['channel', 'events', 'limit', 'summary', 'expression'] as const;

export interface Criterion {
  readonly name?: string;
  readonly measure?: string;
  readonly above?: Written;
  readonly below?: Written;
  readonly verdict?: 'go';
}

export interface Stop {
  readonly of: string;
  readonly width: Written;
  readonly confidence: number;
  readonly least: number;
  readonly batch: number;
}

export interface Find {
  readonly along: string;
  readonly within: Written;
  readonly share: number;
  readonly batch: number;
}

export interface ReportOptions {
  readonly map?: { readonly x: string; readonly y: string; readonly panels?: string };
  readonly confidence: number;
  readonly share: number;
  readonly scatter?: string;
  readonly headings?: Readonly<Record<string, number>>;
  readonly weather?: { readonly file: string; readonly windows: readonly number[] };
  readonly extremes: readonly {
    readonly measure: string;
    readonly fit: 'gumbel' | 'weibull' | 'peaks';
    readonly 'return period': readonly number[];
    readonly threshold?: Written;
  }[];
  readonly worst: number;
}

export interface Study {
  readonly study: typeof STUDY_VERSION;
  readonly title?: string;
  readonly description?: string;
  readonly scenario: string;
  readonly set: Readonly<Record<string, unknown>>;
  readonly vary: Readonly<Record<string, Variable>>;
  readonly paired: readonly (readonly string[])[];
  readonly table?: string;
  readonly sample?: {
    readonly method: 'latin-hypercube' | 'sobol' | 'random' | 'saltelli';
    readonly count: number;
    readonly seed: number;
  };
  readonly measure: Readonly<Record<string, Measure>>;
  readonly criteria: readonly Criterion[];
  readonly 'lost runs'?: 'end' | 'continue';
  readonly stop?: Stop;
  readonly find?: Find;
  readonly budget: { readonly runs?: number; readonly time?: number };
  readonly keep: {
    readonly runs: 'none' | 'all' | 'failed' | 'worst';
    readonly count: number;
    readonly by?: string;
    readonly least: boolean;
  };
  readonly report: ReportOptions;
}
