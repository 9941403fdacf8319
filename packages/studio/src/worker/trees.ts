/** The trees of boxes of the contact search, level by level, for display. */
import { type BodySpec, type CentredMesh, quaternionToMatrix, solidOf } from '@hawser/engine';
import type { TreeView } from './messages.ts';

/** Largest number of boxes of a displayed level; it and deeper levels are left out beyond that. */
const MOST = 3000;

/** One for every mesh that may touch something. */
export function treesOf(bodies: readonly BodySpec[]): TreeView[] {
  return bodies.flatMap((body) =>
    body.shapes.flatMap(({ shape, placement, collide }): TreeView[] => {
      if (!collide || shape.kind !== 'mesh') return [];
      const levels = levelsOf(solidOf(shape).surface);
      const places = body.kind === 'fixed' ? [placement, body.placement] : [placement];
      return [
        {
          body: body.name,
          levels,
          places: places.map(({ position, rotation }) => {
            const turn = new Float64Array(9);
            quaternionToMatrix(turn, 0, rotation, 0);
            return { turn, shift: position };
          }),
        },
      ];
    }),
  );
}

/** Centre and half lengths of its boxes, in the frame of the shape. */
function levelsOf({ tree, centre }: CentredMesh): Float32Array[] {
  const { boxes, link, count } = tree;
  const levels: Float32Array[] = [];
  let nodes = [0];
  while (nodes.length > 0 && nodes.length <= MOST) {
    const level = new Float32Array(6 * nodes.length);
    nodes.forEach((node, i) => {
      for (let k = 0; k < 6; k++) level[6 * i + k] = boxes[6 * node + k] + (k < 3 ? centre[k] : 0);
    });
    levels.push(level);
    if (nodes.every((node) => count[node] > 0)) break;
    // leaves stay in the picture of the levels below them
    nodes = nodes.flatMap((node) => (count[node] > 0 ? [node] : [node + 1, link[node]]));
  }
  return levels;
}
