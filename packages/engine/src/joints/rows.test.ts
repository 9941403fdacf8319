import { describe, expect, test } from 'vitest';
import { Draw, largest, sine } from '../../test/support.ts';
import { evaluatePrescribed, movePoses, type PrescribedMotion } from '../bodies/index.ts';
import { type CompiledFunction, compileFunction, quaternionToMatrix } from '../math/index.ts';
import {
  ANGLE,
  COORDINATES_OF_TYPE,
  coordinateKind,
  evaluateAction,
  evaluateCoordinate,
  evaluateJoints,
  JOINT_STRIDE,
  type JointRows,
  type Joints,
  jointAngle,
  LENGTH,
  Coordinate,
  ROWS_OF_TYPE,
  rowsOfKind,
  TURN_STRIDE,
} from './index.ts';

const TYPES = Object.keys(ROWS_OF_TYPE);
/** rows each type must add, from what it leaves free */
const ROWS: Record<string, number> = {
  point: 3,
  revolute: 5,
  universal: 4,
  prismatic: 5,
  cylindrical: 4,
  fixed: 6,
  distance: 1,
  planar: 3,
};
/** Frame whose z axis is the body's x axis: bodies that share yaw and pitch then turn about a common z by their rolls. */
const Z_ALONG_X = [0, 0, 1, 1, 0, 0, 0, 1, 0];

interface Setup {
  readonly type: string;
  readonly drivers: readonly string[];
  readonly frames: 'random' | 'common axis';
}

function makeJoint(draw: Draw, { type, drivers, frames }: Setup): Joints {
  const data = new Float64Array(JOINT_STRIDE);
  draw.fill(data.subarray(0, 6));
  for (const o of [6, 15]) {
    if (frames === 'random') quaternionToMatrix(data, o, draw.quaternion(), 0);
    else data.set(Z_ALONG_X, o);
  }
  const kinds = [...ROWS_OF_TYPE[type]];
  const targets: Record<number, CompiledFunction | undefined> = {};
  for (const name of drivers) {
    const kind = coordinateKind(name);
    targets[kind] = compileFunction(sine(draw.one(), draw.between(0.5, 2), draw.one(3), draw.one()));
    if (!kinds.includes(kind)) kinds.push(kind);
  }
  const rows = kinds.reduce((sum, kind) => sum + rowsOfKind(kind), 0);
  return {
    count: 1,
    slotA: Int32Array.of(0),
    slotB: Int32Array.of(1),
    data,
    length: Float64Array.of(0.7),
    kindStart: Int32Array.of(0, kinds.length),
    kinds: Uint8Array.from(kinds),
    rowStart: Int32Array.of(0, rows),
    lengthTarget: [targets[LENGTH]],
    angleTarget: [targets[ANGLE]],
    displacementTarget: [targets[coordinateKind('displacement')]],
  };
}

function makeRows(joints: Joints): JointRows {
  const n = joints.rowStart[1];
  const floats = (k: number) => new Float64Array(k);
  return { phi: floats(n), phiT: floats(n), gamma: floats(n), jacobianA: floats(6 * n), jacobianB: floats(6 * n) };
}

/** Two bodies on six sines each. shared: the same yaw and pitch, so that the body x axes stay parallel. */
function motions(draw: Draw, shared: boolean): PrescribedMotion[] {
  const wave = () => compileFunction(sine(draw.one(), draw.between(0.5, 2), draw.one(3), draw.one()));
  const pitch = wave();
  const yaw = wave();
  return [0, 1].map(() => {
    const rotation0 = new Float64Array(9);
    quaternionToMatrix(rotation0, 0, shared ? [1, 0, 0, 0] : draw.quaternion(), 0);
    const angles = shared ? [wave(), pitch, yaw] : [wave(), wave(), wave()];
    return {
      functions: [wave(), wave(), wave(), ...angles],
      position0: Float64Array.from(draw.vector(2)),
      rotation0,
      centre: Float64Array.from(draw.vector(0.5)),
    };
  });
}

