import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adjacencyOf } from './block-graph.ts';
import { eliminationOrder } from './ordering.ts';

/** Bodies of 6 rows are blocks 0 .. n - 1, joint j is block n + j between the two bodies given (-1: the ground). */
function order(bodies: number, joints: readonly (readonly [number, number, number])[]) {
  const sizes = Int32Array.from([...new Array<number>(bodies).fill(6), ...joints.map(([, , rows]) => rows)]);
  const isConstraint = Uint8Array.from(sizes, (_, i) => (i < bodies ? 0 : 1));
  const edges = joints.flatMap(([a, b], j) => [a, b].filter((body) => body >= 0).flatMap((body) => [bodies + j, body]));
  return { ...eliminationOrder(sizes, Int32Array.from(edges), isConstraint), edgeCount: edges.length / 2 };
}

describe('eliminationOrder', () => {
  test('trees have no fill (joints of 4 rows and more), and each joint comes after the body it hangs on', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(1e6), fc.integer({ min: 4, max: 6 })), { minLength: 1, maxLength: 80 }),
        (nodes) => {
          const joints = nodes.map(([parent, rows], i) => [i, i === 0 ? -1 : parent % i, rows] as const);
          const result = order(nodes.length, joints);
          // A leaf weighs at most 6, its joint then 6, a body between two joints at least 8: leaves go first.
          expect(result.rows.length).toBe(result.edgeCount);
          joints.forEach(([a, b], j) => {
            const step = result.position[nodes.length + j];
            const support = [a, b].filter((body) => body >= 0 && result.position[body] < step);
            expect(support.length).toBeGreaterThan(0);
          });
        },
      ),
    );
  });

  test('joints of one row may fill in with each other, being cheaper than a body, but the fill does not grow', () => {
    const fill = (bodies: number) => {
      const joints = Array.from({ length: bodies }, (_, i) => [i, i - 1, 1] as const);
      return order(bodies, joints).rows.length;
    };
    expect(fill(400) / fill(100)).toBeLessThan(4.1); // 4 but for the ends
  });

  test('the pattern is the one of block elimination, and the order is a permutation', () => {
    const size = fc.integer({ min: 2, max: 14 });
    const graph = size.chain((n) =>
      fc.tuple(fc.constant(n), fc.array(fc.tuple(fc.nat(n - 1), fc.nat(n - 1)), { maxLength: 40 })),
    );
    fc.assert(
      fc.property(graph, ([n, pairs]) => {
        const edges = Int32Array.from(pairs.filter(([a, b]) => a !== b).flat());
        const result = eliminationOrder(new Int32Array(n).fill(6), edges, new Uint8Array(n));
        expect(Array.from(result.order).sort((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, i) => i));
        // Second implementation: sets of neighbours.
        const sets = Array.from({ length: n }, () => new Set<number>());
        for (let e = 0; e < edges.length; e += 2) {
          sets[edges[e]].add(edges[e + 1]);
          sets[edges[e + 1]].add(edges[e]);
        }
        for (let s = 0; s < n; s++) {
          const k = result.order[s];
          const left = [...sets[k]].sort((a, b) => result.position[a] - result.position[b]);
          expect(Array.from(result.rows.subarray(result.start[s], result.start[s + 1]))).toEqual(left);
          // minimum degree: nobody left has fewer neighbours
          for (let t = s; t < n; t++) expect(sets[result.order[t]].size).toBeGreaterThanOrEqual(left.length);
          for (const i of left) {
            sets[i].delete(k);
            for (const j of left) if (i !== j) sets[i].add(j);
          }
        }
      }),
    );
  });

  test('a joint waits for both bodies when another joint has used up the first: two ties on a 3-row node', () => {
    // node 0 (3 rows), bodies 1 and 2, ties 3 and 4 of 3 rows each between the node and a body
    const result = eliminationOrder(
      Int32Array.of(3, 6, 6, 3, 3),
      Int32Array.of(3, 0, 3, 1, 4, 0, 4, 2),
      Uint8Array.of(0, 0, 0, 1, 1),
    );
    const [node, bodyA, bodyB, tieA, tieB] = result.position;
    const later = Math.max(tieA, tieB);
    expect(Math.min(bodyA, bodyB, later)).not.toBe(later);
    const supportBefore = [
      [node, 3],
      [bodyA, 6],
      [bodyB, 6],
    ].reduce((sum, [position, rows]) => sum + (position < later ? rows : 0), 0);
    expect(supportBefore).toBeGreaterThanOrEqual(6);
  });

  test('rank is handed on: a joint to the ground gets the body that a joint to a later body took first', () => {
    // Body 0 carries two 5-row joints, one to body 1 and one to the ground; each must have 5 rows of its own in the end.
    const result = order(2, [
      [0, 1, 5],
      [0, -1, 5],
    ]);
    const [bodyA, bodyB, toB, toGround] = result.position;
    expect(Math.max(toB, toGround)).toBeGreaterThan(Math.max(bodyA, bodyB));
  });

  test('redundant joints are not carried along: fill stays proportional to the number of doubly hinged doors', () => {
    const fill = (doors: number) => {
      const joints = Array.from({ length: 2 * doors }, (_, j) => [j >> 1, (j >> 1) - 1, 5] as const);
      return order(doors, joints).rows.length;
    };
    expect(fill(200) / fill(50)).toBeLessThan(4.2); // 4 but for the ends
  });

  test('a hub with many lines is eliminated after its leaves, without fill', () => {
    const leaves = 300;
    const joints = Array.from({ length: leaves }, (_, j) => [j + 1, 0, 3] as const);
    const result = order(leaves + 1, joints);
    expect(result.rows.length).toBe(result.edgeCount);
    expect(result.position[0]).toBeGreaterThan(leaves);
  });
});

test('adjacencyOf: lists ascend, hold every neighbour once and mirror each other', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 60 }), (pairs) => {
      const edges = Int32Array.from(pairs.filter(([a, b]) => a !== b).flat());
      const { start, list } = adjacencyOf(10, edges);
      for (let i = 0; i < 10; i++) {
        const expected = new Set<number>();
        for (let e = 0; e < edges.length; e++) if (edges[e] === i) expected.add(edges[e ^ 1]);
        expect(Array.from(list.subarray(start[i], start[i + 1]))).toEqual([...expected].sort((a, b) => a - b));
      }
    }),
  );
});
