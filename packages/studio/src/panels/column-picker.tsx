/** A text field that completes names of recorded columns. */
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { run } from '../state.ts';

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
    <label class="picker">
      <span>{label}</span>
      <input
        list={id}
        value={value}
        aria-invalid={!known && value !== ''}
        placeholder="name of a channel"
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => onPick(event.currentTarget.value.trim())}
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
