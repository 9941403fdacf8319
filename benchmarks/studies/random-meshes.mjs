/** Closed meshes made by chance, the same for the same number, and a scenario that drops one. For meshes.mjs and its test. */

/** Numbers from 0 to 1 (mulberry32). */
function chance(seed) {
  let a = (seed * 0x9e3779b1) >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const FAMILIES = ['tetrahedron', 'block', 'lump', 'ring'];

function tetrahedron(random) {
  const corners = [
    [1, 1, 1],
    [-1, -1, 1],
    [-1, 1, -1],
    [1, -1, -1],
  ].map((p) => p.map((x) => x * (0.5 + random())));
  const faces = [
    [0, 1, 3],
    [0, 2, 1],
    [0, 3, 2],
    [1, 2, 3],
  ];
  return { corners, faces };
}

function block(random) {
  const half = [1, 0.2 + 0.8 * random(), 0.1 + 0.9 * random()];
  const corners = [...Array(8).keys()].map((i) =>
    [i & 1, (i >> 1) & 1, (i >> 2) & 1].map((b, k) => (2 * b - 1) * half[k]),
  );
  const squares = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return {
    corners,
    faces: squares.flatMap(([a, b, c, d]) => [
      [a, b, c],
      [a, c, d],
    ]),
  };
}

function lump(random) {
  const t = (1 + Math.sqrt(5)) / 2;
  const corners = [
    [-1, t, 0],
    [1, t, 0],
    [-1, -t, 0],
    [1, -t, 0],
    [0, -1, t],
    [0, 1, t],
    [0, -1, -t],
    [0, 1, -t],
    [t, 0, -1],
    [t, 0, 1],
    [-t, 0, -1],
    [-t, 0, 1],
  ];
  let faces = [
    [0, 11, 5],
    [0, 5, 1],
    [0, 1, 7],
    [0, 7, 10],
    [0, 10, 11],
    [1, 5, 9],
    [5, 11, 4],
    [11, 10, 2],
    [10, 7, 6],
    [7, 1, 8],
    [3, 9, 4],
    [3, 4, 2],
    [3, 2, 6],
    [3, 6, 8],
    [3, 8, 9],
    [4, 9, 5],
    [2, 4, 11],
    [6, 2, 10],
    [8, 6, 7],
    [9, 8, 1],
  ];
  const middles = new Map();
  const middle = (a, b) => {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    if (!middles.has(key)) {
      middles.set(key, corners.length);
      corners.push(corners[a].map((x, k) => (x + corners[b][k]) / 2));
    }
    return middles.get(key);
  };
  faces = faces.flatMap(([a, b, c]) => {
    const [d, e, f] = [middle(a, b), middle(b, c), middle(c, a)];
    return [
      [a, d, f],
      [b, e, d],
      [c, f, e],
      [d, e, f],
    ];
  });
  return {
    corners: corners.map((p) => {
      const r = (0.7 + 0.3 * random()) / Math.hypot(...p);
      return p.map((x) => x * r);
    }),
    faces,
  };
}

function ring(random) {
  const sides = 6 + Math.floor(6 * random());
  const [inner, high] = [0.3 + 0.4 * random(), 0.1 + 0.4 * random()];
  const corners = [];
  for (let i = 0; i < sides; i++) {
    const [c, s] = [Math.cos((2 * Math.PI * i) / sides), Math.sin((2 * Math.PI * i) / sides)];
    for (const [r, z] of [
      [inner, -high],
      [1, -high],
      [1, high],
      [inner, high],
    ])
      corners.push([r * c, r * s, z]);
  }
  const faces = [];
  for (let i = 0; i < sides; i++) {
    const [a, b] = [4 * i, 4 * ((i + 1) % sides)];
    for (let k = 0; k < 4; k++) {
      const l = (k + 1) % 4;
      faces.push([a + k, b + k, b + l], [a + k, b + l, a + l]);
    }
  }
  return { corners, faces };
}

const MAKERS = { tetrahedron, block, lump, ring };

/** Faces as they must look outwards: the volume they enclose is more than nothing. */
function outwards({ corners, faces }) {
  let volume = 0;
  for (const [a, b, c] of faces) {
    const [p, q, r] = [corners[a], corners[b], corners[c]];
    volume +=
      p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0]) + p[2] * (q[0] * r[1] - q[1] * r[0]);
  }
  return { corners, faces: volume < 0 ? faces.map(([a, b, c]) => [a, c, b]) : faces, volume: Math.abs(volume) / 6 };
}

/** Mesh k as an OBJ file, a scenario that drops it, and the energy it falls with [J]. */
export function dropped(k) {
  const random = chance(k);
  const family = FAMILIES[k % FAMILIES.length];
  const size = 0.025 * 40 ** random();
  const made = outwards(MAKERS[family](random));
  const density = 300 + 7700 * random();
  const corners = made.corners.map((p) => p.map((x) => x * size));
  const lines = [
    ...corners.map((p) => `v ${p.join(' ')}`),
    ...made.faces.map((f) => `f ${f.map((i) => i + 1).join(' ')}`),
  ];
  const axis = [random() - 0.5, random() - 0.5, random() - 0.5];
  const reach = Math.max(...corners.map((p) => Math.hypot(...p)));
  const height = 2 * size * random();
  const spin = [0, 1, 2].map(() => 6 * (random() - 0.5));
  const scenario = {
    hawser: 1,
    bodies: {
      floor: { fixed: true, shapes: [{ 'half-space': true }] },
      thing: {
        density,
        position: [0, 0, reach + height],
        rotation: { axis, angle: 3 * random() },
        'angular velocity': spin,
        shapes: [{ mesh: 'mesh.obj' }],
      },
    },
    run: { duration: Math.sqrt((2 * (height + reach)) / 9.81) + 1 },
    output: { rate: 20, 'animation rate': 5 },
  };
  return {
    mesh: `${lines.join('\n')}\n`,
    scenario,
    family,
    fall: density * made.volume * size ** 3 * 9.81 * (height + 0.5 * size),
  };
}
