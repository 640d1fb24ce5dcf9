export { addressForOwner } from './picture-address.ts';
