// hawser (plain JavaScript, double precision). Automatic steps with the defaults of the engine, steel; the peers' scenes ask for
// no bounce, so restitution is the least there is and impacts are absorbed.
import { Simulation } from '../../../packages/engine/dist/index.js';
import { readFileSync } from 'node:fs';
import { chainState, expandCable, expandPoints, pointsState } from '../lib/chain.mjs';
import { inertiaOf } from '../lib/inertia.mjs';

const version = JSON.parse(readFileSync(new URL('../../../packages/engine/package.json', import.meta.url))).version;
const quaternion = ([x, y, z, w]) => [w, x, y, z];
const none = { position: [0, 0, 0], rotation: [1, 0, 0, 0] };
const yToZ = { position: [0, 0, 0], rotation: [Math.SQRT1_2, -Math.SQRT1_2, 0, 0] }; // our cylinders stand along z, theirs along y
// (one object, written out where it is made: the engine's code is compiled for one kind of it)
const solverOf = (options) => Object.assign({
  integrator: 'auto', constraints: 'kkt', step: 'auto', tolerance: 1e-5, impacts: 'absorb', minStep: 1e-8, maxStep: 0.02,
  newtonTolerance: 'auto', maxIterations: 25, regularisation: 'auto', penalty: 1e9, assemble: false, assemblyTolerance: 1e-6, startFromEquilibrium: false,
}, options);
const world = { name: 'world', kind: 'fixed', mass: 0, centreOfMass: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0], placement: none, velocity: [0, 0, 0], angularVelocity: [0, 0, 0], shapes: [], points: [] };

