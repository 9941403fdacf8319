/** Probes of cables. Nodes, elements and the poses at which elements are drawn are details, recorded only on request by name. */
import { type Cable, type CableEnd, END, START } from '../bodies/index.ts';
import { matrixToQuaternion, sincos } from '../math/index.ts';
import type { CableItem } from '../model/index.ts';
import { marked, ofMotion, type Probe, scalar, vector } from '../base/index.ts';
import type { Workspace } from '../stage/index.ts';
import { TouchLoad } from './touch-load.ts';

const QUATERNION: readonly string[] = ['w', 'x', 'y', 'z'];
const turned = new Float64Array(2); // sine, cosine

/** Name of the drawn element j of a cable. */
export function drawnElement(cable: string, j: number): string {
  return `${cable}#${j}`;
}

export function cableProbes(w: Workspace): Probe[] {
  let made: TouchLoad | undefined;
  const load = (): TouchLoad => {
    made ??= new TouchLoad(w);
    made.refresh();
    return made;
  };
  return w.cables.items.flatMap((item, index) => [
    ...wholeProbes(w, item, index),
    ...nodeProbes(item),
    ...rangeProbes(w, item, index, load),
    ...drawingProbes(item),
  ]);
}

function wholeProbes(w: Workspace, { name, cable }: CableItem, index: number): Probe[] {
  const of = `cable.${name}`;
  const node = (last: boolean) => (out: Float64Array, o: number) => {
    const i = last ? cable.nodeCount - 1 : 0;
    for (let r = 0; r < 3; r++) out[o + r] = cable.q[4 * i + r];
  };
  const extreme = (pick: (a: number, b: number) => number): number => {
    let value = pick(endTension(w, cable, index, START), endTension(w, cable, index, END));
    for (let j = 0; j < cable.elementCount; j++) value = pick(value, pullOf(cable, j));
    return value;
  };
  const { attachments: a, firstRow } = w.cables;
  const ends: Probe[] = [];
  for (let k = 2 * index; k < 2 * index + 2; k++) {
    const end = a.end[k] === 0 ? 'start' : 'end';
    // the multiplier pulls the node; the holder feels the opposite force, as its row says, and the moment of a clamp
    ends.push(
      vector(`${of}.${end}.force`, 'N', (out, o) => {
        for (let r = 0; r < 3; r++) out[o + r] = a.active[k] === 0 ? 0 : w.lambda[firstRow + 3 * k + r];
      }),
    );
    if (!cable.hasBending && !cable.hasTwist) continue;
    ends.push(
      vector(`${of}.${end}.moment`, 'N m', (out, o) => {
        for (let r = 0; r < 3; r++) out[o + r] = cable.endMoment[3 * a.end[k] + r];
      }),
    );
  }
  return [
    scalar(`${of}.start.tension`, 'N', () => endTension(w, cable, index, START)),
    scalar(`${of}.end.tension`, 'N', () => endTension(w, cable, index, END)),
    scalar(`${of}.tension-max`, 'N', () => extreme(Math.max)),
    scalar(`${of}.tension-min`, 'N', () => extreme(Math.min)),
    scalar(`${of}.curvature-max`, '1/m', () => largestCurvature(cable)),
    scalar(`${of}.length`, 'm', () => cable.totalLength),
    ...ends,
    ...ofMotion([vector(`${of}.start.position`, 'm', node(false)), vector(`${of}.end.position`, 'm', node(true))]).map(
      detail,
    ),
  ];
}

function nodeProbes({ name, cable }: CableItem): Probe[] {
  const probes: Probe[] = [];
  for (let i = 0; i < cable.capacity; i++) {
    probes.push(
      ...ofMotion([
        vector(`cable.${name}.node-${i}.position`, 'm', (out, o) => {
          const at = 4 * Math.min(i, cable.nodeCount - 1); // nodes that do not exist yet are placed at the end
          for (let r = 0; r < 3; r++) out[o + r] = cable.q[at + r];
        }),
        vector(`cable.${name}.node-${i}.velocity`, 'm/s', (out, o) => {
          const at = 4 * Math.min(i, cable.nodeCount - 1);
          for (let r = 0; r < 3; r++) out[o + r] = cable.v[at + r];
        }),
      ]),
    );
  }
  for (let j = 0; j < cable.capacity - 1; j++) {
    const tension = (): number => (j < cable.elementCount ? pullOf(cable, j) : 0);
    probes.push(scalar(`cable.${name}.element-${j}.tension`, 'N', tension));
  }
  return probes.map(detail);
}

/**
 * Quantities along a cable at every node: arc length in the material, tension, curvature, twist where the cable has it, and contact force.
 */
