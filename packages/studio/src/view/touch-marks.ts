/** Contacts: areas coloured by their pressure, points as small balls. Drawn through the bodies, because they lie between them. */
import type { Touch } from '@hawser/record';
import { PressureMarks } from '@hawser/viewer';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  SphereGeometry,
} from 'three';

/** Largest number of marks. */
const MOST_POINTS = 400;
const MOST_CORNERS = 400 * 16;
/** light to strong pressure, apart in lightness too */
const LIGHT = new Color('#9ecbe8');
const STRONG = new Color('#5a1a8a');

export class TouchMarks {
  readonly root: Group = new Group();
  readonly #areas: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #edges: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #points: InstancedMesh;
  readonly #pressures = new PressureMarks();
  readonly #ball = new MeshBasicMaterial({ depthTest: false, fog: false, transparent: true, opacity: 0.9 });

  constructor() {
    const fill = new BufferGeometry();
    fill.setAttribute('position', new BufferAttribute(new Float32Array(9 * MOST_CORNERS), 3));
    fill.setAttribute('color', new BufferAttribute(new Float32Array(9 * MOST_CORNERS), 3));
    const material = new MeshBasicMaterial({ vertexColors: true, side: DoubleSide, fog: false, depthTest: false });
    [material.transparent, material.opacity] = [true, 0.6];
    this.#areas = new Mesh(fill, material);
    const lines = new BufferGeometry();
    lines.setAttribute('position', new BufferAttribute(new Float32Array(6 * MOST_CORNERS), 3));
    this.#edges = new LineSegments(lines, new LineBasicMaterial({ depthTest: false, fog: false, transparent: true }));
    this.#points = new InstancedMesh(new SphereGeometry(1, 10, 8), this.#ball, MOST_POINTS);
    this.#areas.renderOrder = 5;
    this.#edges.renderOrder = 6;
    this.#points.renderOrder = 6;
    for (const object of [this.#areas, this.#edges, this.#points, this.#pressures.root]) {
      object.frustumCulled = false;
      this.root.add(object);
    }
    this.show([], 1);
  }

  /** `size` [m] of the scene. */
  show(touches: readonly Touch[], size: number): void {
    this.root.visible = touches.length > 0;
    const areas = touches.filter(({ outline }) => outline.length >= 9);
    const points = touches.filter(({ outline, faces }) => outline.length < 9 && !faces).slice(0, MOST_POINTS);
    const peak = Math.max(1e-9, ...touches.map(({ faces }) => largestOn(faces)));
    this.#pressures.begin();
    for (const { faces } of touches) if (faces) this.#pressures.add(faces, peak);
    this.#pressures.end();
    const most = Math.max(1e-9, ...areas.map(pressure));
    this.#fill(areas, most);
    const matrix = new Matrix4();
    const radius = 0.004 * size;
    points.forEach(({ point: [x, y, z] }, i) => {
      this.#points.setMatrixAt(i, matrix.makeScale(radius, radius, radius).setPosition(x, y, z));
    });
    this.#points.count = points.length;
    this.#points.instanceMatrix.needsUpdate = true;
  }

  /** Each area as a fan about its middle, coloured by its mean pressure as a share of the largest now. */
  #fill(areas: readonly Touch[], most: number): void {
    const { position, color } = this.#areas.geometry.attributes as Record<string, BufferAttribute>;
    const edge = this.#edges.geometry.attributes.position as BufferAttribute;
    const tint = new Color();
    let n = 0;
    for (const touch of areas) {
      const { outline } = touch;
      const corners = outline.length / 3;
      if (n + corners > MOST_CORNERS) break;
      tint.lerpColors(LIGHT, STRONG, Math.sqrt(pressure(touch) / most));
      const middle = [0, 1, 2].map((axis) => {
        let sum = 0;
        for (let k = axis; k < outline.length; k += 3) sum += outline[k];
        return sum / corners;
      });
      for (let k = 0; k < corners; k++, n++) {
        const [a, b] = [3 * k, (3 * k + 3) % outline.length];
        position.setXYZ(3 * n, middle[0], middle[1], middle[2]);
        position.setXYZ(3 * n + 1, outline[a], outline[a + 1], outline[a + 2]);
        position.setXYZ(3 * n + 2, outline[b], outline[b + 1], outline[b + 2]);
        for (let v = 0; v < 3; v++) color.setXYZ(3 * n + v, tint.r, tint.g, tint.b);
        edge.setXYZ(2 * n, outline[a], outline[a + 1], outline[a + 2]);
        edge.setXYZ(2 * n + 1, outline[b], outline[b + 1], outline[b + 2]);
      }
    }
    this.#areas.geometry.setDrawRange(0, 3 * n);
    this.#edges.geometry.setDrawRange(0, 2 * n);
    for (const attribute of [position, color, edge]) attribute.needsUpdate = true;
  }

  setColour(colour: string): void {
    this.#ball.color.set(colour);
    this.#edges.material.color.set(colour);
  }
}

/** [Pa] of polygons: how many corners, then x y z and pressure of each */
function largestOn(faces: ArrayLike<number> = []): number {
  let most = 0;
  for (let at = 0; at < faces.length; at += 1 + 4 * faces[at]) {
    for (let k = 0; k < faces[at]; k++) most = Math.max(most, faces[at + 4 + 4 * k]);
  }
  return most;
}

/** [Pa] mean normal stress */
function pressure({ force: [x, y, z], normal: [a, b, c], area }: Touch): number {
  return area > 0 ? Math.abs(x * a + y * b + z * c) / area : 0;
}
