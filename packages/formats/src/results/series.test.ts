import { QUATERNION, Recording, SCALAR, VECTOR } from '@hawser/record';
import { strFromU8, unzipSync } from 'fflate';
import { Dataset, File, type Group, ready } from 'h5wasm';
import { describe, expect, test } from 'vitest';
import { awkwardRecording, channels, sampleFrames, sampleRecording } from '../../test/fixture.ts';
import type { ReadResult } from '../issue.ts';
import { readCsv, writeCsv } from './csv.ts';
import { groupColumns } from './group-columns.ts';
import { writeHdf5 } from './hdf5.ts';
import { readParquet, writeParquet } from './parquet.ts';
import { writeXlsx } from './xlsx.ts';

function value<T>(result: ReadResult<T>): T {
  if (!result.ok) throw new Error(result.issues[0].message);
  return result.value;
}

/** The same names, units and bits. */
function expectSame(found: Recording, wanted: Recording): void {
  expect(found.names).toEqual(wanted.names);
  expect(found.time).toEqual(wanted.time);
  found.columns.forEach((column, i) => {
    expect(column.every((x, r) => Object.is(x, wanted.columns[i][r]))).toBe(true);
    expect(column.length).toBe(wanted.length);
  });
}

describe('csv', () => {
  test('has one header row with units, CRLF, and the shortest numbers', () => {
    const recording = new Recording(
      [
        { name: 'bar.position', unit: 'm', components: VECTOR },
        { name: 'n', unit: '', components: SCALAR },
      ],
      Float64Array.of(0, 0.1),
      [
        [1, 0.1 + 0.2],
        [2, 1e21],
        [-0, 5e-324],
        [Number.NaN, 3],
      ].map((column) => Float64Array.from(column)),
    );
    expect(new TextDecoder().decode(writeCsv(recording))).toBe(
      'time [s],bar.position.x [m],bar.position.y [m],bar.position.z [m],n\r\n' +
        '0,1,2,-0,NaN\r\n0.1,0.30000000000000004,1e+21,5e-324,3\r\n',
    );
  });

  test('written and read back: same channels, same bits, also for names that need quotes', () => {
    const read = value(readCsv(writeCsv(sampleRecording(5000))));
    expectSame(read, sampleRecording(5000));
    expect(read.channels).toEqual(channels);
    expectSame(value(readCsv(writeCsv(awkwardRecording()))), awkwardRecording());
  });

  test('a table without time is refused', () => {
    expect(readCsv(new TextEncoder().encode('a,b\n1,2\n')).ok).toBe(false);
  });

  test('columns are grouped only when all components are there, in order, with one unit', () => {
    const names = ['a.w', 'a.x', 'a.y', 'a.z', 'b.x', 'b.y', 'c', 'd.roll', 'd.pitch', 'd.yaw'];
    const grouped = groupColumns(names.map((name) => ({ name, unit: '' })));
    expect(grouped.map(({ name, components }) => [name, components.length])).toEqual([
      ['a', 4],
      ['b.x', 1],
      ['b.y', 1],
      ['c', 1],
      ['d', 3],
    ]);
    expect(grouped[0].components).toEqual(QUATERNION);
    const mixed = ['m', 'm', 's'].map((unit, i) => ({ name: `p.${'xyz'[i]}`, unit }));
    expect(groupColumns(mixed).length).toBe(3);
  });
});

