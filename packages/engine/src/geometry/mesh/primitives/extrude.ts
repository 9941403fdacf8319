/** Prisms: a flat outline, with holes if wanted, drawn along z. */
import { BuildError } from '../../../base/index.ts';
import type { Numbers } from '../../../math/index.ts';
import { MeshBuilder } from '../mesh-builder.ts';
import type { TriangleMesh } from '../triangle-mesh.ts';
import { triangulateWithHoles } from '../triangulate.ts';
import { checkLengths } from './sizes.ts';

/**
 * From z = -length/2 to length/2. `outline` and each hole are x, y pairs [m]; whichever way they run, the mesh faces
 * outwards. No loop may cross itself or another.
 */
export function extrudedMesh(outline: Numbers, length: number, holes: readonly Numbers[] = []): TriangleMesh {
  checkLengths({ length });
  const build = new MeshBuilder();
  const loops = [outline, ...holes].map((loop, i) => turned(loop, i > 0));
  const half = length / 2;
  const rings = [-half, half].map((z) =>
    loops.map((loop) =>
      Array.from({ length: loop.length / 2 }, (_, i) => build.vertex(loop[2 * i], loop[2 * i + 1], z)),
    ),
  );
  const [bottom, top] = rings;
  for (let i = 0; i < loops.length; i++) build.band(bottom[i], top[i]);
  const caps: number[] = [];
  triangulateWithHoles(caps, build.mesh().positions, top[0], top.slice(1));
  const below = top[0][0] - bottom[0][0]; // top and bottom vertices differ by the same number in every loop
  for (let i = 0; i < caps.length; i += 3) {
    build.triangle(caps[i], caps[i + 1], caps[i + 2]);
    build.triangle(caps[i] - below, caps[i + 2] - below, caps[i + 1] - below);
  }
  return build.mesh();
}

/** The loop run anticlockwise, or clockwise when it is a hole. */
function turned(loop: Numbers, hole: boolean): number[] {
  if (loop.length < 6 || loop.length % 2 !== 0) {
    throw new BuildError('outline', `an outline needs x, y pairs of at least 3 corners, found ${loop.length} numbers`);
  }
  let area = 0;
  for (let i = 0; i < loop.length; i += 2) {
    const j = (i + 2) % loop.length;
    area += (loop[i] - loop[0]) * (loop[j + 1] - loop[1]) - (loop[j] - loop[0]) * (loop[i + 1] - loop[1]);
  }
  if (!(area !== 0 && Number.isFinite(area))) {
    throw new BuildError('outline', 'an outline must enclose an area > 0 m^2, found none');
  }
  const pairs = Array.from({ length: loop.length / 2 }, (_, i) => [loop[2 * i], loop[2 * i + 1]]);
  if (area > 0 === hole) pairs.reverse();
  return pairs.flat();
}