export default {
  id: 'hawser', label: `hawser ${version}`, version, precision: 'f64', runtime: 'js',
  async init() {},
  // the disc rests on its whole face: contact by volume, as scenarios choose it for solids by themselves
  // it is asked where things are as often as the measures look: every 2 ms while the payload bounces, 4 ms while the disc stops (what is read of the stop is as exact as that), 10 ms while the rope falls
  create(scene, { dt = scene.id === 'payload' ? 0.002 : scene.id === 'disk' ? 0.004 : scene.id === 'drape' ? 0.01 : scene.cables.length > 0 ? 0.1 : 0.02, restitution = 0.05, youngs = 2.1e11, stiffness, method = scene.id === 'disk' ? 'volume' : undefined, ...options } = {}) {
    const bodies = [world];
    const joints = [];
    const forces = [];
    const ropes = [];
    const ignore = [];
    // the cable element where rope stretches or hangs; swinging scenes keep rods: 40 nodes with their mass lumped are 260 mm off the
    // continuum after 2 s, 40 rods 17 mm
    const element = scene.id === 'span';
    const mu = scene.bodies[0]?.mu ?? 0.5;
    const shapeOf = (b) => {
      const s = b.shape;
      if (b.ground) return { shape: { kind: 'half-space' }, placement: { position: [0, s.half[1], 0], rotation: [Math.SQRT1_2, -Math.SQRT1_2, 0, 0] } };
      if (s.type === 'box') return { shape: { kind: 'box', half: s.half }, placement: none };
      if (s.type === 'sphere') return { shape: { kind: 'sphere', radius: s.r }, placement: none };
      return { shape: { kind: 'cylinder', radius: s.r, halfLength: s.h / 2 }, placement: yToZ };
    };
    const add = (name, kind, mass, I, p, q, extra = {}) => bodies.push({ ...world, name, kind, mass, inertia: [...I, 0, 0, 0], placement: { position: p, rotation: quaternion(q) }, ...extra }) - 1;
    scene.bodies.forEach((b, i) => {
      add(`${b.name}${i}`, b.fixed ? 'fixed' : 'dynamic', b.mass, b.fixed ? [0, 0, 0] : inertiaOf(b.shape, b.mass), b.pos, b.quat, {
        velocity: b.vel ?? [0, 0, 0], angularVelocity: b.angvel ?? [0, 0, 0], shapes: [{ ...shapeOf(b), material: 0, collide: true }],
      });
    });
    const join = (name, type, a, b, pa, pb, more = {}) => joints.push({ name, type, a, b, frameA: { ...none, position: pa }, frameB: { ...none, position: pb }, drivers: [], actions: [], collide: false, ...more });
    const cables = scene.cables.map((c, k) => {
      const first = bodies.length;
      if (c.EA || element) {
        // the scene's own lengths are unstretched; "as inextensible as it can" is 1e9 N
        const n = c.nodes.length - 1;
        const length = c.nodes.slice(1).reduce((sum, p, i) => sum + Math.hypot(...p.map((x, r) => x - c.nodes[i][r])), 0);
        const hold = (end, i) => (end?.fixed ? { body: 0, point: c.nodes[i] } : end?.body !== undefined ? { body: end.body + 1, point: [0, 0, 0] } : undefined);
        // a spring, as in the scene's theory and in every other adapter: it pushes too, where our rope would go slack at the top of each bounce
        const rope = { massPerLength: c.massPerLength, axialStiffness: c.EA ?? 1e9, diameter: 2 * c.radius, ...(c.EA && { slackRatio: 1 }) };
        const [start, end] = [hold(c.start, 0), hold(c.end, n)];
        ropes.push({ name: `rope${k}`, pieces: [{ rope, length, elements: n }], shape: c.nodes.flat(), ...(start && { start }), ...(end && { end }) });
        const pts = expandPoints(c);
        return {
          state: (_, gy, value) => {
            const nodes = c.nodes.map((_, i) => value(`cable.rope${k}.node-${i}.position`, 3));
            const speeds = c.nodes.map((_, i) => value(`cable.rope${k}.node-${i}.velocity`, 3));
            return pointsState(pts, nodes.map((p, i) => ({ p, v: speeds[i] })), gy);
          },
        };
      }
      const segs = expandCable(c);
      const n = segs.length;
      // a rope that falls on things is links like those of the others: round rods of its thickness that do not touch each other
      const rod = (s) => (c.collide ? { shapes: [{ shape: { kind: 'cylinder', radius: c.radius, halfLength: s.l / 2 }, placement: yToZ, material: 0, collide: true }] } : {});
      segs.forEach((s, i) => add(`cable${k}.${i}`, 'dynamic', s.mass, s.inertia, s.pos, s.quat, rod(s)));
      if (c.collide) for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) ignore.push([first + i, first + j]);
      const end = (i, sign) => [0, (sign * segs[i].l) / 2, 0];
      if (c.start?.fixed) join(`start${k}`, 'point', 0, first, c.nodes[0], end(0, -1));
      for (let i = 0; i + 1 < n; i++) join(`joint${k}.${i}`, 'point', first + i, first + i + 1, end(i, 1), end(i + 1, -1));
      if (c.end?.fixed) join(`end${k}`, 'point', first + n - 1, 0, end(n - 1, 1), c.nodes[n]);
      else if (c.end?.body !== undefined) join(`end${k}`, 'point', first + n - 1, c.end.body + 1, end(n - 1, 1), [0, 0, 0]);
      return {
        state: (read, gy) => chainState(c, segs, segs.map((_, i) => read(first + i)), { start: c.start?.fixed ? c.nodes[0] : null, end: c.end?.fixed ? c.nodes[n] : c.end?.body !== undefined ? read(c.end.body + 1).p : null }, gy),
      };
    });
    const material = { name: 'steel', youngs, poisson: 0.3, restitution, frictionStatic: mu, frictionKinetic: mu };
    const simulation = new Simulation({
      gravity: scene.gravity, bodies, joints, forces, ...(ropes.length > 0 && { cables: ropes }), materials: [material],
      contacts: { enabled: scene.cables.every((c) => c.collide), defaults: { ...(stiffness && { stiffness }), ...(method && { method }) }, pairs: [], ignore }, solver: solverOf(options),
    });
    const probes = new Map(simulation.probes.map((p) => [p.name, p]));
    const value = (name, size) => { const out = new Float64Array(size); probes.get(name).read(out, 0); return [...out]; };
    const read = (i) => {
      const { name, placement } = bodies[i];
      if (bodies[i].kind === 'fixed') return { p: placement.position, q: placement.rotation, v: [0, 0, 0], w: [0, 0, 0] };
      const [w, x, y, z] = value(`${name}.rotation`, 4);
      return { p: value(`${name}.position`, 3), q: [x, y, z, w], v: value(`${name}.velocity`, 3), w: value(`${name}.angular-velocity`, 3) };
    };
    let steps = 0;
    return {
      dt,
      step() {
        const until = ++steps * dt;
        while (simulation.time < until) { const r = simulation.step(until); if (!r.ok) throw new Error(r.message); }
      },
      body: (i) => read(i + 1),
      cable: (k) => cables[k].state(read, -scene.gravity[1], value),
      simulation,
      free() {},
    };
  },
};
