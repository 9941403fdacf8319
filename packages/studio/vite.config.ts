import fs from 'node:fs';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, defineConfig, type Plugin, parseAst, type UserConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { contents, gallery, loops, pictures, shippedFolders, withPolicy } from './build/index.ts';

const source = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const scenariosFolder = source('../../scenarios');
const version = (JSON.parse(fs.readFileSync(source('package.json'), 'utf8')) as { version: string }).version;

/** Sources instead of builds, so that nothing must be built first. */
const resolve: UserConfig['resolve'] = {
  alias: [
    { find: '@hawser/viewer/style', replacement: source('../viewer/src/style') },
    { find: '@hawser/viewer', replacement: source('../viewer/src/index.ts') },
    { find: '@hawser/formats/report', replacement: source('../formats/src/report/index.ts') },
    ...['engine', 'record', 'scenario', 'study', 'formats', 'import'].map((name) => ({
      find: `@hawser/${name}`,
      replacement: source(`../${name}/src/index.ts`),
    })),
  ],
};

const jsx: UserConfig['oxc'] = { jsx: { runtime: 'automatic', importSource: 'preact' } };
const define = { HAWSER_VERSION: JSON.stringify(version) };

/** The gallery of the scenarios stands in the page, so that it is seen before the program runs. */
function scenarios(): Plugin {
  return {
    name: 'hawser-scenarios',
    transformIndexHtml: (html) => html.replace('<!--gallery-->', () => gallery(shippedFolders(scenariosFolder))),
  };
}

interface Script {
  readonly code: string;
  readonly style: string;
}

/** A script built on its own, as one classic file whose exports are the properties of the variable `name`. */
async function script(
  config: string | false,
  entry: string | undefined,
  plugins: readonly Plugin[] = [],
  name = 'part',
): Promise<Script> {
  const result = await build({
    configFile: config,
    logLevel: 'error',
    plugins: [...(entry === undefined ? [] : [withoutNode()]), ...plugins],
    ...(entry && { resolve, define, root: source('.'), oxc: jsx }),
    build: {
      write: false,
      target: 'es2022',
      ...(entry && { lib: { entry, formats: ['iife'], name, fileName: () => 'part.js' } }),
      rolldownOptions: { output: { globals: { [THREE]: THREE_NAME } } },
    },
  });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const chunk = outputs.find((one) => one.type === 'chunk');
  const style = outputs.find((one) => one.type === 'asset' && one.fileName.endsWith('.css'));
  return {
    code: chunk?.type === 'chunk' ? chunk.code : '',
    style: style?.type === 'asset' ? String(style.source) : '',
  };
}

/** three.js stands in the page once: the program and the report's program find it under this name. */
const [THREE, THREE_NAME] = ['three', 'hawserThree'];

/** Leaves three.js out of a script and notes what the script takes from it. */
function withoutThree(taken: Set<string>): Plugin {
  return {
    name: 'hawser-without-three',
    enforce: 'post',
    resolveId: { order: 'pre', handler: (name) => (name === THREE ? { id: THREE, external: true } : undefined) },
    transform(code, id) {
      if (!code.includes(THREE)) return;
      for (const statement of parseAst(code, undefined, id).body) {
        if (statement.type !== 'ImportDeclaration' || statement.source.value !== THREE) continue;
        for (const one of statement.specifiers) {
          if (one.type !== 'ImportSpecifier' || one.imported.type !== 'Identifier')
            throw new Error(`${id}: expected names in braces from ${THREE}, which is a part of its own, found another import`);
          taken.add(one.imported.name);
        }
      }
    },
  };
}

/** What has been taken from three.js, and no more. */
function threeAlone(taken: ReadonlySet<string>): Promise<Script> {
  const entry = 'hawser-three';
  const plugin: Plugin = {
    name: entry,
    resolveId: (name) => (name.endsWith(entry) ? `\0${entry}` : undefined),
    load: (id) => (id === `\0${entry}` ? `export { ${[...taken].sort().join(', ')} } from '${THREE}';` : undefined),
  };
  return script(false, entry, [plugin], THREE_NAME);
}

/** Libraries for Node and browsers mention modules of Node that a browser never reaches. */
function withoutNode(): Plugin {
  const names = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);
  return {
    name: 'hawser-without-node',
    enforce: 'pre',
    resolveId: (name) => (names.has(name) ? `\0empty:${name}` : undefined),
    load: (name) => (name.startsWith('\0empty:') ? 'export default {};' : undefined),
  };
}

/**
 * Parts of the page that are read as text when they are needed, because a page on a disk can load no second file: the scripts of
 * the workers, the report's program, the shipped scenarios.
 */
function parts(): Plugin {
  return {
    name: 'hawser-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler() {
        const taken = new Set<string>();
        const program = await script(false, source('src/main.tsx'), [withoutThree(taken)]);
        const engine = await script(false, source('src/worker/sim.worker.ts'));
        const extras = await script(false, source('src/extras/extras.worker.ts'));
        const viewer = await script(source('../viewer/vite.config.ts'), undefined, [withoutThree(taken)]);
        const three = await threeAlone(taken);
        const plain: [string, string][] = [
          ['three', three.code],
          ['program', program.code],
          ['engine', engine.code],
        ];
        // for scenarios, exports and opened runs: nothing the start waits for, so zipped
        const seldom: [string, string][] = [
          ['shipped', contents(shippedFolders(scenariosFolder), scenariosFolder)],
          ['pictures', pictures(shippedFolders(scenariosFolder))],
          ['loops', loops(shippedFolders(scenariosFolder))],
          ['extras', extras.code],
          ['viewer-script', viewer.code],
          ['viewer-style', viewer.style],
          // licences of what is bundled: their notices go where the code goes
          ['notices', fs.readFileSync(source('../../THIRD-PARTY-NOTICES.md'), 'utf8')],
        ];
        const zipped = seldom.map(([name, text]) => ({
          tag: 'script',
          attrs: { type: 'text/plain', 'data-part': name, 'data-zipped': true },
          children: gzipSync(text, { level: 9 }).toString('base64'),
          injectTo: 'body' as const,
        }));
        const found = plain.map(([name, text]) => ({
          tag: 'script',
          attrs: { type: 'text/plain', 'data-part': name },
          // the reader of HTML ends an element there, also inside a string; JavaScript and JSON read the escapes as the same text
          children: text.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '\\u003c!--'),
          injectTo: 'body' as const,
        }));
        return [...found, ...zipped];
      },
    },
  };
}

/** Last of all: the policy names what stands in the page by its sums. */
function policy(): Plugin {
  return {
    name: 'hawser-policy',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type === 'asset') page.source = withPolicy(String(page.source));
      },
    },
  };
}

export default defineConfig({
  root: source('.'),
  base: './',
  resolve,
  define,
  oxc: jsx,
  plugins: [scenarios(), parts(), viteSingleFile({ removeViteModuleLoader: true }), policy()],
  build: { target: 'es2022', emptyOutDir: false, chunkSizeWarningLimit: 5000, modulePreload: false },
});
