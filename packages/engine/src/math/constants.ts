export const PI = Math.PI;
export const TWO_PI = 6.283185307179586;
export const HALF_PI = 1.5707963267948966;
export const QUARTER_PI = 0.7853981633974483;
export const SQRT2 = Math.SQRT2;
export const LN2 = Math.LN2;
/** distance from 1 to the next larger double, 2^-52 */
export const EPSILON = 2.220446049250313e-16;
export const RAD_PER_DEG = 0.017453292519943295;
export const DEG_PER_RAD = 57.29577951308232;
