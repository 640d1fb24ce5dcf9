export { showPictures } from './shown-pictures.ts';
