/** Inputs spoilt at random: values with a structure, lines of text, bytes. */

const UNITS = [
  'm',
  'mm',
  'km',
  'kg',
  't',
  's',
  'ms',
  'deg',
  'rad',
  'N',
  'kN',
  'Pa',
  'GPa',
  'kn',
  'Hz',
  'm/s',
  '%',
  'furlong',
  'm^99',
];
const WORDS = [
  '',
  ' ',
  'world',
  'true',
  'auto',
  'none',
  'all',
  '*',
  '*.position',
  '__proto__',
  'constructor',
  'length',
  'toString',
  'hasOwnProperty',
  '\u001b[2J',
  '\u0000',
  '\u202e',
  '../x',
  '/etc/passwd',
  'a.b',
  'a~b',
  '🜁',
  'é',
  'x'.repeat(300),
  '[',
  '{{x}}',
  '<b>',
  '-0',
  'NaN',
  'Infinity',
];
const NUMBERS = [
  0,
  -0,
  1,
  -1,
  2,
  0.5,
  -0.5,
  1e-3,
  1e3,
  1e-9,
  1e9,
  1e-30,
  1e30,
  1e-49,
  1e49,
  1e-170,
  1e170,
  5e-324,
  1.7e308,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  255,
  256,
  65536,
  1e5,
  3,
  7,
  100,
  0.1,
  Math.PI,
  -1e-9,
  1e-16,
  1 + 1e-16,
];

/** A value of any kind. */
export function junk(random, depth = 0) {
  const kind = random.below(depth > 3 ? 5 : 9);
  if (kind < 2) return random.pick(NUMBERS);
  if (kind === 2) return `${random.pick(NUMBERS)} ${random.pick(UNITS)}`;
  if (kind === 3) return random.pick(WORDS);
  if (kind === 4) return random.pick([null, true, false]);
  if (kind < 7) return Array.from({ length: random.below(5) }, () => junk(random, depth + 1));
  return Object.fromEntries(
    Array.from({ length: random.below(4) }, () => [random.pick(WORDS), junk(random, depth + 1)]),
  );
}

/** Holder and key of every value in a tree, the root not counted. */
function places(value, found = []) {
  if (typeof value !== 'object' || value === null) return found;
  for (const key of Object.keys(value)) {
    found.push([value, key]);
    places(value[key], found);
  }
  return found;
}

function bent(random, value) {
  if (typeof value === 'number') {
    const way = random.below(6);
    if (way === 0) return -value;
    if (way === 1) return value * 10 ** random.between(-12, 12);
    if (way === 2) return value * random.between(0.5, 2);
    if (way === 3) return random.pick(NUMBERS);
    if (way === 4) return `${value} ${random.pick(UNITS)}`;
    return value + random.between(-1, 1);
  }
  if (typeof value === 'string') {
    const quantity = /^(-?[\d.]+(?:e-?\d+)?)( .*)?$/.exec(value);
    if (quantity !== null && random.chance(0.7)) return `${bent(random, Number(quantity[1]))}${quantity[2] ?? ''}`;
    return random.chance(0.5)
      ? random.pick(WORDS)
      : value.slice(0, random.below(value.length + 1)) + random.pick(WORDS);
  }
  if (Array.isArray(value) && random.chance(0.6)) {
    const copy = [...value];
    const way = random.below(4);
    if (way === 0) copy.pop();
    else if (way === 1) copy.push(copy[0] ?? junk(random));
    else if (way === 2) copy.reverse();
    else for (let i = random.below(40); i > 0; i--) copy.push(structuredClone(copy[0] ?? 0));
    return copy;
  }
  return junk(random);
}

