/** Members by Morison's formula: their ends against the formula and its derivatives. */
import { describe, expect, test } from 'vitest';
import { eulerToMatrix } from '../../math/index.ts';
import { Sea } from '../sea/sea.ts';
import { Members } from './members.ts';
import type { MemberSpec } from './spec.ts';

const RHO = 1025;
const tube: MemberSpec = {
  from: [0.4, 0, -3],
  to: [0.4, 0, 1],
  diameter: 1.6,
  dragNormal: 0.7,
  dragTangential: 0,
  addedMass: 0.9,
  buoyant: true,
  segments: 4,
};
const ends = { endDrag: 1.1, endAddedMass: 0.8 };
const UPRIGHT = Float64Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1]);

function loads(spec: MemberSpec, z: number, velocity: readonly number[], rotation: Float64Array = UPRIGHT): Members {
  const sea = new Sea({ density: RHO, surface: 0, current: [0, 0, 0] }, 9.81);
  sea.setTime(0);
  const members = new Members([spec], [0, 0, 0]);
  members.evaluate(sea, Float64Array.from([0, 0, z]), 0, rotation, 0, Float64Array.from(velocity), 0);
  return members;
}

describe('segments of members', () => {
  const heel = new Float64Array(9);
  eulerToMatrix(heel, 0, 0, 0.4, 0.3);

  test('under water one segment has the added mass of forty, in turning as well', () => {
    const [one, forty] = [1, 40].map((segments) => loads({ ...tube, segments }, -20, [0, 0, 0, 0, 0, 0], heel).added);
    for (let k = 0; k < 36; k++) expect(one[k] - forty[k]).toBeCloseTo(0, 8);
    // about the upper end: rho Ca A l^3/3 across the axis
    const about = loads({ ...tube, from: [0, 0, -4], to: [0, 0, 0], segments: 1 }, -20, [0, 0, 0, 0, 0, 0]).added;
    expect(about[21]).toBeCloseTo((RHO * 0.9 * 0.25 * Math.PI * 1.6 ** 2 * 4 ** 3) / 3, 6);
    expect(about[35]).toBe(0);
  });

  test('through the surface, upright: the moments of one segment are those of forty', () => {
    const drift = [0.3, 0, 0, 0, 0, 0];
    const [one, forty] = [1, 40].map((segments) =>
      loads({ ...tube, from: [0, 0, -3], to: [0, 0, 1], segments }, 0.13, drift),
    );
    expect(one.volume).toBeCloseTo(forty.volume, 10);
    for (let k = 0; k < 6; k++) {
      expect(one.pressureForce[k] - forty.pressureForce[k]).toBeCloseTo(0, 6);
      expect(one.dragForce[k] - forty.dragForce[k]).toBeCloseTo(0, 6);
    }
    for (let k = 0; k < 36; k++) expect(one.added[k] - forty.added[k]).toBeCloseTo(0, 6);
  });
});

describe('ends of members', () => {
  const disc = 0.25 * Math.PI * 1.6 ** 2;
  const ball = (Math.PI * 1.6 ** 3) / 12;

  test('under water: drag of two discs, added mass of two half balls, along the axis alone, at their lever', () => {
    const with2 = loads({ ...tube, ...ends }, -20, [0, 0, 2, 0, 0, 0]);
    const none = loads(tube, -20, [0, 0, 2, 0, 0, 0]);
    const force = -2 * 0.5 * RHO * disc * 1.1 * 2 * 2;
    expect(with2.dragForce[2] - none.dragForce[2]).toBeCloseTo(force, -1); // drag is linear below 1 mm/s: 1e-7 of it
    expect(with2.dragForce[4] - none.dragForce[4]).toBeCloseTo(-0.4 * force, -1);
    expect(with2.added[14] - none.added[14]).toBeCloseTo(2 * RHO * ball * 0.8, 8);
    expect(with2.added[0]).toBeCloseTo(none.added[0], 8);
    const across = loads({ ...tube, ...ends }, -20, [1, 1, 0, 0, 0, 0]);
    expect(across.dragForce[0]).toBeCloseTo(loads(tube, -20, [1, 1, 0, 0, 0, 0]).dragForce[0], 8);
    expect(with2.volume).toBe(none.volume);
  });

  test('through the surface: the lower end alone; none in the air', () => {
    const afloat = loads({ ...tube, ...ends }, 0, [0, 0, -1, 0, 0, 0]);
    expect(afloat.dragForce[2] - loads(tube, 0, [0, 0, -1, 0, 0, 0]).dragForce[2]).toBeCloseTo(
      0.5 * RHO * disc * 1.1,
      0,
    );
    expect(loads({ ...tube, ...ends }, 9, [0, 0, -1, 0, 0, 0]).dragForce[2]).toBe(0);
  });

  test('still water rights a floating tube by the moment of its water plane; under water there is none', () => {
    const heel = new Float64Array(9);
    eulerToMatrix(heel, 0, 0, 0.1, 0);
    const moment = (spec: MemberSpec, z: number): number => loads(spec, z, [0, 0, 0, 0, 0, 0], heel).pressureForce[4];
    const plane = (RHO * 9.81 * Math.PI * 1.6 ** 4) / 64;
    const [own, bare] = [{ ...tube, ...ends }, tube];
    expect(moment(own, 0) - moment(bare, 0)).toBeCloseTo(-plane * Math.sin(0.1), 6);
    expect(moment(own, -20) - moment(bare, -20)).toBeCloseTo(0, 6);
    const still = { ...tube, endDrag: 0, endAddedMass: 0 }; // a disc without coefficients is a disc
    expect(moment(still, 0)).toBeCloseTo(moment(own, 0), 6);
  });

  test('the damping is the derivative of the drag, in any pose and motion', () => {
    const rotation = new Float64Array(9);
    eulerToMatrix(rotation, 0, 0.4, -0.7, 1.1);
    const velocity = [0.6, -0.8, 1.3, 0.4, -0.3, 0.5];
    const spec = { ...tube, ...ends };
    const { damping } = loads(spec, -20, velocity, rotation);
    for (let column = 0; column < 6; column++) {
      const step = 1e-5;
      const moved = (sign: number): Float64Array =>
        loads(spec, -20, velocity.map((x, i) => x + (i === column ? sign * step : 0)), rotation).dragForce; // biome-ignore format: a line
      const [up, down] = [moved(1), moved(-1)];
      // second order in the step: 1e-10 of forces of 1e4 N, over rounding of 1e-12 / 1e-5
      for (let row = 0; row < 6; row++)
        expect(-(up[row] - down[row]) / (2 * step)).toBeCloseTo(damping[6 * row + column], 1);
    }
  });
});
