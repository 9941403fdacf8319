import { expect, test } from 'vitest';
import { placeAt, plainValue, treeAt, treeOf } from './document/tree.ts';
import { readYaml } from './document/yaml.ts';
import { IssueList } from './issues.ts';
import { applyOverride, parsePath } from './set.ts';

const text = 'hawser: 1\nbodies:\n  bar: &bar {mass: 2, position: [1, 2, 3]}\n  rod: *bar\nrun: {duration: 1}\n';

function overridden(...overrides: string[]) {
  const issues = new IssueList();
  let tree = readYaml(text, 'a.yaml', issues);
  if (tree === undefined) throw new Error('not read');
  for (const override of overrides) tree = applyOverride(tree, override, issues);
  const messages = issues.sorted().map((issue) => `${issue.file}: ${issue.message}`);
  return { tree, value: JSON.parse(JSON.stringify(plainValue(tree))), messages };
}

test('an override replaces a value, in a list too, and makes sections that are not there', () => {
  const { value, messages } = overridden(
    'bodies.bar.mass=3 kg',
    'bodies.bar.position[2]=1 m',
    'solver.step=1 ms',
    'output.channels=[a, b]',
  );
  expect(messages).toEqual([]);
  expect(value.bodies.bar).toEqual({ mass: '3 kg', position: [1, 2, '1 m'] });
  expect(value.solver).toEqual({ step: '1 ms' });
  expect(value.output).toEqual({ channels: ['a', 'b'] });
});

test('numbers, and numbers with a unit, are what YAML makes of them', () => {
  const texts = [
    '3',
    '-0.5',
    '1e3',
    '-2.5e-7',
    '110 m',
    '5 kN/m^2',
    '40 %',
    '1.',
    '.5',
    '+1',
    '0x10',
    '012',
    '1_000',
    '1 : 2',
    '5 #6',
    '7 ',
    '1e400',
    '- 1',
    '5 m # m',
  ];
  for (const one of texts) {
    const issues = new IssueList();
    const tree = readYaml(one, 'a', issues);
    const expected = tree === undefined || issues.hasErrors ? 2 : plainValue(tree);
    const { tree: changed } = overridden(`bodies.bar.mass=${one}`);
    expect(plainValue(treeAt(changed, ['bodies', 'bar', 'mass']) ?? changed), one).toEqual(expected);
  }
});

test('what an alias shares is not changed along with it', () => {
  expect(overridden('bodies.bar.mass=3').value.bodies.rod.mass).toBe(2);
});

test('the place of an override is the override', () => {
  const { tree } = overridden('bodies.bar.mass=3 kN');
  expect(placeAt(tree, ['bodies', 'bar', 'mass'])).toEqual({ file: '--set bodies.bar.mass=3 kN', line: 0, column: 0 });
});

test('a label replaces the text in messages', () => {
  const issues = new IssueList();
  const tree = treeOf({ run: { duration: 1 } }, { file: 'a.yaml', line: 0, column: 0 });
  applyOverride(tree, { text: 'run.duration[3]=1', label: '--until 1' }, issues);
  expect(issues.sorted()[0].file).toBe('--until 1');
});

test('paths: dots, indices in brackets or after a dot, keys with spaces', () => {
  expect(parsePath('bodies.bar.angular velocity[2]')).toEqual(['bodies', 'bar', 'angular velocity', 2]);
  expect(parsePath('a[0][1]')).toEqual(['a', 0, 1]);
  for (const bad of ['', '.', 'a..b', 'a[x]', '[0]', 'a[0', 'a]0[']) expect(parsePath(bad), bad).toBeUndefined();
  expect(overridden('bodies.bar.position.1=9').value.bodies.bar.position).toEqual([1, 9, 3]);
});

test('a name, index or step that is not there is told with what is', () => {
  expect(overridden('bodies.bra.mass=3').messages).toEqual([
    '--set bodies.bra.mass=3: expected a name in bodies, found "bra"; did you mean "bar"?',
  ]);
  expect(overridden('bodies.bar.position[3]=3').messages[0]).toContain('an index from 0 to 2, found "3"');
  expect(overridden('bodies.bar.mass.x=3').messages[0]).toContain('nothing below bodies.bar.mass, a single value');
  expect(overridden('bodies.bar.mass').messages[0]).toContain('expected path=value such as');
  expect(overridden('bodies.bar.mass=').messages[0]).toContain('expected a value after "=", found nothing');
  expect(overridden('bodies.bar.mass=[1').messages[0]).toContain('expected valid YAML or JSON');
  expect(overridden('bodies.bar.velocity[1]=2').messages[0]).toContain(
    'expected a list at bodies.bar.velocity, found nothing; give all of it, such as bodies.bar.velocity=[...]',
  );
  expect(overridden('hawser=2').messages[0]).toContain('which is fixed by the file');
});

test('a whole new thing may be set as a map', () => {
  expect(overridden('bodies.new={fixed: true}').value.bodies.new).toEqual({ fixed: true });
});

test('what is wrong with the text of a value is told at the override, which has no lines', () => {
  const issues = new IssueList();
  const tree = treeOf({ run: { duration: 1 } }, { file: 'a.yaml', line: 0, column: 0 });
  for (const text of ['run.duration=[1', 'run.duration=*x', 'run.duration={a: 1, a: 2}'])
    expect(applyOverride(tree, text, issues)).toBe(tree);
  expect(issues.sorted().map(({ file, line, column, path }) => [file, line, column, path])).toEqual([
    ['--set run.duration=[1', 0, 0, 'run.duration'],
    ['--set run.duration=*x', 0, 0, 'run.duration'],
    ['--set run.duration={a: 1, a: 2}', 0, 0, 'run.duration'],
  ]);
});
