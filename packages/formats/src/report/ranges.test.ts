import { Recording, SCALAR } from '@hawser/record';
import { expect, test } from 'vitest';
import { doublePendulum } from '../../test/double-pendulum.ts';
import { buildReport } from './build.ts';
import { rangesHtml, rangesOf, withoutRanges } from './ranges.ts';

/** Three nodes at 0, 4 and 10 m; tension 100 (node + 1) +- 50 over two rows, curvature only in the middle. */
function recorded(cable = 'tether'): Recording {
  const channel = (name: string, unit: string) => ({ name, unit, components: SCALAR });
  const channels = [channel('energy.total', 'J')];
  const columns = [Float64Array.of(1, 2)];
  for (const [i, arc] of [0, 4, 10].entries()) {
    channels.push(
      channel(`cable.${cable}.range-${i}.arc`, 'm'),
      channel(`cable.${cable}.range-${i}.tension`, 'N'),
      channel(`cable.${cable}.range-${i}.curvature`, '1/m'),
    );
    const T = 100 * (i + 1);
    columns.push(Float64Array.of(arc, arc), Float64Array.of(T - 50, T + 50), Float64Array.of(0, i === 1 ? 0.2 : 0));
  }
  return new Recording(channels, Float64Array.of(0, 1), columns);
}

test('least, mean, most and last of every quantity, over the length of the cable', () => {
  const [tension, curvature] = rangesOf(recorded());
  expect(tension).toEqual({
    cable: 'tether',
    quantity: 'tension',
    unit: 'N',
    arc: [0, 4, 10],
    min: [50, 150, 250],
    mean: [100, 200, 300],
    max: [150, 250, 350],
    last: { arc: [0, 4, 10], value: [150, 250, 350] },
  });
  expect(curvature.max).toEqual([0, 0.2, 0]);
});

test('nodes that a cable never had, all at its end, are left out', () => {
  const base = recorded();
  const extra = ['arc', 'tension'].map((quantity, i) => ({
    name: `cable.tether.range-3.${quantity}`,
    unit: i === 0 ? 'm' : 'N',
    components: SCALAR,
  }));
  const columns = [...base.columns, Float64Array.of(10, 10), Float64Array.of(7, 7)];
  const [tension] = rangesOf(new Recording([...base.channels, ...extra], base.time, columns));
  expect(tension.arc).toEqual([0, 4, 10]);
  expect(tension.min[2]).toBe(250);
});

test('the page shows them as graphs with their extremes in words, and not in the tables', () => {
  const run = doublePendulum(1);
  const html = buildReport({ ...run, recording: recorded(), viewer: { script: '', style: '' } });
  expect(html).toContain('id="panel-ranges"');
  expect(html).toContain('Tension along tether [N]: largest 350.0 N at 10.00 m, smallest 50.00 N at 0 m');
  expect(html).not.toContain('range-1');
  expect(buildReport({ ...run, viewer: { script: '', style: '' } })).not.toContain('panel-ranges');
  expect(withoutRanges(recorded()).names.map(({ name }) => name)).toEqual(['energy.total']);
});

test('a name of the user never becomes markup', () => {
  expect(rangesHtml(rangesOf(recorded('a<b>"c')))).not.toMatch(/<b>|"c/);
});
