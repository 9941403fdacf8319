/**
 * The sea around the view: a mesh with the heights of the physics, dense at the centre of the view and coarse towards the horizon. Crests
 * are lighter than troughs, flat viewing angles mirror the sky, the highest crests of a steep sea carry foam. Foam and ripples are
 * decoration; heights are results.
 */
import type { SeaWaves } from '@hawser/formats/report';
import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  DoubleSide,
  FloatType,
  Mesh,
  NearestFilter,
  RedFormat,
  ShaderMaterial,
  type Texture,
  Vector2,
} from 'three';
import { rippleTexture } from './ripples.ts';
import { cornerAt, cornersOf, SEA_GRIDS, type SeaGrid, spacingFor } from './sea-grid.ts';
import { seaDeviation, seaHeights, seaSteepness } from './sea-heights.ts';
import { type SeaLight, SKY_GLSL } from './sea-light.ts';

/** [1] slope of ripples on a rough sea and on still water */
const RIPPLES = { rough: 0.22, still: 0.07 } as const;
/** [1] mean slopes from which crests begin to break, and at which all of the highest do */
const BREAKING = [0.02, 0.09] as const;
/** [1] transparency of the water: for floating bodies, and for work under water */
const OPACITY = { closed: 0.93, open: 0.5 } as const;
/** where still water is one colour, the horizon in eye distances at which the sheet turns to haze */
const HAZE = 16;

/** Heights for shaders of other things: the sheet as a picture of numbers. */
export interface SeaUniforms {
  readonly seaHeights: { value: Texture };
  readonly seaMiddle: { value: Vector2 };
  readonly seaSpacing: { value: number };
}

export class SeaSurface {
  readonly root: Mesh<BufferGeometry, ShaderMaterial>;
  readonly uniforms: SeaUniforms;
  readonly grid: SeaGrid;
  readonly #sea: SeaWaves;
  readonly #xs: Float64Array;
  readonly #ys: Float64Array;
  readonly #coarse: { readonly x: Float64Array; readonly y: Float64Array };
  readonly #heights: Float32Array;
  readonly #texture: DataTexture;
  readonly #ripples: DataTexture;
  readonly #looks: { readonly [name: string]: { value: unknown } };
  readonly #perDeviation: number;
  #time = 0;
  #placed = '';
  #stale = true;

