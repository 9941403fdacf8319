/**
 * Two solids that meet over the surface where their pressures are equal (Elandt 2022, ch. 4-5): one with a field, the other with one too,
 * or rigid. Each connected part of the surface is a patch. Its points carry f dS [m^3], f = p/k the pressure as a depth, as those of contact
 * by volume carry a volume, so what follows is the same for both. Force and moment of a patch at rest are exact for the polygons, and so is its
 * stiffness
 *   K = integral (grad p_A; x x grad p_A) (grad p_B; x x grad p_B)^T / |grad p_B - grad p_A| dS
 * (from f_B = integral of grad p over the displaced volume): what the points' own slopes leave out of it stands beside them.
 */
import { type ExtentField, fieldOf, type FieldSpec, type PreparedMesh, solidOf } from '../../geometry/index.ts';
import type { CollisionShape } from '../built-shape.ts';
import { PairPose } from '../pair-pose.ts';
import { PATCH_STORED, PATCH_STRIDE, type PatchList } from '../volume/patch-list.ts';
import type { SolidPair } from '../volume/solid-pair.ts';
import { fluxThrough, type SeenPolygon } from './energy.ts';
import { halfLayer, SLAB, SLAB_REST, SLAB_SLOPE } from './half-layer.ts';
import { clearance, meetBelow, meetFields, meetHalfSpace, meetTriangles, MovedCells, type OtherPose } from './find.ts';
import { AREA, CENTROID, GRADIENT, NORMAL, OTHER, POLYGON, PressureSurface, RIGID } from './surface.ts';

/** What a pair is told of one of its shapes: its field, and f where e is 1 [m]; undefined: it is rigid. */
export interface PressureSide {
  readonly field: FieldSpec;
  readonly scale: number;
}

/** Of both shapes of a pair. */
export interface PressureSides {
  readonly a: PressureSide | undefined;
  readonly b: PressureSide | undefined;
  /** the rigid one is thinner than others give way: of its faces only those that look into a field count */
  readonly thin?: boolean;
}

/** About so many points stand for a patch of few large polygons: damping and friction vary over it. Small polygons have one each. */
const POINTS = 96;
/** Equal parts of a patch that does not change its form have equal numbers of points, whatever rounding says. */
const ALIKE = 1e-6;
/**
 * Where both fields have the same gradient and the same values, as in the sides of equal cubes that are flush, there is no surface (Elandt 2022,
 * app. C.2). The other's field is taken larger by this part: the surface then lies where its cells end, and push and energy are those of the limit.
 */
const TIE = 1.5e-11;
/**
 * Rounding of a depth, in parts of the smaller radius. Where a plane lies in a face to the last bit it cuts whichever cells rounding says, those of
 * the sides too, which give way to a push.
 */
const TOUCH = 1e-13;
/** Rounding of an energy, in parts of all that a solid can hold. */
const NOTHING = 1e-12;

export class PressurePair implements SolidPair {
  readonly bodyA: number;
  readonly bodyB: number;
  readonly radiusA: number;
  readonly radiusB: number;
  readonly thins: boolean = false;
  /** the surface last found, in the frame of the field: for pictures */
  readonly surface: PressureSurface = new PressureSurface();
  /** 0: the field of A is the first; 1: that of B */
  readonly side: number;
  readonly frames: PairPose;
  private readonly field: ExtentField | undefined;
  private readonly other: ExtentField | undefined;
  private readonly otherMesh: PreparedMesh | undefined;
  private readonly flat: boolean;
  private readonly pose: OtherPose = { rot: new Float64Array(9), shift: new Float64Array(3) };
  /** f over e [m] of the field and of the other */
  private readonly scale: Float64Array;
  private readonly moved = new MovedCells();
  /** of a half-space: outward normal and offset in the frame of the field; slabs of its f, if it has a layer */
  private readonly plane = new Float64Array(4);
  private readonly layer: Float64Array | undefined;
  private readonly thin: boolean;
  /** the part of the surface of each patch found last */
  private readonly shown: number[] = [];

