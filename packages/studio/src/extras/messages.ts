/** Messages to the worker with readers and writers of other formats. */
import type { Channel, ColumnSummary, Frames, RunManifest, Scenery } from '@hawser/record';

/** A recording as it goes between threads. */
export interface PlainRecording {
  readonly channels: readonly Channel[];
  readonly time: Float64Array;
  readonly columns: readonly Float64Array[];
}

export interface RunParts {
  readonly manifest: RunManifest;
  readonly recording: PlainRecording;
  readonly frames: Frames;
  readonly scenery: Scenery;
}

/** A scenario made from the first file of another program, or the reason of failure; undefined: no file of a known program. */
export type ImportAnswer =
  | {
      readonly ok: true;
      readonly program: string;
      readonly files: Readonly<Record<string, string | Uint8Array>>;
      readonly lost: number;
      readonly approximated: number;
    }
  | { readonly ok: false; readonly program: string; readonly message: string }
  | undefined;

export type ExtrasRequest =
  | { readonly kind: 'parquet'; readonly bytes: Uint8Array }
  | { readonly kind: 'glb'; readonly bytes: Uint8Array }
  /** `tried`: which of the files may be a model of another program */
  | {
      readonly kind: 'import';
      readonly tried: readonly string[];
      readonly files: Readonly<Record<string, Uint8Array>>;
    }
  | {
      readonly kind: 'to-xlsx';
      readonly recording: PlainRecording;
      readonly title: string;
      readonly extremes: Readonly<Record<string, ColumnSummary>>;
    }
  | { readonly kind: 'to-csv'; readonly recording: PlainRecording }
  | { readonly kind: 'to-parquet'; readonly recording: PlainRecording }
  | { readonly kind: 'to-glb'; readonly scenery: Scenery; readonly frames: Frames; readonly title: string }
  | { readonly kind: 'to-report'; readonly run: RunParts; readonly script: string; readonly style: string };

/** Answers to the requests. */
export interface ExtrasAnswers {
  readonly import: ImportAnswer;
  readonly parquet: { readonly recording: PlainRecording };
  readonly glb: { readonly frames: Frames; readonly scenery: Scenery };
  readonly 'to-xlsx': { readonly bytes: Uint8Array<ArrayBuffer> };
  readonly 'to-csv': { readonly bytes: Uint8Array<ArrayBuffer> };
  readonly 'to-parquet': { readonly bytes: Uint8Array<ArrayBuffer> };
  readonly 'to-glb': { readonly bytes: Uint8Array<ArrayBuffer> };
  readonly 'to-report': { readonly html: string };
}

export type ExtrasReply =
  | { readonly id: number; readonly ok: true; readonly answer: ExtrasAnswers[keyof ExtrasAnswers] }
  | { readonly id: number; readonly ok: false; readonly message: string };