function rangeProbes(w: Workspace, { name, cable }: CableItem, index: number, load: () => TouchLoad): Probe[] {
  const probes: Probe[] = [];
  for (let i = 0; i < cable.capacity; i++) {
    const of = `cable.${name}.range-${i}`;
    const at = (): number => Math.min(i, cable.nodeCount - 1); // those not there yet are at the end
    probes.push(
      scalar(`${of}.arc`, 'm', () => {
        let sum = 0;
        for (let j = 0; j < at(); j++) sum += cable.materialLength[j];
        return sum;
      }),
      scalar(`${of}.tension`, 'N', () => {
        const k = at();
        if (k === 0) return endTension(w, cable, index, START);
        if (k === cable.elementCount) return endTension(w, cable, index, END);
        return 0.5 * (pullOf(cable, k - 1) + pullOf(cable, k));
      }),
      scalar(`${of}.curvature`, '1/m', () => curvatureAt(cable, at())),
    );
    if (w.touch.any) probes.push(scalar(`${of}.load`, 'N/m', () => load().at(index, at())));
    if (cable.hasTwist) probes.push(scalar(`${of}.twist`, 'rad/m', () => twistAt(cable, at())));
  }
  return probes.map(detail);
}

/** Poses of elements, or of equal pieces of the cable, as bodies: origin in the middle, z along them. */
function drawingProbes({ name, cable, drawnEvenly }: CableItem): Probe[] {
  const frame = new Float64Array(9);
  const probes: Probe[] = [];
  const ends = new Float64Array(8);
  if (drawnEvenly) {
    const count = cable.capacity - 1;
    for (let j = 0; j < count; j++) {
      const place = (): void => {
        pointAlong(ends, 0, cable, (cable.totalLength * j) / count);
        pointAlong(ends, 4, cable, (cable.totalLength * (j + 1)) / count);
      };
      probes.push(
        ...drawn(
          name,
          j,
          ends,
          () => 0,
          place,
          frame,
          () => frameAlong(frame, ends, 0),
        ),
      );
    }
    return ofMotion(probes).map(detail);
  }
  for (let j = 0; j < cable.capacity - 1; j++) {
    const first = (): number => 4 * Math.min(j, cable.elementCount - 1); // an element that does not exist yet is drawn over the last one
    const turn = cable.hasTwist
      ? (): void => materialFrame(frame, cable, first() / 4)
      : (): void => frameAlong(frame, cable.q, first());
    probes.push(...drawn(name, j, cable.q, first, () => {}, frame, turn));
  }
  return ofMotion(probes).map(detail);
}

/** Pose of piece j from the points q[first()..], q[first() + 4..], which `place` has computed. */
function drawn(
  name: string,
  j: number,
  q: Float64Array,
  first: () => number,
  place: () => void,
  frame: Float64Array,
  turn: () => void,
): Probe[] {
  const of = drawnElement(name, j);
  return [
    vector(`${of}.position`, 'm', (out, o) => {
      place();
      const k = first();
      for (let r = 0; r < 3; r++) out[o + r] = 0.5 * (q[k + r] + q[k + 4 + r]);
    }),
    {
      name: `${of}.rotation`,
      unit: '1',
      size: 4,
      components: QUATERNION,
      read: (out, o) => {
        place();
        turn();
        matrixToQuaternion(out, o, frame, 0);
      },
    },
  ];
}

/** out[o..] = point of the cable at the unstretched arc length s. */
function pointAlong(out: Float64Array, o: number, cable: Cable, s: number): void {
  let j = 0;
  let before = 0;
  while (j < cable.elementCount - 1 && before + cable.materialLength[j] < s) before += cable.materialLength[j++];
  const t = Math.min(1, (s - before) / cable.materialLength[j]);
  for (let r = 0; r < 3; r++) out[o + r] = cable.q[4 * j + r] + t * (cable.q[4 * j + 4 + r] - cable.q[4 * j + r]);
}

function detail(probe: Probe): Probe {
  return marked(probe, { detail: true });
}

/** The rotation of element j itself: z along it, x fixed in the material (slot j + 1 holds its frame). */
function materialFrame(out: Float64Array, { direction: t, director: u, q }: Cable, j: number): void {
  const k = 3 * (j + 1);
  sincos(turned, 0, q[4 * j + 3]);
  for (let r = 0; r < 3; r++) {
    const [a, b] = [k + ((r + 1) % 3), k + ((r + 2) % 3)];
    out[3 * r] = turned[1] * u[k + r] + turned[0] * (t[a] * u[b] - t[b] * u[a]); // cos u + sin t x u
    out[3 * r + 2] = t[k + r];
  }
  for (let r = 0; r < 3; r++) {
    const [a, b] = [3 * ((r + 1) % 3), 3 * ((r + 2) % 3)];
    out[3 * r + 1] = out[a + 2] * out[b] - out[b + 2] * out[a]; // y = z x x
  }
}

/** A rotation that takes z to the element from q[o] to q[o + 4]. */
function frameAlong(out: Float64Array, q: Float64Array, o: number): void {
  let x = q[o + 4] - q[o];
  let y = q[o + 5] - q[o + 1];
  let z = q[o + 6] - q[o + 2];
  const size = Math.sqrt(x * x + y * y + z * z) || 1;
  x /= size;
  y /= size;
  z /= size;
  // the axis most nearly across the element defines the second direction
  const ax = Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z) ? 1 : 0;
  const ay = ax === 0 && Math.abs(y) <= Math.abs(z) ? 1 : 0;
  const az = ax === 0 && ay === 0 ? 1 : 0;
  let ux = ay * z - az * y;
  let uy = az * x - ax * z;
  let uz = ax * y - ay * x;
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux /= length;
  uy /= length;
  uz /= length;
  // columns u, v = t x u, t
  out[0] = ux;
  out[1] = y * uz - z * uy;
  out[2] = x;
  out[3] = uy;
  out[4] = z * ux - x * uz;
  out[5] = y;
  out[6] = uz;
  out[7] = x * uy - y * ux;
  out[8] = z;
}

