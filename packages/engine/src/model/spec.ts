/**
 * Description of a model before it is built: plain data in SI units and radians, without files or unit names. `scenario` writes it,
 * `model/builder` reads it. Entries refer to each other by index; body 0 is always the world.
 */
import type { AreaLawName, FrictionLawName, NormalLawName } from '../contact/index.ts';
import type { RopeLength, SeabedSpec } from '../bodies/index.ts';
import type { FieldSpec, ShapeSpec } from '../geometry/index.ts';
import type { HydroSpec, RaoSpec, WaterSpec } from '../marine/index.ts';
import type { Quaternion, TimeFunction, Vec3 } from '../math/index.ts';
import type { CableSearch, SolidSearch } from '../proximity/index.ts';
import type { CraneSpec, DirectorSpec, FeedHandSpec, FeedWinchSpec, StowSpec } from './gear-spec.ts';
import type { CableEndSpec, HolderSpec } from './holder-spec.ts';

/** A frame placed in another one: origin and orientation (unit quaternion w, x, y, z). */
export interface Placement {
  readonly position: Vec3;
  readonly rotation: Quaternion;
}

export interface ModelSpec {
  /** [m/s^2] world axes; z is up by convention, so usually [0, 0, -9.81] */
  readonly gravity: Vec3;
  /** index 0 must be the world: fixed, at the origin */
  readonly bodies: readonly BodySpec[];
  readonly joints: readonly JointSpec[];
  readonly forces: readonly ForceSpec[];
  readonly cables?: readonly CableSpec[];
  /** bodies and joints of chains, for channels */
  readonly chains?: readonly ChainSpec[];
  readonly winches?: readonly FeedWinchSpec[];
  readonly hands?: readonly FeedHandSpec[];
  readonly cranes?: readonly CraneSpec[];
  readonly director?: DirectorSpec;
  /** anchors that are hauled home and receive a verdict */
  readonly stows?: readonly StowSpec[];
  /** pairs of bodies whose distance is a channel */
  readonly clearances?: readonly (readonly [number, number])[];
  /** faces whose pressures are channels */
  readonly tactile?: readonly TactileSpec[];
  /** by time */
  readonly events?: readonly EventSpec[];
  /** medium around cables and hulls, with waves and wind; none: air without resistance */
  readonly water?: WaterSpec;
  readonly materials: readonly MaterialSpec[];
  readonly contacts: ContactTableSpec;
  readonly solver: SolverSpec;
}

/** A face of a body in columns and rows of taxels. */
export interface TactileSpec {
  readonly name: string;
  readonly body: number;
  /** its middle, columns along x, rows along y, z out of the body */
  readonly frame: Placement;
  /** [m] along x and y */
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
}

/** Links from the start of a chain to its end; the z axis of each points to the end. */
export interface ChainSpec {
  readonly name: string;
  /** bodies */
  readonly links: readonly number[];
  /** joints at the start of each link, and at the end of the last one; -1: none */
  readonly joints: readonly number[];
  /** [m] from the first joint to the last */
  readonly length: number;
}

export interface BodySpec {
  readonly name: string;
  /** dynamic: has unknowns; fixed: never moves; prescribed: follows `motion` */
  readonly kind: 'dynamic' | 'fixed' | 'prescribed';
  /** [kg] dynamic bodies only (> 0) */
  readonly mass: number;
  /** [m] centre of mass in the body frame */
  readonly centreOfMass: Vec3;
  /** [kg m^2] xx, yy, zz, xy, xz, yz about the centre of mass, axes of the body frame (tensor components, so xy = -∫xy dm) */
  readonly inertia: readonly [number, number, number, number, number, number];
  /** body frame in the world at t = 0 */
  readonly placement: Placement;
  /** [m/s] of the body-frame origin, world axes */
  readonly velocity: Vec3;
  /** [rad/s] world axes */
  readonly angularVelocity: Vec3;
  /** dynamic bodies: starts as if fixed to this body (index); its velocities are added to that motion */
  readonly movesWith?: number;
  /** prescribed bodies only */
  readonly motion?: MotionSpec;
  /** its parts that meet water and wind */
  readonly hydro?: HydroSpec;
  readonly shapes: readonly BodyShapeSpec[];
  /** named points, for channels only */
  readonly points: readonly { readonly name: string; readonly position: Vec3 }[];
}

