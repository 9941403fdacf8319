/** chi, chi' and the two directions g, for one joint coordinate. */
export class Coordinate {
  value = 0;
  rate = 0;
  readonly gA: Float64Array = new Float64Array(6);
  readonly gB: Float64Array = new Float64Array(6);
}
