/** All quantities that can be recorded, by name. A probe reads the committed state from the workspace between steps. */
import {
  ACTION_STATE,
  COORDINATES_OF_TYPE,
  coordinateKind,
  evaluateAction,
  evaluateCoordinate,
  rowsOfKind,
} from '../joints/index.ts';
import { matrixToEuler, matrixToQuaternion } from '../math/index.ts';
import { kineticEnergy } from '../bodies/index.ts';
import { cableProbes } from './cable-probes.ts';
import { chainProbes } from './chain-probes.ts';
import { clearanceProbes } from './clearance.ts';
import { contactProbes } from './contact-probes.ts';
import { holdingProbes } from './holding.ts';
import { hullProbes } from './hull-probes.ts';
import { LOAD_STRIDE } from '../model/index.ts';
import { ofMotion, type Probe, scalar, vector } from '../base/index.ts';
import { regionProbes } from './region-probes.ts';
import { separationProbes } from './separation-probes.ts';
import { seaProbes } from './sea-probes.ts';
import { tactileProbes } from './tactile-probes.ts';
import { touchProbes } from './touch-probes.ts';
import { springPoses } from './spring-probes.ts';
import type { GearSet } from '../operation/index.ts';
import type { Workspace } from '../stage/index.ts';

const QUATERNION: readonly string[] = ['w', 'x', 'y', 'z'];
const ANGLES: readonly string[] = ['roll', 'pitch', 'yaw'];

export function modelProbes(w: Workspace, gear: GearSet): Probe[] {
  return [
    ...bodyProbes(w),
    ...jointProbes(w),
    ...forceProbes(w),
    ...contactProbes(w),
    ...tactileProbes(w),
    ...cableProbes(w),
    ...chainProbes(w, (joint, out) => jointWrench(w, joint, out, 0, false)),
    ...seaProbes(w),
    ...gear.probes(() => w.time),
    ...hullProbes(w),
    ...touchProbes(w),
    ...separationProbes(w),
    ...regionProbes(w),
    ...clearanceProbes(w.model, w),
    ...holdingProbes(w),
  ];
}

function bodyProbes(w: Workspace): Probe[] {
  const { model } = w;
  const probes: Probe[] = [];
  model.spec.bodies.forEach((body, index) => {
    if (index === 0) return;
    const slot = model.slotOfBody[index];
    const dynamic = slot < model.dynamicCount;
    const back = body.centreOfMass.map((x) => -x);
    probes.push(...pointProbes(w, body.name, slot, back));
    probes.push({
      name: `${body.name}.rotation`,
      unit: '1',
      size: 4,
      components: QUATERNION,
      within: 'motion',
      read: (out, o) => matrixToQuaternion(out, o, w.rotation, 9 * slot),
    });
    probes.push(
      ...ofMotion([
        vector(`${body.name}.angles`, 'rad', (out, o) => matrixToEuler(out, o, w.rotation, 9 * slot), ANGLES),
        vector(`${body.name}.angular-velocity`, 'rad/s', (out, o) => {
          for (let i = 0; i < 3; i++) out[o + i] = w.velocity[6 * slot + 3 + i];
        }),
      ]),
    );
    if (dynamic) {
      const kinetic = (): number => kineticEnergy(slot, w.velocity, model.mass, w.inertiaW);
      const g = model.gravity;
      const potential = (): number =>
        -model.mass[slot] *
        (g[0] * w.position[3 * slot] + g[1] * w.position[3 * slot + 1] + g[2] * w.position[3 * slot + 2]);
      probes.push(
        scalar(`${body.name}.kinetic-energy`, 'J', kinetic),
        scalar(`${body.name}.energy`, 'J', () => kinetic() + potential()),
      );
    }
    for (const point of body.points) {
      const lever = point.position.map((x, i) => x - body.centreOfMass[i]);
      probes.push(...pointProbes(w, `${body.name}.${point.name}`, slot, lever));
    }
  });
  return probes;
}

