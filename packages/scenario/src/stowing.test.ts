/** Verdicts on anchors hauled into pipes whose answer is known: slots that take the bills, a plate without a way in, a wedge with friction. */
import { anchorSizes, Simulation, STOW } from '@hawser/engine';
import { describe, expect, test } from 'vitest';
import { compileValue } from './compile.ts';
import { formatIssue } from './issues.ts';

/**
 * A vertical pipe between walls at x = +-gap/2 under a plate at height z = 0: the head of a Hall anchor of 3 t, 1.4 m wide, comes to rest
 * under it with both flukes. The chain is straight, so that nothing but the anchor touches.
 */
function yard(
  boxes: unknown[],
  stow: Record<string, unknown>,
  more: Record<string, unknown> = {},
  { friction = 0.3, ...windlass }: { friction?: number; torque?: number; brake?: number } = {},
) {
  return {
    hawser: 1,
    materials: { steel: { youngs: '2 GPa', density: 7850, friction } },
    bodies: { hull: { fixed: true, material: 'steel', shapes: boxes } },
    anchors: { bower: { mass: 3000, material: 'steel', ...more } },
    chains: {
      cable: {
        links: 4,
        pitch: 0.7, // few and long: nothing here is about the chain
        diameter: 0.05,
        touches: 'nothing',
        from: { body: 'hull', point: [0, 0, 2.5] },
        to: { body: 'bower shank', carried: true },
      },
    },
    winches: { windlass: { chain: 'cable', speed: 0.5, torque: 15_000, start: { haul: 0.4 }, ...windlass } }, // 60 kN at 0.25 m
    stowing: {
      bower: { hull: 'hull', winch: 'windlass', pipe: { at: [0, 0, 0], axis: [0, 0, 1] }, hold: '0.4 s', ...stow },
    },
    solver: { step: 0.005, impacts: 'absorb' },
  };
}

/** A plate with a slit along y for the shank: the bills come up against it on both sides. */
const slit = [
  { box: [2, 3, 0.4], at: [1.2, 0, 0.2] },
  { box: [2, 3, 0.4], at: [-1.2, 0, 0.2] },
];

/** Beside it four blocks with a slot of 0.1 m along x: each bill comes up between two of them and touches both. */
const slots = [1, -1].flatMap((x) => [1, -1].map((y) => ({ box: [1.5, 1, 0.4], at: [0.95 * x, 0.55 * y, 0.2] })));

/** [m] of the shackle then, within a third of the tolerance. */
const SLOT_DEPTH = 0.712;

/** Head and shank as one piece. */
const rigid = { flukes: 0, 'fluke angle': '1 deg' };

