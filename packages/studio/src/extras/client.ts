/** The page's side of the worker with readers and writers of other formats. */
import { Recording } from '@hawser/record';
import { partWorker, zippedPart } from '../files/parts.ts';
import type { ExtrasAnswers, ExtrasReply, ExtrasRequest, PlainRecording } from './messages.ts';

let worker: Promise<Worker> | undefined;
let next = 1;
let leaving: ReturnType<typeof setTimeout> | undefined;
/** [ms] idle time after which the worker is ended */
const IDLE = 1500;
const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();

/** Releases the memory of reading and writing. */
function close(): void {
  if (waiting.size > 0) return;
  void worker?.then((made) => made.terminate());
  worker = undefined;
}

function open(): Promise<Worker> {
  clearTimeout(leaving);
  worker ??= zippedPart('extras').then(started);
  return worker;
}

function started(script: string): Worker {
  const made = partWorker('extras', script);
  made.onmessage = ({ data }: MessageEvent<ExtrasReply>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.ok) asked?.resolve(data.answer as never);
    else asked?.reject(new Error(data.message));
    clearTimeout(leaving);
    leaving = setTimeout(close, IDLE);
  };
  made.onerror = (event) => {
    event.preventDefault();
    for (const { reject } of waiting.values()) reject(new Error(event.message));
    waiting.clear();
    worker = undefined;
  };
  return made;
}

type Answer<K extends keyof ExtrasAnswers> = K extends 'parquet' ? { readonly recording: Recording } : ExtrasAnswers[K];

export async function askExtras<R extends ExtrasRequest>(request: R): Promise<Answer<R['kind']>> {
  const to = await open();
  const id = next++;
  const answer = await new Promise<ExtrasAnswers[keyof ExtrasAnswers]>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    to.postMessage({ id, body: request });
  });
  if (request.kind !== 'parquet') return answer as Answer<R['kind']>;
  const { channels, time, columns } = (answer as ExtrasAnswers['parquet']).recording;
  return { recording: new Recording(channels, time, columns) } as Answer<R['kind']>;
}

/** A recording as it goes to a worker. */
export function plain({ channels, time, columns }: Recording): PlainRecording {
  return { channels, time, columns };
}
