// Draws A-frame and vehicle of this folder; the ship is that of davit-launch. `node scenarios/rov-launch/meshes.mjs`
import { drawingFor } from '../drawing.mjs';

const Mesh = drawingFor(import.meta.dirname);

/** A portal on two feet, a sheave under its beam. Origin between the feet, z up the legs. */
function frame() {
  const mesh = new Mesh();
  for (const y of [-3, 3]) mesh.bar([0, y, 0], [0, 0.55 * y, 7.1], 0.26, 0.2);
  mesh.bar([0, -1.9, 7.1], [0, 1.9, 7.1], 0.24);
  for (const y of [-2.7, 2.7]) mesh.bar([0.9, y, 0.3], [0.1, 0.83 * y, 3.4], 0.12); // cylinders
  mesh.bar([0, -0.1, 6.75], [0, 0.1, 6.75], 0.4, 0.4, 20);
  mesh.write('a-frame');
  const deck = new Mesh(); // pedestals and the winch
  for (const y of [-3, 3]) deck.block([-38.5, 0.4, 6, 6.25], [-37.2, 0.4, 6, 6.25], y);
  deck.block([-27, 1.3, 6, 6.4], [-24.6, 1.3, 6, 6.4]);
  deck.bar([-25.8, -0.9, 7], [-25.8, 0.9, 7], 0.6, 0.6, 20);
  for (const y of [-1.1, 1.1]) deck.bar([-25.8, y - 0.06, 7], [-25.8, y + 0.06, 7], 0.95, 0.95, 24);
  deck.write('winch');
}

/** Foam on a frame, thrusters, manipulators and lights. Origin under the middle of the skids. */
function vehicle() {
  const foam = new Mesh();
  foam.block([-1.3, 0.8, 1.05, 1.6], [1.3, 0.8, 1.05, 1.6]);
  foam.write('rov-foam');
  const mesh = new Mesh();
  for (const y of [-0.7, 0.7]) {
    mesh.bar([-1.25, y, 0.08], [1.25, y, 0.08], 0.08); // skids
    for (const x of [-1.15, 0, 1.15]) mesh.bar([x, y, 0.08], [x, y, 1.06], 0.05);
    mesh.bar([-0.9, 0.75 * y, 0.7], [-0.35, 0.95 * y, 0.7], 0.22, 0.22, 14); // thrusters
    mesh.bar([0.6, y, 0.55], [1.55, 0.9 * y, 0.3], 0.07, 0.05); // manipulators
    mesh.bar([1.15, 0.7 * y, 0.95], [1.3, 0.7 * y, 0.95], 0.1, 0.12);
  }
  mesh.block([-0.6, 0.4, 0.25, 0.8], [0.5, 0.4, 0.25, 0.8]);
  mesh.bar([0, 0, 1.6], [0, 0, 1.85], 0.12, 0.08); // bullet
  mesh.write('rov-frame');
}

frame();
vehicle();
