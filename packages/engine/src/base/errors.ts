/** The two kinds of error that carry a path into the model: issues of an input, collected, and failures of a build, thrown. */

/** A step into a model: a field name or an index. */
export type PathStep = string | number;

/** One thing that is wrong with an input. */
export interface Issue {
  readonly path: readonly PathStep[];
  /** short and stable, for programs: `not-positive`, `mesh-open` */
  readonly code: string;
  /** for people: what was expected, with its unit, what was found, what to do */
  readonly message: string;
}

/** Numbers and names that occur in a message, by name: callers that word the message differently need not parse it. */
export type Facts = Readonly<Record<string, string | number | readonly number[]>>;

/**
 * Thrown while a model is built. `message` says what is wrong, `path` says where; every level adds its step with `at`. `facts`
 * holds the names and numbers of the message, so that nobody has to parse the sentence.
 */
export class BuildError extends Error implements Issue {
  readonly code: string;
  readonly facts: Facts;
  path: PathStep[];

  constructor(code: string, message: string, path: readonly PathStep[] = [], facts: Facts = {}) {
    super(message);
    this.name = 'BuildError';
    this.code = code;
    this.facts = facts;
    this.path = [...path];
  }

  override toString(): string {
    return formatIssue(this);
  }
}

/** Runs `build`; a BuildError that leaves it gets `step` in front of its path. */
export function at<T>(step: PathStep, build: () => T): T {
  try {
    return build();
  } catch (error) {
    if (error instanceof BuildError) error.path.unshift(step);
    throw error;
  }
}

/** `['bodies', 3, 'hull']` -> `bodies[3].hull`. A field name that is not a plain word is quoted: `bodies["north pier"]`. */
export function formatPath(path: readonly PathStep[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (!/^[\p{L}\p{N}_-]+$/u.test(step)) text += `[${JSON.stringify(step)}]`;
    else text += text === '' ? step : `.${step}`;
  }
  return text;
}

/** `bodies[3].hull: edge 17-42 has one face` */
export function formatIssue(issue: Issue): string {
  return issue.path.length === 0 ? issue.message : `${formatPath(issue.path)}: ${issue.message}`;
}
