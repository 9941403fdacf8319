/** hawser serve: driven by programs, in Node and in Python. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { open } from '@hawser/sim';
import { WebSocket } from 'ws';
import { root, Workshop } from './program.ts';

const workshop = new Workshop();
const bin = path.join(root, 'packages/cli/bin/hawser.mjs');
const SCENARIO = `hawser: 1
title: A load under a ship
ropes: { wire: { mass: 4 kg/m, stiffness: 2 MN, diameter: 30 mm, axial damping: 20 ms } }
bodies:
  ship: { position: [0, 0, 20 m], motion: outside }
  load: { mass: 900 kg, inertia: [200, 200, 200], position: [0, 0, 5 m] }
cables: { hoist: { rope: wire, length: 14.93 m, elements: 10, from: { body: ship }, to: { body: load } } }
solver: { step: 10 ms }
`;

let server: ChildProcess;
let address = '';

beforeAll(async () => {
  workshop.put({ 'ship.yaml': SCENARIO });
  server = spawn(process.execPath, [bin, 'serve', 'ship.yaml', '--json'], {
    cwd: workshop.dir,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  address = await new Promise<string>((resolve) => {
    server.stdout?.once('data', (data: Buffer) =>
      resolve((JSON.parse(data.toString()) as { address: string }).address),
    );
  });
});
afterAll(async () => {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('close', resolve));
  workshop.close();
});

/** A program that calls and waits. */
class Program {
  readonly socket: WebSocket;
  readonly frames: Uint8Array[] = [];
  readonly #waiting: ((answer: Record<string, unknown>) => void)[] = [];
  hello: Record<string, unknown> = {};

  constructor(url: string, options: object = {}) {
    this.socket = new (WebSocket as unknown as new (url: string, options: object) => WebSocket)(url, options);
    this.socket.on('message', (data, isBinary) => {
      if (isBinary) this.frames.push(new Uint8Array(data));
      else this.#waiting.shift()?.(JSON.parse(data.toString()) as Record<string, unknown>);
    });
  }

  async start(): Promise<this> {
    this.hello = (await this.next()).hello as Record<string, unknown>;
    return this;
  }

  next(): Promise<Record<string, unknown>> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  call(name: string, fields: object = {}): Promise<Record<string, unknown>> {
    this.socket.send(JSON.stringify({ id: name, call: name, ...fields }));
    return this.next();
  }
}

/** true: the server would not have it. */
function refused(url: string, options: object = {}): Promise<boolean> {
  const { socket } = new Program(url, options);
  return new Promise((resolve) => {
    socket.on('error', () => resolve(true));
    socket.on('message', () => {
      socket.terminate();
      resolve(false);
    });
  });
}

