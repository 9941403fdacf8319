/** Axes of the world and of bodies. */
import { AxesHelper, type Material, type Object3D } from 'three';

export class AxesMarks {
  #axes: AxesHelper[] = [];

  /** Axes at each of these, in metres. */
  show(parents: readonly { readonly at: Object3D; readonly length: number }[]): void {
    for (const axes of this.#axes) axes.removeFromParent();
    this.#axes = parents.map(({ at, length }) => {
      const axes = new AxesHelper(length);
      const material = axes.material as Material & { fog: boolean };
      [material.depthTest, material.fog] = [false, false]; // frames usually sit inside their body
      axes.renderOrder = 10;
      at.add(axes);
      return axes;
    });
  }
}
