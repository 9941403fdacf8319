import fs from 'node:fs';

const text = fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8');
/** Of the program and of everything it writes. */
export const VERSION: string = (JSON.parse(text) as { version: string }).version;
