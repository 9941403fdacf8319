// Meshes for pictures: closed skins, blocks and bars, written as .obj. What touches is given by numbers in the scenarios.
import fs from 'node:fs';
import path from 'node:path';

export class Mesh {
  static folder = '.';
  points = [];
  faces = [];

  point(x, y, z) {
    this.points.push([x, y, z]);
    return this.points.length;
  }

  /** corners anticlockwise seen from outside */
  face(...corners) {
    for (let i = 1; i + 1 < corners.length; i++) this.faces.push([corners[0], corners[i], corners[i + 1]]);
  }

  /** Closed skin through rings of equal length, ends capped. */
  loft(rings) {
    const at = rings.map((ring) => ring.map((p) => this.point(...p)));
    const n = at[0].length;
    for (let i = 0; i + 1 < at.length; i++) {
      for (let j = 0; j < n; j++) {
        const k = (j + 1) % n;
        this.face(at[i][j], at[i][k], at[i + 1][k], at[i + 1][j]);
      }
    }
    this.face(...[...at[0]].reverse());
    this.face(...at[at.length - 1]);
  }

  /** A block along x that may taper: [x, half width, z low, z high] for its two ends. */
  block(a, b, y = 0) {
    const ring = ([x, w, low, high]) => [
      [x, y - w, low],
      [x, y + w, low],
      [x, y + w, high],
      [x, y - w, high],
    ];
    this.loft([ring(a), ring(b)]);
  }

  /** A round bar from one point to another, with a radius at each end. */
  bar(a, b, ra, rb = ra, sides = 10) {
    const d = b.map((x, i) => x - a[i]);
    const size = Math.hypot(...d);
    const t = d.map((x) => x / size);
    const e = Math.abs(t[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
    const u = unit(cross(e, t));
    const v = cross(t, u);
    const ring = (c, r) =>
      Array.from({ length: sides }, (_, k) => {
        const [s, co] = [Math.sin((2 * Math.PI * k) / sides), Math.cos((2 * Math.PI * k) / sides)];
        return c.map((x, i) => x + r * (co * u[i] + s * v[i]));
      });
    this.loft([ring(a, ra), ring(b, rb)]);
  }

  /** For people who want to know where it is from: a first line names the generator. */
  write(name) {
    const digits = (x) => String(Number(x.toFixed(4)));
    const lines = [
      `# ${name}: made by meshes.mjs`,
      ...this.points.map((p) => `v ${p.map(digits).join(' ')}`),
      ...this.faces.map((f) => `f ${f.join(' ')}`),
    ];
    fs.writeFileSync(path.join(this.constructor.folder, `${name}.obj`), `${lines.join('\n')}\n`);
  }
}

const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a) => a.map((x) => x / Math.hypot(...a));

/** The same, writing into a folder. */
export function drawingFor(folder) {
  return class extends Mesh {
    static folder = folder;
  };
}
