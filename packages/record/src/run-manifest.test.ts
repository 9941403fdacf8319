import { describe, expect, test } from 'vitest';
import { formatManifest, parseManifest, type RunManifest } from './run-manifest.ts';

const manifest: RunManifest = {
  hawser: '0.1.0',
  format: 1,
  scenario: { title: 'Pendulum', file: 'pendulum.yaml', source: 'hawser: 1\n', resolved: { hawser: 1 } },
  seed: 1,
  versions: { hawser: '0.1.0', node: '20.19.0' },
  status: 'failed',
  failure: { reason: 'diverged', subject: 'bar', time: 1.5, message: 'no convergence' },
  warnings: [],
  summary: {
    simulatedTime: 1.5,
    steps: 10,
    rejected: 1,
    iterations: 30,
    energy: { kinetic: 1, potential: 2, elastic: 0, dissipated: 0, work: 0, initial: 3, imbalance: 0 },
    dissipation: [],
    hash: '0123456789abcdef',
  },
  extremes: {},
  events: [{ time: 1.5, kind: 'failure', subject: 'bar', message: 'no convergence' }],
  files: { series: 'series.parquet' },
};

describe('run.json', () => {
  test('what is written is read back unchanged', () => {
    expect(parseManifest(formatManifest(manifest))).toEqual({ ok: true, manifest });
  });

  test('a cut-off file, another format and a missing field are each named', () => {
    const message = (text: string) => {
      const result = parseManifest(text);
      return result.ok ? '' : result.message;
    };
    expect(message(formatManifest(manifest).slice(0, 100))).toContain('not JSON');
    expect(message('[]')).toContain('format 1, found none');
    expect(message(JSON.stringify({ ...manifest, format: 9 }))).toContain('format 1, found 9');
    expect(message(JSON.stringify({ ...manifest, summary: null }))).toContain(
      'field summary must be a map, found an empty value',
    );
  });

  test('a field of the wrong kind at any depth is named; a number that was not finite comes back as NaN', () => {
    const spoilt = (change: (copy: any) => void) => {
      const copy = JSON.parse(formatManifest(manifest));
      change(copy);
      const result = parseManifest(JSON.stringify(copy));
      return result.ok ? result.manifest : result.message;
    };
    expect(spoilt((run) => (run.summary.energy.work = 'much'))).toContain('field summary.energy.work must be a number');
    expect(spoilt((run) => (run.events[0].message = 7))).toContain('field events[0].message must be text, found 7');
    expect(spoilt((run) => (run.status = 'done'))).toContain('field status must be one of complete, interrupted');
    expect(spoilt((run) => (run.files.series = '../../x'))).toContain('the name of a file in this folder');
    expect(spoilt((run) => delete run.scenario.title)).toContain('field scenario.title must be there, found none');
    const read = spoilt((run) => (run.summary.energy.imbalance = null)) as RunManifest;
    expect(read.summary.energy.imbalance).toBeNaN();
  });
});
