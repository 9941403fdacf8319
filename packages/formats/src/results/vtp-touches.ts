/**
 * Where bodies touch, as VTK PolyData: each contact is a vertex with its force [N] on body b, its normal from a to b, slip [m/s] and area [m^2]; the
 * polygons of an area follow with the pressure [Pa] at their corners, where force, normal and slip are 0, so that arrows stand once.
 * Cell data: number of the contact, numbers of its bodies. Field data: time, names of bodies.
 */
import type { Touch } from '@hawser/record';
import { stringArray, timeValue, VtkArrays } from './vtk-xml.ts';

export function touchesFile(
  touches: readonly Touch[],
  bodies: readonly string[],
  time: number,
  compress: (bytes: Uint8Array) => Uint8Array,
): Uint8Array {
  const points = touches.flatMap(({ point }) => [...point]);
  const pressure: number[] = touches.map(() => 0);
  const owner: number[] = touches.map((_, i) => i);
  const connectivity: number[] = [];
  const offsets: number[] = [];
  touches.forEach(({ outline, faces }, i) => {
    const corner = (from: ArrayLike<number>, at: number, load: number): void => {
      connectivity.push(points.length / 3);
      points.push(from[at], from[at + 1], from[at + 2]);
      pressure.push(load);
    };
    const close = (): void => {
      offsets.push(connectivity.length);
      owner.push(i);
    };
    if (faces !== undefined) {
      for (let at = 0; at < faces.length; at += 1 + 4 * faces[at]) {
        for (let k = 0; k < faces[at]; k++) corner(faces, at + 1 + 4 * k, faces[at + 4 + 4 * k]);
        close();
      }
    } else if (outline.length >= 9) {
      for (let at = 0; at < outline.length; at += 3) corner(outline, at, 0);
      close();
    }
  });
  const count = points.length / 3;
  const arrays = new VtkArrays(compress);
  const perTouch = (name: string, size: number, of: (touch: Touch) => readonly number[]): string => {
    const values = new Float64Array(size * count);
    touches.forEach((touch, i) => {
      values.set(of(touch), size * i);
    });
    return arrays.add('Float64', name, size, values);
  };
  const numbers = (name: string, values: readonly number[]): string =>
    arrays.add('Int32', name, 1, Int32Array.from(values));
  const atPoints = [
    arrays.add('Float64', 'pressure', 1, Float64Array.from(pressure)),
    perTouch('force', 3, ({ force }) => force),
    perTouch('normal', 3, ({ normal }) => normal),
    perTouch('slip', 1, ({ slip }) => [slip]),
    perTouch('area', 1, ({ area }) => [area]),
  ];
  const atCells = [
    numbers('contact', owner),
    numbers(
      'a',
      owner.map((i) => touches[i].a),
    ),
    numbers(
      'b',
      owner.map((i) => touches[i].b),
    ),
  ];
  const vertices = touches.map((_, i) => i);
  const cells = (names: readonly number[], ends: readonly number[]): string =>
    `${numbers('connectivity', names)}${numbers('offsets', ends)}`;
  const body = [
    '<PolyData>',
    '<FieldData>',
    timeValue(time),
    stringArray('bodies', bodies),
    '</FieldData>',
    `<Piece NumberOfPoints="${count}" NumberOfVerts="${touches.length}" NumberOfLines="0" NumberOfStrips="0" NumberOfPolys="${offsets.length}">`,
    `<PointData Scalars="pressure" Vectors="force">${atPoints.join('')}</PointData>`,
    `<CellData>${atCells.join('')}</CellData>`,
    `<Points>${arrays.add('Float64', 'points', 3, Float64Array.from(points))}</Points>`,
    `<Verts>${cells(
      vertices,
      vertices.map((i) => i + 1),
    )}</Verts>`,
    `<Polys>${cells(connectivity, offsets)}</Polys>`,
    '</Piece>',
    '</PolyData>',
  ];
  return arrays.file('PolyData', body.join('\n'));
}