  constructor(
    shapeA: CollisionShape,
    shapeB: CollisionShape,
    sideA: PressureSide | undefined,
    sideB: PressureSide | undefined,
    thin = false,
  ) {
    this.thin = thin;
    this.bodyA = shapeA.body;
    this.bodyB = shapeB.body;
    const shapes = [shapeA, shapeB];
    const sides = [sideA, sideB];
    const flat = shapes.map(({ shape }) => shape.kind === 'half-space');
    // the first has cells if one of them has; of two, the one with fewer: its cells are cut, the other's are moved
    const fields = sides.map((side, k) =>
      side && !flat[k] ? fieldOf(solidOf(shapes[k].shape), side.field) : undefined,
    );
    const [one, two] = fields;
    this.side = one === undefined ? (two === undefined ? (sideA === undefined ? 1 : 0) : 1) : 0;
    const o = 1 - this.side;
    this.field = fields[this.side];
    this.other = fields[o];
    this.flat = flat[o];
    this.otherMesh = flat[o] || fields[o] !== undefined ? undefined : solidOf(shapes[o].shape).mesh;
    const centre = shapes.map(({ shape }, k) => (flat[k] ? undefined : solidOf(shape).mesh.centre));
    this.frames = new PairPose(shapeA, shapeB, centre[0], centre[1]);
    const radius = shapes.map(({ shape }, k) =>
      flat[k] ? Number.POSITIVE_INFINITY : solidOf(shape).mesh.radius + this.frames.reach(k),
    );
    this.radiusA = radius[0];
    this.radiusB = radius[1];
    this.scale = Float64Array.of(sides[this.side]?.scale ?? 0, (sides[o]?.scale ?? 0) * (1 + TIE));
    const layered = flat[o] ? sides[o] : flat[this.side] ? sides[this.side] : undefined;
    this.layer = layered && halfLayer(layered.field, layered.scale);
  }

  slipMoved(): boolean {
    return false;
  }

  meet(out: PatchList, posW: Float64Array, rotWB: Float64Array): number {
    this.frames.place(posW, rotWB);
    const apart = this.find();
    this.shown.length = 0;
    if (this.surface.count === 0) return apart;
    this.surface.parts.number();
    stored.fill(0);
    const before = out.count;
    this.shown.length = 0;
    for (let part = 0; part < this.surface.parts.count; part++) {
      this.addPart(out, part);
      if (out.count - before > this.shown.length) this.shown.push(part);
    }
    if (out.count > before) this.addPassed(out);
    return 0;
  }

  facesOf(patch: number): Float64Array | undefined {
    const { surface, frames, side } = this;
    const part = this.shown[patch];
    if (part === undefined) return undefined;
    const { pos, rot, centre } = frames;
    const r = 9 * side;
    const { data: d } = surface.data;
    const { data: v } = surface.corners;
    const out: number[] = [];
    for (let i = 0; i < surface.count; i++) {
      if (surface.parts.part[i] !== part) continue;
      const first = surface.start.data[i];
      const last = surface.start.data[i + 1];
      out.push(last - first);
      for (let j = 3 * first; j < 3 * last; j += 3) {
        for (let k = 0; k < 3; k++) {
          let x = pos[3 * side + k];
          for (let c = 0; c < 3; c++) x += rot[r + 3 * k + c] * (v[j + c] + centre[3 * side + c]);
          out.push(x);
        }
        out.push(pressureAt(d, POLYGON * i, v, j));
      }
    }
    return Float64Array.from(out);
  }

  /**
   * Where the other has passed the sink of a field, what flows into that point is missing: the integral of e over the whole solid. No part
   * of the solid holds less than 0, nor more than that.
   */
  private addPassed(out: PatchList): void {
    for (let side = 0; side < 2; side++) {
      const field = side === 0 ? this.field : this.other;
      if (!field?.sink) continue;
      const whole = this.scale[side] * field.held;
      if (stored[side] < -NOTHING * whole) out.data[PATCH_STRIDE * (out.count - 1) + PATCH_STORED] += whole;
    }
  }

