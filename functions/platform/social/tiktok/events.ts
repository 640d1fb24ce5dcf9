import { sha256Hex } from '../../hash.ts';
import { areEqual } from '../../mac.ts';
import type { PlatformEvents } from '../events.ts';
import { hmacHex, parsedBody } from '../signed-body.ts';
import { answers } from './answers.ts';

/**
 * TikTok repeats a delivery for 72 hours ("TikTok Webhooks"), and does not document whether it signs each delivery anew. So a signature is
 * accepted for as long. A repeated body has the same id, and is an event once.
 */
const maxAgeSeconds = 72 * 3_600;
/** How far the clocks may differ. */
const maxAheadSeconds = 600;

/** The event of a webhook call; null when TikTok has not signed it with this client secret, or it is too old. */
export async function readTikTokEvents(
  { headers, body }: { headers: Headers; body: Uint8Array<ArrayBuffer> },
  clientSecret: string,
  now: Date,
): Promise<PlatformEvents | null> {
  const signature = signatureIn(headers.get('tiktok-signature') ?? '');
  if (signature === null) return null;
  // "Check the signature": over the timestamp as it is written, a dot and the raw body.
  const right = await hmacHex(clientSecret, `${signature.timestamp}.`, body);
  if (!areEqual(bytesOf(right), bytesOf(signature.mac))) return null;
  const ageSeconds = now.getTime() / 1000 - Number(signature.timestamp);
  if (ageSeconds > maxAgeSeconds || ageSeconds < -maxAheadSeconds) return null;
  const call = answers.event().safeParse(parsedBody(body)).data;
  if (call === undefined) return { answer: null, events: [] };
  const externalId = call.user_openid ?? null;
  // "Webhook Events": whatever the reason is, the token has been revoked before.
  const isRevoked = call.event === 'authorization.removed' && externalId !== null;
  const at = call.create_time === undefined ? {} : { at: new Date(call.create_time * 1_000) };
  return {
    answer: null,
    events: [{ id: await sha256Hex(body), kind: isRevoked ? 'GRANT_REVOKED' : 'OTHER', externalId, ...at }],
  };
}

/** The parts of a header such as t=1633174587,s=1849…; null for another text. */
function signatureIn(header: string): { readonly timestamp: string; readonly mac: string } | null {
  const parts = new Map(header.split(',').map((part): [string, string] => partOf(part.trim())));
  const [timestamp = '', mac = ''] = [parts.get('t'), parts.get('s')];
  return /^\d{1,12}$/.test(timestamp) && /^[0-9a-f]{64}$/.test(mac) ? { timestamp, mac } : null;
}

function partOf(text: string): [string, string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
