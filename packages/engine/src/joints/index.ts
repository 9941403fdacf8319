export {
  ACTION_STATE,
  ACTION_STRIDE,
  coordinateKind,
  evaluateCoordinate,
  type JointActions,
  Coordinate,
} from './actions.ts';
export {
  ALONG,
  ANGLE,
  COORDINATES_OF_TYPE,
  DISPLACEMENT,
  DOT,
  JOINT_STRIDE,
  type JointRows,
  type Joints,
  LENGTH,
  POINT,
  ROWS_OF_TYPE,
  rowsOfKind,
} from './joint.ts';
export { evaluateJoints, jointAngle, toWorld } from './rows.ts';
