/** What takes the points of columns. */
export interface ColumnSink {
  /**
   * Place of the middle of a column, its volume [m^3], the vector area of the other surface (3) [m^2], the floor's outward
   * normal (3), the depth [m].
   */
  addColumn(
    x: number,
    y: number,
    z: number,
    volume: number,
    ax: number,
    ay: number,
    az: number,
    nx: number,
    ny: number,
    nz: number,
    depth: number,
  ): void;
  /**
   * All columns from the first on, of one cell, become one at the centre of their pressure, if they sweep less than `narrow`
   * [m^2], or four, if less than `wide`.
   */
  joinColumns(first: number, narrow: number, wide: number): void;
  /** columns there are; those beyond are dropped when it is set */
  columnCount: number;
  /** [m^3] of the columns from the first on */
  volumeFrom(first: number): number;
}
