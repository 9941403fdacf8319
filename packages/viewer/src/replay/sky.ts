/** The sky over a sea: a dome around the eye, pale at the horizon. */
import { BackSide, type Camera, Mesh, ShaderMaterial, SphereGeometry } from 'three';
import { type SeaLight, SKY_GLSL } from './sea-light.ts';

export class Sky {
  readonly root: Mesh<SphereGeometry, ShaderMaterial>;

  constructor(light: SeaLight) {
    const { horizon, zenith, sun } = light;
    const material = new ShaderMaterial({
      uniforms: { horizon, zenith, sun },
      vertexShader: `
varying vec3 way;
void main() {
  way = position;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`,
      fragmentShader: `
${SKY_GLSL}
varying vec3 way;
void main() {
  gl_FragColor = vec4(skyAt(normalize(way)), 1.0);
  #include <colorspace_fragment>
}`,
      side: BackSide,
      depthTest: false,
      depthWrite: false,
    });
    this.root = new Mesh(new SphereGeometry(1, 24, 16), material);
    this.root.frustumCulled = false;
    this.root.renderOrder = -10; // behind everything
  }

  /** Around the eye, inside what it can see. */
  follow(camera: Camera, far: number): void {
    this.root.position.copy(camera.position);
    this.root.scale.setScalar(0.5 * far);
  }

  dispose(): void {
    this.root.removeFromParent();
    this.root.geometry.dispose();
    this.root.material.dispose();
  }
}
