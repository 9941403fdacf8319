/**
 * Assembles the code in factor-three.code.ts from WebAssembly instructions (WebAssembly Core Specification 2.0, s. 5.4). Not
 * shipped: factor-three.test.ts writes that file and compares it with this one.
 *   pivot    D_k by its inverse, from its minors
 *   column   L = A_jk D_k^-1
 *   update   T -= P L^T: nine numbers in a row, as four pairs and one
 * Sums run in the order of a plain loop, so the bits are those of scalar code.
 */

type Code = readonly number[];

/** Unsigned integer in LEB128: seven bits a byte. */
function leb(x: number): Code {
  return x < 128 ? [x] : [(x & 127) | 128, ...leb(x >>> 7)];
}
const list = (items: readonly Code[]): Code => [...leb(items.length), ...items.flat()];
const sized = (code: Code): Code => [...leb(code.length), ...code];

const I32 = 0x7f;
const F64 = 0x7c;
const V128 = 0x7b;
const get = (i: number): Code => [0x20, ...leb(i)];
const set = (i: number, x: Code): Code => [...x, 0x21, ...leb(i)];
const whole = (x: number): Code => [0x41, x]; // -64 .. 63, as seven bits
const two =
  (...op: number[]) =>
  (a: Code, b: Code): Code => [...a, ...b, ...op];
const plus = two(0x6a);
const times = two(0x6c);
const below = two(0x48);
const both = two(0x71);
const add = two(0xa0);
const sub = two(0xa1);
const mul = two(0xa2);
const div = two(0xa3);
const above = two(0x64);
const add2 = two(0xfd, 0xf0, 0x01);
const sub2 = two(0xfd, 0xf1, 0x01);
const mul2 = two(0xfd, 0xf2, 0x01);
const at = (offset: number): Code => [3, ...leb(offset)];
const load = (p: number, k: number): Code => [...get(p), 0x2b, ...at(8 * k)];
const store = (p: number, k: number, x: Code): Code => [...get(p), ...x, 0x39, ...at(8 * k)];
const loadInt = (p: number, offset: number): Code => [...get(p), 0x28, 2, offset];
const load2 = (p: number, k: number): Code => [...get(p), 0xfd, 0x00, ...at(8 * k)];
const store2 = (p: number, k: number, x: Code): Code => [...get(p), ...x, 0xfd, 0x0b, ...at(8 * k)];
const bothOf = (p: number, k: number): Code => [...get(p), 0xfd, 0x0a, ...at(8 * k)];
const splat = (x: Code): Code => [...x, 0xfd, 0x14];
const first = (x: Code): Code => [...x, 0xfd, 0x21, 0];
const last = (x: Code): Code => [...x, 0xfd, 0x21, 1];
/** Number i of a and number j of b. */
function pair(a: Code, i: number, b: Code, j: number): Code {
  const bytes: number[] = [];
  for (let k = 0; k < 8; k++) bytes.push(8 * i + k);
  for (let k = 0; k < 8; k++) bytes.push(16 + 8 * j + k);
  return [...a, ...b, 0xfd, 0x0d, ...bytes];
}
const loop = (...body: Code[]): Code => [0x03, 0x40, ...body.flat(), 0x0b];
const again = (test: Code): Code => [...test, 0x0d, 0];
const when = (test: Code, ...body: Code[]): Code => [...test, 0x04, 0x40, ...body.flat(), 0x0b];

// Local variables: three arguments, then the others by type.
const [T, START, COUNT, K, D, O, TO, P, R, X] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const INTS = 7;
const [A, B, C, E, F, G, S, MINOR, I00, I10, I20] = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20];
const REALS = 11;
/** inverse of the pivot, each number in both lanes */
const I = 21; // 00 10 20 11 21 22
/** by column m of L: rows 0 and 1, 2 and 0, 1 and 2 */
const UP = 27;
const TURN = 30;
const DOWN = 33;
/** three rows of P */
const ROW = 36;
const PAIRS = 24;
const VARIABLES: readonly Code[] = [
  [INTS, I32],
  [REALS, F64],
  [PAIRS, V128],
];

