/** Orientations, in any of three ways of writing them. */
import * as z from 'zod';
import { customIssue, direction, expecting, object, quantity, type Vec3 } from './kit.ts';

export interface Rotation {
  readonly axis?: Vec3;
  /** [rad] */
  readonly angle?: number;
  /** [rad] */
  readonly roll?: number;
  readonly pitch?: number;
  readonly yaw?: number;
  /** w, x, y, z, any length but zero */
  readonly quaternion?: readonly [number, number, number, number];
}

const EXPECTED_FORM = 'a rotation: {axis, angle}, or some of {roll, pitch, yaw}, or {quaternion: [w, x, y, z]}';

const component = z.number(expecting('a number without unit'));

export const rotationSchema: z.ZodType<Rotation> = object(
  {
    axis: direction().optional().describe('Axis to turn about; goes with angle.'),
    angle: quantity('angle').optional().describe('Angle about axis, right-handed [rad].'),
    roll: quantity('angle').optional().describe('Angle about x, applied first [rad].'),
    pitch: quantity('angle').optional().describe('Angle about y, applied second [rad].'),
    yaw: quantity('angle').optional().describe('Angle about z, applied last [rad].'),
    quaternion: z
      .tuple([component, component, component, component], expecting('a list of 4 numbers w, x, y, z'))
      .optional()
      .describe('Quaternion w, x, y, z; brought to unit length.'),
  },
  EXPECTED_FORM,
).superRefine((value, context) => {
  const axisAngle = value.axis !== undefined && value.angle !== undefined;
  const axisOrAngle = value.axis !== undefined || value.angle !== undefined;
  const angles = value.roll !== undefined || value.pitch !== undefined || value.yaw !== undefined;
  const forms = [axisOrAngle, angles, value.quaternion !== undefined].filter(Boolean).length;
  const keys = Object.keys(value).filter((key) => value[key as keyof Rotation] !== undefined);
  if (forms !== 1 || (axisOrAngle && !axisAngle)) {
    const found = keys.length === 0 ? 'an empty map' : `only ${keys.join(', ')}`;
    context.addIssue(customIssue(value, { expected: EXPECTED_FORM, found: forms > 1 ? keys.join(', ') : found }));
  }
  if (value.quaternion?.every((q) => q === 0)) {
    context.addIssue(customIssue(value, { expected: 'a quaternion of a length above 0', found: '[0, 0, 0, 0]' }));
  }
});
