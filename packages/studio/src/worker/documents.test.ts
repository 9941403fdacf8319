import { expect, test } from 'vitest';
import { readProject, resolved } from './documents.ts';

test('named things of included files are found in their files; files that include each other end', () => {
  const files = {
    'a/main.yaml': 'include: [gear.yaml, ../b/more.yaml]\nbodies: { box: { mass: 1 kg } }\n',
    'a/gear.yaml': 'include: main.yaml\njoints:\n  pin: { type: fixed }\n',
    'b/more.yaml': 'ropes: { wire: {} }\n',
    'b/unused.yaml': 'bodies: { never: {} }\n',
  };
  const { plains, places } = readProject({ main: 'a/main.yaml', files });
  expect(Object.keys(plains)).toEqual(['a/main.yaml', 'a/gear.yaml', 'b/more.yaml']);
  expect(places.map(({ file, section, name }) => [file, section, name])).toEqual([
    ['a/main.yaml', 'bodies', 'box'],
    ['a/gear.yaml', 'joints', 'pin'],
    ['b/more.yaml', 'ropes', 'wire'],
  ]);
  for (const { file, name, from } of places) expect(files[file as keyof typeof files].slice(from)).toMatch(name);
});

test('a broken included file takes nothing from the others', () => {
  const files = { 'm.yaml': 'include: g.yaml\nbodies: { box: {} }\n', 'g.yaml': 'joints: { pin: [' };
  expect(readProject({ main: 'm.yaml', files }).places.map(({ name }) => name)).toEqual(['box']);
});

test('paths are relative to the file that names them', () => {
  expect(resolved('a/b/c.yaml', '../d.yaml')).toBe('a/d.yaml');
  expect(resolved('c.yaml', './d/e.yaml')).toBe('d/e.yaml');
  expect(resolved('c.yaml', '../d.yaml')).toBe('../d.yaml');
});
