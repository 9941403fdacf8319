// Writes hemisphere.1, the radiation of a half-immersed sphere in the format of WAMIT:  node scenarios/floating-sphere/coefficients.mjs
// Heave in deep water after Hulme (1982), table 1: added mass and damping over 2/3 pi rho a^3 (and frequency) by K a = w^2 a/g.
// Lengths of the file are over L = a; periods are those of a = 5 m and g = 9.81 m/s^2.
import fs from 'node:fs';

const [a, g] = [5, 9.81];
const HEAVE = [
  [0.05, 0.8764, 0.1036],
  [0.1, 0.8627, 0.1816],
  [0.2, 0.7938, 0.2793],
  [0.3, 0.7157, 0.3254],
  [0.4, 0.6452, 0.341],
  [0.5, 0.5861, 0.3391],
  [0.6, 0.5381, 0.3271],
  [0.7, 0.4999, 0.3098],
  [0.8, 0.4698, 0.2899],
  [0.9, 0.4464, 0.2691],
  [1, 0.4284, 0.2484],
  [1.2, 0.4047, 0.2096],
  [1.4, 0.3924, 0.1756],
  [1.6, 0.3871, 0.1469],
  [1.8, 0.3864, 0.1229],
  [2, 0.3884, 0.1031],
  [2.5, 0.3988, 0.0674],
  [3, 0.4111, 0.0452],
  [4, 0.4322, 0.0219],
  [5, 0.4471, 0.0116],
  [6, 0.4574, 0.0066],
  [7, 0.4647, 0.004],
  [8, 0.47, 0.0026],
  [9, 0.474, 0.0017],
  [10, 0.4771, 0.0012],
];
const volume = (2 / 3) * Math.PI;
const rows = HEAVE.map(([Ka, added, damping]) =>
  [(2 * Math.PI) / Math.sqrt((Ka * g) / a), 3, 3, added * volume, damping * volume]
    .map((x) => (Number.isInteger(x) ? String(x) : x.toFixed(6)))
    .join(' '),
);
const infinite = `0 3 3 ${(0.5 * volume).toFixed(6)}`; // of infinite frequency: half the displaced mass
fs.writeFileSync(new URL('hemisphere.1', import.meta.url), `${[infinite, ...rows].join('\n')}\n`);
