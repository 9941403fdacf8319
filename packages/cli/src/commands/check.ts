/** `hawser check FILE` */
import { formatIssue, type Issue } from '@hawser/scenario';
import { describeEstimate, estimateRun } from '../estimate.ts';
import { EXIT } from '../exit.ts';
import { type Output, plural, short } from '../output.ts';
import { inspectScenario, jsonIssue } from '../scenario-file.ts';

export interface CheckOptions {
  readonly set: readonly string[];
  readonly allow: readonly string[];
  readonly json?: boolean;
}

export function check(out: Output, file: string, options: CheckOptions): void {
  const opened = inspectScenario(file, options.set, options.allow);
  if (!opened.ok) {
    process.exitCode = EXIT.input;
    if (options.json) {
      out.json({ file, ok: false, title: null, issues: opened.issues.map(jsonIssue), counts: null, estimate: null });
    }
    tellIssues(out, file, opened.issues);
    return;
  }
  const { compiled, simulation, notices } = opened.prepared;
  const { spec, scenario } = compiled;
  const counts = {
    bodies: spec.bodies.length - 1, // do not count the world
    joints: spec.joints.length,
    forces: spec.forces.length,
    channels: simulation.probes.length,
    elements: (spec.cables ?? []).reduce((sum, { pieces }) => sum + elementsOf(pieces), 0),
  };
  for (const notice of notices) out.tell(`${out.style('yellow', 'warning:')} ${formatIssue(notice)}`);
  const estimate = estimateRun(opened.prepared);
  if (options.json) {
    out.json({ file, ok: true, title: scenario.title ?? null, issues: notices.map(jsonIssue), counts, estimate });
  } else {
    const { bodies, joints, forces, channels } = counts;
    const parts = [plural(bodies, 'body', 'bodies'), plural(joints, 'joint'), plural(forces, 'force')];
    out.print(`${file}: good; ${parts.join(', ')}, ${plural(channels, 'channel')} that can be recorded`);
    for (const line of cableLines(spec.cables ?? [])) out.print(line);
    out.print(describeEstimate(estimate, scenario.run.duration));
  }
}

const MOST_LINES = 12;

/** Number of elements of every cable. */
function cableLines(cables: readonly { readonly name: string; readonly pieces: Pieces }[]): string[] {
  const lines = cables.slice(0, MOST_LINES).map(({ name, pieces }) => {
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    return `cable ${name}: ${short(length)} m in ${plural(elementsOf(pieces), 'element')}`;
  });
  return cables.length > MOST_LINES ? [...lines, `and ${cables.length - MOST_LINES} more cables`] : lines;
}

type Pieces = readonly { readonly length: number; readonly elements: number }[];

function elementsOf(pieces: Pieces): number {
  return pieces.reduce((sum, { elements }) => sum + elements, 0);
}

/** Every issue on its own line, errors first in the order of the file, then their number. */
function tellIssues(out: Output, file: string, issues: readonly Issue[]): void {
  for (const issue of issues) {
    const label = issue.severity === 'error' ? out.style('red', 'error:') : out.style('yellow', 'warning:');
    out.tell(`${label} ${formatIssue(issue)}`);
  }
  const errors = issues.filter((issue) => issue.severity === 'error').length;
  out.tell(`${file}: ${plural(errors, 'error')}`);
}
