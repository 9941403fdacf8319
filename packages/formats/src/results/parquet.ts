/**
 * Apache Parquet: one DOUBLE column a recorded column, `time` first, no nulls. Units and channels are in the file's
 * metadata: `hawser.units` maps column to unit, `hawser.channels` lists the channels, further entries come from the caller.
 * Bytes of the doubles are written plane by plane (BYTE_STREAM_SPLIT) and compressed with Snappy: a fifth smaller than
 * plain doubles on smooth motion, which Snappy alone leaves as they are.
 */
import { type Channel, columnsOf, Recording } from '@hawser/record';
import { type ReadResult, refused } from '../issue.ts';
import { groupColumns } from './group-columns.ts';

const UNITS = 'hawser.units';
const CHANNELS = 'hawser.channels';

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
      ...Object.entries(metadata).map(([key, value]) => ({ key, value })),
    ],
  });
  return new Uint8Array(buffer);
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
    // a copy of its own: `slice` of Node's Buffer is a view whose `buffer` holds other things as well
    slice: (start: number, end?: number): ArrayBuffer => new Uint8Array(bytes.subarray(start, end)).buffer,
  };
  try {
    const metadata = parquetMetadata(file.slice(0));
    const rows = Number(metadata.num_rows);
    const leaves = metadata.schema.filter((element) => element.type !== undefined);
    const odd = leaves.find((leaf) => !numeric.includes(leaf.type ?? '') || leaf.repetition_type === 'REPEATED');
    if (odd) return refused('not-numbers', `column ${odd.name} holds ${odd.type}; a recording holds numbers only`);
    const columns = new Map(leaves.map((leaf) => [leaf.name, new Float64Array(rows)]));
    await parquetRead({
      file,
      metadata,
      onChunk: ({ columnName, columnData, rowStart, rowEnd }) => {
        const column = columns.get(columnName);
        for (let i = rowStart; column && i < rowEnd; i++) column[i] = asNumber(columnData[i - rowStart]);
      },
    });
    const texts: Record<string, string> = {};
    for (const { key, value } of metadata.key_value_metadata ?? []) texts[key] = value ?? '';
    return assembled(columns, texts);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return refused('not-parquet', `the file cannot be read as Parquet: ${cause}; it is damaged or of another kind`);
  }
}

const numeric: readonly string[] = ['DOUBLE', 'FLOAT', 'INT32', 'INT64'];

function asNumber(value: unknown): number {
  return value === null || value === undefined ? Number.NaN : Number(value);
}

function assembled(columns: Map<string, Float64Array>, texts: Record<string, string>): ReadResult<ParquetContents> {
  const time = columns.get('time');
  if (!time)
    return refused('no-time', `expected a column called time, found ${[...columns.keys()].slice(0, 8).join(', ')}`);
  columns.delete('time');
  const { [UNITS]: unitText = '{}', [CHANNELS]: channelText, ...metadata } = texts;
  const units = JSON.parse(unitText) as Record<string, string>;
  const names = [...columns.keys()];
  const grouped = groupColumns(names.map((name) => ({ name, unit: units[name] ?? '' })));
  const written = channelText === undefined ? grouped : (JSON.parse(channelText) as Channel[]);
  // channels that do not fit the columns (a file edited elsewhere) give way to what the names say
  const fits =
    columnsOf(written)
      .map((column) => column.name)
      .join('\n') === names.join('\n');
  const recording = new Recording(fits ? written : grouped, time, [...columns.values()]);
  return { ok: true, value: { recording, metadata } };
}
