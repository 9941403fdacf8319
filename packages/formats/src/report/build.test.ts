import { Recording } from '@hawser/record';
import { expect, test } from 'vitest';
import { doublePendulum } from '../../test/double-pendulum.ts';
import { buildReport } from './build.ts';
import { renderThumbnailSvg } from './thumbnail.ts';

const run = doublePendulum(2);
const viewer = { script: "const a = '</script>';", style: 'a::after { content: "</style>" }' };
const hostile = `</script></title></style><script>alert(1)</script>"'&`;

test('report: names, texts and messages of the user never become markup', () => {
  const scenario = { ...run.manifest.scenario, title: hostile, file: hostile, source: `${hostile}\n# ${hostile}` };
  const failure = { reason: hostile, subject: hostile, time: 1, message: hostile };
  const events = [
    { time: 1, kind: 'phase' as const, subject: hostile, message: hostile },
    { time: 1, kind: 'toString' as never, subject: 'run', message: 'a kind that every object answers to' },
  ];
  const scenery = {
    bodies: run.scenery.bodies.map((body) => ({
      ...body,
      name: body.name === 'crate' ? hostile : body.name,
      parts: body.parts.map((part) => ({ ...part, colour: `red"/>${hostile}` })),
    })),
  };
  const summary = { ...run.manifest.summary, dissipation: [{ name: hostile, dissipated: 1 }] };
  const manifest = { ...run.manifest, scenario, failure, summary, status: 'failed' as const, warnings: [hostile] };
  const html = buildReport({ ...run, manifest, scenery, events, viewer, options: { description: hostile } });
  expect(html).not.toContain('<script>alert');
  const opened = html.match(/<script\b/g)?.length;
  expect(html.match(/<\/script>/g)?.length).toBe(opened);
  expect(html.match(/<\/style>/g)).toHaveLength(1);
  expect(html.match(/<\/title>/g)).toHaveLength(1);
});

test('report: asks the network for nothing', () => {
  const html = buildReport({ ...run, viewer });
  expect(html).toContain("default-src 'none'");
  expect(html.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\//);
  expect(html).not.toMatch(/<(link|img|iframe|script)[^>]*\s(src|href)=/);
});

test('report: the verdict says how a run ended', () => {
  const failure = { reason: 'diverged', subject: 'joint.pin', time: 1.25, message: 'Newton found no way down.' };
  const html = buildReport({
    ...run,
    manifest: { ...run.manifest, status: 'failed', failure },
    options: { requestedSeconds: 30 },
    viewer,
  });
  expect(html).toContain('<strong>Failed</strong>');
  expect(html).toContain('2.000 of 30.000 s simulated');
  expect(html).toContain('diverged at joint.pin, t = 1.25000 s:');
  expect(html).toContain('Newton found no way down.');
});

test('report: a run without channels, frames or bodies still makes a page', () => {
  const recording = new Recording([], new Float64Array(0), []);
  const frames = { bodies: [], time: new Float64Array(0), poses: new Float64Array(0) };
  const manifest = { ...run.manifest, extremes: {}, events: [] };
  const html = buildReport({ manifest, recording, frames, scenery: { bodies: [] }, viewer });
  expect(html).toContain('No channels were recorded.');
  expect(html).not.toContain('NaN');
});

test('thumbnail: every point lies inside the picture, also for a run that ended in NaN', () => {
  const broken = { ...run.frames, poses: Float64Array.from(run.frames.poses) };
  broken.poses.fill(Number.NaN, broken.poses.length - 7);
  for (const frames of [run.frames, broken]) {
    const ends = [
      { body: run.frames.bodies[0], point: [0, 0, 0] as const },
      { body: 'world', point: [500, -300, 40] as const }, // an anchor far outside
    ] as const;
    const options = { width: 300, height: 200, links: [{ name: 'stay', ends }] };
    const svg = renderThumbnailSvg(run.recording, frames, run.scenery, options);
    expect(svg).not.toMatch(/NaN|Infinity/);
    const points = [...svg.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map((match) => [Number(match[1]), Number(match[2])]);
    expect(points.length).toBeGreaterThan(100);
    for (const [x, y] of points) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(300);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(200);
    }
  }
});

test('thumbnail: pieces of a cable are lines in its colour', () => {
  const scenery = {
    bodies: run.scenery.bodies.map((body) => ({
      ...body,
      name: body.name === 'crate' ? 'rope#7' : body.name,
      parts: body.parts.map((part) => ({ ...part, colour: body.name === 'crate' ? '#abcdef' : part.colour })),
    })),
  };
  const frames = { ...run.frames, bodies: run.frames.bodies.map((name) => (name === 'crate' ? 'rope#7' : name)) };
  const svg = renderThumbnailSvg(run.recording, frames, scenery);
  expect(svg).toMatch(/<path d="M[-\d. ]+L[-\d. ]+" fill="none" stroke="#abcdef" stroke-width="[\d.]+"\/>/);
});
