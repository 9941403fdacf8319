export { readGltf } from './gltf.ts';
export { type MeshFormat, meshFormat, readMesh } from './mesh-file.ts';
export { readObj } from './obj.ts';
export { readPly } from './ply.ts';
export { readStl } from './stl.ts';
export { readVtk } from './vtk.ts';
export { readVtp } from './vtp.ts';
export type { MeshOptions, WeldedMesh } from './welded.ts';
export { writeMesh } from './write.ts';
