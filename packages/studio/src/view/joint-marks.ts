/** Small marks where joints are: a ring across the axis, or a ball where there is none. */
import { Group, Mesh, MeshBasicMaterial, Object3D, Quaternion, SphereGeometry, TorusGeometry, Vector3 } from 'three';
import type { JointView } from '../worker/messages.ts';
import type { SceneBodies } from './scene-bodies.ts';

const AXIAL = new Set(['revolute', 'prismatic', 'cylindrical', 'universal', 'planar']);

export class JointMarks {
  readonly root: Group = new Group();
  readonly #marks: { readonly joint: JointView; readonly mark: Mesh; readonly anchor: Object3D }[] = [];
  readonly #material = new MeshBasicMaterial({ depthTest: false, fog: false, transparent: true, opacity: 0.85 });
  readonly #chosen = new MeshBasicMaterial({ depthTest: false, fog: false });

  constructor(joints: readonly JointView[], bodies: SceneBodies, size: number) {
    const ring = new TorusGeometry(0.014 * size, 0.003 * size, 8, 24);
    const ball = new SphereGeometry(0.008 * size, 12, 8);
    for (const joint of joints) {
      const mark = new Mesh(AXIAL.has(joint.type) ? ring : ball, this.#material);
      mark.renderOrder = 7;
      mark.userData.joint = joint.name;
      this.root.add(mark);
      this.#marks.push({ joint, mark, anchor: bodies.find(joint.bodies[0]) ?? new Object3D() });
    }
    this.follow();
  }

  /** After the bodies have moved. */
  follow(): void {
    const axis = new Vector3();
    const turn = new Quaternion();
    for (const { joint, mark, anchor } of this.#marks) {
      mark.position
        .set(...joint.point)
        .applyQuaternion(anchor.quaternion)
        .add(anchor.position);
      axis.set(...joint.axis).applyQuaternion(anchor.quaternion);
      mark.quaternion.copy(turn.setFromUnitVectors(new Vector3(0, 0, 1), axis.normalize()));
    }
  }

  /** World position of a joint. */
  at(name: string): Vector3 | undefined {
    return this.#marks.find(({ joint }) => joint.name === name)?.mark.position;
  }

  show(all: boolean, chosen: string | undefined): void {
    for (const { joint, mark } of this.#marks) {
      mark.visible = all || joint.name === chosen;
      mark.material = joint.name === chosen ? this.#chosen : this.#material;
    }
  }

  setColours(colour: string, chosen: string): void {
    this.#material.color.set(colour);
    this.#chosen.color.set(chosen);
  }
}