/** Position, velocity, acceleration of a point at `lever` from the centre of mass, body axes. */
function pointProbes(w: Workspace, name: string, slot: number, lever: readonly number[]): Probe[] {
  const r = new Float64Array(3);
  const turn = (): void => {
    const R = 9 * slot;
    for (let i = 0; i < 3; i++) {
      r[i] =
        w.rotation[R + 3 * i] * lever[0] + w.rotation[R + 3 * i + 1] * lever[1] + w.rotation[R + 3 * i + 2] * lever[2];
    }
  };
  const k = 6 * slot;
  return [
    ...ofMotion([
      vector(`${name}.position`, 'm', (out, o) => {
        turn();
        for (let i = 0; i < 3; i++) out[o + i] = w.position[3 * slot + i] + r[i];
      }),
      vector(`${name}.velocity`, 'm/s', (out, o) => {
        turn();
        const v = w.velocity;
        out[o] = v[k] + v[k + 4] * r[2] - v[k + 5] * r[1];
        out[o + 1] = v[k + 1] + v[k + 5] * r[0] - v[k + 3] * r[2];
        out[o + 2] = v[k + 2] + v[k + 3] * r[1] - v[k + 4] * r[0];
      }),
    ]),
    vector(`${name}.acceleration`, 'm/s^2', (out, o) => {
      turn();
      const v = w.velocity;
      const a = w.acceleration;
      const wx = v[k + 3];
      const wy = v[k + 4];
      const wz = v[k + 5];
      const dot = wx * r[0] + wy * r[1] + wz * r[2];
      const square = wx * wx + wy * wy + wz * wz;
      out[o] = a[k] + a[k + 4] * r[2] - a[k + 5] * r[1] + wx * dot - square * r[0];
      out[o + 1] = a[k + 1] + a[k + 5] * r[0] - a[k + 3] * r[2] + wy * dot - square * r[1];
      out[o + 2] = a[k + 2] + a[k + 3] * r[1] - a[k + 4] * r[0] + wz * dot - square * r[2];
    }),
  ];
}

function jointProbes(w: Workspace): Probe[] {
  const { spec, joints, actions } = w.model;
  const probes: Probe[] = [];
  spec.joints.forEach((joint, k) => {
    const name = `joint.${joint.name}`;
    probes.push(
      vector(`${name}.reaction`, 'N', (out, o) => jointWrench(w, k, out, o, false)),
      vector(`${name}.moment`, 'N m', (out, o) => jointWrench(w, k, out, o, true)),
    );
    for (const coordinate of COORDINATES_OF_TYPE[joint.type]) {
      const kind = coordinateKind(coordinate);
      const unit = coordinate === 'angle' ? 'rad' : 'm';
      const evaluate = (): void =>
        evaluateCoordinate(w.joints.coordinate, joints, k, kind, w.position, w.rotation, w.velocity, w.joints.angle, k);
      probes.push(
        ofMotion(
          scalar(`${name}.${coordinate}`, unit, () => {
            evaluate();
            return w.joints.coordinate.value;
          }),
        ),
      );
      const rateName = coordinate === 'displacement' && joint.type === 'cylindrical' ? 'slide-rate' : 'rate';
      probes.push(
        ofMotion(
          scalar(`${name}.${rateName}`, `${unit}/s`, () => {
            evaluate();
            return w.joints.coordinate.rate;
          }),
        ),
      );
    }
    for (const coordinate of COORDINATES_OF_TYPE[joint.type]) {
      const slides = joint.type === 'cylindrical' && coordinate === 'displacement' ? 'slide-' : '';
      const unit = coordinate === 'angle' ? 'N m' : 'N';
      const mine = joint.actions.filter((action) => action.coordinate === coordinate);
      if (joint.drivers.some((driver) => driver.coordinate === coordinate) || mine.some((action) => action.effort)) {
        const kind = coordinateKind(coordinate);
        probes.push(scalar(`${name}.${slides}effort`, unit, () => jointEffort(w, k, kind)));
      }
      const braked = mine.find((action) => action.friction);
      if (braked) {
        const index = actions.joint.indexOf(k) + joint.actions.indexOf(braked);
        probes.push(scalar(`${name}.${slides}friction`, unit, () => w.actions.friction[index]));
      }
    }
  });
  probes.push(...turnProbes(w));
  return probes;
}

