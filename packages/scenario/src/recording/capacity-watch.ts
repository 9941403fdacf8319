/**
 * Watches capacities at every step: ropes beyond their break load, joints beyond their stops, solids deep in each other. Passing a capacity
 * is an event at its time, and a warning and a reason of the verdict at the end. Without a given capacity, a rope that would have to be
 * stronger than any existing one is still reported.
 */
import { chainBreakLoad, type Probe, type Simulation } from '@hawser/engine';
import type { RunEvent } from '@hawser/record';
import type { Compiled } from '../compile.ts';
import type { Cable, Rope } from '../schema/cable.ts';
import type { Chain } from '../schema/chain.ts';
import type { Scenario } from '../schema/index.ts';
import { measured } from './measured.ts';

interface Watched {
  readonly subject: string;
  readonly probe: Probe;
  readonly component: number;
  /** upper and lower limit */
  readonly upper: number;
  readonly lower: number;
  readonly unit: string;
  /** such as `its break load` */
  readonly what: string;
  /** largest excess, with its value and time [s]; 0: within */
  beyond: number;
  worst: number;
  time: number;
}

/** [Pa] over the whole section: wire ropes and chains of the best steel break below this, fibres too. */
const STRONGEST = 2.5e9;
/** A stop is compliant: it counts as passed at this part of the range between the stops, at least [rad] or of 1 m, beyond it. */
const THROUGH = 0.05;
const THROUGH_ANGLE = (5 * Math.PI) / 180;
/** Overlap, as a part of the smaller solid, from which solids count as inside each other. */
const DEEP = 0.1;

export class CapacityWatch {
  readonly #watched: readonly Watched[];
  readonly #deep: Watched | undefined;
  readonly #simulation: Simulation;
  readonly #tell: (event: RunEvent) => void;
  readonly #value: Float64Array = new Float64Array(4);
  #partings = 0;

