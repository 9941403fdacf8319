/**
 * Every function is compared with integer arithmetic of 300 bits or more, written here a second way: sin, cos and exp by
 * their series, the others by what they invert. Errors are in units in the last place of the true value.
 */
import { describe, expect, test } from 'vitest';
import { Hasher, Random } from '../base/index.ts';
import * as exact from './exact.ts';

/** x 2^bits, exactly; bits must be at least 1074 for a subnormal */
function fixed(x: number, bits: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(x));
  const raw = view.getBigUint64(0);
  const stored = Number(raw >> 52n);
  const mantissa = stored === 0 ? raw : (raw & 0xfffffffffffffn) | 0x10000000000000n;
  const shift = bits + Math.max(stored, 1) - 1075;
  const size = shift >= 0 ? mantissa << BigInt(shift) : mantissa >> BigInt(-shift);
  return x < 0 ? -size : size;
}

/** numerator / denominator as a double good to 50 bits, whatever the size of the two */
function ratio(numerator: bigint, denominator: bigint): number {
  return Number((numerator << 80n) / denominator) / 2 ** 80;
}

function series(first: bigint, next: (term: bigint, i: bigint) => bigint): bigint {
  let sum = 0n;
  let term = first;
  for (let i = 1n; term !== 0n; i++) {
    sum += term;
    term = next(term, i);
  }
  return sum;
}

const piCache = new Map<number, bigint>();
/** pi by Machin's formula */
function pi(bits: number): bigint {
  let value = piCache.get(bits);
  if (value === undefined) {
    const one = 1n << BigInt(bits + 16);
    const arctan = (n: bigint) => {
      let sum = 0n;
      let power = one / n;
      for (let i = 0n; power !== 0n; i++) {
        sum += (i % 2n === 0n ? power : -power) / (2n * i + 1n);
        power /= n * n;
      }
      return sum;
    };
    value = (4n * (4n * arctan(5n) - arctan(239n))) >> 16n;
    piCache.set(bits, value);
  }
  return value;
}

function sinCosFixed(x: bigint, bits: number): [bigint, bigint] {
  const b = BigInt(bits);
  const turn = 2n * pi(bits);
  const r = x % turn;
  const square = (r * r) >> b;
  return [
    series(r, (term, i) => -((term * square) >> b) / (2n * i * (2n * i + 1n))),
    series(1n << b, (term, i) => -((term * square) >> b) / (2n * i * (2n * i - 1n))),
  ];
}

/** exp(x) 2^bits; bits must leave room for a small result */
function expFixed(x: bigint, bits: number): bigint {
  const b = BigInt(bits);
  const halvings = 12n; // exp(x) = exp(x / 4096)^4096, |x| < 800
  const guard = 40n;
  const r = (x << guard) >> halvings;
  let y = series(1n << (b + guard), (term, i) => ((term * r) >> (b + guard)) / i);
  for (let i = 0n; i < halvings; i++) y = (y * y) >> (b + guard);
  return y >> guard;
}

function sqrtFixed(x: bigint, bits: number): bigint {
  const n = x << BigInt(bits);
  if (n === 0n) return 0n;
  let y = 1n << BigInt((n.toString(2).length >> 1) + 1);
  for (;;) {
    const next = (y + n / y) >> 1n;
    if (next >= y) return y;
    y = next;
  }
}

/** unit in the last place of a value given as a double */
function ulpOf(value: number): number {
  const size = Math.abs(value);
  if (size < 2 ** -1022) return 2 ** -1074;
  return 2 ** (Math.floor(Math.log2(size)) - 52);
}

/** error of `found` when the true value is found + (difference 2^-bits) */
function ulps(found: number, difference: bigint, bits: number): number {
  const unit = fixed(ulpOf(found), bits);
  return Math.abs(ratio(difference, unit));
}

const TRIG_BITS = 2200; // 1024 to the left of the point, the rest right of it
const BITS = 1300; // holds every subnormal

