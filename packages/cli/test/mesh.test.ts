import fs from 'node:fs';
import path from 'node:path';
import { boxMesh, pocketMesh, sphereMesh, type TriangleMesh } from '@hawser/engine';
import { readMesh, writeMesh } from '@hawser/formats';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumPath, launchChromium } from '../../formats/test/chromium.ts';
import { type Ended, root, Workshop } from './program.ts';

const shop = new Workshop();
const json = ({ stdout }: Ended): ReturnType<typeof JSON.parse> => JSON.parse(stdout);
const bytes = (mesh: TriangleMesh, name: string): Uint8Array => {
  const written = writeMesh(mesh, name);
  if (!written.ok) throw new Error(written.issues[0].message);
  return written.value;
};
const sphere = sphereMesh(1, 2);
/** two faces missing, one turned over, a box in its side */
const broken: TriangleMesh = (() => {
  const triangles = [...sphere.triangles];
  [triangles[31], triangles[32]] = [triangles[32], triangles[31]];
  const box = boxMesh(1, 1, 1);
  const first = sphere.positions.length / 3;
  return {
    positions: Float64Array.from([...sphere.positions, ...box.positions.map((x, i) => x + (i % 3 === 0 ? 1 : 0.1))]),
    triangles: Int32Array.from([...triangles.slice(6), ...box.triangles.map((v) => v + first)]),
  };
})();

beforeAll(() => {
  const inverted = { ...sphere, triangles: sphere.triangles.slice().reverse() };
  const cube = boxMesh(1, 1, 1);
  const beside = (other: TriangleMesh, scale: number, shift: number): TriangleMesh => ({
    positions: Float64Array.from([...cube.positions, ...other.positions.map((x) => scale * x + shift)]),
    triangles: Int32Array.from([...cube.triangles, ...other.triangles.map((v) => v + 8)]),
  });
  const turned = { ...cube, triangles: cube.triangles.slice().reverse() };
  shop.put({
    'crossed.obj': bytes(beside(cube, 1, 0.4), 'x.obj'),
    'nested.obj': bytes(beside(cube, 0.5, 0), 'x.obj'),
    'hollow.obj': bytes(beside(turned, 0.5, 0), 'x.obj'),
    'sheet.obj': 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0.3 0.3 0\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n',
    'pit.obj':
      'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nv 0.5 0.5 0.985\n' +
      'f 4 3 2 1\nf 5 6 9\nf 6 7 9\nf 7 8 9\nf 8 5 9\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n',
    'pocket.stl': bytes(pocketMesh({ size: [2, 2, 2], pocket: [1, 1, 1] }), 'x.stl'),
    'broken.obj': bytes(broken, 'x.obj'),
    'inverted.ply': bytes(inverted, 'x.ply'),
    'open.ply': bytes({ ...sphere, triangles: sphere.triangles.slice(3) }, 'x.ply'),
    'nan.obj': 'v 0 0 0\nv 1 nan 0\nv 0 1 0\nf 1 2 3\n',
    'flat.obj': 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 2 0 0\nf 1 2 3\nf 1 2 4\n',
    'far.obj': bytes({ ...sphere, positions: sphere.positions.map((x) => x + 1e9) }, 'x.obj'),
  });
});
afterAll(() => shop.close());

/** Fields named in the first column of the tables in the section `mesh` of docs/cli.md. */
function documented(): string[] {
  const text = fs.readFileSync(path.join(root, 'docs/cli.md'), 'utf8');
  const part = text.split(/^## /m).find((piece) => piece.startsWith('mesh\n')) ?? '';
  const tables = [...part.matchAll(/^\| field .*\n\|[-|]+\|\n((?:\|.*\n)+)/gm)].map((match) => match[1]);
  return [...tables[0].matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell]) =>
    [...cell.matchAll(/`(\w+)`/g)].map((m) => m[1]),
  );
}

test('mesh: a sound mesh: everything about it, exit code 0, and a page', async () => {
  const { code, stdout } = await shop.run('mesh', 'pocket.stl');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^pocket\.stl: STL, 28 triangles, 16 vertices, 42 edges$/m);
  expect(stdout).toMatch(/^volume \[m\^3\] {2}7$/m);
  expect(stdout).toMatch(/^convex hull {3}8 corners, 8 m\^3, 87\.5 % of it filled$/m);
  expect(stdout).toMatch(/^convex pieces 5, together exactly the solid$/m);
  expect(stdout).toMatch(/^no faults found$/m);
  const page = shop.text('pocket.mesh.html');
  expect(page).toMatch(/Bounds a solid/);
  expect(page).toContain('5 convex pieces');
});

