export { catalogue, hasFast, loadings, type Loading, ropeNames, ropeOfType } from './catalogue.ts';
export {
  breakLoadOf,
  fastCurve,
  PROPERTIES,
  type Property,
  type RopeType,
  slowStiffness,
  type Source,
} from './rope-type.ts';
