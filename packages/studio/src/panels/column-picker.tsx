/** A text field that completes names of recorded columns. */
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { run } from '../state.ts';
import { TypedInput } from '../ui/typed-input.tsx';

export interface ColumnPickerProps {
  readonly label: string;
  readonly value: string;
  readonly onPick: (name: string) => void;
}

export function ColumnPicker({ label, value, onPick }: ColumnPickerProps): VNode {
  const id = useId();
  const store = run.value;
  const known = store?.has(value) === true || value === 'time';
  return (
    <label class="picker" for={`${id}-field`}>
      <span>{label}</span>
      <TypedInput
        id={`${id}-field`}
        list={id}
        value={value}
        invalid={!known && value !== ''}
        placeholder="name of a channel"
        selects
        onCommit={(text) => {
          onPick(text.trim());
          return true;
        }}
      />
      <datalist id={id}>
        {(store?.columns ?? []).map(({ name, unit }) => (
          <option key={name} value={name}>
            {unit}
          </option>
        ))}
      </datalist>
    </label>
  );
}
