/** Scenery of a run: triangles fixed to bodies. Poses over time are `Frames`. */
export interface Scenery {
  readonly bodies: readonly SceneryBody[];
}

export interface SceneryBody {
  /** the name used in `Frames.bodies`; a body without poses is at the origin of the world */
  readonly name: string;
  /** true: never moves */
  readonly fixed: boolean;
  readonly parts: readonly SceneryPart[];
}

export interface SceneryPart {
  readonly name: string;
  /** [m] xyz triples in the body frame */
  readonly positions: Float32Array;
  /** unit xyz triples, one a position; empty: flat shading */
  readonly normals: Float32Array;
  /** three a triangle, counter-clockwise seen from outside */
  readonly indices: Uint32Array;
  /** #rrggbb, sRGB */
  readonly colour: string;
  /** 0 (invisible) ... 1 (solid) */
  readonly opacity: number;
}