/** Bend and twist of joints with actions along them: value, and the moment held by friction. */
function turnProbes(w: Workspace): Probe[] {
  const { spec, joints, actions } = w.model;
  const x = w.joints.coordinate;
  return spec.joints.flatMap(({ name, actions: mine }, k) =>
    mine.flatMap(({ coordinate, friction }, i): Probe[] => {
      if (coordinate !== 'bend' && coordinate !== 'twist') return [];
      const at = actions.joint.indexOf(k) + i;
      const { state } = w.actions;
      const value = scalar(`joint.${name}.${coordinate}`, 'rad', () => {
        evaluateAction(x, joints, actions, at, w.position, w.rotation, w.velocity, state, ACTION_STATE * at);
        return x.value;
      });
      if (!friction) return [value];
      return [value, scalar(`joint.${name}.${coordinate}-friction`, 'N m', () => w.actions.friction[at])];
    }),
  );
}

/** Force or moment that joint k exerts on body b at the joint origin, world axes: -J_B^T lambda, moved to the joint. */
function jointWrench(w: Workspace, k: number, out: Float64Array, o: number, moment: boolean): void {
  const { joints } = w.model;
  let fx = 0;
  let fy = 0;
  let fz = 0;
  let mx = 0;
  let my = 0;
  let mz = 0;
  for (let row = joints.rowStart[k]; row < joints.rowStart[k + 1]; row++) {
    const x = -w.lambda[row];
    const J = w.rows.jacobianB;
    const j = 6 * row;
    fx += J[j] * x;
    fy += J[j + 1] * x;
    fz += J[j + 2] * x;
    mx += J[j + 3] * x;
    my += J[j + 4] * x;
    mz += J[j + 5] * x;
  }
  if (moment) {
    // from the centre of mass of b to the joint origin r_B: m - r x f
    const B = joints.slotB[k];
    const R = 9 * B;
    const s = joints.data;
    const d = 24 * k + 3;
    const rx = w.rotation[R] * s[d] + w.rotation[R + 1] * s[d + 1] + w.rotation[R + 2] * s[d + 2];
    const ry = w.rotation[R + 3] * s[d] + w.rotation[R + 4] * s[d + 1] + w.rotation[R + 5] * s[d + 2];
    const rz = w.rotation[R + 6] * s[d] + w.rotation[R + 7] * s[d + 1] + w.rotation[R + 8] * s[d + 2];
    out[o] = mx - (ry * fz - rz * fy);
    out[o + 1] = my - (rz * fx - rx * fz);
    out[o + 2] = mz - (rx * fy - ry * fx);
  } else {
    out[o] = fx;
    out[o + 1] = fy;
    out[o + 2] = fz;
  }
}

/** Force or moment that driver and effort of a joint apply along one coordinate. */
function jointEffort(w: Workspace, k: number, coordinate: number): number {
  const { joints, actions } = w.model;
  let sum = 0;
  let row = joints.rowStart[k];
  for (let q = joints.kindStart[k]; q < joints.kindStart[k + 1]; q++) {
    const kind = joints.kinds[q];
    if (kind === coordinate) sum -= w.lambda[row];
    row += rowsOfKind(kind);
  }
  for (let i = 0; i < actions.count; i++) {
    if (actions.joint[i] === k && actions.coordinate[i] === coordinate) sum += w.actions.effort[i];
  }
  return sum;
}

function forceProbes(w: Workspace): Probe[] {
  const { spec, loads } = w.model;
  const probes: Probe[] = [];
  let spring = 0;
  let load = 0;
  for (const force of spec.forces) {
    if (force.kind === 'spring') {
      const k = spring++;
      probes.push(
        scalar(`force.${force.name}.tension`, 'N', () => w.springs.tension[k]),
        scalar(`force.${force.name}.length`, 'm', () => w.springs.length[k]),
        ...springPoses(w, force.name, k),
      );
    } else {
      const k = load++;
      const value = new Float64Array(3);
      probes.push(
        ofMotion(
          vector(`force.${force.name}.force`, 'N', (out, o) => {
            for (let i = 0; i < 3; i++) {
              loads.functions[k][i].evaluate(w.time, value, 0);
              out[o + i] = value[0];
            }
            if (loads.data[LOAD_STRIDE * k + 3] !== 1) return;
            const R = 9 * loads.slot[k];
            const x = out[o];
            const y = out[o + 1];
            const z = out[o + 2];
            for (let i = 0; i < 3; i++) {
              out[o + i] = w.rotation[R + 3 * i] * x + w.rotation[R + 3 * i + 1] * y + w.rotation[R + 3 * i + 2] * z;
            }
          }),
        ),
      );
    }
  }
  return probes;
}
