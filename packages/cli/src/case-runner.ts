/** Runs the scenarios of validation cases and benchmark scenes: a user's path, with the recording kept in memory. */
import fs from 'node:fs';
import path from 'node:path';
import { readTable } from '@hawser/formats';
import { type AssetLoader, formatIssue, type PreparedRun, runScenario } from '@hawser/scenario';
import type { CaseContext, CaseRun, Overrides } from './cases.ts';
import { cpuSeconds } from './clock.ts';
import { diskLoader } from './allowed.ts';
import { openScenario } from './scenario-file.ts';

/** For a case whose files stand in `folder`; `untuned`: its scenarios without settings of solver and mesh. */
export function caseContext(folder: string, untuned: boolean = false): CaseContext {
  const inFolder = (file: string): string => path.join(folder, file);
  return {
    runScenario: async (fileOrText, overrides = {}) => runCaseScenario(folder, fileOrText, overrides, untuned),
    openScenario: (fileOrText, overrides = {}) => openCaseScenario(folder, fileOrText, overrides, untuned).simulation,
    readCsv(file) {
      const result = readTable(new Uint8Array(fs.readFileSync(inFolder(file))));
      if (!result.ok) throw new Error(`${file}: ${result.issues.map((issue) => issue.message).join('; ')}`);
      const { names, columns } = result.value;
      return Object.fromEntries(names.map((name, i) => [name, columns[i]]));
    },
    readJson: (file) => JSON.parse(fs.readFileSync(inFolder(file), 'utf8')) as unknown,
    readText: (file) => fs.readFileSync(inFolder(file), 'utf8'),
  };
}

function openCaseScenario(folder: string, fileOrText: string, overrides: Overrides, untuned: boolean): PreparedRun {
  const isText = fileOrText.includes('\n');
  const file = path.join(folder, isText ? 'scenario in memory.yaml' : fileOrText);
  const loader: AssetLoader = isText
    ? {
        ...diskLoader,
        size: undefined,
        read: (name) => (name === file ? new TextEncoder().encode(fileOrText) : diskLoader.read(name)),
      }
    : diskLoader;
  const set = Object.entries(overrides).map(([name, value]) => ({ text: `${name}=${JSON.stringify(value)}` }));
  const opened = openScenario(file, set, loader, false, untuned);
  if (!opened.ok) throw new Error(opened.issues.map(formatIssue).join('\n'));
  return opened.prepared;
}

function runCaseScenario(folder: string, fileOrText: string, overrides: Overrides, untuned: boolean): CaseRun {
  const prepared = openCaseScenario(folder, fileOrText, overrides, untuned);
  const start = cpuSeconds();
  const { status, summary, recording, warnings, failure } = runScenario(prepared);
  const seconds = cpuSeconds() - start;
  return {
    status: status === 'complete' ? 'complete' : 'failed',
    ...(failure && { failure: failure.message }),
    recording,
    warnings,
    energy: summary.energy,
    steps: summary.steps,
    rejected: summary.rejected,
    iterations: summary.iterations,
    simulatedSeconds: summary.simulatedTime,
    cpuSeconds: seconds,
    hash: summary.hash,
    final: (column) => recording.column(column)[recording.length - 1],
    at: (column, t) => interpolated(recording.time, recording.column(column), t),
  };
}

/** Linear interpolation between rows; NaN outside, which fails every tolerance. */
export function interpolated(time: Float64Array, values: Float64Array, t: number): number {
  if (!(t >= time[0] && t <= time[time.length - 1])) return Number.NaN;
  let i = 0;
  while (i < time.length - 1 && time[i + 1] < t) i++;
  if (time[i] === t || i === time.length - 1) return values[i];
  const s = (t - time[i]) / (time[i + 1] - time[i]);
  return values[i] + s * (values[i + 1] - values[i]);
}
