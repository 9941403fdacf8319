/** The scene, its light, its camera, and when to draw. */
import {
  AmbientLight,
  AxesHelper,
  Box3,
  Color,
  DirectionalLight,
  Fog,
  type Group,
  HemisphereLight,
  type Material,
  Mesh,
  PCFShadowMap,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { RunData } from '../data.ts';
import { colour, isDark } from '../theme.ts';
import { Bodies } from './bodies.ts';
import { Ground, planGround } from './ground.ts';
import { Links } from './links.ts';
import { Poses } from './poses.ts';
import type { Tier } from './quality.ts';
import { FlatShadows } from './shadows.ts';
import { Trails } from './trails.ts';

/** [deg], upright */
const FIELD_OF_VIEW = 35;
/** from the scene to the light */
const LIGHT = [-0.5, -0.8, 1.5] as const;
const DEGREE = Math.PI / 180;
/** [ms] */
const CALM = 200;

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly trails: Trails;
  readonly poses: Poses;
  readonly ground: Ground;
  /** told after every turn of the camera */
  onCamera: () => void = () => {};
  readonly #data: RunData;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.1, 100);
  readonly #controls: OrbitControls;
  readonly #bodies: Bodies;
  readonly #links: Links;
  readonly #shadows: FlatShadows | undefined;
  readonly #fog = new Fog('#fff', 1, 10);
  readonly #centre: Vector3;
  readonly #size: number;
  readonly #axes: AxesHelper[] = [];
  #followed: Group | undefined;
  readonly #followedAt = new Vector3();
  #dirty = true;
  #changedAt = 0;
  /** drawn as finely as it ever will be */
  #sharp: boolean;
  readonly #tier: Tier;

  constructor(data: RunData, tier: Tier) {
    this.#data = data;
    this.#tier = tier;
    this.#sharp = tier === 'full';
    this.poses = new Poses(data);
    this.#renderer = new WebGLRenderer({ antialias: tier === 'full' });
    this.#renderer.setPixelRatio(tier === 'full' ? Math.min(2, devicePixelRatio) : 1);
    this.canvas = this.#renderer.domElement;
    const { min, max } = data.document.bounds;
    this.#centre = new Vector3((min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2);
    this.#size = Math.max(1e-3, Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]));

    this.#bodies = new Bodies(data, this.poses, tier);
    this.trails = new Trails(data, this.poses);
    this.#links = new Links(data, this.poses);
    const floor = floorHeight(this.#bodies.root);
    const plan = planGround(min, max, floor);
    this.ground = new Ground(plan, [this.#centre.x, this.#centre.y], this.#size, tier);
    this.#scene.add(this.#bodies.root, this.#links.root, this.trails.root, this.ground.root);
    if (tier === 'lite' && min[2] > plan.z - 0.02 * this.#size) {
      this.#shadows = new FlatShadows(this.#bodies.casters(), LIGHT, plan.z);
      this.#scene.add(this.#shadows.root);
    }
    this.#scene.fog = this.#fog;
    this.#light(tier);

    this.#camera.up.set(0, 0, 1); // before the controls are made: they read it once
    this.#controls = new OrbitControls(this.#camera, this.canvas);
    this.#controls.zoomToCursor = true;
    this.#controls.minDistance = 0.02 * this.#size;
    this.#controls.maxDistance = 30 * this.#size;
    this.#controls.addEventListener('change', () => {
      this.#dirty = true;
      this.onCamera();
    });
    this.setTheme();
    this.resetView();
  }

  /**
   * Draws if something changed since the last time. `now` [ms]: in the lite tier a picture that has stood still for a
   * moment is drawn once more with four times the pixels, which smooths its edges.
   */
  draw(now: number): void {
    if (this.#dirty) {
      this.#dirty = false;
      this.#changedAt = now;
      this.#sharpen(false);
      this.#render();
    } else if (!this.#sharp && now - this.#changedAt > CALM) {
      this.#sharpen(true);
      this.#render();
    }
  }

  #sharpen(wanted: boolean): void {
    if (this.#tier !== 'lite' || wanted === this.#sharp) return;
    this.#sharp = wanted;
    this.#renderer.setPixelRatio(wanted ? 2 : 1);
  }

  #render(): void {
    const distance = this.#camera.position.distanceTo(this.#controls.target);
    this.#fog.near = distance + 0.8 * this.#size;
    this.#fog.far = distance + 5 * this.#size;
    this.#camera.near = Math.max(distance / 500, 1e-3 * this.#size);
    this.#camera.far = distance + 40 * this.#size;
    this.#camera.updateProjectionMatrix();
    this.#bodies.root.updateMatrixWorld();
    this.#shadows?.update();
    this.#renderer.render(this.#scene, this.#camera);
  }

  setTime(t: number): void {
    this.#bodies.setTime(t);
    this.#links.setTime(t);
    this.trails.setTime(t);
    if (this.#followed !== undefined) {
      const step = this.#followed.position.clone().sub(this.#followedAt);
      this.#followedAt.copy(this.#followed.position);
      this.#camera.position.add(step);
      this.#controls.target.add(step);
      this.#controls.update();
    }
    this.#dirty = true;
  }

  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    this.trails.resize(width, height);
    this.#links.resize(width, height);
    this.#dirty = true;
    this.#render(); // at once: a canvas that changes its size is empty until it is drawn
  }

  setTheme(): void {
    const background = new Color(colour('--sky'));
    this.#scene.background = background;
    this.#fog.color.copy(background);
    this.ground.setColours(colour('--grid'), colour('--grid-strong'));
    this.#bodies.setTheme(isDark(), background);
    this.#shadows?.setColour(this.#bodies.groundColour() ?? background, isDark() ? 0.5 : 0.28);
    this.trails.setTheme();
    this.#links.setColour(colour('--rope'));
    this.#dirty = true;
  }

  showTrail(name: string, wanted: boolean): void {
    this.trails.show(name, wanted);
    this.#dirty = true;
  }

  showAxes(wanted: boolean): void {
    for (const axes of this.#axes) axes.removeFromParent();
    this.#axes.length = 0;
    if (wanted) {
      for (const parent of [this.#scene, ...this.#bodies.moving()]) {
        const axes = new AxesHelper((parent === this.#scene ? 0.2 : 0.1) * this.#size);
        const material = axes.material as Material & { fog: boolean };
        material.depthTest = false; // frames usually sit inside their body
        material.fog = false;
        axes.renderOrder = 10;
        parent.add(axes);
        this.#axes.push(axes);
      }
    }
    this.#dirty = true;
  }

  /** The camera travels with a body; undefined: it stays. */
  follow(name: string | undefined): void {
    this.#followed = name === undefined ? undefined : this.#bodies.find(name);
    if (this.#followed === undefined) return;
    this.#followedAt.copy(this.#followed.position);
    const step = this.#followed.position.clone().sub(this.#controls.target);
    this.#camera.position.add(step);
    this.#controls.target.add(step);
    this.#controls.update();
    this.#dirty = true;
  }

  resetView(): void {
    const { azimuth, elevation } = this.#data.document.view;
    this.look(azimuth, elevation);
  }

  /** Looks at the whole scene from a direction [rad]. */
  look(azimuth: number, elevation: number): void {
    const e = Math.min(89.9 * DEGREE, Math.max(-89.9 * DEGREE, elevation)); // straight down has no up
    const direction = new Vector3(Math.cos(e) * Math.cos(azimuth), Math.cos(e) * Math.sin(azimuth), Math.sin(e));
    const distance = this.#fitDistance(direction);
    const up = new Vector3(0, 0, 1).addScaledVector(direction, -direction.z).normalize();
    this.#controls.target.copy(this.#centre).addScaledVector(up, 0.03 * distance); // tools lie over the upper edge
    this.#camera.position.copy(this.#controls.target).addScaledVector(direction, distance);
    this.#controls.update();
    this.#dirty = true;
    this.onCamera();
  }

  /** Fits without turning. */
  fit(): void {
    const direction = this.#camera.position.clone().sub(this.#controls.target).normalize();
    this.look(Math.atan2(direction.y, direction.x), Math.asin(direction.z));
  }

  /** Turns [rad] about the target. */
  orbit(azimuth: number, elevation: number): void {
    const offset = this.#camera.position.clone().sub(this.#controls.target);
    const radius = offset.length();
    const a = Math.atan2(offset.y, offset.x) + azimuth;
    const e = Math.min(89.9 * DEGREE, Math.max(-89.9 * DEGREE, Math.asin(offset.z / radius) + elevation));
    offset.set(Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)).multiplyScalar(radius);
    this.#camera.position.copy(this.#controls.target).add(offset);
    this.#controls.update();
  }

  /** Moves sideways and up, as parts of the picture's height. */
  pan(right: number, up: number): void {
    const height = 2 * Math.tan((FIELD_OF_VIEW * DEGREE) / 2) * this.#camera.position.distanceTo(this.#controls.target);
    const step = new Vector3()
      .setFromMatrixColumn(this.#camera.matrix, 0)
      .multiplyScalar(right * height)
      .addScaledVector(new Vector3().setFromMatrixColumn(this.#camera.matrix, 1), up * height);
    this.#camera.position.add(step);
    this.#controls.target.add(step);
    this.#controls.update();
  }

  /** Brings the eye nearer (< 1) or farther (> 1). */
  zoom(factor: number): void {
    const offset = this.#camera.position.clone().sub(this.#controls.target);
    const length = Math.min(this.#controls.maxDistance, Math.max(this.#controls.minDistance, offset.length() * factor));
    this.#camera.position.copy(this.#controls.target).add(offset.setLength(length));
    this.#controls.update();
  }

  /** Where the world's axes point in the picture: right and up parts of x, y, z, and depth. */
  axisDirections(): readonly (readonly [number, number, number])[] {
    this.#camera.updateMatrixWorld(); // otherwise brought up to date by the next drawing only
    const rotation = this.#camera.matrixWorldInverse.elements;
    return [0, 1, 2].map((axis) => [rotation[4 * axis], rotation[4 * axis + 1], rotation[4 * axis + 2]] as const);
  }

  /** Name of the body at a place in the picture, each coordinate -1 ... 1. */
  bodyAt(x: number, y: number): string | undefined {
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2(x, y), this.#camera);
    const hit = caster.intersectObject(this.#bodies.root).find(({ object }) => object instanceof Mesh);
    return hit === undefined || hit.object.userData.backdrop === true ? undefined : String(hit.object.userData.body);
  }

  /** The picture as it is now. */
  snapshot(): HTMLCanvasElement {
    this.#sharpen(true);
    this.#render(); // the drawing buffer is only sure to hold the picture until the browser has shown it
    return this.canvas;
  }

  #fitDistance(direction: Vector3): number {
    const { min, max } = this.#data.document.bounds;
    const up = new Vector3(0, 0, 1);
    const right = new Vector3().crossVectors(up, direction).normalize();
    const above = new Vector3().crossVectors(direction, right);
    const tall = Math.tan((FIELD_OF_VIEW * DEGREE) / 2);
    let distance = 0.2 * this.#size;
    for (let corner = 0; corner < 8; corner++) {
      const p = new Vector3(
        corner & 1 ? max[0] : min[0],
        corner & 2 ? max[1] : min[1],
        corner & 4 ? max[2] : min[2],
      ).sub(this.#centre);
      const towards = p.dot(direction);
      const needed = Math.max(Math.abs(p.dot(above)) / tall, Math.abs(p.dot(right)) / (tall * this.#camera.aspect));
      distance = Math.max(distance, towards + needed);
    }
    return 1.15 * distance;
  }

  #light(tier: Tier): void {
    this.#scene.add(
      new HemisphereLight('#ffffff', '#8896a0', tier === 'full' ? 1.5 : 1.2),
      new AmbientLight('#fff', 0.5),
    );
    const sun = new DirectionalLight('#fff6e8', 2.1);
    sun.position.copy(this.#centre).add(new Vector3(...LIGHT).multiplyScalar(this.#size));
    sun.target.position.copy(this.#centre);
    this.#scene.add(sun, sun.target);
    if (tier !== 'full') return;
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    sun.castShadow = true;
    sun.shadow.mapSize.set(2048, 2048);
    sun.shadow.radius = 3;
    sun.shadow.normalBias = 2e-3 * this.#size;
    const reach = 0.9 * this.#size;
    const { camera } = sun.shadow;
    [camera.left, camera.right, camera.bottom, camera.top] = [-reach, reach, -reach, reach];
    camera.far = 6 * this.#size;
  }
}

/** Upper side of the backdrops, if there are any. */
function floorHeight(root: Group): number | undefined {
  let height: number | undefined;
  root.updateMatrixWorld(true);
  root.traverse((object) => {
    if (!(object instanceof Mesh) || object.userData.backdrop !== true) return;
    const top = new Box3().setFromObject(object).max.z;
    if (height === undefined || top > height) height = top;
  });
  return height;
}
