/** Bodies of revolution for scenarios written by cases: points of a hull, and the pressed body over a soft half-space. */

/** Points of a hull: rings of so many corners at the radii [m], each at the height over its lowest point. A ring of no radius is one point. */
export function turnedHull(rings: readonly (readonly [radius: number, height: number])[], sides: number): string {
  const points: string[] = [];
  for (const [radius, height] of rings) {
    const count = radius > 0 ? sides : 1;
    // corners as much outside as the middles of the sides are inside, by area
    const turn = (2 * Math.PI) / count;
    const reach = radius > 0 ? radius * Math.sqrt(turn / Math.sin(turn)) : 0;
    for (let i = 0; i < count; i++) {
      points.push(`[${reach * Math.cos(i * turn)}, ${reach * Math.sin(i * turn)}, ${height}]`);
    }
  }
  return `{ hull: { points: [${points.join(', ')}] } }`;
}
