/** Result of stowing an anchor, and the reasons why it is not stowed. */
import { type Simulation, STOW } from '@hawser/engine';
import type { ImpactSummary, OperationSummary, RunEvent, StowSummary } from '@hawser/record';

/** The verdict on an anchor when a run with half of the error allowed does not agree. */
const UNDECIDED = 'undecided';

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
    wantedTilt: spec.tilt,
    roll: s[STOW.roll],
    tilt: s[STOW.tilt],
    flukes: s[STOW.flukes],
    wantedFlukes: spec.flukes,
    places: s[STOW.places],
    sides: (sides & 1) + (sides >> 1),
    margin: Math.min(
      1 - Math.abs(s[STOW.depth] - spec.depth) / tolerance.depth,
      1 - s[STOW.roll] / tolerance.roll,
      1 - Math.abs(s[STOW.tilt] - spec.tilt) / tolerance.tilt,
      1 - Math.abs(s[STOW.flukes] - spec.flukes) / tolerance.flukes,
    ),
    peak: s[STOW.peak],
    blows: blows.length,
    energy: blows.reduce((sum, { energy }) => sum + energy, 0),
    shift: s[STOW.shift],
  };
}

/** Empty: it is stowed. `complete`: the run has ended, so an open verdict stays open. */
export function stowReasons(stow: StowSummary, complete: boolean): string[] {
  const { anchor, verdict, verdicts, home, time } = stow;
  if (verdicts !== undefined) {
    return [`anchor ${anchor}: ${verdict}: ${verdicts[0]}, but ${verdicts[1]} with half of the error allowed`];
  }
  if (home || (verdict === 'not decided' && !complete)) return [];
  if (verdict === 'not decided') return [`anchor ${anchor} had not come to rest when the run ended: give it more time`];
  const at = `at t = ${show(time ?? 0)} s`;
  if (verdict === 'never entered') return [`anchor ${anchor} never entered the hawse pipe (${at})`];
  const off = [
    `depth ${show(stow.depth)} m of ${show(stow.wantedDepth)} m`,
    `roll ${degrees(stow.roll)}`,
    ...(stow.tilt === undefined
      ? []
      : [`shank ${degrees(stow.tilt)} off the pipe${stow.wantedTilt ? ` (${degrees(stow.wantedTilt)} at home)` : ''}`]),
    `flukes at ${degrees(stow.flukes)} of ${degrees(stow.wantedFlukes)}`,
    `${stow.places} places of contact on ${stow.sides} sides of the shank`,
  ];
  const moved = verdict === 'seated, then shifted' ? `, by ${show(1000 * stow.shift)} mm` : '';
  return [`anchor ${anchor}: ${verdict}${moved} ${at}: ${off.join(', ')}`];
}

/** The results that contain a verdict. */
interface Judged {
  readonly operation?: OperationSummary;
  readonly events: readonly RunEvent[];
}

/** Compares a complete run with the same one at half of the error: anchors with different verdicts are undecided. */
export function withFinerVerdicts<T extends Judged>(run: T, finer: Pick<Judged, 'operation'>): T {
  const { operation, events } = run;
  const changed = new Map<string, StowSummary>();
  for (const stow of operation?.stowing ?? []) {
    const other = finer.operation?.stowing?.find(({ anchor }) => anchor === stow.anchor)?.verdict ?? 'not decided';
    if (other === stow.verdict) continue;
    changed.set(stow.anchor, { ...stow, verdict: UNDECIDED, verdicts: [stow.verdict, other], home: false });
  }
  if (operation === undefined || changed.size === 0) return run;
  const stowing = operation.stowing?.map((stow) => changed.get(stow.anchor) ?? stow) ?? [];
  const before = (operation.stowing ?? []).flatMap((stow) => (changed.has(stow.anchor) ? stowReasons(stow, true) : []));
  const reasons = [
    ...operation.reasons.filter((reason) => !before.includes(reason)),
    ...[...changed.values()].flatMap((stow) => stowReasons(stow, true)),
  ];
  return {
    ...run,
    operation: { ...operation, stowing, verdict: 'no-go', reasons },
    events: events.map((event) => {
      const stow = event.kind === 'phase' ? changed.get(event.subject) : undefined;
      return stow !== undefined && event.message === stow.verdicts?.[0] ? { ...event, message: UNDECIDED } : event;
    }),
  };
}

function degrees(angle: number): string {
  return `${show((angle * 180) / Math.PI)} deg`;
}

function show(x: number): string {
  return String(Number(x.toPrecision(4)));
}
