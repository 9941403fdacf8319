/**
 * A tube whose vertices lie on its centre line and are moved outwards by the shader: as thick as the rope, but at least two and a half
 * screen pixels. At close range the lay of its strands is visible, and the stripe of a rope with torsional stiffness.
 */
import { type Material, MeshBasicMaterial, MeshDepthMaterial, MeshLambertMaterial, RGBADepthPacking } from 'three';

/** [px] of the screen, half the least width */
const LEAST = 1.25;
/** [px] width below which links of a chain are seen as a line */
const LINKS = 5;
const STRANDS = 3;
/** [1] lengths of lay a diameter: rope makers' custom is 6 to 8 */
const LAY = 6.5;

export interface RopeUniforms {
  /** [1] metres a pixel of the screen at one metre from the eye */
  readonly ropePixel: { value: number };
  /** [m] the same where the eye looks: for shadows, which are seen from the sun */
  readonly ropeLeast: { value: number };
}

/** `rope`: arc [m], angle [rad], radius [m] (negative: width of the links of a chain, drawn elsewhere), 1 for a stripe. */
const DECLARED = `
attribute vec4 rope;
uniform float ropePixel;
uniform float ropeLeast;
varying vec4 ropeAt;
void main() {`;

function thicken(material: Material, uniforms: RopeUniforms, least: string): void {
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader.replace('void main() {', DECLARED).replace(
      '#include <begin_vertex>',
      `float ropePx = ${least};
float ropeThick = rope.z >= 0.0 ? max(rope.z, ${LEAST} * ropePx) : (-rope.z < ${LINKS}.0 * ropePx ? ${LEAST} * ropePx : 0.0);
vec3 transformed = position + normal * ropeThick;
ropeAt = vec4(rope.x, rope.y, max(rope.z, 1e-4), rope.w);`,
    );
    shader.fragmentShader = shader.fragmentShader
      .replace('void main() {', 'varying vec4 ropeAt;\nvoid main() {')
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
float ropeTurn = ${STRANDS}.0 * (ropeAt.y - ropeAt.x / (${(LAY / Math.PI).toFixed(4)} * ropeAt.z));
float ropeNear = clamp(1.6 - 0.8 * fwidth(${STRANDS}.0 * ropeAt.x / (${(LAY / Math.PI).toFixed(4)} * ropeAt.z)), 0.0, 1.0);
diffuseColor.rgb *= 1.0 - 0.5 * ropeNear * (1.0 - smoothstep(0.0, 0.7, 0.5 + 0.5 * cos(ropeTurn)));
if (ropeAt.w > 0.5 && abs(ropeAt.y - 3.1416) < 0.4) diffuseColor.rgb = vec3(0.87, 0.85, 0.77);`,
      );
  };
}

const TO_EYE = 'ropePixel * max(1e-6, -(modelViewMatrix * vec4(position, 1.0)).z)';

export function ropeMaterial(uniforms: RopeUniforms): MeshLambertMaterial {
  const material = new MeshLambertMaterial({ vertexColors: true, fog: false });
  thicken(material, uniforms, TO_EYE);
  material.customProgramCacheKey = () => 'rope';
  return material;
}

/** Depth material of a rope for shadow maps. */
export function ropeDepth(uniforms: RopeUniforms): MeshDepthMaterial {
  const material = new MeshDepthMaterial({ depthPacking: RGBADepthPacking });
  thicken(material, uniforms, 'ropeLeast');
  material.customProgramCacheKey = () => 'rope depth';
  return material;
}

/** A rope flattened onto the ground. */
export function ropeShadow(uniforms: RopeUniforms): MeshBasicMaterial {
  const material = new MeshBasicMaterial();
  thicken(material, uniforms, TO_EYE);
  material.customProgramCacheKey = () => 'rope shadow';
  return material;
}
