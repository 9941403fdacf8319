/** `hawser check FILE` */
import { formatIssue, type Issue } from '@hawser/scenario';
import { EXIT } from '../exit.ts';
import { type Output, plural } from '../output.ts';
import { inspectScenario, jsonIssue } from '../scenario-file.ts';

export interface CheckOptions {
  readonly set: readonly string[];
  readonly json?: boolean;
}

export function check(out: Output, file: string, options: CheckOptions): void {
  const opened = inspectScenario(file, options.set);
  if (!opened.ok) {
    process.exitCode = EXIT.input;
    if (options.json) {
      out.json({ file, ok: false, title: null, issues: opened.issues.map(jsonIssue), counts: null });
    }
    tellIssues(out, file, opened.issues);
    return;
  }
  const { compiled, simulation, notices } = opened.prepared;
  const { spec, scenario } = compiled;
  const counts = {
    bodies: spec.bodies.length - 1, // the world is not the user's
    joints: spec.joints.length,
    forces: spec.forces.length,
    channels: simulation.probes.length,
  };
  for (const notice of notices) out.tell(`${out.style('yellow', 'warning:')} ${formatIssue(notice)}`);
  if (options.json) {
    out.json({ file, ok: true, title: scenario.title ?? null, issues: notices.map(jsonIssue), counts });
  } else {
    const { bodies, joints, forces, channels } = counts;
    const parts = [plural(bodies, 'body', 'bodies'), plural(joints, 'joint'), plural(forces, 'force')];
    out.print(`${file}: good; ${parts.join(', ')}, ${plural(channels, 'channel')} that can be recorded`);
  }
}

/** Every issue on its own line, errors first in the order of the file, and how many there are. */
function tellIssues(out: Output, file: string, issues: readonly Issue[]): void {
  for (const issue of issues) {
    const label = issue.severity === 'error' ? out.style('red', 'error:') : out.style('yellow', 'warning:');
    out.tell(`${label} ${formatIssue(issue)}`);
  }
  const errors = issues.filter((issue) => issue.severity === 'error').length;
  out.tell(`${file}: ${plural(errors, 'error')}`);
}