test('mesh: one piece that holds air is not called convex, a solid in a solid no cavity', async () => {
  const pit = await shop.run('mesh', 'pit.obj', '--no-report');
  expect(pit.stdout).toMatch(/^convex pieces 1: its hull, 0\.503 % larger$/m);
  const exact = await shop.run('mesh', 'pit.obj', '--no-report', '--tolerance', '0');
  expect(exact.stdout).toMatch(/^convex pieces 4, together exactly the solid$/m);
  const twice = await shop.run('mesh', 'nested.obj', '--no-report');
  expect(twice.stdout).toMatch(/^surface {7}closed, turned outwards; 2 shells; V/m);
  const hollow = await shop.run('mesh', 'hollow.obj', '--no-report');
  expect(hollow.stdout).toMatch(/^surface {7}closed, turned outwards; 2 shells, 1 cavity; V/m);
});

test('mesh: faces that cross are counted up to a thousand, and it is said that there are more', async () => {
  const boxes = Array.from({ length: 30 }, (_, i) => {
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((c) =>
      [c & 1, (c >> 1) & 1, c >> 2].map((x, k) => x + 0.01 * i * (k + 1)),
    );
    const faces = [
      [1, 3, 4, 2],
      [5, 6, 8, 7],
      [1, 2, 6, 5],
      [3, 7, 8, 4],
      [1, 5, 7, 3],
      [2, 4, 8, 6],
    ];
    const lines = [
      ...corners.map((c) => `v ${c.join(' ')}`),
      ...faces.map((f) => `f ${f.map((v) => v + 8 * i).join(' ')}`),
    ];
    return `${lines.join('\n')}\n`;
  });
  shop.put({ 'many.obj': boxes.join('') });
  const { stdout } = await shop.run('mesh', 'many.obj', '--no-report');
  expect(stdout).toMatch(/^self-intersection: at least 995 more/m);
  expect(json(await shop.run('mesh', 'many.obj', '--no-report', '--json')).faultCounts).toMatchObject({
    'self-intersection': 1000,
  });
});

test('mesh: a closed sheet without volume ends with 1', async () => {
  const { code, stdout } = await shop.run('mesh', 'sheet.obj', '--no-report');
  expect([code, stdout]).toEqual([1, expect.stringMatching(/^error: no-volume: the surface is closed but encloses/m)]);
});

test('check: a mesh that runs through itself, or counts a part twice, is told with its place; one drawn only is not', async () => {
  for (const [mesh, why] of [
    ['crossed.obj', 'run through each other'],
    ['nested.obj', 'is a solid inside a solid'],
  ]) {
    shop.put({ 'a.yaml': `hawser: 1\nbodies:\n  a: { density: 1000, shapes: [{ mesh: ${mesh} }] }\n` });
    const { code, stderr } = await shop.run('check', 'a.yaml');
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(`a.yaml:3:40: bodies.a.shapes[0].mesh: ${mesh} is closed, but`),
    ]);
    expect(stderr).toContain(why);
    const result = json(await shop.run('check', 'a.yaml', '--json'));
    expect(result).toMatchObject({
      ok: true,
      issues: [{ severity: 'warning', path: 'bodies.a.shapes[0].mesh', line: 3 }],
    });
  }
  const drawn = 'mass: 1, inertia: [1, 1, 1], shapes: [{ mesh: crossed.obj, collide: false }]';
  shop.put({ 'b.yaml': `hawser: 1\nbodies:\n  a: { ${drawn} }\n` });
  expect((await shop.run('check', 'b.yaml')).stderr).toBe('');
});

test('mesh: --json has the documented fields, for sound and for broken meshes', async () => {
  const good = json(await shop.run('mesh', 'pocket.stl', '--json', '--no-report'));
  expect(Object.keys(good).sort()).toEqual(documented().sort());
  expect(good).toMatchObject({ ok: true, format: 'STL', report: null, repaired: null, faults: [] });
  expect(good.volume).toBeCloseTo(7, 12);
  expect(good.centroid[2]).toBeCloseTo(-1 / 14, 6); // single precision in the file
  const bad = json(await shop.run('mesh', 'broken.obj', '--json', '--no-report'));
  expect(Object.keys(bad).sort()).toEqual(documented().sort());
  expect(bad).toMatchObject({ ok: false, closed: false, volume: null });
  expect(bad.faultCounts).toMatchObject({ 'open-edge': 2, 'flipped-face': 1 });
  expect(bad.faultCounts['self-intersection']).toBeGreaterThan(0);
});

