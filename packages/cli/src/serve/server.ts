/**
 * A model served on this machine: one driver, several readers. Calls are answered in order; long steps yield every few milliseconds, so
 * that other clients do not wait. A reader that does not take its frames misses some and delays nobody.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import type { Duplex } from 'node:stream';
import { type Order, type Pose, type Sim, SimError } from '@hawser/sim';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Call, FrameWriter, PROTOCOL, parseCall, type Watch } from './protocol.ts';

export interface ServeOptions {
  readonly token: string;
  /** origins of pages that may connect, besides those of this machine */
  readonly origins: readonly string[];
  readonly version: string;
}

const MOST_CLIENTS = 16;
/** [bytes] of a call; a snapshot travels in one */
const MOST_MESSAGE = 64e6;
/** [bytes] queued for a reader above which its frames are dropped */
const MOST_WAITING = 1e6;
/** largest number of pending calls of one client, and their [bytes] */
const MOST_CALLS = 1000;
const MOST_CALL_BYTES = 2 * MOST_MESSAGE;
/** [bytes] of answers not taken by a client: above the first its next call waits, above the second it is disconnected */
const MANY_ANSWERS = 1e6;
const MOST_ANSWERS = 16e6;
/** names in one call */
const MOST_NAMES = 10_000;
/** largest number of unauthenticated connections, and [ms] time limit for authentication */
const MOST_CONNECTIONS = 200;
const PATIENCE = 10_000;
/** largest number of quoted characters of a client's message */
const LONGEST_MESSAGE = 500;
/** [ms] of computing before other clients are served */
const SLICE = 8;

interface Client {
  readonly socket: WebSocket;
  readonly calls: { readonly call: Call; readonly bytes: number }[];
  /** [bytes] of the calls that wait */
  waiting: number;
  frames: FrameWriter | undefined;
  dropped: number;
  busy: boolean;
}

