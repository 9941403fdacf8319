/** What stands on the site and in which order: sections of the menu, and which Markdown files belong to each. */
import fs from 'node:fs';
import path from 'node:path';

const EXCLUDED = new Set(['node_modules', 'dist', 'runs', 'reference']);

/** All Markdown files below a folder, sorted, as paths from the root of the repository. */
function below(root, folder) {
  return fs
    .readdirSync(path.join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const name = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) return EXCLUDED.has(entry.name) ? [] : below(root, name);
      return entry.name.endsWith('.md') ? [name] : [];
    });
}

/** The sections of the menu: [{ title, files }]. Every file is named once; a section leaves out what an earlier one has. */
export function sections(root) {
  const taken = new Set();
  const section = (title, files) => ({
    title,
    files: files.filter((file) => fs.existsSync(path.join(root, file)) && !taken.has(file) && taken.add(file)),
  });
  return [
    section('Start', [
      'README.md',
      'docs/guide/first-scenario.md',
      'docs/studio.md',
      'scenarios/README.md',
      'docs/guide/trust.md',
      'docs/glossary.md',
    ]),
    section('Reference', [
      'docs/guide/scenario-reference.md',
      'docs/cli.md',
      'docs/api.md',
      'docs/protocol.md',
      'clients/python/README.md',
    ]),
    section('Guides', below(root, 'docs/guide')),
    section('Theory', below(root, 'docs/theory')),
    section('Proof', [
      'docs/validation.md',
      'CLAIMS.md',
      'docs/steps.md',
      'docs/robustness.md',
      'benchmarks/peers/report.md',
      ...below(root, 'benchmarks'),
      'validation/README.md',
    ]),
    section('Decisions', ['docs/decisions/README.md', ...below(root, 'docs/decisions')]),
    section('Inside', [
      'ARCHITECTURE.md',
      'STYLE.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      'SECURITY.md',
      'REFERENCES.md',
      'THIRD-PARTY-NOTICES.md',
      ...below(root, 'docs'),
      ...below(root, 'packages'),
      ...below(root, 'tools'),
    ]),
  ];
}

/** Where the page of a Markdown file stands on the site: a README is the index of its folder. */
export function address(file) {
  return file.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html');
}
