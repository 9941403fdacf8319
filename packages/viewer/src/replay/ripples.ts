/**
 * Slopes of ripples too small for the sea mesh, as a periodic texture. They are decoration, not results: without them the middle distance
 * would look smooth.
 */
import {
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  RepeatWrapping,
  RGBAFormat,
  UnsignedByteType,
} from 'three';

const SIZE = 128;
/** whole waves across the picture, each way, so that it repeats; steeper ones count less */
const WAVES = 40;
const SHORTEST = 20;

export function rippleTexture(): DataTexture {
  const slopes = new Float32Array(3 * SIZE * SIZE);
  let seed = 12345;
  const random = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; // Numerical Recipes' linear congruence: any will do here
    return seed / 2 ** 32;
  };
  for (let wave = 0; wave < WAVES; wave++) {
    const k = 2 + (SHORTEST - 2) * random() ** 1.5;
    const angle = 1.3 * (random() + random() - 1); // mostly one way, as wind waves go
    const [u, v] = [Math.round(k * Math.cos(angle)), Math.round(k * Math.sin(angle))];
    const phase = 2 * Math.PI * random();
    const size = 1 / Math.sqrt(k);
    for (let j = 0; j < SIZE; j++) {
      for (let i = 0; i < SIZE; i++) {
        const p = (2 * Math.PI * (u * i + v * j)) / SIZE + phase;
        const o = 3 * (j * SIZE + i);
        const slope = size * Math.cos(p);
        slopes[o] += (slope * u) / k;
        slopes[o + 1] += (slope * v) / k;
        slopes[o + 2] += size * Math.sin(p);
      }
    }
  }
  const most = slopes.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const bytes = new Uint8Array(4 * SIZE * SIZE);
  for (let i = 0; i < SIZE * SIZE; i++) {
    for (let k = 0; k < 3; k++) bytes[4 * i + k] = Math.round(127.5 * (1 + slopes[3 * i + k] / most));
    bytes[4 * i + 3] = 255;
  }
  const texture = new DataTexture(bytes, SIZE, SIZE, RGBAFormat, UnsignedByteType);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}
