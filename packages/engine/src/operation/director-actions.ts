/** Actions of the director. Names are resolved once before the run, so that wrong ones are reported then. */
import { BuildError } from '../base/index.ts';
import type { DirectorAction } from '../model/index.ts';
import type { Controls } from './controls.ts';

export interface Progress {
  /** [s] time of completion, where known */
  readonly until: number;
}

const UNKNOWN: Progress = { until: Number.POSITIVE_INFINITY };

/** Throws BuildError for unknown names, and for impossible actions. */
export function checkAction(action: DirectorAction, controls: Controls): void {
  switch (action.what) {
    case 'winch':
      controls.checkWinch(action.winch, action.mode, action.target);
      return;
    case 'crane':
      controls.gear.crane(action.crane).check(action.pose);
      return;
    case 'tip': {
      const crane = controls.gear.crane(action.crane);
      crane.check(crane.poseAt(action.tip, 0, action.telescope));
      return;
    }
    case 'follow':
    case 'stop': {
      const crane = controls.gear.crane(action.crane);
      if (action.what === 'follow' && !crane.following) crane.poseAt([0, 0, 0], 0);
      return;
    }
    case 'compensate':
      controls.gear.winch(action.winch);
      return;
    case 'attach':
    case 'detach':
      controls.checkCable(action.cable);
      return;
    case 'hook':
    case 'unhook':
      controls.checkSpring(action.force);
      return;
    case 'hand':
    case 'walk':
      controls.gear.hand(action.hand);
      return;
    case 'target':
      controls.target(action.target);
      return;
    default:
      throw new BuildError('internal', `unknown action ${JSON.stringify(action satisfies never)}`);
  }
}

export function perform(action: DirectorAction, controls: Controls, t: number): Progress {
  switch (action.what) {
    case 'winch':
      controls.winch(action.winch, action.mode, action.target, action.speed);
      return UNKNOWN;
    case 'crane':
      return { until: t + controls.crane(action.crane, action.pose) };
    case 'tip':
      return { until: t + controls.craneTip(action.crane, action.tip, action.telescope) };
    case 'follow':
      controls.craneFollow(action.crane, action.body, action.point, action.offset);
      return UNKNOWN;
    case 'stop':
      controls.craneStop(action.crane);
      return UNKNOWN;
    case 'compensate':
      controls.compensate(action.winch, action.body, action.point);
      return { until: t };
    case 'walk':
      if (controls.gear.hand(action.hand).hasLost) return { until: t };
      return { until: t + controls.walk(action.hand, action.to) };
    case 'attach':
      controls.attach(action.cable, action.end, action.holder);
      return { until: t };
    case 'detach':
      controls.detach(action.cable, action.end);
      return { until: t };
    case 'hook':
      controls.hook(action.force, action.reach);
      return { until: t };
    case 'unhook':
      controls.unhook(action.force);
      return { until: t };
    case 'hand':
      if (controls.gear.hand(action.hand).hasLost) return UNKNOWN; // ignore an order to a deckhand without a line
      if (action.order === 'let go') controls.letGo(action.hand);
      else controls.hand(action.hand, action.order, action.target);
      return UNKNOWN;
    case 'target':
      return { until: t + controls.setTarget(action.target, action.value, action.limits) };
    default:
      throw new BuildError('internal', `unknown action ${JSON.stringify(action satisfies never)}`);
  }
}

export function describeAction(action: DirectorAction): string {
  switch (action.what) {
    case 'winch':
      return `winch ${action.winch}: ${describeOrder(action.mode, action.target)}`;
    case 'crane':
      return `crane ${action.crane}: move to a pose (${Object.keys(action.pose).join(', ')})`;
    case 'tip':
      return `crane ${action.crane}: tip to [${action.tip.map(show).join(', ')}] m`;
    case 'follow':
      return `crane ${action.crane}: follow`;
    case 'stop':
      return `crane ${action.crane}: stop`;
    case 'compensate':
      return `winch ${action.winch}: ${action.body === undefined ? 'no longer compensate' : 'compensate'}`;
    case 'walk':
      return `hand ${action.hand}: walk`;
    case 'attach':
      return `attach the ${action.end} of cable ${action.cable}`;
    case 'detach':
      return `detach the ${action.end} of cable ${action.cable}`;
    case 'hook':
      return `hook ${action.force} on`;
    case 'unhook':
      return `unhook ${action.force}`;
    case 'hand':
      return `hand ${action.hand}: ${describeOrder(action.order, action.target)}`;
    default:
      return `lead ${action.target} to ${show(action.value)}`;
  }
}

const UNITS: Readonly<Record<string, string>> = { speed: 'm/s', length: 'm', tension: 'N' };

/** `length 4.2 m`, `pay out 0.5 m/s`, `brake` */
function describeOrder(mode: string, target: number): string {
  const unit = UNITS[mode];
  if (unit === undefined) return mode;
  const what = mode !== 'speed' ? mode : target < 0 ? 'haul' : 'pay out';
  return `${what} ${show(mode === 'speed' ? Math.abs(target) : target)} ${unit}`;
}

function show(x: number): string {
  return String(Number(x.toPrecision(4)));
}