describe('hawser serve', () => {
  test('a program without the token, and a page from elsewhere, are refused; a page of this machine is not', async () => {
    expect(await refused(address.replace(/token=.*/, 'token=guess'))).toBe(true);
    expect(await refused(address, { origin: 'https://elsewhere.example' })).toBe(true);
    expect(await refused(address, { origin: 'http://localhost:5173' })).toBe(false);
  });

  test('one drives, others read; lock-step gives the bits of the same calls in one process', async () => {
    const driver = await new Program(address).start();
    const reader = await new Program(address).start();
    expect(driver.hello).toMatchObject({ protocol: 1, title: 'A load under a ship', time: 0 });
    expect(await driver.call('drive')).toMatchObject({ ok: true });
    expect(await reader.call('drive')).toMatchObject({ ok: false, reason: 'taken' });
    expect(await reader.call('step', { dt: 1 })).toMatchObject({ ok: false, reason: 'not-driver' });
    const watched = await reader.call('watch', { channels: ['load.position'], poses: true });
    expect((watched.columns as string[]).slice(0, 4)).toEqual([
      'load.position.x',
      'load.position.y',
      'load.position.z',
      'ship.x',
    ]);
    const opened = open(SCENARIO);
    if (!opened.ok) throw new Error('the scenario is wrong');
    for (let k = 1; k <= 20; k++) {
      const pose = {
        position: [0, 0, 20 + 0.01 * k * k] as [number, number, number],
        rotation: [1, 0, 0, 0] as [number, number, number, number],
        velocity: [0, 0, 0.2 * k] as [number, number, number],
      };
      await driver.call('lead', { body: 'ship', ...pose });
      expect(await driver.call('stepTo', { t: 0.1 * k })).toMatchObject({ ok: true, time: 0.1 * k });
      opened.sim.lead('ship', pose);
      opened.sim.stepTo(0.1 * k);
    }
    expect((await driver.call('hash')).hash).toBe(opened.sim.hash());
    const { values } = await driver.call('read', { channels: ['cable.hoist.end.tension', 'load.velocity'] });
    expect((values as unknown[])[0]).toBe(opened.sim.read('cable.hoist.end.tension'));
    await reader.call('time');
    expect(reader.frames.length).toBe(20);
    const view = new DataView(reader.frames[19].buffer);
    expect([view.getUint32(0, true), view.getFloat64(8, true), view.getFloat64(16 + 16, true)]).toEqual([
      0x31465748,
      2,
      opened.sim.read('load.position.z'),
    ]);
    const { snapshot } = await driver.call('snapshot');
    await driver.call('step', { dt: 0.5 });
    const after = (await driver.call('hash')).hash;
    expect(await driver.call('restore', { snapshot })).toMatchObject({ ok: true });
    await driver.call('step', { dt: 0.5 });
    expect((await driver.call('hash')).hash).toBe(after);
    await driver.call('reset');
    driver.socket.terminate();
    reader.socket.terminate();
  });

  test('what makes no sense is answered with a reason and the server goes on', async () => {
    const driver = await new Program(address).start();
    await driver.call('drive');
    for (const [name, fields] of [
      ['step', {}],
      ['step', { dt: -1 }],
      ['stepTo', { t: 'soon' }],
      ['fly', {}],
      ['order', { order: { winch: 3 } }],
      ['lead', { body: 'load', position: [0, 0, 0], rotation: [1, 0, 0, 0] }],
      ['read', { channels: ['nothing'] }],
      ['watch', { channels: ['nothing'] }],
      ['restore', { snapshot: 'AAAA' }],
      ['run', { pace: 0 }],
    ] as const) {
      expect([name, (await driver.call(name, fields)).ok]).toEqual([name, false]);
    }
    driver.socket.send('{');
    expect(await driver.next()).toMatchObject({ id: null, ok: false });
    driver.socket.send(new Uint8Array([1, 2, 3]), { binary: true });
    expect(await driver.next()).toMatchObject({ id: null, ok: false });
    expect(await driver.call('time')).toMatchObject({ ok: true });
    driver.socket.terminate();
  });

  test('a damaged snapshot is refused and changes nothing', async () => {
    const driver = await new Program(address).start();
    await driver.call('drive');
    await driver.call('reset');
    await driver.call('step', { dt: 0.1 });
    const { hash } = await driver.call('hash');
    const { snapshot } = await driver.call('snapshot');
    for (const at of [40, 2000, 5000]) {
      const bytes = Buffer.from(snapshot as string, 'base64');
      bytes[at] ^= 1;
      const answer = await driver.call('restore', { snapshot: bytes.toString('base64') });
      expect(answer).toMatchObject({ ok: false, message: expect.stringContaining('expected a whole snapshot') });
    }
    expect((await driver.call('hash')).hash).toBe(hash);
    driver.socket.terminate();
  });

  test('strangers who send nonsense or hang up in the middle do not end it; long nonsense is quoted in part', async () => {
    const { port } = new URL(address);
    for (const head of [
      'GET // HTTP/1.1\r\nHost: 127.0.0.1',
      'GET http:// HTTP/1.1\r\nHost: 127.0.0.1',
      'GET /?token=%FF%00 HTTP/1.1\r\nHost: 127.0.0.1',
      'GET / HTTP/1.1\r\nHost: [::',
      'GET / HTTP/1.1\r\nHost: localhost',
    ]) {
      const socket = net.connect(Number(port), '127.0.0.1');
      const over = new Promise((resolve) => socket.on('close', resolve));
      socket.on('error', () => {});
      socket.write(`${head}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n`);
      socket.write('Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n');
      socket.resetAndDestroy();
      await over;
    }
    const reader = await new Program(address).start();
    const { message } = await reader.call('x'.repeat(100_000)); // its id as well
    expect(message).toMatch(/^expected a number or a text of at most 200 characters/);
    const named = await reader.call('read', { channels: ['y'.repeat(100_000)] });
    expect(named.ok).toBe(false);
    expect((named.message as string).length).toBeLessThan(600);
    expect((await reader.call('read', { channels: Array(20_000).fill('load.position') })).message).toMatch(
      /at most 10000 names/,
    );
    reader.socket.terminate();
  });

  test('one who asks and never listens is sent away, the others are answered', async () => {
    const deaf = await new Program(address).start();
    const gone = new Promise((resolve) => deaf.socket.on('close', () => resolve('gone')));
    const raw = (deaf.socket as unknown as { _socket: net.Socket })._socket;
    raw.pause();
    const call = JSON.stringify({ id: 1, call: 'channels' });
    const other = await new Program(address).start();
    let asked = 0;
    for (; deaf.socket.readyState === 1 && asked < 200_000; asked++) {
      deaf.socket.send(call);
      if (asked % 500 === 0) {
        expect((await other.call('time')).ok).toBe(true);
        if (asked > 5000) raw.resume(); // to learn that it was closed
      }
    }
    expect(await gone).toBe('gone');
    other.socket.terminate();
  });

  test('by the clock it goes on by itself, and stands still when its driver leaves', async () => {
    const driver = await new Program(address).start();
    await driver.call('drive');
    await driver.call('reset');
    await driver.call('run', { pace: 5 });
    expect(await driver.call('step', { dt: 0.1 })).toMatchObject({ ok: false });
    let time = 0;
    while (time < 0.2) time = (await driver.call('time')).time as number;
    driver.socket.terminate();
    const next = await new Program(address).start();
    while ((await next.call('drive')).ok !== true);
    const stopped = (await next.call('time')).time;
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect((await next.call('time')).time).toBe(stopped);
    next.socket.terminate();
  });
});

