import { layoutOf } from './formats.ts';
import { walkThrough } from './walk.ts';

/** Whether these bytes reach the end that a file of this type announces. What its first bytes are, the caller has seen. */
export function isWhole(bytes: Uint8Array, contentType: string): boolean {
  const walk = walkThrough(layoutOf(contentType), bytes.byteLength);
  walk.push(bytes);
  return walk.isWhole();
}
