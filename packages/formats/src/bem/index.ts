export { readCapytaine, type WamitFiles } from './capytaine.ts';
