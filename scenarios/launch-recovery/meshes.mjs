// Draws what is seen of the launch and recovery: frigate, boat, crane. `node scenarios/launch-recovery/meshes.mjs` writes the
// .obj files beside it. Nothing here touches anything: what touches is given by few numbers in scenario.yaml.
import { drawingFor } from '../drawing.mjs';

const Mesh = drawingFor(import.meta.dirname);

/** Hull of a frigate, 142 m by 19 m: x forward from amidships, z from the waterline. Half a section from keel to deck. */
function hull() {
  const mesh = new Mesh();
  const stations = [];
  for (let i = 0; i <= 24; i++) {
    const x = -71 + (142 * i) / 24;
    const s = x / 71; // -1 stern ... 1 stem
    const full = s > 0.1 ? Math.max(0.02, 1 - ((s - 0.1) / 0.93) ** 2.2) : 1 - 0.12 * ((0.1 - s) / 1.1) ** 2;
    const keel = s > 0.8 ? -6.15 + 4 * ((s - 0.8) / 0.2) ** 2 : s < -0.7 ? -6.15 + 5 * ((-0.7 - s) / 0.3) : -6.15;
    const sheer = 5 + (s > 0.2 ? 3.2 * ((s - 0.2) / 0.8) ** 2 : 0);
    const half = 9.5 * full;
    const flare = s > 0.3 ? 1 - 0.5 * (s - 0.3) : 1;
    const side = [
      [0.04 * half, keel],
      [0.6 * half * flare, keel + 0.9],
      [0.9 * half * flare, keel + 2.8],
      [0.985 * half * (0.4 + 0.6 * flare), 0],
      [half, sheer],
    ];
    stations.push([
      ...side.map(([y, z]) => [x + (s > 0.9 ? 2.5 * ((z + 6) / 14) * ((s - 0.9) / 0.1) : 0), y, z]),
      ...[...side].reverse().map(([y, z]) => [x + (s > 0.9 ? 2.5 * ((z + 6) / 14) * ((s - 0.9) / 0.1) : 0), -y, z]),
    ]);
  }
  mesh.loft(stations);
  return mesh;
}

/** Heights [m] between which the hull is painted: bottom, boot-topping, sides. */
const PAINT = { bottom: [-9, -0.25], boot: [-0.25, 0.55], sides: [0.55, 20] };

/** Half a section of the hull from the keel to the deck, as `hull` has it. */
function section(i) {
  const x = -71 + (142 * i) / 24;
  const s = x / 71;
  const full = s > 0.1 ? Math.max(0.02, 1 - ((s - 0.1) / 0.93) ** 2.2) : 1 - 0.12 * ((0.1 - s) / 1.1) ** 2;
  const keel = s > 0.8 ? -6.15 + 4 * ((s - 0.8) / 0.2) ** 2 : s < -0.7 ? -6.15 + 5 * ((-0.7 - s) / 0.3) : -6.15;
  const sheer = 5 + (s > 0.2 ? 3.2 * ((s - 0.2) / 0.8) ** 2 : 0);
  const half = 9.5 * full;
  const flare = s > 0.3 ? 1 - 0.5 * (s - 0.3) : 1;
  const rake = (z) => x + (s > 0.9 ? 2.5 * ((z + 6) / 14) * ((s - 0.9) / 0.1) : 0);
  const side = [
    [0.04 * half, keel],
    [0.6 * half * flare, keel + 0.9],
    [0.9 * half * flare, keel + 2.8],
    [0.985 * half * (0.4 + 0.6 * flare), 0],
    [half, sheer],
  ];
  return { side, rake, sheer, half };
}

/** The part of a section between two heights, as three points. */
function strip({ side, rake }, low, high) {
  const [least, most] = [side[0][1], side[side.length - 1][1]];
  const at = (z) => {
    const k = Math.max(1, side.findIndex(([, upper]) => upper >= z));
    const [[ya, za], [yb, zb]] = [side[k - 1], side[k]];
    return [rake(z), zb > za ? ya + ((yb - ya) * (z - za)) / (zb - za) : ya, z];
  };
  const [a, b] = [Math.min(most, Math.max(least, low)), Math.min(most, Math.max(least, high))];
  return [at(a), at((a + b) / 2), at(b)];
}

/** A thin skin a hair outside the hull, closed at its back, so that colours meet at sharp lines. */
function paint(name, [low, high]) {
  const mesh = new Mesh();
  for (const port of [1, -1]) {
    const rings = [];
    for (let i = 0; i <= 24; i++) {
      const outside = strip(section(i), low, high);
      const ring = [...outside, ...[...outside].reverse().map(([x, y, z]) => [x, y - 0.15, z])];
      rings.push((port > 0 ? ring : [...ring].reverse()).map(([x, y, z]) => [x, port * y, z]));
    }
    mesh.loft(rings);
  }
  // the transom between them
  const [[x, y, a], , [x1, y1, b]] = strip(section(0), low, high);
  mesh.loft([
    [[x, -y, a], [x, y, a], [x1, y1, b], [x1, -y1, b]],
    [[x + 0.1, -y, a], [x + 0.1, y, a], [x1 + 0.1, y1, b], [x1 + 0.1, -y1, b]],
  ]);
  mesh.write(`frigate-${name}`);
}

