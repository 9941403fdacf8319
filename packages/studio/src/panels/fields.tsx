/** Form fields made from the schema: given values can be changed here, others show their default. */
import type { JsonSchema } from '@hawser/scenario';
import type { VNode } from 'preact';
import { editValue } from '../actions/scenario.ts';
import { keysAt, kindText, type Step, valueIn, wordsAt, written } from '../model/schema-walk.ts';
import { check, plain, schema } from '../state.ts';
import { TypedInput } from '../ui/typed-input.tsx';

export interface FieldsProps {
  readonly path: readonly Step[];
  /** only these keys, in this order */
  readonly only?: readonly string[];
  /** leave out keys that the file does not give */
  readonly given?: boolean;
}

export function Fields({ path, only, given = false }: FieldsProps): VNode | null {
  const root = schema.value;
  const data = plain.value;
  if (root === undefined || data === undefined) return null;
  const here = valueIn(data, path);
  const keys = keysAt(root, path, data);
  const names = (only ?? [...keys.keys()]).filter(
    (key) => keys.has(key) && (!given || valueIn(here, [key]) !== undefined),
  );
  return (
    <div class="fields">
      {names.map((key) => (
        <Field
          key={key}
          path={[...path, key]}
          name={key}
          node={keys.get(key)?.schema ?? {}}
          value={valueIn(here, [key])}
        />
      ))}
    </div>
  );
}

interface FieldProps {
  readonly path: readonly Step[];
  readonly name: string;
  readonly node: JsonSchema;
  readonly value: unknown;
}

function Field({ path, name, node, value }: FieldProps): VNode {
  const root = schema.value ?? {};
  const words = wordsAt(root, path, plain.value);
  const fallback = node.default === undefined ? '' : written(node.default);
  const help = `${node.description ?? ''}${fallback === '' ? '' : ` Default: ${fallback}.`}`;
  const id = `field-${path.join('-').replace(/\s+/g, '_')}`;
  const nested = holdsMaps(value);
  const issue = (check.value?.issues ?? []).find((candidate) => candidate.path === dotted(path));
  const commit = (next: string): boolean => {
    const before = value === undefined ? fallback : written(value);
    if (next.trim() === '' || next.trim() === before) return false;
    void editValue(path, next.trim());
    return true;
  };
  // a union of words and numbers (auto or 2 ms) is a text field
  const chosen = words.length > 1 && node.anyOf === undefined && node.oneOf === undefined;
  return (
    <div class={`field${issue === undefined ? '' : ' wrong'}`}>
      <label for={id} title={help}>
        {name}
      </label>
      {chosen ? (
        <select
          id={id}
          title={help}
          value={value === undefined ? fallback : String(value)}
          onChange={(event) => commit(event.currentTarget.value)}
        >
          {words.map((word) => (
            <option key={word}>{word}</option>
          ))}
        </select>
      ) : (
        <TypedInput
          id={id}
          title={help}
          value={value === undefined ? '' : written(value)}
          placeholder={fallback === '' ? kindText(node) : fallback}
          readOnly={nested}
          invalid={issue !== undefined}
          onCommit={commit}
        />
      )}
      {issue === undefined ? null : <p class="field-issue">{issue.message}</p>}
    </div>
  );
}

function dotted(path: readonly Step[]): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );
}

/** Maps are edited in the text, not in a field of one line. */
function holdsMaps(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsMaps);
  return typeof value === 'object' && value !== null;
}
