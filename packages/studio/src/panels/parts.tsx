/**
 * Form for frequently changed inputs: meshes, bows with a hawse pipe, anchors and their start, cables and chains (number and kind of
 * pieces), winches, tolerances of stowing, limits such as the largest tension. With the fields beside it for duration and sea it is the
 * form that Dopico (anchor), section 6, describes.
 */
import { type Signal, signal } from '@preact/signals';
import type { VNode } from 'preact';
import { editValue } from '../actions/scenario.ts';
import { valueIn } from '../model/schema-walk.ts';
import { plain } from '../state.ts';
import { Fields, type FieldsProps } from './fields.tsx';

interface Group extends FieldsProps {
  readonly title: string;
}

/** keeps its state when the screen changes */
const open: Signal<boolean> = signal(false);

export function Parts(): VNode | null {
  const groups = groupsOf(plain.value);
  if (groups.length === 0) return null;
  return (
    <details class="settings" open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>Meshes, anchors, cables, chains and limits</summary>
      <p class="soft small">Changes go into the text and count for the next run.</p>
      {groups.map(({ title, ...fields }) => (
        <fieldset key={fields.path.join('/')}>
          <legend>{title}</legend>
          <Fields {...fields} />
        </fieldset>
      ))}
      <NewTensionLimit />
    </details>
  );
}

/** Cables and chains without any limit get one for their tension by a number typed here. */
function NewTensionLimit(): VNode | null {
  const channels = (['cable', 'chain'] as const).flatMap((kind) =>
    Object.keys((valueIn(plain.value, [`${kind}s`]) as object | undefined) ?? {}).map((name) => [
      name,
      `${kind}.${name}`,
    ]),
  );
  if (channels.length === 0 || valueIn(plain.value, ['limits']) !== undefined) return null;
  const help = 'Writes a limit for every cable and chain: beyond it a run is a no-go.';
  return (
    <div class="fields">
      <div class="field">
        <label for="field-greatest-tension" title={help}>
          greatest tension
        </label>
        <input
          id="field-greatest-tension"
          title={help}
          placeholder="force, such as 50 kN"
          onChange={({ currentTarget: { value } }) => {
            const limits = channels.map(
              ([name, channel]) =>
                `{ name: tension of ${name}, channel: ${channel}.tension-max, below: ${value.trim()} }`,
            );
            if (value.trim() !== '') void editValue(['limits'], `[${limits.join(', ')}]`);
          }}
        />
      </div>
    </div>
  );
}

function groupsOf(data: unknown): Group[] {
  const named = (section: string): string[] => {
    const map = valueIn(data, [section]);
    return typeof map === 'object' && map !== null ? Object.keys(map) : [];
  };
  const listed = (path: readonly string[]): readonly unknown[] => {
    const list = valueIn(data, path);
    return Array.isArray(list) ? list : [];
  };
  const meshes = named('bodies').flatMap((body) =>
    listed(['bodies', body, 'shapes']).flatMap((shape, i): Group[] => {
      const bow = ['bodies', body, 'shapes', i, 'solid', 'bow'];
      if (valueIn(shape, ['solid', 'bow']) !== undefined) {
        return [
          { title: `bow ${body}`, path: bow, only: ['flare', 'entrance', 'mouth', 'below'] },
          { title: `hawse pipe of ${body}`, path: [...bow, 'pipe'] },
        ];
      }
      if (valueIn(shape, ['mesh']) === undefined) return [];
      return [{ title: `mesh of ${body}`, path: ['bodies', body, 'shapes', i], only: ['mesh', 'scale'], given: true }];
    }),
  );
  return [
    ...meshes,
    ...named('anchors').flatMap((name): Group[] => {
      const path = ['anchors', name];
      return [
        { title: `anchor ${name}`, path, only: ['type', 'mass', 'flukes', 'fluke angle', 'pin friction'] },
        { title: `start of ${name}: turned by`, path: [...path, 'rotation'], only: ['yaw'] },
        ...['shank', 'head']
          .filter((part) => valueIn(data, [...path, part]) !== undefined)
          .map((part) => ({ title: `${part} of ${name}`, path: [...path, part] })),
      ];
    }),
    ...named('cables').map((name) => ({
      title: `cable ${name}`,
      path: ['cables', name],
      only: ['rope', 'length', 'elements'],
    })),
    ...named('chains').map((name) => ({
      title: `chain ${name}`,
      path: ['chains', name],
      only: ['links', 'type', 'diameter', 'pitch', 'mass', 'joints'],
    })),
    ...named('ropes').map((name) => ({
      title: `rope ${name}`,
      path: ['ropes', name],
      only: ['mass', 'stiffness', 'diameter', 'bending', 'torsion'],
    })),
    ...named('winches').map((name) => ({ title: `winch ${name}`, path: ['winches', name], given: true })),
    ...named('stowing').map((name) => ({
      title: `${name} stowed`,
      path: ['stowing', name],
      only: ['depth', 'tilt', 'hold', 'stable'],
    })),
    ...listed(['limits']).map((limit, i) => ({
      title: `limit: ${String(valueIn(limit, ['name']) ?? valueIn(limit, ['channel']) ?? i + 1)}`,
      path: ['limits', i],
      only: ['above', 'below'],
      given: true,
    })),
  ];
}