const inverse = [
  [0, 1, 2],
  [1, 3, 4],
  [2, 4, 5],
];
const three = [0, 1, 2];
const SQUARE: Code = [0x41, 0xc8, 0]; // 72 bytes a block
const blockOf = (place: Code): Code => times(plus(get(COUNT), place), SQUARE);
const sum = (f: (m: number) => Code, plusOf: (a: Code, b: Code) => Code): Code => plusOf(plusOf(f(0), f(1)), f(2));

function factor(): Code {
  const v = get;
  const det = sum((m) => mul(v([A, B, C][m]), v([I00, I10, I20][m])), add);
  const minors: Code[] = [
    sub(mul(v(E), v(G)), mul(v(F), v(F))),
    sub(mul(v(C), v(F)), mul(v(B), v(G))),
    sub(mul(v(B), v(F)), mul(v(C), v(E))),
    sub(mul(v(A), v(G)), mul(v(C), v(C))),
    sub(mul(v(B), v(C)), mul(v(A), v(F))),
    v(MINOR),
  ];
  const zero: Code = [0x44, 0, 0, 0, 0, 0, 0, 0, 0];
  const one: Code = [0x44, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f];
  const pivot = [
    ...[A, B, C, E, F, G].flatMap((to, i) => set(to, load(D, [0, 3, 6, 4, 7, 8][i]))),
    ...[I00, I10, I20].flatMap((to, i) => set(to, minors[i])),
    ...set(S, det),
    ...set(MINOR, sub(mul(v(A), v(E)), mul(v(B), v(B)))),
    ...when([...both(above(v(A), zero), both(above(v(MINOR), zero), above(v(S), zero))), 0x45], v(K), [0x0f]),
    ...set(S, div(one, v(S))),
    ...minors.flatMap((x, i) => set(I + i, splat(mul(v(S), i < 3 ? v([I00, I10, I20][i]) : x)))),
    ...three.flatMap((r) => three.flatMap((c) => store(D, 3 * r + c, first(v(I + inverse[r][c]))))),
  ];
  // L = A_jk D^-1: column m of rows 0 and 1, then of row 2 in both lanes
  const column = [
    ...three.flatMap((c) => set(ROW + c, pair(bothOf(O, c), 0, bothOf(O, 3 + c), 0))),
    ...three.flatMap((m) =>
      set(
        UP + m,
        sum((c) => mul2(v(ROW + c), v(I + inverse[c][m])), add2),
      ),
    ),
    ...three.flatMap((c) => set(ROW + c, bothOf(O, 6 + c))),
    ...three.flatMap((m) =>
      set(
        TURN + m,
        sum((c) => mul2(v(ROW + c), v(I + inverse[c][m])), add2),
      ),
    ),
    ...three.flatMap((m) => set(DOWN + m, pair(v(UP + m), 1, v(TURN + m), 0))),
    ...three.flatMap((m) => set(TURN + m, pair(v(TURN + m), 0, v(UP + m), 0))),
  ];
  const row = (r: number): Code => three.flatMap((c) => set(ROW + 3 * r + c, bothOf(P, 3 * r + c)));
  const less = (k: number, r: number, by: number): Code =>
    store2(
      R,
      k,
      sub2(
        load2(R, k),
        sum((m) => mul2(v(ROW + 3 * r + m), v(by + m)), add2),
      ),
    );
  const update = [
    ...set(R, loadInt(T, 0)),
    ...row(0),
    ...less(0, 0, UP),
    ...row(1),
    ...store2(
      R,
      2,
      sub2(
        load2(R, 2),
        sum((m) => mul2(pair(v(ROW + m), 0, v(ROW + 3 + m), 0), v(TURN + m)), add2),
      ),
    ),
    ...less(4, 1, DOWN),
    ...row(2),
    ...less(6, 2, UP),
    ...store(R, 8, sub(load(R, 8), last(sum((m) => mul2(v(ROW + 6 + m), v(DOWN + m)), add2)))),
  ];
  const keep = [
    ...store2(O, 0, pair(v(UP), 0, v(UP + 1), 0)),
    ...store2(O, 2, pair(v(UP + 2), 0, v(UP), 1)),
    ...store2(O, 4, pair(v(UP + 1), 1, v(UP + 2), 1)),
    ...three.flatMap((m) => store(O, 6 + m, last(v(DOWN + m)))),
  ];
  return [
    ...loop(
      pivot,
      set(O, blockOf(loadInt(START, 0))),
      set(TO, blockOf(loadInt(START, 4))),
      when(
        below(v(O), v(TO)),
        loop(
          column,
          set(P, v(O)),
          loop(update, set(T, plus(v(T), whole(4))), set(P, plus(v(P), SQUARE)), again(below(v(P), v(TO)))),
          keep,
          set(O, plus(v(O), SQUARE)),
          again(below(v(O), v(TO))),
        ),
      ),
      set(D, plus(v(D), SQUARE)),
      set(START, plus(v(START), whole(4))),
      set(K, plus(v(K), whole(1))),
      again(below(v(K), v(COUNT))),
    ),
    ...whole(0x7f), // -1
    0x0b,
  ];
}

