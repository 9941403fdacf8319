/**
 * Evaluates an operation step by step: tensions by phase, slack and snaps, impacts between bodies, limits; its result is go or no-go. A
 * resumed run is evaluated from its checkpoint on; phases and gear events come from the engine and are complete.
 */
import {
  type AbsorbedImpact,
  type FeedHandSpec,
  type FeedWinchSpec,
  HAND,
  HAND_STATUS,
  type Probe,
  type Simulation,
  STOW,
  WINCH_EVENTS,
} from '@hawser/engine';
import type { ImpactSummary, LimitSummary, LineSummary, OperationSummary, RunEvent, RunFailure } from '@hawser/record';
import type { LimitSpec } from '../build/limits.ts';
import { breakLoad, chainCapacity } from './capacity-watch.ts';
import type { Compiled } from '../compile.ts';
import { measured } from './measured.ts';
import { stowReasons, stowSummary } from './stow-summary.ts';
import { MotionWatch } from './motion-watch.ts';

interface Sum {
  time: number;
  integral: number;
  least: number;
  most: number;
  mostTime: number;
  slack: number;
}

interface Line {
  readonly name: string;
  readonly tension: Probe;
  readonly flags: Probe | undefined;
  readonly whole: Sum;
  readonly byPhase: Map<string, Sum>;
  /** break load of its rope; missing: not given */
  readonly rope: RopeLoad | undefined;
  /** [N] tension in static equilibrium, where the run starts from it; else 0 */
  readonly atRest: number;
}

/**
 * [N] break load of a rope or chain, and largest tension anywhere along it, which at sheaves and in waves differs from that at its winch
 */
interface RopeLoad {
  readonly capacity: number;
  readonly tension: Probe;
  most: number;
}

interface Pair {
  readonly between: string;
  readonly force: Probe;
  since: number;
  until: number;
  peak: number;
  lost: number;
  /** [J] energy of impacts absorbed by steps since then, and [s] duration of the longest by its law */
  brought: number;
  lasts: number;
  /** [s] when the force fell below half of its peak, negative before; [J] lost by then */
  fell: number;
  spent: number;
  /** [N] peak of that blow */
  blow: number;
}

interface Kept {
  readonly spec: LimitSpec;
  readonly probe: Probe;
  worst: number;
  /** excess over its bounds; negative: within */
  beyond: number;
  time: number;
}

interface Least {
  least: number;
  time: number;
}

interface Clearance {
  readonly between: string;
  readonly probe: Probe;
  readonly whole: Least;
  readonly byPhase: Map<string, Least>;
}

/** [s] contacts within this time are one impact; [s] longer ones count as rest */
const TOGETHER = 0.1;
const LONGEST_IMPACT = 2;
/** A load that is set down suddenly presses with twice its weight at most: what falls further than to this part of its peak was a blow. */
const FALL = 0.5;
/** Largest number of listed impacts; the weakest of more are dropped. */
const MOST_IMPACTS = 200;
/** [N] weaker touches are not listed */
const LIGHTEST = 1;
/** [s] the mean of a shorter phase does not represent the hanging load */
const SHORTEST_PHASE = 2;
/** A mean less than a hundredth below the static tension belongs to the same load: the phase is named */
const SAME_LOAD = 1.01;
/** [s] shortest interval between evaluations of distances within a phase */
const SELDOM = 0.1;

export class OperationWatch {
  readonly #simulation: Simulation;
  readonly #lines: readonly Line[];
  readonly #pairs: readonly Pair[];
  readonly #limits: readonly Kept[];
  readonly #clearances: readonly Clearance[];
  readonly #impacts: ImpactSummary[] = [];
  readonly #motions: MotionWatch;
  #measured = { time: Number.NEGATIVE_INFINITY, phase: '' };
  readonly #value = new Float64Array(4);
  readonly #any: boolean;
  readonly #names: readonly string[];

