/** Continues from a checkpoint, with the earlier recording of its run. */
import fs from 'node:fs';
import path from 'node:path';
import { type Frames, noTouches, POSE_SIZE, readStream, type StreamContents } from '@hawser/record';
import type { PreparedRun, RunOptions } from '@hawser/scenario';
import { loadCheckpoint } from './checkpoint.ts';
import type { Output } from './output.ts';
import { loadRun } from './run-data.ts';
import { FILES } from './run-folder.ts';

/** The checkpoint's state and, if its run is in the same folder with the same channels, the earlier rows. */
export async function resumeFrom(out: Output, file: string, prepared: PreparedRun): Promise<RunOptions['resume']> {
  const { simulation, compiled } = prepared;
  const state = loadCheckpoint(file, simulation);
  const { time } = simulation;
  const { duration } = compiled.scenario.run;
  if (time >= duration) {
    const left = `the checkpoint is at ${time} s and the run ends at ${duration} s, so nothing is left to simulate`;
    out.tell(`${out.style('yellow', 'warning:')} ${left}; --until sets a later end`);
  }
  const folder = path.dirname(file);
  const recorded = await recordedBefore(folder, prepared);
  if (recorded === undefined) {
    out.tell(`the rows before t = ${time} s are not in the new run: ${folder} has none with these channels`);
  }
  return { state, ...(recorded && { recorded }) };
}

async function recordedBefore(folder: string, prepared: PreparedRun): Promise<StreamContents | undefined> {
  const { probes, bodies } = prepared;
  try {
    const { recording, frames, manifest } = await loadRun(folder);
    const names = (channels: readonly { readonly name: string }[]): string => channels.map((c) => c.name).join('\n');
    if (names(recording.channels) !== names(probes)) return undefined;
    if (!bodies.every((body) => frames.bodies.includes(body))) return undefined;
    const rest = { meta: {}, complete: true, ending: 'complete', usedBytes: 0 } as const;
    const file = path.join(folder, FILES.touches);
    const touches = fs.existsSync(file) ? readStream(new Uint8Array(fs.readFileSync(file))).touches : noTouches();
    return {
      recording,
      frames: framesOf(frames, bodies),
      touches,
      events: manifest.events,
      extremes: manifest.extremes,
      ...(manifest.ranges && { ranges: manifest.ranges }),
      ...rest,
    };
  } catch {
    return undefined; // a checkpoint alone suffices to continue
  }
}

/** The poses of these bodies only, in this order. */
function framesOf(frames: Frames, bodies: readonly string[]): Frames {
  const [from, to] = [POSE_SIZE * frames.bodies.length, POSE_SIZE * bodies.length];
  const poses = new Float64Array(frames.time.length * to);
  for (const [i, body] of bodies.entries()) {
    const source = POSE_SIZE * frames.bodies.indexOf(body);
    for (let f = 0; f < frames.time.length; f++) {
      const at = f * from + source;
      poses.set(frames.poses.subarray(at, at + POSE_SIZE), f * to + i * POSE_SIZE);
    }
  }
  return { bodies, time: frames.time, poses };
}
