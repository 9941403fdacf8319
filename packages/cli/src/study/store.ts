/**
 * Additional destination of a study's results: an S3-compatible store, `s3://bucket/folder`. Requests are signed by aws4fetch; keys come
 * from the environment, as usual for such stores.
 */
import fs from 'node:fs';
import path from 'node:path';
import { inputError } from '../exit.ts';
import { STUDY_FILES } from './study-folder.ts';

export interface Store {
  /** as the user wrote it */
  readonly address: string;
  /** Copies a file unless it is unchanged since its last copy. */
  put(name: string, file: string): Promise<void>;
}

/** [ms] timeout of a request; number of tries; [ms] delay before the second, doubled each time */
const ANSWER_WITHIN = 60_000;
const TRIES = 4;
const RETRY = 300;

interface Signing {
  readonly AwsClient: new (keys: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
    readonly service: string;
    readonly region: string;
    readonly retries: number;
  }) => { fetch(url: string, request: RequestInit): Promise<Response> };
}

export async function openStore(address: string): Promise<Store> {
  const [, bucket, folder = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/?$/.exec(address) ?? [];
  if (bucket === undefined)
    throw inputError(`--store ${address}: expected s3://bucket or s3://bucket/folder, found something else`);
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = process.env;
  if (!accessKeyId || !secretAccessKey)
    throw inputError(
      '--store: expected AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment, found none; keys are taken from nowhere else',
    );
  const region = process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? 'us-east-1';
  const { AWS_SESSION_TOKEN: sessionToken } = process.env;
  const name: string = 'aws4fetch'; // an optional package: its used part is declared here, so that the build works without it
  const { AwsClient } = (await import(name).catch((): never => {
    throw inputError('--store needs the package aws4fetch, which is not installed here: npm install aws4fetch');
  })) as Signing;
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken && { sessionToken }),
    service: 's3',
    region,
    retries: 0,
  });
  // a private store by AWS_ENDPOINT_URL with path addressing; Amazon's by the name of the bucket
  const own = process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
  const base =
    own === undefined ? `https://${bucket}.s3.${region}.amazonaws.com` : `${own.replace(/\/$/, '')}/${bucket}`;
  const urlOf = (name: string): string =>
    `${base}/${[...folder.split('/'), ...name.split('/')].filter(Boolean).map(encodeURIComponent).join('/')}`;

  const ask = async (method: string, name: string, body?: Uint8Array<ArrayBuffer>): Promise<Response> => {
    for (let k = 1; ; k++) {
      try {
        const signal = AbortSignal.timeout(ANSWER_WITHIN);
        const answer = await client.fetch(urlOf(name), { method, signal, ...(body && { body }) });
        if (answer.status < 500 || k >= TRIES) return answer;
      } catch (error) {
        if (k >= TRIES)
          throw inputError(`--store ${address}: expected a store that answers, found: ${reasonOf(error)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY * 2 ** (k - 1)));
    }
  };
  const sent = new Map<string, string>();
  const store: Store = {
    address,
    put: async (name, file) => {
      const { size, mtimeMs } = fs.statSync(file);
      if (sent.get(name) === `${size} ${mtimeMs}`) return;
      const answer = await ask('PUT', name, new Uint8Array(fs.readFileSync(file)));
      if (!answer.ok) throw inputError(`--store ${address}: ${name}: ${await refusal(answer)}`);
      sent.set(name, `${size} ${mtimeMs}`);
    },
  };
  // report a refusal before hours of runs, not after
  const probe = await ask('PUT', '.hawser', new Uint8Array());
  if (!probe.ok) throw inputError(`--store ${address}: ${await refusal(probe)}`);
  return store;
}

/** All results of a study's folder, without files of the writing process. */
export async function copyFolder(store: Store, folder: string): Promise<number> {
  const own: readonly string[] = [STUDY_FILES.lock, STUDY_FILES.cancel];
  const names = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => !own.some((each) => name === each || name.startsWith(`${each}.`)) && !name.endsWith('.part'))
    .filter((name) => fs.statSync(path.join(folder, name)).isFile());
  for (const name of names.sort()) await store.put(name, path.join(folder, name));
  return names.length;
}

async function refusal(answer: Response): Promise<string> {
  const text = await answer.text().catch(() => '');
  const code = /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1];
  const message = /<Message>([^<]{1,300})<\/Message>/.exec(text)?.[1];
  const hint = answer.status === 403 ? '; are the keys right, and may they write there?' : '';
  return `expected to be allowed to write, found ${answer.status}${code ? ` ${code}` : ''}${message ? ` (${message})` : ''}${hint}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
