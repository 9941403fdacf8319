/** Values in sentences to the person who reads a run: in the units that plots and tables of the report use. */

/** With as many digits as tell it from `beside`, four at least. */
export function measured(value: number, unit: string, beside: number = value): string {
  const [factor, name] = shownUnit(value, unit);
  for (let digits = 4; digits < 9; digits++) {
    const text = rounded(factor * value, digits);
    if (value === beside || text !== rounded(factor * beside, digits)) return `${text} ${name}`.trimEnd();
  }
  return `${rounded(factor * value, 9)} ${name}`.trimEnd();
}

function shownUnit(value: number, unit: string): [number, string] {
  if (unit === 'part') return [100, '%'];
  if (unit.startsWith('rad')) return [180 / Math.PI, unit.replace('rad', 'deg')];
  if (unit === 'N' || unit === 'N m') {
    const size = Math.abs(value);
    if (size >= 1e7) return [1e-6, `M${unit}`];
    if (size >= 1e4) return [1e-3, `k${unit}`];
  }
  return [1, unit];
}

function rounded(x: number, digits: number): string {
  return String(Number(x.toPrecision(digits)));
}
