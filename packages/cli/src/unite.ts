/** Unites overlapping parts of a mesh to one solid by manifold-3d, which is loaded on use. */
import { isCavity, surveyMesh, type TriangleMesh, weldVertices } from '@hawser/engine';
import { inputError } from './exit.ts';

export interface United {
  readonly mesh: TriangleMesh;
  /** number of closed parts before and after */
  readonly before: number;
  readonly after: number;
}

/** The result has single-precision coordinates. All shells must be closed and oriented outwards. */
export async function uniteParts(mesh: TriangleMesh): Promise<United> {
  const { shells } = surveyMesh(mesh);
  if (shells.some(({ closed, flipped }) => !closed || flipped.length > 0)) {
    throw inputError('--unite: expected closed parts, found an open one; see --fill-holes and --thicken');
  }
  const solids = shells.flatMap((shell, i) =>
    isCavity(shell, shells)
      ? []
      : [[i, ...shells.flatMap((other, j) => (j !== i && isCavity(other, shells) && other.root === i ? [j] : []))]],
  );
  const { Manifold, Mesh } = await loadManifold();
  const parts = solids.map((group) => {
    const vertProperties = Float32Array.from(mesh.positions);
    const triVerts = Uint32Array.from(
      group.flatMap((i) => Array.from(shells[i].faces, (t) => [0, 1, 2].map((k) => mesh.triangles[3 * t + k])).flat()),
    );
    return Manifold.ofMesh(new Mesh({ numProp: 3, vertProperties, triVerts }));
  });
  const { numProp, numVert, vertProperties, triVerts } = Manifold.union(parts).getMesh();
  const positions = new Float64Array(3 * numVert);
  for (let v = 0; v < numVert; v++) for (let k = 0; k < 3; k++) positions[3 * v + k] = vertProperties[v * numProp + k];
  const united = weldVertices({ positions, triangles: Int32Array.from(triVerts) }, 0).mesh;
  return { mesh: united, before: shells.length, after: surveyMesh(united).shells.length };
}

async function loadManifold() {
  try {
    const { default: make } = await import('manifold-3d');
    const module = await make();
    module.setup();
    return module;
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw inputError('--unite: expected the package manifold-3d, found none; install it with: npm install manifold-3d');
  }
}
