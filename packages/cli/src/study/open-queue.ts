/** Opens the queue at an address, or reports why there is none. */
import { inputError } from '../exit.ts';
import { Outage } from './outage.ts';
import { FIRST_SECONDS, type JobQueue } from './queue.ts';

/** `tell` is called when the server is away for long, and when it is back. */
export async function openQueue(address: string, tell: (line: string) => void): Promise<JobQueue> {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw inputError(`--queue ${address}: expected an address such as redis://host:6379 or postgres://host/database`);
  }
  if (url.password !== '') {
    throw inputError(
      '--queue: a password on the command line can be read by everybody on this machine; leave it out and set HAWSER_QUEUE_PASSWORD',
    );
  }
  const password = process.env.HAWSER_QUEUE_PASSWORD;
  if (/^rediss?:$/.test(url.protocol)) {
    const { openRedis } = await import('./redis-queue.ts').catch(notInstalled('bullmq and ioredis'));
    return within(url, (signal) => openRedis(url, password, new Outage(placeOf(url), tell), signal));
  }
  if (/^postgres(ql)?:$/.test(url.protocol)) {
    const { openPostgres } = await import('./postgres-queue.ts').catch(notInstalled('pg'));
    return within(url, () => openPostgres(url, password, new Outage(placeOf(url), tell)));
  }
  throw inputError(`--queue ${address}: expected redis://, rediss:// (TLS) or postgres://, found ${url.protocol}//`);
}

function notInstalled(names: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') {
      throw inputError(
        `--queue needs the packages ${names}, which are not installed here: npm install ${names.replace(' and', '')}`,
      );
    }
    throw error;
  };
}

/** The address without its user. */
const placeOf = (url: URL): string => `${url.protocol}//${url.host}`;

async function within(url: URL, open: (signal: AbortSignal) => Promise<JobQueue>): Promise<JobQueue> {
  const given = new AbortController();
  const opening = open(given.signal);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${FIRST_SECONDS} s`)), (FIRST_SECONDS + 1) * 1000);
  });
  try {
    return await Promise.race([opening, late]);
  } catch (error) {
    void opening.then((queue) => queue.close()).catch(() => {});
    given.abort();
    const reason = error instanceof Error ? error.message || String((error as { code?: string }).code) : String(error);
    throw inputError(
      `--queue ${placeOf(url)}: expected a server that answers, found: ${reason}; is it running, and may this machine reach it?`,
    );
  } finally {
    clearTimeout(timer);
  }
}
