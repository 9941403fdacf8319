/** All properties of one mesh: its faults and, where it bounds a solid, the properties of that solid. */
import { BuildError } from '../../base/index.ts';
import { buildBsp } from '../bsp/bsp.ts';
import { buildBoxTree, triangleBounds } from '../bvh/tree.ts';
import { decomposeMesh, type Decomposition } from '../decompose/decompose.ts';
import { convexHull, type Hull, hullToTriangles } from '../hull.ts';
import type { MassProperties } from '../mass-properties.ts';
import { integrateMesh } from './integrals.ts';
import { surveyMesh } from './survey.ts';
import type { MeshSurvey } from './survey-types.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

export interface StudyOptions {
  /** part of its hull that may be air in a convex piece; default 0.01 */
  readonly tolerance?: number;
  /** default 64 */
  readonly maxPieces?: number;
}

export interface MeshStudy {
  readonly survey: MeshSurvey;
  /** of the solid of density 1; null where there is none */
  readonly properties: MassProperties | null;
  /** null for points in a plane */
  readonly hull: { readonly hull: Hull; readonly volume: number } | null;
  readonly boxTree: { readonly nodes: number; readonly depth: number } | null;
  readonly bsp: { readonly nodes: number; readonly depth: number } | null;
  readonly pieces: Decomposition | null;
  /** why parts of this study were left out, in words */
  readonly omitted: readonly string[];
}

/** Larger meshes are not divided: it would take minutes, not seconds. */
const MOST_DIVIDED = 6000;
const MOST_PARTITIONED = 50_000;

/** A mesh that fills its hull to within this share counts as convex. */
const CONVEX = 1e-9;

function onePiece(
  { hull, volume }: { readonly hull: Hull; readonly volume: number },
  solidVolume: number,
): Decomposition {
  return { pieces: [{ hull, volume, solidVolume }], volume: solidVolume, pieceVolume: volume, complete: true };
}

export function studyMesh(mesh: TriangleMesh, options: StudyOptions = {}): MeshStudy {
  const { tolerance = 0.01, maxPieces = 64 } = options;
  const survey = surveyMesh(mesh);
  const omitted: string[] = [];
  const tried = <T>(what: string, make: () => T): T | null => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof BuildError)) throw error;
      omitted.push(`${what}: ${error.message}`);
      return null;
    }
  };
  if (survey.shells.length === 0) {
    return { survey, properties: null, hull: null, boxTree: null, bsp: null, pieces: null, omitted };
  }
  const { positions, triangles } = mesh;
  const count = triangles.length / 3;
  const properties = survey.solid ? integrateMesh(positions, triangles) : null;
  const solid = properties !== null && properties.volume > 0;
  if (!survey.solid) omitted.push('volume, partition and convex pieces: the mesh does not bound a solid');
  const hull = tried('convex hull', () => {
    const found = convexHull(positions);
    return { hull: found, volume: integrateMesh(found.vertices, hullToTriangles(found)).volume };
  });
  const tree = buildBoxTree(triangleBounds(positions, triangles));
  const boxTree = { nodes: tree.link.length, depth: tree.depth };
  const crossed = survey.counts['self-intersection'] !== undefined;
  if (solid && crossed) omitted.push('partition and convex pieces: the mesh runs through itself');
  const usable = solid && !crossed;
  const allowed = (what: string, most: number): boolean => {
    if (usable && count > most) omitted.push(`${what}: only for meshes of up to ${most} triangles`);
    return usable && count <= most;
  };
  const bsp = allowed('partition', MOST_PARTITIONED)
    ? tried('partition', () => {
        const { nodeCount, depth } = buildBsp(mesh);
        return { nodes: nodeCount, depth };
      })
    : null;
  const pieces =
    usable && hull !== null && survey.shells.length === 1 && properties.volume > (1 - CONVEX) * hull.volume
      ? onePiece(hull, properties.volume)
      : allowed('convex pieces', MOST_DIVIDED) && bsp !== null
        ? tried('convex pieces', () => decomposeMesh(mesh, { tolerance, maxPieces }))
        : null;
  return { survey, properties: solid ? properties : null, hull, boxTree, bsp, pieces, omitted };
}