/** The weather deck, a hand thick under its surface. */
function deck() {
  const mesh = new Mesh();
  const rings = [];
  for (let i = 0; i <= 24; i++) {
    const { rake, sheer, half } = section(i);
    const [x, y] = [rake(sheer), half - 0.02];
    rings.push([[x, -y, sheer - 0.1], [x, y, sheer - 0.1], [x, y, sheer], [x, -y, sheer]]);
  }
  mesh.loft(rings);
  mesh.write('frigate-deck');
}

/** Windows of the bridge, doors and the hangar's door. */
function openings() {
  const mesh = new Mesh();
  for (let i = 0; i < 6; i++) mesh.block([31.2, 0.55, 9.45, 10.25], [32.3, 0.5, 9.45, 10.1], -3.4 + 1.36 * i); // ahead
  for (const side of [1, -1]) {
    for (let i = 0; i < 5; i++) mesh.block([18 + 2.5 * i, 0.06, 9.45, 10.25], [19.7 + 2.5 * i, 0.06, 9.45, 10.25], side * (6.45 - 0.24 * i));
    for (const x of [11, 15, 25]) mesh.block([x, 0.05, 5.1, 7.1], [x + 0.9, 0.05, 5.1, 7.1], side * (7.68 - 0.046 * (x - 8)));
    mesh.block([-12, 0.05, 5.1, 7.1], [-11.1, 0.05, 5.1, 7.1], side * 2.62);
    mesh.block([2, 0.05, 5.1, 7.1], [2.9, 0.05, 5.1, 7.1], side * 2.62);
  }
  mesh.block([-45.08, 5.6, 5.1, 9.2], [-44.98, 5.6, 5.1, 9.2]);
  mesh.block([-9.02, 1.6, 11.7, 12.55], [-1.98, 1.35, 11.7, 12.55]); // soot of the funnel
  mesh.write('frigate-openings');
}

/** Guard rails, rafts in their cradles, radomes, yards, the whip aerials: what makes a ship of blocks. */
function fittings() {
  const mesh = new Mesh();
  for (const side of [1, -1]) {
    let last;
    for (let i = 0; i <= 24; i++) {
      const { rake, sheer, half } = section(i);
      const here = [rake(sheer), side * (half - 0.25), sheer];
      const open = side > 0 && here[0] > -14 && here[0] < 12; // where the boat goes over the side
      if (!open) mesh.bar(here, [here[0], here[1], sheer + 1.05], 0.035, 0.03, 4);
      if (last && !open) {
        for (const z of [0.55, 1.05]) mesh.bar([last[0], last[1], last[2] + z], [here[0], here[1], here[2] + z], 0.02, 0.02, 4);
      }
      last = open ? undefined : here;
    }
    for (const x of [-19.5, 9.5, 11.2]) mesh.bar([x, side * 8.6, 5.75], [x + 1.3, side * 8.6, 5.75], 0.34, 0.34, 10); // life rafts
    mesh.bar([-16, side * 5, 5], [-16, side * 5, 14], 0.06, 0.02, 5);
  }
  mesh.bar([24, 0, 11], [24, 0, 12], 1.1, 1.1, 12);
  mesh.bar([24, 0, 12], [24, 0, 13], 1.1, 0.35, 12);
  mesh.bar([-33, 0, 10], [-33, 0, 11.2], 0.9, 0.9, 12);
  mesh.bar([-33, 0, 11.2], [-33, 0, 12.1], 0.9, 0.3, 12);
  for (const [z, w] of [[15, 3.4], [19, 2.6], [22, 1.6]]) mesh.bar([19.6, -w, z], [19.6, w, z], 0.09, 0.09, 6);
  mesh.block([36, 2.6, 6.1, 6.6], [41, 2.4, 6.3, 6.8]); // launchers under their hatches
  mesh.write('frigate-fittings');
}

