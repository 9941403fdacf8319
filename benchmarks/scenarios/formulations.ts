/**
 * Two ways to hold joints and advance time on the same mechanisms, with the same step of 2 ms:
 *   KKT      multipliers solved with the step, TR-BDF2 (the default) or the trapezoidal rule
 *   ALI3-P   index-3 augmented Lagrangian with projections of velocities and accelerations on the trapezoidal rule
 *            (Vilela 2018, eqs 2.10-2.41; Dopico (anchor), s. 2), for penalties of 1e6 to 1e12 N/m
 *   AL       the augmented Lagrangian on TR-BDF2
 * Each detail is a cell of docs/theory/formulations.md (formulations-tables.mjs makes its tables): largest error against the reference, iterations and rejected steps,
 * largest gap of a joint and largest change of energy. The scenarios are those of the validation cases.
 */
import type { BenchCase, BenchRow, CaseContext, CaseRun, Overrides } from 'hawser/cases';

interface Mechanism {
  readonly name: string;
  /** a file, or the text of a scenario */
  readonly scenario: string;
  /** columns of the run: columns of the reference */
  readonly curves: Readonly<Record<string, string>>;
  readonly reference?: string;
  /** two points that a joint holds together: channels, or a channel and a fixed place [m] */
  readonly gap: readonly [string, string | readonly [number, number, number]];
  /** distance the two points should have [m] */
  readonly distance?: number;
  /** named points that `gap` needs */
  readonly overrides: Overrides;
}

const folder = '../../validation';

const MECHANISMS: readonly Mechanism[] = [
  {
    name: 'pendulum (MB-01)',
    scenario: `${folder}/MB-01-pendulum/scenario.yaml`,
    reference: `${folder}/MB-01-pendulum/reference.csv`,
    curves: { 'bob.position.x': 'x', 'bob.position.z': 'y' },
    gap: ['bob.position', [0, 0, 0]],
    distance: 1,
    overrides: {},
  },
  {
    name: 'spatial slider-crank (MB-07)',
    scenario: `${folder}/MB-07-spatial-slidercrank/scenario.yaml`,
    reference: `${folder}/MB-07-spatial-slidercrank/reference.csv`,
    curves: { 'slider.position.x': 'x_slider' },
    gap: ['rod.C.position', 'slider.position'],
    overrides: { 'bodies.rod.points': { C: [0.1, -0.05, -0.1] } },
  },
  {
    name: 'Bricard, redundant (MB-04)',
    scenario: `${folder}/MB-04-bricard/scenario.yaml`,
    reference: `${folder}/MB-04-bricard/reference.csv`,
    curves: { 'bar 2.P3.position.x': 'P3x', 'bar 2.P3.position.y': 'P3y', 'bar 2.P3.position.z': 'P3z' },
    gap: ['bar 5.P6.position', [0, 0, 1]],
    overrides: { 'bodies.bar 5.points': { P6: [0, 0.5, 0] } },
  },
  {
    name: 'slider-crank, singular (MB-06)',
    scenario: `${folder}/MB-06-slidercrank-singular/scenario.yaml`,
    reference: `${folder}/MB-06-slidercrank-singular/reference.csv`,
    curves: { 'slider.position.x': 'x_slider' },
    gap: ['rod.end.position', 'slider.position'],
    overrides: { 'bodies.rod.points': { end: [1, 0, 0] } },
  },
  {
    name: 'two four-bar loops, singular and redundant (MB-02)',
    scenario: `${folder}/MB-02-nfourbar/scenario.yaml`,
    reference: `${folder}/MB-02-nfourbar/reference.csv`,
    curves: { 'post 0.top.position.x': 'B0x_N2', 'post 0.top.position.y': 'B0y_N2' },
    gap: ['post 2.top.position', 'beam 1.end.position'],
    overrides: { 'bodies.post 2.points': { top: [1, 0, 0] }, 'bodies.beam 1.points': { end: [1, 0, 0] } },
  },
  {
    name: 'chain of 40 links of 1 kg with 5 t',
    scenario: chain(40, 5000),
    curves: {},
    gap: ['link 40.end.position', 'load.position'],
    overrides: {},
  },
];

const PENALTIES: readonly number[] = [1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12];
const SEEDS: Overrides = { 'solver.integrator': 'trapezoidal', 'solver.constraints': 'augmented-lagrangian' };

async function run(context: CaseContext): Promise<BenchRow> {
  const details: Record<string, string> = {};
  let simulatedSeconds = 0;
  let cpuSeconds = 0;
  for (const mechanism of MECHANISMS) {
    const note = async (name: string, overrides: Overrides): Promise<CaseRun> => {
      const result = await runOnce(context, mechanism, overrides);
      details[`${mechanism.name}, ${name}`] = describe(context, mechanism, result);
      return result;
    };
    const usual = await note('KKT, TR-BDF2', {});
    simulatedSeconds += usual.simulatedSeconds;
    cpuSeconds += usual.cpuSeconds;
    await note('KKT, trapezoidal', { 'solver.integrator': 'trapezoidal' });
    await note('AL, TR-BDF2, penalty 1e+9', { 'solver.constraints': 'augmented-lagrangian', 'solver.penalty': 1e9 });
    for (const penalty of PENALTIES) {
      await note(`ALI3-P, penalty ${penalty.toExponential(0)}`, { ...SEEDS, 'solver.penalty': penalty });
    }
  }
  return { name: 'formulations', simulatedSeconds, cpuSeconds, realTimeRatio: simulatedSeconds / cpuSeconds, details };
}

