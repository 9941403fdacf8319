/**
 * Apache Parquet: one DOUBLE column a recorded column, `time` first, no nulls. Units and channels are in the file's metadata:
 * `hawser.units` maps column to unit, `hawser.channels` lists the channels, further entries come from the caller. `pandas` makes `time` the
 * index of a DataFrame, and puts the units into its `attrs`. Bytes of the doubles are written plane by plane (BYTE_STREAM_SPLIT) and
 * compressed with Snappy: a fifth smaller than plain doubles for smooth motion, which Snappy alone cannot compress.
 */
import { type Channel, columnsOf, Recording } from '@hawser/record';
import { type ReadResult, refused } from '../issue.ts';
import { groupColumns } from './group-columns.ts';

const UNITS = 'hawser.units';
const CHANNELS = 'hawser.channels';
const PANDAS = 'pandas';

export async function writeParquet(
  recording: Recording,
  metadata: Readonly<Record<string, string>> = {},
): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const units = Object.fromEntries([['time', 's'], ...recording.names.map(({ name, unit }) => [name, unit])]);
  const named = [
    { name: 'time', data: recording.time },
    ...recording.columns.map((data, i) => ({ name: recording.names[i].name, data })),
  ];
  const buffer = parquetWriteBuffer({
    columnData: named.map((column) => ({
      ...column,
      type: 'DOUBLE' as const,
      nullable: false,
      encoding: 'BYTE_STREAM_SPLIT' as const,
    })),
    codec: 'SNAPPY',
    rowGroupSize: 100_000,
    kvMetadata: [
      { key: UNITS, value: JSON.stringify(units) },
      { key: CHANNELS, value: JSON.stringify(recording.channels) },
      { key: PANDAS, value: pandasMetadata(units, metadata) },
      ...Object.entries(metadata).map(([key, value]) => ({ key, value })),
    ],
  });
  return new Uint8Array(buffer);
}

/** As pandas' developer guide has it ("Storing pandas DataFrame objects in Apache Parquet format"); `attributes` become `df.attrs`. */
function pandasMetadata(units: Readonly<Record<string, string>>, metadata: Readonly<Record<string, string>>): string {
  const column = (name: string) => ({
    name,
    field_name: name,
    pandas_type: 'float64',
    numpy_type: 'float64',
    metadata: null,
  });
  return JSON.stringify({
    index_columns: ['time'],
    column_indexes: [
      { name: null, field_name: null, pandas_type: 'unicode', numpy_type: 'object', metadata: { encoding: 'UTF-8' } },
    ],
    columns: Object.keys(units).map(column),
    attributes: { units, ...metadata },
    creator: { library: 'hawser', version: '0' },
    pandas_version: '2.2.0',
  });
}

export interface ParquetContents {
  readonly recording: Recording;
  /** the caller's entries of `writeParquet`, and what other writers put there */
  readonly metadata: Readonly<Record<string, string>>;
}

/** A file of `writeParquet`, or any Parquet file of numbers with a column called time. */
export async function readParquet(bytes: Uint8Array): Promise<ReadResult<ParquetContents>> {
  const { parquetMetadata, parquetRead } = await import('hyparquet');
  const file = {
    byteLength: bytes.length,
    // a separate copy: `slice` of Node's Buffer is a view whose `buffer` also holds other data
    slice: (start: number, end?: number): ArrayBuffer => new Uint8Array(bytes.subarray(start, end)).buffer,
  };
  try {
    const metadata = parquetMetadata(file.slice(0));
    const rows = Number(metadata.num_rows);
    const leaves = metadata.schema.filter((element) => element.type !== undefined);
    const odd = leaves.find((leaf) => !numeric.includes(leaf.type ?? '') || leaf.repetition_type === 'REPEATED');
    if (odd) return refused('not-numbers', `column ${odd.name} holds ${odd.type}; a recording holds numbers only`);
    if (!(rows >= 0 && rows * leaves.length <= MOST_NUMBERS)) {
      const most = MOST_NUMBERS / 1e6;
      return refused('too-large', `expected at most ${most} million numbers, found ${rows} rows of ${leaves.length}`);
    }
    const columns = new Map(leaves.map((leaf) => [leaf.name, new Float64Array(rows)]));
    // one column of one group at a time: the library starts all requests at once, and with several damaged ones all but the first would
    // fail unhandled
    let first = 0;
    for (const group of metadata.row_groups) {
      const last = first + Number(group.num_rows);
      for (const [name, column] of columns) {
        const [rowStart, rowEnd] = [first, last];
        await parquetRead({
          file,
          metadata,
          columns: [name],
          rowStart,
          rowEnd,
          onChunk: ({ columnData, rowStart: from, rowEnd: to }) => {
            for (let i = Math.max(0, from); i < Math.min(to, rows); i++) column[i] = asNumber(columnData[i - from]);
          },
        });
      }
      first = last;
    }
    const texts: Record<string, string> = {};
    for (const { key, value } of metadata.key_value_metadata ?? []) texts[key] = value ?? '';
    return assembled(columns, texts);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return refused('not-parquet', `the file cannot be read as Parquet: ${cause}; it is damaged or of another kind`);
  }
}

/** 2 GB of them; a damaged file may say anything */
const MOST_NUMBERS = 250_000_000;

const numeric: readonly string[] = ['DOUBLE', 'FLOAT', 'INT32', 'INT64'];

function asNumber(value: unknown): number {
  return value === null || value === undefined ? Number.NaN : Number(value);
}

function assembled(columns: Map<string, Float64Array>, texts: Record<string, string>): ReadResult<ParquetContents> {
  const time = columns.get('time');
  if (!time)
    return refused('no-time', `expected a column called time, found ${[...columns.keys()].slice(0, 8).join(', ')}`);
  columns.delete('time');
  const { [UNITS]: unitText = '{}', [CHANNELS]: channelText, [PANDAS]: _, ...metadata } = texts;
  const units = textsOf(JSON.parse(unitText));
  const names = [...columns.keys()];
  const grouped = groupColumns(names.map((name) => ({ name, unit: units[name] ?? '' })));
  const written = (channelText === undefined ? undefined : channelsOf(JSON.parse(channelText))) ?? grouped;
  // channels that do not fit the columns (a file edited elsewhere) are replaced by those of the names
  const fits =
    columnsOf(written)
      .map((column) => column.name)
      .join('\n') === names.join('\n');
  const recording = new Recording(fits ? written : grouped, time, [...columns.values()]);
  return { ok: true, value: { recording, metadata } };
}

/** The text entries of a map; a file may contain anything. */
function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'));
}

function channelsOf(value: unknown): Channel[] | undefined {
  const isText = (each: unknown): boolean => typeof each === 'string';
  const isChannel = (each: Partial<Channel> | null): boolean =>
    isText(each?.name) && isText(each?.unit) && Array.isArray(each?.components) && each.components.every(isText);
  return Array.isArray(value) && value.every(isChannel) ? (value as Channel[]) : undefined;
}
