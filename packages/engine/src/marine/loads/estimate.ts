/**
 * Where a hull floats, and a first estimate of its added mass by strips, for users without better data:
 *   heave  rho pi/8 B A_w      half a circle under the waterplane, of width B
 *   sway   rho pi/2 T^2 L c    a plate of twice the draught T, c = A_w/(L B)
 *   surge  0.05 of the displacement; roll 0.2 of the displacement times (0.35 B)^2
 *   pitch and yaw: heave and sway spread over the length, L^2/12 c
 * All act at the centre of buoyancy. Some are wrong by a third; data from a panel program are the remedy.
 */
import { BuildError } from '../../base/index.ts';
import { PI, type Vec3 } from '../../math/index.ts';
import { Sea } from '../sea/sea.ts';
import { type HullShape, WettedHull } from './hull.ts';

export interface Flotation {
  /** [m] height of the waterline in the body frame */
  readonly waterline: number;
  /** [m^2], [m] at the waterline and below */
  readonly waterplane: number;
  readonly length: number;
  readonly beam: number;
  readonly draft: number;
  /** [m] body frame */
  readonly centre: Vec3;
}

const UPRIGHT = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/** Upright, with a given volume under water [m^3]. */
export function floatUpright(shape: HullShape, volume: number): Flotation {
  const sea = new Sea({ density: 1, current: [0, 0, 0], surface: 0 }, 1);
  sea.setTime(0);
  const hull = new WettedHull(shape, { normal: 0, tangential: 0 }, [0, 0, 0]);
  const position = new Float64Array(3);
  const still = new Float64Array(6);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 2; i < shape.positions.length; i += 3) {
    low = Math.min(low, shape.positions[i]);
    high = Math.max(high, shape.positions[i]);
  }
  const bottom = low;
  const wetAt = (height: number): number => {
    position[2] = -height;
    hull.evaluate(sea, position, 0, UPRIGHT, 0, still, 0, true);
    return hull.volume;
  };
  const most = wetAt(high + 1);
  if (!(volume < most)) {
    throw new BuildError(
      'sinks',
      `the hull holds ${show(most)} m^3 and would have to displace ${show(volume)}: it sinks`,
    );
  }
  for (let round = 0; round < 60; round++) {
    const middle = 0.5 * (low + high);
    if (wetAt(middle) < volume) low = middle;
    else high = middle;
  }
  const waterline = 0.5 * (low + high);
  wetAt(waterline);
  const reach = [0, 1].map((axis) => {
    let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = 0; i < shape.positions.length; i += 3) {
      if (shape.positions[i + 2] > waterline) continue;
      from = Math.min(from, shape.positions[i + axis]);
      to = Math.max(to, shape.positions[i + axis]);
    }
    return to - from;
  });
  const { centre } = hull;
  return {
    waterline,
    waterplane: hull.stiffness[14],
    length: reach[0],
    beam: reach[1],
    draft: waterline - bottom,
    centre: [centre[0], centre[1], centre[2] + waterline],
  };
}

/** 6 x 6 at the centre of buoyancy, x along the hull. */
export function estimateAddedMass(at: Flotation, volume: number, density: number): number[] {
  const { length, beam, draft, waterplane } = at;
  const fullness = Math.min(1, waterplane / (length * beam));
  const heave = (PI / 8) * density * beam * waterplane;
  const sway = 0.5 * PI * density * draft * draft * length * fullness;
  const arm = (length * length * fullness) / 12;
  const roll = 0.2 * density * volume * 0.35 * 0.35 * beam * beam;
  const diagonal = [0.05 * density * volume, sway, heave, roll, heave * arm, sway * arm];
  return Array.from({ length: 36 }, (_, i) => (i % 7 === 0 ? diagonal[i / 7] : 0));
}

function show(x: number): string {
  return String(Number(x.toPrecision(4)));
}
