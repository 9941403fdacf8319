/**
 * glTF 2.0 (GLB): one node for each body with its mesh, one for each cable with its elements as children, and one animation of positions
 * and rotations, linear between frames. The root node turns our world (z up) into that of glTF (y up); all its children keep our
 * coordinates.
 */
import {
  type Frames,
  pickFrames,
  type Scenery,
  type SceneryBody,
  type SceneryPart,
  spreadFrames,
} from '@hawser/record';
import type { Accessor, Animation, Buffer, Document, Material, Node, TypedArray } from '@gltf-transform/core';
import { bytesOf } from './bytes.ts';
import { colourBytes } from './colour.ts';
import { rotationTrack, translationTrack, usableFrames } from './tracks.ts';

export interface GlbOptions {
  readonly title?: string;
  /** most frames, spread evenly over the run (default: all) */
  readonly maxFrames?: number;
}

/** Root rotation, x y z w: -90 degrees about x takes z up to y up. */
const Y_UP: [number, number, number, number] = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2];

export async function writeGlb(scenery: Scenery, frames: Frames, options: GlbOptions = {}): Promise<Uint8Array> {
  const { Document, WebIO } = await import('@gltf-transform/core');
  const document = new Document();
  const usable = pickFrames(frames, usableFrames(frames));
  const kept = pickFrames(usable, spreadFrames(usable, options.maxFrames ?? Math.max(1, usable.time.length)));
  const build = new Builder(document);
  const root = document.createNode('z up').setRotation(Y_UP);
  document
    .createScene(options.title ?? 'hawser')
    .addChild(root)
    .setExtras({ hawser: 1 });
  document.getRoot().getAsset().generator = 'hawser';
  const cables = new Map<string, Node>();
  for (const body of scenery.bodies) {
    const [, cable] = /^(.+)#\d+$/.exec(body.name) ?? []; // an element of a cable
    const node = build.body(body, kept);
    if (cable === undefined) root.addChild(node);
    else {
      let whole = cables.get(cable);
      if (whole === undefined) {
        whole = document.createNode(cable).setExtras({ hawser: 'cable' });
        cables.set(cable, whole);
        root.addChild(whole);
      }
      whole.addChild(node);
    }
  }
  return new WebIO().writeBinary(document);
}

/** Makes the parts of a document, with each array and material stored once. */
class Builder {
  readonly #document: Document;
  #buffer: Buffer | null = null;
  readonly #arrays = new Map<string, Accessor[]>();
  readonly #materials = new Map<string, Material>();
  #animation: Animation | null = null;
  #times: Accessor | null = null;

  constructor(document: Document) {
    this.#document = document;
  }

  body(body: SceneryBody, frames: Frames): Node {
    const node = this.#document.createNode(body.name).setExtras({ hawser: 'body', fixed: body.fixed });
    const parts = body.parts.filter((part) => part.indices.length > 0 && part.positions.length > 0);
    if (parts.length > 0) {
      const mesh = this.#document.createMesh(body.name);
      for (const part of parts) this.#addPart(mesh, part);
      node.setMesh(mesh);
    }
    const track = frames.bodies.indexOf(body.name);
    if (track >= 0 && frames.time.length > 0) this.#move(node, frames, track);
    return node;
  }

  #addPart(mesh: ReturnType<Document['createMesh']>, part: SceneryPart): void {
    const primitive = this.#document
      .createPrimitive()
      .setAttribute('POSITION', this.#accessor('VEC3', part.positions))
      .setIndices(this.#accessor('SCALAR', part.indices))
      .setMaterial(this.#material(part.colour, part.opacity))
      .setExtras({ name: part.name });
    if (part.normals.length > 0) primitive.setAttribute('NORMAL', this.#accessor('VEC3', unitNormals(part.normals)));
    mesh.addPrimitive(primitive);
  }

  #material(colour: string, opacity: number): Material {
    const key = `${colour} ${opacity}`;
    let material = this.#materials.get(key);
    if (!material) {
      const [r, g, b] = colourBytes(colour).map(linear);
      material = this.#document
        .createMaterial(opacity < 1 ? key : colour)
        .setBaseColorFactor([r, g, b, opacity])
        .setMetallicFactor(0)
        .setRoughnessFactor(0.7)
        .setDoubleSided(true)
        .setAlphaMode(opacity < 1 ? 'BLEND' : 'OPAQUE');
      this.#materials.set(key, material);
    }
    return material;
  }

  /** Sets the first pose on the node; adds tracks for changing values only. */
  #move(node: Node, frames: Frames, body: number): void {
    const translation = translationTrack(frames, body);
    const rotation = rotationTrack(frames, body);
    node.setTranslation([translation[0], translation[1], translation[2]]);
    node.setRotation([rotation[0], rotation[1], rotation[2], rotation[3]]);
    if (changes(translation, 3)) this.#addChannel(node, 'translation', 'VEC3', translation, frames);
    if (changes(rotation, 4)) this.#addChannel(node, 'rotation', 'VEC4', rotation, frames);
  }

  #addChannel(
    node: Node,
    path: 'translation' | 'rotation',
    type: 'VEC3' | 'VEC4',
    values: Float32Array,
    frames: Frames,
  ): void {
    this.#animation ??= this.#document.createAnimation('run');
    this.#times ??= this.#accessor('SCALAR', Float32Array.from(frames.time));
    const sampler = this.#document
      .createAnimationSampler()
      .setInterpolation('LINEAR')
      .setInput(this.#times)
      .setOutput(this.#accessor(type, values));
    const channel = this.#document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler);
    this.#animation.addSampler(sampler).addChannel(channel);
  }

  /** The links of a chain all have one shape: equal arrays are stored once. */
  #accessor(type: 'SCALAR' | 'VEC3' | 'VEC4', array: Float32Array | Uint32Array): Accessor {
    const bytes = bytesOf(array);
    const key = `${type} ${array instanceof Float32Array} ${bytes.length} ${fingerprint(bytes)}`;
    const same = this.#arrays.get(key) ?? [];
    const found = same.find((accessor) => equalBytes(bytesOf(accessor.getArray() as Float32Array), bytes));
    if (found) return found;
    this.#buffer ??= this.#document.createBuffer();
    const accessor = this.#document
      .createAccessor()
      .setType(type)
      .setArray(array as TypedArray)
      .setBuffer(this.#buffer);
    this.#arrays.set(key, [...same, accessor]);
    return accessor;
  }
}

function changes(track: Float32Array, size: number): boolean {
  for (let i = size; i < track.length; i++) if (track[i] !== track[i - size]) return true;
  return false;
}

/** Normalises in f32; a zero normal points up. */
function unitNormals(normals: Float32Array): Float32Array {
  const unit = new Float32Array(normals.length);
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2]);
    if (length > 0) for (let k = 0; k < 3; k++) unit[i + k] = normals[i + k] / length;
    else unit[i + 2] = 1;
  }
  return unit;
}

/** sRGB byte to linear 0 ... 1 (IEC 61966-2-1). */
function linear(byte: number): number {
  const s = byte / 255;
  return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
}

/** Number of bytes in a fingerprint, evenly spaced at an odd distance, so that all byte positions of a number are sampled. */
const LOOKED_AT = 1024;

/** FNV-1a, 32 bits: only selects candidates; equality is checked byte by byte. */
function fingerprint(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  const stride = 2 * Math.floor(bytes.length / (2 * LOOKED_AT)) + 1;
  for (let i = 0; i < bytes.length; i += stride) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  return hash >>> 0;
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return a.length === b.length;
}
