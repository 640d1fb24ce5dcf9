import { latin } from './read-bytes.ts';

/** What people call a file that begins so; null when it is unknown. Only for files that cannot be announced. */
export async function foreignNameIn(head: Uint8Array): Promise<string | null> {
  const text = latin(head.subarray(0, 512)).trimStart();
  if (/^<svg\b/i.test(text) || /^<(\?xml|!--)[\0-\xff]*<svg\b/i.test(text)) return 'SVG';
  if (/^<(!doctype|[a-z]+[\s/>])/i.test(text)) return 'HTML';
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found !== undefined) return /^image\/hei[cf]/.test(found.mime) ? 'HEIC' : found.ext.toUpperCase();
  return /^[\t\n\f\r\x20-\x7e]{8}/.test(text) ? 'text' : null;
}
