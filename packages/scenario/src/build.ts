/** Converts a scenario to ModelSpec and scenery. All faults go to the context's issues. */
import type { ModelSpec, SolverSpec } from '@hawser/engine';
import type { Scenery } from '@hawser/record';
import { layAnchors } from './build/chain/anchors.ts';
import { type BuiltBody, buildBodies, buildBody } from './build/bodies.ts';
import { bedOf } from './build/bed.ts';
import { buildCables } from './build/cables.ts';
import { chainSpecs, type LaidChain, layChains } from './build/chain/chains.ts';
import { buildContacts } from './build/contacts.ts';
import { buildDirector } from './build/director.ts';
import { buildEvents } from './build/events.ts';
import { buildForces, drawSprings } from './build/forces.ts';
import { buildCranes, buildHands, buildWinches, feedCables } from './build/gear.ts';
import { buildLimits, type LimitSpec } from './build/limits.ts';
import { buildJoints } from './build/joints.ts';
import { buildWater } from './build/sea.ts';
import { drawHands } from './build/people.ts';
import { buildTactile } from './build/tactile.ts';
import { buildStows } from './build/chain/stowing.ts';
import { buildScenery } from './build/scenery.ts';
import { Materials } from './build/shapes.ts';
import { type StandingBody, standing } from './build/start.ts';
import type { Context } from './check/context.ts';
import { checkSizes } from './check/sizes.ts';
import { checkJoints } from './check/fit.ts';
import type { Solver } from './schema/solver.ts';

export interface BuiltScenario {
  readonly spec: ModelSpec;
  readonly scenery: Scenery;
  readonly limits: readonly LimitSpec[];
}

/** The result is valid only when no issue was found. */
export function buildScenario(context: Context): BuiltScenario {
  checkOutput(context);
  const materials = new Materials(context.scenario.materials);
  const water = buildWater(context);
  const gravity = Math.hypot(...context.scenario.environment.gravity);
  layAnchors(context);
  const written = buildBodies(context, materials);
  const stand = (body: BuiltBody): StandingBody => standing(body.spec, water, gravity);
  const chains = layChains(context, new Map(written.map((body) => [body.spec.name, stand(body)])), materials);
  const built = withChains(context, written, chains, materials);
  const { scenario } = context;
  const bodies = built.map((body) => body.spec);
  const atStart = built.map(stand);
  const scenery = buildScenery(
    context,
    built.map(({ spec, shapes, colour }) => ({
      name: spec.name,
      fixed: spec.kind === 'fixed',
      placement: spec.placement,
      shapes,
      ...(colour !== undefined && { colour }),
    })),
  );
  const around = { gravity: scenario.environment.gravity, bodies, ...(water && { water }) };
  const cables = feedCables(context, buildCables(context, atStart, materials, around));
  const events = buildEvents(context, cables, atStart);
  const joints = buildJoints(context, atStart);
  checkJoints(context, joints, atStart);
  bedOf(context); // its faults are reported even if no cable lies on it
  const forces = buildForces(context, atStart);
  const winches = buildWinches(context, cables, forces, atStart);
  const hands = buildHands(context, cables, forces);
  const cranes = buildCranes(context, joints);
  const clearances = scenario.clearances.flatMap((pair, i): [number, number][] => {
    const [a, b] = pair.map((name, k) => context.body(name, ['clearances', i, k]));
    return a === undefined || b === undefined ? [] : [[a, b]];
  });
  const tactile = buildTactile(context, (body) => built[body].shapes);
  const script = buildDirector(context, { winches, hands, cranes, bodies: atStart });
  const stows = buildStows(context, winches, bodies);
  const spec: ModelSpec = {
    gravity: scenario.environment.gravity,
    bodies,
    joints,
    forces,
    ...(cables.length > 0 && { cables: cables.map((cable) => cable.spec) }),
    ...(chains.length > 0 && { chains: chainSpecs(chains, context.bodyNames, joints) }),
    ...(events.length > 0 && { events }),
    ...(winches.length > 0 && { winches }),
    ...(hands.length > 0 && { hands }),
    ...(cranes.length > 0 && { cranes }),
    ...(script.length > 0 && { director: { script } }),
    ...(stows.length > 0 && { stows }),
    ...(clearances.length > 0 && { clearances }),
    ...(tactile.length > 0 && { tactile }),
    ...(water && { water }),
    contacts: buildContacts(context, materials),
    materials: materials.specs,
    solver: buildSolver(context, scenario.solver),
  };
  const limits = buildLimits(context);
  context.tellUnknownNames();
  checkSizes(context, spec);
  return {
    limits,
    spec,
    scenery: {
      bodies: [
        ...drawHands(scenery.bodies, hands, cables, forces, atStart),
        ...cables.flatMap((cable) => cable.scenery),
        ...drawSprings(context, forces),
      ],
    },
  };
}

