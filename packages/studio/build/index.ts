export { contents, gallery, type ShippedFolder, shippedFolders } from './gallery.ts';
export { leanGlsl } from './lean-glsl.ts';
export { smallPicture } from './small-picture.ts';
