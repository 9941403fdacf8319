/** The selected thing: its entry in the file, its data in the engine, its recorded values. */
import { displayScale, formatNumber } from '@hawser/formats/report';
import { useSignal, useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { clock, growth, model, places, project, run, screen, selection, type Selected } from '../state.ts';
import type { BodyView, Section } from '../worker/messages.ts';
import { Fields } from './fields.tsx';
import { FilesPanel } from './files.tsx';

const ONE: Readonly<Record<Section, string>> = {
  bodies: 'body',
  cables: 'cable',
  chains: 'chain',
  joints: 'joint',
  forces: 'force',
  winches: 'winch',
  cranes: 'crane',
  deckhands: 'deckhand',
  materials: 'material',
  ropes: 'rope',
};

export function Inspector(): VNode {
  const chosen = selection.value;
  if (chosen === undefined) {
    return (
      <section class="inspector" aria-label="Inspector">
        <ObjectChooser />
        <p class="empty">
          {screen.value === 'model'
            ? 'Click a body in the picture, or a name in the tree or the text.'
            : 'Click a body in the picture, or choose an object above.'}
        </p>
        {screen.value === 'model' ? <FilesPanel /> : null}
      </section>
    );
  }
  const body = chosen.section === 'bodies' ? model.value?.bodies.find(({ name }) => name === chosen.name) : undefined;
  const written =
    project.value !== undefined &&
    places.value.some((place) => place.name === chosen.name && place.section === chosen.section);
  return (
    <section class="inspector" aria-label="Inspector">
      <ObjectChooser />
      <h2>
        {chosen.name} <span class="tree-kind">{ONE[chosen.section]}</span>
      </h2>
      {written && screen.value === 'model' ? <Fields path={[chosen.section, chosen.name]} given /> : null}
      {body === undefined ? null : <BodyFacts body={body} />}
      <NowValues chosen={chosen} />
      {screen.value === 'model' ? <FilesPanel /> : null}
    </section>
  );
}

/** Beside a run there is no tree: every object can be chosen here. */
function ObjectChooser(): VNode | null {
  const named = places.value.filter(({ section }) => section !== 'materials' && section !== 'ropes');
  if (screen.value === 'model' || named.length === 0) return null;
  const chosen = selection.value;
  const value = (place: Selected): string => `${place.section}/${place.name}`;
  return (
    <label class="picker">
      <span>object</span>
      <select
        value={chosen === undefined ? '' : value(chosen)}
        onChange={({ currentTarget }) => {
          const found = named.find((place) => value(place) === currentTarget.value);
          selection.value = found && { section: found.section, name: found.name };
        }}
      >
        <option value="">none</option>
        {named.map((place) => (
          <option key={value(place)} value={value(place)}>
            {`${place.name} (${ONE[place.section]})`}
          </option>
        ))}
      </select>
    </label>
  );
}

function BodyFacts({ body }: { readonly body: BodyView }): VNode {
  const { mass, centre, inertia, colliding, shapes, kind } = body;
  return (
    <table class="data facts">
      <caption>As built</caption>
      <tbody>
        <Row name="moves" value={{ dynamic: 'freely', fixed: 'never', prescribed: 'as its motion says' }[kind]} />
        {kind === 'dynamic' ? (
          <>
            <Row name="mass" value={`${formatNumber(mass)} kg`} />
            <Row name="centre" value={`${centre.map((x) => formatNumber(x)).join(', ')} m`} />
            <Row
              name="inertia"
              value={`${inertia
                .slice(0, 3)
                .map((x) => formatNumber(x))
                .join(', ')} kg m²`}
            />
          </>
        ) : null}
        <Row name="shapes" value={`${shapes}, ${colliding} of them touch`} />
      </tbody>
    </table>
  );
}

function Row({ name, value }: { readonly name: string; readonly value: string }): VNode {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{value}</td>
    </tr>
  );
}

/** One of many along a cable or a chain: the range graph shows them. */
const PIECE = /^(?:cable|chain)\..*\.(?:link|element|node|range)-\d+\./s;

/** Recorded values of the selected thing at the shown instant. */
function NowValues({ chosen }: { readonly chosen: Selected }): VNode | null {
  const time = useSignal(0);
  useSignalEffect(() => {
    const shown = clock.value;
    const show = (): void => {
      time.value = shown.time;
    };
    shown.listen(show);
    show();
    return () => shown.leave(show);
  });
  growth.value;
  const store = run.value;
  if (store === undefined || screen.value === 'model') return null;
  const prefix = {
    bodies: `${chosen.name}.`,
    cables: `cable.${chosen.name}.`,
    chains: `chain.${chosen.name}.`,
    joints: `joint.${chosen.name}.`,
    forces: `force.${chosen.name}.`,
    winches: `winch.${chosen.name}.`,
    cranes: `crane.${chosen.name}.`,
    deckhands: `hand.${chosen.name}.`,
    materials: '\0',
    ropes: '\0',
  }[chosen.section];
  const touching = `~${chosen.name}.`;
  const channels = store.channels.filter(
    ({ name }) =>
      (name.startsWith(prefix) && !PIECE.test(name)) ||
      (chosen.section === 'bodies' &&
        name.startsWith('contact.') &&
        (name.includes(touching) || name.startsWith(`contact.${chosen.name}~`))),
  );
  if (channels.length === 0) return null;
  return (
    <table class="data facts">
      <caption>{`At t = ${time.value.toFixed(3)} s`}</caption>
      <tbody>
        {channels.slice(0, 40).map((channel) => {
          const values = channel.components.map((component) =>
            store.valueAt(component === '' ? channel.name : `${channel.name}.${component}`, time.value),
          );
          const scale = displayScale(channel.unit, Math.max(...values.map(Math.abs)));
          return (
            <Row
              key={channel.name}
              name={
                channel.name.startsWith(prefix)
                  ? channel.name.slice(prefix.length)
                  : channel.name.replace('contact.', '')
              }
              value={`${values.map((value) => formatNumber(value * scale.factor, 4)).join(', ')}${scale.unit === '1' ? '' : ` ${scale.unit}`}`}
            />
          );
        })}
      </tbody>
    </table>
  );
}
