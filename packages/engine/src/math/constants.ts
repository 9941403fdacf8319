export const PI: number = Math.PI;
export const TWO_PI: number = 6.283185307179586;
export const HALF_PI: number = 1.5707963267948966;
export const QUARTER_PI: number = 0.7853981633974483;
export const SQRT2: number = Math.SQRT2;
export const LN2: number = Math.LN2;
/** distance from 1 to the next larger double, 2^-52 */
export const EPSILON: number = 2.220446049250313e-16;
export const RAD_PER_DEG: number = 0.017453292519943295;
export const DEG_PER_RAD: number = 57.29577951308232;
