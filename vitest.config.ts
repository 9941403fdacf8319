import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (name: string) => fileURLToPath(new URL(`./packages/${name}/src/index.ts`, import.meta.url));
// other packages' tests use the engine as it is built: kernels take four times as long in the test runner's own form of modules
const engine = (name: string) => fileURLToPath(new URL(`./packages/engine/dist/${name}.js`, import.meta.url));
const tests = ['packages/*/{src,build}/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'validation/**/*.test.ts', 'tools/**/*.test.ts'];
const counted = ['packages/**/allocation.test.ts', 'packages/engine/src/linalg/block-lu.test.ts'];
const browser = ['packages/studio/test/**/*.test.ts', 'packages/formats/test/report.test.ts', 'packages/cli/test/mesh.test.ts', 'tools/determinism.test.ts', 'tools/site/site.test.ts'];
export default defineConfig({
  resolve: {
    alias: {
      '@hawser/formats/report': fileURLToPath(new URL('./packages/formats/src/report/index.ts', import.meta.url)),
      '@hawser/engine/parts': engine('parts'),
      '@hawser/engine': engine('index'),
      '@hawser/record': source('record'),
      '@hawser/scenario': source('scenario'),
      '@hawser/study': source('study'),
      '@hawser/formats': source('formats'),
      '@hawser/sim': source('sim'),
      '@hawser/import': source('import'),
    },
  },
  test: {
    server: { deps: { external: [/packages\/engine\/dist\//] } },
    setupFiles: ['./tools/seeded-properties.ts'],
    maxWorkers: '100%',
    projects: [
      // files that share what they import: loading the engine anew for each took a fifth of all the time
      { extends: true, test: { name: 'hawser', include: tests, exclude: [...counted, ...browser, '**/node_modules/**'], isolate: false, testTimeout: 600000, hookTimeout: 600000 } },
      // a browser that starves on a busy machine gets a second chance
      { extends: true, test: { name: 'browser', include: browser, testTimeout: 600000, hookTimeout: 600000, retry: 1 } },
      // what a call leaves on the heap depends on what has been compiled by then: these wait for the compiler, so that every run sees the same
      { extends: true, test: { name: 'memory', include: counted, testTimeout: 600000, hookTimeout: 600000, execArgv: ['--no-concurrent-recompilation'] } },
    ],
  },
});
