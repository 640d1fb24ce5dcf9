/** FNV-1a and the length. Pages are rendered at once, and WebCrypto gives only promises. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0') + text.length.toString(16);
}