function poses(list: readonly PrescribedMotion[], t: number) {
  const out = {
    position: new Float64Array(6),
    rotation: new Float64Array(18),
    velocity: new Float64Array(12),
    acceleration: new Float64Array(12),
  };
  list.forEach((m, slot) => {
    evaluatePrescribed(m, { time: t }, slot, out.position, out.rotation, out.velocity, out.acceleration);
  });
  return out;
}

function rowsAt(joints: Joints, at: ReturnType<typeof poses>, t: number, gamma: boolean): JointRows {
  const rows = makeRows(joints);
  evaluateJoints(rows, joints, at.position, at.rotation, at.velocity, Float64Array.of(0), { time: t }, gamma);
  return rows;
}

function timesRow(rows: JointRows, row: number, v: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < 6; k++) sum += rows.jacobianA[6 * row + k] * v[k] + rows.jacobianB[6 * row + k] * v[6 + k];
  return sum;
}

/** Every type alone, and every free coordinate driven. An angle is one only while the two z axes are parallel. */
const SETUPS: Setup[] = TYPES.flatMap((type) => [
  { type, drivers: [], frames: 'random' } as Setup,
  ...COORDINATES_OF_TYPE[type].map(
    (c): Setup => ({ type, drivers: [c], frames: c === 'angle' ? 'common axis' : 'random' }),
  ),
]);
SETUPS.push({ type: 'cylindrical', drivers: ['angle', 'displacement'], frames: 'common axis' });

const label = (s: Setup): string => (s.drivers.length > 0 ? `${s.type} driven by ${s.drivers.join(' and ')}` : s.type);

describe.each(SETUPS.map((s) => [label(s), s] as const))('%s', (_name, setup) => {
  test('its Jacobian is the derivative of phi by small moves of both bodies', () => {
    for (let seed = 1; seed <= 4; seed++) {
      const draw = new Draw(seed);
      const joints = makeJoint(draw, setup);
      const at = poses(motions(draw, setup.frames === 'common axis'), 0.4);
      const rows = rowsAt(joints, at, 0.4, false);
      const h = 1e-5;
      const moved = (u: Float64Array): Float64Array => {
        const there = { ...at, position: new Float64Array(6), rotation: new Float64Array(18) };
        movePoses(there.position, there.rotation, at.position, at.rotation, u, 2);
        return rowsAt(joints, there, 0.4, false).phi;
      };
      for (let k = 0; k < 12; k++) {
        const u = new Float64Array(12);
        u[k] = h;
        const plus = moved(u);
        u[k] = -h;
        const minus = moved(u);
        const jacobian = k < 6 ? rows.jacobianA : rows.jacobianB;
        for (let row = 0; row < rows.phi.length; row++) {
          const numerical = (plus[row] - minus[row]) / (2 * h);
          // levers of order 3 m: h^2/6 times 30 of curvature, 1e-16 * 3/h of rounding
          expect(Math.abs(jacobian[6 * row + (k % 6)] - numerical), `row ${row}, move ${k}`).toBeLessThan(2e-9);
        }
      }
    }
  });

  test("phi' = J v + phi_t and phi'' = J a + gamma along a smooth motion", () => {
    for (let seed = 5; seed <= 8; seed++) {
      const draw = new Draw(seed);
      const joints = makeJoint(draw, setup);
      const list = motions(draw, setup.frames === 'common axis');
      const t = 0.7;
      const h = 2e-4;
      const at = poses(list, t);
      const rows = rowsAt(joints, at, t, true);
      const after = rowsAt(joints, poses(list, t + h), t + h, false).phi;
      const before = rowsAt(joints, poses(list, t - h), t - h, false).phi;
      for (let row = 0; row < rows.phi.length; row++) {
        const rate = (after[row] - before[row]) / (2 * h);
        const second = (after[row] - 2 * rows.phi[row] + before[row]) / (h * h);
        // third and fourth derivatives of order 100 and 1000 (speeds 2, levers 3): 100 h^2/6 and 1000 h^2/12; 1e-15/h^2 of rounding
        expect(Math.abs(timesRow(rows, row, at.velocity) + rows.phiT[row] - rate), `rate of row ${row}`).toBeLessThan(
          5e-6,
        );
        const analytic = timesRow(rows, row, at.acceleration) + rows.gamma[row];
        expect(Math.abs(analytic - second), `second derivative of row ${row}`).toBeLessThan(5e-5);
      }
    }
  });

  test('its rows are independent', () => {
    for (let seed = 9; seed <= 12; seed++) {
      const draw = new Draw(seed);
      const joints = makeJoint(draw, { ...setup, frames: 'common axis' });
      const at = poses(motions(draw, true), 0.2);
      // put the bodies together as the joint wants them, turned by 0.4 about its axis: B follows A
      at.rotation.copyWithin(9, 0, 9);
      const angle = 0.4;
      const about = new Float64Array(12);
      for (let k = 0; k < 3; k++)
        about[9 + k] = angle * (setup.type === 'revolute' || setup.type === 'cylindrical' ? at.rotation[3 * k] : 0);
      movePoses(at.position, at.rotation, at.position.slice(), at.rotation.slice(), about, 2);
      const rows = rowsAt(joints, at, 0.2, false);
      const n = rows.phi.length;
      expect(n).toBe(ROWS[setup.type] + setup.drivers.filter((d) => d !== 'length').length);
      expect(rank(rows)).toBe(n);
    }
  });
});