/**
 * Prescribed motion of the body frame, added to `placement`: p(t) = placement.position + (x, y, z)(t), R(t) = Rz(yaw) Ry(pitch) Rx(roll)
 * R(placement), angles about world axes. Missing entries are zero.
 */
export interface MotionSpec {
  readonly x?: TimeFunction;
  readonly y?: TimeFunction;
  readonly z?: TimeFunction;
  readonly roll?: TimeFunction;
  readonly pitch?: TimeFunction;
  readonly yaw?: TimeFunction;
  /**
   * Motion in the waves by transfer functions, added to the above. The placement is the mean pose at t = 0; its rotation relative to the
   * heading stays, R = Rz(heading + yaw) Ry(pitch) Rx(roll) Rz(-heading) R(placement).
   */
  readonly rao?: RaoSpec;
  /** true: led from outside between steps (Controls.lead) and at rest until then; excludes the other motions */
  readonly outside?: boolean;
}

export interface BodyShapeSpec {
  readonly shape: ShapeSpec;
  /** shape frame in the body frame */
  readonly placement: Placement;
  /** index into materials */
  readonly material: number;
  /** false: drawn, never touched */
  readonly collide: boolean;
  /** the pressure field under its surface, for contact with other shapes */
  readonly field?: PressureFieldSpec;
  /** rigid and thinner than the depth of fields: only its faces towards a field take part in contact */
  readonly thin?: boolean;
}

/** Pressure = modulus times extent (Elandt 2022, s. 5.1). */
export interface PressureFieldSpec {
  readonly extent: FieldSpec;
  /** [Pa]; missing: that of a bonded layer of its material, E (1 - nu)/((1 + nu)(1 - 2 nu)), or of a half-space, E/(1 - nu^2) */
  readonly modulus?: number;
  /** a half-space with the force of an elastic one under this shape: B.2 and B.4 */
  readonly indenter?: { readonly shape: 'sphere' | 'cylinder' /** [m] */; readonly radius: number };
  /** [1/s] rate at which the strain recovers without forces (ib., eq. 5.6), sets damping; missing: damping of the contact table */
  readonly expansionRate?: number;
}

export type JointType =
  | 'point' // 3 rows: the two origins coincide
  | 'revolute' // 5 rows: turns about the common z axis
  | 'universal' // 4 rows: z of A stays perpendicular to x of B
  | 'prismatic' // 5 rows: slides along the common z axis
  | 'cylindrical' // 4 rows: slides along and turns about the common z axis
  | 'fixed' // 6 rows
  | 'distance' // 1 row: the two origins keep a distance
  | 'planar'; // 3 rows: origin of B stays in the x-y plane of A, z axes parallel

/** A coordinate that some joints leave free: angle about z (revolute, cylindrical), displacement along z (prismatic, cylindrical), length (distance). */
export type JointCoordinate = 'angle' | 'displacement' | 'length';
/** Coordinates along which forces may act: the free ones, and bend and twist of bodies that have a length. */
export type ActionCoordinate = JointCoordinate | 'bend' | 'twist';

export interface JointSpec {
  readonly name: string;
  readonly type: JointType;
  /** indices into bodies; a !== b */
  readonly a: number;
  readonly b: number;
  /** joint frame in the frame of body a, and of body b */
  readonly frameA: Placement;
  readonly frameB: Placement;
  /** [m] distance joint only (> 0) */
  readonly length?: number;
  /** prescribe a free coordinate: coordinate(t) = target(t). At most one entry a coordinate. */
  readonly drivers: readonly { readonly coordinate: JointCoordinate; readonly target: TimeFunction }[];
  /** forces along free coordinates */
  readonly actions: readonly JointActionSpec[];
  /** true: the two bodies may also touch each other (default: joined bodies ignore each other) */
  readonly collide: boolean;
}

