/**
 * HDF5: one dataset for each channel, in groups by the parts of its name: `joint.pin.reaction` becomes `reaction` in /joint/pin, n x 3 with
 * `components` x, y, z; a channel of one number is a list. Each dataset carries `unit` and `columns` (their names elsewhere), and /time as
 * dimension scale. Poses go to /frames. The library is WebAssembly and writes to a file system in memory.
 */
import { type Frames, POSE_SIZE, type Recording } from '@hawser/record';

export interface Hdf5Options {
  /** body poses, written to /frames */
  readonly frames?: Frames;
  /** attributes of the file */
  readonly attributes?: Readonly<Record<string, string>>;
}

let fileCount = 0; // names in the memory file system must differ while two exports run

export async function writeHdf5(recording: Recording, options: Hdf5Options = {}): Promise<Uint8Array> {
  const { ready, File } = await import('h5wasm');
  const { FS } = await ready;
  const path = `hawser-${fileCount++}.h5`;
  const file = new File(path, 'w');
  try {
    for (const [name, value] of Object.entries(options.attributes ?? {})) file.create_attribute(name, value);
    addNumbers(file, 'time', recording.time, 's').make_scale('time');
    const taken = new Taken();
    let column = 0;
    for (const { name, unit, components } of recording.channels) {
      const size = components.length;
      const place = taken.placeOf(name);
      const columns = recording.columns.slice(column, column + size);
      const names = recording.names.slice(column, column + size).map((each) => each.name);
      column += size;
      if (size === 0) continue;
      const plain = size === 1 && components[0] === '';
      const data = plain ? columns[0] : interleaved(columns, recording.length);
      const shape = plain ? [recording.length] : [recording.length, size];
      const dataset = addNumbers(groupAt(file, place.groups), place.dataset, data, unit, shape);
      dataset.create_attribute('columns', names);
      if (!plain) dataset.create_attribute('components', [...components]);
      if (recording.length > 0) dataset.attach_scale(0, '/time');
    }
    if (options.frames) addFrames(file, options.frames);
  } finally {
    file.close();
  }
  try {
    return FS.readFile(path) as Uint8Array;
  } finally {
    FS.unlink(path);
  }
}

type Group = InstanceType<typeof import('h5wasm').Group>;
type Dataset = InstanceType<typeof import('h5wasm').Dataset>;

/** Paths of channels; a name that is both group and dataset gets an underscore. */
class Taken {
  readonly #groups = new Set<string>(['/frames']);
  readonly #datasets = new Set<string>(['/time']);

  placeOf(channel: string): { groups: readonly string[]; dataset: string } {
    const parts = channel.split('.').map((part) => part.replaceAll('/', '_') || '_');
    const last = parts.pop() ?? '_';
    let path = '';
    const groups = parts.map((part) => {
      let name = part;
      while (this.#datasets.has(`${path}/${name}`)) name += '_';
      path += `/${name}`;
      this.#groups.add(path);
      return name;
    });
    let dataset = last;
    while (this.#groups.has(`${path}/${dataset}`) || this.#datasets.has(`${path}/${dataset}`)) dataset += '_';
    this.#datasets.add(`${path}/${dataset}`);
    return { groups, dataset };
  }
}

/** Row after row: x, y, z of a time together. */
function interleaved(columns: readonly Float64Array[], rows: number): Float64Array {
  const size = columns.length;
  const out = new Float64Array(size * rows);
  for (let c = 0; c < size; c++) for (let i = 0; i < rows; i++) out[size * i + c] = columns[c][i];
  return out;
}

function groupAt(file: Group, names: readonly string[]): Group {
  let group = file;
  for (const name of names) {
    group = (group.keys().includes(name) ? group.get(name) : group.create_group(name)) as Group;
  }
  return group;
}

function addNumbers(group: Group, name: string, data: Float64Array, unit: string, shape?: number[]): Dataset {
  const dataset = group.create_dataset({ name, data, shape: shape ?? [data.length] });
  dataset.create_attribute('unit', unit);
  return dataset;
}

function addFrames(file: Group, frames: Frames): void {
  const group = file.create_group('frames');
  const shape = [frames.time.length, frames.bodies.length, POSE_SIZE];
  addNumbers(group, 'time', frames.time, 's');
  const poses = addNumbers(group, 'poses', frames.poses, 'm, m, m, 1, 1, 1, 1', shape);
  poses.create_attribute('components', ['x', 'y', 'z', 'qw', 'qx', 'qy', 'qz']);
  if (frames.bodies.length > 0) poses.create_attribute('bodies', [...frames.bodies]);
}
