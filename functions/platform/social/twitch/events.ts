import { areEqual } from '../../mac.ts';
import type { PlatformEvent, PlatformEvents } from '../events.ts';
import { hmacHex, parsedBody } from '../signed-body.ts';
import { answers, type EventSubCall } from './answers.ts';

/** Twitch advises to refuse older messages ("Getting Events Using Webhook Callbacks"). */
const maxAgeMs = 600_000;
/** Why Twitch ended a subscription: these two mean that the user in its condition no longer grants anything. */
const endsOfGrant: readonly string[] = ['authorization_revoked', 'user_removed'];

/** The events of an EventSub call; null when it is not signed by Twitch with this secret, or is old. */
export async function readTwitchEvents(
  { headers, body }: { headers: Headers; body: Uint8Array },
  secret: string,
  now: Date,
): Promise<PlatformEvents | null> {
  const id = headers.get('twitch-eventsub-message-id');
  const timestamp = headers.get('twitch-eventsub-message-timestamp');
  const signature = headers.get('twitch-eventsub-message-signature');
  if (!id || !timestamp || !signature) return null;
  if (!(await isSigned(id, timestamp, body, signature, secret))) return null;
  // Date reads the nanoseconds of Twitch's RFC 3339 times; another text is NaN, which no comparison accepts.
  if (!(Math.abs(now.getTime() - Date.parse(timestamp)) <= maxAgeMs)) return null;
  return eventsOf(headers.get('twitch-eventsub-message-type'), { id, at: new Date(timestamp) }, body);
}

/** HMAC-SHA-256 over the id, the timestamp and the raw body, one after the other. */
async function isSigned(
  id: string,
  timestamp: string,
  body: Uint8Array,
  signature: string,
  secret: string,
): Promise<boolean> {
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const right = `sha256=${await hmacHex(secret, id, timestamp, body)}`;
  return areEqual(bytesOf(right), bytesOf(signature));
}

type Message = Required<Pick<PlatformEvent, 'id' | 'at'>>;

function eventsOf(type: string | null, message: Message, body: Uint8Array): PlatformEvents {
  const call = answers.eventSub().safeParse(parsedBody(body)).data;
  if (call === undefined) return { answer: null, events: [] };
  if (type === 'webhook_callback_verification') return { answer: call.challenge ?? null, events: [] };
  return { answer: null, events: [eventOf(type, message, call)] };
}

function eventOf(type: string | null, message: Message, { subscription, event }: EventSubCall): PlatformEvent {
  const { broadcaster_user_id: broadcaster, user_id: user } = subscription.condition;
  const subject = user ?? broadcaster ?? null;
  if (type === 'revocation' && endsOfGrant.includes(subscription.status) && subject !== null)
    return { ...message, kind: 'GRANT_REVOKED', externalId: subject };
  const revoked = event?.user_id ?? null;
  if (type === 'notification' && subscription.type === 'user.authorization.revoke' && revoked !== null)
    return { ...message, kind: 'GRANT_REVOKED', externalId: revoked };
  return { ...message, kind: 'OTHER', externalId: null };
}
