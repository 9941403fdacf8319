/** The pointer in the picture: a click selects, a drag on a body or a cable of a running simulation pulls it. */
import { Vector3 } from 'three';
import { grab } from '../actions/session.ts';
import { select } from '../actions/scenario.ts';
import { cableOf } from '@hawser/formats/report';
import { chainOf, ownerOf, withLinks } from '../model/cable-elements.ts';
import { model, pullStrength, run, runState, screen, type Selected, selection } from '../state.ts';
import type { Picked, Stage } from './stage.ts';

/** ways in the eye's frame */
const WAYS: Readonly<Record<string, readonly [number, number, number]>> = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  PageUp: [0, 0, -1],
  PageDown: [0, 0, 1],
};
/** how far keys pull, as a share of the scene */
const KEY_PULL = 0.15;
/** [px] a click may move */
const CLICK = 4;

export function listenToHand(stage: Stage): () => void {
  const { canvas } = stage;
  let down: { x: number; y: number; picked: Picked | undefined } | undefined;
  let held: { picked: Picked; anchor: Vector3 } | undefined;
  let keyed = false;

  const place = (event: PointerEvent): [number, number] => {
    const box = canvas.getBoundingClientRect();
    return [(2 * (event.clientX - box.left)) / box.width - 1, 1 - (2 * (event.clientY - box.top)) / box.height];
  };
  const pulls = (body: string): boolean => {
    const live = screen.value === 'run' && (runState.value === 'running' || runState.value === 'paused');
    return live && (run.value?.bodies.includes(body) ?? false) && isFree(body);
  };
  const onDown = (event: PointerEvent): void => {
    if (event.button !== 0 || event.shiftKey || event.ctrlKey) return;
    const [x, y] = place(event);
    const picked = stage.pick(x, y);
    down = { x: event.clientX, y: event.clientY, picked };
    if (picked === undefined || !pulls(picked.body)) return;
    held = { picked, anchor: picked.point.clone() };
    stage.eye.controls.enabled = false; // the drag moves the body, not the view
    canvas.setPointerCapture(event.pointerId);
    canvas.classList.add('pulling');
  };
  const onMove = (event: PointerEvent): void => {
    if (held === undefined) return;
    const target = stage.onPlane(...place(event), held.anchor);
    const body = stage.body(held.picked.body);
    if (target === undefined || body === undefined) return;
    const { picked } = held;
    grab({
      body: picked.body,
      point: picked.local,
      target: [target.x, target.y, target.z],
      strength: pullStrength.value,
    });
    const from = body.localToWorld(picked.point.clone().set(...picked.local));
    const along = target.clone().sub(from);
    if (along.length() > 1e-6) {
      stage.setArrows('pull', [{ from: [from.x, from.y, from.z], along: [along.x, along.y, along.z] }]);
    }
  };
  const onUp = (event: PointerEvent): void => {
    const still = down !== undefined && Math.hypot(event.clientX - down.x, event.clientY - down.y) < CLICK;
    if (still && down !== undefined) {
      const name = down.picked?.body;
      const cable = name === undefined ? undefined : cableOf(name);
      if (cable !== undefined) select({ section: 'cables', name: cable });
      else select(name === undefined ? undefined : linkOrBody(name));
    }
    down = undefined;
    letGo();
  };
  const letGo = (): void => {
    if (held === undefined) return;
    held = undefined;
    grab(null);
    stage.setArrows('pull', []);
    stage.eye.controls.enabled = true;
    canvas.classList.remove('pulling');
  };
  const onDouble = (event: MouseEvent): void => {
    const picked = stage.pick(...place(event as PointerEvent));
    stage.follow(picked?.body);
  };
  // the same by keys, for what is chosen: Alt and an arrow pull it that way in the picture until the key is let go
  const onKeyDown = (event: KeyboardEvent): void => {
    const way = WAYS[event.key];
    const name = selection.value?.name;
    if (!event.altKey || way === undefined || name === undefined) return;
    const own = withLinks([name], model.value?.chains);
    const drawn = run.value?.bodies.filter((body) => own.has(ownerOf(body))) ?? [];
    const held = drawn[Math.floor(drawn.length / 2)]; // cables and chains are held in their middle
    const body = held === undefined || !pulls(held) ? undefined : stage.body(held);
    if (held === undefined || body === undefined) return;
    event.preventDefault();
    if (event.repeat) return;
    const step = stage.eye.camera.localToWorld(new Vector3(...way)).sub(stage.eye.camera.position);
    const target = body.position.clone().addScaledVector(step, KEY_PULL * stage.eye.size);
    keyed = true;
    const strength = pullStrength.value;
    grab({ body: held, point: [0, 0, 0], target: [target.x, target.y, target.z], strength });
  };
  const onKeyUp = (event: KeyboardEvent): void => {
    if (!keyed || (event.key !== 'Alt' && WAYS[event.key] === undefined)) return;
    keyed = false;
    grab(null);
  };
  document.addEventListener('keydown', onKeyDown);
  document.addEventListener('keyup', onKeyUp);
  // before the orbit controls see it, so that they can be told to keep still
  canvas.addEventListener('pointerdown', onDown, { capture: true });
  canvas.addEventListener('pointermove', onMove);
  canvas.addEventListener('pointerup', onUp);
  canvas.addEventListener('pointercancel', letGo);
  canvas.addEventListener('dblclick', onDouble);
  return () => {
    canvas.removeEventListener('pointerdown', onDown, { capture: true });
    canvas.removeEventListener('pointermove', onMove);
    canvas.removeEventListener('pointerup', onUp);
    canvas.removeEventListener('pointercancel', letGo);
    canvas.removeEventListener('dblclick', onDouble);
    document.removeEventListener('keydown', onKeyDown);
    document.removeEventListener('keyup', onKeyUp);
  };
}

function linkOrBody(body: string): Selected {
  const chain = chainOf(body, model.value?.chains);
  return chain === undefined ? { section: 'bodies', name: body } : { section: 'chains', name: chain };
}

/** Only bodies moved by the solver can be pulled. */
function isFree(name: string): boolean {
  if (cableOf(name) !== undefined) return true;
  return model.value?.bodies.find((body) => body.name === name)?.kind === 'dynamic';
}
