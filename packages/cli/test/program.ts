/** The built program as a child process, in a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root: string = fileURLToPath(new URL('../../..', import.meta.url));
const main = path.join(root, 'packages/cli/bin/hawser.mjs');

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** its standard error so far */
  said(): string;
}

export class Workshop {
  readonly dir: string = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-e2e-'));

  /** Writes files, by their path inside the folder. */
  put(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [name, data] of Object.entries(files)) {
      const file = path.join(this.dir, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, data);
    }
  }

  list(folder = '.'): string[] {
    return fs.readdirSync(path.join(this.dir, folder)).sort();
  }

  has(name: string): boolean {
    return fs.existsSync(path.join(this.dir, name));
  }

  text(name: string): string {
    return fs.readFileSync(path.join(this.dir, name), 'utf8');
  }

  size(name: string): number {
    return fs.statSync(path.join(this.dir, name), { throwIfNoEntry: false })?.size ?? 0;
  }

  start(
    args: readonly string[],
    nodeArgs: readonly string[] = [],
    variables: Readonly<Record<string, string>> = {},
  ): Started {
    const env = { ...process.env, NO_COLOR: '1', TMPDIR: this.dir, ...variables };
    const child = spawn(process.execPath, [...nodeArgs, main, ...args], { cwd: this.dir, env });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const ended = new Promise<Ended>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
    });
    return { child, ended, said: () => stderr };
  }

  run(...args: string[]): Promise<Ended> {
    return this.start(args).ended;
  }

  close(): void {
    fs.rmSync(this.dir, { recursive: true, force: true });
  }
}

/** [s] that a busy machine may take for what takes a second on a quiet one; only a test that fails waits so long */
const PATIENCE = 240;

/** Waits until something is true of the outside world. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  for (let k = 0; k < PATIENCE * 50; k++) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`waited ${PATIENCE} s in vain until ${what}`);
}

/** The end of a program; one that does not come is an error with what the program said. */
export async function endOf(what: string, { ended, said, child }: Started, seconds: number = PATIENCE): Promise<Ended> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`waited ${seconds} s in vain until ${what} ended; it said:\n${said()}`));
    }, seconds * 1000);
  });
  return Promise.race([ended, late]).finally(() => clearTimeout(timer));
}

/** A ball over a floor and a pendulum beside it: bodies, a joint, contact. */
export const BALL = `hawser: 1
title: Ball and pendulum
materials:
  rubber: { youngs: 1 MPa, poisson: 0.4, density: 1100 kg/m^3, restitution: 0.7, friction: 0.5 }
bodies:
  floor: { fixed: true, shapes: [{ half-space: true, material: rubber }] }
  ball:
    material: rubber
    position: [0, 0, 0.3 m]
    velocity: [0.5 m/s, 0, 0]
    shapes: [{ sphere: 0.1 m }]
  bob:
    mass: 2 kg
    inertia: [0.01, 0.01, 0.01]
    position: [-1 m, 1 m, 2 m]
joints:
  pin: { type: revolute, between: [world, bob], at: [-1.5 m, 1 m, 2 m], axis: [0, 1, 0] }
run: { duration: 0.5 s }
output: { rate: 100 Hz }
`;
