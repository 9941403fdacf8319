import { packTouches, pickFrames, Recording, type Scenery, type SceneryBody } from '@hawser/record';
import { unzlibSync } from 'fflate';
import { validateBytes } from 'gltf-validator';
import { describe, expect, test } from 'vitest';
import { cube, sampleFrames, sampleRecording, scenery } from '../../test/fixture.ts';
import { concatenated } from './bytes.ts';
import { readGlb } from './gltf-read.ts';
import { rotationTrack, usableFrames } from './tracks.ts';
import { writeGlb } from './gltf-write.ts';
import { writeVtp } from './vtp.ts';

interface Report {
  issues: { numErrors: number; numWarnings: number; messages: { message: string }[] };
  info: { animationCount: number; materialCount: number };
}

async function validated(bytes: Uint8Array): Promise<Report> {
  const report = (await validateBytes(bytes)) as Report;
  expect(report.issues.messages).toEqual([]);
  return report;
}

async function reread(bytes: Uint8Array) {
  const result = await readGlb(bytes);
  if (!result.ok) throw new Error(result.issues[0].message);
  return result.value;
}

describe('glb', () => {
  test('passes the Khronos validator without a word, moving, still and empty', async () => {
    const moving = await validated(await writeGlb(scenery, sampleFrames()));
    expect(moving.info.animationCount).toBe(1);
    expect(moving.info.materialCount).toBe(3); // grey, red (twice), blue glass
    const still = await validated(await writeGlb(scenery, pickFrames(sampleFrames(), [0])));
    expect(still.info.animationCount).toBe(0);
    const empty = (await validateBytes(await writeGlb({ bodies: [] }, pickFrames(sampleFrames(), [])))) as Report;
    expect(empty.issues).toMatchObject({ numErrors: 0, numWarnings: 0 }); // it remarks that the root has no children
  });

  test('gives back bodies, parts, colours and poses to f32', async () => {
    const frames = sampleFrames();
    const read = await reread(await writeGlb(scenery, frames, { title: 'Pendulum' }));
    expect(read.title).toBe('Pendulum');
    expect(read.scenery).toEqual(scenery);
    expect(read.frames.bodies).toEqual(['world', 'bar', 'ball', 'ghost']);
    expect(read.frames.time.map(Math.fround)).toEqual(frames.time.map(Math.fround));
    for (let f = 0; f < 40; f++) {
      const bar = read.frames.poses.subarray(28 * f + 7, 28 * f + 14);
      expect(bar[0]).toBe(f * 0.25);
      // the same rotation, whichever sign the quaternion has; cosine of half the angle between them within f32
      const [w, z] = [Math.cos(f * 0.1), Math.sin(f * 0.1)];
      expect(Math.abs(bar[3] * w + bar[6] * z)).toBeGreaterThan(1 - 1e-6);
      expect([...read.frames.poses.subarray(28 * f + 14, 28 * f + 21)]).toEqual([5, 6, 7, 1, 0, 0, 0]);
    }
  });

  test('a Buffer of Node within a larger block of memory is read like any bytes', async () => {
    const bytes = await writeGlb(scenery, sampleFrames());
    const pool = Buffer.alloc(bytes.length + 300, 0xab);
    pool.set(bytes, 123);
    expect(await reread(pool.subarray(123, 123 + bytes.length))).toEqual(await reread(bytes));
  });

  test('quaternions never jump to the other sign from one frame to the next', () => {
    const track = rotationTrack(sampleFrames(), 0);
    for (let i = 4; i < track.length; i += 4) {
      let dot = 0;
      for (let k = 0; k < 4; k++) dot += track[i + k] * track[i - 4 + k];
      expect(dot).toBeGreaterThan(0.99); // frames are 0.2 rad apart: cos 0.1 = 0.995
    }
  });

  test('z of our world is y of glTF', async () => {
    const { WebIO } = await import('@gltf-transform/core');
    const document = await new WebIO().readBinary(await writeGlb(scenery, sampleFrames()));
    const ball = document
      .getRoot()
      .listNodes()
      .find((node) => node.getName() === 'ball');
    const [x, y, z] = ball?.getWorldTranslation() ?? [0, 0, 0];
    expect(x).toBeCloseTo(5, 6); // f32
    expect(y).toBeCloseTo(7, 6);
    expect(z).toBeCloseTo(-6, 6);
  });

  test('frames that repeat a time or are not finite are left out; the number of frames can be limited', async () => {
    const frames = sampleFrames();
    frames.time[5] = frames.time[4];
    frames.poses[14 * 9] = Number.NaN;
    expect(usableFrames(frames).length).toBe(38);
    const bytes = await writeGlb(scenery, frames, { maxFrames: 10 });
    await validated(bytes);
    expect((await reread(bytes)).frames.time.length).toBe(10);
  });

  test('equal shapes are stored once: a chain of 50 links is little larger than one link', async () => {
    const chain = (count: number): Scenery => ({
      bodies: Array.from({ length: count }, (_, i) => ({
        name: `link${i}`,
        fixed: false,
        parts: [cube('link', '#777777')],
      })),
    });
    const frames = pickFrames(sampleFrames(), []);
    const binary = (bytes: Uint8Array) =>
      bytes.length - new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
    expect(binary(await writeGlb(chain(50), frames))).toBe(binary(await writeGlb(chain(1), frames)));
  });

  test('bad normals are repaired, bad colours named, foreign files refused', async () => {
    const part = cube('a', '#123456');
    const bad = { ...part, normals: part.normals.map((x, i) => (i < 3 ? 0 : 3 * x)) };
    await validated(await writeGlb({ bodies: [{ name: 'a', fixed: true, parts: [bad] }] }, sampleFrames()));
    const red = { ...part, colour: 'red' };
    const wrong = { bodies: [{ name: 'a', fixed: true, parts: [red] }] };
    await expect(writeGlb(wrong, sampleFrames())).rejects.toThrow('a colour is written #rrggbb, found "red"');
    expect((await readGlb(new Uint8Array(100))).ok).toBe(false);
  });
});