/** Rows that keep more than 1e-6 of themselves after the others are taken out. */
function rank(rows: JointRows): number {
  const basis: number[][] = [];
  for (let row = 0; row < rows.phi.length; row++) {
    const v = [...rows.jacobianA.subarray(6 * row, 6 * row + 6), ...rows.jacobianB.subarray(6 * row, 6 * row + 6)];
    const before = Math.hypot(...v);
    for (const b of [...basis, ...basis]) {
      const dot = b.reduce((sum, x, i) => sum + x * v[i], 0);
      b.forEach((x, i) => {
        v[i] -= dot * x;
      });
    }
    const after = Math.hypot(...v);
    if (after > 1e-6 * before) basis.push(v.map((x) => x / after));
  }
  return basis.length;
}

/** Relative motions (translation along, turn about an axis of F_A through its origin) that each type must leave free. */
const FREE: Record<string, { along: number[]; about: number[] }> = {
  point: { along: [], about: [0, 1, 2] },
  revolute: { along: [], about: [2] },
  universal: { along: [], about: [0, 2] }, // x of B is x of A here
  prismatic: { along: [2], about: [] },
  cylindrical: { along: [2], about: [2] },
  fixed: { along: [], about: [] },
  distance: { along: [], about: [0, 1, 2] }, // and across the line between the origins
  planar: { along: [0, 1], about: [2] },
};

test('each type leaves free exactly the motions it is named for', () => {
  for (const type of TYPES) {
    const draw = new Draw(20);
    const joints = makeJoint(draw, { type, drivers: [], frames: 'common axis' });
    const at = poses(motions(draw, true), 0);
    at.rotation.copyWithin(9, 0, 9); // frames parallel, origins where they are (distance) or together
    const levers = [0, 3].map((o, slot) =>
      [0, 1, 2].map((i) =>
        [0, 1, 2].reduce((sum, j) => sum + at.rotation[9 * slot + 3 * i + j] * joints.data[o + j], 0),
      ),
    );
    const apart = type === 'distance' ? [0.7, 0, 0] : [0, 0, 0];
    for (let i = 0; i < 3; i++) at.position[3 + i] = at.position[i] + levers[0][i] - levers[1][i] + apart[i];
    const rows = rowsAt(joints, at, 0, false);
    // a universal joint wants z_A perpendicular to x_B, which parallel frames are
    expect(largest(rows.phi), type).toBeLessThan(1e-14);
    for (let axis = 0; axis < 3; axis++) {
      const e = [0, 1, 2].map((i) =>
        [0, 1, 2].reduce((sum, j) => sum + at.rotation[3 * i + j] * joints.data[6 + 3 * j + axis], 0),
      );
      for (const kind of ['along', 'about'] as const) {
        const v = new Float64Array(12);
        if (kind === 'along') v.set(e, 6);
        else {
          // turn about the origin of F_A = p_A; the centre of B is at -r_B (and `apart`) from it
          const c = levers[1].map((x, i) => apart[i] - x);
          v.set([e[1] * c[2] - e[2] * c[1], e[2] * c[0] - e[0] * c[2], e[0] * c[1] - e[1] * c[0], ...e], 6);
        }
        let most = 0;
        for (let row = 0; row < rows.phi.length; row++) most = Math.max(most, Math.abs(timesRow(rows, row, v)));
        const free = FREE[type][kind].includes(axis);
        if (type === 'distance' && kind === 'along') {
          expect(Math.abs(most - Math.abs(e[0])), `${type} ${kind} ${axis}`).toBeLessThan(1e-14);
        } else if (free) expect(most, `${type} ${kind} ${axis}`).toBeLessThan(1e-14);
        else expect(most, `${type} ${kind} ${axis}`).toBeGreaterThan(0.1);
      }
    }
  }
});