  /** `open`: objects deep under this surface must be visible. */
  constructor(sea: SeaWaves, light: SeaLight, tier: 'full' | 'lite', open: boolean) {
    this.#sea = sea;
    this.grid = SEA_GRIDS[tier];
    const count = cornersOf(this.grid);
    this.#xs = new Float64Array(count);
    this.#ys = new Float64Array(count);
    this.#coarse = { x: new Float64Array(count), y: new Float64Array(count) };
    this.#heights = new Float32Array(count * count);
    this.#texture = new DataTexture(this.#heights, count, count, RedFormat, FloatType);
    this.#texture.magFilter = this.#texture.minFilter = NearestFilter;
    this.#ripples = rippleTexture();
    this.uniforms = {
      seaHeights: { value: this.#texture },
      seaMiddle: { value: new Vector2() },
      seaSpacing: { value: 1 },
    };
    const deviation = seaDeviation(sea);
    this.#perDeviation = deviation > 0 ? 1 / deviation : 0;
    const steepness = seaSteepness(sea);
    const [least, most] = BREAKING;
    this.#looks = {
      ...light,
      ripples: { value: this.#ripples },
      rippleSlope: { value: Math.min(RIPPLES.rough, RIPPLES.still + 3 * steepness) },
      breaking: { value: Math.min(1, Math.max(0, (steepness - least) / (most - least))) },
      opacity: { value: open ? OPACITY.open : OPACITY.closed },
      time: { value: 0 },
      far: { value: 1 },
    };
    this.root = new Mesh(sheet(count), this.#material());
    this.root.frustumCulled = false;
    this.root.renderOrder = 2;
    this.lookAt({ x: 0, y: 0 }, 1);
    this.update();
  }

  #material(): ShaderMaterial {
    return new ShaderMaterial({
      uniforms: this.#looks as ShaderMaterial['uniforms'],
      vertexShader: `
attribute float crest;
varying vec3 place;
varying vec3 up;
varying float height;
void main() {
  place = position;
  up = normal;
  height = crest;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}`,
      fragmentShader: `
${SKY_GLSL}
uniform vec3 deep;
uniform vec3 crest;
uniform vec3 foam;
uniform sampler2D ripples;
uniform float rippleSlope;
uniform float breaking;
uniform float opacity;
uniform float time;
uniform float far;
varying vec3 place;
varying vec3 up;
varying float height;
void main() {
  vec3 eye = cameraPosition - place;
  float away = length(eye);
  vec3 view = eye / away;
  vec2 drift = vec2(0.6, 0.25) * time;
  vec3 small = texture2D(ripples, (place.xy - drift) / 9.0).xyz * 2.0 - 1.0;
  vec3 large = texture2D(ripples, (place.yx + 0.7 * drift) / 37.0).xyz * 2.0 - 1.0;
  vec2 slope = rippleSlope * (small.xy + large.yx) / (1.0 + away / (4.0 * far));
  bool under = view.z < 0.0;
  vec3 n = normalize(normalize(up) - vec3(slope, 0.0));
  if (under) n = -n;
  float facing = max(dot(n, view), 0.0);
  float mirror = 0.02 + 0.98 * pow(1.0 - facing, 5.0);
  float level = clamp(0.42 + 0.28 * height, 0.0, 1.0);
  vec3 water = mix(deep, crest, level * level) * (0.7 + 0.5 * max(dot(n, sun), 0.0));
  vec3 way = reflect(-view, n);
  vec3 colour = under ? mix(crest, horizon, 0.35) : mix(water, skyAt(vec3(way.xy, abs(way.z))), min(mirror, 0.82));
  float glint = under ? 0.0 : pow(max(dot(way, sun), 0.0), 160.0);
  colour += vec3(0.9, 0.85, 0.7) * glint;
  float cap = smoothstep(1.5, 2.3, height + 0.7 * small.z + 0.5 * large.z) * smoothstep(-0.1, 0.5, small.z) * breaking;
  colour = mix(colour, foam, 0.85 * cap);
  float haze = 1.0 - exp(-pow(away / (${HAZE}.0 * far), 1.5));
  colour = mix(colour, horizon, haze);
  float cover = under ? 0.45 : mix(opacity, 1.0, max(mirror, cap));
  gl_FragColor = vec4(colour, max(cover, haze));
  #include <colorspace_fragment>
}`,
      side: DoubleSide,
      transparent: true,
      depthWrite: false, // what is under water is seen through it
    });
  }

  setTime(t: number): void {
    const still = this.#sea.amplitude.length === 0;
    if (t === this.#time || still) return;
    this.#time = t;
    this.#stale = true;
  }

  /** The dense part is where the eye looks, as far across as it is away. */
  lookAt(target: { readonly x: number; readonly y: number }, distance: number): void {
    const spacing = spacingFor(this.grid, distance);
    this.#looks.far.value = distance;
    const [x, y] = [Math.round(target.x / spacing) * spacing, Math.round(target.y / spacing) * spacing];
    const placed = `${x} ${y} ${spacing}`;
    if (placed === this.#placed) return;
    this.#placed = placed;
    this.#stale = true;
    const middle = (this.#xs.length - 1) / 2;
    for (let i = 0; i < this.#xs.length; i++) {
      const at = spacing * cornerAt(this.grid, i - middle);
      const wide = spacing * Math.max(1, this.grid.growth ** (Math.abs(i - middle) - this.grid.even));
      this.#xs[i] = x + at;
      this.#ys[i] = y + at;
      this.#coarse.x[i] = this.#coarse.y[i] = wide;
    }
    this.uniforms.seaMiddle.value.set(x, y);
    this.uniforms.seaSpacing.value = spacing;
  }

  /** Before a picture is drawn: updates the mesh if time or camera have changed. */
  update(): void {
    if (!this.#stale) return;
    this.#stale = false;
    const [xs, ys, heights] = [this.#xs, this.#ys, this.#heights];
    this.#looks.time.value = this.#time;
    seaHeights(heights, this.#sea, xs, ys, this.#time, this.#coarse);
    const { position, normal, crest } = this.root.geometry.attributes as Record<string, BufferAttribute>;
    const [p, u, c] = [position.array, normal.array, crest.array];
    const n = xs.length;
    for (let j = 0; j < n; j++) {
      const [below, above] = [Math.max(0, j - 1), Math.min(n - 1, j + 1)];
      for (let i = 0; i < n; i++) {
        const [left, right] = [Math.max(0, i - 1), Math.min(n - 1, i + 1)];
        const k = j * n + i;
        p[3 * k] = xs[i];
        p[3 * k + 1] = ys[j];
        p[3 * k + 2] = heights[k];
        c[k] = this.#perDeviation * (heights[k] - this.#sea.level);
        u[3 * k] = -(heights[j * n + right] - heights[j * n + left]) / (xs[right] - xs[left]);
        u[3 * k + 1] = -(heights[above * n + i] - heights[below * n + i]) / (ys[above] - ys[below]);
        u[3 * k + 2] = 1; // the shader makes it a unit vector
      }
    }
    for (const attribute of [position, normal, crest]) attribute.needsUpdate = true;
    this.#texture.needsUpdate = true;
  }

  dispose(): void {
    this.root.removeFromParent();
    this.root.geometry.dispose();
    this.root.material.dispose();
    this.#texture.dispose();
    this.#ripples.dispose();
  }
}

/** Two triangles a quad between corners of a square grid. */
function sheet(count: number): BufferGeometry {
  const quads = count - 1;
  const indices = new Uint32Array(6 * quads * quads);
  for (let j = 0, q = 0; j < quads; j++) {
    for (let i = 0; i < quads; i++, q += 6) {
      const a = j * count + i;
      indices.set([a, a + 1, a + count + 1, a, a + count + 1, a + count], q);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * count * count), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(3 * count * count), 3));
  geometry.setAttribute('crest', new BufferAttribute(new Float32Array(count * count), 1));
  geometry.setIndex(new BufferAttribute(indices, 1));
  return geometry;
}