/** All forces along one free coordinate chi of a joint (angle [rad], displacement or length [m]). Units below: N or N m. */
export interface JointActionSpec {
  readonly coordinate: ActionCoordinate;
  /** bend and twist: axes in the frames of a and b, z along the length of the body, x across; those of the joint if left out */
  readonly lengthwise?: { readonly a: Quaternion; readonly b: Quaternion };
  readonly spring?: { readonly stiffness: number; readonly rest: number };
  /** [N s/m] or [N m s] */
  readonly damping?: number;
  /** applied force or torque against time */
  readonly effort?: TimeFunction;
  readonly limits?: {
    readonly lower?: number;
    readonly upper?: number;
    /** [N/m] or [N m/rad] of the stop */
    readonly stiffness: number;
    /** restitution of the stop, 0.05 ... 1 */
    readonly restitution: number;
  };
  readonly friction?: {
    /** constant part of the limit [N] or [N m] */
    readonly constant: number;
    /** limit grows with |reaction force|: coefficient [-] (times radius [m] for an angle) */
    readonly coefficient: number;
    /** [m] pin radius, angle only */
    readonly radius: number;
    /** [m] or [rad] elastic deflection at which the full limit is reached */
    readonly deflection: number;
    /** static friction over kinetic, 1 or more; missing: 1 */
    readonly staticRatio?: number;
    /** [m/s] or [rad/s] Stribeck speed, over which friction falls from static to kinetic; missing: at once */
    readonly stribeckSpeed?: number;
    /** [s] dwell time in which a joint at rest reaches its static friction; missing: at once */
    readonly dwellTime?: number;
    /** [s] damping of the bristle over its stiffness */
    readonly stickDamping?: number;
    /** true: creeps before it slips, as in LuGre; missing: sticks */
    readonly creeps?: boolean;
  };
}

/** T = tension (column/(column - x))^exponent, x the stretch beyond the free length, half the stroke either way. */
export interface GasSpec {
  /** [N] */
  readonly tension: number;
  /** volume of the gas over the area of the piston [m], at the free length */
  readonly column: number;
  readonly exponent: number;
  /** [m] */
  readonly stroke: number;
}

export type ForceSpec =
  | {
      readonly kind: 'spring';
      readonly name: string;
      readonly a: number;
      readonly b: number;
      /** [m] in the frames of a and b */
      readonly pointA: Vec3;
      readonly pointB: Vec3;
      /** [N/m] */
      readonly stiffness: number;
      /** [N s/m] */
      readonly damping: number;
      /** [m] free length */
      readonly length: number;
      /** true: carries tension only (a rope) */
      readonly tensionOnly: boolean;
      /** true: unhooked at the start; an attach event hooks it on */
      readonly detached?: boolean;
      /** a cylinder with an accumulator, which the rod compresses as it is drawn out; stiffness is then that of its two end stops */
      readonly gas?: GasSpec;
    }
  | {
      readonly kind: 'load';
      readonly name: string;
      readonly body: number;
      /** [m] body frame */
      readonly point: Vec3;
      /** world: components along world axes; body: components turn with the body */
      readonly axes: 'world' | 'body';
      /** [N] */
      readonly force: readonly [TimeFunction, TimeFunction, TimeFunction];
      /** [N m] */
      readonly torque: readonly [TimeFunction, TimeFunction, TimeFunction];
    };

/** A rope between two points, or with free ends. Initial shape: static between its ends, unless a shape is given. */
export interface CableSpec {
  readonly name: string;
  readonly pieces: readonly RopeLength[];
  /** 0 lumped (default), 1 consistent; 0.5 cancels the leading error of waves along a taut line */
  readonly massConsistency?: number;
  /** missing: free */
  readonly start?: CableEndSpec;
  readonly end?: CableEndSpec;
  readonly seabed?: SeabedSpec;
  /** index into materials, for contact: youngs is the modulus across the rope; missing: ROPE_MATERIAL */
  readonly material?: number;
  /** paid out or hauled in at an end */
  readonly pay?: CablePaySpec;
  /** [m] x, y, z of every node, world */
  readonly shape?: readonly number[];
  /** [m/s] initial velocity of all but held ends; missing: follows from the motion of the ends */
  readonly velocity?: Vec3;
  /** elements are added where it bends and removed where it is straight; not with pay */
  readonly refine?: CableRefineSpec;
}

