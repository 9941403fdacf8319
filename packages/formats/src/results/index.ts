export { readCsv, writeCsv } from './csv.ts';
export {
  cablePair,
  type DistanceMinimum,
  type DistanceSurface,
  distancePicture,
  distanceSurface,
} from './distance-picture.ts';
export { type GlbContents, readGlb } from './gltf-read.ts';
export { type GlbOptions, writeGlb } from './gltf-write.ts';
export { type Hdf5Options, writeHdf5 } from './hdf5.ts';
export { type ParquetContents, readParquet, writeParquet } from './parquet.ts';
export { type RowColumn, writeRowsCsv, writeRowsParquet } from './rows.ts';
export { type VtpOptions, vtpFiles, writeVtp } from './vtp.ts';
export { writeXlsx, type XlsxOptions } from './xlsx.ts';