test('mesh: faults are told with their places, exit code 1, and marked on the page', async () => {
  const { code, stdout } = await shop.run('mesh', 'broken.obj', '--report', 'page.html');
  expect(code).toBe(1);
  expect(stdout).toMatch(/^error: open-edge: a hole of 3 edges.*from \(-?\d\.\d+, .*\) to \(/m);
  expect(stdout).toMatch(/^error: flipped-face: face \d+ at \(/m);
  expect(stdout).toMatch(/^error: self-intersection: faces \d+ and \d+ near \(/m);
  const page = shop.text('page.html');
  for (const name of ['open edges', 'flipped faces', 'faces that run through each other']) expect(page).toContain(name);
});

test('mesh: --repair writes a mesh that is sound, says what it did, and never writes over a file', async () => {
  const { code, stdout } = await shop.run('mesh', 'inverted.ply', '--repair', 'right.obj', '--no-report');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^error: inverted: shell 0 .*volume -/m);
  expect(stdout).toMatch(/^repair: turned the shell around \(0, 0, 0\) outwards \(320 faces\)$/m);
  expect(stdout).toMatch(/^after repair: no faults found$/m);
  const mesh = readMesh(new Uint8Array(fs.readFileSync(path.join(shop.dir, 'right.obj'))), 'right.obj');
  expect(mesh.ok && mesh.value.triangles.length / 3).toBe(320);
  const again = await shop.run('mesh', 'inverted.ply', '--repair', 'right.obj', '--no-report');
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('expected a new name, found a file')]);
  const step = await shop.run('mesh', 'inverted.ply', '--repair', 'right.step', '--no-report');
  expect([step.code, step.stderr]).toEqual([1, expect.stringContaining('.obj, .ply or .stl')]);
  for (const option of ['--repair', '--report']) {
    const lost = await shop.run('mesh', 'inverted.ply', option, 'nowhere/right.obj');
    const message = `hawser: ${option} nowhere/right.obj: expected a folder that exists, found no folder nowhere; make it first\n`;
    expect([lost.code, lost.stderr]).toEqual([1, message]);
  }
});

test('mesh: holes are closed only when asked', async () => {
  const left = await shop.run('mesh', 'open.ply', '--repair', 'a.ply', '--no-report');
  expect([left.code, left.stdout]).toEqual([1, expect.stringContaining('nothing to do that is safe')]);
  const closed = await shop.run('mesh', 'open.ply', '--repair', 'b.ply', '--fill-holes', '--no-report');
  expect([closed.code, closed.stdout]).toEqual([0, expect.stringContaining('closed 1 flat hole with 1 face')]);
});

test("mesh: bad files are the user's to mend: exit code 1, place, what was expected and found", async () => {
  const nan = await shop.run('mesh', 'nan.obj', '--no-report');
  expect([nan.code, nan.stderr]).toEqual([1, expect.stringMatching(/nan\.obj:2: .*expected y, found "nan"/)]);
  const none = await shop.run('mesh', 'none.obj', '--json');
  expect([none.code, json(none).error]).toEqual([1, expect.stringContaining('expected a mesh file, found none')]);
  const flat = await shop.run('mesh', 'flat.obj', '--no-report');
  expect(flat.code).toBe(1);
  expect(flat.stdout).not.toMatch(/NaN|Infinity|undefined/);
  const wrong = await shop.run('mesh', 'pocket.stl', '--tolerance', '2');
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('from 0 to below 1')]);
});

