import { sha256Hex } from '../../platform/hash.ts';

/** Equal bytes have equal ETags, whichever deployment rendered them. */
export const etagOf = async (body: string): Promise<string> => `"${await digest(body)}"`;

export const digest = async (text: string): Promise<string> => (await sha256Hex(text)).slice(0, 32);
