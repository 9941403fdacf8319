/**
 * Contacts by volume of a convex step: converts the common volume of bodies at their predicted poses at the end of the step into few points
 * with depths, in the columns of the step, and transfers the results to the memory of contacts. Touching bodies are evaluated slightly
 * closer together, by the distance that weight causes in a step: their points then include all that may touch, and a rocking face does not
 * lose and regain its sides.
 *
 * A body that flies into another would then be deep inside, where the common volume says little about the surface it crossed. Such a pair
 * is evaluated on the way, shortly after entry; r_k of its points is extrapolated linearly from there.
 *
 * The predicted poses exclude contacts that begin in the step. A body stopped or deflected by such a contact may meet others, so pairs
 * without a patch are evaluated again at the solution of a round (catchMissed).
 */
import { GrowableInt32 } from '../base/index.ts';
import { movePose } from '../bodies/index.ts';
import { followsSpeed, FRICTION_NONE, makeFrictionLaw } from '../contact/index.ts';
import {
  BRISTLE_S0,
  BRISTLE_S1,
  DISSIPATION as LAW_DISSIPATION,
  FOUNDATION,
  FRICTION_KIND,
  goOn,
  HYSTERESIS,
  type MovedPatch,
  MU_KINETIC as LAW_MU_KINETIC,
  limitAtStart,
  readPairFriction,
  shareAtEnd,
  ONSET_FLOOR,
  PAIR_STRIDE,
  PATCH_AREA,
  PATCH_BRUSH,
  PATCH_CENTRE,
  PATCH_DEPTH,
  PATCH_FORCE,
  PATCH_FRESH,
  PATCH_FRICTION,
  PATCH_NORMAL,
  PATCH_ONSET,
  PATCH_PAIR,
  PATCH_POINT_W,
  PATCH_ROLLED,
  PATCH_SHARE,
  PATCH_PUSH,
  PATCH_SLIP_SPEED,
  PATCH_MOMENT,
  PATCH_SLIPPING,
  PATCH_SLIPS,
  PATCH_STORED,
  PATCH_SPEED,
  PATCH_VOLUME,
  relativeMotion,
  SHAPES_NEAR,
  wrenchPower,
} from '../contacts/index.ts';
import {
  PATCH_STRIDE as SHAPE_STRIDE,
  PatchList,
  POINT_STRIDE as SHAPE_POINT,
  type SolidPair,
  thinPatches,
} from '../proximity/index.ts';
import { evaluateSmooth, type Workspace } from '../stage/index.ts';
import { moveGiven, placeTrial } from '../trial/index.ts';
import { Rebound } from './rebound.ts';
import {
  AREA,
  type AreaContacts,
  BODY_A,
  BODY_B,
  DEEPEST,
  DEPTH,
  DISSIPATION,
  ELASTIC,
  ELASTIC_END,
  FLAT,
  FOUNDATION as FOUNDATION_STEP,
  FROM,
  IN_A,
  IN_B,
  LEVER_A,
  LEVER_B,
  LINK_STRIDE,
  LOAD_START,
  MU_KINETIC,
  MU_STATIC,
  NORMAL,
  ONSET,
  PAIR,
  PATCH_STRIDE,
  POINT_LAG,
  POINT_STRIDE,
  PUSH,
  REST,
  RUB,
  S0,
  S1,
  SLIPPED,
  SLIPPING,
  STIFFNESS,
  STORED,
  WRENCH,
} from './area-contacts.ts';

/** Depth at which an entering body is evaluated, as a part of the smaller radius, and largest number of trials. */
const IN_DEEP = 0.05;
const LOOKS = 5;
/** ... accepted within this factor of that depth. */
const TOO_DEEP = 1.6;
/** [m] smallest distance by which bodies are evaluated closer, and by which they may move before they are evaluated again */
const LEAST_SLACK = 1e-6;
/** largest depth of a point, as a multiple of the mean depth of its patch */
const DEEPEST_POINT = 2;
/** [rad] difference of normals from which a patch counts as bent */
const BENT = 1e-3;
/** Overlaps caused by a round that are below this part of the slack wait for the next step. */
const MISSED = 0.1;
/**
 * Multiples of the slack: motion of a pair from its evaluated pose above which its patches are checked, and excess depth allowed beyond
 * them.
 */
