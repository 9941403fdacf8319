/**
 * Triangles wholly inside the other body: a flood fill from edges that polygons marked as inside, over triangles that are pierced although
 * none of their own edges is crossed, and over whole shells without crossings.
 */
import type { FanList } from './fans.ts';
import { isInside } from './locate.ts';
import { labelVertex, pushInner } from './polygons.ts';
import type { Side } from './side.ts';
import type { MeshWorkspace } from './workspace.ts';

export function fillInside(work: MeshWorkspace, s: number, fans: FanList): void {
  const side = work.sides[s];
  spread(work, side, fans);
  for (let i = 0; i < work.piercings; i++) {
    if (work.piercedSide[i] === s) fillPierced(work, s, i, fans);
  }
  const { shellStart, shellTriangles } = side.mesh;
  for (let shell = 0; shell < shellStart.length - 1; shell++) {
    if (side.shellTick[shell] === work.tick) continue;
    const f = shellTriangles[shellStart[shell]];
    const v = side.mesh.corners[3 * f];
    if (!isInside(work, s, v)) continue;
    side.bring(v, work.tick);
    labelVertex(work, side, v, work.newLabel());
    pushInner(side, f, work.tick);
    spread(work, side, fans);
  }
}

/** Pops triangles off the stack; each has a labelled vertex, because one of its edges was reached or its shell was started. */
function spread(work: MeshWorkspace, side: Side, fans: FanList): void {
  const { tick } = work;
  const { corners, twin } = side.mesh;
  const { stack, cutTick, innerTick, labelTick, label: labels } = side;
  let top = side.stackTop;
  while (top > 0) {
    const f = stack[--top];
    const a = corners[3 * f];
    const b = corners[3 * f + 1];
    const c = corners[3 * f + 2];
    const label = labels[labelTick[a] === tick ? a : labelTick[b] === tick ? b : c];
    side.bring(a, tick);
    side.bring(b, tick);
    side.bring(c, tick);
    if (labelTick[a] !== tick || labels[a] !== label) labelVertex(work, side, a, label);
    if (labelTick[b] !== tick || labels[b] !== label) labelVertex(work, side, b, label);
    if (labelTick[c] !== tick || labels[c] !== label) labelVertex(work, side, c, label);
    addWhole(side, f, label, fans);
    // as pushInner
    for (let h = 3 * f; h < 3 * f + 3; h++) {
      const other = (twin[h] / 3) | 0;
      if (cutTick[other] === tick || innerTick[other] === tick) continue;
      innerTick[other] = tick;
      stack[top++] = other;
    }
  }
  side.stackTop = 0;
}

function addWhole(side: Side, f: number, label: number, fans: FanList): void {
  fans.reserve();
  const n = fans.count++;
  const p = fans.points;
  const { x } = side;
  const { corners, source } = side.mesh;
  const a = 3 * corners[3 * f];
  const b = 3 * corners[3 * f + 1];
  const c = 3 * corners[3 * f + 2];
  p[9 * n] = x[a];
  p[9 * n + 1] = x[a + 1];
  p[9 * n + 2] = x[a + 2];
  p[9 * n + 3] = x[b];
  p[9 * n + 4] = x[b + 1];
  p[9 * n + 5] = x[b + 2];
  p[9 * n + 6] = x[c];
  p[9 * n + 7] = x[c + 1];
  p[9 * n + 8] = x[c + 2];
  fans.triangle[n] = source[f];
  fans.region[n] = label;
  fans.sign[n] = 1;
}

/**
 * Piercing i and all others of the same triangle together. If the triangle's corners are inside, the loops in it are holes, and their areas
 * sum to a negative value.
 */
function fillPierced(work: MeshWorkspace, s: number, i: number, fans: FanList): void {
  const side = work.sides[s];
  const { tick } = work;
  const f = work.piercedTriangle[i];
  if (side.innerTick[f] === tick) return; // handled with an earlier piercing
  side.innerTick[f] = tick;
  const { corners, twin } = side.mesh;
  const label = work.piercedLabel[i];
  let area = 0;
  for (let j = i; j < work.piercings; j++) {
    if (work.piercedSide[j] === s && work.piercedTriangle[j] === f) area += work.piercedArea[j];
  }
  let inside = false;
  for (let k = 0; k < 3; k++) if (side.labelTick[corners[3 * f + k]] === tick) inside = true;
  // 1e-9 of the triangle's area is far above the rounding of a sound triangle; a ray decides the other cases
  if (!inside) inside = Math.abs(area) > 1e-9 ? area < 0 : isInside(work, s, corners[3 * f]);
  if (!inside) return;
  for (let j = i; j < work.piercings; j++) {
    if (work.piercedSide[j] === s && work.piercedTriangle[j] === f) work.unite(label, work.piercedLabel[j]);
  }
  for (let k = 0; k < 3; k++) labelVertex(work, side, corners[3 * f + k], label);
  addWhole(side, f, label, fans);
  for (let k = 0; k < 3; k++) pushInner(side, (twin[3 * f + k] / 3) | 0, tick);
  spread(work, side, fans);
}
