/** The sea around the scene: a sheet whose heights are those of the physics, dense in the middle and coarse far out. */
import { BufferAttribute, BufferGeometry, Color, DoubleSide, Mesh, MeshLambertMaterial } from 'three';
import type { SeaWaves } from '@hawser/formats/report';
import { seaHeights } from './sea-heights.ts';

/** quads each way, where a graphics card draws and where a processor does */
const QUADS = { full: 120, lite: 56 } as const;
/** half the sheet as a multiple of the scene's size; the fog takes it before its edge */
const REACH = 5;
/** slopes count this much more in the shading, and in the shading only, so that a swell is seen */
const SHADE = 4;

export class SeaSurface {
  readonly root: Mesh<BufferGeometry, MeshLambertMaterial>;
  readonly #sea: SeaWaves;
  readonly #xs: Float64Array;
  readonly #ys: Float64Array;
  readonly #heights: Float32Array;
  #time = Number.NaN;
  readonly #trough = new Color();
  readonly #crest = new Color();

  constructor(sea: SeaWaves, centre: { readonly x: number; readonly y: number }, size: number, tier: 'full' | 'lite') {
    const count = QUADS[tier] + 1;
    this.#sea = sea;
    const place = (middle: number): Float64Array =>
      Float64Array.from({ length: count }, (_, i) => {
        const s = (2 * i) / (count - 1) - 1;
        return middle + REACH * size * (0.25 * s + 0.75 * s * s * s); // quads a quarter as wide in the middle
      });
    this.#xs = place(centre.x);
    this.#ys = place(centre.y);
    this.#heights = new Float32Array(count * count);
    const geometry = new BufferGeometry();
    const positions = new Float32Array(3 * count * count);
    const indices = new Uint32Array(6 * QUADS[tier] * QUADS[tier]);
    for (let j = 0, p = 0; j < count; j++) {
      for (let i = 0; i < count; i++, p += 3) {
        positions[p] = this.#xs[i];
        positions[p + 1] = this.#ys[j];
      }
    }
    for (let j = 0, q = 0; j < QUADS[tier]; j++) {
      for (let i = 0; i < QUADS[tier]; i++, q += 6) {
        const a = j * count + i;
        indices.set([a, a + 1, a + count + 1, a, a + count + 1, a + count], q);
      }
    }
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setAttribute('normal', new BufferAttribute(new Float32Array(positions.length), 3));
    geometry.setAttribute('color', new BufferAttribute(new Float32Array(positions.length), 3));
    geometry.setIndex(new BufferAttribute(indices, 1));
    const material = new MeshLambertMaterial({
      side: DoubleSide,
      transparent: true,
      opacity: 0.72,
      vertexColors: true,
    });
    material.depthWrite = false; // what is under water is seen through it
    this.root = new Mesh(geometry, material);
    this.root.frustumCulled = false;
    this.root.renderOrder = 2;
    this.setDark(false);
  }

  setTime(t: number): void {
    if (t === this.#time) return;
    const still = this.#sea.amplitude.length === 0;
    if (still && !Number.isNaN(this.#time)) return;
    this.#time = t;
    const [xs, ys, heights] = [this.#xs, this.#ys, this.#heights];
    seaHeights(heights, this.#sea, xs, ys, t);
    const { position, normal, color } = this.root.geometry.attributes as Record<string, BufferAttribute>;
    // from trough to crest as from dark to light: four deviations, which few waves leave
    const deviation = Math.sqrt(this.#sea.amplitude.reduce((sum, a) => sum + 0.5 * a * a, 0));
    const perMetre = deviation > 0 ? 0.25 / deviation : 0;
    const tint = new Color();
    const n = xs.length;
    for (let j = 0; j < n; j++) {
      const [below, above] = [Math.max(0, j - 1), Math.min(n - 1, j + 1)];
      for (let i = 0; i < n; i++) {
        const [left, right] = [Math.max(0, i - 1), Math.min(n - 1, i + 1)];
        const k = j * n + i;
        position.setZ(k, heights[k]);
        const share = Math.min(1, Math.max(0, 0.5 + perMetre * (heights[k] - this.#sea.level)));
        tint.lerpColors(this.#trough, this.#crest, share);
        color.setXYZ(k, tint.r, tint.g, tint.b);
        const dx = (heights[j * n + right] - heights[j * n + left]) / (xs[right] - xs[left]);
        const dy = (heights[above * n + i] - heights[below * n + i]) / (ys[above] - ys[below]);
        const [u, v] = [SHADE * dx, SHADE * dy];
        const length = Math.sqrt(1 + u * u + v * v);
        normal.setXYZ(k, -u / length, -v / length, 1 / length);
      }
    }
    position.needsUpdate = true;
    normal.needsUpdate = true;
    color.needsUpdate = true;
  }

  setDark(dark: boolean): void {
    this.#trough.set(dark ? '#0f3247' : '#2a6685');
    this.#crest.set(dark ? '#3c7f9e' : '#8cc0d4');
    const now = Number.isNaN(this.#time) ? 0 : this.#time;
    this.#time = Number.NaN;
    this.setTime(now);
  }

  dispose(): void {
    this.root.removeFromParent();
    this.root.geometry.dispose();
    this.root.material.dispose();
  }
}
