import fs from 'node:fs';

const text = fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8');
/** Version of the program and of its files. */
export const VERSION: string = (JSON.parse(text) as { version: string }).version;
