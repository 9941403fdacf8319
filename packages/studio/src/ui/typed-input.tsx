/**
 * A field of one line that keeps the typed text until it is committed (Enter, or leaving the field). The page is rendered again whenever a
 * check ends; without this, a check that ends between two keys would restore the old value.
 */
import type { VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

export interface TypedInputProps {
  /** value shown while the user is not typing */
  readonly value: string;
  /** called with the typed text; returns true if it was accepted, otherwise the field shows its value again */
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
