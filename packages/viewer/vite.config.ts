import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Part of the licences of what is bundled: their notices go where the code goes. */
const banner = `/*! hawser report viewer, Apache-2.0.
Contains three.js (Copyright 2010-2026 three.js authors), uPlot (Copyright 2025 Leon Sorokin) and
fflate (Copyright 2023 Arjun Barrett), all under the MIT licence:
Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:
The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.
THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */`;

export default defineConfig({
  root: source('.'),
  resolve: {
    // the codec and the number formats are shared with the writer of the page; their source, so that no build is needed first
    alias: {
      '@hawser/formats/report': source('../formats/src/report/index.ts'),
      '@hawser/record': source('../record/src/index.ts'),
    },
  },
  build: {
    target: 'es2022',
    emptyOutDir: false, // dist/lib is the compiler's
    lib: {
      entry: source('src/main.ts'),
      formats: ['iife'],
      name: 'hawserViewer',
      fileName: () => 'viewer.js',
      cssFileName: 'viewer',
    },
    rolldownOptions: { output: { postBanner: banner } },
  },
});
