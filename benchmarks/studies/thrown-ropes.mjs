// A rope thrown at a rope, a plate, a bar or a ball, by seed, and a judge of its own of whether it went through (passages.mjs).
// The judge knows nothing of the engine's own check: between two accepted steps it lets the curves of both go straight from one shape to the next and counts, with their
// sign, the crossings of their chords; a rope that is through has a count that is not zero. Silent: through, and the run did not end with a failure.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { Random, Simulation } = await import(path.join(root, 'packages/engine/dist/index.js'));
const { compileScenario, formatIssue, memoryLoader } = await import(path.join(root, 'packages/scenario/dist/index.js'));

/** instants of a step at which chords are looked at */
const PARTS = 16;
/** two chords, each from and to */
const chords = new Float64Array(12);

/** What a throw is made of. */
function thrown(seed) {
  const random = new Random(seed);
  const between = (a, b) => a + (b - a) * random.uniform();
  const spread = (a, b) => a * Math.exp(Math.log(b / a) * random.uniform());
  const onto = ['rope', 'rope', 'plate', 'bar', 'ball'][Math.floor(between(0, 5))];
  const d = spread(0.003, 0.06);
  const element = between(2, 12) * d;
  const elements = 2 * Math.ceil(between(4, 9));
  const EA = spread(1e3, 1e8) * (d / 0.01) ** 2;
  const bends = random.uniform() < 0.5;
  const EI = bends ? spread(1e-6, 1e-2) * EA * d * d : 0;
  return {
    seed,
    onto,
    d,
    length: element * elements,
    elements,
    EA,
    EI,
    mass: between(300, 8000) * 0.785 * d * d,
    v: spread(1, 1000),
    step: random.uniform() < 0.15 ? 'auto' : spread(1e-4, 1e-2),
    angle: between(0.1, Math.PI - 0.1),
    at: between(-0.25, 0.25) * element * elements,
    gap: between(1.2, 6) * d,
    size: spread(0.3, 10) * d,
    slant: between(-0.4, 0.4),
  };
}

function scenario(t) {
  const { d, length, elements, angle, at, gap, size } = t;
  const rope = `{ mass: ${t.mass}, stiffness: ${t.EA}, diameter: ${d}${t.EI > 0 ? `, bending: ${t.EI}, bending damping: 1 ms` : ''}, axial damping: 0.1 ms }`;
  const [c, s] = [0.5 * length * Math.cos(angle), 0.5 * length * Math.sin(angle)];
  const rise = 0.5 * length * t.slant;
  const reach = { rope: d, plate: 0.5 * d + 0.5 * size, bar: 0.5 * d + size, ball: 0.5 * d + size }[t.onto];
  const z = reach + gap + Math.abs(rise);
  const velocity = `[0, ${(0.3 * t.v * t.slant).toPrecision(6)}, ${-t.v}]`;
  const up = `{ rope: line, length: ${Math.hypot(length, 2 * rise)}, elements: ${elements}, shape: [[${at - c}, ${-s}, ${z - rise}], [${at + c}, ${s}, ${z + rise}]], velocity: ${velocity} }`;
  const low = `{ rope: line, length: ${length}, elements: ${elements}, from: { body: world, point: [${-length / 2}, 0, 0] }, to: { body: world, point: [${length / 2}, 0, 0] }, shape: [[${-length / 2}, 0, 0], [${length / 2}, 0, 0]] }`;
  const shape = {
    rope: '',
    plate: `{ box: [${4 * length}, ${4 * length}, ${size}] }`,
    bar: `{ cylinder: { radius: ${size}, length: ${4 * length} }, rotation: { pitch: 90 deg } }`,
    ball: `{ sphere: ${size} }`,
  }[t.onto];
  return {
    text: `hawser: 1
environment: { gravity: 0 }
ropes: { line: ${rope} }
${t.onto === 'rope' ? '' : `bodies: { solid: { fixed: true, shapes: [${shape}] } }`}
cables: { up: ${up}${t.onto === 'rope' ? `, low: ${low}` : ''} }
contacts: { ignore: [[up, up]${t.onto === 'rope' ? ', [low, low]' : ''}] }
solver: { step: ${t.step} }
run: { duration: 10 s }
`,
    // until what is thrown would have been well through
    until: (2 * (gap + 2 * Math.abs(rise) + reach) + 4 * d) / t.v,
  };
}

export function oneThrow(seed) {
  const t = thrown(seed);
  const { text, until } = scenario(t);
  const readers = { mesh: () => ({ ok: false, message: '' }), table: () => ({ ok: false, message: '' }) };
  const compiled = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), readers, set: [] });
  if (!compiled.ok) throw new Error(`${compiled.issues.map(formatIssue).join('\n')}\n${text}`);
  const simulation = new Simulation(compiled.compiled.spec);
  const { items } = simulation.w.cables;
  const axis = { bar: [-2 * t.length, 0, 0, 2 * t.length, 0, 0], ball: undefined }[t.onto];
  const shapes = () => [curve(items[0].cable), items[1] ? curve(items[1].cable) : axis];
  let before = shapes();
  let net = 0;
  let steps = 0;
  const row = (result, more = {}) => ({ ...t, result, net, steps, time: simulation.time, ...more });
  while (simulation.time < until) {
    const result = simulation.step(until);
    if (!result.ok) return row(result.reason, { message: result.message });
    if (++steps > 4000) return row('long');
    const now = shapes();
    if (t.onto === 'plate') net += throughPlane(before[0], now[0]);
    else if (t.onto === 'ball') net += throughBall(now[0], 0.5 * t.size);
    else net += crossings(before, now);
    before = now;
  }
  return row(net !== 0 ? 'silent' : 'stopped');
}

