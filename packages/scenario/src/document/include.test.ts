import { expect, test } from 'vitest';
import { type AssetLoader, memoryLoader, resolvePath } from '../assets.ts';
import { IssueList } from '../issues.ts';
import { loadFiles, missingFile } from './include.ts';
import { placeAt, plainValue } from './tree.ts';

function load(files: Record<string, string>, file = 'main.yaml', loader: AssetLoader = memoryLoader(files)) {
  const issues = new IssueList();
  const loaded = loadFiles(file, loader, issues);
  const messages = issues
    .sorted()
    .map(({ file: name, line, column, message }) => `${name}:${line}:${column} ${message}`);
  return { loaded, messages, value: loaded && JSON.parse(JSON.stringify(plainValue(loaded.tree))) };
}

test('named things and contact lists of included files are added, title and solver are not', () => {
  const { value, messages, loaded } = load({
    'main.yaml':
      'hawser: 1\ninclude: [parts/crane.yaml, steel.yaml]\nbodies: {load: {mass: 1}}\ncontacts: {pairs: [{between: [a, b]}]}\n',
    'parts/crane.yaml':
      'hawser: 1\ninclude: ../steel.yaml\ntitle: crane\nbodies: {boom: {mass: 2}}\nsolver: {step: 5}\ncontacts: {pairs: [{between: [c, d]}], ignore: [[boom, world]]}\n',
    'steel.yaml': 'hawser: 1\nmaterials: {steel: {}}\n',
  });
  expect(messages).toEqual([]);
  expect(loaded?.files).toEqual(['main.yaml', 'parts/crane.yaml', 'steel.yaml']);
  expect(value.bodies).toEqual({ load: { mass: 1 }, boom: { mass: 2 } });
  expect(value.materials).toEqual({ steel: {} });
  expect(value.title).toBeUndefined();
  expect(value.solver).toBeUndefined();
  // the including file comes last, as the last pair that fits wins
  expect(value.contacts).toEqual({
    pairs: [{ between: ['c', 'd'] }, { between: ['a', 'b'] }],
    ignore: [['boom', 'world']],
  });
});

test('environment, contact defaults, run and output of included files are taken over key by key, the including file counts', () => {
  const base =
    'hawser: 1\nenvironment: {gravity: 3.7, water: {density: 1000, surface: 2}}\nrun: {duration: 5, seed: 3}\noutput: {rate: 7, channels: [a]}\n' +
    'contacts: {enabled: false, defaults: {restitution: 0.4, friction coefficient: 0.2}}\n';
  const taken = load({ 'main.yaml': 'hawser: 1\ninclude: base.yaml\n', 'base.yaml': base });
  expect(taken.messages).toEqual([]);
  expect(taken.value).toMatchObject({
    environment: { gravity: 3.7, water: { density: 1000, surface: 2 } },
    run: { duration: 5, seed: 3 },
    output: { rate: 7, channels: ['a'] },
    contacts: { enabled: false, defaults: { restitution: 0.4, 'friction coefficient': 0.2 } },
  });
  const own =
    'hawser: 1\ninclude: [base.yaml, more.yaml]\nenvironment: {water: {density: 1025}}\nrun: {duration: 8}\noutput: {channels: [b]}\n' +
    'contacts: {enabled: true, defaults: {dissipation: 0.1}}\n';
  const more = 'hawser: 1\nenvironment: {gravity: 1.6, seabed: {height: -9}}\nrun: {seed: 4}\n';
  const { value, loaded } = load({ 'main.yaml': own, 'base.yaml': base, 'more.yaml': more });
  // a key comes whole: the water of the including file has no surface; of two included files the first one counts
  expect(value.environment).toEqual({ water: { density: 1025 }, gravity: 3.7, seabed: { height: -9 } });
  expect(value.run).toEqual({ duration: 8, seed: 3 });
  expect(value.output).toEqual({ channels: ['b'], rate: 7 });
  // dissipation stands instead of restitution: the included one would contradict it
  expect(value.contacts).toEqual({ enabled: true, defaults: { dissipation: 0.1, 'friction coefficient': 0.2 } });
  expect(loaded && placeAt(loaded.tree, ['environment', 'gravity'])).toMatchObject({ file: 'base.yaml', line: 2 });
});

test('scripts, limits and clearances of included files are added, theirs first', () => {
  const { value, messages } = load({
    'main.yaml': 'hawser: 1\ninclude: script.yaml\ndirector: [{ wait: 2 s }]\nlimits: [{ channel: a.b, below: 1 }]\n',
    'script.yaml': 'hawser: 1\ndirector: [{ wait: 1 s }]\nclearances: [[boat, ship]]\n',
  });
  expect(messages).toEqual([]);
  expect(value.director).toEqual([{ wait: '1 s' }, { wait: '2 s' }]);
  expect(value.limits).toHaveLength(1);
  expect(value.clearances).toEqual([['boat', 'ship']]);
});

test('scripts of several included files follow one another as the files are named, those that they include before them', () => {
  const { value, messages } = load({
    'main.yaml': 'hawser: 1\ninclude: [a.yaml, b.yaml, c.yaml]\ndirector: [{ wait: 9 s }]\n',
    'a.yaml': 'hawser: 1\ndirector: [{ wait: 1 s }]\n',
    'b.yaml': 'hawser: 1\ninclude: [d.yaml, e.yaml]\ndirector: [{ wait: 4 s }]\n',
    'c.yaml': 'hawser: 1\ndirector: [{ wait: 5 s }]\n',
    'd.yaml': 'hawser: 1\ndirector: [{ wait: 2 s }]\n',
    'e.yaml': 'hawser: 1\ndirector: [{ wait: 3 s }]\n',
  });
  expect(messages).toEqual([]);
  expect(value.director).toEqual(['1 s', '2 s', '3 s', '4 s', '5 s', '9 s'].map((wait) => ({ wait })));
});

