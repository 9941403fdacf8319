/**
 * Two solids that meet over the surface where their pressures are equal (Elandt 2022, ch. 4-5): one with a field, the other with one too,
 * or rigid. Each connected part of the surface is a patch. Its points carry f dS [m^3], f = p/k the pressure as a depth, as those of contact
 * by volume carry a volume, so what follows is the same for both. Force and moment of a patch at rest are exact for the polygons, and so is its
 * stiffness
 *   K = integral (grad p_A; x x grad p_A) (grad p_B; x x grad p_B)^T / |grad p_B - grad p_A| dS
 * (from f_B = integral of grad p over the displaced volume): the part not contained in the slopes of the points is stored beside them.
 */
import { type ExtentField, fieldOf, type FieldSpec, type PreparedMesh, solidOf } from '../../geometry/index.ts';
import type { CollisionShape } from '../built-shape.ts';
import { PairPose } from '../pair-pose.ts';
import { PATCH_STORED, PATCH_STRIDE, type PatchList } from '../volume/patch-list.ts';
import type { SolidPair } from '../volume/solid-pair.ts';
import { CutPolygon } from './cut.ts';
import { fluxThrough, type SeenPolygon } from './energy.ts';
import { halfLayer, SLAB, SLAB_REST, SLAB_SLOPE } from './half-layer.ts';
import { clearance, meetBelow, meetFields, meetHalfSpace, meetTriangles, MovedCells, type OtherPose } from './find.ts';
import { AREA, CENTROID, GRADIENT, NORMAL, OTHER, POLYGON, PressureSurface, RIGID } from './surface.ts';

/** Data of one shape of a pair: its field, and f where e is 1 [m]; undefined: it is rigid. */
export interface PressureSide {
  readonly field: FieldSpec;
  readonly scale: number;
}

/** Of both shapes of a pair. */
export interface PressureSides {
  readonly a: PressureSide | undefined;
  readonly b: PressureSide | undefined;
  /** true: the rigid one is thinner than the depth of fields: only its faces towards a field take part */
  readonly thin?: boolean;
}

/**
 * Friction varies over a patch: it is summed over about this number of pieces, squares of a grid on the surface, each with three points
 * that have the first and second moments of its pressure. A piece smaller than 1/TINY of the patch is one point. Force and moment at rest
 * are exact for any pieces.
 */
const PIECES = 16;
const TINY = 128;
/** cosines of the three points of a piece, and sines */
const THIRDS = Float64Array.of(1, -0.5, -0.5, 0, Math.sqrt(0.75), -Math.sqrt(0.75));
/**
 * Where both fields have the same gradient and the same values, as in the sides of equal cubes that are flush, there is no surface (Elandt
 * 2022, app. C.2). The field of the other is increased by this part: the surface then lies at the end of its cells, and force and energy
 * are those of the limit.
 */
const TIE = 1.5e-11;
/**
 * Rounding of a depth, as a part of the smaller radius. A plane that lies exactly in a face cuts arbitrary cells by rounding, including
 * those of the sides, which are compliant.
 */
