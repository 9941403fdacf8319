/**
 * A body that an outside program leads: a ship of a bridge simulator, a floater of another solver. It receives pose and velocity for the
 * end of the next exchange and follows cubics in its six displacements and angles, so that pose and velocity are met at every exchange and
 * nothing jumps. The angles are those of a given motion, R = Rz Ry Rx R0; their rates from
 *   omega = roll' e_x'' + pitch' e_y' + yaw' e_z,  e_y' = (-sin yaw, cos yaw, 0),  e_x'' = (cos yaw cos pitch, sin yaw cos pitch, -sin pitch)
 */
import { BuildError } from '../base/index.ts';
import { cos, matrixToEuler, mulT33, PI, quaternionToMatrix, sin, type Quaternion, type Vec3 } from '../math/index.ts';
import { LED_AXES, ledInput, type Model, type Placement } from '../model/index.ts';

/** Of the body frame, in the world. */
export interface LedPose {
  /** [m] */
  readonly position: Vec3;
  /** unit quaternion w, x, y, z */
  readonly rotation: Quaternion;
  /** [m/s] of the origin; missing: the mean velocity of the motion there */
  readonly velocity?: Vec3;
  /** [rad/s] world axes; missing: the mean of the motion there */
  readonly angularVelocity?: Vec3;
}

/** cos(pitch) below which roll and yaw cannot be distinguished: 89 deg */
const UPRIGHT = 0.0175;

/** Throws BuildError for a body that is not led, and for an invalid pose. */
export function checkLead(
  { model }: { readonly model: Model },
  name: string,
  pose: LedPose,
): { readonly placement: Placement; readonly angles: Float64Array } {
  const body = model.spec.bodies.find((one) => one.name === name);
  if (body?.motion?.outside !== true) {
    const led = model.spec.bodies.filter(({ motion }) => motion?.outside === true).map((one) => one.name);
    const offered = led.length > 0 ? `one of ${led.join(', ')}` : 'and this model has none';
    throw new BuildError('not-led', `must name a body with "motion: outside", ${offered}; found "${name}"`);
  }
  const { position, rotation, velocity, angularVelocity } = pose;
  for (const x of [...position, ...rotation, ...(velocity ?? []), ...(angularVelocity ?? [])]) {
    if (!Number.isFinite(x)) throw new BuildError('not-finite', `pose of "${name}" must be finite numbers, found ${x}`);
  }
  const size = Math.sqrt(rotation.reduce((sum, x) => sum + x * x, 0));
  if (!(Math.abs(size - 1) < 1e-3)) {
    throw new BuildError(
      'not-unit',
      `rotation of "${name}" must be a unit quaternion w, x, y, z, found ${Number.isFinite(size) ? `length ${size}` : rotation.join(', ')}`,
    );
  }
  const { placement } = body;
  const R = new Float64Array(18);
  quaternionToMatrix(R, 0, rotation, 0);
  quaternionToMatrix(R, 9, placement.rotation, 0);
  const E = new Float64Array(9);
  mulT33(E, 0, R, 0, R, 9);
  const angles = new Float64Array(3);
  matrixToEuler(angles, 0, E, 0);
  if (Math.abs(cos(angles[1])) < UPRIGHT) {
    throw new BuildError(
      'upright',
      `"${name}" is led to within 1 deg of bow straight up or down from its placement, where its turns have no rates`,
    );
  }
  return { placement, angles };
}

export function leadBody(w: { readonly model: Model }, t: number, name: string, pose: LedPose, duration: number): void {
  const { placement, angles } = checkLead(w, name, pose);
  if (!(duration > 0)) {
    throw new BuildError('no-time', `"${name}" must be given more than 0 s to get there, found ${duration}`);
  }
  const { position, velocity, angularVelocity } = pose;
  const [roll, pitch, yaw] = angles;
  const cosPitch = cos(pitch);
  const inputs = LED_AXES.map((axis) => w.model.inputs.get(ledInput(name, axis)));
  const targets = [...position.map((x, i) => x - placement.position[i]), roll, pitch, yaw];
  for (let i = 3; i < 6; i++) {
    const before = inputs[i].value(t);
    targets[i] += 2 * PI * Math.round((before - targets[i]) / (2 * PI)); // avoid a jump by a whole turn
  }
  const mean = (i: number): number => (targets[i] - inputs[i].value(t)) / duration;
  const rates = LED_AXES.map((_, i) => mean(i));
  if (velocity) for (let i = 0; i < 3; i++) rates[i] = velocity[i];
  if (angularVelocity) {
    const [x, y, z] = angularVelocity;
    const c = cos(yaw);
    const s = sin(yaw);
    rates[3] = (c * x + s * y) / cosPitch;
    rates[4] = c * y - s * x;
    rates[5] = z + sin(pitch) * rates[3];
  }
  for (let i = 0; i < 6; i++) inputs[i].glide(t, duration, targets[i], rates[i]);
}