/** Points of the curve of a cable: the cubic with slopes of parabolas through three nodes, sixteen pieces an element. */
function curve({ q, elementCount, restLength: l }) {
  const n = elementCount;
  const slope = (i, k) => {
    const chord = (j) => (q[4 * (j + 1) + k] - q[4 * j + k]) / l[j];
    if (i === 0) return chord(0);
    if (i === n) return chord(n - 1);
    return (chord(i - 1) * l[i] + chord(i) * l[i - 1]) / (l[i - 1] + l[i]);
  };
  const points = new Float64Array(3 * (16 * n + 1));
  let o = 0;
  for (let j = 0; j < n; j++) {
    for (let m = 0; m < (j === n - 1 ? 17 : 16); m++) {
      const u = m / 16;
      const [u2, u3] = [u * u, u * u * u];
      for (let k = 0; k < 3; k++) {
        const [a, b] = [q[4 * j + k], q[4 * j + 4 + k]];
        points[o++] =
          a * (2 * u3 - 3 * u2 + 1) +
          b * (3 * u2 - 2 * u3) +
          l[j] * (slope(j, k) * (u3 - 2 * u2 + u) + slope(j + 1, k) * (u3 - u2));
      }
    }
  }
  return points;
}

/** Points of the thrown curve that went through the middle plane of the plate, downwards less upwards. */
function throughPlane(before, now) {
  let net = 0;
  for (let i = 2; i < now.length; i += 3)
    net += before[i] >= 0 && now[i] < 0 ? 1 : before[i] < 0 && now[i] >= 0 ? -1 : 0;
  return net;
}

/** Points of the curve within half of the ball. */
function throughBall(now, within) {
  for (let i = 0; i < now.length; i += 3) if (Math.hypot(now[i], now[i + 1], now[i + 2]) < within) return 1;
  return 0;
}

/** Crossings of the chords of two curves that go straight from one shape to the next, by sign. */
function crossings([a0, b0], [a1, b1]) {
  let net = 0;
  for (let i = 0; i + 3 < a0.length; i += 3) {
    for (let j = 0; j + 3 < b0.length; j += 3) {
      if (apart(a0, a1, i, b0, b1, j)) continue;
      let last = volume(a0, a1, i, b0, b1, j, 0);
      for (let m = 1; m <= PARTS; m++) {
        const next = volume(a0, a1, i, b0, b1, j, m / PARTS);
        if (last > 0 !== next > 0) {
          let [low, high] = [(m - 1) / PARTS, m / PARTS];
          for (let n = 0; n < 40; n++) {
            const middle = 0.5 * (low + high);
            if (volume(a0, a1, i, b0, b1, j, middle) > 0 === last > 0) low = middle;
            else high = middle;
          }
          volume(a0, a1, i, b0, b1, j, low);
          if (meets(chords)) net += last > 0 ? 1 : -1;
        }
        last = next;
      }
    }
  }
  return net;
}

/** Six times the volume between two chords at an instant of a step, whose points go to `chords`. */
function volume(a0, a1, i, b0, b1, j, time) {
  const x = chords;
  for (let k = 0; k < 6; k++) {
    x[k] = a0[i + k] + time * (a1[i + k] - a0[i + k]);
    x[6 + k] = b0[j + k] + time * (b1[j + k] - b0[j + k]);
  }
  const p = x[6] - x[0];
  const q = x[7] - x[1];
  const r = x[8] - x[2];
  const e = x[3] - x[0];
  const f = x[4] - x[1];
  const g = x[5] - x[2];
  const u = x[9] - x[6];
  const v = x[10] - x[7];
  const w = x[11] - x[8];
  return p * (f * w - g * v) + q * (g * u - e * w) + r * (e * v - f * u);
}

/** Have the boxes about the ways of two chords nothing in common? */
function apart(a0, a1, i, b0, b1, j) {
  for (let k = 0; k < 3; k++) {
    const ai = i + k;
    const bj = j + k;
    const aMost = Math.max(a0[ai], a0[ai + 3], a1[ai], a1[ai + 3]);
    if (aMost < Math.min(b0[bj], b0[bj + 3], b1[bj], b1[bj + 3])) return true;
    const bMost = Math.max(b0[bj], b0[bj + 3], b1[bj], b1[bj + 3]);
    if (bMost < Math.min(a0[ai], a0[ai + 3], a1[ai], a1[ai + 3])) return true;
  }
  return false;
}

/** Do two chords in one plane cross? Parameters of both from 0 to 1, the end not counted. */
function meets(x) {
  let [ee, uu, eu, ed, ud] = [0, 0, 0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const [e, u, d] = [x[3 + k] - x[k], x[9 + k] - x[6 + k], x[6 + k] - x[k]];
    ee += e * e;
    uu += u * u;
    eu += e * u;
    ed += e * d;
    ud += u * d;
  }
  const determinant = ee * uu - eu * eu;
  if (!(determinant > 0)) return false;
  const s = (ed * uu - ud * eu) / determinant;
  const t = (ed * eu - ud * ee) / determinant;
  return s >= 0 && s < 1 && t >= 0 && t < 1;
}
