/**
 * Hulls and ropes in water: a line of foam where the drawn sea meets them, a wet band above it, the colour of the water below. The
 * height comes from the same sheet that is drawn, so the line is the true waterline at every instant.
 */
import type { Material } from 'three';
import type { SeaLight } from './sea-light.ts';
import type { SeaSurface } from './sea-surface.ts';

/** [m] of the wet band, and of the depth over which colours drown */
const WET = 0.3;
const DROWN = 6;
/** what of its own colour a thing keeps however deep */
const KEPT = 0.45;

const VARYING = 'varying vec3 seaPlace;';

/** Lets a material of three know the sea; before its first picture. */
export function wetMaterial(material: Material, sea: SeaSurface, light: SeaLight): void {
  const { even, growth } = sea.grid;
  const half = even + sea.grid.outer;
  const before = material.onBeforeCompile;
  const key = material.customProgramCacheKey();
  material.onBeforeCompile = (shader, renderer) => {
    before.call(material, shader, renderer);
    Object.assign(shader.uniforms, sea.uniforms, { seaDeep: light.deep, seaFoam: light.foam });
    shader.vertexShader = shader.vertexShader
      .replace('void main() {', `${VARYING}\nvoid main() {`)
      .replace(
        '#include <project_vertex>',
        '#include <project_vertex>\nseaPlace = (modelMatrix * vec4(transformed, 1.0)).xyz;',
      );
    shader.fragmentShader = shader.fragmentShader
      .replace(
        'void main() {',
        `${VARYING}
uniform sampler2D seaHeights;
uniform vec2 seaMiddle;
uniform float seaSpacing;
uniform vec3 seaDeep;
uniform vec3 seaFoam;
float seaCorner(float x) {
  float far = abs(x) - ${even}.0;
  float k = far <= 0.0 ? abs(x) : ${even}.0 + log(1.0 + far * ${(growth - 1).toFixed(3)}) / ${Math.log(growth).toFixed(6)};
  return clamp(sign(x) * k + ${half}.0, 0.0, ${(2 * half - 0.001).toFixed(3)});
}
float seaLevelAt(vec2 p) {
  vec2 q = (p - seaMiddle) / seaSpacing;
  vec2 k = vec2(seaCorner(q.x), seaCorner(q.y));
  ivec2 c = ivec2(floor(k));
  vec2 s = k - floor(k);
  float low = mix(texelFetch(seaHeights, c, 0).r, texelFetch(seaHeights, c + ivec2(1, 0), 0).r, s.x);
  float high = mix(texelFetch(seaHeights, c + ivec2(0, 1), 0).r, texelFetch(seaHeights, c + ivec2(1, 1), 0).r, s.x);
  return mix(low, high, s.y);
}
void main() {`,
      )
      .replace(
        '#include <opaque_fragment>',
        `float over = seaPlace.z - seaLevelAt(seaPlace.xy);
float pixel = fwidth(over);
outgoingLight *= over < ${WET} ? 0.78 + 0.22 * smoothstep(0.0, ${WET}, over) : 1.0;
float drowned = over < 0.0 ? ${(1 - KEPT).toFixed(2)} * (1.0 - exp(over / ${DROWN}.0)) + 0.15 : 0.0;
outgoingLight = mix(outgoingLight, seaDeep, drowned);
float band = 0.04 + pixel;
outgoingLight = mix(outgoingLight, seaFoam, 0.6 * (1.0 - smoothstep(0.5 * band, band, abs(over - 0.4 * band))));
#include <opaque_fragment>`,
      );
  };
  material.customProgramCacheKey = () => `${key} wet ${even} ${half}`;
}