test('events of included files are added, theirs first', () => {
  const { value, messages } = load({
    'main.yaml': 'hawser: 1\ninclude: [a.yaml, b.yaml]\nevents: [{ at: 3 s, detach: own.end }]\n',
    'a.yaml': 'hawser: 1\nevents: [{ at: 1 s, detach: a.end }]\n',
    'b.yaml': 'hawser: 1\nbodies: {}\n',
  });
  expect(messages).toEqual([]);
  expect(value.events.map(({ detach }: { detach: string }) => detach)).toEqual(['a.end', 'own.end']);
  const alone = load({ 'main.yaml': 'hawser: 1\ninclude: a.yaml\n', 'a.yaml': 'hawser: 1\nevents: [{ at: 1 s }]\n' });
  expect(alone.value.events).toEqual([{ at: '1 s' }]);
});

test('a cycle is told with its chain, at the include that closes it', () => {
  const { messages } = load({
    'main.yaml': 'hawser: 1\ninclude: a.yaml\n',
    'a.yaml': 'hawser: 1\ninclude: b.yaml\n',
    'b.yaml': 'hawser: 1\ntitle: b\ninclude: main.yaml\n',
  });
  expect(messages).toEqual([
    'b.yaml:3:10 expected a file that does not include itself, found the cycle main.yaml -> a.yaml -> b.yaml -> main.yaml; take one of these includes out',
  ]);
  expect(load({ 'main.yaml': 'hawser: 1\ninclude: ./main.yaml\n' }).messages[0]).toContain('main.yaml -> main.yaml');
});

test('a cycle is seen however the first file was named', () => {
  const own = {
    './main.yaml': 'hawser: 1\ninclude: a.yaml\nbodies: {b: {}}\n',
    'a.yaml': 'hawser: 1\ninclude: main.yaml\n',
  };
  expect(load(own, './main.yaml').messages[0]).toContain('the cycle ./main.yaml -> a.yaml -> ./main.yaml');
});

test('the same name in two files is told with both places', () => {
  const { messages } = load({
    'main.yaml': 'hawser: 1\ninclude: a.yaml\nbodies:\n  bar: {mass: 1}\n',
    'a.yaml': 'hawser: 1\nbodies:\n\n    bar: {mass: 2}\n',
  });
  expect(messages).toEqual([
    'main.yaml:4:3 expected one "bar" in bodies, found another one at a.yaml:4:5; rename one of them',
  ]);
});

test('a missing include is told where it is named, with the nearest file', () => {
  const { messages } = load({ 'main.yaml': 'hawser: 1\ninclude: crnae.yaml\n', 'crane.yaml': 'hawser: 1\n' });
  expect(messages).toEqual([
    'main.yaml:2:10 expected the file crnae.yaml, found no such file; did you mean "crane.yaml"?',
  ]);
});

test('an unknown key and a wrong version in an included file are told there', () => {
  const { messages } = load({
    'main.yaml': 'hawser: 1\ninclude: [a.yaml, b.yaml]\n',
    'a.yaml': 'hawser: 1\nbodeis: {}\n',
    'b.yaml': 'hawser: 7\n',
  });
  expect(messages[0]).toMatch(/^a\.yaml:2:1 .*found "bodeis"; did you mean "bodies"\?$/);
  expect(messages[1]).toBe(
    'b.yaml:1:9 expected "hawser: 1" (supported versions: 1), found 7; this file was written for a newer hawser; update the program',
  );
});

test("a file that is not there at all, and one that is too large by the loader's word", () => {
  expect(load({}, 'gone.yaml').messages).toEqual(['gone.yaml:0:0 expected the file gone.yaml, found no such file']);
  const huge: AssetLoader = {
    size: () => 100_000_000,
    read: () => {
      throw new Error('was read');
    },
  };
  expect(load({}, 'huge.yaml', huge).messages[0]).toContain('found 100.0 MB');
});

test('relative paths start from the file that names them', () => {
  expect(resolvePath('a/b/main.yaml', 'x.obj')).toBe('a/b/x.obj');
  expect(resolvePath('a/b/main.yaml', '../x.obj')).toBe('a/x.obj');
  expect(resolvePath('main.yaml', '../x.obj')).toBe('../x.obj');
  expect(resolvePath('main.yaml', './c/x.obj')).toBe('c/x.obj');
  expect(resolvePath('/a/main.yaml', '../../x.obj')).toBe('/x.obj');
  expect(resolvePath('./a/main.yaml', 'x.obj')).toBe('a/x.obj');
  expect(resolvePath('C:/a/main.yaml', '..\\x.obj')).toBe('C:/x.obj');
  expect(resolvePath('a/main.yaml', '/x.obj')).toBe('/x.obj');
  expect(resolvePath('..\\a\\main.yaml', 'b\\x.obj')).toBe('../a/b/x.obj');
});

test('what is there but no file is not called missing', () => {
  const disk: AssetLoader = {
    read: () => undefined,
    list: (folder) => ({ runs: ['crane-1', 'crane-2'], '': ['runs', 'pipe'] })[folder],
  };
  expect(missingFile('runs', disk)).toEqual({ found: 'a folder', hint: 'it holds crane-1, crane-2' });
  expect(missingFile('pipe', disk)).toEqual({ found: 'something that is not a plain file' });
  expect(missingFile('rans', disk)).toEqual({ found: 'no such file', hint: 'did you mean "runs"?' });
  expect(missingFile('', disk)).toEqual({ found: 'an empty text' });
});
