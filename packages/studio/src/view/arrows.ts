/** Forces as arrows: shafts of a fixed width on the screen, cones at their tips. */
import { ConeGeometry, Group, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, Vector2, Vector3 } from 'three';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js';

export interface Arrow {
  /** [m] world */
  readonly from: readonly [number, number, number];
  /** [m] world, as long as drawn */
  readonly along: readonly [number, number, number];
}

/** Largest number of arrows. */
const MOST = 400;
const UP = new Vector3(0, 1, 0);

export class Arrows {
  readonly root: Group = new Group();
  readonly #line: LineMaterial;
  readonly #shafts = new LineSegmentsGeometry();
  readonly #heads: InstancedMesh;
  readonly #headMaterial: MeshBasicMaterial;
  readonly #lines: LineSegments2;

  constructor(colour: string) {
    this.#line = new LineMaterial({ color: colour, linewidth: 2.5 });
    this.#line.fog = false;
    this.#line.depthTest = false;
    this.#headMaterial = new MeshBasicMaterial({ color: colour, fog: false, depthTest: false });
    this.#heads = new InstancedMesh(new ConeGeometry(0.35, 1, 12), this.#headMaterial, MOST);
    this.#heads.frustumCulled = false;
    this.#shafts.setPositions(new Float32Array(6 * MOST)); // once: three keeps to the first number of instances it sees
    this.#lines = new LineSegments2(this.#shafts, this.#line);
    this.#lines.frustumCulled = false;
    this.#lines.renderOrder = 8;
    this.#heads.renderOrder = 9;
    this.root.add(this.#lines, this.#heads);
    this.show([], 1);
  }

  /** `head` [m] is the length of a head. */
  show(arrows: readonly Arrow[], head: number): void {
    const shown = arrows.slice(0, MOST);
    this.root.visible = shown.length > 0;
    this.#heads.count = shown.length;
    if (shown.length === 0) return;
    const { data } = this.#shafts.attributes.instanceStart as unknown as {
      data: { array: Float32Array; needsUpdate: boolean }; // starts and ends share one interleaved buffer
    };
    const positions = data.array;
    const matrix = new Matrix4();
    const turn = new Quaternion();
    const direction = new Vector3();
    const tip = new Vector3();
    shown.forEach(({ from, along }, i) => {
      direction.set(...along);
      const length = direction.length();
      direction.normalize();
      const size = Math.min(head, 0.5 * length);
      tip.set(...from).addScaledVector(direction, length);
      positions.set(from, 6 * i);
      positions.set([tip.x, tip.y, tip.z], 6 * i + 3);
      turn.setFromUnitVectors(UP, direction);
      tip.addScaledVector(direction, -0.5 * size);
      matrix.compose(tip, turn, new Vector3(size, size, size));
      this.#heads.setMatrixAt(i, matrix);
    });
    this.#heads.instanceMatrix.needsUpdate = true;
    this.#shafts.instanceCount = shown.length;
    data.needsUpdate = true;
  }

  setColour(colour: string): void {
    this.#line.color.set(colour);
    this.#headMaterial.color.set(colour);
  }

  resize(width: number, height: number): void {
    this.#line.resolution.copy(new Vector2(width, height));
  }
}
