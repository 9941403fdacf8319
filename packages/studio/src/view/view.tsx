/** The picture on the page: stage, tools above it, directions and scale in its corners, the pointer's hand in it. */
import { extentOf, quantity, viewOf } from '@hawser/formats/report';
import { detectGraphics, gizmoSvg, movedRoom, onTheme } from '@hawser/viewer';
import { type Frames, POSE_SIZE, type Scenery } from '@hawser/record';
import { effect, signal, type Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { onTick } from '../actions/session.ts';
import {
  checking,
  clock,
  following,
  growth,
  hidden,
  looks,
  model,
  other,
  run,
  runState,
  screen,
  selection,
  tick,
} from '../state.ts';
import { withLinks } from '../model/cable-elements.ts';
import { cableRanges, largestTension } from '../run/cable-range.ts';
import { arrowsAt } from './force-arrows.ts';
import { listenToHand } from './hand.ts';
import { Stage } from './stage.ts';
import { TENSION_STOPS, tensionColours } from './tension-colours.ts';
import { ViewTools } from './view-tools.tsx';

/** The single stage, made when a picture is first shown; undefined without WebGL. */
let made: Stage | undefined;
let tried = false;
const KINDS = ['reaction', 'contact', 'friction', 'moment'] as const;
const gridText: Signal<string> = signal('');
/** [N] tension of the reddest colour; 0: no colouring */
const largest: Signal<number> = signal(0);

/** The stage, if it has been made. */
export function stageNow(): Stage | undefined {
  return made;
}

function theStage(): Stage | undefined {
  if (tried) return made;
  tried = true;
  const graphics = detectGraphics();
  document.documentElement.dataset.tier = graphics.tier;
  if (graphics.tier === 'none') return undefined;
  try {
    made = new Stage(graphics);
  } catch (error) {
    if (!(error instanceof Error && /webgl/i.test(error.message))) throw error; // else refused after all
  }
  return made;
}

export function View(): VNode {
  const stage = theStage();
  const box = useRef<HTMLElement>(null);
  const gizmo = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const holder = box.current;
    if (stage === undefined || holder === null) return undefined;
    const { canvas } = stage;
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'img');
    canvas.setAttribute(
      'aria-label',
      'Moving picture of the bodies. Shift and arrow keys turn, Control and arrow keys move, plus and minus zoom.',
    );
    holder.prepend(canvas);
    stage.onCamera = () => {
      if (gizmo.current !== null) gizmo.current.innerHTML = gizmoSvg(stage.eye.axisDirections());
    };
    const observer = new ResizeObserver(() => stage.resize(holder.clientWidth, holder.clientHeight));
    observer.observe(holder);
    const stops = [...bindStage(stage), listenToHand(stage), () => observer.disconnect()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return (
    <section class="view replay" aria-label="Picture" ref={box}>
      {stage === undefined ? (
        <p class="no-webgl">This browser offers no WebGL, so there is no picture. Everything else works.</p>
      ) : (
        <ViewTools stage={stage} />
      )}
      <div class="gizmo" aria-hidden="true" ref={gizmo} />
      <p class="scale">{gridText}</p>
      {largest.value > 0 ? (
        <p class="tension-legend">
          tension 0
          <i aria-hidden="true" style={`background:linear-gradient(to right, ${TENSION_STOPS.join(', ')})`} />
          {quantity(largest.value, 'N')}
        </p>
      ) : null}
    </section>
  );
}

/** frames that the room of a run is told by while it is computed */
const LOOKED_AT = 60;

/** Some frames evenly spread, and the last. */
function thinned({ bodies, time, poses }: Frames): Frames {
  const every = Math.max(1, Math.ceil(time.length / LOOKED_AT));
  const rows = Array.from(time.keys()).filter((i) => i % every === 0 || i === time.length - 1);
  const width = POSE_SIZE * bodies.length;
  const kept = new Float64Array(width * rows.length);
  rows.forEach((row, i) => {
    kept.set(poses.subarray(width * row, width * (row + 1)), width * i);
  });
  return { bodies, time: Float64Array.from(rows, (row) => time[row]), poses: kept };
}

/** Keeps the stage in step with the signals. */
function bindStage(stage: Stage): (() => void)[] {
  let shown: unknown;
  let shownSea: unknown;
  let shownTitle = '';
  const showNow = (): void => {
    const store = screen.peek() === 'model' ? undefined : run.peek();
    const now = model.peek();
    if (store !== undefined) {
      const live = following.peek() ? tick.peek() : undefined;
      const time = clock.peek().time;
      stage.setPoses(store.bodies, live === undefined ? store.poses(time) : live.pose);
      const arrows = arrowsAt(store, stage, live?.time ?? time, looks.peek());
      for (const kind of KINDS) stage.setArrows(kind, arrows[kind]);
      stage.setSea(live?.time ?? time);
      stage.setTouches(looks.peek().touches ? store.touchesAt(live?.time ?? time) : []);
      const tint = looks.peek().tension ? tensionColours(store, live?.time ?? time) : undefined;
      stage.tint(tint);
      const most = tint === undefined ? 0 : largestTension(cableRanges(store));
      if (most !== largest.peek()) largest.value = most;
    } else if (now !== undefined) {
      stage.setPoses(now.start.bodies, now.start.poses);
      for (const kind of KINDS) stage.setArrows(kind, []);
      stage.setSea(0);
      stage.setTouches([]);
      stage.tint(undefined);
      largest.value = 0;
    }
    const ghost = other.peek();
    if (ghost !== undefined && store !== undefined) stage.setGhostPoses(ghost.bodies, ghost.poses(clock.peek().time));
  };
  // data of a running computation are processed when drawn, not more often
  let waiting = false;
  const later = (): void => {
    waiting = true;
    stage.touch();
  };
  stage.beforeDraw = () => {
    if (waiting) showNow();
    waiting = false;
  };
  const stops = [
    effect(() => {
      const store = screen.value === 'model' ? undefined : run.value;
      const next = store?.scene ?? model.value;
      // a run from a folder knows its sea by its scenario, once that has been read
      const sea = next?.sea ?? model.value?.sea;
      if (next === undefined || (next === shown && sea === shownSea)) return;
      const now = model.peek();
      const title = store?.facts.title ?? model.value?.title ?? '';
      stage.setScene(
        { ...next, sea, view: next.view ?? model.value?.view },
        now?.collision,
        now?.joints ?? [],
        title !== shownTitle,
      );
      stage.setTrees(now?.trees ?? [], next.scenery);
      [shown, shownSea, shownTitle] = [next, sea, title];
      gridText.value = stage.gridText;
      showLooks();
      showNow();
    }),
    effect(() => {
      showLooks();
      showNow();
    }),
    effect(() => {
      const now = clock.value;
      now.listen(later);
      later();
      return () => now.leave(later);
    }),
    effect(() => {
      growth.value;
      later();
    }),
    effect(() => {
      stage.setGhost(screen.value === 'results' || screen.value === 'run' ? other.value?.scene : undefined);
      showNow();
    }),
    effect(() => {
      const computing = runState.value === 'running' && screen.value !== 'model';
      const opening = runState.value === 'loading' || (checking.value && model.value === undefined);
      stage.setLively(computing || opening);
    }),
    effect(() => {
      const store = run.value;
      if (runState.value !== 'done' || store === undefined || screen.peek() === 'model') return;
      look(store.frames(), store.scene.scenery); // restore the view of the run
    }),
    effect(() => {
      growth.value;
      const store = run.peek();
      const going = runState.value === 'running' || runState.value === 'paused';
      if (!going || store === undefined || screen.peek() === 'model') return;
      // what the work is about may go where nobody looked at first
      const frames = thinned(store.frames());
      if (frames.time.length < 2) return;
      look(frames, store.scene.scenery);
    }),
    onTheme(() => stage.setTheme()),
    () => onTick.delete(onLive),
  ];
  const onLive = (): void => {
    if (following.peek() && screen.peek() !== 'model') later();
  };
  onTick.add(onLive);
  return stops;

  /** Fits the picture to the active bodies of the run so far, at their present positions. */
  function look(frames: Frames, scenery: Scenery): void {
    const { room, follow } = viewOf(frames, scenery);
    const first = POSE_SIZE * frames.bodies.indexOf(follow ?? '');
    const now = follow === undefined || first < 0 ? undefined : stage.body(follow)?.position.toArray();
    const by = now?.map((x, i) => x - frames.poses[first + i]) ?? [0, 0, 0];
    stage.setRoom(extentOf(frames, scenery).bounds, room && movedRoom(room, by), follow);
  }

  function showLooks(): void {
    const chosen = selection.value;
    const { bodies, joints, axes, tree } = looks.value;
    const chains = model.value?.chains;
    stage.show({
      hidden: withLinks(hidden.value, chains),
      bodies,
      joints,
      axes,
      tree,
      marked: withLinks(
        chosen !== undefined && /^(?:bodies|cables|chains)$/.test(chosen.section) ? [chosen.name] : [],
        chains,
      ),
      joint: chosen?.section === 'joints' ? chosen.name : undefined,
    });
  }
}
