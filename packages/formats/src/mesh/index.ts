export { readMesh } from './mesh-file.ts';
export { readObj } from './obj.ts';
export { readStl } from './stl.ts';
export type { MeshOptions, WeldedMesh } from './welded.ts';
