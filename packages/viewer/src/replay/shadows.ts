/**
 * Shadows without shadow maps, for drivers that draw in software: every mesh a second time, flattened onto the ground along the light.
 * Drawn in one opaque colour, so that overlapping shadows are not darker.
 */
import { type Color, DoubleSide, Group, Matrix4, Mesh, MeshBasicMaterial } from 'three';

export class FlatShadows {
  readonly root: Group = new Group();
  readonly #pairs: { readonly mesh: Mesh; readonly shadow: Mesh }[] = [];
  readonly #materials: readonly MeshBasicMaterial[];
  readonly #flatten = new Matrix4();

  /** `light` points from the scene to the light; `z` is the height of the ground; `special`: meshes that a shader shapes, with its material. */
  constructor(
    meshes: readonly Mesh[],
    light: readonly [number, number, number],
    z: number,
    special: { readonly meshes: readonly Mesh[]; readonly material: MeshBasicMaterial },
  ) {
    const plain = new MeshBasicMaterial();
    this.#materials = [plain, special.material];
    for (const material of this.#materials) {
      material.side = DoubleSide;
      material.polygonOffset = true; // above the floor, under the grid
      [material.polygonOffsetFactor, material.polygonOffsetUnits] = [1, 1];
    }
    const [a, b] = [light[0] / light[2], light[1] / light[2]];
    // x' = x - a (z - z0), y' = y - b (z - z0), z' = z0
    this.#flatten.set(1, 0, -a, a * z, 0, 1, -b, b * z, 0, 0, 0, z, 0, 0, 0, 1);
    for (const mesh of meshes) this.#add(mesh, plain);
    for (const mesh of special.meshes) this.#add(mesh, special.material);
  }

  #add(mesh: Mesh, material: MeshBasicMaterial): void {
    const shadow = new Mesh(mesh.geometry, material);
    shadow.matrixAutoUpdate = false;
    shadow.frustumCulled = false; // its bounds are those of the upright mesh
    this.root.add(shadow);
    this.#pairs.push({ mesh, shadow });
  }

  /** Follows the meshes; their world matrices must be up to date. */
  update(): void {
    for (const { mesh, shadow } of this.#pairs) shadow.matrix.multiplyMatrices(this.#flatten, mesh.matrixWorld);
  }

  setColour(ground: Color, strength: number): void {
    for (const { color } of this.#materials) color.copy(ground).multiplyScalar(1 - strength);
  }
}