const ASTRAY = 4;
const WANTING = 2;
/** State of a pair in this step: patches found at first, or added by a round. */
const MET = 1;
const LATE = 2;

export class AreaSource {
  private readonly w: Workspace;
  private readonly out: AreaContacts;
  private readonly scratch = new PatchList();
  /** velocities that lead bodies to their evaluated poses */
  private readonly ahead: Float64Array;
  private h = 0.5;
  /** [m] distance by which touching bodies are evaluated closer: twice the distance caused by weight in a step */
  private slack = 0.5;
  /** [m] largest depth of the present pair at the start of the step; part of the path at which it is evaluated */
  private before = 0.5;
  private part = 0.5;
  /** of the present patch: foundation [N/m^3], and normal force of the patch it continues [N] */
  private foundation = 0.5;
  private load = 0.5;
  private readonly start: Float64Array;
  private readonly touching: Uint8Array;
  private readonly carrier: Int32Array;
  /** [m] by body: distance of the farthest point of its contact shapes from its centre */
  private readonly reach: Float64Array;
  private readonly rebound: Rebound;
  /** by pair: 0, MET or LATE */
  private readonly met = new GrowableInt32(64);
  /** true: the present patches were found in addition to others of their pair, which continue its memory */
  private beside = false;
  /** patches in the order of their pairs */
  private readonly order = new GrowableInt32(64);

  constructor(w: Workspace, out: AreaContacts) {
    this.w = w;
    this.rebound = new Rebound(w);
    this.out = out;
    this.ahead = new Float64Array(w.velocity.length);
    this.start = new Float64Array(w.velocity.length);
    this.touching = new Uint8Array(w.model.slotCount);
    this.carrier = new Int32Array(w.model.slotCount);
    this.reach = new Float64Array(w.model.slotCount);
  }

