/** Opens a file or an address on the desktop. */
import { spawn } from 'node:child_process';
import type { Output } from './output.ts';

/** [ms] time in which a desktop without a browser reports it; an open browser is not waited for */
const PATIENCE = 2000;

/** Opens it; otherwise tells the user what to open. */
export async function openInDesktop(out: Output, target: string): Promise<void> {
  const [command, ...before] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
  const child = spawn(command, [...before, target], { stdio: 'ignore', detached: true });
  const opened = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(true), PATIENCE);
    const end = (good: boolean): void => {
      clearTimeout(timer);
      resolve(good);
    };
    child.on('error', () => end(false)); // no such program
    child.on('exit', (code) => end(code === 0));
  });
  child.unref();
  if (!opened) out.tell(`${command} could not open it; open ${target} in a browser`);
}
