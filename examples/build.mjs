/** `node examples/build.mjs [FILE]`: the example page as one file, worker and three.js inside. Needs built packages (npx tsc -b). */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(here);
const out = path.resolve(process.argv[2] ?? path.join(here, 'page.html'));

const worker = await bundled(path.join(root, 'packages/cli/dist/worker/browser-thread.js'), 'iife', {});
const page = await bundled(path.join(here, 'page/main.js'), 'esm', { __WORKER__: JSON.stringify(worker) });
const shell = fs.readFileSync(path.join(here, 'page/index.html'), 'utf8');
// nothing in the text of a script may end it
fs.writeFileSync(out, shell.replace('/*PAGE*/', () => page.replace(/<\/(script)/gi, '<\\/$1')));
console.log(out);

async function bundled(input, format, define) {
  const build = await rolldown({
    input,
    platform: 'browser',
    resolve: { conditionNames: ['browser', 'import', 'default'] },
    external: /^node:/, // writers of results that a page does not call name them
    transform: { define },
  });
  const { output } = await build.generate({ format, minify: true, codeSplitting: false });
  await build.close();
  if (output.length !== 1) throw new Error(`${input}: expected one file, found ${output.map((each) => each.fileName).join(', ')}`);
  return output[0].code;
}