/**
 * The same settings for all: fixed steps of 2 ms, halved at most eleven times, and up to 100 iterations, so that a slow
 * contraction is not taken for divergence.
 */
function runOnce(context: CaseContext, mechanism: Mechanism, overrides: Overrides): Promise<CaseRun> {
  const places = mechanism.gap.filter((place) => typeof place === 'string');
  return context.runScenario(mechanism.scenario, {
    ...mechanism.overrides,
    'solver.step': '2 ms',
    'solver.min step': '1 us',
    'solver.newton tolerance': 1e-9,
    'solver.max iterations': 100,
    'output.channels': [...new Set([...Object.keys(mechanism.curves).map(channelOf), ...places, 'energy.*'])],
    ...overrides,
  });
}

function describe(context: CaseContext, mechanism: Mechanism, result: CaseRun): string {
  const cost = `${(result.iterations / result.steps).toFixed(1)} iterations a step, ${result.rejected} rejected`;
  if (result.status !== 'complete') {
    const { time } = result.recording;
    return `fails at ${time[time.length - 1].toPrecision(3)} s (${cost})`;
  }
  const energy = result.recording.column('energy.total');
  const change = energy.reduce((most, e) => Math.max(most, Math.abs(e - energy[0])), 0);
  const error = mechanism.reference === undefined ? '' : `error ${short(largestError(context, mechanism, result))} m, `;
  return `${error}${cost}, gap ${short(largestGap(mechanism, result))} m, energy ${short(change)} J`;
}

function largestError(context: CaseContext, { reference, curves }: Mechanism, result: CaseRun): number {
  if (reference === undefined) return Number.NaN;
  const known = context.readCsv(reference);
  let most = 0;
  for (const [ours, theirs] of Object.entries(curves)) {
    const values = result.recording.column(ours);
    for (let i = 0; i < known.t.length; i++) most = Math.max(most, Math.abs(values[i] - known[theirs][i]));
  }
  return most;
}

function largestGap({ gap, distance = 0 }: Mechanism, result: CaseRun): number {
  const columns = gap.map((place) =>
    ['x', 'y', 'z'].map((axis, k) =>
      typeof place === 'string'
        ? result.recording.column(`${place}.${axis}`)
        : new Float64Array(result.recording.length).fill(place[k]),
    ),
  );
  let most = 0;
  for (let i = 0; i < result.recording.length; i++) {
    const apart = Math.hypot(...[0, 1, 2].map((k) => columns[0][k][i] - columns[1][k][i]));
    most = Math.max(most, Math.abs(apart - distance));
  }
  return most;
}

const channelOf = (column: string): string => column.slice(0, column.lastIndexOf('.'));
const short = (x: number): string => x.toExponential(1);

/** Links of 1 kg and 0.5 m with hinges, a load at the end, let go straight and 30 degrees off the vertical. */
function chain(links: number, load: number): string {
  const bodies: Record<string, unknown> = {};
  const joints: Record<string, unknown> = {};
  const rotation = { axis: [0, 1, 0], angle: '60 deg' }; // x points down the chain
  const at = (distance: number): number[] => [0.5 * distance, 0, -Math.sqrt(0.75) * distance];
  for (let k = 0; k < links; k++) {
    const bar = { mass: 1, centre: [0.25, 0, 0], inertia: [0.001, 1 / 48, 1 / 48], points: { end: [0.5, 0, 0] } };
    bodies[`link ${k + 1}`] = { ...bar, position: at(0.5 * k), rotation };
    const between = [k === 0 ? 'world' : `link ${k}`, `link ${k + 1}`];
    joints[`hinge ${k + 1}`] = { type: 'revolute', between, at: at(0.5 * k), axis: [0, 1, 0] };
  }
  bodies.load = { mass: load, inertia: [500, 500, 500], position: at(0.5 * links) };
  joints.hook = { type: 'point', between: [`link ${links}`, 'load'], at: at(0.5 * links) };
  const document = {
    hawser: 1,
    bodies,
    joints,
    contacts: { enabled: false },
    run: { duration: 5 },
    output: { rate: 20, 'animation rate': 20 },
  };
  return JSON.stringify(document, undefined, 1);
}

export const benchCase: BenchCase = {
  name: 'formulations',
  title: 'KKT with TR-BDF2 against the augmented Lagrangian with projections on six mechanisms',
  run,
};
