/** The scenery and frames of a GLB written by `writeGlb`, in single precision. */
import { type Frames, POSE_SIZE, type Scenery, type SceneryBody, type SceneryPart } from '@hawser/record';
import type { Animation, Node, Primitive } from '@gltf-transform/core';
import { type ReadResult, refused } from '../issue.ts';

export interface GlbContents {
  readonly title: string;
  readonly scenery: Scenery;
  readonly frames: Frames;
}

export async function readGlb(bytes: Uint8Array): Promise<ReadResult<GlbContents>> {
  const { WebIO } = await import('@gltf-transform/core');
  try {
    // a separate copy: the library reads words from the start of the underlying buffer
    const root = (await new WebIO().readBinary(new Uint8Array(bytes))).getRoot();
    const scene = root.getDefaultScene() ?? root.listScenes()[0];
    if (scene?.getExtras().hawser !== 1) return refused('foreign-glb', 'the animation was not written by hawser');
    const nodes = root.listNodes().filter((node) => node.getExtras().hawser === 'body');
    const frames = readFrames(nodes, root.listAnimations()[0]);
    return { ok: true, value: { title: scene.getName(), scenery: { bodies: nodes.map(readBody) }, frames } };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return refused('not-glb', `the file cannot be read as GLB: ${cause}; it is damaged or of another kind`);
  }
}

function readBody(node: Node): SceneryBody {
  const parts = node.getMesh()?.listPrimitives().map(readPart) ?? [];
  return { name: node.getName(), fixed: node.getExtras().fixed === true, parts };
}

function readPart(primitive: Primitive): SceneryPart {
  const array = (semantic: string): Float32Array =>
    (primitive.getAttribute(semantic)?.getArray() as Float32Array | null | undefined) ?? new Float32Array(0);
  const material = primitive.getMaterial();
  const [r, g, b, opacity] = material?.getBaseColorFactor() ?? [1, 1, 1, 1];
  const hex = [r, g, b].map((value) =>
    Math.round(255 * gamma(value))
      .toString(16)
      .padStart(2, '0'),
  );
  return {
    name: String(primitive.getExtras().name ?? ''),
    positions: array('POSITION'),
    normals: array('NORMAL'),
    indices: Uint32Array.from(primitive.getIndices()?.getArray() ?? []),
    colour: `#${hex.join('')}`,
    opacity,
  };
}

function readFrames(nodes: readonly Node[], animation: Animation | undefined): Frames {
  const time = Float64Array.from(animation?.listSamplers()[0]?.getInput()?.getArray() ?? [0], asWritten);
  const size = POSE_SIZE * nodes.length;
  const poses = new Float64Array(time.length * size);
  nodes.forEach((node, b) => {
    const [x, y, z] = node.getTranslation();
    const [qx, qy, qz, qw] = node.getRotation();
    for (let f = 0; f < time.length; f++) poses.set([x, y, z, qw, qx, qy, qz], f * size + b * POSE_SIZE);
  });
  for (const channel of animation?.listChannels() ?? []) {
    const body = nodes.indexOf(channel.getTargetNode() as Node);
    const values = channel.getSampler()?.getOutput()?.getArray();
    if (body < 0 || !values) continue;
    const turns = channel.getTargetPath() === 'rotation';
    for (let f = 0; f < time.length; f++) {
      const to = f * size + body * POSE_SIZE;
      if (turns) poses.set([values[4 * f + 3], values[4 * f], values[4 * f + 1], values[4 * f + 2]], to + 3);
      else poses.set([values[3 * f], values[3 * f + 1], values[3 * f + 2]], to);
    }
  }
  return { bodies: nodes.map((node) => node.getName()), time, poses };
}

/** The shortest number that is this one in single precision: 0.1 of the 0.10000000149 that glTF keeps. */
function asWritten(single: number): number {
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(single.toPrecision(digits));
    if (Math.fround(short) === Math.fround(single)) return short;
  }
  return single;
}

/** Linear 0 ... 1 to sRGB 0 ... 1 (IEC 61966-2-1). */
function gamma(value: number): number {
  return value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
}
