/** A named quantity that is recorded: one number, or a few that belong together. */
export interface Channel {
  /** such as `bar.position` or `energy.kinetic` */
  readonly name: string;
  /** SI symbol such as `m` or `N m`; empty for a pure number */
  readonly unit: string;
  /** suffix of each column: [''] for one number, ['x', 'y', 'z'] for a vector */
  readonly components: readonly string[];
}

/** Components of the usual shapes. */
export const SCALAR: readonly string[] = [''];
export const VECTOR: readonly string[] = ['x', 'y', 'z'];
export const QUATERNION: readonly string[] = ['w', 'x', 'y', 'z'];

/** The column of the magnitude of a vector, beside its components. */
export const MAGNITUDE = 'magnitude';

/** Is the magnitude of a channel meaningful? An engineer asks for the force in a pin, not for its three components. */
export function hasMagnitude({ components, unit }: Channel): boolean {
  return components.join() === 'x,y,z' && unit !== 'm';
}

/** One number in a row of a recording. */
export interface Column {
  /** `name` for a single number, `name.x` for a component */
  readonly name: string;
  readonly unit: string;
}

/** The columns of some channels, in order; time is not among them. */
export function columnsOf(channels: readonly Channel[]): Column[] {
  const columns: Column[] = [];
  for (const channel of channels) {
    for (const component of channel.components) {
      columns.push({ name: component === '' ? channel.name : `${channel.name}.${component}`, unit: channel.unit });
    }
  }
  return columns;
}

/** Number of columns of some channels, without time. */
export function columnCount(channels: readonly Channel[]): number {
  let count = 0;
  for (const channel of channels) count += channel.components.length;
  return count;
}

/** A column name with its unit, as the heading of tables and plots: `bar.position.x [m]`. */
export function columnLabel(column: Column): string {
  return column.unit === '' ? column.name : `${column.name} [${column.unit}]`;
}
