/**
 * Distances of cables from each other, from themselves and from bodies, whether they may touch or not. They cost a search for each row, so
 * they are recorded only on request, as separation.*.
 */
import { quaternionToMatrix } from '../math/index.ts';
import { marked, type Probe, scalar, vector } from '../base/index.ts';
import { type PlacedShape, placedShape, PLACE, PLACED, SolidSeparation, StrandSeparation } from './separation.ts';
import type { Placement } from '../model/index.ts';
import type { Workspace } from '../stage/index.ts';

/** Largest number of pairs with probes. */
const MOST_LISTED = 200;

const turned = new Float64Array(9);

/**
 * separation.rope~other, separation.rope~rope: smallest, second and third distance [m], count, point, and all near minima with their
 * places; separation.rope~body: smallest distance, point
 */
export function separationProbes(w: Workspace): Probe[] {
  const { items } = w.cables;
  const probes: Probe[] = [];
  let pairs = 0;
  for (let a = 0; a < items.length; a++) {
    for (let b = a; b < items.length && pairs < MOST_LISTED; b++, pairs++) probes.push(...strandProbes(w, a, b));
    w.model.spec.bodies.forEach(({ shapes }, index) => {
      if (pairs >= MOST_LISTED || !shapes.some(({ collide }) => collide)) return;
      probes.push(...solidProbes(w, a, index));
      pairs++;
    });
  }
  return probes.map((probe) => marked(probe, { detail: true, dear: true, within: 'motion' }));
}

function strandProbes({ cables: { items } }: Workspace, a: number, b: number): Probe[] {
  const of = `separation.${items[a].name}~${items[b].name}`;
  let made: StrandSeparation | undefined;
  const now = (): StrandSeparation => {
    made ??= new StrandSeparation(items[a].cable, items[b].cable);
    made.update();
    return made;
  };
  return [
    ...['least', 'second', 'third'].map((which, k) => scalar(`${of}.${which}`, 'm', () => now().least[k])),
    scalar(`${of}.count`, '1', () => now().count),
    vector(`${of}.point`, 'm', (out, o) => {
      const { place } = now();
      for (let i = 0; i < 3; i++) out[o + i] = place[i];
    }),
    ...Array.from({ length: PLACED }, (_, k) =>
      placeProbes(`${of}.minimum-${k}`, () => now().placed, PLACE * k),
    ).flat(),
  ];
}

/**
 * One minimum: its distance and its place, on both strands and in the world; the length of the cable and zeros where no minimum is near.
 */
function placeProbes(of: string, placed: () => Float64Array, at: number): Probe[] {
  return [
    scalar(`${of}.distance`, 'm', () => placed()[at]),
    scalar(`${of}.arc`, 'm', () => placed()[at + 1]),
    scalar(`${of}.other-arc`, 'm', () => placed()[at + 2]),
    vector(`${of}.point`, 'm', (out, o) => {
      for (let i = 0; i < 3; i++) out[o + i] = placed()[at + 3 + i];
    }),
  ];
}

function solidProbes(w: Workspace, cable: number, index: number): Probe[] {
  const { model, cables } = w;
  const body = model.spec.bodies[index];
  const of = `separation.${cables.items[cable].name}~${body.name}`;
  const shapes = body.shapes.filter(({ collide }) => collide);
  const slot = model.slotOfBody[index];
  let made: SolidSeparation | undefined;
  let placed: readonly PlacedShape[] = [];
  const now = (): SolidSeparation => {
    if (made === undefined) {
      placed = shapes.map(({ shape }) => placedShape(shape));
      made = new SolidSeparation(cables.items[cable].cable, placed);
    }
    for (let s = 0; s < shapes.length; s++) putAt(w, slot, shapes[s].placement, placed[s]);
    made.update();
    return made;
  };
  return [
    scalar(`${of}.least`, 'm', () => now().least),
    vector(`${of}.point`, 'm', (out, o) => {
      const { place } = now();
      for (let i = 0; i < 3; i++) out[o + i] = place[i];
    }),
  ];
}

/** A shape of the body in `slot` at the body's present pose. */
function putAt(w: Workspace, slot: number, { position, rotation }: Placement, { posW, rotWS }: PlacedShape): void {
  const { centre } = w.model;
  quaternionToMatrix(turned, 0, rotation, 0);
  for (let i = 0; i < 3; i++) {
    const o = 9 * slot + 3 * i;
    posW[i] = w.position[3 * slot + i];
    for (let k = 0; k < 3; k++) posW[i] += w.rotation[o + k] * (position[k] - centre[3 * slot + k]);
    for (let j = 0; j < 3; j++) {
      rotWS[3 * i + j] =
        w.rotation[o] * turned[j] + w.rotation[o + 1] * turned[3 + j] + w.rotation[o + 2] * turned[6 + j];
    }
  }
}
