/**
 * A hard-chine boat with a flat deck, as rescue and work boats have, and a cradle that takes it. x forward, y to port,
 * z up; the origin is on the keel at the transom. Sections from aft to the bow: keel, chine, sheer; the chine rises and
 * narrows towards the stem as the square of the way through the fore body.
 */
import { tan } from '../../../math/index.ts';
import { MeshBuilder } from '../mesh-builder.ts';
import type { TriangleMesh } from '../triangle-mesh.ts';
import { extrudedMesh } from './extrude.ts';
import { checkCount, checkFits, checkLengths } from './sizes.ts';

export interface BoatSpec {
  /** [m] transom to stem */
  readonly length: number;
  /** [m] across the sheer */
  readonly beam: number;
  /** [m] keel to deck at the transom */
  readonly depth: number;
  /** [rad] rise of the bottom from keel to chine, aft; default 0.35 */
  readonly deadrise?: number;
  /** part of the length with constant section; default 0.5 */
  readonly parallel?: number;
  /** sections of the fore body; default 8 */
  readonly stations?: number;
}

/** Closed: bottom, sides, transom and deck. */
export function boatMesh(spec: BoatSpec): TriangleMesh {
  const { length, beam, depth, deadrise = 0.35, parallel = 0.5, stations = 8 } = spec;
  checkLengths({ length, beam, depth, parallel });
  checkFits('parallel', parallel, '1', 1);
  checkCount('stations', stations, 1, 10_000);
  const chineWidth = 0.42 * beam; // half; the sides flare out to the sheer
  const chineHeight = chineWidth * tan(deadrise);
  checkFits('height of the chine, from beam and deadrise,', chineHeight, 'depth', 0.8 * depth);
  const build = new MeshBuilder();
  /** keel, port chine, port sheer, deck, starboard sheer, starboard chine: a loop, anticlockwise seen from the bow */
  const section = (x: number, s: number): number[] => {
    const s2 = s * s;
    const keel = 0.45 * depth * s2 * s2;
    const chine = chineHeight + (0.7 * depth - chineHeight) * s2;
    const sheer = depth * (1 + 0.15 * s2);
    const yc = chineWidth * (1 - s2);
    const ys = 0.5 * beam * (1 - s2 * s2);
    return [
      build.vertex(x, 0, keel),
      build.vertex(x, yc, chine),
      build.vertex(x, ys, sheer),
      build.vertex(x, 0, sheer),
      build.vertex(x, -ys, sheer),
      build.vertex(x, -yc, chine),
    ];
  };
  const body = parallel * length;
  const loops = [section(0, 0)];
  for (let i = 0; i < stations; i++) loops.push(section(body + ((length - body) * i) / stations, i / stations));
  // the stem: chine and sheer of both sides have come together
  const stem = [build.vertex(length, 0, 0.45 * depth), build.vertex(length, 0, 0.7 * depth)];
  const head = build.vertex(length, 0, 1.15 * depth);
  const bow = [stem[0], stem[1], head, head, head, stem[1]];
  const transom = loops[0];
  build.triangle(transom[5], transom[1], transom[0]);
  build.triangle(transom[5], transom[3], transom[1]);
  build.triangle(transom[1], transom[3], transom[2]);
  build.triangle(transom[5], transom[4], transom[3]);
  for (let i = 0; i < loops.length; i++) {
    const next = loops[i + 1] ?? bow;
    for (let k = 0; k < 6; k++) {
      const [a, b] = [loops[i][k], loops[i][(k + 1) % 6]];
      const [c, d] = [next[(k + 1) % 6], next[k]];
      // cut alike on both sides of the ship; the bottom along chine to keel, or both sides would share a face at the stem;
      // and no triangle where the stem has only one corner
      if (k === 1 || k === 2 || k === 5) {
        if (c !== d) build.triangle(a, c, d);
        build.triangle(a, b, c);
      } else {
        if (c !== d) build.triangle(b, c, d);
        build.triangle(a, b, d);
      }
    }
  }
  return build.mesh();
}

export interface CradleSpec {
  /** [m] along x, between the outer faces of the chocks */
  readonly length: number;
  /** [m] across */
  readonly width: number;
  /** [m] from the ground to the bottom of the V */
  readonly base: number;
  /** [rad] rise of the V on both sides; that of the boat's bottom for a snug fit */
  readonly deadrise: number;
}

/** A block with a V along x that the bottom of a boat lies in. The origin is in the bottom of the V, mid-length. */
export function cradleMesh({ length, width, base, deadrise }: CradleSpec): TriangleMesh {
  checkLengths({ length, width, base, deadrise });
  const rise = (width / 2) * tan(deadrise);
  const half = width / 2;
  const rim = 0.08 * width; // flat on top of the walls
  const top = rise * (1 - rim / half);
  // outline in y, z, drawn along its third axis, then turned so that this axis is x
  const outline = [-half, -base, half, -base, half, top, half - rim, top, 0, 0, -half + rim, top, -half, top];
  const { positions, triangles } = extrudedMesh(outline, length);
  for (let i = 0; i < positions.length; i += 3) {
    const [y, z, x] = [positions[i], positions[i + 1], positions[i + 2]];
    positions[i] = x;
    positions[i + 1] = y;
    positions[i + 2] = z;
  }
  return { positions, triangles };
}
