/** Verdicts on anchors hauled into pipes whose answer is known: a funnel that takes the anchor, a plate without a way in, a narrow gap. */
import { Simulation, STOW } from '@hawser/engine';
import { describe, expect, test } from 'vitest';
import { compileValue } from './compile.ts';
import { formatIssue } from './issues.ts';

/**
 * A vertical pipe between walls at x = +-gap/2 under a plate at height z = 0: the head of a Hall anchor of 3 t, 1.4 m wide, comes to rest
 * under it with both flukes. The chain is straight, so that nothing but the anchor touches.
 */
function yard(boxes: unknown[], stow: Record<string, unknown>, more: Record<string, unknown> = {}) {
  return {
    hawser: 1,
    materials: { steel: { youngs: '2 GPa', density: 7850, friction: 0.3 } },
    bodies: { hull: { fixed: true, material: 'steel', shapes: boxes } },
    anchors: { bower: { mass: 3000, material: 'steel', ...more } },
    chains: {
      cable: {
        links: 14,
        diameter: 0.05,
        touches: 'nothing',
        from: { body: 'hull', point: [0, 0, 2.5] },
        to: { body: 'bower shank', carried: true },
      },
    },
    winches: { windlass: { chain: 'cable', speed: 0.5, torque: 15_000, start: { haul: 0.4 } } }, // 60 kN at 0.25 m
    stowing: {
      bower: { hull: 'hull', winch: 'windlass', pipe: { at: [0, 0, 0], axis: [0, 0, 1] }, hold: '1 s', ...stow },
    },
    solver: { step: 0.005, impacts: 'absorb' },
  };
}

/** A plate with a slit along y for the shank: the bills come up against it on both sides. */
const slit = [
  { box: [2, 3, 0.4], at: [1.2, 0, 0.2] },
  { box: [2, 3, 0.4], at: [-1.2, 0, 0.2] },
];

function verdictOf(scenario: unknown, until = 12) {
  const compiled = compileValue(scenario);
  if (!compiled.ok) throw new Error(compiled.issues.map(formatIssue).join('\n'));
  const simulation = new Simulation(compiled.compiled.spec);
  while (simulation.time < until) {
    const step = simulation.step(until);
    if (!step.ok) throw new Error(step.message);
    if (simulation.operation.stows[0].s[STOW.state] === 3) break;
  }
  return simulation.operation.stows[0];
}

describe('an anchor hauled home', () => {
  test('under a slit: at rest with both bills, at a depth that follows from its sizes', () => {
    // pin of the flukes near the bills' height: shackle above the plate by shank less bill
    const { s, verdict } = verdictOf(yard(slit, { depth: 9 }, { flukes: 0, 'fluke angle': '1 deg' }));
    expect(verdict).toBe('jam, hung up'); // nine metres up is not where it can come to; paid out, it follows
    expect(s[STOW.sides]).toBe(3);
    const home = verdictOf(
      yard(slit, { depth: s[STOW.depth] + 0.01, flukes: 0 }, { flukes: 0, 'fluke angle': '1 deg' }),
    );
    expect(home.s[STOW.roll]).toBeLessThan(0.05);
    expect(['seated', 'mis-seated']).toContain(home.verdict);
    expect(home.verdict === 'seated').toBe(home.s[STOW.places] >= 3);
  });

  test('under a closed plate it never enters', () => {
    const plate = [{ box: [4, 4, 0.4], at: [0, 0, -0.5] }];
    const { verdict } = verdictOf(yard(plate, { depth: 1 }));
    expect(verdict).toBe('never entered');
  });

  test('names and directions that do not fit are refused where they stand', () => {
    const wrong = (stow: Record<string, unknown>) => {
      const result = compileValue(yard(slit, { depth: 1, ...stow }));
      return result.ok ? [] : result.issues.map(formatIssue);
    };
    expect(wrong({ winch: 'windlas' })[0]).toMatch(
      /stowing\.bower\.winch: expected the name of a winch, found "windlas"/,
    );
    expect(wrong({ hull: 'hul' })[0]).toMatch(/stowing\.bower\.hull: expected the name of a body, found "hul"/);
    expect(wrong({ pipe: { at: [0, 0, 0], axis: [1, 0, 0] } })[0]).toMatch(
      /stowing\.bower\.pipe\.across: expected a direction across/,
    );
    expect(wrong({ pipe: undefined })[0]).toMatch(/stowing\.bower: expected "pipe" for a hull that is no bow solid/);
  });
});
