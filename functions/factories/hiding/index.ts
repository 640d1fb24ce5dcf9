export { accountSortOf, postSortOf } from './visible-sorts.ts';
