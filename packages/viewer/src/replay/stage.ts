/** The scene, its light, its camera, and when to draw. */
import {
  AxesHelper,
  Box3,
  Color,
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
import { Eye, movedRoom } from './eye.ts';
import type { Ground } from './ground.ts';
import { Links } from './links.ts';
import { Poses } from './poses.ts';
import { PressureMarks } from './pressure-marks.ts';
import type { Graphics, Tier } from './quality.ts';
import { Surroundings } from './surroundings.ts';
import { Trails } from './trails.ts';

/** [ms] */
const CALM = 200;

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly trails: Trails;
  readonly poses: Poses;
  readonly eye: Eye;
  /** called after every camera change */
  onCamera: () => void = () => {};
  readonly #data: RunData;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #bodies: Bodies;
  readonly #links: Links;
  readonly #pressures = new PressureMarks();
  #pressed = true;
  readonly #around: Surroundings;
  readonly #pieces: readonly string[];
  readonly #piecePoses: Float64Array;
  readonly #axes: AxesHelper[] = [];
  #dirty = true;
  #height = 1;
  #changedAt = 0;
  /** true: drawn at full resolution */
  #sharp: boolean;
  readonly #tier: Tier;

  constructor(data: RunData, { tier, begun }: Graphics) {
    this.#data = data;
    this.#tier = tier;
    this.#sharp = tier === 'full';
    this.poses = new Poses(data);
    this.#renderer = new WebGLRenderer({ antialias: tier === 'full', ...begun });
    this.#renderer.setPixelRatio(tier === 'full' ? Math.min(2, devicePixelRatio) : 1);
    this.canvas = this.#renderer.domElement;
    const { bounds } = data.document;
    this.eye = new Eye(this.canvas, bounds);
    this.#bodies = new Bodies(data, this.poses, tier);
    this.trails = new Trails(data, this.poses);
    this.#links = new Links(data.document.links, this.poses);
    this.#pieces = this.#bodies.pieceNames;
    this.#piecePoses = new Float64Array(7 * this.#pieces.length);
    this.#around = new Surroundings(this.#renderer, this.eye, tier, {
      bounds,
      sea: data.document.sea ?? undefined,
      floor: floorHeight(this.#bodies.root),
      casters: this.#bodies.casters(),
      materials: this.#bodies.materials,
      ropeLook: (piece) => this.#bodies.ropeLook(piece),
      drawn: this.#pieces,
    });
    this.#scene.add(this.#bodies.root, this.#links.root, this.trails.root, this.#around.root, this.#pressures.root);
    this.eye.onMove = () => {
      this.#dirty = true;
      this.onCamera();
    };
    this.setTheme();
    this.resetView();
  }

  get ground(): Ground {
    return this.#around.ground;
  }

  /**
   * Draws if something changed since the last time. `now` [ms]: in the lite tier a still picture is drawn again after a moment with four
   * times the pixels, which smooths its edges.
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
    this.#bodies.root.updateMatrixWorld();
    this.#around.prepare(this.eye, this.canvas.clientHeight || this.#height);
    this.#renderer.render(this.#scene, this.eye.camera);
  }

  setTime(t: number): void {
    this.#bodies.setTime(t);
    this.#links.setTime(t);
    this.trails.setTime(t);
    this.#showPressures(t);
    this.#bodies.pieces(this.#piecePoses, t);
    this.#around.ropes.setPoses(this.#pieces, this.#piecePoses);
    this.#around.setTime(t);
    this.eye.keepUp();
    this.#dirty = true;
  }

  #showPressures(t: number): void {
    const { pressures } = this.#data.document;
    if (!pressures) return;
    this.#pressures.begin();
    if (this.#pressed) this.#pressures.add(this.#data.facesAt(t), pressures.most);
    this.#pressures.end();
  }

  /** Colours of pressure on areas of contact, at a time. */
  showPressures(wanted: boolean, t: number): void {
    this.#pressed = wanted;
    this.#showPressures(t);
    this.#dirty = true;
  }

  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.#height = height;
    this.#renderer.setSize(width, height, false);
    this.eye.camera.aspect = width / height;
    this.trails.resize(width, height);
    this.#links.resize(width, height);
    this.#dirty = true;
    this.#render(); // at once: a canvas that changes its size is empty until it is drawn
  }

  setTheme(): void {
    const background = new Color(colour('--sky'));
    this.#bodies.setTheme(isDark(), background);
    const grid = [colour('--grid'), colour('--grid-strong')] as const;
    this.#around.setTheme(this.#scene, isDark(), background, this.#bodies.groundColour(), grid);
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

  /** The camera follows a body; undefined: it stays. */
  follow(name: string | undefined): void {
    this.eye.follow(name === undefined ? undefined : this.#bodies.find(name));
    this.#dirty = true;
  }

  resetView(): void {
    const { azimuth, elevation, room, follow } = this.#data.document.view;
    const ridden = follow === undefined ? undefined : this.#bodies.find(follow);
    const first = this.#data.document.bodies.find(({ name }) => name === follow)?.pose ?? [0, 0, 0];
    const by = ridden === undefined ? [0, 0, 0] : ridden.position.toArray().map((x, i) => x - first[i]);
    this.eye.look(azimuth, elevation, room && movedRoom(room, by));
    this.eye.ride(ridden);
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