export interface CableRefineSpec {
  /** [rad] angle between two elements: above `split` one of them is split; below `merge` at all their nodes two are merged */
  readonly sharp: number;
  readonly straight: number;
  /** [m] of elements */
  readonly shortest: number;
  readonly longest: number;
  /** [m] longest element in contact; missing: longest */
  readonly inContact?: number;
  /** most elements */
  readonly most: number;
}

export interface CablePaySpec {
  readonly end: 'start' | 'end';
  /** [m] unstretched length of the whole cable; at t = 0 that of its pieces */
  readonly length: TimeFunction;
  /** [m] length on the drum; a run that pays out more fails there */
  readonly longest: number;
}

/** A scheduled event, between two steps. */
export interface EventSpec {
  /** [s] */
  readonly at: number;
  /** index into cables */
  readonly cable: number;
  readonly end: 'start' | 'end';
  /** the end is caught there; missing: it is released */
  readonly attach?: HolderSpec;
}

export type { CableEndSpec, HolderSpec } from './holder-spec.ts';

export interface MaterialSpec {
  readonly name: string;
  /** [Pa] */
  readonly youngs: number;
  readonly poisson: number;
  /** wanted restitution, 0.05 ... 1 */
  readonly restitution: number;
  readonly frictionStatic: number;
  readonly frictionKinetic: number;
}

export interface ContactTableSpec {
  /** false: nothing touches anything */
  readonly enabled: boolean;
  /** used where no pair entry matches */
  readonly defaults: ContactParametersSpec;
  /** the last entry whose selectors match applies, field by field over `defaults` */
  readonly pairs: readonly (ContactParametersSpec & {
    readonly a: ContactSelector;
    readonly b: ContactSelector;
    /** row of a table from which it comes, where a row makes several; messages name that row */
    readonly row?: number;
  })[];
  /** body pairs that never touch */
  readonly ignore: readonly (readonly [number, number])[];
  /** body pairs with channels, however many pairs may touch */
  readonly listed?: readonly (readonly [number, number])[];
  /** search method for contacts between cables; default tree */
  readonly cableSearch?: CableSearch;
  /** and of solids; default tree */
  readonly solidSearch?: SolidSearch;
  /** cables that do not touch a body, another cable, or themselves (cable = other) */
  readonly ignoreCables?: readonly { readonly cable: number; readonly body?: number; readonly other?: number }[];
}

/** A body, a cable, a material, or anything. */
export type ContactSelector =
  | { readonly body: number }
  | { readonly cable: number }
  | { readonly material: number }
  | 'any';

export const FOUNDATION_LAWS = ['linear', 'neo-hooke', 'mooney-rivlin'] as const;
export type FoundationLaw = (typeof FOUNDATION_LAWS)[number];

