/** Cables, and springs that are lines, as smooth tubes; where asked for also their nodes. */
import { pieceOf } from '@hawser/formats/report';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type MeshLambertMaterial,
  SphereGeometry,
} from 'three';
import { FIELD_OF_VIEW } from './eye.ts';
import { makeSamples, nodesOf, presentPieces, type Samples, sampleCurve, sideOf, square } from './rope-curve.ts';
import { ropeDepth, ropeMaterial, type RopeUniforms } from './rope-material.ts';

/** corners around */
const AROUND = 7;
/** samples a piece, and pieces above which one is enough */
const SUB = 3;
const MANY = 150;

/** Appearance of a piece of a line, from its drawn body. */
export interface RopeLook {
  /** [m] */
  readonly radius: number;
  /** [m] at rest */
  readonly length: number;
  readonly colour: string;
  /** its links are drawn as bodies; the line is for small scales */
  readonly links: boolean;
  /** a stripe shows how it is turned */
  readonly stripe: boolean;
}

interface Line {
  readonly name: string;
  /** names of the pieces in order, and their indices among the poses; missing: not among them */
  readonly names: readonly string[];
  tracks: readonly number[];
  readonly looks: readonly RopeLook[];
  readonly own: readonly Color[];
  readonly sub: number;
  readonly mesh: Mesh<BufferGeometry>;
  readonly nodes: Float64Array;
  readonly samples: Samples;
  pieces: number;
}

/** Poses are requested by name and number, so that models, runs and replays can provide them. */
export class Ropes {
  readonly root: Group = new Group();
  readonly uniforms: RopeUniforms = { ropePixel: { value: 1e-3 }, ropeLeast: { value: 1e-3 } };
  readonly material: MeshLambertMaterial;
  /** nodes of each cable as they are now, x y z [m] */
  readonly nodes: Map<string, Float64Array> = new Map();
  readonly #ball = new MeshBasicMaterial({ color: '#1fa187', depthTest: false, fog: false });
  #bodies: readonly string[] = [];
  readonly #lines: readonly Line[];
  #colours: ReadonlyMap<string, Color> | undefined;
  readonly #balls: InstancedMesh;
  #radius = 0; // [m]; 0: nodes are not shown

  /** `drawn`: names of everything that is drawn; the lines among them are made. */
  constructor(drawn: readonly string[], lookOf: (piece: string) => RopeLook | undefined) {
    this.material = ropeMaterial(this.uniforms);
    this.#lines = this.#make(drawn, lookOf);
    const nodes = this.#lines.reduce((sum, { names }) => sum + names.length + 1, 0);
    this.#balls = new InstancedMesh(new SphereGeometry(1, 8, 6), this.#ball, Math.max(1, nodes));
    this.#balls.frustumCulled = false;
    this.#balls.visible = false;
    this.#balls.renderOrder = 4;
    this.root.add(this.#balls);
  }

  /** Meshes that throw a shadow. */
  casters(): Mesh[] {
    return this.#lines.map(({ mesh }) => mesh);
  }

  #make(drawn: readonly string[], lookOf: (piece: string) => RopeLook | undefined): Line[] {
    const found = new Map<string, { name: string; piece: number; look: RopeLook }[]>();
    for (const name of drawn) {
      const of = pieceOf(name);
      const look = lookOf(name);
      if (of === undefined || look === undefined) continue;
      const known = found.get(of.line) ?? [];
      known.push({ name, piece: of.piece, look });
      found.set(of.line, known);
    }
    const depth = ropeDepth(this.uniforms);
    return [...found].map(([name, pieces]) => {
      const ordered = pieces.sort((a, b) => a.piece - b.piece);
      const sub = ordered.length > MANY ? 1 : SUB;
      const most = sub * ordered.length + 1;
      const mesh = new Mesh(tube(most), this.material);
      mesh.frustumCulled = false;
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.customDepthMaterial = depth;
      this.root.add(mesh);
      const looks = ordered.map(({ look }) => look);
      return {
        name,
        tracks: [],
        names: ordered.map((one) => one.name),
        looks,
        own: looks.map(({ colour }) => new Color(colour)),
        sub,
        mesh,
        nodes: new Float64Array(3 * (ordered.length + 1)),
        samples: makeSamples(most),
        pieces: 0,
      };
    });
  }

  /** Poses of moving bodies, seven numbers each. */
  setPoses(bodies: readonly string[], poses: Float64Array): void {
    if (bodies !== this.#bodies) this.#find(bodies);
    for (const line of this.#lines) {
      if (line.tracks.length === 0) continue;
      line.pieces = presentPieces(line.tracks, poses);
      nodesOf(line.nodes, line.tracks, line.pieces, poses, line.looks[0].length);
      shape(line, poses);
    }
    this.#paint();
    this.#placeBalls();
  }

  #find(bodies: readonly string[]): void {
    this.#bodies = bodies;
    const tracks = new Map(bodies.map((name, track) => [name, track]));
    for (const line of this.#lines) {
      const own = line.names.map((name) => tracks.get(name) ?? -1);
      line.tracks = own.includes(-1) ? [] : own;
      if (line.tracks.length > 0) continue;
      line.pieces = 0;
      line.mesh.geometry.setDrawRange(0, 0);
    }
  }

