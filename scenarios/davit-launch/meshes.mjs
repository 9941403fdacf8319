// Draws ship, davit and boat of this folder, and writes the transfer functions of the ship. `node scenarios/davit-launch/meshes.mjs`
import fs from 'node:fs';
import path from 'node:path';
import { drawingFor } from '../drawing.mjs';

const Mesh = drawingFor(import.meta.dirname);
const [L, B, T] = [80, 14, 4.2];

function ship() {
  const mesh = new Mesh();
  const stations = [];
  for (let i = 0; i <= 20; i++) {
    const x = -40 + 4 * i;
    const s = x / 40;
    const full = s > 0.2 ? Math.max(0.03, 1 - ((s - 0.2) / 0.83) ** 2.4) : 1 - 0.1 * Math.max(0, -0.5 - s) ** 2;
    const keel = s > 0.85 ? -T + 3 * ((s - 0.85) / 0.15) ** 2 : s < -0.75 ? -T + 3.4 * ((-0.75 - s) / 0.25) : -T;
    const sheer = 6 + (s > 0.3 ? 2.4 * ((s - 0.3) / 0.7) ** 2 : 0);
    const half = 7 * full;
    const side = [
      [0.04 * half, keel],
      [0.7 * half, keel + 0.6],
      [0.95 * half, keel + 2.2],
      [0.985 * half, 0],
      [half, sheer],
    ];
    const rake = (z) => (s > 0.9 ? 2 * ((z + 4) / 11) * ((s - 0.9) / 0.1) : 0);
    stations.push([
      ...side.map(([y, z]) => [x + rake(z), y, z]),
      ...[...side].reverse().map(([y, z]) => [x + rake(z), -y, z]),
    ]);
  }
  mesh.loft(stations);
  mesh.write('ship-hull');
  const part = (name, draw) => {
    const one = new Mesh();
    draw(one);
    one.write(`ship-${name}`);
  };
  part('house', (m) => m.block([8, 5.6, 6, 9], [24, 5, 6, 9]));
  part('bridge', (m) => m.block([11, 5, 9, 11.6], [21, 4.4, 9, 11.4]));
  part('mast', (m) => m.bar([14, 0, 11.5], [13.5, 0, 19], 0.4, 0.12, 8));
  part('casing', (m) => m.block([-14, 2.6, 6, 8.6], [4, 2.6, 6, 8.6]));
  part('funnel', (m) => m.block([-10, 1.6, 8.6, 12], [-5, 1.4, 8.6, 12]));
}

/** Two arms on one shaft, a sheave at the head of each, a beam between them. Origin on the shaft, z up the arms. */
function arms() {
  const mesh = new Mesh();
  for (const x of [-1.9, 1.9]) {
    mesh.bar([x, 0, 0], [x, -0.35, 2.2], 0.16, 0.14);
    mesh.bar([x, -0.35, 2.2], [x, 0, 4.5], 0.14, 0.1);
    mesh.bar([x - 0.08, 0, 4.5], [x + 0.08, 0, 4.5], 0.2, 0.2, 16);
  }
  mesh.bar([-2.1, 0, 0], [2.1, 0, 0], 0.12);
  mesh.bar([-1.9, -0.35, 2.2], [1.9, -0.35, 2.2], 0.1);
  mesh.write('davit-arms');
  const frame = new Mesh(); // on deck: pedestals, winch house, chocks
  for (const x of [-2.2, 2.2]) frame.block([x - 0.2, 0.3, 6, 6.5], [x + 0.2, 0.3, 6, 6.5], 5.7);
  for (const x of [-1.9, 1.9]) frame.bar([x - 0.3, 5.2, 6.5], [x + 0.3, 5.2, 6.5], 0.25, 0.25, 14); // drums
  frame.write('davit-frame');
}

/** What an enclosed boat has above its gunwale. Origin on the keel at the transom. */
function boat() {
  const mesh = new Mesh();
  const ring = (x, w, z0, z1) => [
    [x, -w, z0],
    [x, w, z0],
    [x, 0.75 * w, z1],
    [x, -0.75 * w, z1],
  ];
  mesh.loft([ring(0.3, 0.85, 1.0, 1.6), ring(1.2, 1, 1.0, 2.0), ring(3.6, 1, 1.0, 2.0), ring(5.1, 0.4, 1.05, 1.5)]);
  mesh.write('boat-canopy');
  const hooks = new Mesh();
  for (const x of [0.7, 4.5]) hooks.bar([x, 0, 1.2], [x, 0, 2.1], 0.07);
  hooks.bar([-0.1, -1.05, 1.0], [-0.1, 1.05, 1.0], 0.06);
  for (const side of [-1, 1]) hooks.bar([0, 1.08 * side, 0.95], [4.6, 0.9 * side, 1.0], 0.07); // rubbing strake
  hooks.write('boat-fittings');
}

function block() {
  const mesh = new Mesh();
  mesh.block([-0.09, 0.05, -0.2, 0.2], [0.09, 0.05, -0.2, 0.2]);
  mesh.bar([0, 0, -0.2], [0, 0, -0.36], 0.04);
  mesh.write('block');
}

/**
 * Transfer functions of a slender box L, B, T: waves averaged over length and beam, faded by draught; roll as an oscillator of
 * 10 s and a tenth of critical damping. Phases are lags behind the crest amidships.
 */
function rao() {
  const g = 9.81;
  const mean = (x) => (Math.abs(x) < 1e-9 ? 1 : Math.sin(x) / x);
  const rows = ['frequency [rad/s],heading [deg],' + ['surge', 'sway', 'heave', 'roll', 'pitch', 'yaw'].map((m, i) => `${m} amplitude [${i < 3 ? 'm/m' : 'deg/m'}],${m} phase [deg]`).join(',')];
  for (let heading = 0; heading < 360; heading += 30) {
    for (let n = 0; n < 15; n++) {
      const w = 0.2 + 0.1 * n;
      const k = (w * w) / g;
      const mu = (heading * Math.PI) / 180;
      const [c, s] = [Math.cos(mu), Math.sin(mu)];
      const along = mean(0.5 * k * L * c) * mean(0.5 * k * B * s);
      const deep = Math.exp(-k * T);
      const r = w / ((2 * Math.PI) / 10);
      const lag = Math.atan2(2 * 0.1 * r, 1 - r * r);
      const roll = Math.min(6, 1 / Math.hypot(1 - r * r, 0.2 * r));
      const deg = 180 / Math.PI;
      // sign of cos and sin of the heading goes into the phase
      const one = (amplitude, phase) => (amplitude < 0 ? [-amplitude, phase + 180] : [amplitude, phase]);
      const six = [
        one(c * deep * along, 90),
        one(s * deep * along, 90),
        one(deep * along, 0),
        one(k * s * deep * along * roll * deg, 90 + lag * deg),
        one(k * c * deep * along * deg, -90),
        one(0.2 * k * s * c * deep * along * deg, 0),
      ];
      rows.push([w.toFixed(2), heading, ...six.flat().map((x) => Number(x.toFixed(4)))].join(','));
    }
  }
  fs.writeFileSync(path.join(import.meta.dirname, 'ship-rao.csv'), `${rows.join('\n')}\n`);
}

ship();
arms();
boat();
block();
rao();
