// How long the page is busy at a stretch while a scenario computes: tasks of its main thread by their processor time, from the browser's own trace,
// so that other programs on the machine do not count. Those of 50 ms and more (W3C Long Tasks) are listed with what took the time.
//   npm run build; node benchmarks/studio/answers.mjs [scenario = launch-recovery] [seconds of wall time = 60]
// Meanwhile a hand turns the picture, goes through the screens and the results' tabs, and comes back.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [id = 'launch-recovery', seconds = '60', hash = ''] = process.argv.slice(2);
const page = path.join(root, 'packages/studio/dist/index.html');
if (!fs.existsSync(page)) throw new Error(`expected the built studio at ${page}, found none; run npm run build first`);

const TABS = [
  'Operation',
  'Plots',
  'Range',
  'XY',
  'Spectrum',
  'Statistics',
  'Events',
  'Object',
  'Compare',
  'Run',
  'Export',
];
/** [ms] */
const LONG = 50;

const browser = await puppeteer.launch({
  executablePath: process.env.HAWSER_CHROMIUM || '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
try {
  const tab = await browser.newPage();
  tab.setDefaultTimeout(240_000);
  await tab.setViewport({ width: 1600, height: 900 });
  await tab.goto(`${pathToFileURL(page).href}#scenario=${id}${hash}`);
  await tab.waitForSelector('html[data-text=checked]');
  const state = () => tab.$eval('.meters .state', (element) => element.textContent ?? '');
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const end = Date.now() + 1000 * Number(seconds);
  await tab.tracing.start({
    categories: ['toplevel', 'blink.user_timing', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8'],
  });
  const marks = [];
  const mark = async (name) => {
    marks.push(name);
    await tab.evaluate((text) => performance.mark(`hand ${text}`), name);
  };
  await mark('run');
  await tab.keyboard.down('Control');
  await tab.keyboard.press('Enter');
  await tab.keyboard.up('Control');
  await tab.waitForFunction(() => Number(document.querySelector('.now')?.textContent) > 0);
  while (Date.now() < end && /Computing/.test(await state())) {
    await mark('turn');
    await tab.keyboard.down('Shift');
    for (let i = 0; i < 5; i++) await tab.keyboard.press('ArrowLeft');
    await tab.keyboard.up('Shift');
    await wait(500);
    await tab.keyboard.press('v');
    for (const name of TABS) {
      const button = await tab.$(`::-p-xpath(//*[@role="tab"][starts-with(normalize-space(.), "${name}")])`);
      if (button === null) continue;
      await mark(name);
      await button.click();
      await wait(400);
    }
    await mark('model');
    await tab.keyboard.press('m');
    await wait(400);
    await mark('run screen');
    await tab.keyboard.press('r');
    await wait(400);
  }
  await mark('end');
  const said = await state();
  const trace = JSON.parse(Buffer.from(await tab.tracing.stop()).toString('utf8'));
  report(trace.traceEvents, said);
} finally {
  await browser.close();
}

function report(events, said) {
  const isMain = (event) => event.name === 'thread_name' && event.args.name === 'CrRendererMain';
  const begun = events.find((event) => event.name === 'hand run');
  const { pid } = begun;
  const tid = events.find((event) => isMain(event) && event.pid === pid).tid;
  const own = events.filter((event) => event.pid === pid && event.tid === tid && event.ts >= begun.ts);
  const hands = events.filter(({ name, pid: at }) => at === pid && /^hand /.test(name)).sort((a, b) => a.ts - b.ts);
  const tasks = own
    .filter(({ name, ph }) => ph === 'X' && /RunTask$/.test(name))
    .map((task) => ({ ...task, cpu: (task.tdur ?? Number.NaN) / 1000 }));
  const whole = tasks.filter(
    (task) =>
      !tasks.some((other) => other !== task && other.ts <= task.ts && other.ts + other.dur > task.ts + task.dur),
  );
  const sorted = whole.map(({ cpu }) => cpu).sort((a, b) => a - b);
  const share = (q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))].toFixed(1);
  console.log(`${id}: ${said}`);
  console.log(
    `${sorted.length} tasks of the main thread; processor time [ms]: half below ${share(0.5)}, 99 of 100 below ${share(0.99)}, longest ${share(1)}`,
  );
  const long = whole.filter(({ cpu }) => cpu >= LONG);
  console.log(`${long.length} of ${LONG} ms and more`);
  for (const task of long) {
    const hand = hands.filter(({ ts }) => ts <= task.ts).at(-1)?.name ?? '';
    const inner = own
      .filter(
        ({ ph, ts, dur, tdur, name }) =>
          ph === 'X' && tdur > 0 && ts >= task.ts && ts + dur <= task.ts + task.dur && !/RunTask$/.test(name),
      )
      .sort((a, b) => b.tdur - a.tdur)
      .slice(0, 6)
      .map(({ name, tdur, args }) => {
        const { functionName = '', columnNumber, type = '' } = args?.data ?? {};
        return `${name} ${functionName || type}${columnNumber ? `:${columnNumber}` : ''} ${(tdur / 1000).toFixed(0)}`;
      });
    console.log(
      `  ${task.cpu.toFixed(0)} ms (${(task.dur / 1000).toFixed(0)} of wall time) after "${hand}": ${inner.join('; ')}`,
    );
  }
}
