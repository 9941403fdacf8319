/** The buttons above the picture. */
import { download } from '@hawser/viewer';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { clock, type Looks, looks, model, run, screen } from '../state.ts';
import { cableOf } from '@hawser/formats/report';
import { Button } from '../ui/icon.tsx';
import { framedPicture } from './framed-picture.ts';
import type { Stage } from './stage.ts';
import { levelsIn } from './tree-boxes.ts';

const DEGREE = Math.PI / 180;
/** azimuth and elevation [rad] by name */
const VIEWS: Readonly<Record<string, readonly [number, number]>> = {
  'From the front (−y)': [-90 * DEGREE, 0],
  'From the back (+y)': [90 * DEGREE, 0],
  'From the left (−x)': [180 * DEGREE, 0],
  'From the right (+x)': [0, 0],
  'From above (+z)': [-90 * DEGREE, 90 * DEGREE],
  'From a corner': [-56 * DEGREE, 22 * DEGREE],
};

function change(next: Partial<Looks>): void {
  looks.value = { ...looks.value, ...next };
}

export function ViewTools({ stage }: { readonly stage: Stage }): VNode {
  const { bodies, tree, joints, axes, arrows } = looks.value;
  const drawn = (screen.value === 'model' ? model.value?.start.bodies : run.value?.bodies) ?? [];
  const levels = levelsIn(model.value?.trees ?? [], drawn);
  const names = drawn.filter((name) => cableOf(name) === undefined);
  return (
    <div class="replay-tools" role="toolbar" aria-label="Picture">
      <Button icon="fit" label="Fit the whole scene (F)" onClick={() => stage.eye.fit()} />
      <select
        aria-label="View direction"
        title="View direction"
        value=""
        onChange={(event) => {
          const [azimuth, elevation] = VIEWS[event.currentTarget.value];
          stage.eye.look(azimuth, elevation);
          event.currentTarget.value = '';
        }}
      >
        <option value="" disabled hidden>
          View
        </option>
        {Object.keys(VIEWS).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <select
        aria-label="Follow a body"
        title="Follow a body"
        onChange={(event) => stage.follow(event.currentTarget.value || undefined)}
      >
        <option value="">Fixed view</option>
        {names.map((name) => (
          <option key={name} value={name}>{`Follow ${name}`}</option>
        ))}
      </select>
      <select
        aria-label="What is drawn"
        title="Bodies as drawn, or the shapes that the contact search works with"
        value={bodies}
        onChange={(event) => change({ bodies: event.currentTarget.value as Looks['bodies'] })}
      >
        <option value="drawn">Drawn shapes</option>
        <option value="engine">What the engine sees</option>
        <option value="both">Both</option>
      </select>
      {bodies === 'drawn' || levels === 0 ? null : (
        <label class="levels" title="Boxes that the contact search walks through, from the whole down to single pieces">
          {tree < 0 ? 'No boxes' : `Boxes, level ${Math.min(tree, levels - 1)} of ${levels - 1}`}
          <input
            type="range"
            aria-label="Level of the boxes of the contact search"
            min="-1"
            max={levels - 1}
            value={tree}
            onInput={(event) => change({ tree: Number(event.currentTarget.value) })}
          />
        </label>
      )}
      <Button icon="axes" label="Show axes" pressed={axes} onClick={() => change({ axes: !axes })} />
      <Button icon="joint" label="Show joints" pressed={joints} onClick={() => change({ joints: !joints })} />
      {screen.value === 'model' ? null : (
        <>
          <Button icon="arrow" label="Show forces" pressed={arrows} onClick={() => change({ arrows: !arrows })} />
          {arrows ? <ForceMenu /> : null}
        </>
      )}
      <Button
        icon="image"
        label="Save the picture as PNG"
        onClick={() => {
          const title = (screen.value === 'model' ? model.value?.title : run.value?.title) ?? 'hawser';
          const time = screen.value === 'model' ? 0 : clock.value.time;
          framedPicture(stage.snapshot(), `${title}, t = ${time.toFixed(3)} s`).toBlob((blob) => {
            if (blob !== null) download(`${run.value?.fileStem ?? 'scenario'}-${time.toFixed(3)}s.png`, blob);
          }, 'image/png');
        }}
      />
    </div>
  );
}

function ForceMenu(): VNode {
  const menu = useRef<HTMLDetailsElement>(null);
  const { arrowScale, arrowThreshold, moments, contactArrows, touches } = looks.value;
  useEffect(() => {
    const shut = (event: Event): void => {
      if (menu.current !== null && !menu.current.contains(event.target as Node)) menu.current.open = false;
    };
    document.addEventListener('pointerdown', shut);
    return () => document.removeEventListener('pointerdown', shut);
  }, []);
  return (
    <details
      class="menu"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || menu.current === null) return;
        menu.current.open = false;
        menu.current.querySelector('summary')?.focus();
      }}
    >
      <summary>Forces</summary>
      <div class="menu-box">
        <label>
          Length ×{arrowScale.toFixed(1)}
          <input
            type="range"
            min="-1"
            max="1"
            step="0.05"
            value={Math.log10(arrowScale)}
            aria-label="Length of force arrows"
            onInput={(event) => change({ arrowScale: 10 ** Number(event.currentTarget.value) })}
          />
        </label>
        <label>
          Leave out below {(100 * arrowThreshold).toFixed(0)} %
          <input
            type="range"
            min="0"
            max="0.5"
            step="0.01"
            value={arrowThreshold}
            aria-label="Smallest force drawn, as a share of the largest"
            onInput={(event) => change({ arrowThreshold: Number(event.currentTarget.value) })}
          />
        </label>
        <label>
          Where bodies touch
          <select
            aria-label="Forces where bodies touch"
            value={contactArrows}
            onChange={(event) => change({ contactArrows: event.currentTarget.value as Looks['contactArrows'] })}
          >
            <option value="force">whole force</option>
            <option value="parts">normal force and friction</option>
            <option value="traction">traction (force over area)</option>
          </select>
        </label>
        <label class="option">
          <input
            type="checkbox"
            checked={touches}
            onChange={(event) => change({ touches: event.currentTarget.checked })}
          />
          areas and points of contact
        </label>
        <label class="option">
          <input
            type="checkbox"
            checked={moments}
            onChange={(event) => change({ moments: event.currentTarget.checked })}
          />
          moments of joints too
        </label>
        <label class="option">
          <input
            type="checkbox"
            checked={looks.value.tension}
            onChange={(event) => change({ tension: event.currentTarget.checked })}
          />
          cables coloured by tension, where recorded
        </label>
        <ul class="legend">
          <li class="chip" style="--curve:var(--series-2)">
            joint reactions
          </li>
          <li class="chip" style="--curve:var(--series-7)">
            contact
          </li>
          <li class="chip" style="--curve:var(--series-3)">
            friction
          </li>
          <li class="chip" style="--curve:var(--series-4)">
            moments, at a scale of their own
          </li>
          <li class="chip" style="--curve:var(--series-6)">
            your pull
          </li>
        </ul>
      </div>
    </details>
  );
}
