/**
 * A cable of 160 nodes piled on itself: what finding and measuring its contacts costs. One step of 5 ms is taken as one search,
 * two refreshes and six updates (two stages of four iterations), and one check that nothing passed, of a step without fast motion. Details: microseconds of each part, of
 * the search for all minima, of MLSDist (Roy 2007) for comparison, and how many minima of a dense search each of them misses.
 */
import {
  CableContact,
  CableCurves,
  type CableLayout,
  CableSpline,
  ContactPatches,
  MlsDist,
  Minima,
  MinimaSearch,
  makePassage,
  PassageCheck,
  splineControl,
} from '@hawser/engine/parts';
import type { BenchCase } from 'hawser/cases';
import { cost } from './cost.ts';

const NODES = 160;
const RADIUS = 0.02; // [m]
const STEP = 5e-3; // [s]
/** of a step of two stages: the first iteration of each looks for all contacts, the other three follow those */
const REFRESHES = 2;
const UPDATES = 6;
const NEAR = 0.01; // [m] minima closer than this, surface to surface

/** Ten uneven turns laid on top of each other, with a little motion by `phase`. */
function pile(phase: number): Float64Array {
  const nodes = new Float64Array(3 * NODES);
  for (let i = 0; i < NODES; i++) {
    const t = i / (NODES - 1);
    const a = 20 * Math.PI * t;
    const across = 0.5 + 0.06 * Math.cos(0.37 * a + 1) + 0.04 * Math.sin(2.3 * a + phase);
    nodes[3 * i] = across * Math.cos(a) + 0.05 * Math.sin(0.31 * a);
    nodes[3 * i + 1] = across * Math.sin(a) + 0.05 * Math.cos(0.23 * a);
    nodes[3 * i + 2] = 0.33 * t + 0.004 * Math.sin(3.7 * a + phase);
  }
  return nodes;
}

class Scene {
  readonly layout: CableLayout;
  readonly curves: CableCurves;
  readonly controls: readonly Float64Array[];

  constructor() {
    const nodes = pile(0);
    const lengths = new Float64Array(NODES - 1);
    for (let i = 0; i < NODES - 1; i++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += (nodes[3 * i + 3 + k] - nodes[3 * i + k]) ** 2;
      lengths[i] = Math.sqrt(sum);
    }
    this.layout = {
      starts: Int32Array.of(0, NODES - 1),
      radius: new Float64Array(NODES - 1).fill(RADIUS),
      restLength: lengths,
    };
    const spline = new CableSpline(NODES);
    spline.setLengths(lengths, NODES);
    this.controls = Array.from({ length: 16 }, (_, k) => {
      spline.fit(pile(0.02 * Math.sin((2 * Math.PI * k) / 16)), 0, 3);
      const control = new Float64Array(12 * (NODES - 1));
      splineControl(control, 0, spline);
      return control;
    });
    this.curves = new CableCurves(this.layout);
    this.curves.set(this.controls[0]);
  }
}

/** Minima of a grid over both parameters, m points an element, as places along the cable. */
function dense(scene: Scene, m: number): [number, number][] {
  const { curves } = scene;
  const { count: n, coefficients: c, arcStart, restLength, neighbourLength } = curves;
  const total = n * m;
  const x = new Float64Array(3 * (total + 1));
  const arc = new Float64Array(total + 1);
  for (let i = 0; i <= total; i++) {
    const e = Math.min(n - 1, Math.floor(i / m));
    const u = i / m - e;
    for (let k = 0; k < 3; k++) {
      const o = 12 * e + 4 * k;
      x[3 * i + k] = c[o] + u * (c[o + 1] + u * (c[o + 2] + u * c[o + 3]));
    }
    arc[i] = arcStart[e] + u * restLength[e];
  }
  const d2 = (i: number, j: number): number =>
    (x[3 * i] - x[3 * j]) ** 2 + (x[3 * i + 1] - x[3 * j + 1]) ** 2 + (x[3 * i + 2] - x[3 * j + 2]) ** 2;
  const cut = 2 * RADIUS + NEAR;
  const found: [number, number][] = [];
  for (let i = 0; i <= total; i++) {
    for (let j = i + 1; j <= total; j++) {
      if (arc[j] - arc[i] < neighbourLength[0] || d2(i, j) >= cut * cut) continue;
      let lowest = true;
      for (let k = 0; k < 9 && lowest; k++) {
        const a = i + Math.floor(k / 3) - 1;
        const b = j + (k % 3) - 1;
        if (a < 0 || b > total || (a === i && b === j)) continue;
        if (d2(a, b) < d2(i, j)) lowest = false;
      }
      if (lowest) found.push([i / m, j / m]);
    }
  }
  return found;
}

