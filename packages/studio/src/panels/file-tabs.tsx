/** Tabs of the texts above the editor, and the earlier states of the document. */
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { isText, restore } from '../actions/scenario.ts';
import { type PastState, pastStates } from '../files/draft.ts';
import { active, changed, project } from '../state.ts';

export function FileTabs(): VNode | null {
  const now = project.value;
  if (now === undefined) return null;
  const texts = Object.keys(now.files).filter(
    (name) => name === now.main || name === active.value || (isText(name) && !/\.(obj|csv|tsv|dat)$/i.test(name)),
  );
  const ordered = [now.main, ...texts.filter((name) => name !== now.main)];
  return (
    <div class="file-tabs" role="tablist" aria-label="Texts">
      {ordered.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`file-tab-${name}`}
          title={name}
          aria-selected={name === active.value}
          tabIndex={name === active.value ? 0 : -1}
          onClick={() => (active.value = name)}
          onKeyDown={(event) => {
            const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
            if (by === undefined) return;
            event.preventDefault();
            const next = ordered[(ordered.indexOf(name) + by + ordered.length) % ordered.length];
            active.value = next;
            document.getElementById(`file-tab-${next}`)?.focus();
          }}
        >
          {name.replace(/^.*\//, '')}
          {changed.value.includes(name) ? (
            <span class="unsaved" title="not saved">
              {' '}
              ●
            </span>
          ) : null}
        </button>
      ))}
    </div>
  );
}

export function History(): VNode {
  const states = useSignal<readonly PastState[]>([]);
  return (
    <details
      class="menu history"
      onToggle={async (event) => {
        if (event.currentTarget.open) states.value = await pastStates();
      }}
    >
      <summary title="Earlier states of this document">Earlier</summary>
      <ul class="menu-box">
        {states.value.length === 0 ? (
          <li class="soft">None yet: one is kept with every run and while you write.</li>
        ) : null}
        {states.value.map((state) => (
          <li key={state.when}>
            <button
              type="button"
              class="link"
              onClick={(event) => {
                restore(state.files);
                event.currentTarget.closest('details')?.removeAttribute('open');
              }}
            >
              {new Date(state.when).toLocaleString()}
            </button>{' '}
            <span class="soft small">{lines(state)} lines</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function lines({ files }: PastState): number {
  return Object.entries(files)
    .filter(([name]) => /\.(ya?ml|json)$/i.test(name))
    .reduce((sum, [, text]) => sum + text.split('\n').length, 0);
}
