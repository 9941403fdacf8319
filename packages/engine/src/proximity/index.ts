export type { CollisionShape } from './built-shape.ts';
export { ContactSet } from './contact-set.ts';
export {
  type ContactPoint,
  EDGE_EDGE,
  ELEMENT_STRIDE,
  makeContactPoint,
  RIM_PLANE,
  refreshElement,
  SPHERE_LINE,
  SPHERE_PLANE,
  SPHERE_SPHERE,
} from './element.ts';
export { CollisionScene } from './scene.ts';