/** Squared distance of two places along the cable, counted in elements. */
function distance2({ curves }: Scene, a: number, b: number): number {
  const { count, coefficients: c } = curves;
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const [p, q] = [a, b].map((place) => {
      const e = Math.max(0, Math.min(count - 1, Math.floor(place)));
      const u = place - e;
      const o = 12 * e + 4 * k;
      return c[o] + u * (c[o + 1] + u * (c[o + 2] + u * c[o + 3]));
    });
    sum += (p - q) ** 2;
  }
  return sum;
}

/** Downhill from a minimum of the grid by ever smaller steps in eight directions; none of the searches' own code. */
function refined(scene: Scene, [a, b]: readonly [number, number], m: number): [number, number] {
  const end = scene.curves.count;
  let place: [number, number] = [a, b];
  let best = distance2(scene, a, b);
  for (let step = 1 / m; step > 1e-6; ) {
    let next = place;
    for (let k = 0; k < 9; k++) {
      const x = Math.max(0, Math.min(end, place[0] + step * (Math.floor(k / 3) - 1)));
      const y = Math.max(0, Math.min(end, place[1] + step * ((k % 3) - 1)));
      const d2 = distance2(scene, x, y);
      if (d2 < best) [best, next] = [d2, [x, y]];
    }
    if (next === place) step *= 0.5;
    place = next;
  }
  return place;
}

/** Refined minima of the grid, each once, without a minimum of `found` within a fiftieth of an element. */
function missing(truth: readonly [number, number][], found: Minima): number {
  return truth.filter(([a, b]) => {
    for (let k = 0; k < found.count; k++) {
      const away = Math.max(
        Math.abs(found.elementA[k] + found.uA[k] - a),
        Math.abs(found.elementB[k] + found.uB[k] - b),
      );
      if (away < 0.02) return false;
    }
    return true;
  }).length;
}

async function run(): Promise<Awaited<ReturnType<BenchCase['run']>>> {
  const scene = new Scene();
  const { curves, controls, layout } = scene;
  const contact = new CableContact(curves);
  const patches = new ContactPatches(256);
  const reach = new Float64Array(curves.count).fill(0.1 * RADIUS);
  const passages = new PassageCheck(layout);
  const passage = makePassage();
  const set = cost((k) => curves.set(controls[k % 16]), 2000);
  const search = cost((k) => {
    curves.set(controls[k % 16]);
    contact.search(reach);
  }, 400);
  const refresh = cost((k) => {
    curves.set(controls[k % 16]);
    contact.refresh(patches);
  }, 400);
  const update = cost((k) => {
    curves.set(controls[k % 16]);
    contact.update(patches);
  }, 400);
  const check = cost((k) => {
    passages.check(passage, controls[k % 16], controls[(k + 1) % 16]);
  }, 200);
  const near = { least: patches.leastDistance() };
  const quiet = cost((k) => {
    passages.check(passage, controls[k % 16], controls[(k + 1) % 16], near);
  }, 1000);

  curves.set(controls[0]);
  contact.search(reach);
  contact.refresh(patches);
  const minima = new Minima();
  const byTree = new MinimaSearch(curves);
  const tree = cost(() => byTree.find(minima, NEAR), 40);
  const truth: [number, number][] = [];
  for (const start of dense(scene, 8)) {
    const [a, b] = refined(scene, start, 8);
    if (!truth.some(([p, q]) => Math.abs(p - a) < 0.02 && Math.abs(q - b) < 0.02)) truth.push([a, b]);
  }
  byTree.find(minima, NEAR);
  const [treeFound, treeMissed] = [minima.count, missing(truth, minima)];
  const mls = new MlsDist(curves, { tracking: false });
  const random = cost(() => mls.find(minima, NEAR), 5);
  const mlsMissed = missing(truth, minima);

  const cpuSeconds = search + REFRESHES * refresh + UPDATES * update + quiet;
  const details = {
    nodes: NODES,
    'us a search': 1e6 * search,
    'us a refresh': 1e6 * refresh,
    'us an update': 1e6 * update,
    'us a passage check': 1e6 * check,
    'us a passage check, quiet step': 1e6 * quiet,
    'us to take over the shape (in search, refresh and update)': 1e6 * set,
    'pairs of elements': contact.pairs.length / 2,
    patches: patches.count,
    'points of quadrature': patches.pointCount,
    'us for all minima, tree': 1e6 * tree,
    'minima found, tree': treeFound,
    'minima of a dense search': truth.length,
    'missed minima': treeMissed,
    'us for minima, MLSDist': 1e6 * random,
    'missed minima, MLSDist': mlsMissed,
  };
  return { name: 'cable-search', simulatedSeconds: STEP, cpuSeconds, realTimeRatio: STEP / cpuSeconds, details };
}

export const benchCase: BenchCase = {
  name: 'cable-search',
  title: 'Contacts of a cable of 160 nodes piled on itself: search, refresh, passages; 5 ms steps',
  run,
};
