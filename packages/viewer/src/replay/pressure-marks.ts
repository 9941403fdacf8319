/** Polygons of contact areas, coloured by their pressure. Drawn through the bodies, for they lie between them. */
import { BufferAttribute, BufferGeometry, Color, DoubleSide, Mesh, MeshBasicMaterial } from 'three';
import { PRESSURE_COLOURS } from '../pressure-scale.ts';

const COLOURS = PRESSURE_COLOURS.map((hex) => new Color(hex));
const MOST_TRIANGLES = 60_000;

export class PressureMarks {
  readonly root: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #position = new BufferAttribute(new Float32Array(9 * MOST_TRIANGLES), 3);
  readonly #colour = new BufferAttribute(new Float32Array(9 * MOST_TRIANGLES), 3);
  readonly #tint = new Color();
  #count = 0;

  constructor() {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', this.#position);
    geometry.setAttribute('color', this.#colour);
    const material = new MeshBasicMaterial({ vertexColors: true, side: DoubleSide, fog: false, depthTest: false });
    [material.transparent, material.opacity] = [true, 0.85];
    this.root = new Mesh(geometry, material);
    this.root.renderOrder = 5;
    this.root.frustumCulled = false;
    this.begin();
    this.end();
  }

  begin(): void {
    this.#count = 0;
  }

  /** Polygons: how many corners, then x y z and pressure of each; most: what the darkest colour stands for. */
  add(faces: ArrayLike<number>, most: number): void {
    for (let at = 0; at < faces.length; at += 1 + 4 * faces[at]) {
      for (let k = 2; k < faces[at] && this.#count < MOST_TRIANGLES; k++) {
        [0, k - 1, k].forEach((corner, v) => {
          const o = at + 1 + 4 * corner;
          const i = 3 * this.#count + v;
          this.#position.setXYZ(i, faces[o], faces[o + 1], faces[o + 2]);
          const { r, g, b } = this.#shade(faces[o + 3] / most);
          this.#colour.setXYZ(i, r, g, b);
        });
        this.#count++;
      }
    }
  }

  end(): void {
    this.root.geometry.setDrawRange(0, 3 * this.#count);
    this.root.visible = this.#count > 0;
    this.#position.needsUpdate = true;
    this.#colour.needsUpdate = true;
  }

  #shade(share: number): Color {
    const place = Math.min(1, Math.max(0, share)) * (COLOURS.length - 1);
    const i = Math.min(COLOURS.length - 2, Math.floor(place));
    return this.#tint.lerpColors(COLOURS[i], COLOURS[i + 1], place - i);
  }
}