  constructor(simulation: Simulation, compiled: Compiled) {
    const { spec, limits } = compiled;
    const byName = new Map(simulation.probes.map((probe) => [probe.name, probe]));
    this.#simulation = simulation;
    this.#motions = new MotionWatch(simulation, spec);
    const { winches = [], hands = [] } = spec;
    this.#names = spec.bodies.map(({ name }) => name);
    const operated = winches.length + hands.length + limits.length > 0 || (spec.director?.script.length ?? 0) > 0;
    const { cables, chains, winches: winchesWritten } = compiled.scenario;
    const line = (name: string, cable: string | undefined, channel: string): Line[] => {
      const tension = byName.get(channel);
      if (tension === undefined) return [];
      const chain = winchesWritten[name]?.chain;
      const capacity =
        cable !== undefined
          ? breakLoad(compiled.scenario, cables[cable])
          : chain === undefined
            ? undefined
            : chainCapacity(chains[chain]);
      const greatest = byName.get(chain === undefined ? `cable.${cable}.tension-max` : `chain.${chain}.tension-max`);
      const rope = capacity === undefined || !greatest ? undefined : { capacity, tension: greatest, most: 0 };
      const flags = byName.get(`winch.${name}.flags`);
      const atRest = spec.solver.startFromEquilibrium && simulation.time === 0 ? this.#read(tension) : 0;
      return [{ name, tension, flags, whole: emptySum(), byPhase: new Map(), rope, atRest }];
    };
    const held = new Set<string>();
    const cableOf = ({ line: at }: FeedWinchSpec | FeedHandSpec): string | undefined => {
      const name = 'cable' in at ? spec.cables?.[at.cable].name : undefined;
      if (name !== undefined) held.add(name);
      return name;
    };
    this.#lines = [
      ...winches.flatMap((winch) => line(winch.name, cableOf(winch), `winch.${winch.name}.tension`)),
      ...hands.flatMap((hand) => line(hand.name, cableOf(hand), `hand.${hand.name}.tension`)),
      // slings, pendants and moorings
      ...Object.entries(cables)
        .filter(([name, cable]) => !held.has(name) && breakLoad(compiled.scenario, cable) !== undefined)
        .flatMap(([name]) => line(name, name, `cable.${name}.tension-max`)),
    ];
    // a rope with a break load is a criterion by itself
    this.#any = operated || this.#lines.length > 0;
    this.#pairs = !operated
      ? []
      : simulation.probes
          .filter(({ name }) => /^contact\..*\.normal-force$/.test(name))
          .map((force) => ({
            between: force.name.slice('contact.'.length, -'.normal-force'.length),
            force,
            since: -1,
            until: -1,
            fell: -1,
            spent: 0,
            blow: 0,
            peak: 0,
            lost: 0,
            brought: 0,
            lasts: 0,
          }));
    this.#limits = limits.flatMap((limit) => {
      const probe = byName.get(limit.channel);
      return probe ? [{ spec: limit, probe, worst: Number.NaN, beyond: Number.NEGATIVE_INFINITY, time: 0 }] : [];
    });
    this.#clearances = simulation.probes
      .filter(({ name }) => name.startsWith('clearance.'))
      .map((probe) => ({
        between: probe.name.slice('clearance.'.length),
        probe,
        whole: { least: Number.POSITIVE_INFINITY, time: 0 },
        byPhase: new Map(),
      }));
  }

  /** A step of h has ended. */
  look(h: number): void {
    if (!this.#any || h === 0) return;
    const { time } = this.#simulation;
    const phase = this.#phase();
    for (const line of this.#lines) {
      const tension = this.#read(line.tension);
      const slack = line.flags !== undefined && (this.#read(line.flags) & WINCH_EVENTS.slack) !== 0;
      add(line.whole, h, time, tension, slack);
      if (line.rope !== undefined) line.rope.most = Math.max(line.rope.most, this.#read(line.rope.tension));
      if (phase === undefined) continue;
      const sum = line.byPhase.get(phase) ?? emptySum();
      line.byPhase.set(phase, sum);
      add(sum, h, time, tension, slack);
    }
    this.#motions.look(time, h);
    for (const pair of this.#pairs) this.#touch(pair, time, h);
    for (const blow of this.#simulation.blows) this.#strike(blow, time, h);
    for (const limit of this.#limits) this.#keep(limit, time, phase);
  }

  /** Distances are expensive: evaluated with recorded rows, and not with each of many. */
  measure(time: number): void {
    if (this.#clearances.length === 0) return;
    const phase = this.#phase();
    const last = this.#measured;
    if (phase === last.phase && time < last.time + SELDOM * (1 - 1e-9)) return;
    this.#measured = { time, phase: phase ?? '' };
    for (const { probe, whole, byPhase } of this.#clearances) {
      const distance = this.#read(probe);
      lower(whole, distance, time);
      if (phase === undefined) continue;
      const part = byPhase.get(phase) ?? { least: Number.POSITIVE_INFINITY, time };
      byPhase.set(phase, part);
      lower(part, distance, time);
    }
  }

  #phase(): string | undefined {
    const running = this.#simulation.operation.phases.filter(({ end }) => end === undefined);
    return running[running.length - 1]?.name;
  }

  #read(probe: Probe, component: number = 0): number {
    probe.read(this.#value, 0);
    if (component >= 0) return this.#value[component];
    return Math.hypot(...this.#value.subarray(0, probe.size));
  }

  #touch(pair: Pair, time: number, h: number): void {
    const force = this.#read(pair.force);
    if (pair.since >= 0) this.#follow(pair, force, time);
    if (force > LIGHTEST) {
      if (pair.since < 0) this.#begin(pair, time - h);
      pair.until = time;
      pair.peak = Math.max(pair.peak, force);
    } else if (pair.since >= 0 && time - pair.until > TOGETHER) this.#end(pair);
  }

  /** The blow that begins a touch is over when the force stays below half of its peak; what presses again soon after is part of it. */
  #follow(pair: Pair, force: number, time: number): void {
    if (pair.fell >= 0 && time - pair.fell > TOGETHER) return;
    if (force >= FALL * pair.peak) {
      pair.fell = -1;
    } else if (pair.fell < 0) {
      pair.fell = time;
      pair.blow = pair.peak;
      pair.spent = this.#lost(pair.between) - pair.lost;
    }
  }

  #begin(pair: Pair, time: number): void {
    pair.since = time;
    pair.peak = 0;
    pair.lost = this.#lost(pair.between);
    pair.brought = 0;
    pair.lasts = 0;
    pair.fell = -1;
  }

  /** An impact absorbed by the step. */
  #strike({ a, b, peak, energy, duration }: AbsorbedImpact, time: number, h: number): void {
    const pair = this.#pairs.find(({ between }) => between === `${a}~${b}`);
    if (pair === undefined || peak < LIGHTEST) return;
    if (pair.since < 0) this.#begin(pair, time - h);
    pair.until = time;
    pair.peak = Math.max(pair.peak, peak);
    pair.brought += energy;
    pair.lasts = Math.max(pair.lasts, duration);
  }

  /**
   * The pair has parted, or the run is over. Of a long touch the blow that began it is an impact, what came then is rest. A blow that a step absorbed has the energy it brought and lasted as its law says, whether the bodies then parted or came to
   * rest on each other: what friction took after it is no part of it. One that steps followed has what the ledger lost.
   */
  #end(pair: Pair): void {
    const { between, since, until, peak, brought, lasts, fell, blow, spent } = pair;
    pair.since = -1;
    if (brought === 0 && until - since > LONGEST_IMPACT) {
      const duration = fell - since;
      if (fell < 0 || duration > LONGEST_IMPACT) return;
      this.#impacts.push({ between, time: since, duration, peak: blow, energy: Math.max(0, spent) });
    } else {
      const energy = brought > 0 ? brought : Math.max(0, this.#lost(between) - pair.lost);
      const duration = brought > 0 ? lasts : until - since;
      this.#impacts.push({ between, time: since, duration, peak, energy });
    }
    if (this.#impacts.length > MOST_IMPACTS) dropLightest(this.#impacts);
  }

  #lost(between: string): number {
    const [a, b] = between.split('~');
    const names = [`contact.${between}`, `contact.${b}~${a}`]; // the ledger names a pair in the order it met in
    return this.#simulation.dissipationByElement().find(({ name }) => names.includes(name))?.dissipated ?? 0;
  }

  #keep(limit: Kept, time: number, phase: string | undefined): void {
    const { spec, probe } = limit;
    if (spec.during !== undefined && spec.during !== phase) return;
    const value = this.#read(probe, spec.component);
    const { above = Number.NEGATIVE_INFINITY, below = Number.POSITIVE_INFINITY } = spec;
    const beyond = Math.max(above - value, value - below);
    if (!(beyond > limit.beyond)) return;
    limit.beyond = beyond;
    limit.worst = value;
    limit.time = time;
  }

  /** True if a final reason for no-go exists: a passed limit, a deckhand who lost the line, a jammed anchor. */
  get lost(): boolean {
    const { operation, controls } = this.#simulation;
    if (this.#limits.some(({ beyond }) => beyond > 0)) return true;
    if (controls.gear.hands.some(({ s }) => s[HAND.released] === 2)) return true;
    return operation.stows.some((stow) => stowReasons(stowSummary(stow, this.#names, this.#impacts), false).length > 0);
  }

  /** Events of the operation, for the list of events. */
  events(): RunEvent[] {
    if (!this.#any) return [];
    const { operation } = this.#simulation;
    const phases = operation.phases.flatMap(({ name, start, end }): RunEvent[] => [
      { time: start, kind: 'phase', subject: name, message: 'begins' },
      ...(end === undefined ? [] : [{ time: end, kind: 'phase', subject: name, message: 'done' } as const]),
    ]);
    const gear = operation.events.map(
      ({ time, subject, message }): RunEvent => ({ time, kind: 'warning', subject, message }),
    );
    const stows = operation.stows.flatMap(({ spec, verdict, s }): RunEvent[] =>
      s[STOW.verdict] === 0 ? [] : [{ time: s[STOW.time], kind: 'phase', subject: spec.name, message: verdict }],
    );
    return [...phases, ...gear, ...stows];
  }

  /** `over`: the run has ended, and with it all contacts; `passed`: passed capacities. */
  summary(
    { complete, over, end }: { readonly complete: boolean; readonly over: boolean; readonly end: number },
    failure: RunFailure | undefined,
    passed: readonly string[],
  ): OperationSummary | undefined {
    if (!this.#any) return undefined;
    if (over) for (const pair of this.#pairs) if (pair.since >= 0) this.#end(pair);
    const { operation, controls } = this.#simulation;
    const hands = controls.gear.hands.map(({ spec, s }) => ({
      name: spec.name,
      worst: HAND_STATUS[s[HAND.status]],
      most: s[HAND.most],
      hardSeconds: s[HAND.hard],
      slipped: s[HAND.slipped],
      slid: s[HAND.slid],
    }));
    const lost = controls.gear.hands.filter(({ s }) => s[HAND.released] === 2);
    const limits = this.#limits.map((limit) => this.#limit(limit));
    const stowing = operation.stows.map((stow) => stowSummary(stow, this.#names, this.#impacts));
    const reasons = [
      ...(failure ? [`${failure.subject}: ${failure.message}`] : []),
      ...limits
        .filter(({ kept }) => !kept)
        .map(
          ({ name, worst, unit, wanted, time }) =>
            `${name} came to ${measured(worst, unit)} at t = ${show(time)} s, wanted ${wanted}`,
        ),
      ...passed,
      ...stowing.flatMap((stow) => stowReasons(stow, complete)),
      ...lost.map(({ spec, s }) => `deckhand ${spec.name} has ${HAND_STATUS[s[HAND.status]]}`),
      ...(complete && !operation.finished
        ? [`the script was not played to its end in the time of the run: ${operation.waiting.join('; ')}`]
        : []),
    ];
    // no reason against it so far, but the run is not complete
    const open = !over
      ? []
      : [
          ...(complete || failure
            ? []
            : [`the run was stopped at t = ${show(this.#simulation.time)} s of ${show(end)} s`]),
          ...limits
            .filter(({ worst }) => Number.isNaN(worst))
            .map(({ name }) => `${name} was not tested: its phase did not come`),
        ];
    return {
      phases: operation.phases,
      lines: this.#lines.map((line) => this.#line(line)),
      hands,
      impacts: [...this.#impacts].sort((a, b) => a.time - b.time),
      limits,
      clearances: this.#clearances.map(({ between, whole, byPhase }) => ({
        between,
        ...whole,
        phases: [...byPhase].map(([name, part]) => ({ name, ...part })),
      })),
      motions: this.#motions.summary(),
      ...(stowing.length > 0 && { stowing }),
      verdict: reasons.length > 0 ? 'no-go' : open.length > 0 ? 'not finished' : 'go',
      reasons: [...reasons, ...open],
    };
  }

  #limit({ spec, probe, worst, beyond, time }: Kept): LimitSummary {
    const { above, below, name } = spec;
    const bounds = [
      ...(above === undefined ? [] : [`above ${measured(above, probe.unit)}`]),
      ...(below === undefined ? [] : [`below ${measured(below, probe.unit)}`]),
    ];
    return {
      name,
      kept: !(beyond > 0),
      wanted: bounds.join(' and '),
      ...(above !== undefined && { above }),
      ...(below !== undefined && { below }),
      worst,
      time,
      unit: probe.unit,
    };
  }

  #line({ name, whole, byPhase, rope, atRest }: Line): LineSummary {
    const snaps = this.#simulation.operation.events
      .filter(({ kind, subject }) => kind === 'taut' && subject === name)
      .map(({ time, force }) => ({ time, peak: force }));
    const load = staticLoad(whole, byPhase, atRest);
    const order = [...new Set(this.#simulation.operation.phases.map((phase) => phase.name))];
    return {
      name,
      mean: mean(whole),
      least: whole.least,
      most: whole.most,
      mostTime: whole.mostTime,
      static: load.force,
      staticPhase: load.phase,
      phases: order.flatMap((phase) => {
        const sum = byPhase.get(phase);
        if (sum === undefined) return [];
        const amplification = load.force > 0 ? sum.most / load.force : 0;
        return [{ name: phase, mean: mean(sum), least: sum.least, most: sum.most, amplification }];
      }),
      snaps,
      slackSeconds: whole.slack,
      ...(rope && { capacity: rope.capacity, utilisation: rope.most / rope.capacity }),
    };
  }
}

/**
 * Static load of a line: its tension in static equilibrium, where the run starts from it, or the mean of a phase if that is larger. Over a
 * time much longer than its oscillations a load gains no speed, so the mean tension is the static one. The largest of all phases is used,
 * because in others the line may be slack or the load in the water. Phases shorter than SHORTEST_PHASE may be a single oscillation.
 */
function staticLoad(
  whole: Sum,
  byPhase: ReadonlyMap<string, Sum>,
  atRest: number,
): { readonly force: number; readonly phase: string } {
  let load = { force: 0, phase: '' };
  for (const [phase, sum] of byPhase) {
    if (sum.time >= SHORTEST_PHASE && mean(sum) > load.force) load = { force: mean(sum), phase };
  }
  if (atRest > load.force * SAME_LOAD) return { force: atRest, phase: 'at the start, at rest' };
  return load.force > 0 ? load : { force: mean(whole), phase: '' };
}

function dropLightest(impacts: ImpactSummary[]): void {
  let least = 0;
  for (let i = 1; i < impacts.length; i++) if (impacts[i].energy < impacts[least].energy) least = i;
  impacts.splice(least, 1);
}

function emptySum(): Sum {
  return {
    time: 0,
    integral: 0,
    least: Number.POSITIVE_INFINITY,
    most: Number.NEGATIVE_INFINITY,
    mostTime: 0,
    slack: 0,
  };
}

function add(sum: Sum, h: number, time: number, value: number, slack: boolean): void {
  sum.time += h;
  sum.integral += h * value;
  sum.least = Math.min(sum.least, value);
  if (value > sum.most) {
    sum.most = value;
    sum.mostTime = time;
  }
  if (slack) sum.slack += h;
}

function lower(known: Least, distance: number, time: number): void {
  if (!(distance < known.least)) return;
  known.least = distance;
  known.time = time;
}

function mean({ integral, time }: Sum): number {
  return time > 0 ? integral / time : 0;
}

function show(x: number): string {
  return String(Number(x.toPrecision(4)));
}
