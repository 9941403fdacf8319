/** Channels from column names alone, for files without channels: neighbours such as a.x, a.y, a.z belong together. */
import { type Channel, type Column, QUATERNION, SCALAR, VECTOR } from '@hawser/record';

const shapes: readonly (readonly string[])[] = [QUATERNION, VECTOR, ['roll', 'pitch', 'yaw']];

export function groupColumns(columns: readonly Column[]): Channel[] {
  const channels: Channel[] = [];
  for (let i = 0; i < columns.length; ) {
    const { name, unit } = columns[i];
    const stem = name.slice(0, name.lastIndexOf('.'));
    const components = name.includes('.') ? shapes.find((shape) => startsShape(columns, i, stem, shape)) : undefined;
    channels.push({ name: components ? stem : name, unit, components: components ?? SCALAR });
    i += components?.length ?? 1;
  }
  return channels;
}

function startsShape(columns: readonly Column[], first: number, stem: string, shape: readonly string[]): boolean {
  return shape.every((component, k) => {
    const column = columns[first + k];
    return column?.name === `${stem}.${component}` && column.unit === columns[first].unit;
  });
}
