/** Scenarios printed in the README and the guide are run: what a reader copies must work. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { caseContext } from '../packages/cli/src/case-runner.ts';
import { openStudy } from '../packages/cli/src/study/open-study.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = ['README.md', ...fs.readdirSync(path.join(root, 'docs/guide')).map((name) => `docs/guide/${name}`)];

function scenarios(page: string): string[] {
  const text = fs.readFileSync(path.join(root, page), 'utf8');
  return [...text.matchAll(/^```yaml\n(hawser: 1\n[\s\S]*?)^```/gm)].map((match) => match[1]);
}

const context = caseContext(root);

describe('guide: every scenario on a page can be run', () => {
  for (const page of pages.filter((name) => name.endsWith('.md'))) {
    for (const [i, text] of scenarios(page).entries()) {
      test(`${page}, scenario ${i + 1}`, async () => {
        const { status, failure } = await context.runScenario(text, { 'run.duration': '0.2 s' });
        expect([status, failure]).toEqual(['complete', undefined]);
      });
    }
  }
});

describe('guide: every study on a page is good, and its results are where the page says', () => {
  for (const page of ['docs/guide/marine-operations.md', 'docs/guide/studies.md']) {
    test(page, () => {
      const text = fs.readFileSync(path.join(root, page), 'utf8');
      const [study] = [...text.matchAll(/^```yaml\n(study: 1\n[\s\S]*?)^```/gm)].map((match) => match[1]);
      const name = /hawser study check (\w+)\.yaml/.exec(text)?.[1] ?? '';
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-guide-'));
      fs.writeFileSync(path.join(folder, 'lift.yaml'), scenarios('docs/guide/marine-operations.md')[0]);
      fs.writeFileSync(path.join(folder, `${name}.yaml`), study);
      const { fitted } = openStudy(path.join(folder, `${name}.yaml`), []);
      fs.rmSync(folder, { recursive: true });
      expect(fitted.warnings).toEqual([]);
      expect(text).toContain(`hawser study report studies/${name} --open`);
    });
  }
});

test('guide: the crate slides as far as the page says for the three coefficients of friction', async () => {
  const text = scenarios('docs/guide/first-scenario.md')[1];
  for (const [friction, distance] of [
    [0.2, 0.39],
    [0.3, 0.27],
    [0.4, 0.205],
  ]) {
    const run = await context.runScenario(text, {
      'contacts.pairs[0].friction coefficient': friction,
      'run.duration': '2 s',
      'output.channels': ['crate.position', 'crate.velocity'],
    });
    expect(run.final('crate.position.x') - 0.4).toBeCloseTo(distance, 2);
    expect(Math.abs(run.final('crate.velocity.x'))).toBeLessThan(1e-9); // at rest, not creeping
  }
});

test('guide: links between pages lead somewhere', () => {
  const files = ['.', 'docs', 'packages', 'validation', 'scenarios', 'benchmarks'].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: folder !== '.', encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !/(^|[\\/])(node_modules|dist)[\\/]/.test(name))
      .map((name) => path.join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(100); // the folders were read at all
  const broken: string[] = [];
  for (const file of files) {
    const text = fs.readFileSync(path.join(root, file), 'utf8').replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, '');
    for (const [, target] of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      if (!fs.existsSync(path.join(root, path.dirname(file), target))) broken.push(`${file}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
});

/** Pages whose words are today's: not journals, change logs and lists of sources. */
const living = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'STYLE.md',
  'SECURITY.md',
  'docs',
  'scenarios',
  'validation',
  'packages',
  'benchmarks',
]
  .flatMap((name) =>
    name.endsWith('.md')
      ? [name]
      : fs
          .readdirSync(path.join(root, name), { recursive: true, encoding: 'utf8' })
          .map((file) => path.posix.join(name, file)),
  )
  .filter(
    (name) => name.endsWith('.md') && !/node_modules|(^|\/)dist\/|docs\/decisions|^docs\/validation\.md/.test(name),
  );

test('guide: files named on a page exist', () => {
  const broken: string[] = [];
  for (const file of living) {
    const text = fs.readFileSync(path.join(root, file), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
    for (const [, name] of text.matchAll(
      /`((?:packages|docs|scenarios|validation|benchmarks|tools|scripts|examples|clients)\/[\w./-]+)`/g,
    )) {
      const found = /dist\//.test(name) || fs.existsSync(path.join(root, name));
      if (!found) broken.push(`${file}: ${name}`);
    }
  }
  expect(broken).toEqual([]);
});

test('guide: commands on a page exist', () => {
  const help = execFileSync(process.execPath, [path.join(root, 'packages/cli/dist/main.js'), '--help'], {
    encoding: 'utf8',
  });
  const commands = new Set(
    [...help.slice(help.indexOf('Commands:')).matchAll(/^ {2}(\w+)/gm)].map((match) => match[1]),
  );
  expect(commands.size).toBeGreaterThan(10); // the list was read at all
  const broken: string[] = [];
  for (const file of living) {
    const text = fs.readFileSync(path.join(root, file), 'utf8');
    const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map((match) => match[1]).join('\n');
    const found = [...text.matchAll(/`hawser ([a-z]+)/g), ...blocks.matchAll(/^(?:npx )?hawser ([a-z]+)/gm)];
    for (const [, name] of found) if (!commands.has(name)) broken.push(`${file}: hawser ${name}`);
  }
  expect(broken).toEqual([]);
});

test('guide: the README quotes the count of validated numbers as the validation page has it', () => {
  const counted = (name: string): string[] =>
    (fs.readFileSync(path.join(root, name), 'utf8').match(/(\d+) of (\d+) numbers (?:of|in) (\d+) cases/) ?? []).slice(
      1,
    );
  expect(counted('README.md')).toEqual(counted('docs/validation.md'));
  expect(counted('README.md')).toHaveLength(3);
});
