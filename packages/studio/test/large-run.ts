/** A long run with many channels, as a folder; and how much memory the browser takes to show it. */
import fs from 'node:fs';
import path from 'node:path';
import { writeGlb, writeParquet } from '@hawser/formats';
import { type Frames, formatManifest, MANIFEST_FORMAT, POSE_SIZE, Recording, type Scenery } from '@hawser/record';

const CHANNELS = 200;
const ROWS = 30_000; // ten minutes at 50 Hz
const RATE = 50;
const BODIES = 10;
/** [s] */
export const LARGE_RUN_SECONDS: number = (ROWS - 1) / RATE;

export function writeLargeRun(folder: string): Promise<void> {
  return writeRun(folder, ROWS, CHANNELS);
}

/** Two seconds of three channels. */
export function writeSmallRun(folder: string): Promise<void> {
  return writeRun(folder, 2 * RATE, 3);
}

/** A run folder as the command line writes it. */
async function writeRun(folder: string, rows: number, count: number): Promise<void> {
  const time = Float64Array.from({ length: rows }, (_, i) => i / RATE);
  const channels = Array.from({ length: count }, (_, c) => ({
    name: `joint.j${c}.angle`,
    unit: 'rad',
    components: [''],
  }));
  const columns = channels.map((_, c) => time.map((t) => Math.sin(0.01 * (c + 1) * t)));
  const recording = new Recording(channels, time, columns);
  const bodies = Array.from({ length: BODIES }, (_, b) => `body ${b}`);
  const poses = new Float64Array(rows * BODIES * POSE_SIZE);
  for (let f = 0; f < rows; f++) {
    for (let b = 0; b < BODIES; b++) {
      const at = (f * BODIES + b) * POSE_SIZE;
      poses[at] = b;
      poses[at + 2] = Math.sin(time[f] + b);
      poses[at + 3] = 1;
    }
  }
  const frames: Frames = { bodies, time, poses };
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
  const indices = Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3);
  const part = { name: 'tet', positions, normals: new Float32Array(0), indices, colour: '#c33333', opacity: 1 };
  const scenery: Scenery = { bodies: bodies.map((name) => ({ name, fixed: false, parts: [part] })) };
  const energy = { kinetic: 0, potential: 0, elastic: 0, dissipated: 0, work: 0, initial: 0, imbalance: 0 };
  const manifest = formatManifest({
    hawser: '0.1.0',
    format: MANIFEST_FORMAT,
    scenario: { title: 'Ten minutes', file: 'long.yaml', source: '', resolved: {} },
    seed: 1,
    versions: { hawser: '0.1.0' },
    status: 'complete',
    warnings: [],
    summary: { simulatedTime: time[rows - 1], steps: 1, rejected: 0, iterations: 1, energy, dissipation: [], hash: '' },
    extremes: {},
    events: [],
    files: {},
  });
  fs.writeFileSync(path.join(folder, 'run.json'), manifest);
  fs.writeFileSync(path.join(folder, 'series.parquet'), await writeParquet(recording));
  fs.writeFileSync(path.join(folder, 'animation.glb'), await writeGlb(scenery, frames));
}

/** [bytes] resident in the largest renderer of a browser that this process started; 0 where /proc is not there. */
export function largestRenderer(): number {
  if (!fs.existsSync('/proc/self/stat')) return 0;
  const parents = new Map<number, number>();
  for (const entry of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const fields = fs
        .readFileSync(`/proc/${entry}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      parents.set(Number(entry), Number(fields[1]));
    } catch {
      // it ended meanwhile
    }
  }
  const ours = (id: number): boolean => {
    for (let at: number | undefined = id; at !== undefined && at > 1; at = parents.get(at))
      if (at === process.pid) return true;
    return false;
  };
  let largest = 0;
  for (const id of parents.keys()) {
    try {
      if (!ours(id) || !fs.readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('--type=renderer')) continue;
      const pages = Number(fs.readFileSync(`/proc/${id}/statm`, 'utf8').split(' ')[1]);
      largest = Math.max(largest, 4096 * pages);
    } catch {
      // it ended meanwhile
    }
  }
  return largest;
}