const TOUCH = 1e-13;
/** 1 - cos of the angle within which normals of polygons count as equal. */
const SAME_WAY = 1e-12;
/** Rounding of an energy, as a part of the largest energy of a solid. */
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
  /** connected part of the surface of each patch found last */
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
    // the first is the one with cells; of two with cells, the one with fewer: its cells are cut, the other's are transformed
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

  meet(out: PatchList, posW: Float64Array, rotWB: Float64Array): void {
    this.frames.place(posW, rotWB);
    out.apart = this.find();
    this.shown.length = 0;
    if (this.surface.count === 0) return;
    out.apart = 0;
    this.surface.parts.number();
    this.sumWhole();
    stored.fill(0);
    const before = out.count;
    this.shown.length = 0;
    for (let part = 0; part < this.surface.parts.count; part++) {
      this.addPart(out, part);
      if (out.count - before > this.shown.length) this.shown.push(part);
    }
    if (out.count > before) this.addPassed(out);
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
    const { order, from } = surface.parts;
    for (let n = from[part]; n < from[part + 1]; n++) {
      const i = order[n];
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
   * Where the other solid has passed the sink of a field, the flux into that point is missing: the integral of e over the whole solid. The
   * energy of any part lies between 0 and that value.
   */
  private addPassed(out: PatchList): void {
    for (let side = 0; side < 2; side++) {
      const field = side === 0 ? this.field : this.other;
      if (!field?.sink) continue;
      const whole = this.scale[side] * field.held;
      if (stored[side] < -NOTHING * whole) out.data[PATCH_STRIDE * (out.count - 1) + PATCH_STORED] += whole;
    }
  }

  /** Finds the polygons of the surface at the poses of the frames; returns a lower bound of the distance, or 0. */
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
    else if (otherMesh !== undefined) meetTriangles(surface, field, otherMesh, this.moved, pose, scale, this.thin);
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
    const { order, from } = surface.parts;
    stiffness.fill(0);
    sizes.fill(0);
    this.choosePieces(part);
    out.beginColumns();
    for (let n = from[part]; n < from[part + 1]; n++) {
      const i = order[n];
      const o = POLYGON * i;
      this.momentsOf(o, i);
      if (moments[DEEPEST] > sizes[2]) sizes[2] = moments[DEEPEST];
      this.addStiffness(o);
      this.addPoints(out, o, i);
      sizes[1] += this.storedBy(o, i);
    }
    for (let p = 0; p < pieces.length; p += PIECE) if (pieces[p + PIECE_AREA] > 0) this.endPiece(out, p);
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

  /** Area and load of all parts. */
  private sumWhole(): void {
    const { surface } = this;
    const { data: d } = surface.data;
    whole.fill(0);
    for (let i = 0; i < surface.count; i++) {
      const o = POLYGON * i;
      whole[0] += d[o + AREA];
      whole[1] += d[o + AREA] * pressureAt(d, o, d, o + CENTROID);
    }
  }

  /** Area of the part, and the width of a piece of it: its share of the surface, by area or by load, says how many there are. */
  private choosePieces(part: number): void {
    const { surface } = this;
    const { data: d } = surface.data;
    const { order, from } = surface.parts;
    const { data: v } = surface.corners;
    let ownLoad = 0;
    for (let k = 0; k < 3; k++) {
      lowest[k] = Number.POSITIVE_INFINITY;
      highest[k] = Number.NEGATIVE_INFINITY;
    }
    for (let n = from[part]; n < from[part + 1]; n++) {
      const i = order[n];
      const o = POLYGON * i;
      sizes[0] += d[o + AREA];
      ownLoad += d[o + AREA] * pressureAt(d, o, d, o + CENTROID);
      const last = 3 * surface.start.data[i + 1];
      for (let j = 3 * surface.start.data[i]; j < last; j += 3) {
        for (let k = 0; k < 3; k++) {
          if (v[j + k] < lowest[k]) lowest[k] = v[j + k];
          if (v[j + k] > highest[k]) highest[k] = v[j + k];
        }
      }
    }
    const share = whole[1] > 0 ? Math.max(sizes[0] / whole[0], ownLoad / whole[1]) : 1;
    const longest = Math.max(highest[0] - lowest[0], highest[1] - lowest[1], highest[2] - lowest[2]);
    sizes[3] = Math.max(Math.sqrt(sizes[0] / (PIECES * share)), longest / PIECES);
  }

  /** Adds a polygon and its moments to the piece of its square; a larger polygon is divided along the grid. */
  private addPoints(out: PatchList, o: number, i: number): void {
    const { surface } = this;
    const { data: d } = surface.data;
    const { data: v } = surface.corners;
    const nx = d[o];
    const ny = d[o + 1];
    const nz = d[o + 2];
    // decrease of f at the point as the other moves away from the resting field: the point moves straight to the new surface
    const down = -(d[o + GRADIENT] * nx + d[o + GRADIENT + 1] * ny + d[o + GRADIENT + 2] * nz);
    const rigid = d[o + RIGID] === 1;
    const part = rigid ? down : down / differenceOf(d, o);
    for (let k = 0; k < 3; k++) slope[k] = part * d[o + (rigid ? k : OTHER + k)];
    axesOf(axes, d, o);
    for (let k = 0; k < 3; k++) planes[k] = axes[k];
    for (let k = 0; k < 3; k++) planes[4 + k] = axes[3 + k];
    const first = 3 * surface.start.data[i];
    const last = 3 * surface.start.data[i + 1];
    extentOf(ends, planes, 0, v, first, last);
    extentOf(ends, planes, 4, v, first, last);
    const width = sizes[3];
    if (ends[1] - ends[0] <= width && ends[3] - ends[2] <= width) {
      this.toPiece(out, o);
      return;
    }
    const from = Math.floor(ends[0] / width);
    const to = Math.ceil(ends[1] / width);
    for (let k = from; k < to; k++) {
      grid.count = (last - first) / 3;
      for (let j = first; j < last; j++) grid.points[j - first] = v[j];
      if (!cutStrip(0, k * width, width)) continue;
      const count = 3 * grid.count;
      if (strip.length < count) strip = new Float64Array(2 * count);
      for (let j = 0; j < count; j++) strip[j] = grid.points[j];
      extentOf(ends, planes, 4, strip, 0, count);
      const low = Math.floor(ends[2] / width);
      const high = Math.ceil(ends[3] / width);
      for (let m = low; m < high; m++) {
        grid.count = count / 3;
        for (let j = 0; j < count; j++) grid.points[j] = strip[j];
        if (!cutStrip(4, m * width, width)) continue;
        sumMoments(d, o, grid.points, 0, 3 * grid.count);
        this.toPiece(out, o);
      }
    }
  }

  /** Adds the present moments, of the polygon at o or a part of it, to the piece of the square that contains their centre. */
  private toPiece(out: PatchList, o: number): void {
    const { data: d } = this.surface.data;
    const area = moments[0];
    if (!(area > 0)) return;
    const unit = 1 / (area * sizes[3]);
    const u = (planes[0] * moments[1] + planes[1] * moments[2] + planes[2] * moments[3]) * unit;
    const w = (planes[4] * moments[1] + planes[5] * moments[2] + planes[6] * moments[3]) * unit;
    key[0] = Math.floor(u);
    key[1] = Math.floor(w);
    // surfaces of one direction may lie behind each other
    key[2] = Math.round((d[o] * moments[1] + d[o + 1] * moments[2] + d[o + 2] * moments[3]) * unit);
    const p = placeOf(d[o], d[o + 1], d[o + 2]);
    let same = d[o] * pieces[p] + d[o + 1] * pieces[p + 1] + d[o + 2] * pieces[p + 2] > 1 - SAME_WAY;
    for (let k = 0; k < 3; k++) same = same && pieces[p + PIECE_KEY + k] === key[k];
    if (!same) this.endPiece(out, p);
    for (let k = 0; k < 3; k++) {
      pieces[p + k] = d[o + k];
      pieces[p + PIECE_SLOPE + k] += area * slope[k];
    }
    for (let k = 0; k < 3; k++) pieces[p + PIECE_KEY + k] = key[k];
    pieces[p + PIECE_AREA] += area;
    for (let k = 0; k < 10; k++) pieces[p + PIECE_LOAD + k] += moments[LOAD + k];
  }

  /** Piece p as three points, or as one. */
  private endPiece(out: PatchList, p: number): void {
    const load = pieces[p + PIECE_LOAD];
    if (load > 0) {
      const x = pieces[p + PIECE_LOAD + 1] / load;
      const y = pieces[p + PIECE_LOAD + 2] / load;
      const z = pieces[p + PIECE_LOAD + 3] / load;
      if (pieces[p + PIECE_AREA] * TINY < PIECES * sizes[3] * sizes[3])
        this.addPoint(out, x, y, z, load, 1, pieces, p, p + PIECE_SLOPE);
      else {
        // C = L L^T across the normal: points at c + sqrt(2) L (cos, sin) have C
        axesOf(axes, pieces, p);
        const c0 = pieces[p + PIECE_LOAD + 4] / load - x * x;
        const c1 = pieces[p + PIECE_LOAD + 5] / load - y * y;
        const c2 = pieces[p + PIECE_LOAD + 6] / load - z * z;
        const c3 = pieces[p + PIECE_LOAD + 7] / load - x * y;
        const c4 = pieces[p + PIECE_LOAD + 8] / load - y * z;
        const c5 = pieces[p + PIECE_LOAD + 9] / load - z * x;
        const ux = c0 * axes[0] + c3 * axes[1] + c5 * axes[2];
        const uy = c3 * axes[0] + c1 * axes[1] + c4 * axes[2];
        const uz = c5 * axes[0] + c4 * axes[1] + c2 * axes[2];
        const wx = c0 * axes[3] + c3 * axes[4] + c5 * axes[5];
        const wy = c3 * axes[3] + c1 * axes[4] + c4 * axes[5];
        const wz = c5 * axes[3] + c4 * axes[4] + c2 * axes[5];
        const l = Math.sqrt(Math.max(0, 2 * (axes[0] * ux + axes[1] * uy + axes[2] * uz)));
        const m = l > 0 ? (2 * (axes[3] * ux + axes[4] * uy + axes[5] * uz)) / l : 0;
        const n = Math.sqrt(Math.max(0, 2 * (axes[3] * wx + axes[4] * wy + axes[5] * wz) - m * m));
        for (let k = 0; k < 3; k++) {
          const a = l * THIRDS[k];
          const b = m * THIRDS[k] + n * THIRDS[3 + k];
          const px = x + a * axes[0] + b * axes[3];
          const py = y + a * axes[1] + b * axes[4];
          const pz = z + a * axes[2] + b * axes[5];
          this.addPoint(out, px, py, pz, load / 3, 1 / 3, pieces, p, p + PIECE_SLOPE);
        }
      }
    }
    pieces.fill(0, p, p + PIECE);
  }

  /** A point that carries so much; normal and slopes (times part) at from[n...], from[s...], in the frame of the field. */
  private addPoint(
    out: PatchList,
    x: number,
    y: number,
    z: number,
    load: number,
    part: number,
    from: Float64Array,
    n: number,
    s: number,
  ): void {
    const { rot } = this.frames;
    const sign = this.side === 0 ? 1 : -1;
    for (let k = 0; k < 3; k++) {
      const t = 9 * this.side + 3 * k;
      column[k] = rot[t] * x + rot[t + 1] * y + rot[t + 2] * z;
      column[4 + k] = sign * part * (rot[t] * from[s] + rot[t + 1] * from[s + 1] + rot[t + 2] * from[s + 2]);
      column[7 + k] = sign * (rot[t] * from[n] + rot[t + 1] * from[n + 1] + rot[t + 2] * from[n + 2]);
    }
    column[3] = load;
    out.addColumn(column);
  }

  private momentsOf(o: number, i: number): void {
    const { surface } = this;
    sumMoments(surface.data.data, o, surface.corners.data, 3 * surface.start.data[i], 3 * surface.start.data[i + 1]);
  }

  /** stiffness += -integral (gF; x x gF) (gO; x x gO)^T / |gO - gF| dS, about the origin of the field's frame */
  private addStiffness(o: number): void {
    const { data: d } = this.surface.data;
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

  /** [m^4] energy of the volume on both sides of a polygon */
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

  /** [m^4] energy of the columns over a near face, along the gradient of the cell: that of a linear field, exact for flat layers */
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

/** of the part at hand, in the frame of the field: K; area, stored, deepest; width of a piece [m] */
const stiffness = new Float64Array(36);
const sizes = new Float64Array(4);
/** of the surface: area, load */
const whole = new Float64Array(2);
/** box around the part at hand */
const lowest = new Float64Array(3);
const highest = new Float64Array(3);
const turned = new Float64Array(36);
const origin = new Float64Array(3);
const column = new Float64Array(12);
const slope = new Float64Array(3);
/**
 * pieces being summed, by normal and square: normal (3), slopes (3), area, pressure with its first and second moments (10), square and
 * height (3)
 */
const PIECE_SLOPE = 3;
const PIECE_AREA = 6;
const PIECE_LOAD = 7;
const PIECE_KEY = 17;
const PIECE = 20;
const PLACES = 256;
const pieces = new Float64Array(PIECE * PLACES);
/** two directions across a normal */
const axes = new Float64Array(6);
/** those as planes of a grid; the ends of a polygon along both; the square at hand */
const planes = new Float64Array(8);
const ends = new Float64Array(4);
const key = new Float64Array(3);
const grid = new CutPolygon();
let strip = new Float64Array(72);
const UP = Float64Array.of(0, 0, 1, 0);
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
/** of a polygon: area, first moments (3), second (xx, yy, zz, xy, yz, zx); the same of f dS; the largest f */
const LOAD = 10;
const DEEPEST = 20;
const moments = new Float64Array(21);

/** z of the frame, in the frame of the other */
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

/**
 * Moments of the polygon with corners v[first ... last - 1], and of the f of that at d[o...] over it. About a point of it a triangle with sides u, w from
 * there has T/12 (u u + w w + (u+w)(u+w)); f is linear, so its first moment is that times its gradient. Second moments of f leave out the third ones of
 * the area, which only place points of friction.
 */
function sumMoments(d: Float64Array, o: number, v: Float64Array, first: number, last: number): void {
  const ox = v[first];
  const oy = v[first + 1];
  const oz = v[first + 2];
  const nx = d[o];
  const ny = d[o + 1];
  const nz = d[o + 2];
  const gx = d[o + GRADIENT];
  const gy = d[o + GRADIENT + 1];
  const gz = d[o + GRADIENT + 2];
  let area = 0;
  let mx = 0;
  let my = 0;
  let mz = 0;
  let xx = 0;
  let yy = 0;
  let zz = 0;
  let xy = 0;
  let yz = 0;
  let zx = 0;
  let most = 0;
  let ux = 0;
  let uy = 0;
  let uz = 0;
  for (let k = first + 3; k < last; k += 3) {
    const wx = v[k] - ox;
    const wy = v[k + 1] - oy;
    const wz = v[k + 2] - oz;
    const t = Math.abs(nx * (uy * wz - uz * wy) + ny * (uz * wx - ux * wz) + nz * (ux * wy - uy * wx)) / 24;
    const sx = ux + wx;
    const sy = uy + wy;
    const sz = uz + wz;
    area += 12 * t;
    mx += 4 * t * sx;
    my += 4 * t * sy;
    mz += 4 * t * sz;
    xx += t * (ux * ux + wx * wx + sx * sx);
    yy += t * (uy * uy + wy * wy + sy * sy);
    zz += t * (uz * uz + wz * wz + sz * sz);
    xy += t * (ux * uy + wx * wy + sx * sy);
    yz += t * (uy * uz + wy * wz + sy * sz);
    zx += t * (uz * ux + wz * wx + sz * sx);
    const rise = gx * wx + gy * wy + gz * wz;
    if (rise > most) most = rise;
    ux = wx;
    uy = wy;
    uz = wz;
  }
  const by = area > 0 ? 1 / area : 0;
  mx *= by;
  my *= by;
  mz *= by;
  // about the centre
  xx -= area * mx * mx;
  yy -= area * my * my;
  zz -= area * mz * mz;
  xy -= area * mx * my;
  yz -= area * my * mz;
  zx -= area * mz * mx;
  const cx = ox + mx;
  const cy = oy + my;
  const cz = oz + mz;
  const start = gx * ox + gy * oy + gz * oz + d[o + GRADIENT + 3];
  const f = Math.max(0, gx * cx + gy * cy + gz * cz + d[o + GRADIENT + 3]);
  const load = area * f;
  moments[DEEPEST] = Math.max(0, start + most);
  moments[0] = area;
  moments[LOAD] = load;
  moments[1] = area * cx;
  moments[2] = area * cy;
  moments[3] = area * cz;
  // where f acts, from the centre
  const into = load > 0 ? 1 / load : 0;
  const px = into * (xx * gx + xy * gy + zx * gz);
  const py = into * (xy * gx + yy * gy + yz * gz);
  const pz = into * (zx * gx + yz * gy + zz * gz);
  moments[LOAD + 1] = load * (cx + px);
  moments[LOAD + 2] = load * (cy + py);
  moments[LOAD + 3] = load * (cz + pz);
  addSecond(0, xx + area * cx * cx, yy + area * cy * cy, zz + area * cz * cz);
  addMixed(0, xy + area * cx * cy, yz + area * cy * cz, zx + area * cz * cx);
  addSecond(
    LOAD,
    f * xx + load * (cx * cx + 2 * px * cx),
    f * yy + load * (cy * cy + 2 * py * cy),
    f * zz + load * (cz * cz + 2 * pz * cz),
  );
  addMixed(
    LOAD,
    f * xy + load * (cx * cy + px * cy + cx * py),
    f * yz + load * (cy * cz + py * cz + cy * pz),
    f * zx + load * (cz * cx + pz * cx + cz * px),
  );
}

/** Ends of the corners v[first ... last - 1] along the direction at pl[p...], to out. */
function extentOf(out: Float64Array, pl: Float64Array, p: number, v: Float64Array, first: number, last: number): void {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let k = first; k < last; k += 3) {
    const x = pl[p] * v[k] + pl[p + 1] * v[k + 1] + pl[p + 2] * v[k + 2];
    if (x < low) low = x;
    if (x > high) high = x;
  }
  const o = p === 0 ? 0 : 2;
  out[o] = low;
  out[o + 1] = high;
}

/** Cuts the polygon in `grid` to the strip from `low` on along the direction at planes[p...]. False: nothing is left. */
function cutStrip(p: number, low: number, width: number): boolean {
  planes[p + 3] = -low;
  grid.cut(planes, p, true, 0);
  if (grid.count < 3) return false;
  for (let k = 0; k < 3; k++) back[k] = -planes[p + k];
  back[3] = low + width;
  grid.cut(back, 0, false, 0);
  return grid.count >= 3;
}

const back = new Float64Array(4);

function addSecond(at: number, xx: number, yy: number, zz: number): void {
  moments[at + 4] = xx;
  moments[at + 5] = yy;
  moments[at + 6] = zz;
}

function addMixed(at: number, xy: number, yz: number, zx: number): void {
  moments[at + 7] = xy;
  moments[at + 8] = yz;
  moments[at + 9] = zx;
}

/** Two unit vectors across n[p...] and each other. */
function axesOf(out: Float64Array, n: Float64Array, p: number): void {
  const x = Math.abs(n[p]);
  const y = Math.abs(n[p + 1]);
  const z = Math.abs(n[p + 2]);
  const k = x <= y && x <= z ? 0 : y <= z ? 1 : 2;
  const size = 1 / Math.sqrt(1 - n[p + k] * n[p + k]);
  for (let i = 0; i < 3; i++) out[i] = ((i === k ? 1 : 0) - n[p + k] * n[p + i]) * size;
  out[3] = n[p + 1] * out[2] - n[p + 2] * out[1];
  out[4] = n[p + 2] * out[0] - n[p] * out[2];
  out[5] = n[p] * out[1] - n[p + 1] * out[0];
}

/** Of the piece with this normal in the square `key`, or of one that makes room for it. */
function placeOf(x: number, y: number, z: number): number {
  const a = Math.imul(Math.round(512 * x), 73856093);
  const b = Math.imul(Math.round(512 * y), 19349663);
  const c = Math.imul(Math.round(512 * z), 83492791);
  const mixed = a ^ b ^ c ^ Math.imul(key[0], 668265263) ^ Math.imul(key[1], 374761393) ^ Math.imul(key[2], 961748927);
  return PIECE * ((mixed ^ (mixed >>> 15)) & (PLACES - 1));
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
