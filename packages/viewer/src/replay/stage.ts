/** The scene, its light, its camera, and when to draw. */
import {
  AxesHelper,
  Box3,
  Color,
  Fog,
  type Group,
  type Material,
  Mesh,
  Raycaster,
  Scene,
  Vector2,
  WebGLRenderer,
} from 'three';
import type { RunData } from '../data.ts';
import { colour, isDark } from '../theme.ts';
import { Bodies } from './bodies.ts';
import { Eye } from './eye.ts';
import { Ground, planGround } from './ground.ts';
import { LIGHT, makeLight } from './light.ts';
import { Links } from './links.ts';
import { Poses } from './poses.ts';
import type { Tier } from './quality.ts';
import { SeaSurface } from './sea-surface.ts';
import { FlatShadows } from './shadows.ts';
import { Trails } from './trails.ts';

/** [ms] */
const CALM = 200;

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly trails: Trails;
  readonly poses: Poses;
  readonly ground: Ground;
  readonly eye: Eye;
  /** told after every turn of the camera */
  onCamera: () => void = () => {};
  readonly #data: RunData;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #bodies: Bodies;
  readonly #links: Links;
  readonly #shadows: FlatShadows | undefined;
  readonly #sea: SeaSurface | undefined;
  readonly #fog = new Fog('#fff', 1, 10);
  readonly #axes: AxesHelper[] = [];
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
    const { bounds } = data.document;
    this.eye = new Eye(this.canvas, bounds);
    const { centre, size } = this.eye;

    this.#bodies = new Bodies(data, this.poses, tier);
    this.trails = new Trails(data, this.poses);
    this.#links = new Links(data.document.links, this.poses);
    const floor = floorHeight(this.#bodies.root);
    const plan = planGround(bounds.min, bounds.max, floor);
    this.ground = new Ground(plan, [centre.x, centre.y], size, tier);
    this.#scene.add(this.#bodies.root, this.#links.root, this.trails.root, this.ground.root);
    const { sea } = data.document;
    if (sea) {
      this.#sea = new SeaSurface(sea, centre, size, tier === 'full' ? 'full' : 'lite');
      this.#scene.add(this.#sea.root);
      // a grid just under the surface would be taken for the bottom of the sea
      this.ground.root.visible = plan.z < sea.level - 0.6 * size;
    }
    if (!sea && tier === 'lite' && bounds.min[2] > plan.z - 0.02 * size) {
      this.#shadows = new FlatShadows(this.#bodies.casters(), LIGHT, plan.z);
      this.#scene.add(this.#shadows.root);
    }
    this.#scene.fog = this.#fog;
    this.#scene.add(makeLight(this.#renderer, centre, size, tier));
    this.eye.onMove = () => {
      this.#dirty = true;
      this.onCamera();
    };
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
    const { distance, size } = this.eye;
    this.#fog.near = distance + 0.8 * size;
    this.#fog.far = distance + 5 * size;
    this.eye.focus();
    this.#bodies.root.updateMatrixWorld();
    this.#shadows?.update();
    this.#renderer.render(this.#scene, this.eye.camera);
  }

  setTime(t: number): void {
    this.#bodies.setTime(t);
    this.#links.setTime(t);
    this.trails.setTime(t);
    this.#sea?.setTime(t);
    this.eye.keepUp();
    this.#dirty = true;
  }

  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.#renderer.setSize(width, height, false);
    this.eye.camera.aspect = width / height;
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
    this.#sea?.setDark(isDark());
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
        const axes = new AxesHelper((parent === this.#scene ? 0.2 : 0.1) * this.eye.size);
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
    this.eye.follow(name === undefined ? undefined : this.#bodies.find(name));
    this.#dirty = true;
  }

  resetView(): void {
    const { azimuth, elevation, room } = this.#data.document.view;
    this.eye.look(azimuth, elevation, room);
  }

  /** Name of the body at a place in the picture, each coordinate -1 ... 1. */
  bodyAt(x: number, y: number): string | undefined {
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2(x, y), this.eye.camera);
    const hit = caster.intersectObject(this.#bodies.root).find(({ object }) => object instanceof Mesh);
    return hit === undefined || hit.object.userData.backdrop === true ? undefined : String(hit.object.userData.body);
  }

  /** The picture as it is now. */
  snapshot(): HTMLCanvasElement {
    this.#sharpen(true);
    this.#render(); // the drawing buffer is only sure to hold the picture until the browser has shown it
    return this.canvas;
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
