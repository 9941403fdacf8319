/**
 * Rope on a drum, layer on layer. n turns lie side by side between the flanges, n = floor(W/d), and layer k, from 0 on, has the radius
 *   R_k = R0 + k p        p = d stacked, d sqrt(3)/2 where each turn lies in the groove between two below
 * The first turn of a layer climbs from the one below: R = R_(k-1) + p theta/(2 pi), so that dS = R dtheta holds everywhere and the radius
 * has no step. Within the climb R^2 = R_(k-1)^2 + p S/pi, with S the length in it. Layer 0 holds 2 pi R0 n, layer k holds pi (R_(k-1) +
 * R_k) + 2 pi R_k (n - 1).
 *
 * Chain on a gypsy of w whelps lies on a polygon of M = 2 w sides, one link of pitch p each. The link that comes off is tangent to the
 * polygon; its lever is R = sqrt(Rc^2 - x^2), with Rc = p/(2 sin(pi/M)) and x, from -p/2 to p/2, the length paid out since the middle of
 * the link. With dx = R dtheta a turn pays out M p: the mean lever is M p/(2 pi).
 */
import { PI, sin } from '../../math/index.ts';

export interface DrumSpec {
  /** [m] from the axis to the middle of the rope in the first layer */
  readonly radius: number;
  /** [m] between the flanges; 0: constant radius */
  readonly width: number;
  readonly ropeDiameter: number;
  /** missing: the radius grows smoothly with the rope on the drum: R^2 = R0^2 + S d^2/(pi W) */
  readonly layers?: 'stacked' | 'grooved' | undefined;
  /** a gypsy: whelps, and the pitch of a link [m]; radius is then the mean lever */
  readonly gypsy?: { readonly whelps: number; readonly pitch: number };
}

/** [m] mean lever of a gypsy */
export function gypsyRadius(whelps: number, pitch: number): number {
  return (whelps * pitch) / PI;
}

function gypsyLever(whelps: number, p: number, on: number): number {
  const corner = p / (2 * sin(PI / (2 * whelps)));
  const x = on - p * Math.floor(on / p) - 0.5 * p;
  return Math.sqrt(corner * corner - x * x);
}

/** [m] radius of the incoming rope with `on` [m] of it on the drum */
export function layerRadius({ radius, width, ropeDiameter: d, layers, gypsy }: DrumSpec, on: number): number {
  if (gypsy !== undefined) return gypsyLever(gypsy.whelps, gypsy.pitch, on);
  if (!(width > 0) || !(on > 0)) return radius;
  if (layers === undefined) return Math.sqrt(radius * radius + (on * d * d) / (PI * width));
  const turns = turnsOf(width, d);
  const p = pitchOf(d, layers);
  let left = on - 2 * PI * radius * turns;
  let R = radius;
  while (left > 0) {
    const climb = PI * (2 * R + p);
    if (left < climb) return Math.sqrt(R * R + (p * left) / PI);
    R += p;
    left -= climb + 2 * PI * R * (turns - 1);
  }
  return R;
}

/** [m] of rope in a number of layers */
export function layerLength({ radius, width, ropeDiameter: d, layers }: DrumSpec, count: number): number {
  const turns = turnsOf(width, d);
  const p = pitchOf(d, layers);
  let sum = count > 0 ? 2 * PI * radius * turns : 0;
  for (let k = 1; k < count; k++) sum += PI * (2 * radius + (2 * k - 1) * p) + 2 * PI * (radius + k * p) * (turns - 1);
  return sum;
}

/** Tolerance of the number of turns: a width of 10 diameters holds 10 turns, in spite of rounding. */
function turnsOf(width: number, d: number): number {
  return Math.max(1, Math.floor(width / d + 1e-9));
}

function pitchOf(d: number, layers: DrumSpec['layers']): number {
  return layers === 'grooved' ? 0.5 * Math.sqrt(3) * d : d;
}
