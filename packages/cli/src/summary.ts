/** Summary printed at the end of a run. */
import path from 'node:path';
import type { RunManifest } from '@hawser/record';
import { type Output, short } from './output.ts';
import { FILES } from './run-folder.ts';

export function printSummary(out: Output, { status, summary, files, operation }: RunManifest, folder: string): void {
  const { energy } = summary;
  const label = { complete: 'complete', interrupted: 'interrupted, results kept', failed: 'failed, results kept' }[
    status
  ];
  const colour = { complete: 'green', interrupted: 'yellow', failed: 'red' } as const;
  const ratio =
    summary.realTimeRatio === undefined
      ? ''
      : `, ${short(summary.realTimeRatio, 3)} simulated seconds per processor second`;
  out.print(
    `${out.style(colour[status], label, 'stdout')}: ${short(summary.simulatedTime)} s in ${summary.steps} steps ` +
      `(${summary.rejected} rejected, ${short(summary.iterations / Math.max(1, summary.steps), 3)} iterations each)${ratio}`,
  );
  out.print(
    `energy: ${short(energy.initial, 5)} J at the start, ${short(energy.work, 5)} J of work put in, ${short(energy.dissipated, 5)} J dissipated, ` +
      `${short(energy.kinetic + energy.potential + energy.elastic, 5)} J now; unaccounted for ${energy.imbalance.toExponential(2)} J`,
  );
  if (summary.deepestOverlap !== undefined) {
    out.print(`contact: bodies were in each other by ${short(1000 * summary.deepestOverlap, 3)} mm at most`);
  }
  if (summary.positionError !== undefined && summary.motion !== undefined && summary.motion > 0) {
    const part = summary.positionError / summary.motion;
    out.print(
      `positions at the end: right to about ${sized(summary.positionError)} m, ${part.toExponential(0)} of a motion of ${short(summary.motion, 3)} m`,
    );
  }
  // the reason of a failure comes last
  if (operation && status !== 'failed') {
    const because = operation.reasons.length > 0 ? `: ${operation.reasons.join('; ')}` : '';
    out.print(
      `verdict: ${out.style(operation.verdict === 'go' ? 'green' : 'yellow', operation.verdict, 'stdout')}${because}`,
    );
  }
  for (const { name, capacity, utilisation } of status === 'failed' ? [] : (operation?.lines ?? [])) {
    if (capacity === undefined || utilisation === undefined) continue;
    const share = `${Number((100 * utilisation).toPrecision(3))} % of its break load, ${Number((capacity / 1000).toPrecision(4))} kN`;
    out.print(`line ${name}: ${utilisation > 1 ? out.style('yellow', share, 'stdout') : share}`);
  }
  for (const { anchor, verdict, verdicts, home, time, depth, flukes, blows, energy: lost } of operation?.stowing ??
    []) {
    const rest =
      time === undefined
        ? ''
        : ` at t = ${short(time)} s: shackle ${short(depth, 4)} m up the pipe, flukes at ${short((flukes * 180) / Math.PI, 3)} deg`;
    const struck = blows === 0 ? '' : `; ${blows} ${blows === 1 ? 'blow' : 'blows'} on the hull, ${short(lost, 3)} J`;
    const between =
      verdicts === undefined ? '' : ` (${verdicts[0]}, but ${verdicts[1]} with half of the error allowed)`;
    out.print(`anchor ${anchor}: ${out.style(home ? 'green' : 'yellow', verdict, 'stdout')}${between}${rest}${struck}`);
  }
  out.print(`state: ${summary.hash}`);
  out.print(`results: ${path.join(folder, files.report ?? FILES.run)}`);
}

/** Two digits, however small. */
function sized(x: number): string {
  return x >= 1e-3 ? short(x, 2) : x.toExponential(0);
}
