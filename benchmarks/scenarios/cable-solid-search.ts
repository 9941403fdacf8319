/**
 * A wavy cable of 160 nodes on a convex hull of 240 triangles, swaying: what finding the places where it touches costs, by the tree with
 * contact distributed along the span, and by the stochastic global search of Roy et al. 2013, section 3.2, with their three random points a call. One
 * step is taken as one search and two refreshes. Details: microseconds of each, and of the places where the cable touches, told by a dense scan,
 * how many each of them misses: the tree, the random search in its first call, and after 10 and 100 more.
 */
import {
  CableCurves,
  CableSolid,
  CableSolidContact,
  CableSpline,
  ContactPatches,
  type SolidSurface,
  StochasticSearch,
  signedDistance,
  splineControl,
} from '@hawser/engine/parts';
import type { BenchCase } from 'hawser/cases';
import { cost } from './cost.ts';

const NODES = 160;
const RADIUS = 0.02; // [m]
const DRUM = 0.8; // [m] radius
const SIDES = 61; // odd and prime: no two waves of the cable meet the same part of a facet
const STEP = 5e-3; // [s]
const SHAPES = 16;

/** Around the drum by a turn and a half, in waves that touch it with their troughs; `phase` lets it sway. */
function nodes(phase: number): Float64Array {
  const out = new Float64Array(3 * NODES);
  for (let i = 0; i < NODES; i++) {
    const t = i / (NODES - 1);
    const a = 3 * Math.PI * t;
    const away = DRUM + RADIUS + 0.012 * (1 + Math.cos(27 * a + phase)) - 0.002 + 0.001 * Math.sin(5 * a);
    out[3 * i] = away * Math.cos(a);
    out[3 * i + 1] = away * Math.sin(a);
    out[3 * i + 2] = 0.4 * (t - 0.5);
  }
  return out;
}

function drum(): number[] {
  return Array.from({ length: SIDES }, (_, i) => (2 * Math.PI * i) / SIDES).flatMap((a) =>
    [-0.5, 0.5].flatMap((z) => [DRUM * Math.cos(a), DRUM * Math.sin(a), z]),
  );
}

/** Places along the cable, counted in elements, where it is nearest to the solid and touches it. */
function touches(curves: CableCurves, surface: SolidSurface): number[] {
  const { count, coefficients: c } = curves;
  const each = 100;
  const p = new Float64Array(3);
  const d = Array.from({ length: each * count + 1 }, (_, i) => {
    const e = Math.min(count - 1, Math.floor(i / each));
    const u = i / each - e;
    for (let k = 0; k < 3; k++) {
      const o = 12 * e + 4 * k;
      p[k] = c[o] + u * (c[o + 1] + u * (c[o + 2] + u * c[o + 3]));
    }
    return signedDistance(surface, p);
  });
  const found: number[] = [];
  for (let i = 1; i + 1 < d.length; i++) if (d[i] < RADIUS && d[i] < d[i - 1] && d[i] <= d[i + 1]) found.push(i / each);
  return found;
}

async function run(): Promise<Awaited<ReturnType<BenchCase['run']>>> {
  const straight = nodes(0);
  const lengths = new Float64Array(NODES - 1);
  for (let i = 0; i < NODES - 1; i++) {
    lengths[i] = Math.hypot(...[0, 1, 2].map((k) => straight[3 * i + 3 + k] - straight[3 * i + k]));
  }
  const spline = new CableSpline(NODES);
  spline.setLengths(lengths, NODES);
  const controls = Array.from({ length: SHAPES }, (_, k) => {
    spline.fit(nodes(0.3 * Math.sin((2 * Math.PI * k) / SHAPES)), 0, 3);
    const control = new Float64Array(12 * (NODES - 1));
    splineControl(control, 0, spline);
    return control;
  });
  const curves = new CableCurves({
    starts: Int32Array.of(0, NODES - 1),
    radius: new Float64Array(NODES - 1).fill(RADIUS),
    restLength: lengths,
  });
  curves.set(controls[0]);
  const solid = new CableSolid({ kind: 'hull', points: drum() });
  const { surface } = solid;
  if (surface === undefined) throw new Error('a hull has a surface');
  const contact = new CableSolidContact(curves, [solid]);
  const patches = new ContactPatches(256);
  const reach = new Float64Array(NODES - 1).fill(0.1 * RADIUS);
  const still = new Float64Array(1);

  const search = cost((k) => {
    curves.set(controls[k % SHAPES]);
    contact.search(reach, still);
  }, 200);
  const refresh = cost((k) => {
    curves.set(controls[k % SHAPES]);
    contact.refresh(patches);
  }, 200);
  const random = new StochasticSearch(curves, solid);
  const call = cost((k) => {
    curves.set(controls[k % SHAPES]);
    random.find(RADIUS);
  }, 50);

  curves.set(controls[0]);
  const truth = touches(curves, surface);
  contact.search(reach, still);
  contact.refresh(patches);
  const missedByTree = truth.filter((place) => {
    for (let k = 0; k < patches.pointCount; k++) {
      if (Math.abs(patches.elementA[patches.patch[k]] + patches.pointU[k] - place) < 0.25) return false;
    }
    return true;
  }).length;
  const fresh = new StochasticSearch(curves, solid, { seed: 2 });
  const missedAfter = (calls: number): number => {
    let found = fresh.find(RADIUS);
    for (let k = 1; k < calls; k++) found = fresh.find(RADIUS);
    return truth.filter((place) => !found.some((m) => Math.abs(m.place - place) < 0.25)).length;
  };
  const [first, tenth, hundredth] = [missedAfter(1), missedAfter(10), missedAfter(100)];
  const cpuSeconds = search + 2 * refresh;
  const details = {
    nodes: NODES,
    'us a search': 1e6 * search,
    'us a refresh': 1e6 * refresh,
    'us a call, stochastic search': 1e6 * call,
    'places that touch': truth.length,
    'missed, tree': missedByTree,
    'missed, stochastic search, first call': first,
    'missed, stochastic search, after 10 more': tenth,
    'missed, stochastic search, after 100 more': hundredth,
  };
  return { name: 'cable-solid-search', simulatedSeconds: STEP, cpuSeconds, realTimeRatio: STEP / cpuSeconds, details };
}

export const benchCase: BenchCase = {
  name: 'cable-solid-search',
  title: 'Contacts of a wavy cable of 160 nodes on a hull: tree and stochastic search; 5 ms steps',
  run,
};
