/** The camera position, changed by keys, buttons and the pointer. */
import { type Object3D, PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';

/** [deg], upright */
export const FIELD_OF_VIEW = 35;
const DEGREE = Math.PI / 180;
/** straight down has no up */
const STEEPEST = 89.9 * DEGREE;

export interface Room {
  readonly min: readonly number[];
  readonly max: readonly number[];
}

export class Eye {
  readonly camera: PerspectiveCamera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.1, 100);
  readonly controls: OrbitControls;
  /** called after every move */
  onMove: () => void = () => {};
  readonly #centre = new Vector3();
  #room: Room = { min: [0, 0, 0], max: [1, 1, 1] };
  /** the part of it last viewed; undefined: all of it */
  #looked: Room | undefined;
  #size = 1;
  #followed: Object3D | undefined;
  readonly #followedAt = new Vector3();

  constructor(canvas: HTMLCanvasElement, room: Room) {
    this.camera.up.set(0, 0, 1); // before the controls are made: they read it once
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.zoomToCursor = true;
    this.controls.addEventListener('change', () => this.onMove());
    this.setRoom(room);
  }

  get centre(): Vector3 {
    return this.#centre;
  }

  /** [m] diagonal of the scene */
  get size(): number {
    return this.#size;
  }

  /** [m] diagonal of the last view: the scale for arrows and marks */
  get span(): number {
    const { min, max } = this.#looked ?? this.#room;
    return Math.max(1e-3, Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]));
  }

  get distance(): number {
    return this.camera.position.distanceTo(this.controls.target);
  }

  /** What the view is fitted to. */
  setRoom(room: Room): void {
    const { min, max } = room;
    this.#room = room;
    this.#centre.copy(middle(room));
    this.#size = Math.max(1e-3, Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]));
    this.controls.minDistance = 0.02 * this.#size;
    this.controls.maxDistance = 30 * this.#size;
  }

  /** Near and far planes for where the eye is now. */
  focus(): void {
    const { camera, distance } = this;
    camera.near = Math.max(distance / 500, 1e-3 * this.#size);
    camera.far = Math.max(distance + 40 * this.#size, 60 * distance); // the sea reaches to 45 distances
    camera.updateProjectionMatrix();
  }

  /** Follows a body; undefined: stays. */
  follow(body: Object3D | undefined): void {
    this.#followed = body;
    if (body === undefined) return;
    this.#followedAt.copy(body.position);
    this.#move(body.position.clone().sub(this.controls.target));
  }

  /** Moves with a body from the present position, without centring it. */
  ride(body: Object3D | undefined): void {
    this.#followed = body;
    if (body !== undefined) this.#followedAt.copy(body.position);
  }

  /** After the bodies have moved. */
  keepUp(): void {
    if (this.#followed === undefined) return;
    const step = this.#followed.position.clone().sub(this.#followedAt);
    this.#followedAt.copy(this.#followed.position);
    this.#move(step);
  }

  /** Looks from a direction [rad] at the whole scene, or at a part of it. */
  look(azimuth: number, elevation: number, room: Room = this.#room): void {
    this.#looked = room === this.#room ? undefined : room;
    const e = Math.min(STEEPEST, Math.max(-STEEPEST, elevation));
    const direction = new Vector3(Math.cos(e) * Math.cos(azimuth), Math.cos(e) * Math.sin(azimuth), Math.sin(e));
    const centre = middle(room);
    const distance = this.#fitDistance(direction, room, centre);
    const up = new Vector3(0, 0, 1).addScaledVector(direction, -direction.z).normalize();
    this.controls.target.copy(centre).addScaledVector(up, 0.03 * distance); // tools lie over the upper edge
    this.camera.position.copy(this.controls.target).addScaledVector(direction, distance);
    this.controls.update();
    this.onMove();
  }

  /** Fits the whole scene, or a part of it, without turning. */
  fit(room: Room = this.#room): void {
    const direction = this.camera.position.clone().sub(this.controls.target).normalize();
    this.look(Math.atan2(direction.y, direction.x), Math.asin(direction.z), room);
  }

  /** Fits what was last looked at, after the picture has another shape. */
  refit(): void {
    this.fit(this.#looked);
  }

  /** Turns [rad] about the target. */
  orbit(azimuth: number, elevation: number): void {
    const offset = this.camera.position.clone().sub(this.controls.target);
    const radius = offset.length();
    const a = Math.atan2(offset.y, offset.x) + azimuth;
    const e = Math.min(STEEPEST, Math.max(-STEEPEST, Math.asin(offset.z / radius) + elevation));
    offset.set(Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)).multiplyScalar(radius);
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
  }

  /** Moves sideways and up, as parts of the picture's height. */
  pan(right: number, up: number): void {
    const height = 2 * Math.tan((FIELD_OF_VIEW * DEGREE) / 2) * this.distance;
    const step = new Vector3()
      .setFromMatrixColumn(this.camera.matrix, 0)
      .multiplyScalar(right * height)
      .addScaledVector(new Vector3().setFromMatrixColumn(this.camera.matrix, 1), up * height);
    this.#move(step);
  }

  /** Brings the eye nearer (< 1) or farther (> 1). */
  zoom(factor: number): void {
    const offset = this.camera.position.clone().sub(this.controls.target);
    const { minDistance, maxDistance } = this.controls;
    const length = Math.min(maxDistance, Math.max(minDistance, offset.length() * factor));
    this.camera.position.copy(this.controls.target).add(offset.setLength(length));
    this.controls.update();
  }

  /** Where the world's axes point in the picture: right and up parts of x, y, z, and depth. */
  axisDirections(): readonly (readonly [number, number, number])[] {
    this.camera.updateMatrixWorld(); // otherwise brought up to date by the next drawing only
    const rotation = this.camera.matrixWorldInverse.elements;
    return [0, 1, 2].map((axis) => [rotation[4 * axis], rotation[4 * axis + 1], rotation[4 * axis + 2]] as const);
  }

  #move(step: Vector3): void {
    this.camera.position.add(step);
    this.controls.target.add(step);
    this.controls.update();
  }

  #fitDistance(direction: Vector3, { min, max }: Room, centre: Vector3): number {
    const up = new Vector3(0, 0, 1);
    const right = new Vector3().crossVectors(up, direction).normalize();
    const above = new Vector3().crossVectors(direction, right);
    const tall = Math.tan((FIELD_OF_VIEW * DEGREE) / 2);
    let distance = 0.02 * this.#size;
    for (let corner = 0; corner < 8; corner++) {
      const p = new Vector3(
        corner & 1 ? max[0] : min[0],
        corner & 2 ? max[1] : min[1],
        corner & 4 ? max[2] : min[2],
      ).sub(centre);
      const towards = p.dot(direction);
      const wide = tall * this.camera.aspect;
      distance = Math.max(distance, towards + Math.max(Math.abs(p.dot(above)) / tall, Math.abs(p.dot(right)) / wide));
    }
    return 1.15 * distance;
  }
}

/** A room somewhere else. */
export function movedRoom({ min, max }: Room, by: readonly number[]): Room {
  return { min: min.map((x, i) => x + by[i]), max: max.map((x, i) => x + by[i]) };
}

function middle({ min, max }: Room): Vector3 {
  return new Vector3((min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2);
}

const NAMES = ['x', 'y', 'z'];

/** Three lines that show where the axes point, nearest last: the inside of an element of class gizmo. */
export function gizmoSvg(directions: readonly (readonly [number, number, number])[]): string {
  const axes = directions
    .map(([right, up, depth], i) => ({ x: 30 + 20 * right, y: 30 - 20 * up, depth, i }))
    .sort((a, b) => a.depth - b.depth);
  const lines = axes.map(
    ({ x, y, i }) =>
      `<g class="axis-${NAMES[i]}"><path d="M30 30L${x.toFixed(1)} ${y.toFixed(1)}"/>` +
      `<text x="${(30 + 1.35 * (x - 30)).toFixed(1)}" y="${(34 + 1.35 * (y - 30)).toFixed(1)}">${NAMES[i]}</text></g>`,
  );
  return `<svg viewBox="0 0 60 60">${lines.join('')}</svg>`;
}