const start = new Float64Array(1); // angles are unwrapped near zero

describe('coordinates', () => {
  const cases = TYPES.flatMap((type) => COORDINATES_OF_TYPE[type].map((c) => [type, c] as const));

  test.each(cases)("%s %s: g is the derivative of chi by moves, chi' its rate in time", (type, name) => {
    const kind = coordinateKind(name);
    const common = name === 'angle';
    for (let seed = 1; seed <= 5; seed++) {
      const draw = new Draw(seed);
      const joints = makeJoint(draw, { type, drivers: [], frames: common ? 'common axis' : 'random' });
      const list = motions(draw, common);
      const at = poses(list, 0.3);
      const here = new Coordinate();
      const there = new Coordinate();
      const value = (position: Float64Array, rotation: Float64Array): number => {
        evaluateCoordinate(there, joints, 0, kind, position, rotation, at.velocity, Float64Array.of(here.value), 0);
        return there.value;
      };
      evaluateCoordinate(here, joints, 0, kind, at.position, at.rotation, at.velocity, start, 0);
      const h = 1e-5;
      for (let k = 0; k < 12; k++) {
        const x = new Float64Array(6);
        const R = new Float64Array(18);
        const u = new Float64Array(12);
        u[k] = h;
        movePoses(x, R, at.position, at.rotation, u, 2);
        const plus = value(x, R);
        u[k] = -h;
        movePoses(x, R, at.position, at.rotation, u, 2);
        const numerical = (plus - value(x, R)) / (2 * h);
        expect(Math.abs((k < 6 ? here.gA[k] : here.gB[k - 6]) - numerical)).toBeLessThan(2e-9);
      }
      const after = poses(list, 0.3 + h);
      const before = poses(list, 0.3 - h);
      const rate = (value(after.position, after.rotation) - value(before.position, before.rotation)) / (2 * h);
      expect(Math.abs(here.rate - rate)).toBeLessThan(1e-8);
    }
  });

  test.each(['bend', 'twist'])("%s of two lengths: g is its derivative by moves, chi' its rate in time", (name) => {
    for (let seed = 1; seed <= 8; seed++) {
      const draw = new Draw(seed);
      const joints = makeJoint(draw, { type: 'point', drivers: [], frames: 'random' });
      const axes = new Float64Array(TURN_STRIDE);
      for (const o of [0, 9]) quaternionToMatrix(axes, o, draw.quaternion(), 0);
      const actions = { count: 1, joint: Int32Array.of(0), coordinate: Uint8Array.of(coordinateKind(name)), axes };
      const acting = { ...actions, data: new Float64Array(10), effort: [undefined] };
      const list = motions(draw, false);
      const at = poses(list, 0.3);
      const [here, there] = [new Coordinate(), new Coordinate()];
      const near = Float64Array.of(0);
      const value = (x: Float64Array, R: Float64Array): number => {
        evaluateAction(there, joints, acting, 0, x, R, at.velocity, near, 0);
        return there.value;
      };
      evaluateAction(here, joints, acting, 0, at.position, at.rotation, at.velocity, near, 0);
      near[0] = here.value;
      const h = 1e-5;
      for (let k = 0; k < 12; k++) {
        const [x, R, u] = [new Float64Array(6), new Float64Array(18), new Float64Array(12)];
        u[k] = h;
        movePoses(x, R, at.position, at.rotation, u, 2);
        const plus = value(x, R);
        u[k] = -h;
        movePoses(x, R, at.position, at.rotation, u, 2);
        const numerical = (plus - value(x, R)) / (2 * h);
        // the third derivative grows as 1/(1 + a . b)^3 or 1/sin^3: above 0.1 for these seeds, h^2/6 times 1e3
        expect(Math.abs((k < 6 ? here.gA[k] : here.gB[k - 6]) - numerical), `move ${k}, seed ${seed}`).toBeLessThan(
          2e-8,
        );
      }
      const [after, before] = [poses(list, 0.3 + h), poses(list, 0.3 - h)];
      const rate = (value(after.position, after.rotation) - value(before.position, before.rotation)) / (2 * h);
      expect(Math.abs(here.rate - rate)).toBeLessThan(1e-6);
    }
  });

  test('a force along a coordinate pulls the bodies with equal and opposite forces and no net moment', () => {
    for (const [type, name] of cases) {
      const draw = new Draw(40);
      const joints = makeJoint(draw, { type, drivers: [], frames: 'random' });
      const at = poses(motions(draw, false), 0.3);
      const x = new Coordinate();
      evaluateCoordinate(x, joints, 0, coordinateKind(name), at.position, at.rotation, at.velocity, start, 0);
      const moment = (g: Float64Array, o: number): number[] => {
        const [px, py, pz] = at.position.subarray(o, o + 3);
        return [py * g[2] - pz * g[1] + g[3], pz * g[0] - px * g[2] + g[4], px * g[1] - py * g[0] + g[5]];
      };
      const mA = moment(x.gA, 0);
      const mB = moment(x.gB, 3);
      for (let i = 0; i < 3; i++) {
        expect(Math.abs(x.gA[i] + x.gB[i])).toBeLessThan(1e-15);
        expect(Math.abs(mA[i] + mB[i])).toBeLessThan(1e-14);
      }
    }
  });

  test('an angle followed step by step counts turns, both ways', () => {
    const joints = makeJoint(new Draw(50), { type: 'revolute', drivers: [], frames: 'common axis' });
    const unit = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1);
    const rotation = new Float64Array(18);
    const u = new Float64Array(12);
    const x = new Float64Array(6);
    const zero = new Float64Array(12);
    const c = new Coordinate();
    const reference = new Float64Array(1);
    let angle = 0;
    for (let k = 0; k < 200; k++) {
      angle += k < 120 ? 0.9 : -2.5; // up 17 turns, then down through zero to -15
      u[9] = angle; // the joint axis is the body's x axis
      movePoses(x, rotation, x, unit, u, 2);
      jointAngle(reference, 0, joints, 0, rotation, reference, 0);
      expect(Math.abs(reference[0] - angle)).toBeLessThan(1e-12);
      evaluateCoordinate(c, joints, 0, ANGLE, x, rotation, zero, reference, 0);
      expect(c.value).toBe(reference[0]);
    }
    expect(angle).toBeLessThan(-2 * Math.PI * 14);
  });

  test('a driven angle follows its target through many turns', () => {
    const joints = makeJoint(new Draw(51), { type: 'revolute', drivers: ['angle'], frames: 'common axis' });
    const unit = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1);
    const target = new Float64Array(3);
    (joints.angleTarget as CompiledFunction[])[0] = compileFunction({ kind: 'polynomial', coefficients: [0.2, 30] });
    const rows = makeRows(joints);
    const rotation = new Float64Array(18);
    const u = new Float64Array(12);
    for (let t = 0; t < 2; t += 0.05) {
      joints.angleTarget[0]?.evaluate(t, target, 0);
      u[9] = target[0];
      movePoses(new Float64Array(6), rotation, new Float64Array(6), unit, u, 2);
      evaluateJoints(
        rows,
        joints,
        new Float64Array(6),
        rotation,
        new Float64Array(12),
        Float64Array.of(target[0] - 1),
        { time: t },
        false,
      );
      expect(Math.abs(rows.phi[5])).toBeLessThan(1e-12);
      expect(rows.phiT[5]).toBe(-30);
    }
  });
});
