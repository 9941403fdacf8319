export { contents, gallery, loops, pictures, type ShippedFolder, shippedFolders } from './gallery.ts';
export { smallPicture } from './small-picture.ts';
export { withPolicy } from './policy.ts';
