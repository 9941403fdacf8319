/** A browser for tests: where it is, and how to start it so that it draws 3D in software and asks nobody for anything. */
import fs from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Path of a Chromium: HAWSER_CHROMIUM, or where Debian puts it; undefined when there is none. */
export const chromiumPath: string | undefined = [process.env.HAWSER_CHROMIUM, '/usr/bin/chromium'].find(
  (path) => path !== undefined && path !== '' && fs.existsSync(path),
);

/** With HAWSER_REQUIRE_ALL a missing browser is a failure, not a skip. */
export const chromiumRequired: boolean = (process.env.HAWSER_REQUIRE_ALL ?? '') !== '';

export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--headless',
      '--no-sandbox',
      '--enable-unsafe-swiftshader',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--ignore-gpu-blocklist',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
}
