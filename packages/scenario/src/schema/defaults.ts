/** Every value a scenario may leave out, in one place, as a user would write it. */

export const environmentDefaults = { gravity: '9.81 m/s^2' } as const;

/** Also the default material of shapes: a hard plastic, soft enough that impacts of metre-sized bodies last a millisecond. */
export const materialDefaults = {
  youngs: '1 GPa',
  poisson: 0.3,
  restitution: 0.3,
  friction: 0.3,
} as const;

export const shapeDefaults = { collide: true, scale: 1, opacity: 1 } as const;

export const springDefaults = { damping: 0, 'tension only': false, hooked: true, colour: '#4a4a4a' } as const;

export const loadDefaults = { axes: 'world' } as const;

/** Stop of a joint: 1 kN at 1 mm, 10 N m at 0.57 deg. */
export const limitDefaults = { force: '1 MN/m', torque: '1 kN m/rad', restitution: 0.3 } as const;

/** Joint friction reaches its full value after this deflection; until then it is elastic. */
export const frictionDefaults = { angle: '1 mrad', displacement: '0.1 mm', coefficient: 0 } as const;

export const contactDefaults = { law: 'exact', friction: 'bristle' } as const;

export const solverDefaults = {
  integrator: 'auto',
  constraints: 'kkt',
  step: 'auto',
  accuracy: 1e-4,
  tolerance: 'auto',
  'min step': '10 ns',
  'max step': '20 ms',
  'newton tolerance': 'auto',
  'contact resolution': 1e-3,
  'max iterations': 25,
  regularisation: 'auto',
  impacts: 'resolve',
  penalty: 'auto',
  redundant: 'warn',
  assemble: false,
  'assembly tolerance': 1e-6,
  'start from equilibrium': false,
} as const;

export const runDefaults = { duration: '10 s', seed: 1 } as const;

export const outputDefaults = {
  rate: '100 Hz',
  channels: [
    '*.position',
    '*.angles',
    '*.velocity',
    'joint.*',
    'force.*',
    'contact.*',
    'cable.*',
    'chain.*',
    'winch.*',
    'hand.*',
    'crane.*',
    'sea.*',
    'energy.*',
    'solver.*',
  ],
  touches: false,
  'animation rate': '30 Hz',
} as const;

/** Colours given to bodies in turn (Okabe and Ito 2008: distinguishable for colour-blind readers). */
export const palette = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442'] as const;

/** Colour of fixed bodies, so that moving ones stand out. */
export const fixedColour = '#9aa0a6';
