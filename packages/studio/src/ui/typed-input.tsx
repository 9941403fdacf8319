/**
 * A field of one line whose text belongs to the person who types until it is committed (Enter, or leaving the field).
 * The page draws itself anew whenever a check ends; without this, a check that ends between two keys puts the old value back.
 */
import type { VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

export interface TypedInputProps {
  /** what the field shows while nobody types */
  readonly value: string;
  /** what was typed; returns whether it was taken: if not, the field shows its value again */
  readonly onCommit: (text: string) => boolean;
  readonly placeholder: string;
  readonly invalid: boolean;
  readonly id?: string;
  readonly title?: string;
  /** the id of its datalist */
  readonly list?: string;
  readonly readOnly?: boolean;
  /** selects its text when it gets the focus */
  readonly selects?: boolean;
}

export function TypedInput({ value, onCommit, invalid, selects = false, ...rest }: TypedInputProps): VNode {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  // before the next key can come: an effect after the paint would take away what was typed meanwhile
  useLayoutEffect(() => setTyped(undefined), [value]);
  return (
    <input
      type="text"
      {...rest}
      value={typed ?? value}
      aria-invalid={invalid}
      onFocus={(event) => {
        if (selects) event.currentTarget.select();
      }}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onChange={(event) => {
        if (!onCommit(event.currentTarget.value)) setTyped(undefined);
      }}
    />
  );
}
