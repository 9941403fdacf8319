/**
 * Comma-separated values (RFC 4180): one header row with units, `time [s],bar.position.x [m]`, then the rows. Numbers are
 * the shortest text that gives the same double back; missing values are NaN.
 */
import { type Channel, columnLabel, Recording } from '@hawser/record';
import { type ReadResult, refused } from '../issue.ts';
import { readTable } from '../table/index.ts';
import { concatenated } from './bytes.ts';
import { groupColumns } from './group-columns.ts';

/** Number of rows converted to text at a time, so that no string grows with the recording. */
const ROWS_A_PIECE = 4096;

export function writeCsv(recording: Recording): Uint8Array {
  const encoder = new TextEncoder();
  const labels = ['time [s]', ...recording.names.map(columnLabel)];
  const pieces = [encoder.encode(`${labels.map(field).join(',')}\r\n`)];
  for (let start = 0; start < recording.length; start += ROWS_A_PIECE) {
    const end = Math.min(start + ROWS_A_PIECE, recording.length);
    let text = '';
    for (let row = start; row < end; row++) {
      text += shortest(recording.time[row]);
      for (const column of recording.columns) text += `,${shortest(column[row])}`;
      text += '\r\n';
    }
    pieces.push(encoder.encode(text));
  }
  return concatenated(pieces);
}

/** A table written by `writeCsv`, or any whose first column is called time. */
export function readCsv(bytes: Uint8Array): ReadResult<Recording> {
  const table = readTable(bytes, { missing: 'nan' });
  if (!table.ok) return table;
  const { names, units, columns } = table.value;
  if (names[0] !== 'time') return refused('no-time', `the first column must be called time, found "${names[0]}"`);
  const channels: Channel[] = groupColumns(names.slice(1).map((name, i) => ({ name, unit: units[i + 1] })));
  return { ok: true, value: new Recording(channels, columns[0], columns.slice(1)) };
}

function shortest(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
