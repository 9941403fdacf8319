/** Converts the bytes of a scenario file to text, or reports why they are no text. Tests the size first, and few bytes only. */
import type { IssueText } from '../issues.ts';

/**
 * [bytes] A scenario of thousands of bodies takes well under 1 MB. The YAML parser needs about 2 s and 0.3 GB for each megabyte (measured
 * on tables of numbers), so a larger file would appear to hang.
 */
export const LARGEST_SCENARIO = 4_000_000;

/** [bytes] of the head that is looked at to tell text from something else */
const HEAD = 4096;

/** The decoder of the environment; Node and browsers have it, the language's own library does not name it. */
interface Decoder {
  decode(bytes: Uint8Array): string;
}
declare const TextDecoder: new (label: string, options: { fatal: boolean }) => Decoder;

export type TextResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: IssueText };

export function decodeScenario(bytes: Uint8Array): TextResult {
  const tooLarge = sizeProblem(bytes.length);
  if (tooLarge !== undefined) return { ok: false, problem: tooLarge };
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return { ok: false, problem: { ...notText('text in UTF-16'), hint: 'save it as UTF-8' } };
  }
  const odd = oddByte(bytes);
  if (odd !== undefined) return { ok: false, problem: notText(odd) };
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    const hint = 'save it as UTF-8, or is it another file?';
    return { ok: false, problem: { ...notText('bytes that are not UTF-8'), hint } };
  }
}

/** Fault of a file of this size, if any. Call it before reading the file. */
export function sizeProblem(bytes: number): IssueText | undefined {
  if (bytes <= LARGEST_SCENARIO) return undefined;
  return {
    expected: `a scenario file of at most ${LARGEST_SCENARIO / 1e6} MB`,
    found: `${(bytes / 1e6).toFixed(1)} MB`,
    hint: 'put meshes and tables into files of their own and name them in the scenario',
  };
}

function oddByte(bytes: Uint8Array): string | undefined {
  const head = Math.min(bytes.length, HEAD);
  for (let i = 0; i < head; i++) {
    const byte = bytes[i];
    if (byte < 9 || (byte > 13 && byte < 32) || byte === 127) {
      return `byte 0x${byte.toString(16).padStart(2, '0')} at offset ${i}`;
    }
  }
  return undefined;
}

function notText(found: string): IssueText {
  return { expected: 'a YAML or JSON text file (UTF-8)', found, hint: 'is this the right file?' };
}
