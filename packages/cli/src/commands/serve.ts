/** `hawser serve FILE`: a model for programs on this machine, over a WebSocket (docs/protocol.md). */
import crypto from 'node:crypto';
import fs from 'node:fs';
import { type Issue, type Override, prepareRun, compileScenario } from '@hawser/scenario';
import { Sim } from '@hawser/sim';
import { loaderFor } from '../allowed.ts';
import { inputError } from '../exit.ts';
import type { Output } from '../output.ts';
import { fileReaders, issuesError } from '../scenario-file.ts';
import { ModelServer } from '../serve/server.ts';
import { VERSION } from '../version.ts';

export interface ServeCommandOptions {
  readonly port?: number;
  readonly set: readonly (string | Override)[];
  readonly allow?: readonly string[];
  readonly origin: readonly string[];
  readonly log?: string;
  readonly json?: boolean;
}

const HOST = '127.0.0.1';

export async function serve(out: Output, file: string, options: ServeCommandOptions): Promise<void> {
  const fail = (issues: readonly Issue[]): never => {
    throw issuesError(file, issues);
  };
  const compiled = compileScenario({
    file,
    loader: loaderFor(file, options.allow),
    readers: fileReaders,
    set: options.set,
  });
  if (!compiled.ok) return fail(compiled.issues);
  const prepared = prepareRun(compiled.compiled);
  if (!prepared.ok) return fail(prepared.issues);
  if (options.log !== undefined && fs.existsSync(options.log))
    throw inputError(`--log ${options.log}: expected a file that is not there yet, found one`);
  const sim = new Sim(prepared.prepared, { log: options.log !== undefined });
  const token = crypto.randomBytes(16).toString('hex');
  const server = new ModelServer(sim, { token, origins: options.origin, version: VERSION });
  const port = await listen(server, options.port ?? 0);
  const address = `ws://${HOST}:${port}/?token=${token}`;
  if (options.json) process.stdout.write(`${JSON.stringify({ address, port, title: sim.title })}\n`);
  else out.print(address);
  out.tell('The model is served to this machine only. Ctrl-C ends it.');
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve());
  });
  server.close();
  if (options.log !== undefined) fs.writeFileSync(options.log, `${JSON.stringify(sim.log)}\n`);
}

async function listen(server: ModelServer, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.http.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        inputError(
          `--port ${port}: expected a free port on ${HOST}, found ${error.code === 'EADDRINUSE' ? 'it in use' : error.message}`,
        ),
      );
    });
    server.http.listen(port, HOST, resolve);
  });
  const bound = server.http.address();
  return bound !== null && typeof bound === 'object' ? bound.port : port;
}