/** The bodies including the links of chains; a body hanging on a chain is placed at its end. */
function withChains(
  context: Context,
  written: readonly BuiltBody[],
  chains: readonly LaidChain[],
  materials: Materials,
): BuiltBody[] {
  const built = [...written];
  for (const { name, bodies, joints, carried, windlass } of chains) {
    for (const { body, position, rotation } of carried) {
      const moved = { ...context.scenario.bodies[body], position, ...(rotation && { rotation }) };
      built[context.bodyNames.indexOf(body)] = buildBody(context, body, moved, materials);
    }
    if (windlass !== undefined) {
      context.add(windlass.path, windlass.bodies, windlass.joints, windlass.forces);
      for (const [grip, body] of windlass.bodies) built.push(buildBody(context, grip, body, materials));
    }
    context.addChain(name, bodies, joints);
    for (const [link, body] of bodies) built.push(buildBody(context, link, body, materials));
  }
  return built;
}

/** Largest number of rows: at 100 Hz these are four months. */
const MOST_ROWS = 1e9;

function checkOutput(context: Context): void {
  const { run, output } = context.scenario;
  for (const [key, rows] of [
    ['rate', 'rows'],
    ['animation rate', 'frames'],
  ] as const) {
    const count = run.duration * output[key];
    if (count <= MOST_ROWS) continue;
    const path = context.given(['output', key]) ? ['output', key] : ['run', 'duration'];
    context.wrong(
      'value',
      path,
      {
        expected: `at most a billion ${rows} in all`,
        found: `${run.duration} s at ${output[key]} Hz, which is ${Number(count.toPrecision(3))}`,
        hint: 'shorten the run or record less often',
      },
      [
        ['output', key],
        ['run', 'duration'],
      ],
    );
  }
}

/** Largest number of steps: at ten microseconds of processor time each these are twelve days. */
const MOST_STEPS = 1e11;

function checkSteps(context: Context, step: number): void {
  const { run } = context.scenario;
  const count = run.duration / step;
  if (count <= MOST_STEPS) return;
  context.wrong(
    'value',
    ['solver', 'step'],
    {
      expected: 'at most 1e11 steps in all',
      found: `${run.duration} s in steps of ${step} s, which is ${Number(count.toPrecision(3))}`,
      hint: 'take a longer step or shorten the run',
    },
    [
      ['solver', 'step'],
      ['run', 'duration'],
    ],
  );
}

/** [s] steps of `integrator: convex` unless the scenario says otherwise: long enough for piles, short enough for sub-millimetre depths */
const CONVEX_STEP = 5e-3;

function buildSolver(context: Context, solver: Solver): SolverSpec {
  if (solver.step !== 'auto') checkSteps(context, solver.step);
  const minStep = solver['min step'];
  const maxStep = solver['max step'];
  if (minStep > maxStep) {
    const found = `min step ${minStep} s, max step ${maxStep} s`;
    const expected = 'a min step not above the max step';
    const key = context.given(['solver', 'min step']) ? 'min step' : 'max step';
    context.wrong('value', ['solver', key], { expected, found }, [
      ['solver', 'max step'],
      ['solver', 'min step'],
    ]);
  }
  return {
    integrator: solver.integrator,
    constraints: solver.constraints,
    step: solver.integrator === 'convex' && solver.step === 'auto' ? CONVEX_STEP : solver.step,
    tolerance: solver.tolerance === 'auto' ? toleranceOf(solver.accuracy) : solver.tolerance,
    impacts: solver.impacts,
    ...(solver['energy error'] !== undefined && { energyError: solver['energy error'] }),
    minStep,
    maxStep,
    newtonTolerance: solver['newton tolerance'],
    contactResolution: solver['contact resolution'],
    maxIterations: solver['max iterations'],
    regularisation: solver.regularisation,
    penalty: solver.penalty,
    assemble: solver.assemble,
    assemblyTolerance: solver['assembly tolerance'],
    startFromEquilibrium: solver['start from equilibrium'],
  };
}

/** [m or rad] tolerance of a step for this error at the end, as a part of the motion: the error at the end grows as tolerance^(2/3). */
function toleranceOf(accuracy: number): number {
  const ratio = accuracy / 1e-4;
  return 1e-5 * ratio * Math.sqrt(ratio);
}
