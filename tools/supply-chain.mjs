/**
 * What hawser is made of besides itself, read from package-lock.json and node_modules, without a network.
 *
 *   node tools/supply-chain.mjs             checks: exact versions, sums, no install scripts, licences; exit code 1 names what is wrong
 *   node tools/supply-chain.mjs --sbom      CycloneDX 1.5 list of all that is shipped, as JSON
 *   node tools/supply-chain.mjs --notices   licence texts of all that is shipped (THIRD-PARTY-NOTICES.md)
 *
 * There is no list of known vulnerabilities on this machine: `npm audit` asks a server for one, and is to be run where there is a network.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Licences under which parts of a program under Apache 2.0 may be handed on; and for tools that are not handed on. */
const SHIPPED = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'CC0-1.0',
  'Unlicense',
  'BlueOak-1.0.0',
  'NIST-Software',
];
const TOOLS = [...SHIPPED, 'MPL-2.0', 'LGPL-3.0-or-later', 'CC-BY-4.0', 'Python-2.0'];
/** Packages that name a file instead of a licence: what stands in it. */
const OTHER_NAMES = { h5wasm: 'NIST-Software' };

const readJson = (file) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));

/** Every package of the lock file but our own. */
export function packages() {
  const { packages: all } = readJson('package-lock.json');
  return Object.entries(all)
    .filter(([where, entry]) => where.startsWith('node_modules/') && entry.link !== true)
    .map(([where, entry]) => ({ where, name: where.replace(/^.*node_modules\//, ''), ...entry }));
}

/** Names of what the packages that are published need, theirs included; the studio's page and the viewer bundle their tools. */
export function shipped() {
  const { packages: all } = readJson('package-lock.json');
  const { rooms } = readJson('layers.json');
  const bundled = ['packages/studio/src', 'packages/viewer/src'].flatMap((room) => rooms[room].external);
  const queue = [...bundled.map((name) => `node_modules/${name}`)];
  for (const [where, entry] of Object.entries(all)) {
    if (!where.startsWith('packages/')) continue;
    for (const name of Object.keys(entry.dependencies ?? {}))
      if (!name.startsWith('@hawser/')) queue.push(`node_modules/${name}`);
  }
  const found = new Map();
  while (queue.length > 0) {
    const where = queue.pop();
    if (where === undefined || found.has(where) || all[where] === undefined || all[where].link) continue;
    found.set(where, { where, name: where.replace(/^.*node_modules\//, ''), ...all[where] });
    for (const name of Object.keys({ ...all[where].dependencies, ...all[where].peerDependencies })) {
      const inner = `${where}/node_modules/${name}`;
      queue.push(all[inner] === undefined ? `node_modules/${name}` : inner);
    }
  }
  return [...found.values()].sort((a, b) => (a.where < b.where ? -1 : 1));
}

const licenceOf = ({ name, license }) => OTHER_NAMES[name] ?? license ?? 'none given';
const isAllowed = (licence, list) =>
  licence
    .replace(/[()]/g, '')
    .split(/ OR /)
    .some((one) => one.split(/ AND /).every((part) => list.includes(part)));

/** What is wrong, as sentences. */
export function faults() {
  const wrong = [];
  const out = new Set(shipped().map(({ where }) => where));
  // tools of this repository may have one, as long as npm is told not to run it
  const noScripts = /^ignore-scripts=true$/m.test(fs.readFileSync(path.join(root, '.npmrc'), 'utf8'));
  for (const { where, resolved, integrity, hasInstallScript, version } of packages()) {
    if (resolved !== undefined)
      wrong.push(`${where}: expected no download address in the lock file, found ${resolved}`);
    if (!/^sha512-/.test(integrity ?? ''))
      wrong.push(`${where}: expected a SHA-512 sum in the lock file, found ${integrity ?? 'none'}`);
    if (hasInstallScript && (out.has(where) || !noScripts)) {
      wrong.push(`${where}@${version}: expected a package that runs no script when it is installed`);
    }
  }
  const ours = [
    'package.json',
    ...fs.readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}/package.json`),
  ];
  for (const file of ours) {
    const { dependencies = {}, devDependencies = {}, scripts = {} } = readJson(file);
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (!/^\d+\.\d+\.\d+/.test(version))
        wrong.push(`${file}: expected an exact version of ${name}, found ${version}`);
    }
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
      if (scripts[name]) wrong.push(`${file}: expected no ${name} script`);
  }
  for (const part of packages()) {
    const licence = licenceOf(part);
    const list = out.has(part.where) ? SHIPPED : TOOLS;
    if (!isAllowed(licence, list))
      wrong.push(`${part.where}: expected a licence among ${list.join(', ')}, found ${licence}`);
  }
  return wrong;
}

/** CycloneDX 1.5 (https://cyclonedx.org/specification/overview). */
export function sbom() {
  const { version } = readJson('packages/cli/package.json');
  const component = (part) => {
    const { name, version: own, integrity } = part;
    const licence = licenceOf(part);
    return {
      type: 'library',
      'bom-ref': `pkg:npm/${name.replace('@', '%40')}@${own}`,
      name,
      version: own,
      purl: `pkg:npm/${name.replace('@', '%40')}@${own}`,
      hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }],
      licenses: [/ /.test(licence) ? { expression: licence } : { license: { id: licence } }],
    };
  };
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: { type: 'application', name: 'hawser', version, licenses: [{ license: { id: 'Apache-2.0' } }] },
    },
    components: shipped().map(component),
  };
}

export function notices() {
  const parts = shipped().map((part) => {
    const { where, name, version } = part;
    const licence = licenceOf(part);
    const folder = path.join(root, where);
    const files = fs
      .readdirSync(folder)
      .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file) && fs.statSync(path.join(folder, file)).isFile());
    const texts = files.map((file) => fs.readFileSync(path.join(folder, file), 'utf8').trim());
    const { author } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const by = typeof author === 'string' ? author : (author?.name ?? 'its authors');
    const text =
      texts.length > 0 ? texts.join('\n\n') : `Licence ${licence}; the package holds no text of it. Copyright ${by}.`;
    return `## ${name} ${version} (${licence})\n\n\`\`\`\n${text.replaceAll('```', "'''").replace(/\r/g, '')}\n\`\`\``;
  });
  return `# Notices of what hawser is shipped with\n\nMade by \`node tools/supply-chain.mjs --notices\` from package-lock.json.\n\n${parts.join('\n\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [option] = process.argv.slice(2);
  if (option === '--sbom') console.log(JSON.stringify(sbom(), null, 2));
  else if (option === '--notices') process.stdout.write(notices());
  else {
    const wrong = faults();
    for (const sentence of wrong) console.error(sentence);
    console.log(
      `${packages().length} packages in the lock file, ${shipped().length} of them shipped; ${wrong.length} problems`,
    );
    process.exitCode = wrong.length > 0 ? 1 : 0;
  }
}