/**
 * Tension at an end [N]. The end element gives the tension in its middle, wrong by half its weight: several percent for a heavy line of few
 * elements, and too low at the end that carries most. Two estimates of the correction exist: the pull on the holder along the rope (zero
 * without a holder) and extrapolation from the next element. The smaller is taken, and zero where their signs differ: the pull on a holder
 * that stops abruptly includes the inertia of half an element, and the extrapolation is poor while a wave passes.
 */
function endTension(w: Workspace, cable: Cable, index: number, end: CableEnd): number {
  const tension = endForce(w, cable, index, end);
  return Math.max(leastTension(cable, end === START ? 0 : cable.elementCount - 1), tension);
}

/** Tension of an element [N], as reported. */
function pullOf(cable: Cable, j: number): number {
  return Math.max(leastTension(cable, j), cable.tension[j]);
}

/**
 * Smallest tension [N] that an element reports. A rod can push. A slack rope has no tension: the thousandth of its stiffness with which it
 * resists folding, and its damping then, help the solver and appear only in the forces of its ends. A rope with bending stiffness pushes
 * where it is curved: along a line in equilibrium T + EI kappa^2/2 is constant and equals the tension of its straight parts.
 */
function leastTension(cable: Cable, j: number): number {
  if (cable.slackRatio[j] === 1) return Number.NEGATIVE_INFINITY;
  return cable.hasBending ? -Math.max(bendingAt(cable, j), bendingAt(cable, j + 1)) : 0;
}

/** Bending energy per length at a node, EI kappa^2/2 [N]. */
function bendingAt(cable: Cable, i: number): number {
  const before = i === 0 ? 0 : cable.length[i];
  const after = i === cable.nodeCount - 1 ? 0 : cable.length[i + 1];
  const curvature = curvatureAt(cable, i);
  return 0.25 * cable.bendRatio[i] * (before + after) * curvature * curvature;
}

function endForce(w: Workspace, cable: Cable, index: number, end: CableEnd): number {
  const { attachments, firstRow } = w.cables;
  const k = 2 * index + end;
  const j = end === START ? 0 : cable.elementCount - 1;
  const next = end === START ? 1 : j - 1;
  let pull = 0;
  if (attachments.active[k] === 1) {
    for (let r = 0; r < 3; r++) pull += w.lambda[firstRow + 3 * k + r] * cable.direction[3 * j + 3 + r];
  }
  const own = cable.tension[j];
  const more = (end === START ? pull : -pull) - own;
  if (cable.elementCount < 2 || cable.ropeOf[j] !== cable.ropeOf[next]) return own + more;
  const slope = (own - cable.tension[next]) / (cable.materialLength[j] + cable.materialLength[next]);
  const led = slope * cable.materialLength[j];
  if (more * led <= 0) return own;
  return own + (Math.abs(more) < Math.abs(led) ? more : led);
}

function largestCurvature(cable: Cable): number {
  let most = 0;
  for (let i = 0; i < cable.nodeCount; i++) most = Math.max(most, curvatureAt(cable, i));
  return most;
}

/** 2 tan(angle/2) over the mean length at a node [1/m]; at a clamp over half an element, 0 at an end that is free to turn. */
function curvatureAt(cable: Cable, i: number): number {
  const last = cable.nodeCount - 1;
  if (i === 0 && !clamped(cable, i, START)) return 0;
  if (i === last && !clamped(cable, i, END)) return 0;
  const d = cable.direction;
  const a = 3 * i;
  const b = 3 * i + 3;
  const dot = d[a] * d[b] + d[a + 1] * d[b + 1] + d[a + 2] * d[b + 2];
  const half = Math.sqrt(Math.max(0, (1 - dot) / Math.max(1e-300, 1 + dot)));
  const before = i === 0 ? 0 : cable.length[i];
  const after = i === last ? 0 : cable.length[i + 1];
  return (4 * half) / (before + after);
}

/** Curvature at a held end; a rope without bending stiffness may leave its clamp at any angle. */
function clamped(cable: Cable, node: number, end: CableEnd): boolean {
  return cable.holdsDirection[end] && cable.bendRatio[node] > 0;
}

/** Twist between the elements at a node, over their mean length [rad/m]; the ends take the value of their neighbours. */
function twistAt(cable: Cable, node: number): number {
  if (cable.nodeCount < 3) return 0;
  const i = Math.min(Math.max(node, 1), cable.nodeCount - 2);
  const turn = cable.q[4 * i + 3] - cable.q[4 * i - 1] + cable.refTwist[i];
  return (2 * turn) / (cable.length[i] + cable.length[i + 1]);
}