  /** The polygons of the surface at the poses of the frames; a distance they are apart by at least, or 0. */
  private find(): number {
    const { surface, field, other, otherMesh, pose, scale } = this;
    surface.clear();
    this.findPose();
    if (field === undefined) {
      if (otherMesh === undefined || this.layer === undefined) return 0;
      meetBelow(surface, otherMesh, pose, this.layer, this.thin);
      planeOf(this.plane, pose);
      return Math.max(0, clearance(otherMesh.tree.boxes, 0, this.plane));
    }
    if (other !== undefined) meetFields(surface, field, other, this.moved, pose, scale);
    else if (otherMesh !== undefined) meetTriangles(surface, field, otherMesh, pose, scale, this.thin);
    else if (this.flat) {
      const { rot: r, shift: t } = pose;
      const { plane } = this;
      // z of the half-space, in the frame of the field
      for (let k = 0; k < 3; k++) plane[k] = r[3 * k + 2];
      plane[3] = -(plane[0] * t[0] + plane[1] * t[1] + plane[2] * t[2]);
      const gap = clearance(field.tree.boxes, 0, plane);
      if (gap > 0) return gap;
      meetHalfSpace(surface, field, plane, this.layer, scale);
    }
    return 0;
  }

  /** From the frame of the other to that of the field. */
  private findPose(): void {
    const { pos, rot, centre: c } = this.frames;
    const { rot: r, shift: t } = this.pose;
    const f = this.side;
    const o = 1 - f;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        r[3 * i + j] =
          rot[9 * f + i] * rot[9 * o + j] +
          rot[9 * f + 3 + i] * rot[9 * o + 3 + j] +
          rot[9 * f + 6 + i] * rot[9 * o + 6 + j];
      }
      t[i] = -c[3 * f + i];
      for (let k = 0; k < 3; k++) t[i] += rot[9 * f + 3 * k + i] * (pos[3 * o + k] - pos[3 * f + k]);
    }
    for (let i = 0; i < 3; i++) {
      t[i] += r[3 * i] * c[3 * o] + r[3 * i + 1] * c[3 * o + 1] + r[3 * i + 2] * c[3 * o + 2];
    }
  }

  private addPart(out: PatchList, part: number): void {
    const { surface, frames, side } = this;
    const { data } = surface.data;
    const own = surface.parts.part;
    stiffness.fill(0);
    sizes.fill(0);
    for (let i = 0; i < surface.count; i++) if (own[i] === part) sizes[0] += data[POLYGON * i + AREA];
    out.beginColumns();
    for (let i = 0; i < surface.count; i++) {
      if (own[i] !== part) continue;
      const o = POLYGON * i;
      this.addStiffness(o, i);
      this.addPoints(out, o, i);
      sizes[1] += this.storedBy(o, i);
    }
    if (sizes[2] < TOUCH * Math.min(this.radiusA, this.radiusB)) sizes[2] = 0;
    const r = 9 * side;
    turnStiffness(turned, stiffness, frames.rot, r, side === 1);
    // the origin of the field's frame in the world
    const { pos, rot, centre } = frames;
    for (let k = 0; k < 3; k++) {
      origin[k] = pos[3 * side + k];
      for (let j = 0; j < 3; j++) origin[k] += rot[r + 3 * k + j] * centre[3 * side + j];
    }
    out.endField(origin, turned, sizes);
  }

  /** Points of a polygon, where the resultant of its pressure acts: one, or one for each part of the triangles about its centroid. */
  private addPoints(out: PatchList, o: number, i: number): void {
    const { surface, frames, side } = this;
    const { data: d } = surface.data;
    const { data: v } = surface.corners;
    const first = surface.start.data[i];
    const last = surface.start.data[i + 1];
    const nx = d[o];
    const ny = d[o + 1];
    const nz = d[o + 2];
    const gx = d[o + GRADIENT];
    const gy = d[o + GRADIENT + 1];
    const gz = d[o + GRADIENT + 2];
    const s = d[o + GRADIENT + 3];
    const cx = d[o + CENTROID];
    const cy = d[o + CENTROID + 1];
    const cz = d[o + CENTROID + 2];
    // how f falls at the point as the other goes away, with the field at rest: it goes straight to the new surface
    const down = -(gx * nx + gy * ny + gz * nz);
    if (d[o + RIGID] === 1) {
      for (let k = 0; k < 3; k++) slope[k] = down * d[o + k];
    } else {
      const size = differenceOf(d, o);
      for (let k = 0; k < 3; k++) slope[k] = (down * d[o + OTHER + k]) / size;
    }
    const sign = side === 0 ? 1 : -1;
    const { rot } = frames;
    const r = 9 * side;
    for (let k = 0; k < 3; k++) {
      const q = r + 3 * k;
      column[7 + k] = sign * (rot[q] * nx + rot[q + 1] * ny + rot[q + 2] * nz);
      grown[k] = sign * (rot[q] * slope[0] + rot[q + 1] * slope[1] + rot[q + 2] * slope[2]);
    }
    const single = POINTS * d[o + AREA] < sizes[0];
    let a = 3 * (last - 1);
    let whole = 0;
    let mx = 0;
    let my = 0;
    let mz = 0;
    for (let j = 3 * first; j < 3 * last; j += 3) {
      const ux = v[a] - cx;
      const uy = v[a + 1] - cy;
      const uz = v[a + 2] - cz;
      const wx = v[j] - cx;
      const wy = v[j + 1] - cy;
      const wz = v[j + 2] - cz;
      a = j;
      const twice = Math.abs(nx * (uy * wz - uz * wy) + ny * (uz * wx - ux * wz) + nz * (ux * wy - uy * wx));
      if (!(twice > 0)) continue;
      const steps = single ? 1 : Math.ceil(Math.sqrt((0.5 * POINTS * twice) / sizes[0]) - ALIKE);
      const part = 1 / steps;
      const small = 0.5 * twice * part * part;
      for (let p = 0; p < steps; p++) {
        for (let q = 0; q < 2 * (steps - p) - 1; q++) {
          // corners of a small triangle, in parts of u and w: one that stands, or one between two of those
          const up = q % 2 === 0;
          const m = q >> 1;
          const u0 = part * (up ? p : p + 1);
          const w0 = part * (up ? m : m + 1);
          const step = up ? part : -part;
          const x = cx + u0 * ux + w0 * wx;
          const y = cy + u0 * uy + w0 * wy;
          const z = cz + u0 * uz + w0 * wz;
          const f0 = Math.max(0, gx * x + gy * y + gz * z + s);
          const f1 = Math.max(0, f0 + step * (gx * ux + gy * uy + gz * uz));
          const f2 = Math.max(0, f0 + step * (gx * wx + gy * wy + gz * wz));
          const sum = f0 + f1 + f2;
          if (!(sum > 0)) continue;
          const atU = (step * (sum + f1)) / (4 * sum);
          const atW = (step * (sum + f2)) / (4 * sum);
          const px = x + atU * ux + atW * wx;
          const py = y + atU * uy + atW * wy;
          const pz = z + atU * uz + atW * wz;
          const held = (small * sum) / 3;
          const most = Math.max(f0, f1, f2);
          if (most > sizes[2]) sizes[2] = most;
          if (single) {
            whole += held;
            mx += held * px;
            my += held * py;
            mz += held * pz;
            continue;
          }
          for (let k = 0; k < 3; k++) {
            const t = r + 3 * k;
            column[k] = rot[t] * px + rot[t + 1] * py + rot[t + 2] * pz;
            column[4 + k] = small * grown[k];
          }
          column[3] = held;
          out.addColumn(column);
        }
      }
    }
    if (!(whole > 0)) return;
    for (let k = 0; k < 3; k++) {
      const t = r + 3 * k;
      column[k] = (rot[t] * mx + rot[t + 1] * my + rot[t + 2] * mz) / whole;
      column[4 + k] = d[o + AREA] * grown[k];
    }
    column[3] = whole;
    out.addColumn(column);
  }

  /** stiffness += -integral (gF; x x gF) (gO; x x gO)^T / |gO - gF| dS, about the origin of the field's frame */
  private addStiffness(o: number, i: number): void {
    const { surface } = this;
    const { data: d } = surface.data;
    momentsOf(surface, o, i);
    const rigid = d[o + RIGID] === 1;
    const by = rigid ? -1 : -1 / differenceOf(d, o);
    const area = moments[0];
    const g = o + GRADIENT;
    const h = rigid ? o + NORMAL : o + OTHER;
    crossed(gx, d, g, moments, 1);
    crossed(hx, d, h, moments, 1);
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        stiffness[6 * r + c] += by * area * d[g + r] * d[h + c];
        stiffness[6 * r + 3 + c] += by * d[g + r] * hx[c];
        stiffness[18 + 6 * r + c] += by * gx[r] * d[h + c];
      }
    }
    // (x x g)(x x h)^T = [g]x X [h]x^T, X = integral x x^T
    for (let c = 0; c < 3; c++) {
      const x = second(0, c);
      const y = second(1, c);
      const z = second(2, c);
      middle[c] = d[g + 1] * z - d[g + 2] * y;
      middle[3 + c] = d[g + 2] * x - d[g] * z;
      middle[6 + c] = d[g] * y - d[g + 1] * x;
    }
    for (let r = 0; r < 3; r++) {
      const x = middle[3 * r];
      const y = middle[3 * r + 1];
      const z = middle[3 * r + 2];
      stiffness[18 + 6 * r + 3] += by * (d[h + 1] * z - d[h + 2] * y);
      stiffness[18 + 6 * r + 4] += by * (d[h + 2] * x - d[h] * z);
      stiffness[18 + 6 * r + 5] += by * (d[h] * y - d[h + 1] * x);
    }
  }

  /** [m^4] what the volume on both sides of a polygon holds */
  private storedBy(o: number, i: number): number {
    const { surface, field, other, layer, scale } = this;
    const { data: d } = surface.data;
    const first = 3 * surface.start.data[i];
    const last = 3 * surface.start.data[i + 1];
    let sum = 0;
    seen.area = d[o + AREA];
    if (field === undefined) sum -= this.layerStored(o, i, UP, surface.cells.data[2 * i]);
    else if (this.thin) {
      const held = this.columnStored(o, i);
      stored[0] += held;
      sum += held;
    } else {
      for (let k = 0; k < 3; k++) {
        seen.normal[k] = d[o + k];
        seen.centroid[k] = d[o + CENTROID + k];
      }
      seen.corners = surface.corners.data;
      seen.first = first;
      seen.last = last;
      const held = -scale[0] * fluxThrough(field, surface.cells.data[2 * i], seen);
      stored[0] += held;
      sum += held;
    }
    if (other !== undefined) {
      this.lookFromOther(o, first, last);
      const held = scale[1] * fluxThrough(other, surface.cells.data[2 * i + 1], seen);
      stored[1] += held;
      sum += held;
    } else if (field !== undefined && layer !== undefined) {
      sum += this.layerStored(o, i, this.plane, surface.cells.data[2 * i + 1]);
    }
    return sum;
  }

  /** The polygon into the frame of the other. */
  private lookFromOther(o: number, first: number, last: number): void {
    const { rot: r, shift: t } = this.pose;
    const { data: d } = this.surface.data;
    const { data: v } = this.surface.corners;
    if (moved.length < last - first) moved = new Float64Array(2 * (last - first));
    for (let k = 0; k < 3; k++) {
      seen.normal[k] = r[k] * d[o] + r[3 + k] * d[o + 1] + r[6 + k] * d[o + 2];
      const c = o + CENTROID;
      seen.centroid[k] = r[k] * (d[c] - t[0]) + r[3 + k] * (d[c + 1] - t[1]) + r[6 + k] * (d[c + 2] - t[2]);
      for (let j = first; j < last; j += 3) {
        moved[j - first + k] = r[k] * (v[j] - t[0]) + r[3 + k] * (v[j + 1] - t[1]) + r[6 + k] * (v[j + 2] - t[2]);
      }
    }
    seen.corners = moved;
    seen.first = 0;
    seen.last = last - first;
  }

  /**
   * [m^4] flux of Q down through a polygon, against the normal of a plane: Q, the integral of f over the depth, has the divergence f. The layer is slab
   * s of a half-space.
   */
  private layerStored(o: number, i: number, plane: Float64Array, s: number): number {
    const { surface, layer } = this;
    if (layer === undefined) return 0;
    const { data: d } = surface.data;
    const slope = layer[SLAB * s + SLAB_SLOPE];
    const down = -(plane[0] * d[o] + plane[1] * d[o + 1] + plane[2] * d[o + 2]);
    return down * (this.squares(o, i) / (2 * slope) + layer[SLAB * s + SLAB_REST] * d[o + AREA]);
  }

  /** [m^4] what the columns over a near face hold, along the gradient of the cell: that of a linear field, exact for flat layers */
  private columnStored(o: number, i: number): number {
    const { data: d } = this.surface.data;
    const g = o + GRADIENT;
    const square = d[g] * d[g] + d[g + 1] * d[g + 1] + d[g + 2] * d[g + 2];
    return (-(d[g] * d[o] + d[g + 1] * d[o + 1] + d[g + 2] * d[o + 2]) * this.squares(o, i)) / (2 * square);
  }

  /** [m^4] integral of f^2 over a polygon */
  private squares(o: number, i: number): number {
    const { surface } = this;
    const { data: d } = surface.data;
    const { data: v } = surface.corners;
    const first = 3 * surface.start.data[i];
    const last = 3 * surface.start.data[i + 1];
    const middle = pressureAt(d, o, d, o + CENTROID);
    let sum = 0;
    let j = last - 3;
    let before = pressureAt(d, o, v, j);
    for (let k = first; k < last; k += 3) {
      const here = pressureAt(d, o, v, k);
      const all = before + here + middle;
      sum += triangleArea(d, o, v, j, k) * (all * all + before * before + here * here + middle * middle);
      before = here;
      j = k;
    }
    // mean of f^2 over a triangle: ((sum f)^2 + sum f^2)/12
    return sum / 12;
  }
}