/** Deckhouse, bridge, hangar, casing, funnel, mast and gun: one mesh each, so that each has its own outline. */
function upperworks() {
  const part = (name, ...pieces) => {
    const mesh = new Mesh();
    for (const draw of pieces) draw(mesh);
    mesh.write(`frigate-${name}`);
  };
  part('deckhouse', (m) => m.block([8, 7.6, 5, 8.2], [34, 6.4, 5.1, 8.2]));
  part('bridge', (m) => m.block([16, 6.6, 8.2, 11], [32, 5, 8.2, 10.6]));
  part('hangar', (m) => m.block([-45, 7.8, 5, 10], [-22, 7.8, 5, 10]));
  part('casing', (m) => m.block([-14, 2.6, 5, 9], [8, 2.6, 5, 9])); // inboard of the boat deck
  part('funnel', (m) => m.block([-9, 2, 9, 12.5], [-2, 1.7, 9, 12.5]));
  part(
    'mast',
    (m) => m.bar([20, 0, 11], [19, 0, 24], 0.9, 0.25, 8),
    (m) => m.block([19.4, 1.6, 17, 17.8], [20.2, 1.6, 17, 17.8]),
  );
  part(
    'gun',
    (m) => m.block([44, 1.4, 6.2, 8.2], [47, 1.1, 6.2, 7.6]),
    (m) => m.bar([47, 0, 7.2], [52, 0, 7.6], 0.15),
  );
}

/** Blocks a boat stands in: pads of rubber on two frames, drawn over the cradle that touches. */
function cradleFrame() {
  const mesh = new Mesh();
  for (const x of [-1.1, 0.9]) {
    for (const side of [-1, 1]) {
      mesh.bar([x, 6.5 + 0.75 * side, 5], [x, 6.5 + 0.75 * side, 5.85], 0.07);
      mesh.bar([x, 6.5 + 0.75 * side, 5.05], [x, 6.5 - 0.2 * side, 5.55], 0.05);
    }
  }
  return mesh;
}

/** What a rescue boat has above its deck: tubes, console, engine. Origin on the keel at the transom. */
function boat() {
  const mesh = new Mesh();
  const tube = 0.24;
  for (const side of [-1, 1]) {
    const y = 0.86 * side;
    mesh.bar([-0.1, y, 0.86], [3.6, y, 0.86], tube);
    mesh.bar([3.6, y, 0.86], [4.9, 0.5 * y, 0.95], tube, 0.21);
    mesh.bar([4.9, 0.5 * y, 0.95], [5.5, 0.05 * side, 1.05], 0.21, 0.16);
  }
  mesh.block([1.2, 0.35, 0.75, 1.55], [1.9, 0.3, 0.75, 1.45]); // console
  mesh.block([0.5, 0.3, 0.75, 1.15], [1.0, 0.3, 0.75, 1.15]); // seat
  mesh.bar([0.3, -0.75, 1], [0.3, -0.6, 2.1], 0.03, 0.03, 6); // the arch aft, with its light
  mesh.bar([0.3, 0.75, 1], [0.3, 0.6, 2.1], 0.03, 0.03, 6);
  mesh.bar([0.3, -0.6, 2.1], [0.3, 0.6, 2.1], 0.03, 0.03, 6);
  mesh.block([-0.45, 0.2, 0.95, 1.4], [-0.02, 0.24, 0.9, 1.35]); // engine, tilted up over the ring of the stern line
  return mesh;
}

function craneParts() {
  const king = new Mesh();
  king.bar([0, 0, 0], [0, 0, 2.3], 0.45, 0.4, 14);
  king.block([-0.45, 0.35, 2.2, 2.9], [0.35, 0.3, 2.2, 2.75]);
  king.write('crane-king');
  const boom = new Mesh();
  boom.block([-0.3, 0.26, -0.3, 0.3], [6.15, 0.2, -0.22, 0.22]);
  boom.bar([0.9, 0, -0.55], [3.4, 0, -0.3], 0.1); // luffing cylinder
  boom.write('crane-boom');
  const jib = new Mesh();
  jib.block([-0.2, 0.2, -0.24, 0.24], [3.4, 0.17, -0.18, 0.18]);
  jib.bar([0.5, 0, 0.42], [2.4, 0, 0.26], 0.08);
  jib.write('crane-jib');
  const extension = new Mesh();
  extension.block([1.2, 0.13, -0.14, 0.14], [5.0, 0.11, -0.12, 0.12]);
  extension.bar([4.95, -0.1, -0.05], [4.95, 0.1, -0.05], 0.2, 0.2, 16); // sheave
  extension.write('crane-extension');
}

function hook() {
  const mesh = new Mesh();
  mesh.bar([0, 0, 0.05], [0, 0, -0.15], 0.07);
  mesh.bar([0, 0, -0.15], [0.09, 0, -0.27], 0.04);
  mesh.bar([0.09, 0, -0.27], [0, 0, -0.36], 0.04);
  mesh.bar([0, 0, -0.36], [-0.09, 0, -0.28], 0.04, 0.02);
  return mesh;
}

hull().write('frigate-hull');
for (const [name, heights] of Object.entries(PAINT)) paint(name, heights);
deck();
openings();
fittings();
upperworks();
cradleFrame().write('cradle-frame');
boat().write('boat');
craneParts();
hook().write('hook');
