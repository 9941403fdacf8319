/** CB-05: natural frequencies of strings, chains, bars, beams and sagging cables, from how they ring after a short shake of an end. */
import type { CaseContext, Overrides, ValidationCase, ValidationRow } from 'hawser/cases';
import { strongest } from '../frequencies.ts';
import { compareRelative } from '../rows.ts';
import { completed, nodesOf } from '../series.ts';

const [id, source] = ['CB-05-frequencies', 'closed forms (Irvine 1981; Routh; Rao)'];
const row = { id, source };

interface Reference {
  readonly reference: {
    readonly taut_string_Hz: readonly number[];
    readonly hanging_chain_Hz: readonly number[];
    readonly bar_fixed_free_Hz: readonly number[];
    readonly cantilever_Hz: readonly number[];
    readonly pinned_tensioned_beam_Hz: readonly number[];
    readonly irvine_inplane_omega_over_pi: readonly {
      readonly lambda2: number;
      readonly symmetric_omega: readonly number[];
    }[];
  };
}

interface Shaken {
  readonly name: string;
  readonly expected: readonly number[];
  /** x or z */
  readonly axis: 'x' | 'z';
  readonly node: number;
  /** of the line: node / elements is where it is looked at */
  readonly elements: number;
  /** [m], [s] */
  readonly shake: number;
  readonly step: number;
  readonly duration: number;
  readonly relative?: number;
  readonly overrides: Overrides;
}

async function rings(context: CaseContext, shaken: Shaken): Promise<readonly ValidationRow[]> {
  const { name, expected, axis, node, elements, shake, step, duration, relative = 1e-3 } = shaken;
  const rise = 0.5 / expected[expected.length - 1]; // short against the last mode
  const run = completed(
    await context.runScenario('scenario.yaml', {
      ...shaken.overrides,
      [`bodies.shaker.motion.${axis}`]: { ramp: { to: shake, duration: rise } },
      'solver.step': step,
      'run.duration': duration,
      'output.rate': 1 / (4 * step),
      'output.channels': ['cable.line.node-*.position'],
    }),
  );
  const { recording } = run;
  // the same place whatever the number of elements
  const seen = Math.round((node / elements) * (nodesOf(run, 'line') - 1));
  const column = recording.column(
    `cable.line.node-${seen}.position.${axis === 'x' && name.includes('sag') ? 'z' : axis}`,
  );
  return expected.map((f, i) =>
    compareRelative(row, {
      quantity: `${name}, mode ${i + 1}`,
      unit: 'Hz',
      expected: f,
      measured: strongest(recording.time, column, f, rise),
      relative,
    }),
  );
}

