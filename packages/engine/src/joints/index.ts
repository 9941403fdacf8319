export {
  ACTION_SHARE,
  ACTION_STATE,
  ACTION_STRIDE,
  BEND_BRISTLE,
  BEND_LENGTH,
  coordinateKind,
  evaluateAction,
  evaluateCoordinate,
  type JointActions,
  TURN_STRIDE,
} from './actions.ts';
export { type Gas, makeGas, pressGas } from './gas.ts';
export { Coordinate } from './coordinate.ts';
export {
  ALONG,
  ANGLE,
  BEND,
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
  TURNS_OF_TYPE,
  TWIST,
} from './joint.ts';
export { evaluateJoints, jointAngle, toWorld } from './rows.ts';
