/** Converts the script of the file to DirectorSpec. All faults that can be known before the run are reported here. */
import {
  type ConditionSpec,
  type CraneSpec,
  cranePose,
  type DirectorAction,
  type DirectorStep,
  type FeedHandSpec,
  type FeedWinchSpec,
} from '@hawser/engine';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import { type Condition, type ScriptStep, STEP_KEYS } from '../schema/director.ts';
import type { Vec3 } from '../schema/kit.ts';
import { suggest } from '../suggest.ts';
import { buildEnd } from './cables.ts';
import { channelKind } from './channel-kind.ts';
import { HAND_ORDERS, handOrder, readWritten, WINCH_ORDERS, winchOrder } from './gear.ts';
import { buildCondition } from './limits.ts';
import { buildPoint } from './points.ts';
import type { StandingBody } from './start.ts';

/** [s] default duration of a change of the sea */
const SEA_CHANGES_IN = 60;
/** Default longest wait [s]. */
const WITHIN = 600;

export interface Gear {
  readonly winches: readonly FeedWinchSpec[];
  readonly hands: readonly FeedHandSpec[];
  readonly cranes: readonly CraneSpec[];
  readonly bodies: readonly StandingBody[];
}

export function buildDirector(context: Context, gear: Gear): DirectorStep[] {
  const builder = new ScriptBuilder(context, gear);
  return context.scenario.director.flatMap((step, i) => builder.step(step, ['director', i]));
}

const CRANE_ORDERS = ['pose', 'tip', 'follow', 'stop'] as const;

/** Keys that go with each kind of step. */
const GOES_WITH: Readonly<Record<(typeof STEP_KEYS)[number], readonly string[]>> = {
  phase: ['steps', 'together'],
  steps: [],
  together: [],
  choose: [],
  repeat: ['steps', 'until'],
  wait: [],
  at: [],
  'wait until': ['for', 'within'],
  winch: [...WINCH_ORDERS, 'compensate', 'speed', 'within', 'go on'],
  crane: [...CRANE_ORDERS, 'telescope', 'within', 'go on'],
  hand: [...HAND_ORDERS, 'walk to', 'within', 'go on'],
  attach: [],
  detach: [],
  hook: ['reach'],
  unhook: [],
  set: ['to', 'over', 'within', 'go on'],
  sea: ['over', 'within', 'go on'],
};

class ScriptBuilder {
  readonly #context: Context;
  readonly #gear: Gear;

  constructor(context: Context, gear: Gear) {
    this.#context = context;
    this.#gear = gear;
  }

