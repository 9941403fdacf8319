/** What a stranger gets: every package packed as npm would, unpacked outside the repository, and used there. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root, Workshop } from './program.ts';

const workshop = new Workshop();
const modules = path.join(workshop.dir, 'node_modules');
const packages = fs
  .readdirSync(path.join(root, 'packages'))
  .filter((name) => fs.existsSync(path.join(root, 'packages', name, 'package.json')));
interface Manifest {
  readonly name: string;
  readonly [key: string]: unknown;
}
const manifests: Manifest[] = [];

beforeAll(() => {
  const tarballs = path.join(workshop.dir, 'tarballs');
  fs.mkdirSync(tarballs);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  execFileSync(npm, ['pack', '--workspaces', '--pack-destination', tarballs, '--loglevel=error'], {
    cwd: root,
    stdio: 'pipe',
  });
  for (const tarball of fs.readdirSync(tarballs)) {
    execFileSync('tar', ['-xzf', tarball], { cwd: tarballs });
    const manifest = JSON.parse(fs.readFileSync(path.join(tarballs, 'package/package.json'), 'utf8')) as Manifest;
    const target = path.join(modules, manifest.name);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.renameSync(path.join(tarballs, 'package'), target);
    manifests.push(manifest);
  }
  // what others wrote comes from the registry; here from where it is installed already
  for (const name of fs.readdirSync(path.join(root, 'node_modules'))) {
    if (name.startsWith('.') || name === 'hawser' || name === '@hawser') continue;
    fs.symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
  }
});
afterAll(() => fs.rmSync(workshop.dir, { recursive: true, force: true }));

const node = (args: readonly string[]): string =>
  execFileSync(process.execPath, args, { cwd: workshop.dir, encoding: 'utf8', stdio: 'pipe' });

/** A file, or files by condition, which may have conditions of their own. */
type Target = string | { readonly [condition: string]: Target };
const filesOf = (target: Target): string[] =>
  typeof target === 'string' ? [target] : Object.values(target).flatMap(filesOf);

describe('packages outside the repository', () => {
  test('each has licence, description, engines, exports, README, and no source map that leads nowhere', () => {
    expect(manifests.length).toBe(packages.length);
    for (const manifest of manifests) {
      const folder = path.join(modules, manifest.name);
      for (const field of ['description', 'license', 'engines', 'exports', 'files'])
        expect([manifest.name, manifest[field]]).not.toEqual([manifest.name, undefined]);
      for (const file of ['LICENSE', 'README.md'])
        expect([manifest.name, fs.existsSync(path.join(folder, file))]).toEqual([manifest.name, true]);
      expect(manifest.private).toBeUndefined();
      for (const file of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        expect(file).not.toMatch(/\.test\.|tsbuildinfo/);
        if (!file.endsWith('.map')) continue;
        const map = JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')) as { sourcesContent?: unknown[] };
        expect([manifest.name, file, Array.isArray(map.sourcesContent)]).toEqual([manifest.name, file, true]);
      }
    }
  });

  test('everything that is exported is there, with its types, and can be imported', () => {
    for (const { name, exports } of manifests) {
      for (const [key, target] of Object.entries(exports as Record<string, Target>)) {
        for (const file of filesOf(target)) {
          if (file.includes('*')) continue;
          expect([name, key, fs.existsSync(path.join(modules, name, file))]).toEqual([name, key, true]);
        }
      }
    }
    const libraries = manifests.map(({ name }) => name).filter((name) => !/studio/.test(name));
    const code = libraries.map((name) => `await import('${name}');`).join('\n');
    expect(node(['--input-type=module', '-e', `${code} console.log('all');`]).trim()).toBe('all');
  });

  test('hawser new writes a project whose scenario runs and whose program drives it', () => {
    const bin = path.join(modules, 'hawser/bin/hawser.mjs');
    node([bin, 'new', 'first']);
    expect(fs.readdirSync(path.join(workshop.dir, 'first')).sort()).toEqual([
      '.gitignore',
      'README.md',
      'drive.mjs',
      'package.json',
      'scenario.yaml',
    ]);
    const result = JSON.parse(
      node([bin, 'run', 'first/scenario.yaml', '--until', '0.5', '--out', 'done', '--json']),
    ) as { status: string };
    expect(result.status).toBe('complete');
    expect(fs.existsSync(path.join(workshop.dir, 'done/report.html'))).toBe(true);
    const printed = execFileSync(process.execPath, ['drive.mjs'], {
      cwd: path.join(workshop.dir, 'first'),
      encoding: 'utf8',
    });
    expect(printed.trim().split('\n').length).toBe(6);
    expect(() => node([bin, 'new', 'first'])).toThrow(/new or empty/);
  });
});