const errorOf: Record<string, (x: number, y: number) => number> = {
  sin: (x) => {
    const [s] = sinCosFixed(fixed(x, TRIG_BITS), TRIG_BITS);
    const found = exact.sin(x);
    return ulps(found, s - fixed(found, TRIG_BITS), TRIG_BITS);
  },
  cos: (x) => {
    const [, c] = sinCosFixed(fixed(x, TRIG_BITS), TRIG_BITS);
    const found = exact.cos(x);
    return ulps(found, c - fixed(found, TRIG_BITS), TRIG_BITS);
  },
  tan: (x) => {
    const [s, c] = sinCosFixed(fixed(x, TRIG_BITS), TRIG_BITS);
    const found = exact.tan(x);
    return ulps(found, (s << BigInt(TRIG_BITS)) / c - fixed(found, TRIG_BITS), TRIG_BITS);
  },
  // the angle of (x, y) less the angle found is the sine of their difference, to the third order
  atan2: (x, y) => {
    const found = exact.atan2(y, x);
    const [s, c] = sinCosFixed(fixed(found, BITS), BITS);
    const a = fixed(x, BITS);
    const b = fixed(y, BITS);
    const length = sqrtFixed((a * a + b * b) >> BigInt(BITS), BITS);
    return ulps(found, (b * c - a * s) / length, BITS);
  },
  atan: (x) => {
    const found = exact.atan(x);
    const [s, c] = sinCosFixed(fixed(found, BITS), BITS);
    const a = fixed(x, BITS);
    const one = 1n << BigInt(BITS);
    const length = sqrtFixed((a * a + one * one) >> BigInt(BITS), BITS);
    return ulps(found, (a * c - one * s) / length, BITS);
  },
  asin: (x) => {
    const found = exact.asin(x);
    const [s, c] = sinCosFixed(fixed(found, BITS), BITS);
    const a = fixed(x, BITS);
    const one = 1n << BigInt(BITS);
    const other = sqrtFixed((one * one - a * a) >> BigInt(BITS), BITS);
    return ulps(found, (a * c - other * s) >> BigInt(BITS), BITS);
  },
  acos: (x) => {
    const found = exact.acos(x);
    const [s, c] = sinCosFixed(fixed(found, BITS), BITS);
    const a = fixed(x, BITS);
    const one = 1n << BigInt(BITS);
    const other = sqrtFixed((one * one - a * a) >> BigInt(BITS), BITS);
    return ulps(found, (other * c - a * s) >> BigInt(BITS), BITS);
  },
  exp: (x) => {
    const found = exact.exp(x);
    return ulps(found, expFixed(fixed(x, BITS), BITS) - fixed(found, BITS), BITS);
  },
  expm1: (x) => {
    const found = exact.expm1(x);
    return ulps(found, expFixed(fixed(x, BITS), BITS) - (1n << BigInt(BITS)) - fixed(found, BITS), BITS);
  },
  // x exp(-found) - 1 is the error of the logarithm, to the second order
  log: (x) => {
    const found = exact.log(x);
    const product = (fixed(x, BITS) * expFixed(-fixed(found, BITS), BITS)) >> BigInt(BITS);
    return ulps(found, product - (1n << BigInt(BITS)), BITS);
  },
  log1p: (x) => {
    const found = exact.log1p(x);
    const one = 1n << BigInt(BITS);
    const product = ((one + fixed(x, BITS)) * expFixed(-fixed(found, BITS), BITS)) >> BigInt(BITS);
    return ulps(found, product - one, BITS);
  },
  cbrt: (x) => {
    const found = exact.cbrt(x);
    const bits = 3500; // room for the cube of a small root
    const r = fixed(found, bits);
    const cube = (r * r * r) >> BigInt(2 * bits);
    return ulps(found, ((fixed(x, bits) - cube) << BigInt(bits)) / ((3n * r * r) >> BigInt(bits)), bits);
  },
  pow: (x, y) => {
    const found = exact.pow(x, y);
    const b = BigInt(BITS);
    // log x from the double by two Newton steps: 53 -> 106 -> 212 bits
    let l = fixed(Math.log(x), BITS);
    for (let i = 0; i < 2; i++) l += ((fixed(x, BITS) * expFixed(-l, BITS)) >> b) - (1n << b);
    return ulps(found, expFixed((fixed(y, BITS) * l) >> b, BITS) - fixed(found, BITS), BITS);
  },
};

