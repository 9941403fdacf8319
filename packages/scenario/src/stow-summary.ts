/** How an anchor came home, for the results; and why it is not where it should be. */
import { type Simulation, STOW } from '@hawser/engine';
import type { ImpactSummary, StowSummary } from '@hawser/record';

type Stow = Simulation['operation']['stows'][number];

/** names: of the bodies of the model */
export function stowSummary(
  { spec, s, verdict }: Stow,
  names: readonly string[],
  impacts: readonly ImpactSummary[],
): StowSummary {
  const hull = names[spec.hull];
  const pairs = [spec.shank, spec.head].flatMap((part) => [`${hull}~${names[part]}`, `${names[part]}~${hull}`]);
  const blows = impacts.filter(({ between }) => pairs.includes(between));
  const { tolerance } = spec;
  const sides = s[STOW.sides];
  return {
    anchor: spec.name,
    verdict,
    home: verdict === 'seated' || verdict === 'stable stow',
    ...(s[STOW.verdict] > 0 && { time: s[STOW.time] }),
    ...(s[STOW.entered] >= 0 && { entered: s[STOW.entered] }),
    depth: s[STOW.depth],
    wantedDepth: spec.depth,
    roll: s[STOW.roll],
    flukes: s[STOW.flukes],
    wantedFlukes: spec.flukes,
    places: s[STOW.places],
    sides: (sides & 1) + (sides >> 1),
    margin: Math.min(
      1 - Math.abs(s[STOW.depth] - spec.depth) / tolerance.depth,
      1 - s[STOW.roll] / tolerance.roll,
      1 - Math.abs(s[STOW.flukes] - spec.flukes) / tolerance.flukes,
    ),
    peak: s[STOW.peak],
    blows: blows.length,
    energy: blows.reduce((sum, { energy }) => sum + energy, 0),
    shift: s[STOW.shift],
  };
}

/** Empty: it is home. `complete`: the run has come to its end, so what is not decided will not be. */
export function stowReasons(stow: StowSummary, complete: boolean): string[] {
  const { anchor, verdict, home, time } = stow;
  if (home || (verdict === 'not decided' && !complete)) return [];
  if (verdict === 'not decided') return [`anchor ${anchor} had not come to rest when the run ended: give it more time`];
  const at = `at t = ${show(time ?? 0)} s`;
  if (verdict === 'never entered') return [`anchor ${anchor} never entered the hawse pipe (${at})`];
  const off = [
    `depth ${show(stow.depth)} m of ${show(stow.wantedDepth)} m`,
    `roll ${degrees(stow.roll)}`,
    `flukes at ${degrees(stow.flukes)} of ${degrees(stow.wantedFlukes)}`,
    `${stow.places} places of contact on ${stow.sides} sides of the shank`,
  ];
  const moved = verdict === 'seated, then shifted' ? `, by ${show(1000 * stow.shift)} mm` : '';
  return [`anchor ${anchor}: ${verdict}${moved} ${at}: ${off.join(', ')}`];
}

function degrees(angle: number): string {
  return `${show((angle * 180) / Math.PI)} deg`;
}

function show(x: number): string {
  return String(Number(x.toPrecision(4)));
}