/** A sagging cable with lambda² given: H = 1e5 N, 100 m, sag of a two-hundredth. */
function sagging(lambda2: number, omegaOverPi: number): Shaken {
  const [H, l, sag, g] = [1e5, 100, 1 / 200, 9.81];
  const weight = (8 * sag * H) / l; // parabola: H = w l²/(8 d)
  const Le = l * (1 + 8 * sag * sag);
  const stiffness = (lambda2 * H * Le) / (((weight * l) / H) ** 2 * l);
  return {
    name: `sagging cable, lambda² = ${Number(lambda2.toPrecision(4))}, first symmetric`,
    expected: [(omegaOverPi / (2 * l)) * Math.sqrt((H * g) / weight)],
    axis: 'x',
    node: 40,
    elements: 80,
    shake: 1e-5, // of 7 mm that the rope is longer than its span,
    step: 8e-3,
    duration: 60,
    // the theory leaves out the sag ratio squared and the strain, H/EA: 0.04 where lambda² is 1
    relative: lambda2 < 2 ? 0.01 : 0.005,
    overrides: {
      'environment.gravity': g,
      'ropes.rope': { mass: weight / g, stiffness, diameter: 0.01 },
      'cables.line': {
        rope: 'rope',
        length: l * (1 + (8 / 3) * sag * sag) - (H * Le) / stiffness,
        elements: 80,
        from: { body: 'shaker' },
        to: { body: 'world', point: [l, 0, 0] },
        shape: Array.from({ length: 81 }, (_, i) => [(l * i) / 80, 0, -4 * sag * l * (i / 80) * (1 - i / 80)]),
      },
      'solver.start from equilibrium': true,
    },
  };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference } = context.readJson('reference.json') as Reference;
  const from = { body: 'shaker' };
  const to = (x: number) => ({ body: 'world', point: [x, 0, 0] });
  const strain = 2000 / 1e7;
  const held = { compression: 'rod', diameter: 0.01 };
  const all: Shaken[] = [
    {
      name: 'taut string, 40 elements, mass blended',
      expected: reference.taut_string_Hz.slice(0, 4),
      axis: 'z',
      node: 7,
      elements: 40,
      shake: 1e-4,
      step: 5e-4,
      duration: 8,
      overrides: {
        'ropes.rope': { mass: 0.5 * (1 + strain), stiffness: 1e7, diameter: 0.01 },
        'cables.line': { rope: 'rope', length: 10 / (1 + strain), elements: 40, mass: 'blended', from, to: to(10) },
      },
    },
    {
      name: 'hanging chain, 200 elements',
      expected: reference.hanging_chain_Hz.slice(0, 3),
      axis: 'x',
      node: 200,
      elements: 200,
      shake: 1e-3,
      step: 4e-3,
      duration: 48,
      overrides: {
        'environment.gravity': 9.81,
        'ropes.rope': { mass: 1, stiffness: 1e7, diameter: 0.01 },
        'cables.line': { rope: 'rope', length: 2, elements: 200, from },
      },
    },
    {
      name: 'bar, one end free, 40 elements, mass blended',
      expected: reference.bar_fixed_free_Hz.slice(0, 3),
      axis: 'x',
      node: 40,
      elements: 40,
      shake: 1e-4,
      step: 5e-6,
      duration: 0.06,
      overrides: {
        'ropes.rope': { ...held, mass: 7850, stiffness: 210e9 },
        'cables.line': { rope: 'rope', length: 3, elements: 40, mass: 'blended', from, shape: straight(3) },
      },
    },
    {
      name: 'cantilever, 80 elements, mass consistent',
      expected: reference.cantilever_Hz.slice(0, 3),
      axis: 'z',
      node: 80,
      elements: 80,
      shake: 1e-3,
      step: 1e-3,
      duration: 24,
      overrides: {
        'ropes.rope': { ...held, mass: 2, stiffness: 1e7, bending: 200 },
        'cables.line': {
          rope: 'rope',
          length: 4,
          elements: 80,
          mass: 'consistent',
          from: { ...from, clamp: [1, 0, 0] },
          shape: straight(4),
        },
      },
    },
    {
      name: 'pinned beam under tension, 80 elements, mass blended',
      expected: reference.pinned_tensioned_beam_Hz.slice(0, 3),
      axis: 'z',
      node: 18,
      elements: 80,
      shake: 1e-4,
      step: 6e-4,
      duration: 8,
      overrides: {
        'ropes.rope': { ...held, mass: 2 * (1 + 1e-4), stiffness: 1e7, bending: 200 },
        'cables.line': { rope: 'rope', length: 4 / (1 + 1e-4), elements: 80, mass: 'blended', from, to: to(4) },
      },
    },
    ...reference.irvine_inplane_omega_over_pi.map(({ lambda2, symmetric_omega }) =>
      sagging(lambda2, symmetric_omega[0]),
    ),
  ];
  const rows: ValidationRow[] = [];
  for (const shaken of all) rows.push(...(await rings(context, shaken)));
  return rows;
}

function straight(length: number): readonly (readonly number[])[] {
  return [
    [0, 0, 0],
    [length, 0, 0],
  ];
}

export const validationCase: ValidationCase = { id, title: 'Natural frequencies', source, slow: true, run };
