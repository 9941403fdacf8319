/** Internal errors: a short message for the user, and details in a file that they can send. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Writes the details and returns the file's path, or undefined where that is not possible. */
export function writeDetails(error: unknown, version: string): string | undefined {
  const text = [
    `hawser ${version}, Node ${process.version}, ${process.platform} ${process.arch}`,
    `time      ${new Date().toISOString()}`,
    `folder    ${process.cwd()}`,
    `arguments ${JSON.stringify(process.argv.slice(2))}`,
    '',
    error instanceof Error ? (error.stack ?? error.message) : String(error),
    ...causes(error),
    '',
  ].join('\n');
  const folder = os.tmpdir();
  try {
    const file = path.join(fs.mkdtempSync(path.join(folder, 'hawser-fault-')), 'details.txt');
    fs.writeFileSync(file, text);
    return file;
  } catch {
    return undefined; // a full or read-only disk must not hide the message itself
  }
}

function causes(error: unknown): string[] {
  const lines: string[] = [];
  let cause = error instanceof Error ? error.cause : undefined;
  while (cause instanceof Error && lines.length < 10) {
    lines.push(`caused by ${cause.stack ?? cause.message}`);
    cause = cause.cause;
  }
  return lines;
}
