import { hexOf } from '../../db/hex.ts';

/** SHA-256 of bytes, or of a text in UTF-8. It avoids node:crypto, whose evaluation would dominate the start of an edge function. */
export async function sha256(data: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** SHA-256 in 64 hexadecimal digits. */
export const sha256Hex = async (data: string | Uint8Array<ArrayBuffer>): Promise<string> => hexOf(await sha256(data));

/** The first half of SHA-256, in 32 hexadecimal digits. */
export const digest = async (text: string): Promise<string> => (await sha256Hex(text)).slice(0, 32);

/** Equal bytes have equal ETags, whichever deployment made them. */
export const etagOf = async (body: string): Promise<string> => `"${await digest(body)}"`;
