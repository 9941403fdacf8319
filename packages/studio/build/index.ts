export { contents, gallery, loops, type ShippedFolder, shippedFolders } from './gallery.ts';
export { smallPicture } from './small-picture.ts';
export { withPolicy } from './policy.ts';
