/** Scenarios by theme, the one to open first at the head of each; what no theme names comes last. */

export const THEMES: readonly (readonly [string, readonly string[]])[] = [
  ['Launch and recovery', ['launch-recovery', 'launch-recovery-irregular', 'launch-recovery-sea-state-3', 'davit-launch', 'boat-in-cradle', 'boat-in-sea', 'rov-launch', 'ships-side']],
  ['Lifting', ['deck-crane', 'hanging-load', 'heave-compensator', 'tensioner']],
  ['Ropes, chains and cables', ['anchor-stow', 'anchor-jam', 'anchor-let-go', 'anchor-in-sea', 'anchor-chain', 'mooring-line', 'bitts', 'cleat', 'sheave', 'heaving-line', 'snap-back', 'cam-cleat', 'tether-in-current', 'tether-pay-out', 'rov-umbilical', 'capstan', 'rope-on-drum', 'drum-layers', 'rope-on-boxes', 'cable-beside-box', 'knot', 'hockling', 'whip', 'snake', 'spiral']],
  ['Afloat', ['barge-in-waves', 'floating-sphere']],
  ['Parts that fit', ['peg-assembly', 'pin-in-bore', 'bolt', 'cube-in-hole', 'gear-pair', 'slider-crank']],
];
const OTHER = 'Contact and motion';

/** The scenarios in the order in which they are shown, with their themes. */
export function byTheme<T extends { readonly id: string }>(scenarios: readonly T[]): readonly (readonly [string, readonly T[]])[] {
  const named = new Set(THEMES.flatMap(([, ids]) => ids));
  const groups = THEMES.map(([title, ids]): readonly [string, readonly T[]] => [
    title,
    ids.flatMap((id) => scenarios.filter((scenario) => scenario.id === id)),
  ]);
  const rest = scenarios.filter(({ id }) => !named.has(id));
  return [...groups, [OTHER, rest] as const].filter(([, own]) => own.length > 0);
}
