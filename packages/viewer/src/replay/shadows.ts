/**
 * Shadows without shadow maps, for drivers that draw in software: every mesh a second time, flattened onto the ground
 * along the light. Painted in one opaque colour, so overlapping shadows are no darker than one.
 */
import { type Color, DoubleSide, Group, Matrix4, Mesh, MeshBasicMaterial } from 'three';

export class FlatShadows {
  readonly root: Group = new Group();
  readonly #pairs: { readonly mesh: Mesh; readonly shadow: Mesh }[] = [];
  readonly #material: MeshBasicMaterial;
  readonly #flatten = new Matrix4();

  /** `light` points from the scene to the light; `z` is the height of the ground. */
  constructor(meshes: readonly Mesh[], light: readonly [number, number, number], z: number) {
    this.#material = new MeshBasicMaterial({ side: DoubleSide, polygonOffset: true });
    [this.#material.polygonOffsetFactor, this.#material.polygonOffsetUnits] = [1, 1]; // above the floor, under the grid
    const [a, b] = [light[0] / light[2], light[1] / light[2]];
    // x' = x - a (z - z0), y' = y - b (z - z0), z' = z0
    this.#flatten.set(1, 0, -a, a * z, 0, 1, -b, b * z, 0, 0, 0, z, 0, 0, 0, 1);
    for (const mesh of meshes) {
      const shadow = new Mesh(mesh.geometry, this.#material);
      shadow.matrixAutoUpdate = false;
      shadow.frustumCulled = false; // its bounds are those of the upright mesh
      this.root.add(shadow);
      this.#pairs.push({ mesh, shadow });
    }
  }

  /** Follows the meshes; their world matrices must be up to date. */
  update(): void {
    for (const { mesh, shadow } of this.#pairs) shadow.matrix.multiplyMatrices(this.#flatten, mesh.matrixWorld);
  }

  setColour(ground: Color, strength: number): void {
    this.#material.color.copy(ground).multiplyScalar(1 - strength);
  }
}