/** [m] f of the polygon at d[o...], at the point p[i...] */
function pressureAt(d: Float64Array, o: number, p: Float64Array, i: number): number {
  const g = o + GRADIENT;
  return Math.max(0, d[g] * p[i] + d[g + 1] * p[i + 1] + d[g + 2] * p[i + 2] + d[g + 3]);
}

/** of the part at hand, in the frame of the field: K; area, stored, deepest */
const stiffness = new Float64Array(36);
const sizes = new Float64Array(3);
const turned = new Float64Array(36);
const origin = new Float64Array(3);
const column = new Float64Array(12);
const slope = new Float64Array(3);
const grown = new Float64Array(3);
const UP = Float64Array.of(0, 0, 1, 0);
const point = new Float64Array(6);
let moved = new Float64Array(3 * 24);
/** the polygon at hand, as one of the fields sees it */
const seen: SeenPolygon = {
  normal: new Float64Array(3),
  centroid: new Float64Array(3),
  area: 0,
  corners: moved,
  first: 0,
  last: 0,
};
/** [m^4] of field and other, all parts */
const stored = new Float64Array(2);
const gx = new Float64Array(3);
const hx = new Float64Array(3);
const middle = new Float64Array(9);
/** area, first moments (3), second (xx, yy, zz, xy, yz, zx) */
const moments = new Float64Array(10);

