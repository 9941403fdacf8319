/**
 * Which balls of two inner sphere trees are nearer to each other than a margin? Both trees are descended from their roots; the larger node
 * of a pair is opened, and pairs of nodes farther apart are dropped (Vilela 2018, s. 4.3).
 *
 * There are no square roots, and one change of frame for each opened node: when B is opened, the node of A is transformed into B's frame,
 * in which B's children are stored.
 */
import { BRANCHING, type SphereTree } from '../../geometry/index.ts';
import type { HalfSpace, RelativePose, SpherePairSet } from './pair-set.ts';

/** Scratch for two trees; pairs that are processed one after the other may share it. */
export class SphereTraversal {
  /** pairs of nodes waiting: opening one adds at most BRANCHING, and a path opens at most depth + depth of them */
  #stack: Int32Array = new Int32Array(0);
  /** nodes opened by the last search */
  visits = 0;

  /** Replaces the list in `out` by the pairs with surfaces less than `margin` apart [m]; they are not evaluated yet. */
  collect(out: SpherePairSet, a: SphereTree, b: SphereTree, pose: RelativePose, margin: number): void {
    out.clear();
    if (a.nodeCount === 1 && b.nodeCount === 1) {
      this.#onlyPair(out, a, b, pose, margin);
      return;
    }
    const stack = this.#room(2 * (BRANCHING * (a.depth + b.depth + 1) + 1));
    const spheresA = a.spheres;
    const spheresB = b.spheres;
    const r0 = pose.rotAB[0];
    const r1 = pose.rotAB[1];
    const r2 = pose.rotAB[2];
    const r3 = pose.rotAB[3];
    const r4 = pose.rotAB[4];
    const r5 = pose.rotAB[5];
    const r6 = pose.rotAB[6];
    const r7 = pose.rotAB[7];
    const r8 = pose.rotAB[8];
    const px = pose.posAB[0];
    const py = pose.posAB[1];
    const pz = pose.posAB[2];
    let top = 0;
    let visits = 0;
    stack[top++] = 0;
    stack[top++] = 0;
    while (top > 0) {
      const nodeB = stack[--top];
      const nodeA = stack[--top];
      const countA = a.children[nodeA];
      const countB = b.children[nodeB];
      const oA = 4 * nodeA;
      const oB = 4 * nodeB;
      visits++;
      if (countB === 0 || (countA !== 0 && spheresA[oA + 3] >= spheresB[oB + 3])) {
        const bx = spheresB[oB];
        const by = spheresB[oB + 1];
        const bz = spheresB[oB + 2];
        const x = r0 * bx + r1 * by + r2 * bz + px;
        const y = r3 * bx + r4 * by + r5 * bz + py;
        const z = r6 * bx + r7 * by + r8 * bz + pz;
        const far = spheresB[oB + 3] + margin;
        const first = a.first[nodeA];
        for (let child = first; child < first + countA; child++) {
          const o = 4 * child;
          const dx = spheresA[o] - x;
          const dy = spheresA[o + 1] - y;
          const dz = spheresA[o + 2] - z;
          const reach = far + spheresA[o + 3];
          if (!(dx * dx + dy * dy + dz * dz < reach * reach)) continue;
          if (countB === 0 && a.children[child] === 0) {
            out.add(a.first[child], b.first[nodeB]);
            continue;
          }
          stack[top++] = child;
          stack[top++] = nodeB;
        }
      } else {
        const ax = spheresA[oA] - px;
        const ay = spheresA[oA + 1] - py;
        const az = spheresA[oA + 2] - pz;
        const x = r0 * ax + r3 * ay + r6 * az;
        const y = r1 * ax + r4 * ay + r7 * az;
        const z = r2 * ax + r5 * ay + r8 * az;
        const far = spheresA[oA + 3] + margin;
        const first = b.first[nodeB];
        for (let child = first; child < first + countB; child++) {
          const o = 4 * child;
          const dx = spheresB[o] - x;
          const dy = spheresB[o + 1] - y;
          const dz = spheresB[o + 2] - z;
          const reach = far + spheresB[o + 3];
          if (!(dx * dx + dy * dy + dz * dz < reach * reach)) continue;
          if (countA === 0 && b.children[child] === 0) {
            out.add(a.first[nodeA], b.first[child]);
            continue;
          }
          stack[top++] = nodeA;
          stack[top++] = child;
        }
      }
    }
    this.visits = visits;
  }

  /** The same for a half-space: balls less than `margin` above its plane, and all inside it. */
  collectHalfSpace(out: SpherePairSet, a: SphereTree, solid: HalfSpace, margin: number): void {
    out.clear();
    const stack = this.#room(BRANCHING * (a.depth + 1) + 1);
    const spheres = a.spheres;
    const { nx, ny, nz } = solid;
    const limit = solid.offset + margin;
    let top = 0;
    let visits = 0;
    stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      const o = 4 * node;
      visits++;
      if (!(nx * spheres[o] + ny * spheres[o + 1] + nz * spheres[o + 2] - spheres[o + 3] < limit)) continue;
      const count = a.children[node];
      const first = a.first[node];
      if (count === 0) out.add(first, -1);
      for (let child = first; child < first + count; child++) stack[top++] = child;
    }
    this.visits = visits;
  }

  /** Two trees of one ball each: nothing to open. */
  #onlyPair(out: SpherePairSet, a: SphereTree, b: SphereTree, pose: RelativePose, margin: number): void {
    const R = pose.rotAB;
    const s = b.spheres;
    const x = R[0] * s[0] + R[1] * s[1] + R[2] * s[2] + pose.posAB[0] - a.spheres[0];
    const y = R[3] * s[0] + R[4] * s[1] + R[5] * s[2] + pose.posAB[1] - a.spheres[1];
    const z = R[6] * s[0] + R[7] * s[1] + R[8] * s[2] + pose.posAB[2] - a.spheres[2];
    const reach = a.spheres[3] + s[3] + margin;
    if (x * x + y * y + z * z < reach * reach) out.add(a.first[0], b.first[0]);
    this.visits = 1;
  }

  #room(length: number): Int32Array {
    if (this.#stack.length < length) this.#stack = new Int32Array(length);
    return this.#stack;
  }
}