/**
 * x <- A^-1 x: forward by columns, back by rows. T: offset of the row indices of the blocks; START: first block of each column.
 */
function solve(): Code {
  const v = get;
  const on = (to: number, by: Code): Code => set(to, plus(v(to), by));
  const x = three.flatMap((m) => [...set(ROW + m, bothOf(X, m)), ...set(A + m, load(X, m))]);
  const forward = loop(
    set(X, loadInt(P, 0)),
    x,
    set(TO, blockOf(loadInt(START, 4))),
    when(
      below(v(O), v(TO)),
      loop(
        set(R, loadInt(K, 0)),
        store2(
          R,
          0,
          sub2(
            load2(R, 0),
            sum((m) => mul2(pair(bothOf(O, m), 0, bothOf(O, 3 + m), 0), v(ROW + m)), add2),
          ),
        ),
        store(
          R,
          2,
          sub(
            load(R, 2),
            sum((m) => mul(load(O, 6 + m), v(A + m)), add),
          ),
        ),
        on(K, whole(4)),
        on(O, SQUARE),
        again(below(v(O), v(TO))),
      ),
    ),
    on(P, whole(4)),
    on(START, whole(4)),
    on(D, SQUARE),
    again(below(v(D), times(v(COUNT), SQUARE))),
  );
  // a symmetric pivot reads the same by rows and by columns
  const back = loop(
    ...[P, START].map((to) => on(to, whole(0x7c))), // -4
    on(D, [0x41, 0xb8, 0x7f]), // -72
    set(X, loadInt(P, 0)),
    x,
    set(
      UP,
      sum((m) => mul2(load2(D, 3 * m), v(ROW + m)), add2),
    ),
    set(
      S,
      sum((m) => mul(load(D, 6 + m), v(A + m)), add),
    ),
    set(O, blockOf(loadInt(START, 0))),
    set(TO, blockOf(loadInt(START, 4))),
    set(K, plus(v(T), times(loadInt(START, 0), whole(4)))),
    when(
      below(v(O), v(TO)),
      loop(
        set(R, loadInt(K, 0)),
        set(
          UP,
          sub2(
            v(UP),
            sum((m) => mul2(load2(O, 3 * m), bothOf(R, m)), add2),
          ),
        ),
        set(
          S,
          sub(
            v(S),
            sum((m) => mul(load(O, 3 * m + 2), load(R, m)), add),
          ),
        ),
        on(K, whole(4)),
        on(O, SQUARE),
        again(below(v(O), v(TO))),
      ),
    ),
    store2(X, 0, v(UP)),
    store(X, 2, v(S)),
    again(below(whole(0), v(D))),
  );
  return [
    ...set(K, v(T)),
    ...set(P, plus(plus(v(START), times(v(COUNT), whole(4))), whole(4))),
    ...set(O, times(v(COUNT), SQUARE)),
    ...forward,
    ...back,
    ...whole(0x7f),
    0x0b,
  ];
}

/** The module: functions f and s of (targets or rows, start, count), on the memory f.f. */
export function assemble(): Uint8Array {
  const section = (id: number, ...items: Code[]): Code => [id, ...sized(list(items))];
  const code = (body: Code): Code => sized([...list(VARIABLES), ...body]);
  const f = sized([0x66]);
  const s = sized([0x73]);
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [0x60, ...list([[I32], [I32], [I32]]), ...list([[I32]])]),
    ...section(2, [...f, ...f, 2, 0, 1]), // memory f.f, of a page at least
    ...section(3, [0], [0]),
    ...section(7, [...f, 0, 0], [...s, 0, 1]),
    ...section(10, code(factor()), code(solve())),
  ]);
}