/** z of the frame, as the other sees it */
function planeOf(out: Float64Array, { rot: r, shift: t }: OtherPose): void {
  for (let k = 0; k < 3; k++) out[k] = r[6 + k];
  out[3] = t[2];
}

/** |gO - gF| of the polygon at d[o...] */
function differenceOf(d: Float64Array, o: number): number {
  const x = d[o + OTHER] - d[o + GRADIENT];
  const y = d[o + OTHER + 1] - d[o + GRADIENT + 1];
  const z = d[o + OTHER + 2] - d[o + GRADIENT + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Area of the triangle of the centroid and the corners at v[a...] and v[b...]. */
function triangleArea(d: Float64Array, o: number, v: Float64Array, a: number, b: number): number {
  const c = o + CENTROID;
  const ux = v[a] - d[c];
  const uy = v[a + 1] - d[c + 1];
  const uz = v[a + 2] - d[c + 2];
  const wx = v[b] - d[c];
  const wy = v[b + 1] - d[c + 1];
  const wz = v[b + 2] - d[c + 2];
  return 0.5 * Math.abs(d[o] * (uy * wz - uz * wy) + d[o + 1] * (uz * wx - ux * wz) + d[o + 2] * (ux * wy - uy * wx));
}

/** Moments of a polygon: sums over the middles of the sides of its triangles, exact for squares. */
function momentsOf(surface: PressureSurface, o: number, i: number): void {
  const { data: d } = surface.data;
  const { data: v } = surface.corners;
  const first = 3 * surface.start.data[i];
  const last = 3 * surface.start.data[i + 1];
  moments.fill(0);
  let j = last - 3;
  for (let k = first; k < last; k += 3) {
    const w = triangleArea(d, o, v, j, k) / 3;
    moments[0] += 3 * w;
    for (let e = 0; e < 3; e++) {
      for (let c = 0; c < 3; c++) {
        const m = d[o + CENTROID + c];
        point[c] = 0.5 * (e === 0 ? v[j + c] + v[k + c] : e === 1 ? v[j + c] + m : v[k + c] + m);
      }
      const x = point[0];
      const y = point[1];
      const z = point[2];
      moments[1] += w * x;
      moments[2] += w * y;
      moments[3] += w * z;
      moments[4] += w * x * x;
      moments[5] += w * y * y;
      moments[6] += w * z * z;
      moments[7] += w * x * y;
      moments[8] += w * y * z;
      moments[9] += w * z * x;
    }
    j = k;
  }
}

function second(r: number, c: number): number {
  if (r === c) return moments[4 + r];
  return r + c === 1 ? moments[7] : r + c === 3 ? moments[8] : moments[9];
}

/** out = m x g, m at p[i...], g at d[o...] */
function crossed(out: Float64Array, d: Float64Array, o: number, p: Float64Array, i: number): void {
  out[0] = p[i + 1] * d[o + 2] - p[i + 2] * d[o + 1];
  out[1] = p[i + 2] * d[o] - p[i] * d[o + 2];
  out[2] = p[i] * d[o + 1] - p[i + 1] * d[o];
}

/** out = R K R^T by blocks of three; transposed where the field is B's: the left factor is A's gradient, the right one B's. */
function turnStiffness(out: Float64Array, K: Float64Array, rot: Float64Array, r: number, transposed: boolean): void {
  out.fill(0);
  for (let i = 0; i < 6; i++) {
    const I = i < 3 ? 0 : 3;
    for (let j = 0; j < 6; j++) {
      const J = j < 3 ? 0 : 3;
      let sum = 0;
      for (let a = 0; a < 3; a++) {
        for (let b = 0; b < 3; b++) sum += rot[r + 3 * (i - I) + a] * K[6 * (I + a) + J + b] * rot[r + 3 * (j - J) + b];
      }
      out[transposed ? 6 * j + i : 6 * i + j] = sum;
    }
  }
}