  private findSlack(): void {
    const { h } = this.w;
    const g = this.w.model.gravity;
    this.slack = Math.max(LEAST_SLACK, h * h * Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]));
  }

  /** The workspace is at the start of the step, and is there again afterwards except for its poses. */
  find(): void {
    const { w, out } = this;
    const { contacts } = w;
    const { scene, patches } = contacts;
    const { near } = scene;
    this.h = w.h;
    patches.begin();
    this.order.clear();
    if (near.length === 0) return;
    this.findSlack();
    this.start.set(w.velocity);
    this.lookAhead();
    patches.shapes.mode = SHAPES_NEAR;
    patches.shapes.coarse = this.slack;
    this.met.resize(scene.pairCount);
    this.met.data.fill(0, 0, this.met.length);
    for (let i = 0; i < near.length; i++) {
      const pair = near.data[i];
      const solids = scene.solidPair(pair);
      this.towards(pair, solids.bodyA);
      this.look(pair, solids);
    }
    out.setBrushes();
    w.velocity.set(this.start);
  }

  /** Patches of a pair at the present poses of its bodies, with depths extrapolated from their entry. */
  private look(pair: number, solids: SolidPair): void {
    const { w } = this;
    const { shapes } = w.contacts.patches;
    const found = shapes.of(w, pair, solids, closer);
    if (found === undefined) return;
    this.part = 1;
    this.lookOnTheWay(solids, found);
    if (this.part < 1) {
      for (let p = 0; p < this.scratch.count; p++) {
        onTheWay.take(this.scratch, p);
        this.add(pair, solids, onTheWay, still);
      }
      this.part = 1;
      this.place(solids);
      return;
    }
    for (let p = 0; p < found.count; p++) {
      if (shapes.take(w, found, p, solids.bodyA, solids.bodyB)) this.add(pair, solids, shapes.patch, found.closer);
    }
  }

  /**
   * A round has moved bodies by w.u from the start of the step to the poses of the workspace, with velocities v. Pairs that overlap there
   * more than their patches predict, because one of them was stopped or deflected, get further patches. A body with a first contact of this
   * kind is assumed to move on with the other body, so that bodies behind it are found as well. False: there are none.
   */
  catchMissed(v: Float64Array): boolean {
    const { w, ahead, out, touching } = this;
    const { near } = w.contacts.scene;
    const n = w.model.dynamicCount;
    const before = out.count;
    if (near.length === 0) return false;
    for (let i = 0; i < ahead.length; i++) ahead[i] = w.u[i] / this.h;
    closer.fill(0);
    this.before = 0;
    for (let more = true; more; ) {
      more = false;
      for (let i = 0; i < near.length; i++) {
        const pair = near.data[i];
        const solids = w.contacts.scene.solidPair(pair);
        const { bodyA, bodyB } = solids;
        if (!this.knowsTooLittle(v, pair, solids)) continue;
        const first = out.count;
        const heldA = bodyA >= n || touching[bodyA] === 1;
        const heldB = bodyB >= n || touching[bodyB] === 1;
        this.beside = this.met.data[pair] === MET;
        this.look(pair, solids);
        this.beside = false;
        this.met.data[pair] = LATE;
        if (out.count === first) continue;
        more = true;
        if (!heldA) this.goAlong(bodyA, bodyB, PATCH_STRIDE * first + LEVER_B);
        else if (!heldB) this.goAlong(bodyB, bodyA, PATCH_STRIDE * first + LEVER_A);
      }
    }
    if (out.count === before) return false;
    out.setBrushes();
    return true;
  }

  /** Do the two solids of a pair overlap more at their present poses than its patches predict with the velocities v? */
  private knowsTooLittle(v: Float64Array, pair: number, solids: SolidPair): boolean {
    const { w, out, order, met } = this;
    const { shapes } = w.contacts.patches;
    if (met.data[pair] === LATE) return false;
    if (met.data[pair] === MET && shapes.hasMovedLess(w, pair, solids, ASTRAY * this.slack)) return false;
    const found = shapes.of(w, pair, solids, closer);
    if (found === undefined) return false;
    findDeepest(found);
    if (!(deepest[0] > MISSED * this.slack)) return false;
    if (met.data[pair] === 0) return true;
    let known = 0;
    for (let i = 0; i < order.length; i++) {
      const o = PATCH_STRIDE * order.data[i];
      if (out.links.data[LINK_STRIDE * order.data[i] + PAIR] !== pair) continue;
      out.relative(motion, v, order.data[i]);
      const e = out.data.data;
      const parted = motion[0] * e[o + NORMAL] + motion[1] * e[o + NORMAL + 1] + motion[2] * e[o + NORMAL + 2];
      known = Math.max(known, e[o + DEEPEST] - this.h * parted);
    }
    return deepest[0] > known + WANTING * this.slack;
  }

  /** `body` moves like `other` at their first patch, whose lever on the latter is at `lever`. */
  private goAlong(body: number, other: number, lever: number): void {
    const { w, ahead } = this;
    const e = this.out.data.data;
    const k = 6 * body;
    const q = 6 * other;
    ahead[k] = ahead[q] + ahead[q + 4] * e[lever + 2] - ahead[q + 5] * e[lever + 1];
    ahead[k + 1] = ahead[q + 1] + ahead[q + 5] * e[lever] - ahead[q + 3] * e[lever + 2];
    ahead[k + 2] = ahead[q + 2] + ahead[q + 3] * e[lever + 1] - ahead[q + 4] * e[lever];
    for (let i = k + 3; i < k + 6; i++) ahead[i] = 0;
    for (let i = k; i < k + 6; i++) w.u[i] = this.h * ahead[i];
    movePose(w.position, w.rotation, w.position0, w.rotation0, w.u, body, 1);
  }

  /**
   * Moves bodies to their evaluated poses: touching bodies continue their motion, others fall. Bodies supported by a body with given motion
   * move along with it by any distance: a deck that heaves by more than the slack in a step leaves no crate behind.
   */
  private lookAhead(): void {
    const { w, ahead, touching, reach } = this;
    const { scene, patches } = w.contacts;
    const { committed, stride } = patches;
    const n = w.model.dynamicCount;
    touching.fill(0);
    for (let o = 0; o < committed.length; o += stride) {
      const { bodyA, bodyB, radiusA, radiusB } = scene.solidPair(committed.data[o]);
      touching[bodyA] = 1;
      touching[bodyB] = 1;
      if (radiusA > reach[bodyA]) reach[bodyA] = radiusA;
      if (radiusB > reach[bodyB]) reach[bodyB] = radiusB;
    }
    evaluateSmooth(w, false);
    ahead.set(w.velocity);
    moveGiven(w);
    this.findCarriers();
    for (let body = 0; body < n; body++) {
      const k = 6 * body;
      this.carry(body);
      const part = touching[body] === 1 ? this.partAhead(body) : 1;
      for (let i = 0; i < 6; i++) ahead[k + i] = carried[i] + part * (ahead[k + i] - carried[i]);
      const fall = (0.5 * w.h) / w.model.mass[body];
      if (touching[body] === 0) for (let i = k; i < k + 3; i++) ahead[i] += fall * w.force[i];
      for (let i = k; i < k + 6; i++) {
        w.u[i] = w.h * ahead[i];
        w.velocity[i] = ahead[i];
      }
    }
    placeTrial(w);
    for (let i = w.size; i < ahead.length; i++) ahead[i] = w.u[i] / w.h;
  }

  /** `carrier` by slot: the body with given motion that supports it, directly or through others; -1: none. */
  private findCarriers(): void {
    const { w, carrier } = this;
    const { model } = w;
    const { scene, patches } = w.contacts;
    const { committed, stride } = patches;
    const n = model.dynamicCount;
    carrier.fill(-1);
    for (let k = 0; k < model.motions.length; k++) {
      if (model.motions[k] !== undefined) carrier[model.firstGiven + k] = model.firstGiven + k;
    }
    for (let more = model.motions.length > 0; more; ) {
      more = false;
      for (let o = 0; o < committed.length; o += stride) {
        const { bodyA: a, bodyB: b } = scene.solidPair(committed.data[o]);
        const on = carrier[a] < 0 && a < n ? a : b;
        const by = on === a ? b : a;
        if (on >= n || carrier[on] >= 0 || carrier[by] < 0) continue;
        carrier[on] = carrier[by];
        more = true;
      }
    }
  }

  /** `carried` = velocity and spin of a body that moves rigidly with its carrier over the step. */
  private carry(body: number): void {
    const { w, carrier, h } = this;
    const { position0: x, rotation: R, rotation0: S, u } = w;
    const by = carrier[body];
    carried.fill(0);
    if (by < 0) return;
    for (let i = 0; i < 3; i++) {
      let way = u[6 * by + i] - (x[3 * body + i] - x[3 * by + i]);
      for (let k = 0; k < 3; k++) {
        let seen = 0; // the lever in the carrier's frame at the start of the step
        for (let j = 0; j < 3; j++) seen += S[9 * by + 3 * j + k] * (x[3 * body + j] - x[3 * by + j]);
        way += R[9 * by + 3 * i + k] * seen;
      }
      carried[i] = way / h;
      carried[3 + i] = u[6 * by + 3 + i] / h;
    }
  }

  /**
   * Part of its path over a step, relative to its carrier, at which a resting body is evaluated: the whole path minus the slack, by which
   * contacts are evaluated closer anyway. A body that rocks by less is evaluated at its present pose; evaluated ahead, it would be pushed
   * back in every step and never stop rocking.
   */
  private partAhead(body: number): number {
    const { velocity: v } = this.w;
    const k = 6 * body;
    for (let i = 0; i < 6; i++) beyond[i] = v[k + i] - carried[i];
    const speed = Math.sqrt(dot(beyond, 0, beyond, 0));
    const spin = Math.sqrt(dot(beyond, 3, beyond, 3));
    const way = this.w.h * (speed + this.reach[body] * spin);
    return way > this.slack ? 1 - this.slack / way : 0;
  }

  /** Sets `closer` opposite to the mean push of the pair's patches at the start of the step; `before`: their largest depth. */
  private towards(pair: number, A: number): void {
    const { patches } = this.w.contacts;
    const R = this.w.rotation;
    const h = patches.committed.data;
    const from = patches.from(pair);
    closer.fill(0);
    this.before = 0;
    if (!(from < patches.committed.length && h[from] === pair)) return;
    let x = 0;
    let y = 0;
    let z = 0;
    let total = 0;
    let depth = 0;
    for (let o = from; o < patches.committed.length && h[o] === pair; o += patches.stride) {
      const push = h[o + PATCH_PUSH];
      x += push * h[o + PATCH_NORMAL];
      y += push * h[o + PATCH_NORMAL + 1];
      z += push * h[o + PATCH_NORMAL + 2];
      total += push;
      depth = Math.max(depth, h[o + PATCH_DEPTH]);
    }
    this.before = depth;
    // patches that push against each other have no direction of approach
    const size = Math.sqrt(x * x + y * y + z * z);
    if (!(size > 0.5 * total)) return;
    const scale = -this.slack / size;
    for (let k = 0; k < 3; k++) {
      const r = 9 * A + 3 * k;
      closer[k] = scale * (R[r] * x + R[r + 1] * y + R[r + 2] * z);
    }
  }

  /**
   * `part`: part of the path at which a pair that just met is evaluated; below 1 the patches are in `scratch`, and the bodies are moved
   * there.
   */
  private lookOnTheWay(solids: SolidPair, found: PatchList): void {
    const { scratch } = this;
    const deep = Math.max(this.before, IN_DEEP * Math.min(solids.radiusA, solids.radiusB));
    findDeepest(found);
    let depth = deepest[0];
    if (depth <= TOO_DEEP * deep) return;
    let low = 0;
    let high = 1;
    for (let look = 0; look < LOOKS; look++) {
      // linear from zero at `low` to the depth at `high`
      this.part = low + (high - low) * Math.max(0.1, Math.min(0.9, deep / depth));
      const here = this.lookAt(solids);
      if (here >= deep / TOO_DEEP && here <= TOO_DEEP * deep) break;
      if (here < deep) low = this.part;
      else {
        high = this.part;
        depth = here;
      }
    }
    // an overlap that has hardly begun is as unreliable as one too deep
    if (low === this.part) {
      this.part = high;
      if (high < 1) this.lookAt(solids);
      else this.place(solids);
    }
    if (this.part < 1) thinPatches(scratch, Number.POSITIVE_INFINITY);
  }

  /** Writes the patches at this part of the path to `scratch`; returns the largest depth. */
  private lookAt(solids: SolidPair): number {
    const { scratch, w } = this;
    this.place(solids);
    scratch.clear();
    solids.meet(scratch, w.position, w.rotation, w.velocity, undefined, true);
    findDeepest(scratch);
    return deepest[0];
  }

  private place(solids: SolidPair): void {
    const { w, part } = this;
    const n = w.model.dynamicCount;
    if (solids.bodyA < n) movePose(w.position, w.rotation, w.position0, w.rotation0, w.u, solids.bodyA, part);
    if (solids.bodyB < n) movePose(w.position, w.rotation, w.position0, w.rotation0, w.u, solids.bodyB, part);
  }

  /** Adds a patch found at this part of the path. */
  private add(pair: number, { bodyA: A, bodyB: B }: SolidPair, patch: MovedPatch, closer: Float64Array): void {
    const { w, ahead, part, out } = this;
    const { contacts, position, rotation, model } = w;
    const surfaces = contacts.patches;
    const d = patch.data;
    const at = out.add();
    this.met.data[pair] = MET;
    this.touching[A] = 1;
    this.touching[B] = 1;
    this.putInOrder(at, pair);
    const o = PATCH_STRIDE * at;
    const l = LINK_STRIDE * at;
    const e = out.data.data;
    const links = out.links.data;
    for (let k = 0; k < 6; k++) e[o + k] = d[k];
    for (let k = 0; k < 3; k++) {
      e[o + LEVER_A + k] = d[k] - position[3 * A + k];
      e[o + LEVER_B + k] = d[k] - position[3 * B + k];
    }
    const r = 9 * A;
    inA.fill(0);
    for (let k = 0; k < 3; k++) {
      for (let j = 0; j < 3; j++) {
        inA[k] += rotation[r + 3 * j + k] * e[o + LEVER_A + j];
        inA[3 + k] += rotation[r + 3 * j + k] * e[o + NORMAL + j];
      }
    }
    for (let k = 0; k < 6; k++) e[o + IN_A + k] = inA[k];
    for (let k = 0; k < 3; k++) {
      for (let j = 0; j < 3; j++) e[o + IN_B + k] += rotation[9 * B + 3 * j + k] * e[o + LEVER_B + j];
    }
    const from = this.beside ? -1 : surfaces.match(pair, inA, 0);
    links[l + PAIR] = pair;
    links[l + BODY_A] = A;
    links[l + BODY_B] = B;
    links[l + FROM] = from;
    const before = surfaces.committed.data;
    const laws = contacts.laws.data;
    const q = PAIR_STRIDE * pair;
    const rough = laws[q + FRICTION_KIND] !== FRICTION_NONE;
    e[o + AREA] = d[7];
    e[o + DEPTH] = d[8];
    e[o + FLAT] = isBent(patch) ? 0 : 1;
    e[o + S0] = laws[q + BRISTLE_S0];
    e[o + S1] = laws[q + BRISTLE_S1];
    let slipped = false;
    if (from >= 0) {
      brush.fill(0);
      goOn(brush, before, from, inA, -PATCH_CENTRE, w.u, 6 * A, 6 * B, rotation, r, e, o + NORMAL);
      for (let k = 0; k < 3; k++) {
        e[o + ELASTIC + k] = brush[k];
        e[o + ELASTIC + 3 + k] = brush[4 + k] + brush[3] * e[o + NORMAL + k];
      }
      e[o + ONSET] = before[from + PATCH_ONSET];
      slipped = before[from + PATCH_SLIPS] === 1;
      e[o + SLIPPED] = slipped ? 1 : 0;
      e[o + LOAD_START] = before[from + PATCH_PUSH];
    } else {
      out.relative(motion, ahead, at);
      e[o + ONSET] = Math.max(
        0,
        -(motion[0] * e[o + NORMAL] + motion[1] * e[o + NORMAL + 1] + motion[2] * e[o + NORMAL + 2]),
      );
    }
    readPairFriction(dry, laws, q);
    const share = from >= 0 ? before[from + PATCH_SHARE] : 0;
    e[o + MU_STATIC] = rough ? limitAtStart(dry, share, slipped) : 0;
    e[o + MU_KINETIC] = rough ? laws[q + LAW_MU_KINETIC] : 0;
    e[o + DISSIPATION] =
      laws[q + LAW_DISSIPATION] < 0
        ? laws[q + HYSTERESIS] / Math.max(e[o + ONSET], laws[q + ONSET_FLOOR])
        : laws[q + LAW_DISSIPATION];
    // velocities that moved the points here; for prescribed bodies, which are at the end of the step, the whole velocity
    for (let k = 0; k < 6; k++) {
      scaled[k] = (A < model.dynamicCount ? part : 1) * ahead[6 * A + k];
      scaled[6 + k] = (B < model.dynamicCount ? part : 1) * ahead[6 * B + k];
    }
    relativeMotion(motion, scaled, 0, 6, e, o + LEVER_A, o + LEVER_B);
    e[o + DEEPEST] = d[8];
    for (let k = 0; k < 3; k++) e[o + DEEPEST] += e[o + NORMAL + k] * (this.h * motion[k] + closer[k]);
    this.rebound.h = this.h;
    this.rebound.depth = 0;
    this.rebound.speed = from < 0 ? e[o + ONSET] : 0;
    this.rebound.find(laws, q);
    this.foundation = laws[q + FOUNDATION];
    e[o + FOUNDATION_STEP] = this.foundation;
    this.load = e[o + LOAD_START];
    this.addPoints(patch, closer);
    out.close(A, B, this.rebound);
  }

  private putInOrder(patch: number, pair: number): void {
    const { order, out } = this;
    order.push(patch);
    const { data } = order;
    for (let i = order.length - 1; i > 0 && out.links.data[LINK_STRIDE * data[i - 1] + PAIR] > pair; i--) {
      data[i] = data[i - 1];
      data[i - 1] = patch;
    }
  }

  /** `motion` holds the motion that led here. */
  private addPoints(patch: MovedPatch, closer: Float64Array): void {
    const { points } = this.out;
    const { foundation, h, load } = this;
    const bent = isBent(patch);
    const deep = patch.data[6] / patch.data[7];
    const begin = points.length;
    let total = 0;
    for (let k = patch.first; k < patch.last; k++) {
      const s = SHAPE_POINT * k;
      const from = patch.points;
      const n = bent ? patch.normals : patch.data;
      const m = bent ? 3 * k : 3;
      let area = from[s + 4] * n[m] + from[s + 5] * n[m + 1] + from[s + 6] * n[m + 2];
      const volume = from[s + 3];
      // an inclined patch has points with almost no area under them
      area = Math.max(area, volume / (DEEPEST_POINT * deep));
      if (!(area > 0 && volume > 0)) continue;
      const o = points.length;
      points.resize(o + POINT_STRIDE);
      const to = points.data;
      for (let j = 0; j < 3; j++) {
        to[o + j] = from[s + j];
        to[o + 3 + j] = n[m + j];
      }
      const x = motion[0] + motion[4] * from[s + 2] - motion[5] * from[s + 1];
      const y = motion[1] + motion[5] * from[s] - motion[3] * from[s + 2];
      const z = motion[2] + motion[3] * from[s + 1] - motion[4] * from[s];
      to[o + STIFFNESS] = foundation * area;
      const back = closer[0] * n[m] + closer[1] * n[m + 1] + closer[2] * n[m + 2];
      to[o + REST] = volume / area + back + h * (x * n[m] + y * n[m + 1] + z * n[m + 2]);
      // depth without the additional approach, so that friction acts at loaded points only
      const share = Math.max(0, volume + back * area);
      total += share;
      to[o + POINT_LAG] = share;
      to[o + POINT_STRIDE - 1] = 0;
    }
    for (let o = begin; o < points.length; o += POINT_STRIDE)
      points.data[o + POINT_LAG] *= total > 0 ? load / total : 0;
  }

  /**
   * Takes levers from the present trial, from the middle between the centre of the patch on A and on B. Levers at the evaluated poses would
   * let a load rotate its support.
   */
  lineUp(): void {
    const { w, out } = this;
    const { position, rotation } = w;
    const e = out.data.data;
    for (let p = 0; p < out.count; p++) {
      const o = PATCH_STRIDE * p;
      const A = out.links.data[LINK_STRIDE * p + BODY_A];
      const B = out.links.data[LINK_STRIDE * p + BODY_B];
      for (let k = 0; k < 3; k++) {
        let onA = position[3 * A + k];
        let onB = position[3 * B + k];
        for (let j = 0; j < 3; j++) {
          onA += rotation[9 * A + 3 * k + j] * e[o + IN_A + j];
          onB += rotation[9 * B + 3 * k + j] * e[o + IN_B + j];
        }
        const centre = 0.5 * (onA + onB);
        e[o + LEVER_A + k] = centre - position[3 * A + k];
        e[o + LEVER_B + k] = centre - position[3 * B + k];
      }
    }
  }

  /** The step ends with velocities v: stores memory, absorbed power and energy of contacts. The workspace is at the end of the step. */
  finish(v: Float64Array): void {
    const { w, out } = this;
    const { contacts, model } = w;
    const n = model.dynamicCount;
    contacts.patches.trial.clear();
    for (let i = 0; i < this.order.length; i++) {
      const p = this.order.data[i];
      out.finish(v, p);
      const l = LINK_STRIDE * p;
      const o = PATCH_STRIDE * p;
      const e = out.data.data;
      const pair = out.links.data[l + PAIR];
      const A = out.links.data[l + BODY_A];
      const B = out.links.data[l + BODY_B];
      const bodyPair = contacts.bodyPair.data[pair];
      // bodies that separate too fast to be pushed may still overlap
      contacts.ledger.stored.data[bodyPair] += e[o + STORED];
      if (!(e[o + PUSH] > 0)) continue;
      for (let k = 0; k < 6; k++) wrench[k] = e[o + WRENCH + k];
      const atA = wrenchPower(wrench, v, 6 * A, e, o + LEVER_A);
      const atB = wrenchPower(wrench, v, 6 * B, e, o + LEVER_B);
      contacts.ledger.power.data[bodyPair] += atA - atB;
      if (A >= n) w.loadPower += atA;
      if (B >= n) w.loadPower -= atB;
      contacts.active++;
      this.keep(p, A, pair);
    }
  }

  private keep(p: number, A: number, pair: number): void {
    const { w, out } = this;
    const { contacts, position, rotation } = w;
    const { patches } = contacts;
    const e = out.data.data;
    const o = PATCH_STRIDE * p;
    const t = patches.add();
    const kept = patches.trial.data;
    let most = 0;
    for (let k = out.first(p); k < out.last(p); k += POINT_STRIDE) most = Math.max(most, out.depthOf(k));
    kept[t + PATCH_PAIR] = pair;
    const c = o + IN_A;
    for (let k = 0; k < 3; k++) {
      kept[t + PATCH_CENTRE + k] = e[c + k];
      kept[t + PATCH_NORMAL + k] = e[c + 3 + k];
      const r = 9 * A + 3 * k;
      kept[t + PATCH_POINT_W + k] =
        position[3 * A + k] + rotation[r] * e[c] + rotation[r + 1] * e[c + 1] + rotation[r + 2] * e[c + 2];
      kept[t + PATCH_FORCE + k] = e[o + WRENCH + k];
      kept[t + PATCH_BRUSH + k] = e[o + ELASTIC_END + k];
      kept[t + PATCH_BRUSH + 4 + k] = e[o + ELASTIC_END + 3 + k];
    }
    kept[t + PATCH_BRUSH + 3] = 0;
    const m = out.motion;
    const approach = -(m[0] * e[o + NORMAL] + m[1] * e[o + NORMAL + 1] + m[2] * e[o + NORMAL + 2]);
    kept[t + PATCH_FRESH] = out.links.data[LINK_STRIDE * p + FROM] < 0 ? 1 : 0;
    kept[t + PATCH_ONSET] = e[o + ONSET];
    kept[t + PATCH_SLIPS] = e[o + SLIPPING] > 0.999 ? 1 : 0;
    kept[t + PATCH_AREA] = e[o + AREA];
    kept[t + PATCH_VOLUME] = out.volumeOf(p);
    kept[t + PATCH_DEPTH] = Math.max(most, Math.min(e[o + DEPTH], 2 * most));
    kept[t + PATCH_PUSH] = e[o + PUSH];
    kept[t + PATCH_FRICTION] = e[o + RUB];
    kept[t + PATCH_SLIPPING] = e[o + SLIPPING];
    kept[t + PATCH_STORED] = e[o + STORED];
    for (let k = 0; k < 3; k++) kept[t + PATCH_MOMENT + k] = e[o + WRENCH + 3 + k];
    kept[t + PATCH_SPEED] = approach;
    let slip = 0;
    for (let k = 0; k < 3; k++) slip += (m[k] + approach * e[o + NORMAL + k]) * (m[k] + approach * e[o + NORMAL + k]);
    kept[t + PATCH_SLIP_SPEED] = Math.sqrt(slip);
    const from = out.links.data[LINK_STRIDE * p + FROM];
    readPairFriction(dry, contacts.laws.data, PAIR_STRIDE * pair);
    const share = from >= 0 ? patches.committed.data[from + PATCH_SHARE] : 0;
    kept[t + PATCH_SHARE] = followsSpeed(dry)
      ? shareAtEnd(dry, share, kept[t + PATCH_SLIPS] === 1, slip, this.h)
      : 1 - kept[t + PATCH_SLIPS];
    kept.fill(0, t + PATCH_ROLLED, t + PATCH_ROLLED + 3);
    if (kept[t + PATCH_DEPTH] > contacts.deepest) contacts.deepest = kept[t + PATCH_DEPTH];
  }
}

