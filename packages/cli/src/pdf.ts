/** Prints pages as PDF by Chromium, where it is installed. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inputError } from './exit.ts';

/** [ms] timeout of the browser */
const PATIENCE = 120_000;

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'msedge',
  'microsoft-edge',
];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Path of a Chromium: HAWSER_CHROMIUM, or the first that is found; undefined where there is none. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const named = folders.flatMap((folder) =>
    NAMES.map((name) => path.join(folder, process.platform === 'win32' ? `${name}.exe` : name)),
  );
  const given = process.env.HAWSER_CHROMIUM;
  return [...(given ? [given] : []), ...named, ...PLACES].find((file) => fs.existsSync(file));
}

/** Arguments of every call of the browser: no network, no files left behind. */
function quietly(profile: string): string[] {
  return [
    '--headless',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    `--user-data-dir=${path.join(profile, 'profile')}`,
    // root cannot use the sandbox, and the page needs no access
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
}

/** Twice the pixels of a screen: 192 to the inch. */
const FINER = 2;

/** Draws an SVG of a size [px] into a PNG. */
export async function drawPng(
  browser: string,
  svg: string,
  { width, height }: { readonly width: number; readonly height: number },
  file: string,
): Promise<void> {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-png-'));
  const [page, made] = [path.join(profile, 'page.html'), path.join(profile, 'picture.png')];
  fs.writeFileSync(page, `<!doctype html><meta charset="utf-8"><style>body{margin:0}svg{display:block}</style>${svg}`);
  try {
    const told = await run(browser, [
      ...quietly(profile),
      '--hide-scrollbars',
      `--window-size=${width},${height}`,
      `--force-device-scale-factor=${FINER}`,
      `--screenshot=${made}`,
      pathToFileURL(page).href,
    ]);
    if (!fs.existsSync(made))
      throw inputError(`--word: expected a picture from ${browser}, found none; it said: ${told.slice(-400).trim()}`);
    fs.copyFileSync(made, file);
  } finally {
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Prints a page that lies on the disk. */
export async function printPdf(page: string, file: string): Promise<void> {
  const browser = findChromium();
  if (browser === undefined) {
    throw inputError(
      '--pdf: expected a Chromium to print with, found none; install chromium (or Chrome, or Edge), or set HAWSER_CHROMIUM to the path of one',
    );
  }
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-pdf-'));
  const made = path.join(profile, 'report.pdf');
  const args = [
    ...quietly(profile),
    '--no-pdf-header-footer',
    '--virtual-time-budget=4000',
    `--print-to-pdf=${made}`,
    pathToFileURL(path.resolve(page)).href,
  ];
  try {
    const told = await run(browser, args);
    if (!fs.existsSync(made))
      throw inputError(`--pdf: expected a PDF from ${browser}, found none; it said: ${told.slice(-400).trim()}`);
    fs.copyFileSync(made, file);
  } finally {
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

function run(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let told = '';
    child.stderr.on('data', (bytes: Buffer) => {
      told = (told + bytes.toString()).slice(-4000);
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
    const end = (): void => {
      clearTimeout(timer);
      resolve(told);
    };
    child.on('error', (error) => {
      told += error.message;
      end();
    });
    child.on('exit', end);
  });
}
