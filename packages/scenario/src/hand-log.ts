/**
 * Log of user actions during a run, as a script: every action with the time of the following step. Replayed between the same steps it gives
 * the same bits; times are written with all digits.
 */
import type { HandOrder } from '@hawser/engine';

/** A drag of a body or an element of a cable: one of its points is pulled towards a place. */
export interface Grab {
  readonly body: string;
  /** [m] body frame */
  readonly point: readonly [number, number, number];
  /** [m] world */
  readonly target: readonly [number, number, number];
  /** factor on the force that suits the body's mass */
  readonly strength: number;
}

export type HandAct =
  | { readonly do: 'lead'; readonly target: string; readonly value: number }
  /** [m/s] paid out; 0: the brake */
  | { readonly do: 'winch'; readonly winch: string; readonly speed: number }
  /** target: [m/s], [m] or [N] as the order asks */
  | { readonly do: 'hand'; readonly hand: string; readonly order: HandOrder; readonly target: number }
  | { readonly do: 'let go'; readonly hand: string }
  | { readonly do: 'hook'; readonly line: string; readonly hooked: boolean }
  | { readonly do: 'grab'; readonly grab: Grab | null }
  /** holds or releases the script of the scenario */
  | { readonly do: 'script'; readonly held: boolean }
  /** an order of the script, counted from 0 */
  | { readonly do: 'order'; readonly order: number };

export interface HandEntry {
  /** [s] */
  readonly time: number;
  readonly act: HandAct;
}

/** Beside the scenario in its folder. */
export const HAND_FILE = 'hands.json';

export function handText(entries: readonly HandEntry[]): string {
  const lines = entries.map((entry) => `    ${JSON.stringify(entry)}`);
  return `{\n  "hawser hands": 1,\n  "acts": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

/** Where the acts of a project stand, if it has any. */
export function handFileOf(main: string): string {
  return main.replace(/[^/]*$/, HAND_FILE);
}

const KINDS: Readonly<Record<string, Readonly<Record<string, 'string' | 'number' | 'boolean' | 'object'>>>> = {
  lead: { target: 'string', value: 'number' },
  winch: { winch: 'string', speed: 'number' },
  hand: { hand: 'string', order: 'string', target: 'number' },
  'let go': { hand: 'string' },
  hook: { line: 'string', hooked: 'boolean' },
  grab: { grab: 'object' },
  script: { held: 'boolean' },
  order: { order: 'number' },
};

/** The actions of a file, or its faults. */
export function readHands(text: string): { readonly entries: readonly HandEntry[] } | { readonly fault: string } {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    return { fault: `expected JSON, found ${error instanceof Error ? error.message : 'something else'}` };
  }
  const head = (data ?? {}) as { readonly 'hawser hands'?: unknown; readonly acts?: unknown };
  if (head['hawser hands'] !== 1)
    return { fault: `expected "hawser hands": 1, found ${JSON.stringify(head['hawser hands'])}` };
  if (!Array.isArray(head.acts)) return { fault: `acts: expected a list, found ${typeof head.acts}` };
  let last = Number.NEGATIVE_INFINITY;
  for (const [i, entry] of head.acts.entries()) {
    const { time, act } = (entry ?? {}) as { readonly time?: unknown; readonly act?: Record<string, unknown> };
    const at = `acts[${i}]`;
    if (typeof time !== 'number' || !(time >= last))
      return { fault: `${at}.time: expected a time not before the last, found ${String(time)}` };
    last = time;
    const fields = KINDS[String(act?.do)];
    if (act === undefined || fields === undefined) {
      return { fault: `${at}.act.do: expected ${Object.keys(KINDS).join(', ')}, found ${String(act?.do)}` };
    }
    for (const [name, kind] of Object.entries(fields)) {
      const found = typeof act[name];
      if (found !== kind || (found === 'number' && !Number.isFinite(act[name]))) {
        return { fault: `${at}.act.${name}: expected a ${kind}, found ${JSON.stringify(act[name])}` };
      }
    }
  }
  return { entries: head.acts as HandEntry[] };
}
