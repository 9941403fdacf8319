import fs from 'node:fs';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, defineConfig, type Plugin, type UserConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { contents, gallery, leanGlsl, shippedFolders } from './build/index.ts';
import { mix } from './src/packing/mix.ts';

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
  /\/ShaderChunk\/(?:transmission_|iridescence_|clearcoat_|sheen|anisotropy|morph|skin|batching_|cube_uv|envmap_|alphahash|lightmap_|aomap_|bumpmap_|normalmap_|displacementmap|emissivemap|gradientmap|tonemapping_pars|dithering_|alphamap_|alphatest_|map_particle|logdepthbuf_|lights_physical_|lights_toon_|lightprobes_)/;
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
  // pictures in floating point, morphs, blocks of uniforms: made or asked for only where they are used
  [/\/webgl\/WebGLOutput\.js$/, 'export class WebGLOutput {}'],
  [/\/webgl\/WebGLMorphtargets\.js$/, 'export class WebGLMorphtargets { update() {} }'],
  [/\/webgl\/WebGLUniformsGroups\.js$/, 'export class WebGLUniformsGroups { update() {} bind() {} dispose() {} }'],
  [/\/extras\/PMREMGenerator\.js$/, 'export class PMREMGenerator { dispose() {} }'],
  [/\/shaders\/DFGLUTData\.js$/, 'export function getDFGLUT() { return null; }'],
];

/** Methods that nothing here calls; a bundler keeps every method of a class. three.js indents them by one tab. */
const unusedMethods =
  /\n\t(?:static )?(?:toJSON|fromJSON|computeTangents|setAxisAngleFromRotationMatrix|distanceSqToLine3|toNonIndexed|fromEquirectangularTexture|intersectsTriangle|computeLineDistances|transformUv|determinant|setViewOffset|clearViewOffset|attach|multiplyQuaternionsFlat|intersectLine|intersectsLine|clampScalar|lerpVectors|setColorAt|getColorAt|setMorphAt|getMorphAt|extractBasis|copyAt|getStyle|intersect|setFromCenterAndSize|roundToZero|setAxisAngleFromQuaternion|randomDirection|lerpHSL|getBoundingBox|subScalar|rotateTowards|setFromAttributeAndIndices|setFromPointsAndIndices|setFromXRController|setFocalLength|getFocalLength|getViewSize|makeBasis|makeShear|manhattanDistanceTo|getWorldQuaternion|getWorldScale|setFromMatrix3|expandByVector|setFromArray|rotateAround|addColors|transposeIntoArray|setRotationFromMatrix|setIndirect|setW|rotateZ)\([^\n]*\) \{\n[\s\S]*?\n\t\}\n/g;

/** The same of the renderer, which makes its methods when it is made. */
const unusedOfRenderer =
  /\n\t\tthis\.(?:compile|compileAsync|readRenderTargetPixels|readRenderTargetPixelsAsync|copyFramebufferToTexture|copyTextureToTexture|initRenderTarget|initTexture|forceContextLoss|forceContextRestore|setEffects|setRenderTargetTextures|setRenderTargetFramebuffer) = (?:async )?function \([^\n]*\) \{\n[\s\S]*?\n\t\t\};\n/g;

/** Kinds of texts that a schema may ask for and that scenarios have none of: addresses, dates, identifiers. */
const unusedFormats = /email\(params\) \{[\s\S]*?_isoDuration\(ZodISODuration, params\)\);\s*\},\n/;

/** Kinds of values in the table of how schemas become JSON Schema that scenarios have none of. */
const unusedKinds = /^ {4}(?:bigint|symbol|void|date|nan|template_literal|file|success|function|map|set|catch|promise|intersection): \w+,\n/gm;

function leanThree(): Plugin {
  return {
    name: 'hawser-lean-three',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('.glsl.js')) return { code: leanGlsl(code), map: null };
      if (id.endsWith('/zod/v4/classic/schemas.js')) {
        // the page forbids programs made of text, so objects are never compiled
        return { code: code.replace(unusedFormats, '').replace(/\$ZodObjectJIT\b/g, '$ZodObject'), map: null };
      }
      if (id.endsWith('/zod/v4/core/json-schema-processors.js')) return { code: code.replace(unusedKinds, ''), map: null };
      if (!id.includes('/three/src/')) return undefined;
      return { code: code.replace(unusedMethods, '\n').replace(unusedOfRenderer, '\n'), map: null };
    },
    load(id) {
      if (/\/yaml\/browser\/dist\/(?:schema\/yaml-1\.1|stringify)\//.test(id)) return yamlStandIn(id);
      if (!id.includes('/three/src/')) return undefined;
      if (unusedChunks.test(id)) return "export default '';";
      if (unusedShaders.test(id)) return "export const vertex = ''; export const fragment = '';";
      return standIns.find(([pattern]) => pattern.test(id))?.[1];
    },
  };
}