/** The arrays of a .vtp file, by name, read by VTK's rules (see vtk-xml.ts). */
function vtpArrays(bytes: Uint8Array): {
  xml: string;
  array: (name: string) => Float32Array | Float64Array | Int32Array | Uint8Array;
} {
  const latin = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const start = latin.indexOf('<AppendedData encoding="raw">\n_') + '<AppendedData encoding="raw">\n_'.length;
  const xml = latin.slice(0, start);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const array = (name: string) => {
    const match = new RegExp(`<DataArray type="(\\w+)" Name="${name}"[^>]* offset="(\\d+)"`).exec(xml);
    if (!match) throw new Error(`no array ${name}`);
    let at = start + Number(match[2]);
    const blocks = view.getUint32(at, true);
    let data = at + 12 + 4 * blocks;
    at += 12;
    const pieces: Uint8Array[] = [];
    for (let b = 0; b < blocks; b++, at += 4) {
      const size = view.getUint32(at, true);
      pieces.push(unzlibSync(bytes.subarray(data, data + size)));
      data += size;
    }
    const raw = concatenated(pieces);
    if (match[1] === 'Float64') return new Float64Array(raw.buffer);
    if (match[1] === 'Float32') return new Float32Array(raw.buffer);
    return match[1] === 'Int32' ? new Int32Array(raw.buffer) : raw;
  };
  return { xml, array };
}

test('glb: elements of a cable lie below one node of its name; times come back as they were written', async () => {
  const { parts } = scenery.bodies[1];
  const element = (name: string): SceneryBody => ({ name, fixed: false, parts });
  const bodies = [element('rope#0'), element('post'), element('rope#1')];
  const poses = Float64Array.from(Array.from({ length: 9 }, (_, i) => [i, 2, 3, 1, 0, 0, 0]).flat());
  const frames = { bodies: bodies.map(({ name }) => name), time: Float64Array.of(0, 0.1, 1234.7), poses };
  const bytes = await writeGlb({ bodies }, frames);
  const json = JSON.parse(
    new TextDecoder().decode(bytes.subarray(20, 20 + new DataView(bytes.buffer).getUint32(12, true))),
  );
  const rope = json.nodes.find((node: { name: string }) => node.name === 'rope');
  expect(rope.children.map((child: number) => json.nodes[child].name)).toEqual(['rope#0', 'rope#1']);
  const read = await readGlb(bytes);
  if (!read.ok) throw new Error(read.issues[0].message);
  expect(read.value.frames.bodies).toEqual(['rope#0', 'post', 'rope#1']);
  expect([...read.value.frames.time]).toEqual([0, 0.1, 1234.7]);
});

