/**
 * checkpoint.hawser: the engine's state, with the data needed to reject the state of another model.
 *
 *   mark    8 bytes  'HAWSERCP'
 *   length  u32      of the header, little-endian
 *   header  JSON     CheckpointHeader
 *   state result of Simulation.save()
 *   sum 32 bytes SHA-256 of everything before it
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { inputError } from './exit.ts';
import { writeAtomic } from './run-folder.ts';
import { VERSION } from './version.ts';

const MARK = 'HAWSERCP';
const FORMAT = 2;
/** [bytes] mark and length, and the sum */
const HEAD = 12;
const SUM = 32;

/** Interface of a simulation for checkpoints. */
export interface Restorable {
  readonly spec: unknown;
  readonly time: number;
  save(): Uint8Array;
  load(bytes: Uint8Array): void;
  hash(): string;
}

interface CheckpointHeader {
  readonly format: number;
  readonly hawser: string;
  /** [s] simulated */
  readonly time: number;
  /** of the model: bodies, joints, forces, materials, contacts, solver; not of duration and output */
  readonly model: string;
  /** of the state, by Simulation.hash() */
  readonly state: string;
}

/** `state` is what simulation.save() just gave. */
export function writeCheckpoint(file: string, simulation: Restorable, state: Uint8Array): void {
  const header: CheckpointHeader = {
    format: FORMAT,
    hawser: VERSION,
    time: simulation.time,
    model: modelPrint(simulation.spec),
    state: simulation.hash(),
  };
  const text = Buffer.from(JSON.stringify(header), 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const body = Buffer.concat([Buffer.from(MARK, 'latin1'), length, text, state]);
  writeAtomic(file, Buffer.concat([body, sumOf(body)]));
}

/** Loads the state of a file into a simulation built from the same scenario and returns it; throws errors that the user can act on. */
export function loadCheckpoint(file: string, simulation: Restorable): Uint8Array {
  if (fs.statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    throw inputError(
      `--resume ${file}: expected a checkpoint.hawser of an earlier run, found a folder; name the file in it`,
    );
  }
  const bytes = fs.readFileSync(file);
  const { header, state } = parse(file, bytes);
  if (header.model !== modelPrint(simulation.spec)) {
    throw inputError(
      `--resume ${file}: expected a checkpoint of this scenario, found one of another model; use the scenario and the ` +
        '--set values it was written with (run.duration and output may differ)',
    );
  }
  try {
    simulation.load(state);
  } catch (error) {
    throw damaged(file, error instanceof Error ? error.message : String(error));
  }
  if (simulation.hash() !== header.state) throw damaged(file, 'the state does not have the hash it was written with');
  return state;
}

function parse(file: string, bytes: Buffer): { header: CheckpointHeader; state: Uint8Array } {
  if (bytes.length < HEAD || bytes.toString('latin1', 0, 8) !== MARK) {
    throw inputError(`--resume ${file}: expected a checkpoint.hawser of an earlier run, found something else`);
  }
  const end = HEAD + bytes.readUInt32LE(8);
  const header = end <= bytes.length ? readHeader(bytes.toString('utf8', HEAD, end)) : undefined;
  if (header === undefined) throw damaged(file, 'its header cannot be read');
  // files of other versions and formats end differently: check the version before the checksum
  if (header.format !== FORMAT || header.hawser !== VERSION) {
    throw inputError(
      `--resume ${file}: expected a checkpoint of hawser ${VERSION}, format ${FORMAT}, found one of hawser ${header.hawser}, ` +
        `format ${header.format}; go on with the version that wrote it, or run the scenario again`,
    );
  }
  const body = bytes.subarray(0, bytes.length - SUM);
  if (body.length < end || !sumOf(body).equals(bytes.subarray(body.length))) {
    throw damaged(file, 'its checksum does not fit what stands in it');
  }
  return { header, state: new Uint8Array(body.subarray(end)) };
}

function readHeader(text: string): CheckpointHeader | undefined {
  try {
    const header: unknown = JSON.parse(text);
    if (typeof header !== 'object' || header === null) return undefined;
    const { format, hawser, time, model, state } = header as Record<string, unknown>;
    if (typeof format !== 'number' || typeof hawser !== 'string' || typeof time !== 'number') return undefined;
    return typeof model === 'string' && typeof state === 'string' ? { format, hawser, time, model, state } : undefined;
  } catch {
    return undefined;
  }
}

function sumOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function damaged(file: string, reason: string): Error {
  return inputError(
    `--resume ${file}: expected a whole checkpoint, found a damaged one (${reason}); use an earlier one`,
  );
}

/**
 * Fingerprint of plain data; numbers keep all digits in JSON, meshes are hashed by their bytes, so equal fingerprints mean equal models.
 */
export function modelPrint(spec: unknown): string {
  const bytes = (_: string, value: unknown): unknown =>
    ArrayBuffer.isView(value)
      ? createHash('sha256')
          .update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
          .digest('hex')
      : value;
  return createHash('sha256').update(JSON.stringify(spec, bytes)).digest('hex');
}
