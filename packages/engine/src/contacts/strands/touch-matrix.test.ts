/** Contact of cables in the stage matrix, against differences of the residual. */
import { describe, expect, test } from 'vitest';
import { mistake } from '../../../test/cable-stage.ts';
import { cable, line, ROPE, workspace } from '../../../test/cables.ts';
import { body, CONTACT, Draw, model, place, shape, STEEL } from '../../../test/support.ts';
import { Simulation } from '../../dynamics/index.ts';
import { H_AXIS, H_BRISTLE, H_STRIDE } from './touch-history.ts';
import type { BodyShapeSpec, ContactParametersSpec } from '../../model/index.ts';
import type { Workspace } from '../../stage/index.ts';

/** A soft rope pressed into a free body, everything moving, bristles loaded. */
function onBody(what: BodyShapeSpec['shape'], defaults: ContactParametersSpec): Workspace {
  const rope = { ...ROPE, axialStiffness: 2e3, bendingStiffness: 0.5 };
  const block = body('block', { mass: 3, placement: place([0.05, 0.02, -0.3]), shapes: [shape(what)] });
  const spec = model([block], {
    contacts: { ...CONTACT, defaults },
    materials: [STEEL],
    cables: [
      cable('rope', 1, 8, {
        pieces: [{ rope, length: 1, elements: 8 }],
        shape: line([-0.5, 0, 0.006], [0.5, 0.1, 0.006], 8),
      }),
    ],
  });
  return stirred(new Simulation(spec));
}

function stirred(simulation: Simulation): Workspace {
  const w = workspace(simulation);
  const draw = new Draw(5);
  for (let i = 0; i < w.size; i++) w.velocity[i] += draw.one(0.05);
  // bristles of 10 um at every patch, across its normal, speeds at onset kept
  for (const history of [w.touch.solidHistory, w.touch.strandHistory]) {
    for (let o = 0; o < history.trial.length; o += H_STRIDE) {
      const kept = history.trial.data;
      for (let k = 0; k < 3; k++) kept[o + H_BRISTLE + k] = draw.one(1e-5);
      let along = 0;
      for (let k = 0; k < 3; k++) along += kept[o + H_BRISTLE + k] * kept[o + H_AXIS + k];
      for (let k = 0; k < 3; k++) kept[o + H_BRISTLE + k] -= along * kept[o + H_AXIS + k];
      history.trial.data[o + 4] = 0.2;
    }
  }
  w.touch.commit();
  w.touch.search(w.position, w.rotation, w.velocity, w, { horizon: 1e-3, slack: 1e-3 });
  w.matrix.ensurePairs(w.contacts.coupledA, w.contacts.coupledB);
  return w;
}

/** Two soft ropes pressed into each other, one across. */
function onRope(defaults: ContactParametersSpec): Workspace {
  const rope = { ...ROPE, axialStiffness: 2e3, bendingStiffness: 0.5 };
  const at = (name: string, shape: number[]) =>
    cable(name, 1, 8, { pieces: [{ rope, length: 1, elements: 8 }], shape });
  const spec = model([], {
    contacts: { ...CONTACT, defaults },
    materials: [STEEL],
    cables: [
      at('over', line([-0.5, 0.03, 0.016], [0.5, 0.05, 0.016], 8)),
      at('under', line([0.02, -0.5, 0], [0.04, 0.5, 0], 8)),
    ],
  });
  return stirred(new Simulation(spec));
}

describe('cables on bodies in the stage matrix', () => {
  // left out: how levers, feet and normals turn, depth over radius or element; 4 mm of 10 here
  test('smooth', () => {
    expect(mistake(onBody({ kind: 'box', half: [0.2, 0.2, 0.3] }, { friction: 'none' }))).toBeLessThan(1e-3);
  });
  test('rough', () => {
    expect(mistake(onBody({ kind: 'box', half: [0.2, 0.2, 0.3] }, {}))).toBeLessThan(1e-3);
    expect(mistake(onBody({ kind: 'sphere', radius: 0.3 }, {}))).toBeLessThan(3e-3);
  });
  test('of ropes across each other', () => {
    // what is left: rounding of five points a stretch, whose ends move, and the sums of a patch
    expect(mistake(onRope({ friction: 'none' }))).toBeLessThan(0.01);
    expect(mistake(onRope({}))).toBeLessThan(0.01);
  });
  test('on foundations of rubber', () => {
    // as with the linear one: pressed by 0.4 of their thickness
    const defaults = { foundationLaw: 'mooney-rivlin', mooneyShare: 0.2 } as const;
    expect(mistake(onBody({ kind: 'box', half: [0.2, 0.2, 0.3] }, defaults))).toBeLessThan(2e-3);
    expect(mistake(onRope({ ...defaults, foundationLaw: 'neo-hooke' }))).toBeLessThan(0.01);
  });
});
