/** Bounds of distances along an element. */
import { expect, test } from 'vitest';
import { Draw } from '../../../test/support.ts';
import type { ShapeSpec } from '../../geometry/index.ts';
import { CableSolid } from './solid.ts';
import { Span } from './span.ts';

const SHAPES: [string, ShapeSpec][] = [
  ['box', { kind: 'box', half: [0.3, 0.2, 0.1] }],
  ['sphere', { kind: 'sphere', radius: 0.2 }],
  ['cylinder', { kind: 'cylinder', radius: 0.2, halfLength: 0.3 }],
  ['half-space', { kind: 'half-space' }],
];

test.each(SHAPES)('an element is nowhere nearer to a %s than the tangent planes of the distance say', (_, shape) => {
  const solid = new CableSolid(shape);
  solid.setPose(Float64Array.of(0.1, -0.05, 0.02), Float64Array.of(0, -1, 0, 1, 0, 0, 0, 0, 1), 0, 0);
  const draw = new Draw(11);
  const span = new Span();
  const c = new Float64Array(12);
  let close = 0;
  for (let n = 0; n < 400; n++) {
    for (let k = 0; k < 3; k++) {
      c[4 * k] = draw.one(0.6);
      c[4 * k + 1] = draw.one(0.3);
      c[4 * k + 2] = draw.one(0.1);
      c[4 * k + 3] = draw.one(0.05);
    }
    span.radius = 0.01;
    span.enter(c, 0, solid, new Int32Array(0), 0, 0);
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i <= 60; i++) least = Math.min(least, span.evaluate(i / 60));
    if (!(least > 0)) continue;
    const bound = Math.max(span.leastBy(0), span.leastBy(0.5), span.leastBy(1));
    expect(bound).toBeLessThanOrEqual(least + 1e-12);
    if (bound > 0.5 * least) close++;
  }
  // and they say something
  expect(close).toBeGreaterThan(50);
});
