// How long the studio takes to start, in Chromium and, where there is one, Firefox: from opening the file to a usable gallery, to the
// program behind it, and to a scenario that runs; wall time, and the processor time of the browser's page and graphics processes (all their threads).
//   npm run build; node benchmarks/studio/start.mjs [scenario = launch-recovery] [visits = 5]
// Every visit is one of a browser of its own, which keeps nothing of the visits before. Medians and the range of the visits are printed, not
// asserted: wall times depend on what else the machine does, processor times much less.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [id = 'launch-recovery', visits = '5'] = process.argv.slice(2);
const page = path.join(root, 'packages/studio/dist/index.html');
if (!fs.existsSync(page)) throw new Error(`expected the built studio at ${page}, found none; run npm run build first`);
if (!(Number(visits) >= 1)) throw new Error(`expected a number of visits from 1 on, found ${visits}`);

const SOFTWARE = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const CHROMIUM = process.env.HAWSER_CHROMIUM || '/usr/bin/chromium';
const FIREFOX = process.env.HAWSER_FIREFOX || '/usr/bin/firefox-esr';
// a picture drawn by the processor costs it more than all else; a graphics card costs it next to nothing, as no picture does
const BROWSERS = [
  ['Chromium, picture drawn by the processor', 'chrome', CHROMIUM, ['--no-sandbox', ...SOFTWARE]],
  ['Chromium without a picture', 'chrome', CHROMIUM, ['--no-sandbox', '--disable-gpu', '--disable-3d-apis']],
  ['Firefox without a picture', 'firefox', FIREFOX, []],
];
/** hundredths of a second, in which Linux counts */
const TICK = 10; // [ms]

/** [ms] of processor time that the page and graphics processes of a browser have used; NaN where there is no /proc. */
function processorTime(browser) {
  if (!fs.existsSync('/proc/self/stat')) return Number.NaN;
  const parents = new Map();
  const used = new Map();
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = fs
        .readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      parents.set(pid, fields[1]);
      const command = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split(/[\0 ]/);
      const isPage =
        command.some((word) => /^--type=(?:renderer|gpu-process)$/.test(word)) ||
        (command.includes('-contentproc') && command.includes('tab'));
      if (isPage) used.set(pid, TICK * (Number(fields[11]) + Number(fields[12])));
    } catch {
      // it ended meanwhile
    }
  }
  const own = String(browser.process().pid);
  const isOwn = (pid) => pid === own || (parents.has(pid) && isOwn(parents.get(pid)));
  return [...used].reduce((sum, [pid, time]) => sum + (isOwn(pid) ? time : 0), 0);
}

/** Opens the page behind `hash`; what `read` finds on it, and the processor time since the empty page. */
async function visit([, name, executablePath, args], hash, read) {
  const browser = await puppeteer.launch({ browser: name, executablePath, headless: true, args, timeout: 240_000 });
  try {
    const tab = await browser.newPage();
    tab.setDefaultTimeout(240_000);
    const blank = processorTime(browser);
    await tab.goto(pathToFileURL(page).href + hash, { timeout: 240_000 });
    return await read(tab, () => processorTime(browser) - blank);
  } finally {
    await browser.close();
  }
}

const markOf = (tab, mark) => tab.evaluate((name) => performance.getEntriesByName(name)[0].startTime, mark);

async function gallery(tab, processor) {
  await tab.waitForSelector('html[data-gallery] .cards');
  const usable = processor();
  await tab.waitForSelector('html.js .cards');
  const program = processor();
  return {
    'gallery usable': [await markOf(tab, 'hawser-gallery'), usable],
    'program there': [await markOf(tab, 'hawser-program'), program],
  };
}

async function running(tab, processor) {
  // a link that runs what it opens: no time of whoever presses the keys
  await tab.waitForFunction(() => Number(document.querySelector('.now')?.textContent) > 0);
  const cpu = processor();
  return { [`${id} runs`]: [await tab.evaluate(() => performance.now()), cpu] };
}

const spread = (values) => {
  const sorted = values.map(Math.round).sort((a, b) => a - b);
  return `${sorted[Math.floor(sorted.length / 2)]} (${sorted[0]} to ${sorted.at(-1)})`;
};

console.log(`${(fs.statSync(page).size / 1e6).toFixed(2)} MB; ${visits} visits, milliseconds: median (least to most)`);
for (const one of BROWSERS) {
  const [name, , executablePath] = one;
  if (!fs.existsSync(executablePath)) {
    console.log(`${name}: none at ${executablePath}`);
    continue;
  }
  const found = {};
  for (let i = 0; i < Number(visits); i++) {
    const seen = {
      ...(await visit(one, '', gallery)),
      ...(await visit(one, `#scenario=${id}&t=0.02`, running)),
    };
    for (const [what, [wall, cpu]] of Object.entries(seen)) {
      found[what] ??= { wall: [], cpu: [] };
      found[what].wall.push(wall);
      found[what].cpu.push(cpu);
    }
  }
  for (const [what, { wall, cpu }] of Object.entries(found))
    console.log(`${name}, ${what}: ${spread(wall)} since the file was opened; processor time ${spread(cpu)}`);
}