/** Stores a patch of a list unchanged. */
class FoundPatch implements MovedPatch {
  points: Float64Array = new Float64Array(0);
  normals: Float64Array = new Float64Array(0);
  first = 0;
  last = 0;
  readonly data: Float64Array = new Float64Array(SHAPE_STRIDE);
  turning: Float64Array = new Float64Array(0);
  turningAt = -1;

  take(list: PatchList, p: number): void {
    for (let k = 0; k < SHAPE_STRIDE; k++) this.data[k] = list.data[SHAPE_STRIDE * p + k];
    this.points = list.points;
    this.normals = list.normals;
    this.first = list.start[p];
    this.last = list.start[p + 1];
  }
}

const onTheWay = new FoundPatch();
const closer = new Float64Array(3);
const still = new Float64Array(3);
const inA = new Float64Array(6);
const brush = new Float64Array(7);
const scaled = new Float64Array(12);
const motion = new Float64Array(6);
const carried = new Float64Array(6);
const beyond = new Float64Array(6);
const wrench = new Float64Array(6);
const dry = makeFrictionLaw();

/**
 * Do the normals of a patch differ? Those of balls on a face hardly do, and a slip that tilts them over its rim cannot be distinguished
 * from rounding.
 */
function isBent({ data, normals, first, last }: MovedPatch): boolean {
  if (data[9] !== 1) return false;
  for (let k = 3 * first; k < 3 * last; k += 3) {
    const x = normals[k] - data[3];
    const y = normals[k + 1] - data[4];
    const z = normals[k + 2] - data[5];
    if (x * x + y * y + z * z > BENT * BENT) return true;
  }
  return false;
}

/** Writes to deepest[0] the largest depth of the patches of a list [m]. */
const deepest = new Float64Array(1);
function findDeepest(list: PatchList): void {
  deepest[0] = 0;
  for (let p = 0; p < list.count; p++) deepest[0] = Math.max(deepest[0], list.data[SHAPE_STRIDE * p + 8]);
}

function dot(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}
