/** Readers and writers of other formats, in a worker that starts on first use. */
import { buildReport, readGlb, readParquet, writeCsv, writeGlb, writeParquet, writeXlsx } from '@hawser/formats';
import { importModel, UNKNOWN } from '@hawser/import';
import { Recording } from '@hawser/record';
import type { ExtrasAnswers, ExtrasReply, ExtrasRequest, ImportAnswer, PlainRecording } from './messages.ts';

const scope = self as unknown as {
  onmessage: (event: MessageEvent<{ id: number; body: ExtrasRequest }>) => void;
  postMessage(message: ExtrasReply, transfer: Transferable[]): void;
};

scope.onmessage = ({ data: { id, body } }) => {
  answer(body).then(
    (found) => scope.postMessage({ id, ok: true, answer: found }, buffersIn(found)),
    (error: unknown) =>
      scope.postMessage({ id, ok: false, message: error instanceof Error ? error.message : String(error) }, []),
  );
};

async function answer(request: ExtrasRequest): Promise<ExtrasAnswers[keyof ExtrasAnswers]> {
  switch (request.kind) {
    case 'parquet': {
      const { channels, time, columns } = opened('series.parquet', await readParquet(request.bytes)).recording;
      return { recording: { channels, time, columns } };
    }
    case 'import':
      return imported(request.tried, request.files);
    case 'glb':
      return opened('animation.glb', await readGlb(request.bytes));
    case 'to-xlsx': {
      const { recording, title, extremes } = request;
      return { bytes: own(await writeXlsx(whole(recording), { title, extremes })) };
    }
    case 'to-csv':
      return { bytes: own(writeCsv(whole(request.recording))) };
    case 'to-parquet':
      return { bytes: own(await writeParquet(whole(request.recording))) };
    case 'to-glb':
      return { bytes: own(await writeGlb(request.scenery, request.frames, { title: request.title })) };
    case 'to-report': {
      const { run, script, style } = request;
      return { html: buildReport({ ...run, recording: whole(run.recording), viewer: { script, style } }) };
    }
  }
}

function imported(tried: readonly string[], files: Readonly<Record<string, Uint8Array>>): ImportAnswer {
  let refusal: ImportAnswer;
  for (const file of tried) {
    const folder = file.replace(/[^/]*$/, '');
    // a model names its files relative to its own folder
    const result = importModel(file, { read: (name) => files[name] ?? files[`${folder}${name}`] });
    const count = (verdict: string): number =>
      result.ok ? result.notes.filter((note) => note.verdict === verdict).length : 0;
    if (result.ok)
      return {
        ok: true,
        program: result.program,
        files: { ...result.files, ...result.copies },
        lost: count('lost'),
        approximated: count('approximated'),
      };
    if (result.program !== UNKNOWN)
      refusal ??= {
        ok: false,
        program: result.program,
        message: result.issues.map(({ message }) => message).join('; '),
      };
  }
  return refusal;
}

function whole({ channels, time, columns }: PlainRecording): Recording {
  return new Recording(channels, time, columns);
}

function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly { message: string }[] };

function opened<T>(file: string, result: Read<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${file}: ${result.issues.map((issue) => issue.message).join('; ')}`);
}

/** All transferable buffers, each once. */
function buffersIn(value: unknown, found: Set<ArrayBuffer> = new Set()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) buffersIn(inner, found);
  }
  return [...found];
}
