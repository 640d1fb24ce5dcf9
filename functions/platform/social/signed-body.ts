/** HMAC-SHA-256 in hexadecimal digits over these texts and bytes, one after the other. */
export async function hmacHex(secret: string, ...parts: readonly (string | Uint8Array)[]): Promise<string> {
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signed = Uint8Array.from(parts.flatMap((part) => [...(typeof part === 'string' ? bytesOf(part) : part)]));
  return Buffer.from(await crypto.subtle.sign('HMAC', key, signed)).toString('hex');
}

/** The JSON of a signed body; undefined for other bytes. */
export function parsedBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
