/** Writes tables with columns of different kinds as Parquet and CSV. */

export type RowColumn =
  | {
      readonly name: string;
      readonly unit?: string;
      readonly kind: 'number';
      readonly data: readonly (number | null)[];
    }
  | { readonly name: string; readonly unit?: string; readonly kind: 'text'; readonly data: readonly (string | null)[] }
  | {
      readonly name: string;
      readonly unit?: string;
      readonly kind: 'flag';
      readonly data: readonly (boolean | null)[];
    };

const TYPES = { number: 'DOUBLE', text: 'STRING', flag: 'BOOLEAN' } as const;

/** Null where there is no value; units by column in the metadata `hawser.units`. The same rows give the same bytes. */
export async function writeRowsParquet(
  columns: readonly RowColumn[],
  metadata: Readonly<Record<string, string>> = {},
): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const units = Object.fromEntries(columns.flatMap(({ name, unit }) => (unit ? [[name, unit]] : [])));
  const buffer = parquetWriteBuffer({
    columnData: columns.map(({ name, kind, data }) => ({ name, data: [...data], type: TYPES[kind], nullable: true })),
    codec: 'SNAPPY',
    rowGroupSize: 100_000,
    kvMetadata: [
      { key: 'hawser.units', value: JSON.stringify(units) },
      ...Object.entries(metadata).map(([key, value]) => ({ key, value })),
    ],
  });
  return new Uint8Array(buffer);
}

/** Header with units in brackets, quoted cells where needed, empty cells without value. */
export function writeRowsCsv(columns: readonly RowColumn[]): string {
  const lines = [columns.map(({ name, unit }) => cell(unit ? `${name} [${unit}]` : name)).join(',')];
  const count = columns[0]?.data.length ?? 0;
  for (let i = 0; i < count; i++) lines.push(columns.map(({ data }) => cell(data[i])).join(','));
  return `${lines.join('\n')}\n`;
}

function cell(value: string | number | boolean | null): string {
  if (value === null) return '';
  const text = String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
