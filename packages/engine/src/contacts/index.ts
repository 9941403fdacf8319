export { AllContacts } from './all-contacts.ts';
export type { AbsorbedBlow } from './blows.ts';
export { BodySource } from './body-source.ts';
export {
  areaContact,
  areaLaw,
  limitAtStart,
  pairParameters,
  pairTouches,
  ROPE_MATERIAL,
  shareAtEnd,
} from './contact-table.ts';
export {
  PATCH_AREA,
  PATCH_BRUSH,
  PATCH_CENTRE,
  PATCH_DEPTH,
  PATCH_ELASTIC,
  PATCH_FORCE,
  PATCH_FRESH,
  PATCH_FRICTION,
  PATCH_KEPT,
  PATCH_NORMAL,
  PATCH_ONSET,
  PATCH_PAIR,
  PATCH_POINT_W,
  PATCH_POWER,
  PATCH_PUSH,
  PATCH_ROLLED,
  PATCH_SHARE,
  PATCH_SLIPPING,
  PATCH_SLIPS,
  PATCH_STORED,
  PATCH_MOMENT,
  PATCH_SLIP_SPEED,
  PATCH_SPEED,
  PATCH_VOLUME,
} from './patches/patch-contacts.ts';
export { type MovedPatch, SHAPES_NEAR } from './patches/patch-shapes.ts';
export { addMovedBlock, goOn, relativeMotion, wrenchPower } from './patches/patch-wrench.ts';
export { Contacts, HISTORY, TRIAL } from './points/contacts.ts';
export { shareDrag } from './points/pair-drag.ts';
export {
  BRISTLE_S0,
  BRISTLE_S1,
  DISSIPATION,
  EXPONENT,
  CORE_DEPTH,
  FOUNDATION,
  FRICTION_KIND,
  HYSTERESIS,
  K_POINT,
  K_RIM,
  MU_KINETIC,
  MU_STATIC,
  ONSET_FLOOR,
  PAIR_STRIDE,
  pressesByPlace,
  readPairFriction,
  SLIP_SPEED,
  SLOWEST_ONSET,
} from './points/pair-laws.ts';
export {
  IMPACTS_AHEAD,
  IMPACTS_MET,
  IMPACTS_UNDER_WAY,
  IMPACT_GAP,
  IMPACT_LATE,
  IMPACT_PAIR,
  IMPACT_QUICKER,
  IMPACT_RATE,
  IMPACT_SPEED,
  IMPACT_STRIDE,
  IMPACT_TURNS,
  ImpactList,
  RESOLVED,
  type SavedColumn,
  type StageIncrement,
  type Thrown,
} from './source.ts';
export { StrandSource } from './strand-source.ts';
export { CableTouch } from './strands/cable-touch.ts';
export {
  TOUCH_ONSET_FLOOR,
  T_DISSIPATION,
  T_FRICTION,
  T_HYSTERESIS,
  T_SLIP_SPEED,
  T_STRIDE,
  T_VISCOUS,
  makeTouchFriction,
  readFoundation,
  readFrictionLaw,
} from './strands/strand-laws.ts';
export {
  H_AREA,
  H_AXIS,
  H_BRISTLE,
  H_COUNTED,
  H_DEPTH,
  H_ELEMENT_A,
  H_ELEMENT_B,
  H_FORCE,
  H_FRESH,
  H_FRICTION,
  H_KEY,
  H_NORMAL,
  H_ONSET,
  H_PAIR,
  H_POINT,
  H_SHARE,
  H_SLIPS,
  H_SLIP_SPEED,
  H_SPEED,
  H_STRIDE,
  H_VOLUME,
  TouchHistory,
  turnAlong,
} from './strands/touch-history.ts';
export {
  addNodeBlocks,
  addNodeBodyBlocks,
  type BlockPlaces,
  findBodyBlocks,
  findNodeBlocks,
  TOUCH_BLOCKS,
} from './strands/touch-blocks.ts';
export { dragShare } from './strands/touch-drag.ts';
export { LABELS } from './strands/touch-labels.ts';
export { goesOn } from './strands/touch-motion.ts';
export { touchName } from './strands/touch-names.ts';