test('mesh: an open hull becomes a plate, parts that cross become one solid', async () => {
  const run = async (name: string, ...options: string[]) =>
    json(await shop.run('mesh', name, '--no-report', '--json', '--repair', ...options));
  const plate = await run('open.ply', 'plate.obj', '--thicken', '0.05');
  expect(plate.repaired.ok).toBe(true);
  expect(plate.repaired.volume / (plate.area * 0.05)).toBeCloseTo(0.95, 2); // the mean of both layers' areas: (1 + 0.95^2)/2
  expect(
    (await run('open.ply', 'outside.obj', '--thicken', '-0.05')).repaired.volume / (plate.area * 0.05),
  ).toBeCloseTo(1.05, 2);
  const one = await run('crossed.obj', 'one.obj', '--unite');
  expect([one.ok, one.repaired.ok, one.repaired.counts.shells]).toEqual([false, true, 1]);
  expect(one.repaired.volume).toBeCloseTo(2 - 0.6 ** 3, 6); // single precision
  const hollow = await run('hollow.obj', 'still.obj', '--unite');
  expect(hollow.repaired.volume).toBeCloseTo(1 - 0.5 ** 3, 6);
  const refused = await shop.run('mesh', 'open.ply', '--no-report', '--repair', 'no.obj', '--unite');
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/--unite: expected closed parts, found an open one/),
  ]);
  const alone = await shop.run('mesh', 'open.ply', '--thicken', '0.1');
  expect([alone.code, alone.stderr]).toEqual([1, expect.stringMatching(/--thicken: expected --repair FILE beside it/)]);
});

test('mesh: coordinates of 1e9: a right volume, as far as the digits go', async () => {
  const { code, stdout } = await shop.run('mesh', 'far.obj', '--json', '--no-report');
  expect(code).toBe(0);
  // 1e9 in a double is good to 1.2e-7 m
  expect(JSON.parse(stdout).volume).toBeCloseTo(4.047, 3);
});

test.skipIf(chromiumPath === undefined)(
  'mesh: the page opens from the disk without a complaint, asks the network for nothing, and paints faults red',
  async () => {
    await shop.run('mesh', 'broken.obj', '--report', 'drawn.html');
    await shop.run('mesh', 'pocket.stl', '--report', 'apart.html');
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
      const complaints: string[] = [];
      const requests: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('request', (request) => requests.push(request.url()));
      for (const [name, rows] of [
        ['drawn.html', 4],
        ['apart.html', 0],
      ] as const) {
        const address = pathToFileURL(path.join(shop.dir, name)).href;
        await page.goto(address);
        await page.waitForSelector('#replay canvas');
        await page.waitForTimeout(500);
        for (const tab of ['solid', 'shells', 'pieces', 'findings']) await page.click(`#tab-panel-${tab}`);
        expect(await page.locator('#panel-findings tbody tr').count()).toBeGreaterThanOrEqual(rows);
        expect(requests.splice(0)).toEqual([address]);
        if (name === 'drawn.html') {
          const picture = (await page.locator('#replay canvas').screenshot()).toString('base64');
          const strong = await page.evaluate(async (base64) => {
            const image = new Image();
            image.src = `data:image/png;base64,${base64}`;
            await image.decode();
            const copy = document.createElement('canvas');
            [copy.width, copy.height] = [image.width, image.height];
            const pen = copy.getContext('2d') as CanvasRenderingContext2D;
            pen.drawImage(image, 0, 0);
            const { data } = pen.getImageData(0, 60, copy.width, copy.height - 220);
            let count = 0;
            for (let i = 0; i < data.length; i += 4) {
              if (data[i] > 130 && data[i + 1] < 60 && data[i + 2] < 140) count++; // red and pink; the mesh is grey
            }
            return count;
          }, picture);
          expect(strong).toBeGreaterThan(200);
          expect(await page.locator('.transport').isVisible()).toBe(false); // nothing moves
        } else expect(await page.locator('.play').isVisible()).toBe(true);
      }
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  },
);

test('--field: what a pressure field of the mesh would be, and why there is none', async () => {
  shop.put({ 'cube.obj': bytes(boxMesh(1, 1, 1), 'x.obj') });
  const { field } = json(await shop.run('mesh', 'cube.obj', '--no-report', '--json', '--field', '0.1'));
  // twelve prisms of three cells; all but a cube of 0.8 m; e rises by 1 over 0.1 m everywhere
  expect(field).toMatchObject({ kind: 'layer', cells: 36 });
  expect(field.covered).toBeCloseTo(1 - 0.8 ** 3, 12);
  expect(field.thickness).toBeCloseTo(0.1, 12);
  const { stdout } = await shop.run('mesh', 'cube.obj', '--no-report', '--field', 'solid');
  expect(stdout).toMatch(/field +solid of 12 cells, none turned over; they cover 100 % of the volume/);
  for (const [file, wanted, message] of [
    ['cube.obj', '0.6', /the thickest that fits is 0.450 m/],
    ['broken.obj', '0.1', /expected a closed mesh/],
    ['cube.obj', 'thin', /expected metres above 0, deep or solid/],
  ] as const) {
    const { code, stderr } = await shop.run('mesh', file, '--no-report', '--field', wanted);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  }
});
