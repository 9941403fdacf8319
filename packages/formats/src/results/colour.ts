/** Colours as #rrggbb (or #rgb), sRGB. */
export function colourBytes(colour: string): [number, number, number] {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(colour);
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (long) return [Number.parseInt(long[1], 16), Number.parseInt(long[2], 16), Number.parseInt(long[3], 16)];
  if (short)
    return [
      0x11 * Number.parseInt(short[1], 16),
      0x11 * Number.parseInt(short[2], 16),
      0x11 * Number.parseInt(short[3], 16),
    ];
  throw new RangeError(`a colour is written #rrggbb, found ${JSON.stringify(colour)}`);
}