describe('parquet', () => {
  test('a Buffer of Node is read like any bytes, also one that lies within a larger block of memory', async () => {
    const bytes = await writeParquet(sampleRecording(50));
    const pool = Buffer.alloc(bytes.length + 300, 0xab);
    pool.set(bytes, 123);
    const { recording } = value(await readParquet(pool.subarray(123, 123 + bytes.length)));
    expectSame(recording, sampleRecording(50));
  });

  test('written and read back: same channels, units, bits and metadata, over several row groups', async () => {
    for (const recording of [sampleRecording(50), sampleRecording(0), awkwardRecording()]) {
      const bytes = await writeParquet(recording, { 'hawser.title': 'Pendel, größer' });
      const read = value(await readParquet(bytes));
      expectSame(read.recording, recording);
      expect(read.recording.channels).toEqual(recording.channels);
      expect(read.metadata).toEqual({ 'hawser.title': 'Pendel, größer' });
    }
    const rows = 100_003; // the writer cuts groups at 100 000
    const time = new Float64Array(rows).map((_, i) => i);
    const long = new Recording([{ name: 'a', unit: 'm', components: SCALAR }], time, [time.map(Math.sqrt)]);
    expectSame(value(await readParquet(await writeParquet(long))).recording, long);
  });

  test('a Parquet file from elsewhere needs numbers and a column called time', async () => {
    const { parquetWriteBuffer } = await import('hyparquet-writer');
    const file = (columnData: Parameters<typeof parquetWriteBuffer>[0]['columnData']) =>
      new Uint8Array(parquetWriteBuffer({ columnData }));
    const good = await readParquet(
      file([
        { name: 'p.x', data: [1, null], type: 'DOUBLE' },
        { name: 'time', data: [0n, 1n], type: 'INT64' },
      ]),
    );
    expect([...value(good).recording.column('p.x')]).toEqual([1, Number.NaN]);
    expect((await readParquet(file([{ name: 'p', data: [1], type: 'DOUBLE' }]))).ok).toBe(false);
    const text = await readParquet(file([{ name: 'time', data: ['a'], type: 'STRING' }]));
    expect(text.ok ? '' : text.issues[0].message).toContain('column time holds BYTE_ARRAY');
  });

  test('garbage and a cut-off file are refused, not thrown', async () => {
    const bytes = await writeParquet(sampleRecording());
    for (const broken of [new Uint8Array(0), new Uint8Array(500), bytes.slice(0, -9), bytes.slice(200)]) {
      const result = await readParquet(broken);
      expect(result.ok ? '' : result.issues[0].code).toBe('not-parquet');
    }
  });
});

test('parquet: pandas finds time as its index and the units in attrs', async () => {
  const { parquetMetadata } = await import('hyparquet');
  const bytes = await writeParquet(sampleRecording(), { title: 'Pendulum' });
  const { key_value_metadata: entries = [] } = parquetMetadata(new Uint8Array(bytes).buffer);
  const said = JSON.parse(entries.find(({ key }) => key === 'pandas')?.value ?? '{}');
  expect(said.index_columns).toEqual(['time']);
  expect(said.columns.map(({ field_name }: { field_name: string }) => field_name)).toEqual([
    'time',
    ...sampleRecording().names.map(({ name }) => name),
  ]);
  expect(said.attributes.units).toMatchObject({ time: 's', 'bar.position.x': 'm' });
  expect(said.attributes.title).toBe('Pendulum');
});

