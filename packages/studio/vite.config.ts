import fs from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, defineConfig, type Plugin, type UserConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { parse } from 'yaml';

const source = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const scenariosFolder = source('../../scenarios');
const version = (JSON.parse(fs.readFileSync(source('package.json'), 'utf8')) as { version: string }).version;

/** Sources instead of builds, so that nothing must be built first. */
const resolve: UserConfig['resolve'] = {
  alias: [
    { find: /^three$/, replacement: source('../../node_modules/three/src/Three.js') },
    { find: '@hawser/viewer/style', replacement: source('../viewer/src/style') },
    { find: '@hawser/viewer', replacement: source('../viewer/src/index.ts') },
    { find: '@hawser/formats/report', replacement: source('../formats/src/report/index.ts') },
    ...['engine', 'record', 'scenario', 'formats'].map((name) => ({
      find: `@hawser/${name}`,
      replacement: source(`../${name}/src/index.ts`),
    })),
  ],
};
/**
 * What of three.js the studio never reaches: headsets, reflections of surroundings, physical materials, skins and morphs,
 * textures. Shaders include these pieces behind switches that stay off, so an empty text does as well.
 */
const unusedChunks =
  /\/ShaderChunk\/(?:transmission_|iridescence_|clearcoat_|sheen|anisotropy|morph|skin|batching_|cube_uv|envmap_|alphahash|lightmap_|aomap_|bumpmap_|normalmap_|displacementmap|emissivemap|gradientmap|tonemapping_pars|dithering_|alphamap_|alphatest_|map_particle|logdepthbuf_|lights_physical_)/;
const unusedShaders =
  /\/ShaderLib\/(?:backgroundCube|cube|distance|equirect|linedashed|meshmatcap|meshnormal|meshphong|meshphysical|meshtoon|points|sprite|vsm)\.glsl/;
const standIns: readonly (readonly [RegExp, string])[] = [
  [
    /\/webxr\/WebXRManager\.js$/,
    `import { EventDispatcher } from '../../core/EventDispatcher.js';
     export class WebXRManager extends EventDispatcher {
       enabled = false; isPresenting = false; cameraAutoUpdate = false;
       setAnimationLoop() {} getEnvironmentBlendMode() {} dispose() {}
     }`,
  ],
  [/\/extras\/PMREMGenerator\.js$/, 'export class PMREMGenerator { dispose() {} }'],
  [/\/shaders\/DFGLUTData\.js$/, 'export function getDFGLUT() { return null; }'],
];

function leanThree(): Plugin {
  return {
    name: 'hawser-lean-three',
    enforce: 'pre',
    load(id) {
      if (!id.includes('/three/src/')) return undefined;
      if (unusedChunks.test(id)) return "export default '';";
      if (unusedShaders.test(id)) return "export const vertex = ''; export const fragment = '';";
      return standIns.find(([pattern]) => pattern.test(id))?.[1];
    },
  };
}

const define = { HAWSER_VERSION: JSON.stringify(version) };

interface ShippedFolder {
  readonly id: string;
  readonly text: string;
  readonly others: readonly string[];
}

function shippedFolders(): ShippedFolder[] {
  return fs
    .readdirSync(scenariosFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && fs.existsSync(path.join(scenariosFolder, entry.name, 'scenario.yaml')))
    .map(({ name }) => {
      const folder = path.join(scenariosFolder, name);
      const others = fs
        .readdirSync(folder, { withFileTypes: true })
        .filter((file) => file.isFile() && file.name !== 'scenario.yaml' && !/\.(svg|md|png)$/.test(file.name))
        .map((file) => file.name);
      return { id: name, text: fs.readFileSync(path.join(folder, 'scenario.yaml'), 'utf8'), others };
    });
}

/** The module `virtual:scenarios`: what is in scenarios/, texts and pictures; meshes and tables go into packs. */
function scenarios(): Plugin {
  const id = '\0virtual:scenarios';
  return {
    name: 'hawser-scenarios',
    resolveId: (name) => (name === 'virtual:scenarios' ? id : undefined),
    load(name) {
      if (name !== id) return undefined;
      const list = shippedFolders().map(({ id: folder, text, others }) => {
        const { title = folder, description = '' } = parse(text) as { title?: string; description?: string };
        const picture = path.join(scenariosFolder, folder, 'thumbnail.svg');
        const svg = fs.existsSync(picture) ? rounded(fs.readFileSync(picture, 'utf8')) : '';
        return { id: folder, title, description: description.trim(), text, picture: svg, packed: others.length > 0 };
      });
      return `export const scenarios = ${JSON.stringify(list)};`;
    },
  };
}

/** Paths of a picture in whole units: at the size of a card nobody sees the difference. */
function rounded(svg: string): string {
  return svg.replace(/ (d|points)="([^"]*)"/g, (_, name: string, path: string) => {
    return ` ${name}="${path.replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number))))}"`;
  });
}

/** A script built on its own, as one classic file. */
async function script(config: string | false, entry: string | undefined): Promise<{ code: string; style: string }> {
  const result = await build({
    configFile: config,
    logLevel: 'error',
    ...(entry && { resolve, define, root: source('.'), plugins: [withoutNode()] }),
    build: {
      write: false,
      target: 'es2022',
      ...(entry && { lib: { entry, formats: ['iife'], name: 'extras', fileName: () => 'extras.js' } }),
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

/** Compressed parts of the page: writers and readers of other formats, the report's program, meshes of scenarios. */
function packs(): Plugin {
  return {
    name: 'hawser-packs',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler() {
        const extras = await script(false, source('src/extras/extras.worker.ts'));
        const viewer = await script(source('../viewer/vite.config.ts'), undefined);
        const parts: [string, string][] = [
          ['extras', extras.code],
          ['viewer-script', viewer.code],
          ['viewer-style', viewer.style],
        ];
        for (const { id, others } of shippedFolders()) {
          if (others.length === 0) continue;
          const files = others.map((name) => [
            name,
            fs.readFileSync(path.join(scenariosFolder, id, name)).toString('base64'),
          ]);
          parts.push([`scenario-${id}`, JSON.stringify(Object.fromEntries(files))]);
        }
        return parts.map(([name, text]) => ({
          tag: 'script',
          attrs: { type: 'text/plain', 'data-pack': name },
          children: gzipSync(text, { level: 9 }).toString('base64'),
          injectTo: 'body' as const,
        }));
      },
    },
  };
}

export default defineConfig({
  root: source('.'),
  base: './',
  resolve,
  define,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'iife' },
  plugins: [leanThree(), scenarios(), packs(), viteSingleFile({ removeViteModuleLoader: true })],
  build: { target: 'es2022', emptyOutDir: false, chunkSizeWarningLimit: 5000, modulePreload: false },
});
