export { readMesh } from './mesh-file.ts';
export { type MeshOptions, readObj } from './obj.ts';
export { readStl } from './stl.ts';
export type { TriangleMesh, WeldedMesh } from './weld.ts';