  /** Colours of pieces by name; undefined: their default. */
  tint(colours: ReadonlyMap<string, Color> | undefined): void {
    if (colours === undefined && this.#colours === undefined) return;
    this.#colours = colours;
    this.#paint();
  }

  hide(hidden: (line: string) => boolean): void {
    for (const { name, mesh } of this.#lines) mesh.visible = !hidden(name);
  }

  /** Shows nodes as balls of a radius [m]; 0 hides them. */
  showNodes(radius: number): void {
    this.#radius = radius;
    this.#balls.visible = radius > 0;
    this.#placeBalls();
  }

  /** Before a picture is drawn: its height [px of the screen], and how far the eye is from what it looks at [m]. */
  look(height: number, distance: number): void {
    const pixel = (2 * Math.tan((FIELD_OF_VIEW * Math.PI) / 360)) / Math.max(1, height);
    this.uniforms.ropePixel.value = pixel;
    this.uniforms.ropeLeast.value = pixel * distance;
  }

  dispose(): void {
    for (const { mesh } of this.#lines) mesh.geometry.dispose();
    this.#balls.dispose();
    this.root.removeFromParent();
    this.material.dispose();
  }

  #paint(): void {
    for (const { names, own, sub, mesh, pieces } of this.#lines) {
      if (pieces === 0) continue;
      const colour = mesh.geometry.attributes.color as BufferAttribute;
      const to = colour.array;
      let o = 0;
      for (let n = 0; n <= sub * pieces; n++) {
        const k = Math.min(pieces - 1, Math.floor(n / sub));
        const { r, g, b } = this.#colours?.get(names[k]) ?? own[k];
        for (let i = 0; i <= AROUND; i++, o += 3) {
          to[o] = r;
          to[o + 1] = g;
          to[o + 2] = b;
        }
      }
      colour.needsUpdate = true;
    }
  }

  #placeBalls(): void {
    this.nodes.clear();
    if (this.#radius === 0) return;
    const matrix = new Matrix4();
    let n = 0;
    for (const { name, nodes, pieces } of this.#lines) {
      if (pieces === 0) continue;
      const own = nodes.subarray(0, 3 * (pieces + 1));
      this.nodes.set(name, own);
      for (let k = 0; k < own.length; k += 3) {
        matrix.makeScale(this.#radius, this.#radius, this.#radius).setPosition(own[k], own[k + 1], own[k + 2]);
        this.#balls.setMatrixAt(n++, matrix);
      }
    }
    this.#balls.count = n;
    this.#balls.instanceMatrix.needsUpdate = true;
  }
}

/** Corners of the tube: places on the centre line, normals outwards. */
function shape({ tracks, looks, sub, mesh, nodes, samples, pieces }: Line, poses: Float64Array): void {
  const count = sampleCurve(samples, nodes, pieces, sub);
  const { places, tangents, arcs } = samples;
  const { position, normal, rope } = mesh.geometry.attributes as Record<string, BufferAttribute>;
  const [p, u, r] = [position.array, normal.array, rope.array];
  const side = new Float64Array(3);
  let o = 0;
  for (let n = 0; n < count; n++) {
    const k = Math.min(pieces - 1, Math.floor(n / sub));
    const { radius, links, stripe } = looks[k];
    if (stripe) for (let i = 0; i < 3; i++) side[i] = sideOf(poses, 7 * tracks[k], i);
    square(side, tangents, n);
    const [x, y, z] = [tangents[3 * n], tangents[3 * n + 1], tangents[3 * n + 2]];
    const up = [y * side[2] - z * side[1], z * side[0] - x * side[2], x * side[1] - y * side[0]];
    for (let i = 0; i <= AROUND; i++, o++) {
      const angle = (2 * Math.PI * i) / AROUND;
      const [c, s] = [-Math.cos(angle), Math.sin(angle)]; // the seam is away from the stripe
      for (let axis = 0; axis < 3; axis++) {
        p[3 * o + axis] = places[3 * n + axis];
        u[3 * o + axis] = c * side[axis] + s * up[axis];
      }
      r[4 * o] = arcs[n];
      r[4 * o + 1] = angle;
      r[4 * o + 2] = links ? -2 * radius : radius;
      r[4 * o + 3] = stripe ? 1 : 0;
    }
  }
  mesh.geometry.setDrawRange(0, 6 * AROUND * (count - 1));
  for (const attribute of [position, normal, rope]) attribute.needsUpdate = true;
}

function tube(most: number): BufferGeometry {
  const corners = most * (AROUND + 1);
  const indices = new Uint32Array(6 * AROUND * (most - 1));
  for (let n = 0, q = 0; n < most - 1; n++) {
    for (let i = 0; i < AROUND; i++, q += 6) {
      const a = n * (AROUND + 1) + i;
      const b = a + AROUND + 1;
      indices.set([a, b, a + 1, a + 1, b, b + 1], q);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * corners), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(3 * corners), 3));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(3 * corners), 3));
  geometry.setAttribute('rope', new BufferAttribute(new Float32Array(4 * corners), 4));
  geometry.setIndex(new BufferAttribute(indices, 1));
  geometry.setDrawRange(0, 0);
  return geometry;
}