/** HAWSER_PYTHON: one that has FMPy and the like */
const python = [process.env.HAWSER_PYTHON ?? 'python3', 'python3', 'python'].find(
  (name) => spawnSync(name, ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0,
);

describe.skipIf(python === undefined)('Python (skipped where there is none of 3.9 or newer)', () => {
  const run = (code: string): string =>
    execFileSync(python as string, ['-c', code], {
      cwd: workshop.dir,
      encoding: 'utf8',
      env: { ...process.env, PYTHONPATH: path.join(root, 'clients/python') },
    });

  test('a Python program drives a model: the same bits as in one process', () => {
    const printed = run(`
import hawser
with hawser.serve("ship.yaml", command=[${JSON.stringify(process.execPath)}, ${JSON.stringify(bin)}]) as sim:
    names = sim.watch(["cable.hoist.end.tension"])
    for k in range(1, 11):
        sim.lead("ship", [0, 0, 20 + 0.02 * k], velocity=[0, 0, 0.2])
        sim.push("load", [50.0, 0, 0])
        sim.step_to(0.1 * k)
    print(sim.hash(), len(sim.frames), sim.frames[-1][0], names[0], sim.load("ship")[0][2] > 8000)
    try:
        sim.step(-1)
    except hawser.HawserError as error:
        print(error.reason)
`);
    const opened = open(SCENARIO);
    if (!opened.ok) throw new Error('the scenario is wrong');
    for (let k = 1; k <= 10; k++) {
      opened.sim.lead('ship', { position: [0, 0, 20 + 0.02 * k], rotation: [1, 0, 0, 0], velocity: [0, 0, 0.2] });
      opened.sim.push('load', [0, 0, 0], [50, 0, 0]);
      opened.sim.stepTo(0.1 * k);
    }
    expect(printed.trim().split(/\r?\n/)).toEqual([
      `${opened.sim.hash()} 10 1.0 cable.hoist.end.tension True`,
      'refused',
    ]);
  });

  test.skipIf(python === undefined || spawnSync(python, ['-c', 'import pandas, pyarrow']).status !== 0)(
    'results as a DataFrame (skipped without pandas and pyarrow)',
    () => {
      execFileSync(process.execPath, [bin, 'run', 'ship.yaml', '--until', '0.2', '--no-report', '--out', 'done'], {
        cwd: workshop.dir,
        stdio: 'pipe',
      });
      expect(fs.existsSync(path.join(workshop.dir, 'done/series.parquet'))).toBe(true);
      const printed = run(`
import hawser
frame = hawser.read("done")
print(frame.index.name, frame.attrs["units"]["load.position.x"], len(frame) > 10)
`);
      expect(printed.trim()).toBe('time m True');
    },
  );

  test.skipIf(
    python === undefined ||
      spawnSync(python, ['-c', 'import fmpy.build; import shutil; assert shutil.which("cmake")']).status !== 0,
  )(
    'an FMI 2.0 unit in FMPy: valid, and the same bits as in one process (skipped without FMPy that builds, cmake and a C compiler)',
    () => {
      const command = JSON.stringify([process.execPath, bin]);
      const printed = run(`
import fmpy, hawser.fmu, subprocess, sys
from fmpy.fmi2 import FMU2Slave
from fmpy.validation import validate_fmu
inputs, outputs = hawser.fmu.make("ship.yaml", "ship.fmu", push=["load"], command=${command}, hawser=${command})
print(validate_fmu("ship.fmu"))
folder = str(fmpy.extract("ship.fmu"))
subprocess.run([sys.executable, "-c", f"from fmpy.build import build_platform_binary; build_platform_binary({folder!r})"], check=True, stdout=subprocess.DEVNULL)
about = fmpy.read_model_description(folder)
at = {variable.name: variable.valueReference for variable in about.modelVariables}
unit = FMU2Slave(guid=about.guid, unzipDirectory=folder, modelIdentifier=about.coSimulation.modelIdentifier, instanceName="a")
unit.instantiate()
unit.setupExperiment(startTime=0)
unit.enterInitializationMode()
unit.setReal(list(at.values())[len(outputs):], [variable.start and float(variable.start) or 0.0 for variable in about.modelVariables][len(outputs):])
unit.exitInitializationMode()
for k in range(1, 11):
    unit.setReal([at["lead.ship.position.z"], at["lead.ship.velocity.z"], at["push.load.x"]], [20 + 0.02 * k, 0.2, 50.0])
    unit.doStep(0.1 * (k - 1), 0.1 * k - 0.1 * (k - 1))
print([x.hex() for x in unit.getReal([at["load.position.x"], at["load.velocity.z"], at["cable.hoist.end.tension"]])])
unit.terminate()
unit.freeInstance()
`);
      const opened = open(SCENARIO);
      if (!opened.ok) throw new Error('the scenario is wrong');
      const { sim } = opened;
      for (let k = 1; k <= 10; k++) {
        const from = 0.1 * (k - 1);
        sim.lead('ship', {
          position: [0, 0, 20 + 0.02 * k],
          rotation: [1, 0, 0, 0],
          velocity: [0, 0, 0.2],
          angularVelocity: [0, 0, 0],
        });
        if (k === 1) sim.push('load', [0, 0, 0], [50, 0, 0]);
        sim.stepTo(from + (0.1 * k - from));
      }
      const wanted = ['load.position.x', 'load.velocity.z', 'cable.hoist.end.tension'].map((name) => sim.read(name));
      const [problems, bits] = printed.trim().split(/\r?\n/).slice(-2);
      expect(problems).toBe('[]');
      const found = JSON.parse(run(`print([float.fromhex(x) for x in ${bits}])`)) as number[];
      expect(found).toEqual(wanted); // numbers print with all of their digits
    },
  );
});