const YAML_WRITERS = `const text = () => '?';
export { text as stringify, text as stringifyCollection, text as stringifyDocument, text as stringifyNumber, text as stringifyPair, text as stringifyString };
export const createStringifyContext = () => ({}), lineComment = text, indentComment = text, stringifyComment = text, foldFlowLines = text;`;

/** Of YAML 1.1 only the key that merges maps is left: scenarios are YAML 1.2. None is written by the library: a key that is a map is a `?`. */
function yamlStandIn(id: string): string | undefined {
  const name = /([A-Za-z]+)\.js$/.exec(id)?.[1];
  if (name === 'merge') return undefined;
  if (id.includes('/stringify/')) return YAML_WRITERS;
  if (name === 'timestamp') return 'export const timestamp = undefined, intTime = undefined, floatTime = undefined;';
  if (name === 'schema') return 'export const schema = [];';
  return `export const ${name} = undefined;${name === 'pairs' ? 'export const createPairs = undefined, resolvePairs = undefined;' : ''}${name === 'omap' ? 'export class YAMLOMap {}' : ''}${name === 'set' ? 'export class YAMLSet {}' : ''}`;
}

const define = { HAWSER_VERSION: JSON.stringify(version) };

/** The gallery of the scenarios stands in the page; their texts, files and later pictures in a pack. */
function scenarios(): Plugin {
  return {
    name: 'hawser-scenarios',
    transformIndexHtml: (html) => html.replace('<!--gallery-->', () => gallery(shippedFolders(scenariosFolder))),
  };
}

/** A script built on its own, as one classic file. */
async function script(config: string | false, entry: string | undefined, own: Plugin[] = []): Promise<{ code: string; style: string }> {
  const result = await build({
    configFile: config,
    logLevel: 'error',
    ...(entry && { resolve, define, root: source('.'), plugins: [withoutNode(), leanThree(), ...own] }),
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

/** The engine's script reads .obj and .stl; readers of rarer meshes stay in a pack. */
function commonMeshes(): Plugin {
  const rare = /\/formats\/src\/mesh\/(ply|vtk|vtp|gltf)\.ts$/;
  const names: Record<string, string> = { ply: 'readPly', vtk: 'readVtk', vtp: 'readVtp', gltf: 'readGltf' };
  return {
    name: 'hawser-common-meshes',
    enforce: 'pre',
    load(id) {
      const ending = rare.exec(id)?.[1];
      if (ending === undefined) return undefined;
      return `import { rareMesh } from ${JSON.stringify(source('src/worker/rare-mesh.ts'))};
        export const ${names[ending]} = (bytes, options) => rareMesh(bytes, '.${ending === 'gltf' ? 'glb' : ending}', options);`;
    },
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

/** Packed parts of the page that are unpacked on demand: writers and readers of other formats, the report's program. */
function packs(): Plugin {
  return {
    name: 'hawser-packs',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler() {
        const extras = await script(false, source('src/extras/extras.worker.ts'));
        const meshes = await script(false, source('src/extras/mesh-readers.ts'));
        const viewer = await script(source('../viewer/vite.config.ts'), undefined);
        const parts: [string, string][] = [
          ['extras', extras.code],
          ['mesh-readers', meshes.code],
          ['viewer-script', viewer.code],
          ['viewer-style', viewer.style],
        ];
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

/** The program and the engine as packed text, and the small script that unpacks and starts the program. */
function packed(): Plugin {
  return {
    name: 'hawser-packed',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') return;
      const begin = await script(false, source('src/packing/begin.ts'));
      const engine = await script(false, source('src/worker/sim.worker.ts'), [commonMeshes()]);
      const shippedText = contents(shippedFolders(scenariosFolder), scenariosFolder);
      let program = '';
      const rest = String(page.source).replace(
        /<script type="module"[^>]*>([\s\S]*?)<\/script>/,
        (_, code: string) => {
          program = code;
          return '';
        },
      );
      if (program === '') throw new Error('the built page has no program in it');
      const parts = [pack('program', program), pack('engine', engine.code), pack('shipped', shippedText), `<script>${begin.code}</script>`];
      page.source = rest.replace('</body>', () => `${parts.join('\n')}\n</body>`);
      },
    },
  };
}

function pack(name: string, code: string): string {
  const plain = code.replace(/\/\* @__PURE__ \*\/ ?/g, '');
  const text = Buffer.from(mix(new TextEncoder().encode(plain))).toString('base64');
  return `<script type="text/plain" data-pack="${name}">${text}</script>`;
}

export default defineConfig({
  root: source('.'),
  base: './',
  resolve,
  define,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'iife' },
  plugins: [leanThree(), scenarios(), packs(), viteSingleFile({ removeViteModuleLoader: true }), packed()],
  build: { target: 'es2022', emptyOutDir: false, chunkSizeWarningLimit: 5000, modulePreload: false },
});
