/** Small fixed sets of numbers as they stand in specs. Kernels use flat Float64Arrays and offsets instead. */
export type Vec3 = readonly [number, number, number];

/** w, x, y, z */
export type Quaternion = readonly [number, number, number, number];

/** Any array-like of numbers. */
export type Numbers = ArrayLike<number>;
