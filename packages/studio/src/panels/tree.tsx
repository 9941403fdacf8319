/** All named things of the scenario as a tree: filter, show and hide, select. */
import { computed, type Signal, useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { select, toggleHidden } from '../actions/scenario.ts';
import { hidden, model, places, plain, project, selection } from '../state.ts';
import { Button, Icon } from '../ui/icon.tsx';
import type { Section } from '../worker/messages.ts';

const TITLES: Readonly<Record<Section, string>> = {
  bodies: 'Bodies',
  cables: 'Cables',
  chains: 'Chains',
  joints: 'Joints',
  forces: 'Forces',
  winches: 'Winches',
  cranes: 'Cranes',
  deckhands: 'Deckhands',
  materials: 'Materials',
  ropes: 'Ropes',
};

/** Things visible in the picture, which can be hidden. */
const DRAWN: readonly Section[] = ['bodies', 'cables', 'chains'];

interface Item {
  readonly section: Section;
  readonly name: string;
  /** a word beside the name */
  readonly kind: string;
}

export function ObjectTree(): VNode {
  const filter = useSignal('');
  const shut: Signal<ReadonlySet<Section>> = useSignal<ReadonlySet<Section>>(new Set());
  const items = listed.value;
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ name, kind }: Item): boolean => words.every((word) => `${name} ${kind}`.toLowerCase().includes(word));
  const bodies = items.filter((item) => DRAWN.includes(item.section));
  return (
    <section class="tree-box" aria-label="Objects">
      <div class="tree-head">
        <input
          type="search"
          class="filter"
          placeholder="Filter objects"
          aria-label="Filter objects"
          value={filter.value}
          onInput={(event) => (filter.value = event.currentTarget.value)}
        />
        <Button
          icon={hidden.value.size > 0 ? 'shut' : 'eye'}
          label={hidden.value.size > 0 ? 'Show all bodies' : 'Hide all bodies but the chosen one'}
          onClick={() => {
            const kept = selection.value?.name;
            hidden.value =
              hidden.value.size > 0
                ? new Set()
                : new Set(bodies.map(({ name }) => name).filter((name) => name !== kept));
          }}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a list is what a tree is without its role */}
      <ul class="tree" role="tree" aria-label="Objects of the scenario" onKeyDown={onKeyDown}>
        {(Object.keys(TITLES) as Section[]).map((section) => {
          const own = items.filter((item) => item.section === section && fits(item));
          if (own.length === 0) return null;
          const open = !shut.value.has(section) || words.length > 0;
          return (
            <li key={section} role="treeitem" aria-expanded={open} tabIndex={-1} class="tree-section">
              <button
                type="button"
                class="tree-title"
                tabIndex={0}
                onClick={() => {
                  const next = new Set(shut.value);
                  if (!next.delete(section)) next.add(section);
                  shut.value = next;
                }}
              >
                <span class={open ? 'twist open' : 'twist'} aria-hidden="true" />
                {TITLES[section]} <span class="count">{own.length}</span>
              </button>
              {open ? (
                // biome-ignore lint/a11y/useSemanticElements: a group of a tree
                <ul role="group">
                  {own.map((item) => (
                    <TreeItem key={item.name} section={item.section} name={item.name} kind={item.kind} />
                  ))}
                </ul>
              ) : null}
            </li>
          );
        })}
      </ul>
      {items.length > 0 && !items.some(fits) ? <p class="empty">Nothing has all of these words in its name.</p> : null}
    </section>
  );
}

/** Plain strings as properties: an unchanged item is not rendered again. */
function TreeItem({ section, name, kind }: Item): VNode {
  const chosen = chosenItem.value === keyOf(section, name);
  const drawn = DRAWN.includes(section);
  const out = drawn && hidden.value.has(name);
  return (
    <li
      role="treeitem"
      aria-selected={chosen}
      tabIndex={0}
      class={`tree-item${chosen ? ' chosen' : ''}${out ? ' out' : ''}`}
      onClick={() => select({ section, name })}
      onKeyDown={(event) => {
        if ((event.key === 'Enter' || event.key === ' ') && !event.ctrlKey) {
          event.preventDefault();
          select({ section, name });
        } else if (event.key.toLowerCase() === 'h' && drawn) {
          event.preventDefault();
          event.stopPropagation();
          toggleHidden(name);
        }
      }}
    >
      <span class="tree-name">{name}</span>
      <span class="tree-kind">{kind}</span>
      {drawn ? (
        <button
          type="button"
          class="tree-eye"
          tabIndex={-1}
          aria-label={out ? `Show ${name}` : `Hide ${name} (H)`}
          title={out ? `Show ${name}` : `Hide ${name} (H)`}
          aria-pressed={out}
          onClick={(event) => {
            event.stopPropagation();
            toggleHidden(name);
          }}
        >
          <Icon name={out ? 'shut' : 'eye'} />
        </button>
      ) : null}
    </li>
  );
}

/** Up and down go through what is open. */
function onKeyDown(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  const stops = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('.tree-title, .tree-item')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  stops[Math.min(stops.length - 1, Math.max(0, at + by))]?.focus();
}

const keyOf = (section: string, name: string): string => `${section}/${name}`;

/** The text changes with every key, these properties do not: a tree of a thousand bodies costs nothing during typing. */
const mainFile = computed(() => project.value?.main);
const chosenItem = computed(() =>
  selection.value === undefined ? '' : keyOf(selection.value.section, selection.value.name),
);
const listed = computed((): readonly Item[] => {
  const built = new Map(model.value?.bodies.map((body) => [body.name, body]));
  const data = plain.value as Record<string, Record<string, { type?: unknown }>> | undefined;
  const main = mainFile.value;
  return places.value.map(({ section, name, file }) => {
    const body = section === 'bodies' ? built.get(name) : undefined;
    const word =
      body === undefined
        ? data?.[section]?.[name]?.type
        : { dynamic: '', fixed: 'fixed', prescribed: 'moved' }[body.kind];
    const from = file === main ? '' : file.replace(/^.*\//, ''); // of an included file
    return { section, name, kind: typeof word === 'string' && word !== '' ? word : from };
  });
});
