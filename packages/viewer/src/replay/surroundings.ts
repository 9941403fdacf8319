/** Surroundings of the bodies of a picture: sky, sea or ground, light, shadows, and ropes. Shared by report and studio. */
import type { SeaWaves } from '@hawser/formats/report';
import { type Color, Fog, Group, type Material, Mesh, type Scene, type WebGLRenderer } from 'three';
import type { Eye } from './eye.ts';
import { Ground, planGround } from './ground.ts';
import { LIGHT, makeLight } from './light.ts';
import type { Tier } from './quality.ts';
import { ropeShadow } from './rope-material.ts';
import { type RopeLook, Ropes } from './ropes.ts';
import { makeSeaLight, setDark } from './sea-light.ts';
import { SeaSurface } from './sea-surface.ts';
import { FlatShadows } from './shadows.ts';
import { Sky } from './sky.ts';
import { wetMaterial } from './wet.ts';

/** Data of the bodies. */
export interface Surrounded {
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
  readonly sea: SeaWaves | undefined;
  /** [m] upper side of the floors, if there are any */
  readonly floor: number | undefined;
  /** meshes that cast shadows */
  readonly casters: readonly Mesh[];
  /** of bodies that may float; their first picture is not drawn yet */
  readonly materials: readonly Material[];
  readonly ropeLook: (piece: string) => RopeLook | undefined;
  /** names of all that is drawn, pieces of lines among them */
  readonly drawn: readonly string[];
}

/** Depth, as a part of the scene's height, from which bodies count as under water and the sea is drawn more transparent. */
const DEEP = 0.6;

export class Surroundings {
  readonly root: Group = new Group();
  readonly ground: Ground;
  readonly ropes: Ropes;
  readonly #sea: SeaSurface | undefined;
  readonly #sky: Sky | undefined;
  readonly #shadows: FlatShadows | undefined;
  readonly #light = makeSeaLight();
  readonly #fog = new Fog('#fff', 1, 10);

  constructor(renderer: WebGLRenderer, eye: Eye, tier: Tier, around: Surrounded) {
    const { centre, size } = eye;
    const { bounds, sea, floor } = around;
    const { min, max } = bounds;
    const plan = planGround(min, max, floor);
    this.ground = new Ground(plan, [centre.x, centre.y], size, tier);
    this.ropes = new Ropes(around.drawn, around.ropeLook);
    this.root.add(this.ground.root, this.ropes.root, makeLight(renderer, centre, size, tier));
    // a grid just under the surface would be taken for the bottom of the sea
    this.ground.root.visible = sea === undefined || plan.z < sea.level - 0.6 * size;
    if (sea !== undefined) {
      const open = sea.level - min[2] > DEEP * (max[2] - min[2]);
      this.#sea = new SeaSurface(sea, this.#light, tier === 'full' ? 'full' : 'lite', open);
      this.#sky = new Sky(this.#light);
      this.root.add(this.#sea.root, this.#sky.root);
      for (const material of [...around.materials, this.ropes.material]) {
        wetMaterial(material, this.#sea, this.#light);
      }
    } else if (tier === 'lite' && min[2] > plan.z - 0.02 * size) {
      const ropes = this.ropes.casters();
      this.#shadows = new FlatShadows(around.casters, LIGHT, plan.z, {
        meshes: ropes,
        material: ropeShadow(this.ropes.uniforms),
      });
      this.root.add(this.#shadows.root);
    }
  }

  /** [s] of the waves */
  setTime(t: number): void {
    this.#sea?.setTime(t);
  }

  /** `backdrop`: the plain colour behind everything, where there is no sky; `floor`: that of the floor as drawn. */
  setTheme(
    scene: Scene,
    dark: boolean,
    backdrop: Color,
    floor: Color | undefined,
    grid: readonly [string, string],
  ): void {
    setDark(this.#light, dark);
    const far = this.#sea === undefined ? backdrop : this.#light.horizon.value;
    scene.background = far.clone();
    scene.fog = this.#fog;
    this.#fog.color.copy(far);
    this.ground.setColours(...grid);
    this.#shadows?.setColour(floor ?? backdrop, dark ? 0.5 : 0.28);
  }

  /** Shadows belong to bodies that may be hidden. */
  showShadows(wanted: boolean): void {
    if (this.#shadows !== undefined) this.#shadows.root.visible = wanted;
  }

  /** Before a picture `height` [px of the screen] tall is drawn. */
  prepare(eye: Eye, height: number): void {
    const { distance, size } = eye;
    this.#fog.near = distance + 0.8 * size;
    this.#fog.far = distance + 5 * size;
    eye.focus();
    this.#sky?.follow(eye.camera, eye.camera.far);
    this.#sea?.lookAt(eye.controls.target, distance);
    this.#sea?.update();
    this.ropes.look(height, distance);
    this.#shadows?.update();
  }

  dispose(): void {
    this.#sea?.dispose();
    this.#sky?.dispose();
    this.ropes.dispose();
    this.root.removeFromParent();
    this.root.traverse((object) => {
      if (object instanceof Mesh) object.geometry.dispose();
    });
  }
}
