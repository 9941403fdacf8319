import fs from 'node:fs';
import { expect, test } from 'vitest';
import { type JsonSchema, jsonSchema } from './json-schema.ts';
import { referenceMarkdown } from './reference.ts';

const page = new URL('../../../docs/guide/scenario-reference.md', import.meta.url);

/** To write the page anew: HAWSER_WRITE_DOCS=1 npx vitest run packages/scenario/src/reference.test.ts */
test('docs/guide/scenario-reference.md is what the schema says', () => {
  if (process.env.HAWSER_WRITE_DOCS === '1') {
    fs.mkdirSync(new URL('.', page), { recursive: true });
    fs.writeFileSync(page, referenceMarkdown());
  }
  expect(fs.readFileSync(page, 'utf8')).toBe(referenceMarkdown());
});

const schema = jsonSchema();

/** Every schema in the tree with the path that leads to it. */
function walk(node: JsonSchema, path: string, visit: (node: JsonSchema, path: string) => void): void {
  visit(node, path);
  for (const [key, field] of Object.entries(node.properties ?? {})) walk(field, `${path}.${key}`, visit);
  for (const [key, field] of Object.entries(node.definitions ?? {})) walk(field, `${path}#${key}`, visit);
  const inner = [node.anyOf, node.oneOf, node.allOf, node.items, node.additionalProperties].flat();
  for (const child of inner) if (typeof child === 'object' && child !== null) walk(child as JsonSchema, path, visit);
}

test('JSON Schema: every key has a description, every map is closed or maps names', () => {
  let keys = 0;
  walk(schema, '', (node, path) => {
    for (const [key, field] of Object.entries(node.properties ?? {})) {
      keys++;
      if (key !== 'type') expect(field.description, `${path}.${key}`).toBeTruthy();
    }
    if (node.properties !== undefined) expect(node.additionalProperties, path).toBe(false);
  });
  expect(keys).toBeGreaterThan(200);
});

test('docs/guide/scenario-reference.md: every map of keys has a table of its own, those below names as well', () => {
  const text = referenceMarkdown();
  const missing: string[] = [];
  // maps that stand at another place as well, with all below them
  const pointed = [...text.matchAll(/### `([^`]+)`[^#]*?\nThe keys are those of/g)].map(([, title]) => `${title}.`);
  walk(schema, '', (node, path) => {
    if (node.properties === undefined || path === '' || path.includes('#')) return;
    const title = path.slice(1);
    if (pointed.some((above) => title.startsWith(above))) return;
    if (!text.includes(title.includes('.') ? `\n### \`${title}\`` : `\n## ${title}\n`)) missing.push(title);
  });
  expect(missing).toEqual([]);
  expect(text).toMatch(/### `cranes\.axes`\n[^#]*\| `acceleration` \| number or text \| required \|/);
});

test('JSON Schema: a field that takes a quantity says in which unit', () => {
  walk(schema, '', (node, path) => {
    for (const [key, field] of Object.entries(node.properties ?? {})) {
      if (field['x-quantity'] !== undefined && field['x-quantity'] !== 'number')
        expect(field.description, `${path}.${key}`).toMatch(/\[.+\]/);
    }
  });
});

test('JSON Schema: references lead somewhere and titles are kept', () => {
  expect(schema.title).toBe('hawser scenario');
  walk(schema, '', (node) => {
    if (node.$ref === undefined || node.$ref === '#') return;
    expect(schema.definitions).toHaveProperty([node.$ref.replace('#/definitions/', '')]);
  });
  expect(Object.keys(schema.definitions ?? {}).sort()).toEqual([
    'angle-function',
    'force-function',
    'length-function',
    'script-step',
    'speed-function',
    'torque-function',
  ]);
});

test('JSON Schema: what must be given is required, what has a default is not', () => {
  expect(schema.required).toEqual(['hawser']);
  const duration = schema.properties?.run?.properties?.duration;
  expect(duration).toMatchObject({ default: '10 s', type: ['number', 'string'], examples: ['10 s'] });
});
