import { Recording, SCALAR } from '@hawser/record';
import { expect, test } from 'vitest';
import { doublePendulum } from '../../test/double-pendulum.ts';
import { buildReport } from './build.ts';
import { buildComparison } from './compare.ts';
import { figureSvg } from './figure.ts';
import { criteriaHtml, quantity, shortQuantity, summaryHtml, trustOfLimits, utilisation } from './summary.ts';

const EMPTY_OPERATION = {
  ...{ phases: [], lines: [], hands: [], impacts: [], limits: [], clearances: [], reasons: [] },
  verdict: 'go' as const,
};
const limit = { name: 'hook load', kept: true, wanted: '', worst: 9000, time: 3, unit: 'N' };

test('utilisation is of the nearer bound, margin what was left to it', () => {
  expect(utilisation({ ...limit, below: 12000 })).toEqual({ used: 0.75, margin: 3000 });
  expect(utilisation({ ...limit, worst: -0.4, above: -0.5, below: 2, unit: 'rad' })?.used).toBeCloseTo(0.8);
  expect(utilisation({ ...limit, worst: 2, above: 1, unit: 'm' })).toEqual({ used: 0.5, margin: 1 });
  expect(utilisation({ ...limit, worst: Number.NaN, below: 1 })).toBeUndefined();
  const html = criteriaHtml(
    [
      { ...limit, below: 12000 },
      { ...limit, name: '<b>', kept: false, worst: 13000, below: 12000 },
    ],
    10,
  );
  expect(html).toMatch(/below 12 kN.*9\.000 kN.*75\.0 %.*3\.000 kN.*3\.000.*kept/);
  expect(html).toMatch(/108 %.*BROKEN/);
  expect(html).not.toContain('<b>');
});

test('quantities have the prefix that suits, bounds no zeros that nobody wrote', () => {
  expect([quantity(7231, 'N'), quantity(450, 'N'), quantity(Math.PI / 6, 'rad')]).toEqual([
    '7.231 kN',
    '450.0 N',
    '30.00°',
  ]);
  expect([shortQuantity(12000, 'N'), shortQuantity(0.35, 'm'), shortQuantity(-Math.PI / 6, 'rad')]).toEqual([
    '12 kN',
    '0.35 m',
    '\u221230°',
  ]);
});

test('a drawing shows the peak of one row in a thousand, its phases by name, limits where they count', () => {
  const time = Float64Array.from({ length: 1001 }, (_, i) => 0.1 * i);
  const svg = figureSvg({
    title: 'Tension <of> hoist',
    unit: 'N',
    curves: [{ label: 'hoist', time, values: time.map((_, i) => (i === 500 ? 5000 : 40)) }],
    start: 0,
    end: 100,
    limits: [{ label: 'hook load: 6 kN', value: 6000, during: [[48, 60]] }],
    phases: [{ name: 'Lift & swing', start: 40, end: 90 }],
  });
  expect(svg).toContain('Tension &lt;of&gt; hoist [N] against time [s]');
  expect(svg).toContain('Lift &amp; swing</title>');
  const y = (value: number): string => (16 + 150 * (1 - value / 6000)).toFixed(1);
  expect(svg).toContain(`L372.0 ${y(5000)}`); // 62 + 620 / 2
  expect(svg).toContain(`d="M359.6 ${y(6000)}H434.0"`);
});

test('the report begins with a title block from the scenario, and has included files and drawn plots', () => {
  const run = doublePendulum(1);
  const scenario = {
    ...run.manifest.scenario,
    resolved: {
      ...(run.manifest.scenario.resolved as object),
      document: { project: 'P <1>', number: 'D-7', checker: 'C' },
    },
    included: [{ file: 'gear.yaml', text: 'bodies: {}\n' }],
  };
  const html = buildReport({ ...run, manifest: { ...run.manifest, scenario }, viewer: { script: '', style: '' } });
  for (const text of ['P &lt;1&gt;', 'D-7', 'Checked by', 'gear.yaml', 'class="figure"', 'std. deviation'])
    expect(html).toContain(text);
});

