/** Scenery at one instant: all chosen bodies as one set of triangles in the world. */
import { type Frames, POSE_SIZE, type Scenery, type SceneryPart } from '@hawser/record';
import { colourBytes } from './colour.ts';

export interface PlacedGeometry {
  readonly triangleCount: number;
  /** [m] world */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly triangles: Int32Array;
  /** index into scenery.bodies, a triangle */
  readonly cellBody: Int32Array;
  /** r, g, b a triangle, sRGB 0 ... 255 */
  readonly cellColour: Uint8Array;
}

/** `frame` holds a single frame; unknown bodies are at the origin of the world. */
export function placed(scenery: Scenery, frame: Frames, wanted: (body: number) => boolean): PlacedGeometry {
  let points = 0;
  let corners = 0;
  scenery.bodies.forEach((body, b) => {
    for (const part of wanted(b) ? body.parts : []) {
      points += part.positions.length;
      corners += part.indices.length;
    }
  });
  const geometry: PlacedGeometry = {
    triangleCount: corners / 3,
    positions: new Float32Array(points),
    normals: new Float32Array(points),
    triangles: new Int32Array(corners),
    cellBody: new Int32Array(corners / 3),
    cellColour: new Uint8Array(corners),
  };
  const pose = new Float64Array(POSE_SIZE);
  let point = 0;
  let corner = 0;
  scenery.bodies.forEach((body, b) => {
    if (!wanted(b)) return;
    poseOf(pose, frame, body.name);
    for (const part of body.parts) {
      addPart(geometry, part, pose, b, point, corner);
      point += part.positions.length;
      corner += part.indices.length;
    }
  });
  return geometry;
}

function poseOf(pose: Float64Array, frame: Frames, name: string): void {
  const body = frame.poses.length === 0 ? -1 : frame.bodies.indexOf(name);
  if (body < 0) pose.set([0, 0, 0, 1, 0, 0, 0]);
  else pose.set(frame.poses.subarray(body * POSE_SIZE, (body + 1) * POSE_SIZE));
}

function addPart(
  out: PlacedGeometry,
  part: SceneryPart,
  pose: Float64Array,
  body: number,
  point: number,
  corner: number,
): void {
  for (let i = 0; i < part.positions.length; i += 3) {
    rotate(out.positions, point + i, part.positions, i, pose);
    for (let k = 0; k < 3; k++) out.positions[point + i + k] += pose[k];
    if (part.normals.length > 0) rotate(out.normals, point + i, part.normals, i, pose);
  }
  for (let i = 0; i < part.indices.length; i++) out.triangles[corner + i] = point / 3 + part.indices[i];
  const [r, g, b] = colourBytes(part.colour);
  for (let t = corner / 3; t < (corner + part.indices.length) / 3; t++) {
    out.cellBody[t] = body;
    out.cellColour[3 * t] = r;
    out.cellColour[3 * t + 1] = g;
    out.cellColour[3 * t + 2] = b;
  }
}

/** out = v + 2 w (u x v) + 2 u x (u x v), the rotation of v by the unit quaternion (w, u) in pose[3 ... 6]. */
function rotate(out: Float32Array, o: number, from: Float32Array, i: number, pose: Float64Array): void {
  const w = pose[3];
  const ux = pose[4];
  const uy = pose[5];
  const uz = pose[6];
  const x = from[i];
  const y = from[i + 1];
  const z = from[i + 2];
  const tx = 2 * (uy * z - uz * y);
  const ty = 2 * (uz * x - ux * z);
  const tz = 2 * (ux * y - uy * x);
  out[o] = x + w * tx + (uy * tz - uz * ty);
  out[o + 1] = y + w * ty + (uz * tx - ux * tz);
  out[o + 2] = z + w * tz + (ux * ty - uy * tx);
}
