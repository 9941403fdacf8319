/** Arithmetic of names: `hook load` in brackets, + - * / ^, parentheses, and a few functions. */

export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string; readonly at: number }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'minus'; readonly of: Expression };

export type ExpressionResult =
  | { readonly ok: true; readonly expression: Expression }
  /** at: characters from 0 */
  | { readonly ok: false; readonly at: number; readonly expected: string; readonly found: string };

type Fn = (...args: number[]) => number;
const FUNCTIONS: Readonly<Record<string, readonly [Fn, least: number, most: number]>> = {
  abs: [Math.abs, 1, 1],
  sqrt: [Math.sqrt, 1, 1],
  exp: [Math.exp, 1, 1],
  log: [Math.log, 1, 1],
  sin: [Math.sin, 1, 1],
  cos: [Math.cos, 1, 1],
  tan: [Math.tan, 1, 1],
  min: [Math.min, 1, 20],
  max: [Math.max, 1, 20],
  hypot: [Math.hypot, 1, 20],
};

/** Largest nesting: parser and evaluator recurse. */
const DEEPEST = 100;

class Fault extends Error {
  readonly at: number;
  readonly expected: string;
  readonly found: string;

  constructor(at: number, expected: string, found: string) {
    super(expected);
    this.at = at;
    this.expected = expected;
    this.found = found;
  }
}

export function parseExpression(text: string): ExpressionResult {
  try {
    return { ok: true, expression: new Parser(text).whole() };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { at, expected, found } = error;
    return { ok: false, at, expected, found };
  }
}

export function namesIn(expression: Expression): readonly { readonly name: string; readonly at: number }[] {
  switch (expression.kind) {
    case 'name':
      return [expression];
    case 'call':
      return expression.args.flatMap(namesIn);
    case 'binary':
      return [...namesIn(expression.left), ...namesIn(expression.right)];
    case 'minus':
      return namesIn(expression.of);
    default:
      return [];
  }
}

/** NaN where a name has no value. */
export function evaluate(expression: Expression, value: (name: string) => number): number {
  switch (expression.kind) {
    case 'number':
      return expression.value;
    case 'name':
      return value(expression.name);
    case 'minus':
      return -evaluate(expression.of, value);
    case 'call':
      return FUNCTIONS[expression.name][0](...expression.args.map((arg) => evaluate(arg, value)));
    case 'binary': {
      const a = evaluate(expression.left, value);
      const b = evaluate(expression.right, value);
      if (expression.operator === '+') return a + b;
      if (expression.operator === '-') return a - b;
      if (expression.operator === '*') return a * b;
      return expression.operator === '/' ? a / b : a ** b;
    }
  }
}

class Parser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): Expression {
    const expression = this.#sum();
    if (this.#peek() !== '') throw this.#fault('an operator (+ - * / ^) or the end');
    return expression;
  }

  #sum(): Expression {
    if (++this.#depth > DEEPEST) throw new Fault(this.#at, `at most ${DEEPEST} levels of parentheses`, 'more');
    let left = this.#product();
    for (let next = this.#peek(); next === '+' || next === '-'; next = this.#peek()) {
      this.#at++;
      left = { kind: 'binary', operator: next, left, right: this.#product() };
    }
    this.#depth--;
    return left;
  }

  #product(): Expression {
    let left = this.#sign();
    for (let next = this.#peek(); next === '*' || next === '/'; next = this.#peek()) {
      this.#at++;
      left = { kind: 'binary', operator: next, left, right: this.#sign() };
    }
    return left;
  }

  #sign(): Expression {
    let minus = false;
    while (this.#peek() === '-') {
      this.#at++;
      minus = !minus;
    }
    const of = this.#power();
    return minus ? { kind: 'minus', of } : of;
  }

  #power(): Expression {
    const left = this.#atom();
    if (this.#peek() !== '^') return left;
    this.#at++;
    if (++this.#depth > DEEPEST) throw new Fault(this.#at, `at most ${DEEPEST} powers in a row`, 'more');
    const right = this.#sign();
    this.#depth--;
    return { kind: 'binary', operator: '^', left, right };
  }

  #atom(): Expression {
    this.#peek();
    const rest = this.#text.slice(this.#at);
    const number = /^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/.exec(rest);
    if (number !== null) {
      this.#at += number[0].length;
      return { kind: 'number', value: Number(number[0]) };
    }
    const at = this.#at;
    const bracketed = /^\[([^[\]]+)\]/.exec(rest);
    if (bracketed !== null) {
      this.#at += bracketed[0].length;
      return { kind: 'name', name: bracketed[1].trim(), at };
    }
    const word = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(rest);
    if (word !== null) {
      this.#at += word[0].length;
      if (this.#peek() === '(') return this.#call(word[0], at);
      return { kind: 'name', name: word[0], at };
    }
    if (rest.startsWith('(')) {
      this.#at++;
      const inner = this.#sum();
      if (this.#peek() !== ')') throw this.#fault('")"');
      this.#at++;
      return inner;
    }
    throw this.#fault('a number, a name or "("');
  }

  #call(name: string, at: number): Expression {
    if (!Object.hasOwn(FUNCTIONS, name))
      throw new Fault(at, `one of ${Object.keys(FUNCTIONS).join(', ')}`, `"${name}("`);
    const args: Expression[] = [];
    do {
      this.#at++;
      args.push(this.#sum());
    } while (this.#peek() === ',');
    if (this.#peek() !== ')') throw this.#fault('"," or ")"');
    this.#at++;
    const [, least, most] = FUNCTIONS[name];
    if (args.length < least || args.length > most) {
      const wanted = least === most ? `${least}` : `${least} to ${most}`;
      throw new Fault(at, `${wanted} ${most === 1 ? 'number' : 'numbers'} in ${name}()`, `${args.length}`);
    }
    return { kind: 'call', name, args };
  }

  #peek(): string {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
    return this.#text[this.#at] ?? '';
  }

  #fault(expected: string): Fault {
    const found = this.#peek();
    return new Fault(this.#at, expected, found === '' ? 'the end' : `"${found}"`);
  }
}