test('two runs compared: what differs in scenario and numbers is told, what does not is not', () => {
  const channels = [
    { name: 'winch.hoist.tension', unit: 'N', components: SCALAR },
    { name: 'same.value', unit: 'm', components: SCALAR },
  ];
  const recorded = (most: number): Recording =>
    new Recording(channels, Float64Array.of(0, 1, 2), [Float64Array.of(0, most, 1), Float64Array.of(1, 2, 3)]);
  const { manifest } = doublePendulum(1);
  const of = (most: number, strength: number) => ({
    recording: recorded(most),
    manifest: {
      ...manifest,
      extremes: {},
      scenario: { ...manifest.scenario, resolved: { deckhands: { bow: { strength } } } },
    },
  });
  const html = buildComparison(of(7000, 500), of(8000, 250), '');
  expect(html).toContain('deckhands.bow.strength');
  expect(html).toMatch(/winch\.hoist\.tension<\/th>.*7000.*8000/);
  expect(html).not.toContain('same.value</th>');
});

test('criteria of a repeated run have the error of their worst value; angles by axis find their column, a phase the largest error', () => {
  const manifest = {
    trust: {
      finer: [],
      steps: 1,
      columns: {
        'winch.hoist.tension': { min: 1, max: 20, final: 0, largest: 300, largestTime: 1 },
        'boat.angles.roll': { min: 0.002, max: 0.1, final: 0, largest: 0.2, largestTime: 1 },
      },
    },
    extremes: {
      'winch.hoist.tension': { unit: 'N', min: 0, minTime: 0, max: 9000, maxTime: 3, mean: 1, rms: 1, final: 0 },
      'boat.angles.roll': { unit: 'rad', min: -0.2, minTime: 0, max: 0.1, maxTime: 3, mean: 0, rms: 0, final: 0 },
    },
    operation: {
      limits: [
        { ...limit, below: 12000 },
        { ...limit, name: 'heel', unit: 'rad', worst: -0.2, above: -0.5 },
        { ...limit, name: 'in one phase', worst: 8000, below: 12000 },
        { ...limit, name: 'not recorded', below: 12000 },
      ],
    },
  };
  const channels = ['winch.hoist.tension', 'boat.angles.x', 'winch.hoist.tension', 'force.leg.length'];
  const resolved = { limits: channels.map((channel) => ({ channel })) };
  const errors = trustOfLimits(manifest as unknown as Parameters<typeof trustOfLimits>[0], resolved);
  expect(errors).toEqual([20, 0.002, 300, undefined]);
  const html = criteriaHtml(manifest.operation.limits, 10, errors);
  // 20 N of 9000 N: the error is below half a unit of the second digit
  expect(html).toMatch(/digits to trust.*9\.000 kN.*0\.020 kN<\/td><td[^>]*>2<.*not known/s);
  expect(trustOfLimits({ extremes: {} }, resolved)).toEqual([]);
});

test('a line shows the greatest tension anywhere along it, from the operation where the channel is not recorded', () => {
  const run = doublePendulum(1);
  const resolved = {
    ropes: { nylon: { 'break load': 27000 } },
    cables: { 'bow line': { rope: 'nylon' } },
    deckhands: { bow: { cable: 'bow line' } },
  };
  const line = { name: 'bow', mean: 1, least: 0, most: 477.3, mostTime: 1, phases: [], snaps: [], slackSeconds: 0 };
  const operation = { ...EMPTY_OPERATION, lines: [{ ...line, capacity: 27000, utilisation: 540 / 27000 }] };
  const manifest = { ...run.manifest, operation, scenario: { ...run.manifest.scenario, resolved } };
  expect(summaryHtml(manifest, 1, '')).toMatch(/540\.0 N<\/td><td[^>]*>2\.00 %/);
  const held = { ...manifest, operation: { ...operation, lines: [line] } };
  expect(summaryHtml(held, 1, '')).toContain('477.3 N where it is held');
});
