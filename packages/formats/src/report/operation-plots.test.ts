import { Recording } from '@hawser/record';
import { expect, test } from 'vitest';
import { operationPlots } from './operation-plots.ts';

test('a drawing for every line that was recorded: its peak, its phases by name, nothing of a user unescaped', () => {
  const time = Float64Array.from({ length: 1001 }, (_, i) => 0.1 * i);
  const tension = time.map((_, i) => (i === 500 ? 5000 : 40));
  const recording = new Recording([{ name: 'winch.hoist.tension', unit: 'N', components: [''] }], time, [tension]);
  const html = operationPlots(
    {
      phases: [{ name: 'Lift <b>', start: 48, end: 60 }],
      lines: [{ name: 'hoist' }, { name: 'not recorded' }],
    } as never,
    recording,
    100,
  );
  expect(html.match(/<svg/g)).toHaveLength(1);
  expect(html).toContain('<title>Lift &lt;b&gt;, 48.00 to 60.00 s</title>');
  expect(html).toContain('>5000<');
  // the peak of one row in a thousand is drawn: y of the top edge
  expect(html).toMatch(/ 346,16 /);
});