  step(step: ScriptStep, path: Path): DirectorStep[] {
    const kind = this.#kind(step, path);
    if (kind === undefined) return [];
    const within = step.within ?? WITHIN;
    const act = (action: DirectorAction | undefined, waits: boolean): DirectorStep[] =>
      action ? [{ kind: 'do', action, wait: waits && step['go on'] !== true, within }] : [];
    switch (kind) {
      case 'phase':
      case 'steps':
      case 'together':
        return this.#block(step, path);
      case 'choose':
        return [
          {
            kind: 'choose',
            branches: (step.choose ?? []).map(({ when, steps }, i) => ({
              conditions: this.#conditions(when, [...path, 'choose', i, 'when']),
              steps: steps.flatMap((one, k) => this.step(one, [...path, 'choose', i, 'steps', k])),
            })),
          },
        ];
      case 'repeat':
        return this.#repeat(step, path);
      case 'wait':
        return [{ kind: 'wait', duration: step.wait ?? 0 }];
      case 'at':
        return [{ kind: 'at', time: step.at ?? 0 }];
      case 'wait until':
        return this.#until(step, within, path);
      case 'winch': {
        if (step.compensate !== undefined) return act(this.#compensate(step, step.compensate, path), false);
        const order = winchOrder(this.#context, step, path);
        return act(this.#winch(step, order, path), order?.mode === 'length');
      }
      case 'crane':
        return act(this.#crane(step, path), true);
      case 'hand':
        if (step['walk to'] !== undefined) return act(this.#walk(step, step['walk to'], path), true);
        return act(this.#hand(step, path), false);
      case 'attach':
      case 'detach':
        return act(this.#end(step, path), false);
      case 'hook':
      case 'unhook':
        return this.#hooks(step, path).flatMap((action) => act(action, false));
      case 'sea':
        return this.#sea(step, path).flatMap((action) => act(action, true));
      default:
        return act(this.#set(step, path), true);
    }
  }

  #kind(step: ScriptStep, path: Path): (typeof STEP_KEYS)[number] | undefined {
    const present = STEP_KEYS.filter((key) => step[key] !== undefined);
    const kind = present.includes('repeat') ? 'repeat' : present[0];
    const inside = kind === 'phase' ? ['steps', 'together'] : kind === 'repeat' ? ['steps'] : [];
    const extra = present.filter((key) => !inside.includes(key));
    if (kind === undefined || extra.length !== 1) {
      this.#context.wrong('value', path, {
        expected: `one thing a step: one of ${STEP_KEYS.join(', ')}`,
        found: extra.length === 0 ? 'none of them' : extra.join(' and '),
        hint: extra.length === 0 ? undefined : 'make them steps of their own, or put them under together',
      });
      return undefined;
    }
    for (const key of Object.keys(step)) {
      if (key === kind || GOES_WITH[kind].includes(key) || (step as Record<string, unknown>)[key] === undefined)
        continue;
      const own = GOES_WITH[kind].join(', ') || 'nothing else';
      this.#context.wrong('value', [...path, key], { expected: `beside ${kind}: ${own}`, found: `"${key}"` });
    }
    return kind;
  }

  #block(step: ScriptStep, path: Path): DirectorStep[] {
    const inside = (key: 'steps' | 'together'): DirectorStep[] =>
      (step[key] ?? []).flatMap((one, i) => this.step(one, [...path, key, i]));
    if (step.phase !== undefined && (step.steps === undefined) === (step.together === undefined)) {
      this.#context.wrong('value', path, {
        expected: 'steps or together in a phase',
        found: step.steps === undefined ? 'neither' : 'both',
      });
    }
    const parts: DirectorStep[] =
      step.together === undefined ? inside('steps') : [{ kind: 'together', steps: inside('together') }];
    return [{ kind: 'sequence', ...(step.phase !== undefined && { name: step.phase }), steps: parts }];
  }

  #repeat(step: ScriptStep, path: Path): DirectorStep[] {
    if (step.steps === undefined) {
      this.#context.wrong('missing', path, { expected: '"steps" beside repeat', found: 'none' });
      return [];
    }
    const steps = step.steps.flatMap((one, i) => this.step(one, [...path, 'steps', i]));
    return [
      { kind: 'repeat', times: step.repeat ?? 1, until: this.#conditions(step.until, [...path, 'until']), steps },
    ];
  }

  #conditions(given: Condition | readonly Condition[] | undefined, path: Path): ConditionSpec[] {
    if (given === undefined) return [];
    if ('channel' in given) return buildCondition(this.#context, given, path);
    return given.flatMap((one, i) => buildCondition(this.#context, one, [...path, i]));
  }

  #until(step: ScriptStep, within: number, path: Path): DirectorStep[] {
    const given = step['wait until'];
    const count = given === undefined ? 0 : 'channel' in given ? 1 : given.length;
    const conditions = this.#conditions(given, [...path, 'wait until']);
    if (conditions.length !== count || count === 0) return [];
    const hold = step.for ?? 0;
    if (hold >= within) {
      this.#context.wrong('value', [...path, 'for'], {
        expected: `less than the ${within} s it may take`,
        found: `${hold} s`,
        hint: 'it could never come true in time',
      });
    }
    return [{ kind: 'until', conditions, hold, within }];
  }

  #winch(step: ScriptStep, order: ReturnType<typeof winchOrder>, path: Path): DirectorAction | undefined {
    const name = step.winch ?? '';
    const winch = this.#known('winch', 'winches', name, this.#gear.winches, [...path, 'winch']);
    if (winch === undefined || order === undefined) return undefined;
    if (order.mode === 'length' && !(order.target >= winch.shortest && order.target <= winch.longest)) {
      this.#context.wrong('value', [...path, 'length'], {
        expected: `a length that winch "${name}" can have out, ${show(winch.shortest)} to ${show(winch.longest)} m`,
        found: `${show(order.target)} m`,
      });
    }
    return { what: 'winch', winch: name, ...order, speed: step.speed ?? 0 };
  }

  #hand(step: ScriptStep, path: Path): DirectorAction | undefined {
    const order = handOrder(this.#context, step, path);
    const name = step.hand ?? '';
    const hand = this.#known('deckhand', 'deckhands', name, this.#gear.hands, [...path, 'hand']);
    return hand && order && { what: 'hand', hand: name, ...order };
  }

  #crane(step: ScriptStep, path: Path): DirectorAction | undefined {
    const name = step.crane ?? '';
    const crane = this.#known('crane', 'cranes', name, this.#gear.cranes, [...path, 'crane']);
    const given = CRANE_ORDERS.filter((key) => step[key] !== undefined);
    if (given.length !== 1) {
      const found = given.join(' and ') || 'none of them';
      this.#context.wrong('value', path, { expected: `exactly one of ${CRANE_ORDERS.join(', ')}`, found });
      return undefined;
    }
    if (crane === undefined) return undefined;
    if (step.stop !== undefined) return { what: 'stop', crane: name };
    if (step.follow !== undefined) return this.#follow(crane, step.follow, [...path, 'follow']);
    if (step.tip !== undefined) return this.#tip(crane, step, path);
    const pose: Record<string, number> = {};
    for (const [axis, value] of Object.entries(step.pose ?? {})) {
      const at = [...path, 'pose', axis];
      const found = crane.axes.find((one) => one.name === axis);
      if (found === undefined) {
        const names = crane.axes.map((one) => one.name);
        this.#context.wrong('unknown-name', at, {
          expected: `an axis of "${name}"`,
          found: `"${axis}"`,
          hint: suggest(axis, names) ?? `it has ${names.join(', ')}`,
        });
        continue;
      }
      const turns = found.coordinate === 'angle';
      const number = readWritten(this.#context, value, turns ? 'angle' : 'length', at);
      if (number === undefined) continue;
      pose[axis] = number;
      this.#inRange(found, number, at);
    }
    return { what: 'crane', crane: name, pose };
  }

  #inRange(axis: CraneSpec['axes'][number], value: number, path: Path): void {
    if (value >= axis.lower - 1e-9 && value <= axis.upper + 1e-9) return;
    const turns = axis.coordinate === 'angle';
    const told = (x: number): string => `${show(turns ? (x * 180) / Math.PI : x)} ${turns ? 'deg' : 'm'}`;
    this.#context.wrong('value', path, {
      expected: `${axis.name} from ${told(axis.lower)} to ${told(axis.upper)}`,
      found: told(value),
      hint: 'the crane cannot take that pose',
    });
  }

  #tip(crane: CraneSpec, step: ScriptStep, path: Path): DirectorAction | undefined {
    const tip = step.tip ?? [0, 0, 0];
    const { geometry, name, axes } = crane;
    if (!this.#hasTip(crane, [...path, 'tip']) || geometry === undefined) return undefined;
    const telescope = step.telescope;
    const tried = telescope === undefined ? [axes[3]?.lower ?? 0, axes[3]?.upper ?? 0] : [telescope];
    const poses = tried.map((out) => cranePose(geometry, tip, out));
    if (poses.every((pose) => pose === undefined)) {
      this.#context.wrong('value', [...path, 'tip'], {
        expected: `a point that the tip of "${name}" can come to`,
        found: `[${tip.map(show).join(', ')}] m`,
        hint: 'it is out of reach',
      });
    } else if (telescope !== undefined && poses[0]) {
      poses[0].forEach((value, i) => {
        if (axes[i]) this.#inRange(axes[i], value, [...path, 'tip']);
      });
    }
    return { what: 'tip', crane: name, tip, ...(telescope !== undefined && { telescope }) };
  }

  #follow(crane: CraneSpec, follow: NonNullable<ScriptStep['follow']>, path: Path): DirectorAction | undefined {
    const body = this.#context.body(follow.body, [...path, 'body']);
    if (!this.#hasTip(crane, path) || body === undefined) return undefined;
    const point = buildPoint(this.#context, follow.point ?? [0, 0, 0], this.#gear.bodies[body], [...path, 'point']);
    return point && { what: 'follow', crane: crane.name, body, point, offset: follow.offset };
  }

  #hasTip({ geometry, name }: CraneSpec, path: Path): boolean {
    if (geometry !== undefined) return true;
    this.#context.wrong('value', path, {
      expected: `a crane with a geometry`,
      found: `"${name}" without one`,
      hint: 'give it one, or use pose',
    });
    return false;
  }

  #compensate(step: ScriptStep, against: string, path: Path): DirectorAction | undefined {
    const name = step.winch ?? '';
    const winch = this.#known('winch', 'winches', name, this.#gear.winches, [...path, 'winch']);
    const extra = WINCH_ORDERS.filter((key) => step[key] !== undefined);
    if (extra.length > 0) {
      const hint = 'make it a step of its own';
      this.#context.wrong('value', path, { expected: 'no order beside compensate', found: extra.join(' and '), hint });
    }
    if (against === 'off') return winch && { what: 'compensate', winch: name };
    const body = this.#context.body(against, [...path, 'compensate']);
    if (winch === undefined || body === undefined) return undefined;
    return { what: 'compensate', winch: name, body, point: this.#gear.bodies[body].centreOfMass };
  }

  #walk(step: ScriptStep, to: Vec3, path: Path): DirectorAction | undefined {
    const name = step.hand ?? '';
    const hand = this.#known('deckhand', 'deckhands', name, this.#gear.hands, [...path, 'hand']);
    if (hand && 'spring' in hand.line) {
      this.#context.wrong('value', [...path, 'walk to'], {
        expected: 'a deckhand with a cable in the hands',
        found: `"${name}" with a spring`,
        hint: 'a spring is held at one point of the deck; make it a cable',
      });
    }
    return hand && { what: 'walk', hand: name, to };
  }

  #sea(step: ScriptStep, path: Path): DirectorAction[] {
    const parts = Object.entries(step.sea ?? {}).filter(([, part]) => part !== undefined);
    if (parts.length === 0) {
      const expected = 'waves, current or wind: a part of what the environment gives';
      this.#context.wrong('missing', [...path, 'sea'], { expected, found: 'none of them' });
    }
    const { environment } = this.#context.scenario;
    const has = { waves: environment.sea, current: environment.water ?? environment.sea, wind: environment.wind };
    return parts.flatMap(([part, value]): DirectorAction[] => {
      if (!has[part as keyof typeof has]) {
        const hint = 'add it, as it is at its worst; parts of it are then led to';
        this.#context.wrong('value', [...path, 'sea', part], {
          expected: `${part} in the environment`,
          found: 'none',
          hint,
        });
        return [];
      }
      return [{ what: 'target', target: `sea.${part}`, value, limits: { duration: step.over ?? SEA_CHANGES_IN } }];
    });
  }

  #end(step: ScriptStep, path: Path): DirectorAction | undefined {
    const what = step.attach ?? step.detach;
    if (what === undefined) return undefined;
    const inside = [...path, step.attach ? 'attach' : 'detach'];
    const known = Object.keys(this.#context.scenario.cables);
    const cable = known.includes(what.cable);
    if (!cable) this.#context.unknownName('cable', ['cables'], what.cable, known, [...inside, 'cable']);
    const end = what.end === 'from' ? 'start' : 'end';
    if (step.attach === undefined) return cable ? { what: 'detach', cable: what.cable, end } : undefined;
    const holder = buildEnd(this.#context, step.attach, this.#gear.bodies, inside);
    if (!cable || holder === 'wrong' || holder === undefined) return undefined;
    const { reach, within } = step.attach;
    return {
      what: 'attach',
      cable: what.cable,
      end,
      holder: { ...holder, within, ...(reach !== undefined && { reach }) },
    };
  }

  #hooks(step: ScriptStep, path: Path): DirectorAction[] {
    const key = step.hook === undefined ? 'unhook' : 'hook';
    const given = step[key] ?? [];
    const springs = Object.entries(this.#context.scenario.forces).filter(([, { type }]) => type === 'spring');
    const known = springs.map(([spring]) => spring);
    const list = typeof given === 'string' ? [given] : given;
    return list.flatMap((force, i): DirectorAction[] => {
      if (!known.includes(force)) {
        const at = typeof given === 'string' ? [...path, key] : [...path, key, i];
        this.#context.unknownName('spring', ['forces'], force, known, at);
        return [];
      }
      if (key === 'unhook') return [{ what: 'unhook', force }];
      return [{ what: 'hook', force, ...(step.reach !== undefined && { reach: step.reach }) }];
    });
  }

  #set(step: ScriptStep, path: Path): DirectorAction | undefined {
    const named = step.set ?? '';
    // an effort by the key under which the joint gives it
    const effort = /^(joint\..+)\.(force|torque)$/.exec(named);
    const target = effort === null ? named : `${effort[1]}.${effort[2] === 'force' ? 'displacement' : 'angle'}-effort`;
    if (step.to === undefined) {
      this.#context.wrong('missing', path, { expected: '"to" beside set', found: 'none' });
      return undefined;
    }
    const value = readWritten(this.#context, step.to, channelKind(target), [...path, 'to']);
    return value === undefined ? undefined : { what: 'target', target, value, limits: { duration: step.over ?? 1 } };
  }

  #known<T extends { readonly name: string }>(
    kind: string,
    section: 'winches' | 'deckhands' | 'cranes',
    name: string,
    list: readonly T[],
    path: Path,
  ): T | undefined {
    const known = Object.keys(this.#context.scenario[section]);
    if (!known.includes(name)) this.#context.unknownName(kind, [section], name, known, path);
    return list.find((one) => one.name === name);
  }
}

function show(x: number): string {
  return String(Number(x.toPrecision(4)));
}