/** [m] drum of the windlass; [N] of the anchor */
const DRUM = 0.25;
const WEIGHT = 3000 * 9.80665;

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
  test('under a slit both bills bear, which are two places: mis-seated at its depth, hung up where it should be deeper', () => {
    const { s, verdict } = verdictOf(yard(slit, { depth: 9 }, rigid));
    expect(verdict).toBe('jam, hung up'); // nine metres up is not where it can come to; paid out, it follows
    expect(s[STOW.sides]).toBe(3);
    const home = verdictOf(yard(slit, { depth: s[STOW.depth] + 0.01, flukes: 0 }, rigid));
    expect(home.s[STOW.roll]).toBeLessThan(0.05);
    expect(home.s[STOW.places]).toBe(2);
    expect(home.verdict).toBe('mis-seated');
  });

  test('in slots it seats, and stays there if the brake holds its weight', () => {
    const depth = SLOT_DEPTH;
    const held = (stable: string, share: number) =>
      verdictOf(yard(slots, { depth, flukes: 0, stable }, rigid, { brake: share * WEIGHT * DRUM }));
    const seated = held('0 s', 1.4);
    expect(seated.verdict).toBe('seated');
    expect(seated.s[STOW.places]).toBe(4); // two at each bill
    const stable = held('2 s', 1.4);
    expect(stable.verdict).toBe('stable stow');
    expect(stable.s[STOW.shift]).toBeLessThan(0.02);
    const shifted = held('2 s', 0.7);
    expect(shifted.verdict).toBe('seated, then shifted');
    expect(shifted.s[STOW.shift]).toBeGreaterThan(0.02);
    expect(shifted.depth).toBeLessThan(depth - 0.015); // it went down, not sideways
  });

  test('without a depth it is held against statics: bills up against the plate, shank upright', () => {
    const specOf = (scenario: unknown) => {
      const compiled = compileValue(scenario);
      if (!compiled.ok) throw new Error(compiled.issues.map(formatIssue).join('\n'));
      return compiled.compiled.spec.stows?.[0];
    };
    const { shank, fluke, crown } = anchorSizes('hall', 3000, 7850);
    const home = specOf(yard(slit, {}, rigid));
    // the bills reach fluke - crown above the pin, and are blunt: within a centimetre
    expect(home?.depth).toBeGreaterThan(shank - (fluke - crown) - 0.001);
    expect(home?.depth).toBeLessThan(shank - (fluke - crown) + 0.01);
    expect(home?.tilt).toBeLessThan(0.01);
    // as written where it is written
    const given = specOf(yard(slit, { depth: 0.5 }, rigid));
    expect(given).toMatchObject({ depth: 0.5, tilt: 0 });
    // under a closed plate there is nowhere to go
    const closed = compileValue(yard([{ box: [4, 3, 0.4], at: [0, 0, 0.2] }], {}, rigid));
    expect(closed.ok ? '' : closed.issues.map(formatIssue).join()).toContain('stowing.bower.depth');
  });

  test('a shank that leans against its pipe by more than its tolerance is mis-seated', () => {
    // the anchor hangs upright, so the tilt is the lean that the pipe is given
    const leaning = (degrees: number, tolerance: Record<string, unknown>) => {
      const a = (degrees * Math.PI) / 180;
      const pipe = { at: [0, 0, 0], axis: [0, Math.sin(a), Math.cos(a)] };
      const stow = verdictOf(yard(slots, { depth: Math.cos(a) * SLOT_DEPTH, flukes: 0, pipe, tolerance }, rigid));
      expect(stow.s[STOW.tilt]).toBeCloseTo(a, 3);
      return stow.verdict;
    };
    expect(leaning(8, {})).toBe('seated');
    expect(leaning(12, {})).toBe('mis-seated');
    expect(leaning(12, { tilt: '13 deg' })).toBe('seated');
  });

  /**
   * Walls that lean together by an angle a each, friction mu. Hauled in by a pull P against the weight W, a wedge presses on its walls
   * with 2 N (sin a + mu cos a) = P - W; let go, they hold it by up to 2 N (mu cos a - sin a). So it stays if
   *   (P - W) (mu - tan a) / (mu + tan a) > W
   * The blow that ends the way drives it in by more than P does: cases keep off the bound by a quarter or more.
   */
  test.each([
    { lean: 5, friction: 0.12, pull: 120e3 },
    { lean: 5, friction: 0.25, pull: 120e3 },
    { lean: 20, friction: 0.3, pull: 120e3 },
    { lean: 5, friction: 0.6, pull: 44e3 },
  ])('in a wedge of $lean deg with friction $friction, hauled with $pull N, it locks as a wedge does', (wedge) => {
    const { lean, friction, pull } = wedge;
    const walls = [1, -1].map((x) => ({
      box: [0.4, 3, 3],
      at: [0.9 * x, 0, -1],
      rotation: { axis: [0, 1, 0], angle: `${-lean * x} deg` },
    }));
    const tan = Math.tan((lean * Math.PI) / 180);
    const held = ((pull - WEIGHT) * (friction - tan)) / (friction + tan) / WEIGHT;
    expect(Math.abs(held - 1)).toBeGreaterThan(0.25);
    const { verdict } = verdictOf(yard(walls, { depth: 9 }, rigid, { friction, torque: pull * DRUM }));
    expect(verdict).toBe(held > 1 ? 'jam, self-locking' : 'jam, hung up');
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
