/** A row of tabs: arrows move, the chosen one's panel is below. */
import type { VNode } from 'preact';

export interface TabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly id: T; readonly title: string; readonly badge?: string }[];
  readonly chosen: T;
  readonly onChoose: (id: T) => void;
  readonly prefix: string;
}

export function Tabs<T extends string>({ label, tabs, chosen, onChoose, prefix }: TabsProps<T>): VNode {
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ id }) => id === chosen);
    const last = tabs.length - 1;
    const next = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(tabs[next].id);
    (event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role=tab]')[next].focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map(({ id, title, badge }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${prefix}-tab-${id}`}
          aria-selected={id === chosen}
          aria-controls={`${prefix}-panel`}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => onChoose(id)}
        >
          {title}
          {badge === undefined ? null : <span class="badge">{badge}</span>}
        </button>
      ))}
    </div>
  );
}