describe('vtp', () => {
  test('a collection of one file a frame, and one for what never moves', async () => {
    const files = await writeVtp(scenery, sampleFrames(12), { name: 'run' });
    expect([...files.keys()]).toEqual([
      'run/fixed.vtp',
      ...Array.from({ length: 12 }, (_, i) => `run/frame-${String(i).padStart(2, '0')}.vtp`),
      'run.pvd',
    ]);
    const pvd = new TextDecoder().decode(files.get('run.pvd'));
    for (const [, path] of pvd.matchAll(/file="([^"]+)"/g)) expect(files.has(path)).toBe(true);
    expect(pvd.match(/<DataSet /g)?.length).toBe(24);
    expect(pvd).toContain('timestep="0.1" group="" part="1" file="run/frame-03.vtp"');
  });

  test('points are where the body is, cells know body, colour and velocity', async () => {
    const frames = sampleFrames(40);
    const recording = sampleRecording(200);
    const files = await writeVtp(scenery, frames, { recording });
    const { xml, array } = vtpArrays(files.get('animation/frame-30.vtp') as Uint8Array);
    expect(xml).toContain('NumberOfPoints="72"');
    expect(xml).toContain('NumberOfPolys="36"');
    expect(xml).toContain('>1</DataArray>'); // TimeValue: frame 30 at 30 Hz
    // body 1 at x = 7.5, z = 1, turned by 6 rad about z; the cube's first corner is (-0.5, -0.5, -0.5)
    const [c, s] = [Math.cos(6), Math.sin(6)];
    const points = array('points');
    expect(points[0]).toBeCloseTo(7.5 - 0.5 * c + 0.5 * s, 5); // f32
    expect(points[1]).toBeCloseTo(-0.5 * s - 0.5 * c, 5);
    expect(points[2]).toBeCloseTo(0.5, 5);
    const normals = array('normals');
    expect(Math.hypot(normals[0], normals[1], normals[2])).toBeCloseTo(1, 6);
    expect([...new Set(array('body'))]).toEqual([1, 2]);
    expect([...array('colour').slice(0, 3)]).toEqual([0xcc, 0x33, 0x33]);
    expect(Math.max(...array('connectivity'))).toBe(71);
    expect(array('offsets')[35]).toBe(108);
    const velocity = array('velocity');
    expect(velocity[0]).toBeCloseTo(recording.column('bar.velocity.x')[100], 6); // recorded at 100 Hz: row 100 is 1 s
    expect(velocity[3 * 35]).toBeNaN(); // the ball's was not recorded
  });

  test('cables whose nodes were recorded are polylines, in double, with what is known along them', async () => {
    const frames = sampleFrames(4); // at 0, 1/30, 2/30, 0.1 s
    const time = Float64Array.of(0, 0.1);
    // three nodes of stay, of which the last is not there yet at first; two of tow, without values along it
    const rows: Record<string, [number, number]> = {};
    const node = (cable: string, i: number, from: number[], to: number[]): void => {
      for (let r = 0; r < 3; r++) rows[`cable.${cable}.node-${i}.position.${'xyz'[r]}`] = [from[r], to[r]];
    };
    node('stay', 0, [0, 0, 1000000.1], [0, 0, 1000000.2]);
    node('stay', 1, [1, 0, 0], [1, 0, 0]);
    node('stay', 2, [1, 0, 0], [3, 0, 0]);
    node('tow', 0, [0, 1, 0], [0, 1, 0]);
    node('tow', 1, [0, 2, 0], [0, 2, 0]);
    for (let i = 0; i < 3; i++) rows[`cable.stay.range-${i}.tension`] = [10 * i, 10 * i + 5];
    const names = Object.keys(rows);
    const channels = names.map((name) => ({ name, unit: 'm', components: [''] }));
    const recording = new Recording(
      channels,
      time,
      names.map((name) => Float64Array.from(rows[name])),
    );
    const files = await writeVtp(scenery, frames, { recording });
    const pvd = new TextDecoder().decode(files.get('animation.pvd'));
    expect(pvd).toContain(`timestep="${frames.time[1]}" group="" part="2" file="animation/lines-1.vtp"`);
    const first = vtpArrays(files.get('animation/lines-0.vtp') as Uint8Array);
    expect([...first.array('offsets')]).toEqual([2, 4]);
    const { xml, array } = vtpArrays(files.get('animation/lines-3.vtp') as Uint8Array);
    expect(xml).toContain('NumberOfPoints="5" NumberOfVerts="0" NumberOfLines="2"');
    expect(xml).toContain(`>${frames.time[3]}</DataArray>`);
    expect(xml).not.toContain('curvature'); // nobody recorded it
    expect([...array('points')]).toEqual([0, 0, 1000000.2, 1, 0, 0, 3, 0, 0, 0, 1, 0, 0, 2, 0]);
    expect([...array('connectivity')]).toEqual([0, 1, 2, 3, 4]);
    expect([...array('offsets')]).toEqual([3, 5]);
    expect([...array('cable')]).toEqual([0, 1]);
    expect([...array('tension')]).toEqual([5, 15, 25, Number.NaN, Number.NaN]);
  });

  test('contacts that were recorded: a vertex with its force, polygons with the pressure at their corners', async () => {
    const frames = sampleFrames(4);
    const faces = [3, 0, 0, 0, 1e5, 2, 0, 0, 3e5, 0, 1, 0, 2e5, 4, 0, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 7, 0, 1, 1, 0];
    const common = { normal: [0, 0, 1], slip: 0.25, area: 1 } as const;
    const touches = [
      { ...common, a: 0, b: 2, point: [0.5, 0.25, 0], force: [1, 2, 3], outline: [], faces },
      { ...common, a: 1, b: 2, point: [5, 6, 7], force: [0, 0, 9], outline: [0, 0, 5, 1, 0, 5, 0, 1, 5] },
    ] as const;
    const values = packTouches(touches);
    const recorded = {
      bodies: ['a', 'b', 'c'],
      time: Float64Array.of(0, 0.05),
      start: Uint32Array.of(0, 0, values.length),
      values,
    };
    const files = await writeVtp(scenery, frames, { touches: recorded });
    const pvd = new TextDecoder().decode(files.get('animation.pvd'));
    expect(pvd).toContain(`timestep="${frames.time[3]}" group="" part="3" file="animation/contacts-3.vtp"`);
    expect(vtpArrays(files.get('animation/contacts-0.vtp') as Uint8Array).xml).toContain('NumberOfPoints="0"');
    const { xml, array } = vtpArrays(files.get('animation/contacts-3.vtp') as Uint8Array);
    expect(xml).toContain(
      'NumberOfPoints="12" NumberOfVerts="2" NumberOfLines="0" NumberOfStrips="0" NumberOfPolys="3"',
    );
    expect([...array('pressure')]).toEqual([0, 0, 1e5, 3e5, 2e5, 0, 0, 7, 0, 0, 0, 0]);
    expect([...array('force')].slice(0, 9)).toEqual([1, 2, 3, 0, 0, 9, 0, 0, 0]);
    expect([...array('points')].slice(0, 9)).toEqual([0.5, 0.25, 0, 5, 6, 7, 0, 0, 0]);
    expect([...array('contact')]).toEqual([0, 1, 0, 0, 1]);
    expect([...array('a')]).toEqual([0, 1, 0, 0, 1]);
  });

  test('the number of frames is limited, the last one kept', async () => {
    const files = await writeVtp(scenery, sampleFrames(40), { maxFrames: 5 });
    expect(files.size).toBe(7);
    expect(new TextDecoder().decode(files.get('animation.pvd'))).toContain('timestep="1.3"');
  });

  test('without frames everything stands at time 0; frames that are not finite are left out', async () => {
    const still = await writeVtp(scenery, pickFrames(sampleFrames(), []));
    expect([...still.keys()]).toEqual(['animation/fixed.vtp', 'animation.pvd']);
    expect(vtpArrays(still.get('animation/fixed.vtp') as Uint8Array).array('body').length).toBe(48); // four cubes
    expect(new TextDecoder().decode(still.get('animation.pvd'))).toContain('timestep="0"');
    const frames = sampleFrames(3);
    frames.poses[14 * 2 + 1] = Number.POSITIVE_INFINITY;
    expect([...(await writeVtp(scenery, frames)).keys()].filter((path) => path.includes('frame-')).length).toBe(2);
  });

  test('arrays longer than a block are cut and come back whole', async () => {
    const part = cube('fine', '#ffffff');
    const many = { ...part, indices: Uint32Array.from({ length: 36 * 9000 }, (_, i) => part.indices[i % 36]) };
    const files = await writeVtp({ bodies: [{ name: 'a', fixed: true, parts: [many] }] }, sampleFrames(1));
    const { array } = vtpArrays(files.get('animation/fixed.vtp') as Uint8Array);
    const connectivity = array('connectivity'); // 1.3 MB: two blocks
    expect(connectivity.length).toBe(36 * 9000);
    expect(connectivity[36 * 9000 - 1]).toBe(part.indices[35]);
  });
});
