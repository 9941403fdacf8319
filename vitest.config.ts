import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (name: string) => fileURLToPath(new URL(`./packages/${name}/src/index.ts`, import.meta.url));
export default defineConfig({
  resolve: {
    alias: {
      '@hawser/formats/report': fileURLToPath(new URL('./packages/formats/src/report/index.ts', import.meta.url)),
      '@hawser/engine': source('engine'),
      '@hawser/record': source('record'),
      '@hawser/scenario': source('scenario'),
      '@hawser/formats': source('formats'),
    },
  },
  test: { include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'validation/**/*.test.ts', 'tools/**/*.test.ts'], testTimeout: 60000, maxWorkers: '100%' },
});