/** A tree with one to four changes; `others` lend parts of themselves. */
export function mutateValue(random, seed, others) {
  const value = structuredClone(seed);
  for (let changes = 1 + random.below(4); changes > 0; changes--) {
    const all = places(value);
    if (all.length === 0) return junk(random);
    const [holder, key] = random.pick(all);
    const way = random.below(9);
    if (way < 4) holder[key] = bent(random, holder[key]);
    else if (way === 4) Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key];
    else if (way === 5 && !Array.isArray(holder)) {
      const held = holder[key];
      delete holder[key];
      holder[random.chance(0.5) ? random.pick(WORDS) : `${key}${random.pick(['s', ' ', '2', 'x'])}`] = held;
    } else if (way === 6) {
      const other = random.pick(places(random.pick(others)));
      if (other !== undefined) holder[key] = structuredClone(other[0][other[1]]);
    } else if (way === 7) {
      // the same key of another file: mostly of the right kind
      const same = places(random.pick(others)).filter(([, name]) => name === key);
      if (same.length > 0) {
        const [from, name] = random.pick(same);
        holder[key] = structuredClone(from[name]);
      }
    } else {
      const other = random.pick(all);
      [holder[key], other[0][other[1]]] = [other[0][other[1]], holder[key]];
      if (deeperThan(value, 40)) return junk(random); // a value that was put into itself
    }
  }
  return value;
}

function deeperThan(value, most) {
  if (most === 0) return true;
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((inner) => deeperThan(inner, most - 1))
  );
}

const MARKS = [
  ':',
  ',',
  '[',
  ']',
  '{',
  '}',
  '"',
  "'",
  '-',
  '#',
  '*',
  '&',
  '!',
  '|',
  '>',
  '%',
  '@',
  '\t',
  ' ',
  '\n',
  '0',
  'e',
  '.nan',
  '.inf',
  '1e999',
  '<<: ',
  '*a',
  '&a ',
  '? ',
  '\u0000',
  '\uFEFF',
  '---\n',
  '...\n',
  '\r',
];

/** A text with one to six changes of characters and lines. */
export function mutateText(random, seed, others) {
  let text = seed;
  for (let changes = 1 + random.below(6); changes > 0; changes--) {
    const at = random.below(text.length + 1);
    const way = random.below(6);
    if (way === 0) text = text.slice(0, at) + random.pick(MARKS) + text.slice(at);
    else if (way === 1) text = text.slice(0, at) + text.slice(at + 1 + random.below(8));
    else if (way === 2)
      text = text.replace(/[\d.]+(?:[eE][+-]?\d+)?/g, (found) =>
        random.chance(0.08) ? String(random.pick(NUMBERS)) : found,
      );
    else {
      const lines = text.split('\n');
      const n = random.below(lines.length);
      if (way === 3) lines.splice(n, 1);
      else if (way === 4) lines.splice(n, 0, random.pick(random.pick(others).split('\n')));
      else for (let k = random.below(30); k > 0; k--) lines.splice(n, 0, lines[n]);
      text = lines.join('\n');
    }
  }
  return text;
}

/** Bytes flipped, cut, doubled, overwritten by numbers that mean much, or joined with those of another file. */
export function mutateBytes(random, seed, others) {
  let bytes = Buffer.from(seed);
  for (let changes = 1 + random.below(5); changes > 0; changes--) {
    const at = random.below(bytes.length + 1);
    const way = random.below(7);
    if (bytes.length === 0) return Buffer.from(random.pick(others));
    if (way === 0) bytes[at % bytes.length] ^= 1 << random.below(8);
    else if (way === 1) bytes = bytes.subarray(0, at);
    else if (way === 2) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(16))]);
    else if (way === 3)
      bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(random.below(at + 1), at), bytes.subarray(at)]);
    else if (way === 4 && bytes.length >= 4)
      bytes.writeUInt32LE(
        random.pick([0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 65536, bytes.length]),
        Math.min(at, bytes.length - 4),
      );
    else if (way === 5 && bytes.length >= 8)
      bytes.writeDoubleLE(
        random.pick([...NUMBERS, Number.NaN, Number.POSITIVE_INFINITY]),
        Math.min(at, bytes.length - 8),
      );
    else {
      const other = Buffer.from(random.pick(others));
      bytes = Buffer.concat([bytes.subarray(0, at), other.subarray(random.below(other.length + 1))]);
    }
  }
  return bytes.length > 2_000_000 ? bytes.subarray(0, 2_000_000) : bytes;
}
