/** The light of a scene: soft from the sky, strong from the sun, with shadows where the machine can. */
import {
  AmbientLight,
  DirectionalLight,
  Group,
  HemisphereLight,
  PCFShadowMap,
  Vector3,
  type WebGLRenderer,
} from 'three';
import type { Tier } from './quality.ts';

/** from the scene to the light */
export const LIGHT: readonly [number, number, number] = [-0.5, -0.8, 1.5];

/** Lights for a scene of `size` [m] around `centre`; in the full tier the renderer is told to draw shadows. */
export function makeLight(renderer: WebGLRenderer, centre: Vector3, size: number, tier: Tier): Group {
  const root = new Group();
  root.add(new HemisphereLight('#ffffff', '#8896a0', tier === 'full' ? 1.5 : 1.2), new AmbientLight('#fff', 0.5));
  const sun = new DirectionalLight('#fff6e8', 2.1);
  sun.position.copy(centre).add(new Vector3(...LIGHT).multiplyScalar(size));
  sun.target.position.copy(centre);
  root.add(sun, sun.target);
  if (tier !== 'full') return root;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  sun.castShadow = true;
  sun.shadow.mapSize.set(2048, 2048);
  sun.shadow.radius = 3;
  sun.shadow.normalBias = 2e-3 * size;
  const reach = 0.9 * size;
  const { camera } = sun.shadow;
  [camera.left, camera.right, camera.bottom, camera.top] = [-reach, reach, -reach, reach];
  camera.far = 6 * size;
  return root;
}