describe('hdf5', () => {
  async function opened(bytes: Uint8Array): Promise<File> {
    const { FS } = await ready;
    FS.writeFile('test.h5', bytes);
    return new File('test.h5', 'r');
  }

  test('a dataset a channel in groups by name, vectors n x 3, with unit, names of columns and /time as scale', async () => {
    const recording = sampleRecording();
    const frames = sampleFrames();
    const file = await opened(await writeHdf5(recording, { frames, attributes: { title: 'Pendulum' } }));
    expect(file.attrs.title.value).toBe('Pendulum');
    expect(file.get('time')).toBeInstanceOf(Dataset);
    expect((file.get('/joint/pin') as Group).keys()).toEqual(['reaction']);
    for (const [place, components] of [
      ['bar/position', ['x', 'y', 'z']],
      ['bar/rotation', ['w', 'x', 'y', 'z']],
      ['joint/pin/reaction', ['x', 'y', 'z']],
    ] as const) {
      const dataset = file.get(place) as Dataset;
      const name = place.replaceAll('/', '.');
      expect(dataset.shape).toEqual([recording.length, components.length]);
      const values = dataset.value as Float64Array;
      components.forEach((component, c) => {
        const column = recording.column(`${name}.${component}`);
        expect(column.every((x, i) => values[components.length * i + c] === x)).toBe(true);
      });
      expect(dataset.attrs.components.value).toEqual(components);
      expect(dataset.attrs.columns.value).toEqual(components.map((component) => `${name}.${component}`));
      expect(dataset.attrs.unit.value).toBe(recording.unit(`${name}.${components[0]}`));
      expect(dataset.get_attached_scales(0)).toEqual(['/time']);
    }
    const energy = file.get('energy/imbalance') as Dataset;
    expect(energy.value).toEqual(recording.column('energy.imbalance'));
    const poses = file.get('frames/poses') as Dataset;
    expect(poses.shape).toEqual([40, 2, 7]);
    expect(poses.value).toEqual(frames.poses);
    expect(poses.attrs.bodies.value).toEqual(['bar', 'ball']);
    file.close();
  });

  test('names that collide as group and dataset are kept apart; slashes and empty parts do no harm', async () => {
    const names = ['bar.energy', 'bar.energy.position', 'time.x', 'frames', 'a/b..c', 'position.x', 'a/b..c.'];
    const column = Float64Array.of(1, 2);
    const recording = new Recording(
      names.map((name) => ({ name, unit: '', components: SCALAR })),
      Float64Array.of(0, 1),
      names.map(() => column),
    );
    const file = await opened(await writeHdf5(recording, { frames: sampleFrames(2) }));
    const found: unknown[] = [];
    for (const path of file.paths()) {
      const entity = file.get(path);
      if (entity instanceof Dataset && entity.attrs.columns) found.push(...(entity.attrs.columns.value as string[]));
    }
    expect(found.sort()).toEqual([...names].sort());
    file.close();
  });
});

describe('xlsx', () => {
  const sheets = async (recording: Recording, options = {}) => {
    const files = unzipSync(await writeXlsx(recording, options));
    return [1, 2, 3]
      .map((i) => strFromU8(files[`xl/worksheets/sheet${i}.xml`]))
      .concat(strFromU8(files['xl/sharedStrings.xml']));
  };
  const count = (text: string, tag: string) => text.split(`<${tag} `).length - 1;

  test('Series has names, units and every row; Extremes a row a column; About the texts given', async () => {
    const [series, extremes, , strings] = await sheets(sampleRecording(), {
      title: 'Pendulum <1>',
      about: [['seed', '7']],
    });
    expect(count(series, 'row')).toBe(52);
    expect(series).toContain(`<v>${sampleRecording().column('bar.position.y')[49]}</v>`);
    expect(count(extremes, 'row')).toBe(15);
    expect(strings).toContain('bar.position.x');
    expect(strings).toContain('Pendulum &lt;1&gt;');
    expect(strings).not.toContain('one row in');
  });

  test('too many rows are thinned evenly and About says so; a cell without a finite value is empty', async () => {
    const [series, extremes, , strings] = await sheets(sampleRecording(50), { maxRows: 20 });
    expect(count(series, 'row')).toBe(2 + 17); // every third of 50
    expect(strings).toContain('one row in 3');
    expect(extremes).toContain(`<v>${Math.max(...sampleRecording().column('bar.position.x'))}</v>`);
    const [awkward] = await sheets(awkwardRecording());
    expect(awkward).not.toContain('NaN');
  });

  test('more columns than a sheet has are refused with the way out', async () => {
    const wide = [{ name: 'a', unit: '', components: Array.from({ length: 16_384 }, (_, i) => `c${i}`) }];
    const recording = new Recording(wide, new Float64Array(0), Array(16_384).fill(new Float64Array(0)));
    await expect(writeXlsx(recording)).rejects.toThrow('at most 16384 columns, found 16385; record fewer');
  });
});
