import type { PlatformEvents } from '../events.ts';
import { parsedBody } from '../signed-body.ts';
import { answers } from './answers.ts';

/** Kick documents no maximum age; this is the one of Twitch. */
const maxAgeMs = 600_000;
const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

/**
 * The event of a webhook call; null when Kick has not signed it, or it is old. Kick has no event for a revoked grant (docs.kick.com, Webhook
 * Payloads).
 * @param publicKey Kick's public key in PEM form.
 */
export async function readKickEvents(
  { headers, body }: { headers: Headers; body: Uint8Array },
  publicKey: string,
  now: Date,
): Promise<PlatformEvents | null> {
  const id = headers.get('kick-event-message-id');
  const timestamp = headers.get('kick-event-message-timestamp');
  const signature = headers.get('kick-event-signature');
  if (!id || !timestamp || !signature) return null;
  if (!(await isSigned(`${id}.${timestamp}.`, body, signature, publicKey))) return null;
  // Another text than a time is NaN, which no comparison accepts.
  if (!(Math.abs(now.getTime() - Date.parse(timestamp)) <= maxAgeMs)) return null;
  const event = answers.event().safeParse(parsedBody(body)).data;
  if (event === undefined) return { answer: null, events: [] };
  const broadcaster = event.broadcaster?.user_id;
  const externalId = broadcaster === undefined ? null : String(broadcaster);
  return { answer: null, events: [{ id, kind: 'OTHER', externalId }] };
}

/** RSA-SHA256 (PKCS #1 v1.5) over the id, the timestamp and the raw body, with dots between. */
async function isSigned(before: string, body: Uint8Array, signature: string, publicKey: string): Promise<boolean> {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return false;
  const der = Buffer.from(publicKey.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64');
  const key = await crypto.subtle.importKey('spki', der, algorithm, false, ['verify']);
  const signed = Uint8Array.from([...new TextEncoder().encode(before), ...body]);
  return crypto.subtle.verify(algorithm, key, Buffer.from(signature, 'base64'), signed);
}
