/** In a file of its own: what other tests teach the compiler about these functions would be measured as well. */
import { expect, test } from 'vitest';
import { bytesPerCall } from '../../../test/allocation.ts';
import { boxMesh } from '../../geometry/index.ts';
import { CableSolidContact } from '../cable-solid/cable-solid-contact.ts';
import { CableSolid } from '../cable-solid/solid.ts';
import { CableContact } from './cable-contact.ts';
import { makePassage, PassageCheck } from './passage.ts';
import { ContactPatches } from './patches.ts';
import { shapeNodes, splineCables } from './test-world.ts';

// Numbers that pass through calls which are not inlined are boxed, 16 bytes each. What the bounds exclude is any buffer, and
// views, closures or records on top of that: a view alone takes 60 bytes and more.
test('no allocation: search, refresh and passage check of a coil, and of a coil lying on solids', () => {
  const { curves, control, layout } = splineCables([shapeNodes('coil', 64)], [0.0145]);
  const reach = new Float64Array(curves.count).fill(0.002);
  const contact = new CableContact(curves);
  const patches = new ContactPatches();
  const passages = new PassageCheck(layout);
  const passage = makePassage();
  const { positions, triangles } = boxMesh(3, 3, 1);
  const solids = [
    new CableSolid({ kind: 'half-space' }),
    new CableSolid({ kind: 'mesh', positions, triangles }),
    new CableSolid({ kind: 'cylinder', radius: 0.99, halfLength: 1 }),
  ];
  solids[1].setPose([0, 0, -0.49], [1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const onSolids = new CableSolidContact(curves, solids);
  const solidReach = new Float64Array(solids.length);
  const solidPatches = new ContactPatches();
  const moved = control.slice();
  let phase = 0;
  const call = (): void => {
    phase = (phase + 1) % 8;
    for (let i = 2; i < moved.length; i += 3) moved[i] = control[i] + 1e-4 * phase;
    curves.set(moved);
    contact.search(reach);
    contact.refresh(patches);
    passages.check(passage, control, moved);
    onSolids.search(reach, solidReach);
    onSolids.refresh(solidPatches);
  };
  for (let k = 0; k < 300; k++) call();
  expect(patches.count).toBeGreaterThan(20);
  expect(solidPatches.count).toBeGreaterThan(20);
  const enough = 16 * 20 * (patches.pointCount + solidPatches.pointCount); // twenty boxed numbers a point
  const { heap, buffers } = bytesPerCall(call, enough);
  expect(buffers).toBeLessThanOrEqual(0);
  expect(heap).toBeLessThanOrEqual(enough);
});
