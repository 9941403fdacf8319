/** The picture: scene, light, eye, and when to draw. It shows given data and knows no files, runs or workers. */
import { cableOf } from '@hawser/formats/report';
import { colour, Eye, type Graphics, isDark, Links, type Room, Surroundings, type Tier } from '@hawser/viewer';
import type { Touch } from '@hawser/record';
import { Color, type Object3D, Plane, Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from 'three';
import { ownerOf } from '../model/cable-elements.ts';
import type { Scene as RunScene } from '../run/run-store.ts';
import type { JointView, TreeView } from '../worker/messages.ts';
import { type Arrow, Arrows } from './arrows.ts';
import { AxesMarks } from './axes-marks.ts';
import { DrawPace } from './draw-pace.ts';
import { JointMarks } from './joint-marks.ts';
import { CORNER, NO_SCENE } from './no-scene.ts';
import { SceneBodies } from './scene-bodies.ts';
import { TouchMarks } from './touch-marks.ts';
import { TreeBoxes } from './tree-boxes.ts';

/** [ms] after which a still picture is drawn once more, finely */
const CALM = 400;
/**
 * Pixels of the picture a pixel of the screen, each way, where a processor draws: of moving pictures, and of still ones. To go
 * from one to the other waits for everything that is still being drawn, so it is done once and not while a run goes on.
 */
const COARSE = 0.75;
const FINE = 1.5;
export interface Picked {
  readonly body: string;
  /** [m] world */
  readonly point: Vector3;
  /** [m] body frame */
  readonly local: readonly [number, number, number];
}

export type ArrowKind = 'reaction' | 'contact' | 'friction' | 'moment' | 'pull';

interface Shown {
  readonly bodies: SceneBodies;
  readonly engine: SceneBodies | undefined;
  readonly links: Links;
  readonly around: Surroundings;
  readonly marks: JointMarks;
}

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly eye: Eye;
  onCamera: () => void = () => {};
  /** updates the shown data; called just before a picture is drawn */
  beforeDraw: () => void = () => {};
  readonly #tier: Tier;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #arrows: Readonly<Record<ArrowKind, Arrows>>;
  readonly #poses: { bodies: readonly string[]; values: Float64Array } = { bodies: [], values: new Float64Array(0) };
  readonly #touches = new TouchMarks();
  readonly #trees = new TreeBoxes();
  #shown: Shown;
  #ghost: SceneBodies | undefined;
  readonly #axes = new AxesMarks();
  #width = 1;
  #height = 1;
  #dirty = true;
  #changedAt = 0;
  #sharp: boolean;
  /** the user has chosen the view */
  #held = false;
  #lively = false;
  readonly #pace = new DrawPace();

  constructor({ tier, begun }: Graphics) {
    this.#tier = tier;
    this.#sharp = tier === 'full';
    this.#renderer = new WebGLRenderer({ antialias: tier === 'full', ...begun });
    this.#renderer.setPixelRatio(tier === 'full' ? Math.min(2, devicePixelRatio) : COARSE);
    this.#renderer.debug.checkShaderErrors = false; // checking waits for the driver; our shaders are known to compile
    this.canvas = this.#renderer.domElement;
    this.eye = new Eye(this.canvas, NO_SCENE.bounds);
    this.eye.onMove = () => {
      this.touch();
      this.onCamera();
    };
    this.eye.controls.addEventListener('start', () => {
      this.#held = true;
    });
    this.#arrows = {
      reaction: new Arrows('#d0571b'),
      contact: new Arrows('#4a7fd6'),
      friction: new Arrows('#2f9e6e'),
      moment: new Arrows('#7a4ea3'),
      pull: new Arrows('#c23b6b'),
    };
    for (const arrows of Object.values(this.#arrows)) this.#scene.add(arrows.root);
    this.#scene.add(this.#touches.root, this.#trees.root);
    this.#shown = this.#build(NO_SCENE, undefined, []);
    this.setTheme();
  }

  get gridText(): string {
    const { ground } = this.#shown.around;
    if (!ground.root.visible) return '';
    const { z, spacing } = ground.plan;
    return `grid ${Number(spacing.toPrecision(2))} m at z = ${Number(z.toPrecision(3))} m`;
  }

  /** More pictures are about to come: with software rendering none is drawn at full resolution. */
  setLively(lively: boolean): void {
    this.#lively = lively;
    this.touch();
  }

  /** The room of the scene from now on; the view is fitted to it or a part of it and goes along with a body, unless the user holds it. */
  setRoom(room: RunScene['bounds'], part?: Room, ridden?: string): void {
    this.eye.setRoom(room);
    if (!this.#held) {
      this.eye.fit(part);
      if (ridden !== undefined) this.eye.ride(this.#shown.bodies.find(ridden));
    }
    this.touch();
  }

  /** Marks a visible change. */
  touch(): void {
    this.#dirty = true;
  }

  /** Replaces the bodies. The camera stays unless a new view is requested. */
  setScene(
    scene: RunScene,
    engine: RunScene['scenery'] | undefined,
    joints: readonly JointView[],
    look: boolean,
  ): void {
    const { bodies, engine: before, links, around, marks } = this.#shown;
    bodies.dispose();
    around.dispose();
    before?.dispose();
    for (const root of [links.root, marks.root]) root.removeFromParent();
    this.#axes.show([]);
    this.eye.follow(undefined);
    this.eye.setRoom(scene.bounds);
    this.#shown = this.#build(scene, engine, joints);
    this.setTheme();
    if (look) {
      this.#held = false;
      const { azimuth, elevation, room } = scene.view ?? CORNER;
      this.eye.look(azimuth, elevation, room);
    }
    this.touch();
  }

  #build(scene: RunScene, engineScenery: RunScene['scenery'] | undefined, joints: readonly JointView[]): Shown {
    const bodies = new SceneBodies(scene, 'drawn', this.#tier);
    const engine = engineScenery && new SceneBodies({ scenery: engineScenery, backdrop: [] }, 'engine', this.#tier);
    const links = new Links(scene.links, { read: (out, track) => this.#readPose(out, track) });
    links.resize(this.#width, this.#height);
    const marks = new JointMarks(joints, bodies, this.eye.size);
    const around = new Surroundings(this.#renderer, this.eye, this.#tier, {
      bounds: scene.bounds,
      sea: scene.sea,
      floor: bodies.floorHeight(),
      casters: bodies.casters(),
      materials: bodies.materials,
      ropeLook: (piece) => bodies.ropeLook(piece),
      drawn: bodies.names,
    });
    this.#scene.add(bodies.root, links.root, marks.root, around.root);
    if (engine !== undefined) this.#scene.add(engine.root);
    return { bodies, engine, links, around, marks };
  }

  #readPose(out: Float64Array, track: number): void {
    const from = 7 * track;
    for (let i = 0; i < 7; i++) out[i] = this.#poses.values[from + i] ?? (i === 3 ? 1 : 0);
  }

  /** The trees of the contact search, for the scene that is on stage. */
  setTrees(trees: readonly TreeView[], scenery: RunScene['scenery']): void {
    this.#trees.setTrees(trees, scenery.bodies, (body) => this.#shown.engine?.find(body));
  }

  /** Sets the poses of moving bodies. */
  setPoses(bodies: readonly string[], poses: Float64Array): void {
    this.#poses.bodies = bodies;
    this.#poses.values = poses;
    this.#shown.bodies.setPoses(bodies, poses);
    this.#shown.engine?.setPoses(bodies, poses);
    const { ropes } = this.#shown.around;
    ropes.setPoses(bodies, poses);
    this.#trees.setCables(ropes.nodes);
    this.#shown.links.setTime(0);
    this.#shown.marks.follow();
    this.eye.keepUp();
    this.touch();
  }

  setGhost(scene: RunScene | undefined): void {
    this.#ghost?.dispose();
    this.#ghost = scene && new SceneBodies(scene, 'ghost', this.#tier);
    if (this.#ghost !== undefined) this.#scene.add(this.#ghost.root);
    this.touch();
  }

  setGhostPoses(bodies: readonly string[], poses: Float64Array): void {
    this.#ghost?.setPoses(bodies, poses);
    this.touch();
  }

  show(what: {
    readonly hidden: ReadonlySet<string>;
    readonly bodies: 'drawn' | 'engine' | 'both';
    /** highlighted, with their axes */
    readonly marked: ReadonlySet<string>;
    readonly joint: string | undefined;
    readonly joints: boolean;
    readonly axes: boolean;
    /** level of the boxes of the contact search; -1: none */
    readonly tree: number;
  }): void {
    const { bodies, engine, marks, around } = this.#shown;
    bodies.hide(what.hidden);
    engine?.hide(what.hidden);
    bodies.root.visible = what.bodies !== 'engine' || engine === undefined;
    if (engine !== undefined) engine.root.visible = what.bodies !== 'drawn';
    around.showShadows(bodies.root.visible && what.hidden.size === 0);
    bodies.mark(what.marked, new Color(colour('--signal')));
    around.ropes.hide((line) => what.bodies === 'engine' || what.hidden.has(ownerOf(line)));
    around.ropes.showNodes(what.bodies === 'drawn' ? 0 : 0.003 * this.eye.span);
    this.#trees.show(what.bodies === 'drawn' ? -1 : what.tree);
    this.#trees.setCables(around.ropes.nodes);
    marks.show(what.joints, what.joint);
    this.#showAxes(what.axes, what.marked);
    this.touch();
  }

  #showAxes(all: boolean, marked: ReadonlySet<string>): void {
    const { size } = this.eye;
    const bodies = this.#poses.bodies.filter((name) => cableOf(name) === undefined);
    const names = all ? bodies : marked.size === 1 ? [...marked] : []; // those of thirty links would hide them
    const parents = names.map((name) => this.#shown.bodies.find(name)).filter((found) => found !== undefined);
    const world = all ? [{ at: this.#scene as Object3D, length: 0.2 * size }] : [];
    this.#axes.show([...world, ...parents.map((at) => ({ at, length: 0.1 * size }))]);
  }

  setArrows(kind: ArrowKind, arrows: readonly Arrow[]): void {
    this.#arrows[kind].show(arrows, 0.025 * this.eye.span);
    this.touch();
  }

  /** [s] of the waves */
  setSea(time: number): void {
    this.#shown.around.setTime(time);
    this.touch();
  }

  setTouches(touches: readonly Touch[]): void {
    this.#touches.show(touches, this.eye.span);
    this.touch();
  }

  /** Colours of cable elements by name; undefined: their own. */
  tint(colours: ReadonlyMap<string, Color> | undefined): void {
    this.#shown.bodies.tint(colours);
    this.#shown.around.ropes.tint(colours);
    this.touch();
  }

  body(name: string): Object3D | undefined {
    return this.#shown.bodies.find(name);
  }

  jointAt(name: string): Vector3 | undefined {
    return this.#shown.marks.at(name);
  }

  follow(name: string | undefined): void {
    this.eye.follow(name === undefined ? undefined : this.#shown.bodies.find(name));
    this.touch();
  }

  /** The object at a place in the picture, each coordinate -1 ... 1. */
  pick(x: number, y: number): Picked | undefined {
    const { bodies, engine } = this.#shown;
    const from = bodies.root.visible || engine === undefined ? bodies : engine;
    const hit = from.hit(this.#ray(x, y));
    if (hit === undefined) return undefined;
    const { body } = hit;
    const group = from.find(body);
    const local = group === undefined ? hit.point.clone() : group.worldToLocal(hit.point.clone());
    return { body, point: hit.point, local: [local.x, local.y, local.z] };
  }

  /** The point under the pointer on the plane through `point` that faces the eye. */
  onPlane(x: number, y: number, point: Vector3): Vector3 | undefined {
    const normal = this.eye.camera.getWorldDirection(new Vector3());
    const plane = new Plane().setFromNormalAndCoplanarPoint(normal, point);
    return this.#ray(x, y).ray.intersectPlane(plane, new Vector3()) ?? undefined;
  }

  #ray(x: number, y: number): Raycaster {
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2(x, y), this.eye.camera);
    return caster;
  }

  setTheme(): void {
    const sky = new Color(colour('--sky'));
    const { bodies, engine, around, links, marks } = this.#shown;
    bodies.setTheme(isDark(), sky);
    engine?.setTheme(isDark(), sky);
    const grid = [colour('--grid'), colour('--grid-strong')] as const;
    around.setTheme(this.#scene, isDark(), sky, bodies.groundColour(), grid);
    links.setColour(colour('--rope'));
    marks.setColours(colour('--accent'), colour('--signal'));
    this.#arrows.reaction.setColour(colour('--series-2'));
    this.#arrows.contact.setColour(colour('--series-7'));
    this.#arrows.friction.setColour(colour('--series-3'));
    this.#touches.setColour(colour('--signal'));
    this.#arrows.moment.setColour(colour('--series-4'));
    this.#arrows.pull.setColour(colour('--series-6'));
    this.touch();
  }

  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    [this.#width, this.#height] = [width, height];
    this.#renderer.setSize(width, height, false);
    this.eye.camera.aspect = width / height;
    this.#shown.links.resize(width, height);
    for (const arrows of Object.values(this.#arrows)) arrows.resize(width, height);
    if (!this.#held) this.eye.refit();
    this.touch();
    this.#render(); // at once: a canvas that changes its size is empty until it is drawn
  }

  /** Draws if something changed; in the lite tier a picture that stands still is drawn once more with more pixels. */
  draw(now: number): void {
    this.#pace.look(now);
    if (this.#dirty) {
      if (this.#tier === 'lite' && now - this.#changedAt < this.#pace.every) return;
      this.#dirty = false;
      this.#changedAt = now;
      this.beforeDraw();
      this.#dirty = false;
      this.#sharpen(false);
      this.#render();
    } else if (!this.#sharp && !this.#lively && now - this.#changedAt > CALM) {
      this.#sharpen(true);
      this.#render();
    }
  }

  /** The picture as it is now, on a canvas that holds it until the browser goes on. */
  snapshot(): HTMLCanvasElement {
    this.beforeDraw();
    this.#sharpen(true);
    this.#render();
    return this.canvas;
  }

  #sharpen(wanted: boolean): void {
    if (this.#tier !== 'lite' || wanted === this.#sharp) return;
    this.#sharp = wanted;
    this.#renderer.setPixelRatio(wanted ? FINE : COARSE);
  }

  #render(): void {
    this.#shown.bodies.root.updateMatrixWorld();
    this.#shown.around.prepare(this.eye, this.#height);
    this.#renderer.render(this.#scene, this.eye.camera);
  }
}
