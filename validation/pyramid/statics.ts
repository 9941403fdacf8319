/**
 * The pyramid at rest, solved by hand: every cube may move along x and z and turn about y, every two touching faces hold
 * each other with springs of stiffness K at the corners of their overlap and do not slip (the friction needed is returned).
 * Linear: depths of 2 cm turn nothing by more than a milliradian.
 */

export interface Cube {
  readonly name: string;
  /** 0 on the ground */
  readonly row: number;
  /** [m] of the centre */
  readonly x: number;
}

export interface PairAtRest {
  /** as in the names of channels: lower~upper */
  readonly name: string;
  /** [N] */
  readonly force: number;
  /** [m] */
  readonly deepest: number;
  /** [-] largest tangential over normal force of a corner */
  readonly friction: number;
}

export interface CubeAtRest {
  readonly name: string;
  /** [m] below where it would stand on rigid ground */
  readonly sunk: number;
  /** [rad] */
  readonly tilt: number;
}

interface Spring {
  readonly upper: number;
  /** -1: the ground */
  readonly lower: number;
  /** [m] */
  readonly x: number;
  readonly z: number;
}

/** Stick against the normal stiffness of 1.4e6 N/m: as good as rigid, and still well within double precision. */
const STICK = 1e11; // [N/m]

/** Cubes of 1 m; weight [N] of each; stiffness [N/m] of a corner. */
export function pyramidAtRest(
  cubes: readonly Cube[],
  ground: string,
  weight: number,
  stiffness: number,
): { readonly cubes: readonly CubeAtRest[]; readonly pairs: readonly PairAtRest[] } {
  const springs = findSprings(cubes);
  const size = 3 * cubes.length;
  const matrix = Array.from({ length: size }, () => new Float64Array(size + 1));
  cubes.forEach((_, i) => {
    matrix[3 * i + 1][size] = -weight;
  });
  // two corners (y = -0.5 m and 0.5 m) a spring
  for (const spring of springs) {
    addSpring(matrix, relative(cubes, spring, 'z'), 2 * stiffness);
    addSpring(matrix, relative(cubes, spring, 'x'), 2 * STICK);
  }
  const u = solve(matrix);
  const pairs = new Map<string, PairAtRest>();
  for (const spring of springs) {
    const move = (axis: 'x' | 'z'): number =>
      relative(cubes, spring, axis).reduce((sum, [i, factor]) => sum + factor * u[i], 0);
    const depth = -move('z');
    const name = `${spring.lower < 0 ? ground : cubes[spring.lower].name}~${cubes[spring.upper].name}`;
    const so = pairs.get(name) ?? { name, force: 0, deepest: 0, friction: 0 };
    pairs.set(name, {
      name,
      force: so.force + 2 * stiffness * depth,
      deepest: Math.max(so.deepest, depth),
      friction: Math.max(so.friction, Math.abs((STICK * move('x')) / (stiffness * depth))),
    });
  }
  return {
    cubes: cubes.map(({ name }, i) => ({ name, sunk: -u[3 * i + 1], tilt: u[3 * i + 2] })),
    pairs: [...pairs.values()],
  };
}

/** Both ends of every overlap of a cube with what is below it. */
function findSprings(cubes: readonly Cube[]): readonly Spring[] {
  const springs: Spring[] = [];
  cubes.forEach((cube, upper) => {
    if (cube.row === 0) {
      for (const end of [-0.5, 0.5]) springs.push({ upper, lower: -1, x: cube.x + end, z: 0 });
      return;
    }
    cubes.forEach((below, lower) => {
      if (below.row !== cube.row - 1 || Math.abs(below.x - cube.x) >= 1) return;
      for (const x of [Math.max(cube.x, below.x) - 0.5, Math.min(cube.x, below.x) + 0.5]) {
        springs.push({ upper, lower, x, z: cube.row });
      }
    });
  });
  return springs;
}

type Row = readonly (readonly [unknown: number, factor: number])[];

/** Motion of the upper body against the lower one at a spring; unknowns x, z, tilt of each cube in turn. */
function relative(cubes: readonly Cube[], spring: Spring, axis: 'x' | 'z'): Row {
  const row: (readonly [number, number])[] = [];
  for (const [index, sign] of [
    [spring.upper, 1],
    [spring.lower, -1],
  ]) {
    if (index < 0) continue;
    const cube = cubes[index];
    if (axis === 'z') row.push([3 * index + 1, sign], [3 * index + 2, -sign * (spring.x - cube.x)]);
    else row.push([3 * index, sign], [3 * index + 2, sign * (spring.z - cube.row - 0.5)]);
  }
  return row;
}

function addSpring(matrix: readonly Float64Array[], row: Row, stiffness: number): void {
  for (const [i, a] of row) for (const [j, b] of row) matrix[i][j] += stiffness * a * b;
}

/** Gaussian elimination with partial pivoting; the last column is the right-hand side. */
function solve(matrix: Float64Array[]): Float64Array {
  const n = matrix.length;
  for (let i = 0; i < n; i++) {
    let pivot = i;
    for (let k = i + 1; k < n; k++) if (Math.abs(matrix[k][i]) > Math.abs(matrix[pivot][i])) pivot = k;
    [matrix[i], matrix[pivot]] = [matrix[pivot], matrix[i]];
    for (let k = i + 1; k < n; k++) {
      const factor = matrix[k][i] / matrix[i][i];
      for (let j = i; j <= n; j++) matrix[k][j] -= factor * matrix[i][j];
    }
  }
  const u = new Float64Array(n);
  for (let i = n - 1; i >= 0; i--) {
    let sum = matrix[i][n];
    for (let j = i + 1; j < n; j++) sum -= matrix[i][j] * u[j];
    u[i] = sum / matrix[i][i];
  }
  return u;
}