/** Missing fields come from the two materials (mixing rules in contact/material.ts). */
export interface ContactParametersSpec {
  /**
   * How the two shapes meet. points: at points of their surfaces; volume: by their common volume, for extended and conforming contact;
   * spheres: by balls packed into them; pressure: on the surface where the pressures of their fields are equal. Default: pressure where one
   * has a field, volume where a mesh is involved, otherwise points; a mesh has no points.
   */
  readonly method?: 'points' | 'volume' | 'spheres' | 'pressure';
  /** spheres: number of balls for each shape; default 1000 */
  readonly balls?: number;
  /** law over an area: summed over its points (default), or one of the lumped forms of contact/lumped.ts */
  readonly areaLaw?: AreaLawName;
  /** k_v of contact by volume, pressure per depth [N/m^3] */
  readonly foundation?: number;
  /** of cables: pressure straight with the depth (default), or that of rubber columns */
  readonly foundationLaw?: FoundationLaw;
  /** C2/(C1 + C2) of mooney-rivlin */
  readonly mooneyShare?: number;
  /** 'none': the pair does not touch */
  readonly law?: NormalLawName | 'none';
  /** K in F = K depth^n [N/m^n] */
  readonly stiffness?: number;
  /** n; default 1.5 where a sphere is involved, else 1 */
  readonly exponent?: number;
  readonly restitution?: number;
  /** [s/m] constant a in F = K(depth)(1 + a v); overrides restitution */
  readonly dissipation?: number;
  readonly friction?: FrictionLawName;
  readonly frictionStatic?: number;
  readonly frictionKinetic?: number;
  /** [m] bristle deflection at the static limit */
  readonly stickDeflection?: number;
  /** [m/s] below this speed regularised Coulomb friction falls to zero */
  readonly slipSpeed?: number;
  /**
   * [N s/m] viscous part: for two bodies the total, however many points touch; for cables that of one element, distributed along the length
   * in contact
   */
  readonly viscous?: number;
  /** [m] a moment of this times the normal force resists rolling; missing: none */
  readonly rollingResistance?: number;
  /** [s] damping of the bristle over its stiffness, s1/s0; missing: most of what is critical for a body under its weight */
  readonly stickDamping?: number;
  /** [m/s] Stribeck speed, over which friction falls from its static to its kinetic value; missing: at once */
  readonly stribeckSpeed?: number;
  /** [s] dwell time in which a contact at rest reaches its static friction; missing: at once */
  readonly dwellTime?: number;
}

export interface SolverSpec {
  /**
   * auto: with automatic steps, and as long as nothing can touch, stick or stop, runge-kutta with a part of the tolerance, or esdirk3 where
   * forces are stiff; otherwise tr-bdf2. convex: fixed steps, each one minimum over the velocities at its end (convex/README.md).
   */
  readonly integrator: 'auto' | 'tr-bdf2' | 'esdirk3' | 'bdf2' | 'trapezoidal' | 'runge-kutta' | 'convex';
  readonly constraints: 'kkt' | 'augmented-lagrangian';
  /** fixed step [s], or automatic */
  readonly step: number | 'auto';
  /** local position error allowed a step, automatic steps [m or rad] */
  readonly tolerance: number;
  /**
   * Impacts shorter than a step, automatic steps only (fixed steps absorb). resolve (default): steps shrink until the law's own restitution
   * comes out. absorb: the two bodies stop against each other, and the ledger books the loss to the contact.
   */
  readonly impacts?: 'resolve' | 'absorb';
  /**
   * fixed steps: largest part of the energy exchanged in a step that may be unaccounted for; beyond it the step is divided. Missing: no
   * limit
   */
  readonly energyError?: number;
  readonly minStep: number;
  readonly maxStep: number;
  /** Newton stops when the increment falls below this [m or rad]; auto: 1e-9, or 1e-8 of the shortest cable up to 1e-5 */
  readonly newtonTolerance: number | 'auto';
  /** ... and below this part of the deepest contact and of the give of its friction; 1e-3 unless said */
  readonly contactResolution?: number;
  readonly maxIterations: number;
  /**
   * Compliance eps of joints in the KKT matrix: lets redundant and singular systems factor. Larger eps shares the forces
   * of redundant joints with less rounding noise, smaller eps converges faster on long chains; auto weighs the two.
   */
  readonly regularisation: number | 'auto';
  /** penalty of the augmented Lagrangian [N/m or N m/rad]; auto: from the heaviest body and the step */
  readonly penalty: number | 'auto';
  /** positions that violate joints at t = 0: reject above `assemblyTolerance`, or move the bodies together */
  readonly assemble: boolean;
  /** [m or rad] */
  readonly assemblyTolerance: number;
  /** start from static equilibrium found by the solver */
  readonly startFromEquilibrium: boolean;
}