  constructor(simulation: Simulation, compiled: Compiled, tell: (event: RunEvent) => void) {
    const byName = new Map(simulation.probes.map((probe) => [probe.name, probe]));
    this.#simulation = simulation;
    this.#tell = tell;
    this.#watched = [
      ...ropes(compiled, byName),
      ...chains(compiled, byName),
      ...stops(compiled, byName),
      ...layers(simulation),
    ];
    this.#deep = solids(simulation, byName);
  }

  /** After every step. */
  look(): void {
    for (let i = 0; i < this.#watched.length; i++) this.#check(this.#watched[i]);
    const { partings } = this.#simulation;
    for (; this.#partings < partings.length; this.#partings++) {
      const { cable, time, from, tension } = partings[this.#partings];
      const message = `parted ${show(from)} m from its start, at ${show(tension)} N`;
      this.#tell({ time, kind: 'warning', subject: `cable ${cable}`, message });
    }
    if (this.#deep !== undefined && this.#simulation.stats.contacts > 0) this.#check(this.#deep);
  }

  #check(watched: Watched): void {
    watched.probe.read(this.#value, 0);
    const value = this.#value[watched.component];
    const beyond = Math.max(value - watched.upper, watched.lower - value);
    if (!(beyond > watched.beyond)) return;
    const first = watched.beyond === 0;
    watched.beyond = beyond;
    watched.worst = value;
    watched.time = this.#simulation.time;
    if (first) this.#tell({ time: watched.time, kind: 'warning', subject: watched.subject, message: said(watched) });
  }

  /** The passed capacities, with their worst values. */
  reasons(): string[] {
    return [...this.#watched, ...(this.#deep ? [this.#deep] : [])]
      .filter(({ beyond }) => beyond > 0)
      .map((watched) => `${watched.subject} ${said(watched)}, at t = ${show(watched.time)} s`);
  }
}

function said({ worst, upper, lower, unit, what }: Watched): string {
  const bound = worst > upper ? upper : lower;
  return `came to ${measured(worst, unit || 'part', bound)}, beyond ${what} of ${measured(bound, unit || 'part', worst)}`;
}

type Probes = ReadonlyMap<string, Probe>;

/** Ropes that a cable is made of. */
function ropesOf({ ropes: kinds }: Scenario, { sections, rope }: Cable): Rope[] {
  const names = sections?.map((section) => section.rope) ?? (rope === undefined ? [] : [rope]);
  return names.flatMap((name) => kinds[name] ?? []);
}

/** [N] break load of the weakest rope of a cable for which one is given; undefined: for none. */
export function breakLoad(scenario: Scenario, cable: Cable): number | undefined {
  const given = ropesOf(scenario, cable).flatMap((rope) => rope['break load'] ?? []);
  return given.length === 0 ? undefined : Math.min(...given);
}

function ropes({ scenario }: Compiled, byName: Probes): Watched[] {
  return Object.entries(scenario.cables).flatMap(([name, cable]): Watched[] => {
    const probe = byName.get(`cable.${name}.tension-max`);
    const kinds = ropesOf(scenario, cable);
    if (probe === undefined || kinds.length === 0) return [];
    const limits = kinds.map((rope) => {
      const given = rope['break load'];
      return { given, load: given ?? 0.25 * Math.PI * rope.diameter * rope.diameter * STRONGEST };
    });
    const weakest = limits.reduce((a, b) => (b.load < a.load ? b : a));
    const what = weakest.given === undefined ? 'what any rope of its diameter can bear,' : 'its break load';
    const watched = { subject: `cable ${name}`, probe, component: 0, unit: 'N', what };
    return [{ ...watched, upper: weakest.load, lower: Number.NEGATIVE_INFINITY, beyond: 0, worst: 0, time: 0 }];
  });
}

/** [N] break load of a chain whose grade is given (IACS UR W18) */
export function chainCapacity({ diameter, grade }: Chain): number | undefined {
  return grade === undefined ? undefined : chainBreakLoad(diameter, grade);
}

/** Chains whose grade is given. */
function chains({ scenario }: Compiled, byName: Probes): Watched[] {
  return Object.entries(scenario.chains).flatMap(([name, chain]): Watched[] => {
    const probe = byName.get(`chain.${name}.tension-max`);
    const upper = chainCapacity(chain);
    if (probe === undefined || upper === undefined) return [];
    const watched = { subject: `chain ${name}`, probe, component: 0, unit: 'N', what: 'its break load' };
    return [{ ...watched, upper, lower: Number.NEGATIVE_INFINITY, beyond: 0, worst: 0, time: 0 }];
  });
}

function stops({ spec }: Compiled, byName: Probes): Watched[] {
  return spec.joints.flatMap((joint) =>
    joint.actions.flatMap(({ coordinate, limits }): Watched[] => {
      const probe = byName.get(`joint.${joint.name}.${coordinate}`);
      if (limits === undefined || probe === undefined) return [];
      const { lower = Number.NEGATIVE_INFINITY, upper = Number.POSITIVE_INFINITY } = limits;
      const angle = coordinate === 'angle' || coordinate === 'bend' || coordinate === 'twist';
      const range = upper - lower;
      const give = Math.max(
        angle ? THROUGH_ANGLE : 0,
        THROUGH * (Number.isFinite(range) ? range : angle ? Math.PI : 1),
      );
      const watched = {
        subject: `joint ${joint.name}`,
        probe,
        component: 0,
        unit: probe.unit,
        what: 'its stop, with what that gives,',
      };
      return [{ ...watched, upper: upper + give, lower: lower - give, beyond: 0, worst: 0, time: 0 }];
    }),
  );
}

/** Soft layers that something may pass through. */
function layers({ model, probes }: Simulation): Watched[] {
  if (model.shapeField.every((field) => field === undefined)) return [];
  return probes.flatMap((probe): Watched[] => {
    const pair = /^contact\.(.*)\.through$/.exec(probe.name)?.[1];
    if (pair === undefined) return [];
    const watched = {
      subject: `contact ${pair}`,
      probe,
      component: 0,
      unit: '',
      what: 'what its soft layer can give,',
    };
    return [{ ...watched, upper: 1, lower: Number.NEGATIVE_INFINITY, beyond: 0, worst: 0, time: 0 }];
  });
}

/** [m] largest depth in the softest shape within its field */
function softest({ model }: Simulation): number {
  let most = 0;
  model.shapeField.forEach((field, i) => {
    if (field === undefined) return;
    const { extent } = field;
    const deep = extent.kind === 'layer' && Number.isFinite(extent.thickness);
    most = Math.max(most, deep ? extent.thickness : model.shapeSize[i]);
  });
  return most;
}

/**
 * Compares the deepest contact with the smallest solid: rarely passed, and then by far. Soft shapes may be compressed as deep as their
 * fields.
 */
function solids(simulation: Simulation, byName: Probes): Watched | undefined {
  const { model } = simulation;
  const probe = byName.get('contact.deepest');
  let least = Number.POSITIVE_INFINITY;
  model.shapes.forEach(({ shape }, i) => {
    if (shape.kind !== 'half-space') least = Math.min(least, model.shapeSize[i]);
  });
  if (probe === undefined || !Number.isFinite(least)) return undefined;
  const watched = { subject: 'contact', probe, component: 0, unit: 'm', what: 'a tenth of the smallest body,' };
  return {
    ...watched,
    upper: Math.max(DEEP * least, softest(simulation)),
    lower: Number.NEGATIVE_INFINITY,
    beyond: 0,
    worst: 0,
    time: 0,
  };
}

function show(x: number): string {
  return String(Number(x.toPrecision(4)));
}