const random = new Random(20);
const evenly = (from: number, to: number) => () => random.between(from, to);
/** spread evenly over the exponents, both signs */
const widely = (from: number, to: number) => () =>
  (random.next() & 1 ? -1 : 1) * Math.exp(random.between(Math.log(from), Math.log(to)));
const positive = (draw: () => number) => () => Math.abs(draw());
/** within a few units in the last place of a multiple of pi/2, where the reduction cancels most */
const nearMultiples = () => Math.floor(random.between(1, 1e6)) * (Math.PI / 2) * (1 + random.between(-4, 4) * 2 ** -52);
const none = () => 0;

interface Case {
  readonly name: string;
  /** stated in the README */
  readonly bound: number;
  readonly draws: readonly (readonly [() => number, () => number])[];
}
const unary = (name: string, bound: number, ...draws: (() => number)[]): Case => ({
  name,
  bound,
  draws: draws.map((draw) => [draw, none] as const),
});
const angles = [evenly(-10, 10), evenly(-2e6, 2e6), nearMultiples, widely(1e-20, 1e300)];
const nearOne = () => 1 - positive(widely(1e-15, 0.5))();
const cases: Case[] = [
  unary('sin', 0.8, ...angles),
  unary('cos', 0.8, ...angles),
  unary('tan', 1, ...angles),
  unary('atan', 1, evenly(-5, 5), widely(1e-20, 1e20)),
  unary('asin', 1, evenly(-1, 1), nearOne),
  unary('acos', 1, evenly(-1, 1), nearOne),
  unary('exp', 1, evenly(-707, 709), widely(1e-17, 1)),
  unary('expm1', 1, evenly(-50, 709), widely(1e-17, 2)),
  unary('log', 1, evenly(0.3, 3), positive(widely(1e-300, 1e300))),
  unary('log1p', 1, evenly(-0.999, 3), positive(widely(1e-17, 1e300))),
  unary('cbrt', 0.667, evenly(-8, 8), widely(1e-300, 1e300)),
  {
    name: 'atan2',
    bound: 1.5,
    draws: [
      [evenly(-1, 1), evenly(-1, 1)],
      [widely(1e-12, 1e12), widely(1e-12, 1e12)],
    ],
  },
  {
    name: 'pow',
    bound: 1,
    draws: [
      [evenly(0.5, 2), evenly(-700, 700)],
      [positive(widely(1e-90, 1e90)), widely(1e-3, 3)],
    ],
  },
];

describe('against integer arithmetic', () => {
  for (const { name, bound, draws } of cases) {
    test(`${name} is within ${bound} units in the last place`, () => {
      let worst = 0;
      let where = '';
      for (const [drawX, drawY] of draws) {
        for (let i = 0; i < 60; i++) {
          const x = drawX();
          const y = drawY();
          const error = errorOf[name](x, y);
          if (!(error <= worst)) {
            worst = error;
            where = `${x}, ${y}`;
          }
        }
      }
      expect(worst, `worst at ${where}`).toBeLessThan(bound);
    });
  }
});

