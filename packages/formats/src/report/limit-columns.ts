/** The recorded column of a limit of the scenario. */
import { MAGNITUDE } from '@hawser/record';

/** A limit may name parts of a vector by x, y, z or size; columns of angles are roll, pitch and yaw, sizes of vectors `magnitude`. */
export function columnOfLimit(channel: string): string {
  return channel
    .replace(/\.angles\.([xyz])$/s, (_, axis: string) => `.angles.${['roll', 'pitch', 'yaw']['xyz'.indexOf(axis)]}`)
    .replace(/\.size$/, `.${MAGNITUDE}`);
}
