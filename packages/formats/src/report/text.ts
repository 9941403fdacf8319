/** Text for a page: escaping, and numbers as an engineer writes them. */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text inside an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]);
}

/**
 * A program inside a script element. The HTML reader ends the element at `</script` and changes its mind about the
 * end at `<!--`, even inside a string; a backslash there means the same to JavaScript and nothing to HTML.
 */
export function escapeScript(code: string): string {
  return code.replace(/<(\/script|!--)/gi, '<\\$1');
}

/** A style sheet inside a style element; CSS reads the escape as the same character. */
export function escapeStyle(css: string): string {
  return css.replace(/<(\/style)/gi, '\\3c $1');
}

/** A value as JSON inside a script element. */
export function embedJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

/**
 * A number with a given count of significant digits, without trailing zeros: 0.001234, 12.35, 1.235e9. Plain between 0.001 and 100 000,
 * exponent outside. The minus sign is a real one.
 */
export function formatNumber(value: number, digits = 4): string {
  if (Number.isNaN(value)) return '–';
  if (value === Number.POSITIVE_INFINITY) return '∞';
  if (value === Number.NEGATIVE_INFINITY) return '\u2212∞';
  if (value === 0) return '0';
  const size = Math.abs(value);
  const rounded = Number(size.toPrecision(digits));
  let text: string;
  if (rounded >= 1e-3 && rounded < 1e5) {
    const whole = Math.floor(Math.log10(rounded)) + 1;
    text = rounded.toFixed(Math.max(0, Math.min(digits - whole, digits + 2)));
  } else {
    text = size
      .toExponential(Math.max(0, digits - 1))
      .replace('e+', 'e')
      .replace('e-', 'e\u2212');
  }
  return value < 0 ? `\u2212${text}` : text;
}

/**
 * A number among others up to `size`, with the decimals that give the largest four digits: a changing value does not jump, and noise reads
 * as zero.
 */
export function formatAmong(value: number, size: number): string {
  if (!Number.isFinite(value) || !(size >= 1e-3) || size >= 1e5) return formatNumber(value);
  const decimals = Math.max(0, 3 - Math.floor(Math.log10(size)));
  const text = Math.abs(value).toFixed(decimals);
  return value < 0 && Number(text) !== 0 ? `\u2212${text}` : text;
}

/** A count with thin spaces between thousands: 12 345. */
export function formatCount(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
}

/** An instant [s] with as many decimals as its run needs. */
export function formatTime(seconds: number, end: number): string {
  const decimals = end < 1 ? 5 : end < 100 ? 3 : 2;
  return seconds.toFixed(decimals).replace('-', '\u2212');
}

export interface DisplayScale {
  /** factor on the SI value */
  readonly factor: number;
  /** unit shown */
  readonly unit: string;
}

const large: readonly (readonly [number, string])[] = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
];
const grow: ReadonlySet<string> = new Set(['N', 'N m', 'J', 'W', 'Pa', 'N/m']);
const shrink: ReadonlySet<string> = new Set(['m', 's']);

/** The unit that suits numbers up to `size`: 52 000 N are 52 kN, 0.0004 m are 0.4 mm, angles are degrees. Others stay. */
export function displayScale(unit: string, size: number): DisplayScale {
  if (unit === 'rad' || unit.startsWith('rad/')) return { factor: 180 / Math.PI, unit: unit.replace('rad', '°') };
  if (grow.has(unit)) {
    for (const [step, prefix] of large) {
      if (size >= 10 * step) return { factor: 1 / step, unit: prefix + unit };
    }
  }
  if (shrink.has(unit) && size > 0 && size < 1e-2) {
    return size >= 1e-4 ? { factor: 1e3, unit: `m${unit}` } : { factor: 1e6, unit: `µ${unit}` };
  }
  return { factor: 1, unit: unit.replaceAll('^2', '²').replaceAll('^3', '³') };
}