/** how many doubles lie between a and b */
function steps(a: number, b: number): number {
  if (Object.is(a, b)) return 0;
  if (Number.isNaN(a) || Number.isNaN(b)) return Infinity;
  const view = new DataView(new ArrayBuffer(8));
  const rank = (x: number) => {
    view.setFloat64(0, x);
    const raw = view.getBigInt64(0);
    return raw < 0n ? -(raw & 0x7fffffffffffffffn) : raw;
  };
  const difference = rank(a) - rank(b);
  return Number(difference < 0n ? -difference : difference) + (a === b ? 0.5 : 0); // 0 against -0 is not nothing
}

type Unary = (x: number) => number;
const ours = exact as unknown as Record<string, Unary & ((x: number, y: number) => number)>;
const theirs = Math as unknown as Record<string, Unary & ((x: number, y: number) => number)>;

describe('against the functions of this engine', () => {
  // each side is within 1.3 units of the truth, so they are at most 2 doubles apart
  for (const { name, draws } of cases) {
    test(`${name} differs from Math.${name} by at most 2 doubles`, () => {
      let worst = 0;
      let where = '';
      for (const [drawX, drawY] of draws) {
        for (let i = 0; i < 10000; i++) {
          const x = drawX();
          const y = drawY();
          const apart =
            name === 'atan2' ? steps(exact.atan2(y, x), Math.atan2(y, x)) : steps(ours[name](x, y), theirs[name](x, y));
          if (apart > worst) {
            worst = apart;
            where = `${x}, ${y}`;
          }
        }
      }
      expect(worst, `worst at ${where}`).toBeLessThanOrEqual(2);
    });
  }

  const special = [
    0,
    -0,
    1,
    -1,
    0.5,
    -0.5,
    2,
    -2,
    3,
    -3,
    1 / 3,
    710,
    -710,
    -740,
    -746,
    1e19,
    -1e19,
    2 ** 53,
    2 ** 53 + 2,
    2 ** 64,
    1e300,
    -1e300,
    Infinity,
    -Infinity,
    NaN,
    5e-324,
    -5e-324,
    1e-310,
    -1e-310,
    1 - 2 ** -53,
    1 + 2 ** -52,
    -1 - 2 ** -52,
    4.1e9,
    -4.1e9,
    2 ** -1022,
  ];
  test('zeros, infinities, NaN, subnormals and ends of domains: as ECMAScript has them', () => {
    for (const { name } of cases) {
      for (const x of special) {
        if (name === 'pow' || name === 'atan2') {
          for (const y of special)
            expect(steps(ours[name](x, y), theirs[name](x, y)), `${name}(${x}, ${y})`).toBeLessThanOrEqual(1);
        } else expect(steps(ours[name](x), theirs[name](x)), `${name}(${x})`).toBeLessThanOrEqual(1);
      }
    }
  });
});

test('sincos gives the bits of sin and cos', () => {
  const out = new Float64Array(3);
  for (let i = 0; i < 2000; i++) {
    const x = i % 2 === 0 ? random.between(-10, 10) : widely(1e-10, 1e20)();
    exact.sincos(out, 1, x);
    expect(out[1]).toBe(exact.sin(x));
    expect(out[2]).toBe(exact.cos(x));
  }
});

test('regression: the bits of 39000 values, the same on every machine', () => {
  const seeded = new Random(1);
  const hasher = new Hasher();
  for (let i = 0; i < 3000; i++) {
    // arguments by exact operations only: a digest must not depend on the engine that draws them
    const u = seeded.between(-1, 1);
    const x = u * [1, 10, 700, 1e6, 1e17][i % 5];
    const size = Math.abs(x);
    for (const f of [exact.sin, exact.cos, exact.tan, exact.atan, exact.exp, exact.expm1, exact.cbrt])
      hasher.addFloat(f(x));
    for (const f of [exact.asin, exact.acos]) hasher.addFloat(f(u));
    for (const f of [exact.log, exact.log1p]) hasher.addFloat(f(size));
    hasher.addFloat(exact.atan2(x, u));
    hasher.addFloat(exact.pow(size, 3 * u));
  }
  expect(hasher.digest()).toBe('fedaa7e160334f93');
});