export class ModelServer {
  readonly http: http.Server;
  readonly #sim: Sim;
  readonly #start: Uint8Array;
  readonly #sizes: ReadonlyMap<string, number>;
  readonly #options: ServeOptions;
  readonly #sockets: WebSocketServer = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_MESSAGE,
    perMessageDeflate: false,
  });
  readonly #clients: Set<Client> = new Set();
  #driver: Client | undefined;
  /** simulated seconds per second; 0: lock-step */
  #pace = 0;
  #paceFrom: readonly [number, number] = [0, 0];

  constructor(sim: Sim, options: ServeOptions) {
    this.#sim = sim;
    this.#start = sim.snapshot();
    this.#sizes = new Map(sim.channels.map(({ name, components }) => [name, components.length]));
    this.#options = options;
    this.http = http.createServer((_, response) => {
      response.writeHead(426, { 'content-type': 'text/plain', connection: 'close' });
      response.end('expected a WebSocket; the protocol is described in docs/protocol.md\n');
    });
    this.http.maxConnections = MOST_CONNECTIONS;
    this.http.headersTimeout = PATIENCE;
    this.http.requestTimeout = PATIENCE;
    this.http.setTimeout(PATIENCE); // a socket that became a WebSocket has none
    this.http.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  close(): void {
    this.#pace = 0;
    for (const { socket } of this.#clients) socket.terminate();
    this.#sockets.close();
    this.http.close();
    this.http.closeAllConnections();
  }

  #upgrade(request: http.IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy()); // a disconnecting client must not end the server
    const fault = this.#refusal(request);
    if (fault !== undefined) {
      const answer = `HTTP/1.1 ${fault}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
      socket.end(answer, () => socket.destroy());
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (accepted) => this.#welcome(accepted));
  }

  #refusal({ url, headers }: http.IncomingMessage): string | undefined {
    const host = (headers.host ?? '').replace(/:\d+$/, '');
    if (host !== '127.0.0.1' && host !== 'localhost') return '403 Forbidden';
    const { origin } = headers;
    const local = origin === undefined || /^https?:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(origin);
    if (!local && !this.#options.origins.includes(origin)) return '403 Forbidden';
    const asked = `http://127.0.0.1${url ?? '/'}`;
    const token = URL.canParse(asked) ? new URL(asked).searchParams.get('token') : null;
    if (!equal(token ?? '', this.#options.token)) return '401 Unauthorized';
    return this.#clients.size >= MOST_CLIENTS ? '503 Service Unavailable' : undefined;
  }

  #welcome(socket: WebSocket): void {
    const client: Client = { socket, calls: [], waiting: 0, frames: undefined, dropped: 0, busy: false };
    this.#clients.add(client);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#gone(client));
    socket.on('message', (data, isBinary) => this.#hear(client, data, isBinary));
    const { title, time, duration, bodies, warnings } = this.#sim;
    this.#send(client, {
      hello: { protocol: PROTOCOL, hawser: this.#options.version, title, time, duration, bodies, warnings },
    });
  }

  #gone(client: Client): void {
    this.#clients.delete(client);
    client.calls.length = 0;
    client.waiting = 0;
    if (this.#driver !== client) return;
    this.#driver = undefined;
    this.#pace = 0; // there is no driver
  }

  #hear(client: Client, data: Buffer, isBinary: boolean): void {
    const call = isBinary ? 'expected JSON, found bytes' : parseCall(data.toString('utf8'));
    if (typeof call === 'string') {
      this.#send(client, { id: null, ok: false, reason: 'refused', message: call });
      return;
    }
    if (client.calls.length >= MOST_CALLS || client.waiting + data.length > MOST_CALL_BYTES) {
      client.socket.close(1008, 'too many calls wait');
      return;
    }
    client.calls.push({ call, bytes: data.length });
    client.waiting += data.length;
    if (!client.busy) void this.#work(client);
  }

  async #work(client: Client): Promise<void> {
    client.busy = true;
    for (let next = client.calls.shift(); next !== undefined; next = client.calls.shift()) {
      const { call, bytes } = next;
      while (client.socket.readyState === 1 && client.socket.bufferedAmount > MANY_ANSWERS)
        await new Promise((resolve) => setTimeout(resolve, 20));
      client.waiting -= bytes;
      let answer: object;
      try {
        answer = await this.#answer(client, call);
      } catch (error) {
        const known = error instanceof SimError ? error.code : 'refused';
        answer = { ok: false, reason: known, message: error instanceof Error ? error.message : String(error) };
      }
      if ('message' in answer) answer = { ...answer, message: shortened(String(answer.message)) };
      this.#send(client, { id: call.id, ...answer });
    }
    client.busy = false;
  }

  async #answer(client: Client, call: Call): Promise<object> {
    const sim = this.#sim;
    switch (call.call) {
      case 'channels':
        return { ok: true, channels: sim.channels };
      case 'controls':
        return { ok: true, controls: sim.controls };
      case 'time':
        return { ok: true, time: sim.time };
      case 'hash':
        return { ok: true, hash: sim.hash() };
      case 'read':
        return {
          ok: true,
          time: sim.time,
          values: texts(call.channels, 'channels').map((name) => this.#readOne(name)),
        };
      case 'load': {
        const { force, moment } = sim.load(text(call.body, 'body'));
        return { ok: true, force: [...force], moment: [...moment] };
      }
      case 'watch': {
        client.frames = new FrameWriter(sim, watchOf(call));
        return { ok: true, columns: client.frames.columns };
      }
      case 'unwatch':
        client.frames = undefined;
        return { ok: true, dropped: client.dropped };
      case 'drive':
        if (this.#driver !== undefined && this.#driver !== client)
          return { ok: false, reason: 'taken', message: 'somebody else drives this model' };
        this.#driver = client;
        return { ok: true, time: sim.time };
      default:
        return this.#drive(client, call);
    }
  }

  /** Calls that change the model: the driver's alone. */
  async #drive(client: Client, call: Call): Promise<object> {
    const sim = this.#sim;
    if (!DRIVING.includes(call.call))
      return { ok: false, reason: 'refused', message: `expected a call of protocol ${PROTOCOL}, found "${call.call}"` };
    if (this.#driver !== client)
      return { ok: false, reason: 'not-driver', message: `"${call.call}" is for the driver; call "drive" first` };
    switch (call.call) {
      case 'step':
        return this.#step(
          client,
          typeof call.dt === 'number' && call.dt > 0 ? sim.time + call.dt : Number.NaN,
          'dt',
          call.dt,
        );
      case 'stepTo':
        return this.#step(client, typeof call.t === 'number' ? call.t : Number.NaN, 't', call.t);
      case 'order':
        return sim.order(call.order as Order);
      case 'lead':
        return sim.lead(text(call.body, 'body'), poseOf(call));
      case 'push':
        return sim.push(
          text(call.body, 'body'),
          vector(call.point ?? [0, 0, 0], 'point'),
          call.force === null ? null : vector(call.force, 'force'),
        );
      case 'snapshot':
        return { ok: true, snapshot: sealed(sim.snapshot()) };
      case 'restore':
        return sim.restore(unsealed(text(call.snapshot, 'snapshot')));
      case 'reset':
        return sim.restore(this.#start);
      case 'log':
        return { ok: true, log: sim.log };
      case 'run': {
        const pace = call.pace === undefined ? 1 : call.pace;
        if (!(typeof pace === 'number' && pace > 0 && Number.isFinite(pace)))
          return { ok: false, reason: 'refused', message: `expected a pace above 0, found ${told(call.pace)}` };
        const running = this.#pace > 0;
        this.#pace = pace;
        this.#paceFrom = [performance.now(), sim.time];
        if (!running) void this.#keepPace();
        return { ok: true, time: sim.time };
      }
      default:
        this.#pace = 0; // pause
        return { ok: true, time: sim.time };
    }
  }

  async #step(client: Client, t: number, field: string, found: unknown): Promise<object> {
    if (Number.isNaN(t))
      return {
        ok: false,
        reason: 'refused',
        message: `expected a time above 0 as ${field}, found ${told(found)}`,
      };
    if (this.#pace > 0)
      return { ok: false, reason: 'refused', message: 'the model runs by the clock; call "pause" first' };
    for (;;) {
      const until = performance.now() + SLICE;
      const result = this.#sim.stepTo(t, () => performance.now() > until);
      if (!result.ok || result.time >= t) {
        this.#show();
        return result;
      }
      await breathe();
      if (this.#driver !== client) return { ok: false, reason: 'refused', message: 'the driver left' };
    }
  }

  /** Real time: advances to the clock in slices; frames show delays. */
  async #keepPace(): Promise<void> {
    while (this.#pace > 0) {
      const [clock, from] = this.#paceFrom;
      const due = from + (this.#pace * (performance.now() - clock)) / 1000;
      if (due > this.#sim.time) {
        const until = performance.now() + SLICE;
        const result = this.#sim.stepTo(Math.min(due, this.#sim.time + 0.1), () => performance.now() > until);
        this.#show();
        if (!result.ok) {
          this.#pace = 0;
          for (const client of this.#clients) this.#send(client, { stopped: result });
          return;
        }
        if (due - this.#sim.time > 0.5 * this.#pace) this.#paceFrom = [performance.now(), this.#sim.time]; // lost time is not caught up
        await breathe();
      } else await new Promise((resolve) => setTimeout(resolve, 4));
    }
  }

  /** Sends frames to all subscribers. */
  #show(): void {
    for (const client of this.#clients) {
      if (client.frames === undefined) continue;
      if (client.socket.bufferedAmount > MOST_WAITING) {
        client.dropped++;
        continue;
      }
      const frame = client.frames.frame();
      if (frame !== undefined && client.socket.readyState === 1) client.socket.send(frame, { binary: true });
    }
  }

  #send({ socket }: Client, message: object): void {
    if (socket.bufferedAmount > MOST_ANSWERS)
      socket.terminate(); // the client sends but does not read
    else if (socket.readyState === 1) socket.send(JSON.stringify(message));
  }

  #readOne(name: string): number | number[] {
    return (this.#sizes.get(name) ?? 1) > 1 ? [...this.#sim.readVector(name)] : this.#sim.read(name);
  }
}

const DRIVING = ['step', 'stepTo', 'order', 'lead', 'push', 'snapshot', 'restore', 'reset', 'log', 'run', 'pause'];

function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function equal(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}

function shortened(message: string): string {
  return message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}...` : message;
}

/** [bytes] SHA-256 of the state that follows it */
const SUM = 32;
const sumOf = (state: Uint8Array): Buffer => createHash('sha256').update(state).digest();

function sealed(state: Uint8Array): string {
  return Buffer.concat([sumOf(state), state]).toString('base64');
}

/** The state of an unchanged snapshot; a damaged one could cause anything, even endless loops. */
function unsealed(snapshot: string): Uint8Array {
  const bytes = Buffer.from(snapshot, 'base64');
  const state = bytes.subarray(SUM);
  if (bytes.length <= SUM || !sumOf(state).equals(bytes.subarray(0, SUM)))
    throw new Error('expected a whole snapshot as "snapshot" gave it, found a damaged one or something else');
  return new Uint8Array(state);
}

function told(value: unknown): string {
  return shortened(JSON.stringify(value) ?? 'nothing');
}

function text(value: unknown, field: string): string {
  if (typeof value !== 'string') throw new Error(`expected a text as ${field}, found ${told(value)}`);
  return value;
}

function texts(value: unknown, field: string): string[] {
  if (!Array.isArray(value)) throw new Error(`expected a list of names as ${field}, found ${told(value)}`);
  if (value.length > MOST_NAMES)
    throw new Error(`expected at most ${MOST_NAMES} names as ${field}, found ${value.length}`);
  return value.map((one) => text(one, field));
}

function vector(value: unknown, field: string): [number, number, number] {
  if (!Array.isArray(value) || value.length !== 3 || !value.every((x) => typeof x === 'number'))
    throw new Error(`expected 3 numbers as ${field}, found ${told(value)}`);
  return [value[0], value[1], value[2]];
}

function poseOf(call: Call): Pose {
  const { rotation } = call;
  if (!Array.isArray(rotation) || rotation.length !== 4 || !rotation.every((x) => typeof x === 'number'))
    throw new Error('expected 4 numbers w, x, y, z as rotation');
  return {
    position: vector(call.position, 'position'),
    rotation: [rotation[0], rotation[1], rotation[2], rotation[3]],
    ...(call.velocity !== undefined && { velocity: vector(call.velocity, 'velocity') }),
    ...(call.angularVelocity !== undefined && { angularVelocity: vector(call.angularVelocity, 'angularVelocity') }),
  };
}

function watchOf(call: Call): Watch {
  const { every = 0, poses = false } = call;
  if (!(typeof every === 'number' && every >= 0 && Number.isFinite(every)))
    throw new Error(`expected seconds >= 0 as every, found ${told(every)}`);
  return {
    channels: call.channels === undefined ? [] : texts(call.channels, 'channels'),
    poses: poses === true,
    every,
  };
}
